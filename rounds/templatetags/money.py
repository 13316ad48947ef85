"""How money is written: exact to the smallest unit of its currency; won or lost always with a sign."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rounds.money import CURRENCIES

register = template.Library()


@register.filter
def cash(amount: int, currency: str) -> str:
    """A sum to hand over, which has no sign: 0.50元, or 9分 where points are worth nothing."""
    return CURRENCIES[currency].say(amount)


@register.simple_tag
def money(amount: int, currency: str) -> SafeString:
    """Money won or lost as a page shows it, in cells whose row says the unit: {% money 1950 "CNY" %} is +19.50."""
    kind, sign = ("plus", "+") if amount > 0 else ("minus", "−") if amount < 0 else ("zero", "")
    return format_html('<span class="{}">{}{}</span>', kind, sign, CURRENCIES[currency].digits(amount))
