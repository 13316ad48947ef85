"""What a hand on the pad is: won with so many fans, waiting for these tiles, or why it is neither."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.rules.events import WallState
from rounds.rules.hands import COMPLETE, WAITING, ShownHand
from rounds.rules.ledger import Price
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.play import Play
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, KongKind, ReadyCheck, RuleSet
from rounds.rules.scoring import Worth, bonus_fans, kinds_shown, price, wait_worths, win_worth
from rounds.rules.tiles import Suit
from rounds.screens.laying import Room
from rounds.screens.reading import Face, Groups, as_read, faces
from rounds.wording import brief, say_refusal, say_step, word


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose hand it is: at a table `player` with the kongs he made in `play`; else anybody's, as its tiles show it."""

    rules: RuleSet
    play: Play | None = None
    player: str = ""
    names: Mapping[str, str] | None = None
    bonuses: tuple[Bonus, ...] = ()
    luck: tuple[Pattern, ...] = ()

    def kongs(self, hand: ShownHand) -> Sequence[KongKind]:
        return self.play.kinds_of(self.player) if self.play else kinds_shown(hand)

    def price(self, hand: ShownHand) -> Price:
        """What the hand costs by itself, without what the event adds; raises `Impossible`."""
        self.check(hand)
        extra = bonus_fans(self.rules, self.bonuses)
        return price(self.rules, self.player, hand, self.kongs(hand), extra, self.luck)

    def check(self, hand: ShownHand) -> None:
        """Raises `Impossible` where the log knows other kongs."""
        if self.play:
            self.play.need_same_kongs(self.player, hand)

    def say(self, fault: Impossible) -> str:
        """Why it is no hand: about a player at a table, else in fewer words."""
        short = {
            "three_suits": _("三门都有，没缺一门"),
            "void_suit_held": _("定缺的那门还有，是花猪"),
            "not_complete": _("没胡：凑不成四副牌加一对，也不是七对"),
        }
        if not self.names and fault.code in short:
            return short[fault.code]
        return say_refusal(fault.code, fault.figures, self.names or {"": _("这副牌")})


@dataclass(frozen=True, slots=True)
class Wait:
    """叫 jiào: a tile that the hand waits for, and what it is with it. `best` and `worst` where waits differ."""

    face: Face
    pattern: str
    fans: int
    times: int
    capped: bool
    best: bool = False
    worst: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """`name` in large with what it is worth (`steps`, ×`times`) or, where that is open, `note`.

    `waits` of a hand of 13; `groups`: the tiles in hand as they are read; `winning` is the tile that came last.
    `state`: how its owner stands at the end of the wall, if this tells it.
    """

    groups: Groups
    name: str = ""
    steps: str = ""
    times: int | None = None
    note: str = ""
    waits: tuple[Wait, ...] = ()
    winning: str = ""
    state: WallState | None = None

    @property
    def faces(self) -> tuple[tuple[Face, ...], ...]:
        """The tiles in hand as they are drawn."""
        return faces(self.groups, self.winning)


def verdict(holder: Holder, hand: ShownHand, room: Room) -> Verdict:
    """What the hand is by the rules of its holder."""
    if room.all_awaited(hand):
        return Verdict((hand.concealed,), note=_("先说杠的是哪张"))
    try:
        if hand.count == COMPLETE and room.most == COMPLETE:
            return _won(holder, hand)
        if hand.count == WAITING:
            holder.check(hand)
            return _waiting(holder, hand)
    except Impossible as fault:
        return Verdict((hand.concealed,), note=holder.say(fault), winning=_newest(hand))
    note = _count(hand, room) if holder.play else _count_for_nobody(hand, room)
    return Verdict((hand.concealed,), note=note, state=_pig(holder, hand))


def _newest(hand: ShownHand) -> str:
    return hand.concealed[-1] if hand.concealed and hand.count == COMPLETE else ""


