"""时区 shí qū: the zone in which the times of a night are told."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rounds.models import Session

UNKNOWN = "UTC"


def zone_of(session: Session) -> ZoneInfo:
    """The zone of the night; UTC where this machine does not know it, as of a newer list of zones."""
    try:
        return ZoneInfo(session.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UNKNOWN)
