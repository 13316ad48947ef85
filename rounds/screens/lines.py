"""The lines of a round's log: what happened in a few words, what it cost, and to whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from rounds.book.replay import RoundLog
from rounds.explaining import say_states
from rounds.rules.events import Fact, Kong, Leave, Transfer, WallOut, Win, WinBy
from rounds.rules.ledger import Entry, Price, Reason, balances
from rounds.rules.ruleset import Bonus
from rounds.screens.paying import say_penalty
from rounds.screens.totals import pot_name
from rounds.sentences import FACTS
from rounds.wording import brief, clauses, isolated, listed, say, say_fans, say_problem, say_step, short, word


@dataclass(frozen=True, slots=True)
class Part:
    """A few words of a line; a name is set apart, the one it is about in bold."""

    text: str
    is_name: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """What one player has won or lost."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Line:
    """One fact in the log. `points` × `payers` at the right, or `sums` of all; `problem` where it cannot have happened.

    `index` is its place among the facts that stand; `corrected` says that it was amended since it was recorded,
    `forgotten` that it was put in later; `brief` is `sub` in the few characters that fit beside the keys.
    """

    index: int
    at: datetime
    parts: tuple[Part, ...]
    sub: str
    points: int = 0
    payers: int = 1
    brief: str = ""
    sums: tuple[Sum, ...] = ()
    problem: str = ""
    corrected: bool = False
    forgotten: bool = False


def lines(log: RoundLog) -> list[Line]:
    """The facts of the round that stand, newest first."""
    by_fact: dict[int | None, list[Entry]] = {}
    for entry in log.settlement.entries:
        by_fact.setdefault(entry.event, []).append(entry)
    return [line(log, index, by_fact.get(index, [])) for index in reversed(range(len(log.facts)))]


def line(log: RoundLog, index: int, entries: Sequence[Entry]) -> Line:
    """The line of fact number `index`, which caused `entries`."""
    standing, names = log.facts[index], log.opening.names
    fact = standing.fact
    told = Line(
        index,
        log.times[standing.id],
        tuple(_parts(fact, names)),
        "",
        corrected=standing.amended_at is not None,
        forgotten=standing.forgotten,
    )
    problem = next((problem for problem in log.settlement.problems if problem.event == index), None)
    if problem:
        return replace(told, problem=say_problem(problem, names))
    first = [entry for entry in entries if entry.reason is not Reason.SIDE_BET]
    bet = sum(entry.points for entry in entries if entry.reason is Reason.SIDE_BET)
    beside = [_("叫马另付{points}").format(points=bet)] if bet else []
    sub = " · ".join([*filter(None, _sub(log, fact, first)), *beside])
    if isinstance(fact, Kong) or (isinstance(fact, Win) and len(fact.winners) == 1):
        points, payers = _gain(fact.player if isinstance(fact, Kong) else fact.winners[0].player, entries)
        return replace(
            told, sub=sub, points=points, payers=payers, brief=" ".join([*_brief(log, fact, first), *beside])
        )
    if not entries:  # one 0 instead of one for each
        return replace(told, sub=sub, brief=sub)
    net = balances(entries, log.players)
    return replace(told, sub=sub, sums=tuple(Sum(names[seat], net[seat]) for seat in log.players))


def _gain(player: str, entries: Sequence[Entry]) -> tuple[int, int]:
    """What each payer gave and how many there were, where all gave the same; else the whole sum, once."""
    gains: dict[str, int] = {}
    for entry in entries:
        if entry.payee == player:
            gains[entry.payer] = gains.get(entry.payer, 0) + entry.points
    if len(gains) > 1 and len(set(gains.values())) == 1:
        return next(iter(gains.values())), len(gains)
    return sum(gains.values()), 1


def one_line(fact: Fact, names: Mapping[str, str]) -> str:
    """What the line of a fact says, as text: "李四 胡 张三 点炮"."""
    return " ".join(isolated(part.text) if part.is_name else part.text for part in _parts(fact, names))


def _parts(fact: Fact, names: Mapping[str, str]) -> Iterable[Part]:
    match fact:
        case Kong(player, kind, feeder):
            yield Part(names[player], is_name=True, bold=True)
            yield Part(short(kind))
            if feeder:
                yield Part(names[feeder], is_name=True)
                yield Part(_("打的"))
        case Win():
            yield from _win_parts(fact, names)
        case WallOut():
            yield Part(_("流局"), bold=True)
        case Leave(player):
            yield Part(names[player], is_name=True, bold=True)
            yield Part(_("离开"))
        case Transfer(payer, payees, note=note):
            yield Part(names[payer], is_name=True, bold=True)
            if penalty := say_penalty(note):
                yield Part(penalty)
                return
            yield Part(_("付"))
            yield Part(listed(names.get(payee, pot_name()) for payee in payees), is_name=True)


