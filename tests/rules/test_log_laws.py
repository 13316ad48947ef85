"""Correcting the log is the same as having written it right from the start."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.rules.events import Fact, Kong, Win
from rounds.rules.log import (
    Amend,
    Append,
    Change,
    Insert,
    Record,
    Retract,
    Step,
    change_from_json,
    change_to_json,
    standing,
)
from rounds.rules.presets import presets
from rounds.rules.settle import settle
from tests.rules.facts_strategy import facts

Known = tuple[int, Fact]
"""A fact that stands, with its id."""


@dataclass
class Book:
    """The log beside the obvious model of it: the plain list of facts that everybody has in mind."""

    steps: list[Step] = field(default_factory=list)
    facts: list[Known] = field(default_factory=list)
    earlier: list[tuple[int, list[Known]]] = field(default_factory=list)

    @property
    def position(self) -> int:
        return len(self.steps) + 1

    def write(self, *changes: Change) -> None:
        self.earlier.append((self.position, list(self.facts)))
        for change in changes:
            self._carry_out(change)
        self.steps.append(Step(self.position, changes))

    def _carry_out(self, change: Change) -> None:
        places = {known: place for place, (known, _) in enumerate(self.facts)}
        match change:
            case Record(fact) | Append(fact):
                self.facts.append((self.position, fact))
            case Insert(fact, before):
                self.facts.insert(places[before], (self.position, fact))
            case Amend(fact, target):
                self.facts[places[target]] = (target, fact)
            case Retract(target):
                self.facts.pop(places[target])

    def undo(self) -> None:
        position, self.facts = self.earlier.pop()
        self.steps.append(Step(self.position, (), undoes=position))

    @property
    def standing(self) -> list[Known]:
        return [(known.id, known.fact) for known in standing(self.steps)]


@st.composite
def books(draw: st.DrawFn) -> Book:
    """A log of up to twelve steps: taps, corrections, and undoing the newest step that stands."""
    book = Book()
    for _ in range(draw(st.integers(0, 12))):
        known = [known for known, _ in book.facts]
        what = draw(st.sampled_from(("record", "record", "append", "insert", "amend", "retract", "two", "undo")))
        if what == "undo" and book.earlier:
            book.undo()
        elif what in ("insert", "amend", "retract", "two") and known:
            book.write(*draw(changes(what, draw(st.sampled_from(known)))))
        else:
            book.write((Append if what == "append" else Record)(draw(facts())))
    return book


def changes(what: str, target: int) -> st.SearchStrategy[tuple[Change, ...]]:
    match what:
        case "insert":
            return facts().map(lambda fact: (Insert(fact, target),))
        case "amend":
            return facts().map(lambda fact: (Amend(fact, target),))
        case "retract":
            return st.just((Retract(target),))
    # A robbed kong is marked and the win recorded in one step.
    return st.tuples(facts().map(lambda fact: Amend(fact, target)), facts().map(Record))


def settled(log: list[Fact]) -> object:
    return settle(presets()["chengdu_home"].rules, "ABCD", log, "A")


@given(books())
def test_the_facts_that_stand_are_those_of_a_plain_list_treated_the_same_way(book: Book) -> None:
    assert book.standing == book.facts


@given(books())
def test_a_log_corrected_settles_as_one_written_right_from_the_start(book: Book) -> None:
    right = Book()
    for _, fact in book.facts:
        right.write(Record(fact))
    assert settled([fact for _, fact in book.standing]) == settled([fact for _, fact in right.standing])


@given(st.lists(facts(), min_size=1, max_size=6), facts(), st.data())
def test_amending_is_writing_right(log: list[Fact], better: Fact, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(log) - 1))
    steps = [Step(position, (Record(fact),)) for position, fact in enumerate(log, start=1)]
    steps.append(Step(len(log) + 1, (Amend(better, index + 1),)))
    stands = standing(steps)
    assert [known.fact for known in stands] == [*log[:index], better, *log[index + 1 :]]
    assert [known.id for known in stands] == list(range(1, len(log) + 1))
    # A win to which winners of the same tile are added was not wrong before, nor was a kong that was then robbed.
    old = log[index]
    robbed = isinstance(old, Kong) and isinstance(better, Kong) and replace(old, robbed=better.robbed) == better
    completed = isinstance(old, Win) and isinstance(better, Win) and len(better.winners) > len(old.winners)
    assert completed or robbed or [known.amended_at for known in stands if known.amended_at] == [len(log) + 1]


@given(st.lists(facts(), min_size=1, max_size=6), facts(), st.data())
def test_inserting_is_having_tapped_in_time(log: list[Fact], late: Fact, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(log) - 1))
    steps = [Step(position, (Record(fact),)) for position, fact in enumerate(log, start=1)]
    steps.append(Step(len(log) + 1, (Insert(late, index + 1),)))
    assert [known.fact for known in standing(steps)] == [*log[:index], late, *log[index:]]


@given(st.lists(facts(), min_size=1, max_size=6), st.data())
def test_retracting_is_never_having_tapped(log: list[Fact], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(log) - 1))
    steps = [Step(position, (Record(fact),)) for position, fact in enumerate(log, start=1)]
    steps.append(Step(len(log) + 1, (Retract(index + 1),)))
    assert [known.fact for known in standing(steps)] == [*log[:index], *log[index + 1 :]]


@given(books(), facts(), st.data())
def test_undoing_what_was_just_done_changes_nothing(book: Book, fact: Fact, data: st.DataObject) -> None:
    before = standing(book.steps)
    known = [each.id for each in before]
    whats = ("insert", "amend", "retract", "two") if known else ()
    what = data.draw(st.sampled_from(("record", *whats)))
    done = (Record(fact),) if what == "record" else data.draw(changes(what, data.draw(st.sampled_from(known))))
    book.write(*done)
    book.undo()
    assert standing(book.steps) == before


@given(books(), facts())
def test_a_change_to_a_fact_that_does_not_stand_is_refused(book: Book, fact: Fact) -> None:
    nowhere = book.position + 1
    for change in (Insert(fact, nowhere), Amend(fact, nowhere), Retract(nowhere)):
        with pytest.raises(LookupError):
            standing([*book.steps, Step(book.position, (change,))])


@given(facts(), st.integers(1, 10_000))
def test_a_change_written_as_json_reads_back_as_itself(fact: Fact, target: int) -> None:
    for change in (Record(fact), Append(fact), Insert(fact, target), Amend(fact, target), Retract(target)):
        assert change_from_json(change_to_json(change)) == change