def _count(hand: ShownHand, room: Room) -> str:
    missing = room.most - hand.count
    if missing < 0:
        return _("多了{count}张").format(count=-missing)
    return _("还差{count}张").format(count=missing)


def _count_for_nobody(hand: ShownHand, room: Room) -> str:
    """Where a hand is laid out for its own sake, one that waits is as good as one that is won."""
    if hand.count > WAITING:
        return _count(hand, room)
    return _("摆13张看听什么，摆14张看几番，还差{count}张").format(count=WAITING - hand.count)


def _pig(holder: Holder, hand: ShownHand) -> WallState | None:
    """A flower pig is one before all of its tiles are on the pad."""
    return WallState.FLOWER_PIG if hand.is_pig(holder.rules.void_suit) else None


def _won(holder: Holder, hand: ShownHand) -> Verdict:
    cost = holder.price(hand)
    pattern = Pattern(cost.steps[0].what)
    return Verdict(
        groups=as_read(hand, _shape(holder, hand, pattern)),
        name=word(pattern),
        steps=_steps(cost),
        times=cost.multiplier,
        winning=_newest(hand),
    )


def _shape(holder: Holder, hand: ShownHand, pattern: Pattern) -> Pattern:
    """What the tiles are, where luck gave the name."""
    worth = win_worth(holder.rules, hand, holder.kongs(hand)) if pattern in LUCK else None
    return worth.pattern if worth else pattern


def _steps(cost: Price) -> str:
    """ "清一色2番 + 暗杠×2 2番 = 4番 封顶": where the fans come from."""
    capped = f" {_('封顶')}" if cost.paid_fans < cost.fans else ""
    total = _("{fans}番").format(fans=cost.fans) + capped
    if len(cost.steps) == 1:
        return total
    apart = map(say_step, cost.steps)
    return f"{' + '.join(apart)} = {total}"


def _waiting(holder: Holder, hand: ShownHand) -> Verdict:
    worths = wait_worths(holder.rules, hand, holder.kongs(hand))
    if not worths:
        state = _pig(holder, hand) or WallState.NOT_READY
        return Verdict((hand.concealed,), name=word(state), note=_why_not(hand, state), state=state)
    fans = [holder.rules.paid_fans(worth.fans) for worth in worths.values()]
    waits = tuple(_wait(holder.rules, tile, worth, fans) for tile, worth in worths.items())
    paid = min(fans) if holder.rules.ready_check is ReadyCheck.WORST else max(fans)
    return Verdict(
        (hand.concealed,),
        name=ngettext("听{count}张", "听{count}张", len(waits)).format(count=len(waits)),
        steps=_range(holder.rules, min(fans), max(fans)),
        times=holder.rules.multiplier(paid),
        waits=waits,
        state=WallState.READY,
    )


def _why_not(hand: ShownHand, state: WallState) -> str:
    if state is WallState.NOT_READY:
        return _("哪张来了都不胡")
    if hand.void_suit in hand.suits:
        return _("定缺{suit}，{suit}还有").format(suit=word(hand.void_suit or Suit.CHARACTERS))
    return _("三门都有")


def _range(rules: RuleSet, least: int, most: int) -> str:
    """The least and the most that it is worth; which of them is paid at the end of the wall."""
    if least == most:
        return _("{fans}番").format(fans=most)
    both = _("最大{most}番×{more}，最小{least}番×{less}")
    told = both.format(most=most, more=rules.multiplier(most), least=least, less=rules.multiplier(least))
    return told if rules.ready_check is ReadyCheck.NONE else f"{told} · {word(rules.ready_check)}"


def _wait(rules: RuleSet, tile: str, worth: Worth, fans: Sequence[int]) -> Wait:
    paid, differ = rules.paid_fans(worth.fans), len(set(fans)) > 1
    return Wait(
        Face(tile),
        brief(worth.pattern),
        paid,
        rules.multiplier(paid),
        paid < worth.fans,
        best=differ and paid == max(fans),
        worst=differ and paid == min(fans),
    )
