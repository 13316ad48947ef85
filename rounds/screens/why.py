"""Why one line of the log paid what it paid: the fans step by step, and each payment with its reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.replay import RoundLog
from rounds.explaining import explain
from rounds.rules.events import POT, Fact, Leave, WallOut, Win
from rounds.rules.hands import COMPLETE, ShownHand
from rounds.rules.ledger import Entry, Price, Reason, balances
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.screens.changes import Changed, changed
from rounds.screens.lines import Line, Sum, line
from rounds.screens.reading import Face, Meld, as_read, faces, in_order, melds
from rounds.wording import say_fans, say_tiles, say_why, word


@dataclass(frozen=True, slots=True)
class Step:
    """One source of fans."""

    what: str
    fans: int


@dataclass(frozen=True, slots=True)
class Hand:
    """What one hand is worth: its steps, their sum, and what the cap leaves of it.

    `melds` and `groups` are its tiles, if it was shown, and `wait` the tile that a ready one was valued with.
    """

    name: str
    steps: tuple[Step, ...]
    fans: int
    multiplier: int
    note: str
    melds: tuple[Meld, ...]
    groups: tuple[tuple[Face, ...], ...]
    wait: str


@dataclass(frozen=True, slots=True)
class Payment:
    """One entry: who pays whom, in a few words why, how many points."""

    payer: str
    payee: str
    why: str
    points: int


@dataclass(frozen=True, slots=True)
class Why:
    """All that the explanation of one line shows; `sentences` say it whole, `changed` what was done to it since."""

    number: int
    index: int
    line: Line
    sentences: tuple[str, ...]
    hands: tuple[Hand, ...]
    payments: tuple[Payment, ...]
    sums: tuple[Sum, ...]
    changed: Changed
    of_one: bool

    @property
    def names_hands(self) -> bool:
        """Is it to be said whose each hand is? Not of a win of one player, whom the title names."""
        return bool(self.hands) and not self.of_one


def why(log: RoundLog, number: int, index: int) -> Why:
    """The explanation of fact number `index` of round `number`."""
    entries = [entry for entry in log.settlement.entries if entry.event == index]
    fact = log.facts[index].fact
    names = {**log.opening.names, POT: _("台费")}
    net = balances(entries, log.players)
    return Why(
        number=number,
        index=index,
        line=line(log, index, entries),
        sentences=explain(log, index),
        hands=tuple(_hands(log.opening.rules, names, _shown(fact), entries)),
        payments=tuple(
            Payment(names[entry.payer], names[entry.payee], _pay_why(entry), entry.points) for entry in entries
        ),
        sums=tuple(Sum(names[seat], points) for seat, points in net.items()),
        changed=changed(log, log.facts[index].id),
        of_one=isinstance(fact, Win) and len(fact.winners) == 1,
    )


def _shown(fact: Fact) -> Mapping[str, ShownHand]:
    """The hands that were shown as tiles."""
    match fact:
        case Win(winners=winners):
            return {won.player: won.hand for won in winners if isinstance(won.hand, ShownHand)}
        case WallOut(hands) | Leave(hands=hands) if hands:
            return {player: state.hand for player, state in hands.items() if isinstance(state.hand, ShownHand)}
    return {}


def _hands(
    rules: RuleSet, names: dict[str, str], shown: Mapping[str, ShownHand], entries: Sequence[Entry]
) -> Iterable[Hand]:
    """The hands that were paid for, each once."""
    prices = {entry.payee: entry.why.price for entry in entries if entry.why.price}
    for payee, price in prices.items():
        hand = shown.get(payee)
        yield Hand(
            name=names[payee],
            steps=tuple(
                Step(_("报的番数") if step.what == "called" else say_fans(step), step.fans) for step in price.steps
            ),
            fans=price.fans,
            multiplier=price.multiplier,
            note=_cap_note(rules, price),
            melds=melds(hand) if hand else (),
            groups=_read(hand, price) if hand else (),
            wait=say_tiles([price.wait]) if price.wait else "",
        )


def _read(hand: ShownHand, price: Price) -> tuple[tuple[Face, ...], ...]:
    """The tiles in hand as they were read; those of a hand that waits in their order."""
    if hand.count != COMPLETE:
        return faces((in_order(hand.concealed),))
    return faces(as_read(hand, Pattern(price.steps[0].what)), hand.concealed[-1])


def _cap_note(rules: RuleSet, price: Price) -> str:
    if rules.cap is None:
        return _("不封顶")
    cap = _("{fans}番×{times}").format(fans=rules.cap, times=rules.multiplier(rules.cap))
    return (_("封顶 {cap}") if price.fans >= rules.cap else _("没到封顶 {cap}")).format(cap=cap)


def _pay_why(entry: Entry) -> str:
    price = entry.why.price
    if price and entry.reason in (Reason.WIN, Reason.READY_CHECK):
        times = _("底{base}×{times}").format(base=price.base, times=price.multiplier)
        waited = _("听{tile}").format(tile=say_tiles([price.wait])) if price.wait else _("查叫")
        return times if entry.reason is Reason.WIN else f"{waited} {times}"
    if entry.why.kong:
        kong = word(KongKind(entry.why.kong))
        what = {Reason.KONG_TRANSFER: _("转移"), Reason.KONG_REFUND: _("退回")}.get(entry.reason, "")
        times = _("底{base}×{times}").format(base=entry.why.base, times=entry.why.times)
        return f"{what} {kong}" if what else f"{kong} {times}"
    return say_why(entry.reason, entry.why)
