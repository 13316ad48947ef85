"""Every address of the project, and the least right that each method asks for."""

import uuid
from collections.abc import Iterator
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from rounds.links import link_token
from rounds.models import Right, Session

OWN, SCORE, WATCH, NONE = Right.OWN, Right.SCORE, Right.WATCH, 0

ROUTES: dict[str, dict[str, int]] = {
    "manifest": {"GET": NONE},
    "worker": {"GET": NONE},
    "offline": {"GET": NONE},
    "home": {"GET": NONE},
    "key": {"GET": NONE, "POST": NONE},
    "phones": {"GET": OWN, "POST": OWN},
    "phone": {"GET": OWN},
    "stop_phone": {"POST": OWN},
    "safe": {"GET": OWN},
    "back_up": {"POST": OWN},
    "check_now": {"POST": OWN},
    "new": {"GET": OWN, "POST": OWN},
    "settings": {"GET": NONE, "POST": NONE},
    "language": {"POST": NONE},
    "rule_sets": {"GET": NONE},
    "houses": {"GET": OWN},
    "new_house": {"GET": OWN, "POST": OWN},
    "edit_house": {"GET": OWN, "POST": OWN},
    "remove_house": {"POST": OWN},
    "people": {"GET": OWN},
    "new_person": {"GET": OWN, "POST": OWN},
    "person_edit": {"GET": OWN, "POST": OWN},
    "history": {"GET": OWN},
    "statistics": {"GET": OWN},
    "over_time": {"GET": OWN},
    "between": {"GET": OWN},
    "person": {"GET": OWN},
    "hand": {"GET": NONE},
    "table": {"GET": WATCH},
    "record": {"POST": SCORE},
    "undo": {"POST": SCORE},
    "next_round": {"POST": SCORE},
    "unbooked": {"POST": SCORE},
    "unbooked_seen": {"POST": SCORE},
    "sheet": {"GET": SCORE},
    "also": {"GET": SCORE},
    "wall": {"GET": SCORE},
    "night_hand": {"GET": WATCH},
    "more": {"GET": WATCH},
    "place": {"POST": WATCH},
    "links": {"GET": WATCH},
    "me": {"GET": WATCH, "POST": WATCH},
    "new_watch": {"GET": SCORE, "POST": SCORE},
    "hand_over": {"GET": SCORE, "POST": SCORE},
    "take_back": {"POST": OWN},
    "round": {"GET": WATCH},
    "why": {"GET": WATCH},
    "correct": {"GET": SCORE, "POST": SCORE},
    "insert": {"GET": SCORE, "POST": SCORE},
    "void": {"GET": SCORE, "POST": SCORE},
    "night": {"GET": WATCH},
    "sheets": {"GET": WATCH},
    "settle": {"GET": WATCH},
    "pay": {"POST": SCORE},
    "unpay": {"POST": SCORE},
    "leave": {"POST": SCORE},
    "picture": {"GET": WATCH},
    "result": {"GET": WATCH},
    "money": {"GET": SCORE, "POST": SCORE},
    "buy_in": {"POST": SCORE},
    "end": {"POST": SCORE},
    "reopen": {"POST": SCORE},
    "what_if": {"GET": WATCH},
    "seats": {"GET": SCORE},
    "sit": {"POST": SCORE},
    "count_down": {"POST": SCORE},
    "mend_seats": {"GET": SCORE, "POST": SCORE},
    "bets": {"GET": SCORE, "POST": SCORE},
    "house": {"GET": SCORE, "POST": SCORE},
    "rules": {"GET": WATCH},
    "ledger": {"GET": WATCH},
    "ledger_csv": {"GET": WATCH},
    "rounds_csv": {"GET": WATCH},
    "out": {"GET": OWN},
    "club_jsonl": {"GET": OWN},
    "look_in": {"POST": OWN},
    "take_in": {"POST": OWN},
    "people_csv": {"GET": WATCH},
    "events_csv": {"GET": WATCH},
    "night_xlsx": {"GET": WATCH},
    "night_json": {"GET": WATCH},
    "files": {"GET": WATCH},
}
"""A method that is missing is not answered."""


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern


@cache
def routes() -> dict[str, URLPattern]:
    return {pattern.name or str(pattern.pattern): pattern for pattern in patterns(get_resolver())}


HOUSE = uuid.UUID(int=7)
"""A rule set that the club has named."""

OF_A_NIGHT = [name for name in routes() if "session" in routes()[name].pattern.converters]
OF_ANY_CLUB = [name for name in routes() if not routes()[name].pattern.converters.keys() - {"token"}]
"""Addresses that name nothing of a club."""


def address(name: str, night: Session) -> str:
    """The address of a route, about the first fact of the first round of the night, or a rule set of the club."""
    asked = routes()[name].pattern.converters
    known: dict[str, object] = {"session": night.pk, "number": 1, "index": 0, "seat": "A"}
    known |= {"house": HOUSE, "told": HOUSE}
    if "token" in asked:
        known["token"] = link_token(night.links.filter(right="watch").order_by("created_at")[0])
    if "person" in asked:
        known["person"] = night.club.people.order_by("name")[0].pk
    if "link" in asked:
        known["link"] = night.club.links.filter(right="own").order_by("created_at")[0].pk
    return reverse(name, kwargs={key: known[key] for key in asked})
