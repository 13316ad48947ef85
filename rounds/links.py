"""The secrets of access links: made, shown again, recognised."""

import base64
import hashlib
import secrets
from datetime import datetime

from django.utils.crypto import salted_hmac

from rounds.book.chain import digest
from rounds.models import AccessLink, Club, Right, Session

TOKEN_BYTES = 20
"""160 bits: beyond guessing, and 32 letters without padding."""


NONCE_LENGTH = 32
"""Letters of a nonce, hexadecimal: 128 bits."""


def mark_of(*asked: str) -> str:
    """What the nonce of a link begins with that a tap asked for: by it the same tap, come again, finds its link."""
    return digest(asked)[: NONCE_LENGTH // 2]


def new_link(club: Club, right: Right, session: Session | None, at: datetime, mark: str = "") -> AccessLink:
    """A link with a fresh secret, not saved yet; its nonce begins with the `mark` and is drawn from there on.

    So a tap that comes again after a backup was restored, which does not know the link that it made, makes another
    one: who held the first stays outside.
    """
    nonce = (mark + secrets.token_hex(NONCE_LENGTH // 2))[:NONCE_LENGTH]
    link = AccessLink(club=club, session=session, right=right.word, nonce=nonce, created_at=at)
    link.digest = token_digest(link_token(link))
    return link


def link_token(link: AccessLink) -> str:
    """The secret of a link, as it stands in its address: 32 lower-case letters and digits."""
    mac = salted_hmac("rounds.links", link.nonce, algorithm="sha256").digest()
    return base64.b32encode(mac[:TOKEN_BYTES]).decode("ascii").lower()


def token_digest(token: str) -> str:
    """What is stored of a secret, and looked up: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
