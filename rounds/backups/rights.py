"""What opens after a restore: nothing that did not open before it.

A backup knows the links of its day. Some of them were ended since: by 收回 or 换人记分, because a phone was lost, or
a code to watch had gone too far. Who has ended one was promised that it opens nothing any more, and a restore does not
take that back. So of the links in the backup those stay open that are open in the database that it replaces. Where
that cannot be read, or there is none, nobody can say which these are, and all of them end: to scan a code anew costs
a minute, a stranger who scores costs the evening. That holds for links to watch too, which show names and money.

What is lost by this is given anew, where only those see it who may: each night that had a link to watch gets another
(二维码), each club that nobody owns any more gets an owner's link, which the command prints. Scoring goes back to the
owner, who hands it over again.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from rounds.links import new_link
from rounds.models import AccessLink, Club, Right


def open_links() -> set[str]:
    """The digests of those that open something in the database in use."""
    return set(AccessLink.objects.filter(revoked_at=None).values_list("digest", flat=True))


def give_anew(at: datetime) -> list[AccessLink]:
    """Links to watch in the place of those that ended at that moment, and to own each club that nobody owns; gives the
    latter. What was brought back may be of an earlier version, in which nights have other columns."""
    alive = AccessLink.objects.filter(revoked_at=None)
    watched = alive.filter(session=OuterRef("session"), right=Right.WATCH.word)
    owned = alive.filter(club=OuterRef("pk"), right=Right.OWN.word)
    with transaction.atomic(durable=True):
        ended = AccessLink.objects.filter(revoked_at=at, right=Right.WATCH.word).exclude(Exists(watched))
        clubs = {link.session_id: link.club for link in ended.select_related("club")}
        watching = [new_link(club, Right.WATCH, None, at) for club in clubs.values()]
        for link, night in zip(watching, clubs, strict=True):
            link.session_id = night
        owning = [new_link(club, Right.OWN, None, at) for club in Club.objects.exclude(Exists(owned)).order_by("name")]
        AccessLink.objects.bulk_create([*watching, *owning])
    return owning
