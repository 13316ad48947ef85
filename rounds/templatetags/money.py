"""How money is written: yuan, always with a sign, exact to the fen."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FEN = 100
"""The smallest unit in a yuan."""


@register.filter
def yuan(fen: int) -> str:
    """Fen as yuan without a sign: 1,284, 0.50."""
    whole, part = divmod(abs(fen), FEN)
    return f"{whole:,}.{part:02}" if part else f"{whole:,}"


@register.simple_tag
def money(fen: int) -> SafeString:
    """Money won or lost as a page shows it: {% money 1950 %} is +19.50."""
    kind, sign = ("plus", "+") if fen > 0 else ("minus", "−") if fen < 0 else ("zero", "")
    return format_html('<span class="{}">{}{}</span>', kind, sign, yuan(fen))
