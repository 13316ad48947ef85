"""The log of a round: what was recorded, and what was changed about it since. Nothing is ever taken out of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rounds.rules.events import Fact, Kong, Win, fact_from_json, fact_to_json
from rounds.rules.strict import Malformed, read_int, read_map, read_object

MAX_POSITION = 2**53


@dataclass(frozen=True, slots=True)
class Record:
    """记 jì: a fact, after all others."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Insert:
    """补记 bǔ jì: a fact that was forgotten, before the fact `before`."""

    fact: Fact
    before: int


@dataclass(frozen=True, slots=True)
class Append:
    """补记 bǔ jì: a fact that was forgotten, after all others: in a round, or a night, that is over."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Amend:
    """更正 gēng zhèng: what the fact `target` should have said."""

    fact: Fact
    target: int


@dataclass(frozen=True, slots=True)
class Retract:
    """作废 zuò fèi: the fact `target` never happened."""

    target: int


Change = Record | Insert | Append | Amend | Retract


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log: its position, and the changes it makes together, or the position of the step it undoes.

    A fact is known by the position of the step that brought it; so a step brings at most one new fact.
    """

    position: int
    changes: tuple[Change, ...] = ()
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A fact that stands: its id, what it says now, the position of its last correction, and if it was 补记.

    一炮多响: that somebody else won on the same tile too completes a win and corrects nothing; nor does 抢杠, that a
    kong was robbed after all, which follows from the win.
    """

    id: int
    fact: Fact
    amended_at: int | None = None
    forgotten: bool = False


def standing(steps: Iterable[Step]) -> tuple[Standing, ...]:
    """The facts that stand, in order of play. A step that was undone does nothing.

    Raises LookupError when a change names a fact that does not stand there.
    """
    log = list(steps)
    undone = {step.undoes for step in log if step.undoes is not None}
    facts: list[Standing] = []
    for step in log:
        if step.position not in undone:
            for change in step.changes:
                _apply(facts, step.position, change)
    return tuple(facts)


def _apply(facts: list[Standing], position: int, change: Change) -> None:
    match change:
        case Record(fact):
            facts.append(Standing(position, fact))
        case Append(fact):
            facts.append(Standing(position, fact, forgotten=True))
        case Insert(fact, before):
            facts.insert(_find(facts, before), Standing(position, fact, forgotten=True))
        case Amend(fact, target):
            index = _find(facts, target)
            old = facts[index]
            follows = completes(old.fact, fact) or is_robbed_now(old.fact, fact)
            facts[index] = replace(old, fact=fact, amended_at=old.amended_at if follows else position)
        case retract:
            del facts[_find(facts, retract.target)]


def completes(old: Fact, new: Fact) -> bool:
    """Does the new fact only name further winners of the same win?"""
    if not isinstance(old, Win) or not isinstance(new, Win):
        return False
    return len(new.winners) > len(old.winners) and replace(new, winners=new.winners[: len(old.winners)]) == old


def is_robbed_now(old: Fact, new: Fact) -> bool:
    """抢杠 qiǎng gàng: does the new fact only say that the same kong was robbed, or was not?"""
    return isinstance(old, Kong) and isinstance(new, Kong) and replace(old, robbed=new.robbed) == new


def _find(facts: list[Standing], target: int) -> int:
    for index, fact in enumerate(facts):
        if fact.id == target:
            return index
    raise LookupError(f"no fact {target} stands")


def change_to_json(change: Change) -> dict[str, object]:
    """The change as it is stored: the fact in the form of xuezhan-round/1, other facts by their ids."""
    match change:
        case Record(fact):
            return {"record": fact_to_json(fact)}
        case Insert(fact, before):
            return {"insert": fact_to_json(fact), "before": before}
        case Append(fact):
            return {"append": fact_to_json(fact)}
        case Amend(fact, target):
            return {"amend": fact_to_json(fact), "target": target}
        case retract:
            return {"retract": retract.target}


def change_from_json(value: object, place: str = "change") -> Change:
    """The change that `change_to_json` wrote; raises `Malformed`."""
    told = read_map(value, place)
    if "record" in told:
        return Record(_fact(read_object(told, place, ("record",)), "record", place))
    if "append" in told:
        return Append(_fact(read_object(told, place, ("append",)), "append", place))
    if "insert" in told:
        return Insert(*_fact_and_id(told, place, "insert", "before"))
    if "amend" in told:
        return Amend(*_fact_and_id(told, place, "amend", "target"))
    if "retract" in told:
        return Retract(_id(read_object(told, place, ("retract",)), "retract", place))
    raise Malformed(place, "missing_key", key="record")


def _fact_and_id(told: Mapping[str, object], place: str, fact: str, other: str) -> tuple[Fact, int]:
    read = read_object(told, place, (fact, other))
    return _fact(read, fact, place), _id(read, other, place)


def _fact(told: Mapping[str, object], key: str, place: str) -> Fact:
    return fact_from_json(told[key], f"{place}.{key}")


def _id(told: Mapping[str, object], key: str, place: str) -> int:
    return read_int(told[key], f"{place}.{key}", 1, MAX_POSITION)
