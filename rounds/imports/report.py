"""What a file adds, in one sentence and as the page shows it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.imports.taking import Added
from rounds.wording import clauses

MOST_DAYS = 12


@dataclass(frozen=True, slots=True)
class Look:
    """`days`: those of the nights; of many the first and the last, and then `more` is true. `replaced` and `uneven`:
    a sentence each, of many the first, and `mark` as `take_totals` asks for it."""

    said: str
    nothing: bool
    days: tuple[str, ...]
    more: bool
    known: int
    known_totals: int
    replaced: tuple[str, ...]
    uneven: tuple[str, ...]
    mark: str


def look(added: Added) -> Look:
    days = tuple(sorted(set(added.days)))
    more = len(days) > MOST_DAYS
    shown = (days[0], days[-1]) if more else days
    return Look(
        said=say_added(added),
        nothing=added.nothing,
        days=shown,
        more=more,
        known=added.known,
        known_totals=added.known_totals,
        replaced=say_replaced(added),
        uneven=say_uneven(added),
        mark=added.mark,
    )


def say_replaced(added: Added) -> tuple[str, ...]:
    """2024-01-31 张三：12分换成13分, of each that other points take the place of."""
    said = _("{date} {name}：{before}分换成{after}分")
    return _first(
        said.format(date=one.day, name=one.name, before=one.before, after=one.after) for one in added.replaced
    )


def say_uneven(added: Added) -> tuple[str, ...]:
    """What the points of a day come to where it is not 0: somebody is missing, or a number is wrong."""
    said = _("{date} 各人加起来是{points}分，不是0：看看少了谁，或者哪个写错了")
    return _first(said.format(date=day, points=points) for day, points in added.uneven.items())


def _first(sentences: Iterable[str]) -> tuple[str, ...]:
    said = tuple(sentences)
    return said if len(said) <= MOST_DAYS else (*said[:MOST_DAYS], "…")


def say_added(added: Added) -> str:
    """新的2场（31条记录），接上1场…; what is there already is said too."""
    parts = [
        (added.nights, ngettext("新的{count}场", "新的{count}场", added.nights)),
        (added.grown, ngettext("接着打了的{count}场", "接着打了的{count}场", added.grown)),
        (added.events, ngettext("{count}条记录", "{count}条记录", added.events)),
        (added.people, ngettext("{count}个人", "{count}个人", added.people)),
        (added.houses, ngettext("{count}套自己的规矩", "{count}套自己的规矩", added.houses)),
        (added.totals, ngettext("{count}笔旧账", "{count}笔旧账", added.totals)),
        (len(added.replaced), ngettext("换掉{count}笔旧账", "换掉{count}笔旧账", len(added.replaced))),
    ]
    said = [text.format(count=count) for count, text in parts if count]
    if not said:
        return _("没有新的：都已经有了。")
    return _("{parts}。").format(parts=clauses(said))
