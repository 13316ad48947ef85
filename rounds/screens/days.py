"""Days and times as a player says them, in the night's own zone."""

from datetime import date, datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rounds.models import Session

WEEKDAYS = (
    gettext_lazy("周一"),
    gettext_lazy("周二"),
    gettext_lazy("周三"),
    gettext_lazy("周四"),
    gettext_lazy("周五"),
    gettext_lazy("周六"),
    gettext_lazy("周日"),
)

MONTHS = (
    gettext_lazy("1月"),
    gettext_lazy("2月"),
    gettext_lazy("3月"),
    gettext_lazy("4月"),
    gettext_lazy("5月"),
    gettext_lazy("6月"),
    gettext_lazy("7月"),
    gettext_lazy("8月"),
    gettext_lazy("9月"),
    gettext_lazy("10月"),
    gettext_lazy("11月"),
    gettext_lazy("12月"),
)

EVENING = 17
"""The hour from which a night that starts is called one."""

ONE_NIGHT = timedelta(hours=20)
"""So long after its start a night that is still on is this one, and what is done in it needs no date."""


def say_day(day: date, today: date) -> str:
    """10月4日 周六, with the year when it is not this one."""
    told = {"year": day.year, "month": MONTHS[day.month - 1], "day": day.day, "weekday": WEEKDAYS[day.weekday()]}
    if day.year == today.year:
        return _("{month}{day}日 {weekday}").format(**told)
    return _("{year}年{month}{day}日 {weekday}").format(**told)


def say_night(session: Session, now: datetime) -> str:
    """The night by its day: 今晚 or 今天 while it is on, else 10月4日 周六."""
    zone = session.clock
    if session.ended_at is None and now - session.started_at < ONE_NIGHT:
        return _("今晚") if session.started_at.astimezone(zone).hour >= EVENING else _("今天")
    return say_day(session.date, now.astimezone(zone).date())


def say_time(at: datetime, session: Session) -> str:
    """The time of day: 19:30."""
    return f"{at.astimezone(session.clock):%H:%M}"


def say_at(at: datetime, session: Session) -> str:
    """The time of day, with the date where it was not the same night."""
    if at - session.started_at < ONE_NIGHT:
        return say_time(at, session)
    day = at.astimezone(session.clock).date()
    return _("{month}{day}日 {time}").format(month=MONTHS[day.month - 1], day=day.day, time=say_time(at, session))


def say_step(step: int) -> str:
    """2026年, 2026年11月, or 2026年11月29日."""
    if step < 10**6:
        return say_span(step)
    month, day = divmod(step, 100)
    return _("{year}年{month}{day}日").format(year=month // 100, month=MONTHS[month % 100 - 1], day=day)


def say_span(span: int) -> str:
    """2026年 for 2026, 2026年11月 for 202611."""
    if span < 10**4:
        return _("{year}年").format(year=span)
    return _("{year}年{month}").format(year=span // 100, month=MONTHS[span % 100 - 1])
