"""What phones ask for again and again: an answer that they have already costs who watches one look-up, and is 304."""

import uuid
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import get_language
from django_htmx.http import ptag

from rounds.access import Access, guard
from rounds.book.chain import state_of
from rounds.models import Right, Unbooked
from rounds.unbooked import unseen
from rounds.views.answers import is_part


def tag_of(access: Access, unbooked: Sequence[Unbooked]) -> str:
    """Says all that the table depends on: the state of the log, who asks, who scores, the language, what is 未入账."""
    where = f"elsewhere{access.held}" if access.elsewhere else "here"
    told = (state_of(access.session), access.right.word, where, get_language())
    return ".".join(map(str, (*told, *(one.pk.hex[:8] for one in unbooked))))


def _tag(request: HttpRequest, session: uuid.UUID) -> str | None:
    """A page that is opened is always answered in full; only a script has a part of it already."""
    if not is_part(request):
        return None
    access = guard(request, session, Right.WATCH)
    return tag_of(access, unseen(access.session) if access.right >= Right.SCORE else ())


polled = ptag(_tag)
"""For the view of a page about a night: nothing new since the tag that the request brings is 304."""
