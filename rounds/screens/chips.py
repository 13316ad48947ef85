"""杠上 gàng shàng, 抢杠 qiǎng gàng, 海底 …: the chips of a sheet, and what a tap on each makes of the others."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.cells import AFTER_KONG, ROBBED_KONG, SAID_BONUSES, Choice, tiles_told, unfit_flags
from rounds.rules.events import CalledFans, CalledPattern, Kong
from rounds.rules.hands import ShownHand
from rounds.rules.judge import ADDED_LATER
from rounds.rules.patterns import LUCK, Pattern
from rounds.screens.moment import Moment
from rounds.screens.pad import Desk
from rounds.wording import short

VARIANTS = ("", AFTER_KONG, ROBBED_KONG)
"""What the two chips that are used most can say: a grid for each is in the page, so that a tap needs no answer."""


@dataclass(frozen=True, slots=True)
class Chip:
    """杠上, 抢杠, 海底 …: on, or likely because of what was recorded last.

    `then` are the flags after a tap on it, `query` is the sheet as it is then.
    """

    flag: str
    label: str
    on: bool
    then: str
    query: str
    likely: bool = False


def states(choice: Choice) -> list[str]:
    """The states of 杠上 and 抢杠 to show prices for, with the other chips as they are.

    Beside the pad there is one: a sheet would have three pads.
    """
    if choice.tiles is not None:
        return [written(choice.flags)]
    others = choice.flags - {AFTER_KONG, ROBBED_KONG}
    return [written(others | ({variant} if variant else set())) for variant in VARIANTS]


def written(flags: Iterable[str]) -> str:
    """Flags as a field tells them."""
    return ",".join(sorted(flags))


def read_flags(flags: str) -> frozenset[str]:
    """What `written` wrote."""
    return frozenset(flag for flag in flags.split(",") if flag)


def query(choice: Choice, laid: Desk | None) -> str:
    """A choice as an address tells it, and `read_choice` reads it."""
    told: dict[str, object] = {"flags": written(choice.flags)}
    match choice.hand:
        case CalledPattern(pattern, roots):
            told |= {"pattern": pattern.value, "roots": roots}
        case CalledFans(fans):
            told["fans"] = fans
        case ShownHand() if laid:
            told |= {**tiles_told(laid.hand), **laid.view.told()}
    return urlencode(told, safe=",")


def chips(moment: Moment, choice: Choice, laid: Desk | None) -> tuple[Chip, ...]:
    """A chip that is likely is outlined, never lit: the log knows no discards, the kong may be ten turns old."""
    kong = moment.last if isinstance(moment.last, Kong) and not moment.last.robbed else None
    robbable = kong is not None and kong.kind in ADDED_LATER and kong.player != choice.seat
    return (
        _chip(choice, laid, AFTER_KONG, _("杠上"), kong is not None),
        _chip(choice, laid, ROBBED_KONG, _("抢杠"), robbable),
    )


def bonus_chips(moment: Moment, choice: Choice, laid: Desk | None) -> Iterable[Chip]:
    """What else the table has to say, if it earns something: 海底, 绝张 …; beside tiles 天胡 and 地胡, not 门清."""
    rules, unfit = moment.play.rules, unfit_flags(choice.hand)
    for bonus in SAID_BONUSES:
        if rules.bonus_fans[bonus] and bonus not in unfit:
            yield _chip(choice, laid, bonus.value, short(bonus))
    for pattern in LUCK:
        told = pattern in choice.flags or may_be(moment, choice.seat, pattern)
        if pattern in rules.patterns and pattern not in unfit and told:
            yield _chip(choice, laid, pattern.value, short(pattern))


def may_be(moment: Moment, seat: str, pattern: Pattern) -> bool:
    """天胡 tiān hú is the dealer's alone, 地胡 dì hú that of the others; every other pattern anybody's."""
    deals = seat == moment.log.opening.dealer
    return {Pattern.HEAVENLY: deals, Pattern.EARTHLY: not deals}.get(pattern, True)


RIVALS = ({AFTER_KONG, ROBBED_KONG}, set(LUCK))
"""Chips that put each other out."""


def _chip(choice: Choice, laid: Desk | None, flag: str, label: str, likely: bool = False) -> Chip:
    """A chip and what a tap on it makes of the others."""
    rivals = next((rivals for rivals in RIVALS if flag in rivals), {flag})
    on = flag in choice.flags
    then = choice.flags - rivals if on else (choice.flags - rivals) | {flag}
    return Chip(flag, label, on, written(then), query(replace(choice, flags=then), laid), likely and not on)
