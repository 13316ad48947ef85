"""What a file adds, in one sentence and as the page shows it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.imports.taking import Added
from rounds.wording import clauses

MOST_DAYS = 12


@dataclass(frozen=True, slots=True)
class Look:
    """`days`: those of the nights; of many the first and the last, and then `more` is true."""

    said: str
    nothing: bool
    days: tuple[str, ...]
    more: bool
    known: int
    known_totals: int


def look(added: Added) -> Look:
    days = tuple(sorted(set(added.days)))
    more = len(days) > MOST_DAYS
    shown = (days[0], days[-1]) if more else days
    return Look(say_added(added), added.nothing, shown, more, added.known, added.known_totals)


def say_added(added: Added) -> str:
    """新的2场（31条记录），接上1场…; what is there already is said too."""
    parts = [
        (added.nights, ngettext("新的{count}场", "新的{count}场", added.nights)),
        (added.grown, ngettext("接着打了的{count}场", "接着打了的{count}场", added.grown)),
        (added.events, ngettext("{count}条记录", "{count}条记录", added.events)),
        (added.people, ngettext("{count}个人", "{count}个人", added.people)),
        (added.houses, ngettext("{count}套自己的规矩", "{count}套自己的规矩", added.houses)),
        (added.totals, ngettext("{count}笔旧账", "{count}笔旧账", added.totals)),
    ]
    said = [text.format(count=count) for count, text in parts if count]
    if not said:
        return _("没有新的：都已经有了。")
    return _("{parts}。").format(parts=clauses(said))
