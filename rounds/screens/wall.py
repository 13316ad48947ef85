"""流局查叫 liú jú chá jiào: the sheet for the end of the wall, and what it would come to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.cells import tiles_told
from rounds.rules.events import CalledFans, HandState, WallOut, WallState
from rounds.rules.hands import ShownHand
from rounds.rules.ledger import Entry, Reason, balances
from rounds.rules.problems import Impossible
from rounds.rules.wall_out import ready_prices
from rounds.screens.least import Least, least
from rounds.screens.moment import Moment
from rounds.screens.prices import Column, columns, per_line
from rounds.screens.showdown import Showdown
from rounds.wording import clauses, isolated, listed, say_refusal, say_tiles, short, word

OTHERS = 3
"""花猪, 没叫 and 摆牌 stand beside the numbers of fans."""


@dataclass(frozen=True, slots=True)
class Shown:
    """摆牌 bǎi pái: a ready hand that was laid out: its fields, and what it is worth by which wait."""

    fields: Mapping[str, str]
    fans: int
    multiplier: int
    wait: str


@dataclass(frozen=True, slots=True)
class WallSeat:
    """One player: the state chosen for him, as its cell is written, and what he wins or loses by all states.

    `least`: what his hand is worth by his kongs, where they count.
    """

    seat: str
    name: str
    dealer: bool
    chosen: str
    points: int | None
    shown: Shown | None
    least: Least | None


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the preview: a rule, and who pays whom by it."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Wall:
    """All that the sheet shows. `missing` names those without a state; only when it is empty can it be kept.

    `wrong`: why what is chosen cannot be. `showdown`: the pad of the player whose tiles are being laid out.
    """

    note: str
    seats: tuple[WallSeat, ...]
    columns: tuple[Column, ...]
    per_line: int
    missing: tuple[str, ...]
    wrong: str
    facts: tuple[Fact, ...]
    winners: tuple[WallSeat, ...]
    showdown: Showdown | None


def wall(moment: Moment, told: WallOut, showdown: Showdown | None = None) -> Wall:
    """The sheet with the states in `told`. Nothing is chosen beforehand: a forgotten player must not lose his kongs."""
    rules = moment.play.rules
    cols = columns(rules)
    missing = tuple(moment.name(seat) for seat in moment.play.in_play if seat not in told.hands)
    entries, wrong = ([], "") if missing else _cost(moment, told)
    net = balances(entries, moment.log.players)
    seats = {
        seat: WallSeat(
            seat,
            moment.name(seat),
            seat == moment.log.opening.dealer,
            written(told.hands.get(seat)),
            None if missing or wrong else net[seat],
            _shown(moment, seat, told.hands.get(seat)),
            least(moment, seat),
        )
        for seat in moment.log.players
    }
    return Wall(
        note=" · ".join([word(rules.ready_check), _("含根、含杠")]),
        seats=tuple(seats[seat] for seat in moment.play.in_play),
        columns=cols,
        per_line=per_line(len(cols)) if len(cols) > 4 else len(cols) + OTHERS,
        missing=missing,
        wrong=wrong,
        facts=tuple(_facts(moment, entries)),
        winners=tuple(seats[s] for s in moment.log.players if s not in moment.play.in_play and net[s] and not missing),
        showdown=showdown,
    )


def _cost(moment: Moment, told: WallOut) -> tuple[list[Entry], str]:
    """What the states come to, or why they cannot be."""
    try:
        return moment.cost(told), ""
    except Impossible as fault:
        return [], say_refusal(fault.code, fault.figures, moment.log.opening.names)


def _shown(moment: Moment, seat: str, state: HandState | None) -> Shown | None:
    """The tiles of a player, as far as they are a ready hand."""
    if state is None or not isinstance(state.hand, ShownHand):
        return None
    try:
        cost = ready_prices(moment.play, {seat: state})[seat]
    except Impossible:  # the whole sheet says why
        return Shown(tiles_told(state.hand, seat), 0, 0, "")
    return Shown(tiles_told(state.hand, seat), cost.paid_fans, cost.multiplier, say_tiles([cost.wait]))


def written(state: HandState | None) -> str:
    """A state as its cell is written: "ready:2", "ready:hand", "not_ready", "flower_pig"; "" for none."""
    match state:
        case HandState(WallState.READY, CalledFans(fans)):
            return f"ready:{fans}"
        case HandState(WallState.READY, ShownHand()):
            return "ready:hand"
        case HandState(WallState.READY):
            return "ready"
        case HandState(other):
            return other.value
    return ""


def _facts(moment: Moment, entries: Iterable[Entry]) -> Iterable[Fact]:
    """The preview: by rule, then by who pays; those who get the same sum together."""
    by_rule: dict[tuple[Reason, str, int | None], dict[str, int]] = {}
    for entry in entries:
        by_rule.setdefault((entry.reason, entry.payer, entry.about), {})[entry.payee] = entry.points
    said: set[Reason] = set()
    for (reason, payer, about), paid in by_rule.items():
        who = moment.play.kong_at(about) if about is not None else None
        name = isolated(moment.name(payer))
        start = _("{name}的{kong}").format(name=name, kong=word(who.kind)) if who else name
        yield Fact("" if reason in said else short(reason), f"{start} → {_to(moment, paid)}")
        said.add(reason)


def _to(moment: Moment, paid: dict[str, int]) -> str:
    names = {seat: isolated(moment.log.opening.names.get(seat, _("台费"))) for seat in paid}
    if len(paid) > 1 and len(set(paid.values())) == 1:
        return _("{names} 各{points}").format(names=listed(names.values()), points=next(iter(paid.values())))
    return clauses(f"{names[seat]} {points}" for seat, points in paid.items())
