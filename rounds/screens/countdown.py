"""倒计时 dào jì shí: how many rounds are left."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.models import Session


def left(session: Session, *, over: bool) -> int:
    """How many rounds are left, the one that runs among them; `over`: the newest round is."""
    return 0 if session.last_round is None else max(0, session.last_round - session.round_count + (not over))


def say_countdown(session: Session, *, over: bool) -> str:
    """In a few words; nothing where no countdown is on."""
    if session.last_round is None or session.ended_at:
        return ""
    count = left(session, over=over)
    return ngettext("还有{count}局", "还有{count}局", count).format(count=count) if count else _("最后一局打完了")