def _win_parts(win: Win, names: Mapping[str, str]) -> Iterable[Part]:
    yield Part(listed(names[winner.player] for winner in win.winners), is_name=True, bold=True)
    if win.by is WinBy.SELF_DRAW:
        yield Part(word(WinBy.SELF_DRAW))
        if win.after_kong:
            yield Part(_("杠上花"))
        return
    yield Part(say(FACTS["hu"], {}))
    yield Part(names[win.discarder or ""], is_name=True)
    if win.by is WinBy.ROBBED_KONG:
        yield Part(_("抢杠"))
    else:
        yield Part(brief(Bonus.SHOOT_AFTER_KONG) if win.after_kong else word(WinBy.DISCARD))


def _sub(log: RoundLog, fact: Fact, entries: Sequence[Entry]) -> Iterable[str]:
    """The second line: how the price came about, or who paid."""
    match fact:
        case Kong(robbed=True):
            yield _("被抢，不算")
        case Kong():
            yield _payers(entries, log.opening.names) or _("不收钱")
        case Win():
            yield from _win_sub(fact, entries)
        case Transfer(payees=payees, note=note):
            if say_penalty(note):
                names = (log.opening.names.get(payee, pot_name()) for payee in payees)
                yield _("付给{names}").format(names=listed(map(isolated, names)))
            else:
                yield note or _("说好的")
        case Leave():
            yield _payers(entries, log.opening.names) or _("不用付")
        case WallOut() as wall:
            yield say_states(log, wall)


def _brief(log: RoundLog, fact: Kong | Win, entries: Sequence[Entry]) -> Iterable[str]:
    """What those at the table paid, in few characters."""
    if isinstance(fact, Kong):
        same = len(entries) > 1 and len({entry.points for entry in entries}) == 1
        each = {2: _("两家各付{points}"), 3: _("三家各付{points}")}
        if same:
            yield each[len(entries)].format(points=entries[0].points)
        else:
            yield from _sub(log, fact, entries)
        return
    price = next((entry.why.price for entry in entries if entry.reason is Reason.WIN), None)
    if price:
        yield f"{price.paid_fans}番×{price.multiplier}"
    yield from list(_win_sub(fact, entries))[1:]


def _payers(entries: Sequence[Entry], names: Mapping[str, str]) -> str:
    """ "李四、王五 各付1" — those who pay the same together."""
    by_points: dict[int, list[str]] = {}
    for entry in sorted(entries, key=lambda entry: entry.payer):
        by_points.setdefault(entry.points, []).append(names[entry.payer])
    groups = []
    for points, payers in by_points.items():
        text = _("{names} 各付{points}") if len(payers) > 1 else _("{names} 付{points}")
        groups.append(text.format(names=listed(isolated(payer) for payer in payers), points=points))
    return clauses(groups)


def _win_sub(win: Win, entries: Sequence[Entry]) -> Iterable[str]:
    prices = {entry.payee: entry.why.price for entry in entries if entry.reason is Reason.WIN}
    yield " / ".join(short_price(price) for price in prices.values() if price)
    extra = next((entry.points for entry in entries if entry.reason is Reason.SELF_DRAW), 0)
    if extra:
        yield _("加底{points}").format(points=extra)
    if moved := sum(entry.points for entry in entries if entry.reason is Reason.KONG_TRANSFER):
        yield _("转移{points}").format(points=moved)
    if back := sum(entry.points for entry in entries if entry.reason is Reason.KONG_REFUND):
        yield _("退回{points}").format(points=back)


def short_price(price: Price) -> str:
    """ "3番×8 · 清一色2番 + 根1番": the paid fans first, then where they come from."""
    capped = _("封顶") if price.paid_fans < price.fans else ""
    total = f"{price.paid_fans}番×{price.multiplier}{capped}"
    if len(price.steps) == 1:
        what = price.steps[0].what
        return total if what == "called" else f"{total} · {say_fans(price.steps[0])}"
    return f"{total} · " + " + ".join(say_step(step) for step in price.steps)
