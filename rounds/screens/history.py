"""历史 lì shǐ: the nights of a club, a page at a time, the newest first."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.book.past import Cursor, Place, Result, Search, Wanted, newer, older, place_of, results
from rounds.book.records import names_of
from rounds.book.tallying import month_of
from rounds.rules.presets import presets
from rounds.screens.days import say_day, say_night, say_span, say_time
from rounds.screens.scopes import Choice, Scopes, query_of, say_rules, scopes
from rounds.wording import say_preset

NIGHTS = 30
"""So many nights stand on one page."""


@dataclass(frozen=True, slots=True)
class Night:
    """One night as it stands in the list; `id` is None where only plain totals are known of it."""

    id: uuid.UUID | None
    title: str
    note: str
    results: tuple[Result, ...]
    running: bool = False


@dataclass(frozen=True, slots=True)
class Month:
    name: str
    nights: tuple[Night, ...]


@dataclass(frozen=True, slots=True)
class History:
    """One page of what was found. `newer` and `older` are the queries of the pages beside it, "" for none."""

    scopes: Scopes
    people: tuple[Choice, ...]
    words: str
    months: tuple[Month, ...]
    newer: str
    older: str


def history(search: Search, now: datetime) -> History:
    """The page that is asked for; raises `Session.DoesNotExist` for a place that is not there, and `LookupError` for
    somebody who is no one of the club."""
    names = names_of(search.scope.club)
    if search.person and str(search.person) not in names:
        raise LookupError("no such person")
    shown, has_newer, has_older = _page(search)
    asked = _query(search)
    return History(
        scopes=scopes(search.scope),
        people=tuple(Choice(person, name, person == str(search.person)) for person, name in names.items()),
        words=" ".join(search.words),
        months=_months(shown, search.scope.club, now),
        newer=urlencode({**asked, "after": _cursor(shown[0])}) if has_newer else "",
        older=urlencode({**asked, "before": _cursor(shown[-1])}) if has_older else "",
    )


def _page(search: Search) -> tuple[list[Place], bool, bool]:
    """The nights that stand on it, and whether there are newer ones, and older ones."""
    wanted = Wanted(search.scope, search.person, {word: _presets_called(word) for word in search.words})
    if at := search.after:
        found = newer(wanted, place_of(search.scope, at.date, at.session), NIGHTS + 1)
        return found[-NIGHTS:], len(found) > NIGHTS, bool(found)
    at = search.before
    found = older(wanted, place_of(search.scope, at.date, at.session) if at else None, NIGHTS + 1)
    return found[:NIGHTS], bool(at and found), len(found) > NIGHTS


def _presets_called(word: str) -> Sequence[str]:
    return [key for key in presets() if word.casefold() in say_preset(key).casefold()]


def _query(search: Search) -> dict[str, str]:
    told = {"who": str(search.person or ""), "q": " ".join(search.words)}
    return {**query_of(search.scope), **{name: value for name, value in told.items() if value}}


def _cursor(place: Place) -> str:
    return Cursor(place.date, place.session.pk if place.session else None).text


def _months(shown: Sequence[Place], club: uuid.UUID, now: datetime) -> tuple[Month, ...]:
    nights = nights_of(shown, club, now)
    return tuple(
        Month(say_span(month), tuple(nights[place] for place in places))
        for month, places in groupby(shown, key=lambda place: month_of(place.date))
    )


def nights_of(places: Iterable[Place], club: uuid.UUID, now: datetime) -> Mapping[Place, Night]:
    """What stands in the list for each of these nights (two queries). Two of one day are told apart by their hours."""
    found = results(places, club)
    days = Counter(place.date for place in found if place.session)
    return {place: _night(place, told, now, with_hour=days[place.date] > 1) for place, told in found.items()}


def _night(place: Place, told: Sequence[Result], now: datetime, *, with_hour: bool) -> Night:
    if place.session is None:
        return Night(None, say_day(place.date, now.date()), _("以前的总分"), tuple(told))
    count = place.session.round_count
    notes = [ngettext("{count}局", "{count}局", count).format(count=count)]
    notes += dict.fromkeys(say_rules(one.rules) for one in told)
    title = say_night(place.session, now)
    if with_hour:
        title = f"{title} {say_time(place.session.started_at, place.session)}"
    return Night(place.session.pk, title, " · ".join(notes), tuple(told), running=not place.session.ended_at)
