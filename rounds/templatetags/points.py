"""How points are written: always with a sign, tabular, never by colour alone."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """Points won or lost as text: +1,284, −40, 0."""
    return f"{points:+,}".replace("-", "−") if points else "0"


@register.filter
def plain(points: int) -> str:
    """A price or a sum to hand over, which has no sign: 1,284."""
    return f"{points:,}"


@register.filter
def digits(points: int) -> int:
    """How many digits a sum has, for the class that sets long ones smaller; 7 stands for all that are longer."""
    return min(len(str(abs(points))), 7)


@register.simple_tag
def points(value: int) -> SafeString:
    """Points won or lost as a page shows them: {% points 28 %}."""
    kind = "plus" if value > 0 else "minus" if value < 0 else "zero"
    return format_html('<span class="{}">{}</span>', kind, signed(value))
