"""What stands after things were recorded, forgotten, corrected, taken back and undone."""

from dataclasses import replace

import pytest

from rounds.rules.events import Fact
from rounds.rules.log import (
    MAX_POSITION,
    Amend,
    Append,
    Change,
    Insert,
    Record,
    Retract,
    Standing,
    Step,
    change_from_json,
    change_to_json,
    standing,
)
from rounds.rules.strict import Malformed
from tests.rules.at_the_table import discard, kong, leave, transfer

KONG, WIN, PAID = kong("A"), discard("C", B=1), transfer("A", "B")
THREE = [Step(1, (Record(KONG),)), Step(2, (Record(WIN),)), Step(3, (Record(PAID),))]


def after(*steps: Step) -> list[tuple[int, Fact]]:
    """What stands after three facts and these steps: ids and facts."""
    return [(fact.id, fact.fact) for fact in standing([*THREE, *steps])]


def test_recorded_facts_stand_in_their_order_under_the_position_that_brought_them() -> None:
    assert after() == [(1, KONG), (2, WIN), (3, PAID)]
    assert standing([]) == ()
    assert standing(THREE[:1]) == (Standing(1, KONG, None),)


def test_a_forgotten_fact_stands_before_the_one_that_is_named() -> None:
    assert after(Step(4, (Insert(leave("D"), 2),))) == [(1, KONG), (4, leave("D")), (2, WIN), (3, PAID)]
    assert after(Step(4, (Insert(leave("D"), 1),)))[0] == (4, leave("D"))


def test_a_forgotten_fact_can_be_the_last() -> None:
    assert after(Step(4, (Append(leave("D")),)))[-1] == (4, leave("D"))
    assert after(Step(4, (Append(leave("D")),)), Step(5, (Insert(kong("B"), 4),)))[3:] == [
        (5, kong("B")),
        (4, leave("D")),
    ]


def test_what_was_forgotten_knows_it_also_when_it_is_corrected() -> None:
    steps = (Step(4, (Append(leave("D")),)), Step(5, (Insert(kong("B"), 1),)), Step(6, (Amend(leave("C"), 4),)))
    found = standing([*THREE, *steps])
    assert [fact.forgotten for fact in found] == [True, False, False, False, True]
    assert found[-1] == Standing(4, leave("C"), 6, forgotten=True)


def test_a_corrected_fact_keeps_its_place_and_its_id_and_knows_when() -> None:
    better = kong("B")
    assert standing([*THREE, Step(7, (Amend(better, 2),))]) == (
        Standing(1, KONG),
        Standing(2, better, 7),
        Standing(3, PAID),
    )


def test_a_correction_of_a_correction_is_the_one_that_counts() -> None:
    steps = (Step(4, (Amend(kong("B"), 1),)), Step(5, (Amend(kong("C"), 1),)))
    assert standing([*THREE, *steps])[0] == Standing(1, kong("C"), 5)


def test_a_further_winner_on_the_same_tile_completes_a_win_and_corrects_nothing() -> None:
    both = discard("C", B=1, D=2)
    assert standing([*THREE, Step(4, (Amend(both, 2),))])[1] == Standing(2, both, None)


def test_a_win_that_was_corrected_before_stays_so_when_it_is_completed() -> None:
    steps = (Step(4, (Amend(discard("C", B=3), 2),)), Step(5, (Amend(discard("C", B=3, D=2), 2),)))
    assert standing([*THREE, *steps])[1] == Standing(2, discard("C", B=3, D=2), 4)


@pytest.mark.parametrize(
    "other",
    [
        discard("C", B=2),
        WIN,
        discard("C", B=2, D=2),
        discard("A", B=1, D=2),
        discard("C", D=1, B=1),
        replace(discard("C", B=1, D=2), after_kong=True),
        kong("B"),
    ],
)
def test_any_other_change_of_a_win_corrects_it(other: Fact) -> None:
    assert standing([*THREE, Step(4, (Amend(other, 2),))])[1] == Standing(2, other, 4)


def test_a_win_in_the_place_of_something_else_corrects_it() -> None:
    assert standing([*THREE, Step(4, (Amend(discard("C", B=1, D=1), 1),))])[0].amended_at == 4


def test_a_fact_that_never_happened_stands_no_more() -> None:
    assert after(Step(4, (Retract(2),))) == [(1, KONG), (3, PAID)]
    assert after(Step(4, (Retract(1),)), Step(5, (Retract(3),))) == [(2, WIN)]


