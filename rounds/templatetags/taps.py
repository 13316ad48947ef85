"""The fields that make a form a tap: its key, and the state of the log that it was made on."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rounds.book.chain import state_of
from rounds.models import Session

register = template.Library()


@register.simple_tag
def tap_fields(session: Session) -> SafeString:
    """Hidden fields for a form that writes. Where scripts run they put a key of their own in, saved before sending, and
    count what is unsent to the position."""
    fields = '<input type="hidden" name="key" value="{}"><input type="hidden" name="position" value="{}">'
    fields += '<input type="hidden" name="seen" value="{}">'
    return format_html(fields, secrets.token_urlsafe(16), session.position, state_of(session))
