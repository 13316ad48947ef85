"""How several words are told one after the other."""

from collections.abc import Iterable

from django import template

from rounds.wording import isolated
from rounds.wording import listed as list_of

register = template.Library()


@register.filter
def listed(names: Iterable[str]) -> str:
    """Names in a sentence: 张三、李四."""
    return list_of(map(isolated, names))
