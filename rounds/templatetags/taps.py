"""The fields that make a form a tap: its key, and the position of the log that it was made on."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def tap_fields(position: int) -> SafeString:
    """Hidden fields for a form that writes. Where scripts run they put a key of their own in, saved before sending."""
    fields = '<input type="hidden" name="key" value="{}"><input type="hidden" name="position" value="{}">'
    return format_html(fields, secrets.token_urlsafe(16), position)
