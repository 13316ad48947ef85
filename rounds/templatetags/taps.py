"""The fields that make a form a tap: its key, and the state of the log that it was made on."""

import secrets

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rounds.book.chain import state_of
from rounds.models import Session

register = template.Library()


@register.simple_tag
def tap_fields(session: Session) -> SafeString:
    """Hidden fields for a form that writes. Where scripts run they put a key of their own in, saved before sending, and
    count what is unsent to the position."""
    told = {"key": secrets.token_urlsafe(16), "position": session.position, "seen": state_of(session)}
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', told.items())