def test_one_step_can_change_several_things_together() -> None:
    step = Step(4, (Retract(1), Amend(kong("B"), 3), Insert(leave("D"), 3)))
    assert after(step) == [(2, WIN), (4, leave("D")), (3, kong("B"))]


def test_a_step_that_was_undone_does_nothing_and_the_others_stay() -> None:
    assert after(Step(4, (Retract(2),)), Step(5, undoes=4)) == [(1, KONG), (2, WIN), (3, PAID)]
    assert after(Step(4, undoes=3)) == [(1, KONG), (2, WIN)]
    assert after(Step(4, undoes=2), Step(5, (Retract(1),))) == [(3, PAID)]


def test_a_change_to_a_fact_that_does_not_stand_is_refused_by_its_number() -> None:
    for change in (Retract(9), Amend(KONG, 9), Insert(KONG, 9)):
        with pytest.raises(LookupError, match=r"^no fact 9 stands$"):
            after(Step(4, (change,)))
    with pytest.raises(LookupError, match=r"^no fact 2 stands$"):
        after(Step(4, (Retract(2),)), Step(5, (Retract(2),)))


TOLD = {"type": "kong", "player": "A", "kind": "concealed"}
CHANGES: list[tuple[Change, dict[str, object]]] = [
    (Record(KONG), {"record": TOLD}),
    (Insert(KONG, 3), {"insert": TOLD, "before": 3}),
    (Append(KONG), {"append": TOLD}),
    (Amend(KONG, 4), {"amend": TOLD, "target": 4}),
    (Retract(5), {"retract": 5}),
]


@pytest.mark.parametrize(("change", "told"), CHANGES)
def test_a_change_is_written_and_read_by_its_verb(change: Change, told: dict[str, object]) -> None:
    assert change_to_json(change) == told
    assert change_from_json(told) == change


@pytest.mark.parametrize(
    ("told", "place", "code"),
    [
        ([], "change", "not_an_object"),
        ({"before": 3}, "change", "missing_key"),
        ({"record": TOLD, "before": 3}, "change", "unknown_key"),
        ({"record": 7}, "change.record", "not_an_object"),
        ({"record": {**TOLD, "kind": "x"}}, "change.record.kind", "not_one_of"),
        ({"append": TOLD, "before": 3}, "change", "unknown_key"),
        ({"append": 7}, "change.append", "not_an_object"),
        ({"insert": TOLD}, "change", "missing_key"),
        ({"insert": TOLD, "target": 3}, "change", "missing_key"),
        ({"insert": {}, "before": 3}, "change.insert.type", "not_one_of"),
        ({"insert": TOLD, "before": 0}, "change.before", "not_a_number"),
        ({"insert": TOLD, "before": "3"}, "change.before", "not_a_number"),
        ({"amend": TOLD}, "change", "missing_key"),
        ({"amend": TOLD, "before": 3}, "change", "missing_key"),
        ({"amend": {}, "target": 3}, "change.amend.type", "not_one_of"),
        ({"amend": TOLD, "target": True}, "change.target", "not_a_number"),
        ({"retract": 0}, "change.retract", "not_a_number"),
        ({"retract": MAX_POSITION + 1}, "change.retract", "not_a_number"),
        ({"retract": 1, "why": "x"}, "change", "unknown_key"),
    ],
)
def test_a_change_that_cannot_be_read_is_refused_with_the_place(told: object, place: str, code: str) -> None:
    with pytest.raises(Malformed) as fault:
        change_from_json(told)
    assert (fault.value.place, fault.value.code) == (place, code)


def test_a_change_without_a_verb_lacks_one_and_is_named_after_its_own_place() -> None:
    with pytest.raises(Malformed) as fault:
        change_from_json({}, "log[3]")
    assert (fault.value.place, fault.value.code) == ("log[3]", "missing_key")
    assert fault.value.figures == {"key": "record"}


def test_ids_reach_from_one_to_what_a_double_can_count() -> None:
    assert MAX_POSITION == 9_007_199_254_740_992
    for position in (1, MAX_POSITION):
        assert change_from_json({"retract": position}) == Retract(position)
        assert change_from_json({"insert": TOLD, "before": position}) == Insert(KONG, position)
