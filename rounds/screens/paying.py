"""转账 zhuǎn zhàng: points that somebody pays by agreement, and the penalties that every table knows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.cells import NoSuchCell
from rounds.rules.events import POT, Transfer
from rounds.rules.ruleset import RuleSet
from rounds.screens.moment import Moment
from rounds.screens.totals import pot_name

PENALTY = "penalty"
"""The field that names the penalty which fills in the rest."""

NOTES: Mapping[str, str] = {"false_win": "诈胡", "wrong_count": "相公"}
"""The notes that they leave: the table's own word, in whatever language a phone speaks."""

LastPaid = Callable[[str], int | None]
"""What was paid for a penalty when the table had it last; None where it had none yet."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """诈胡 zhà hú or 相公 xiàng gōng: a chip that fills in the note, everybody else as payee, and what it cost last."""

    name: str
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class Payee:
    """Somebody whom a transfer can go to."""

    seat: str
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Paying:
    """The form of what `seat` pays: as it was typed, or filled in."""

    seat: str
    name: str
    penalties: tuple[Penalty, ...]
    payees: tuple[Payee, ...]
    points: str
    note: str


def paying(moment: Moment, seat: str, fields: Mapping[str, str], told: Transfer | None, last: LastPaid) -> Paying:
    """What the fields of the form say; where they say nothing, a penalty that they name, or the transfer as told.

    Raises `NoSuchCell` for a penalty that is none.
    """
    name = fields.get(PENALTY, "")
    if name and name not in NOTES:
        raise NoSuchCell(PENALTY)
    to: Iterable[str] = told.payees if told else ()
    points, note = (str(told.points), told.note) if told else ("", "")
    if name:
        to = [other for other in moment.log.players if other != seat]
        points, note = _usual(moment.play.rules, last(NOTES[name])), NOTES[name]
    elif "points" in fields:
        to = [payee for payee in (*moment.log.players, POT) if fields.get(f"to-{payee}")]
        points, note = fields["points"], fields.get("note", "")
    return Paying(
        seat=seat,
        name=moment.name(seat),
        penalties=tuple(Penalty(key, label, NOTES[key] == note) for key, label in _labels().items()),
        payees=tuple(_payees(moment, seat, set(to))),
        points=points,
        note=note,
    )


def _labels() -> Mapping[str, str]:
    return {"false_win": _("诈胡"), "wrong_count": _("相公")}


def say_penalty(note: str) -> str:
    """What the penalty is called that left this note; nothing where none did."""
    return next((label for key, label in _labels().items() if NOTES[key] == note), "")


def _usual(rules: RuleSet, last: int | None) -> str:
    """As the last time, else the dearest hand; where hands have no cap the table has to say."""
    if last:
        return str(last)
    return "" if rules.cap is None else str(rules.multiplier(rules.cap) * rules.base)


def _payees(moment: Moment, payer: str, on: set[str]) -> Iterable[Payee]:
    names = {**moment.log.opening.names, POT: pot_name()}
    return (Payee(seat, names[seat], seat in on) for seat in (*moment.log.players, POT) if seat != payer)
