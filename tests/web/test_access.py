"""Rule 11: a link gives a right, the right opens pages, and everybody else sees that there is nothing."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from rounds.access import OWN_COOKIE, exchange, guard, owner, session_cookie
from rounds.links import link_token, new_link, token_digest
from rounds.models import AccessLink, Club, Right, Session
from tests.web.cast import START, browser, concealed_kong, open_night, record

Holders = dict[str, tuple[AccessLink | None, Right | None]]

OWN, SCORE, WATCH = Right.OWN, Right.SCORE, Right.WATCH

# Every route, and the least right that each method asks for. A method that is missing is not answered (405).
ROUTES: dict[str, dict[str, Right]] = {
    "home": {"GET": OWN},
    "new": {"GET": OWN, "POST": OWN},
    "table": {"GET": WATCH},
    "record": {"POST": SCORE},
    "undo": {"POST": SCORE},
    "next_round": {"POST": SCORE},
    "sheet": {"GET": SCORE},
    "wall": {"GET": SCORE},
    "more": {"GET": SCORE},
    "links": {"GET": SCORE},
    "round": {"GET": WATCH},
    "why": {"GET": WATCH},
    "correct": {"GET": SCORE, "POST": SCORE},
    "insert": {"GET": SCORE, "POST": SCORE},
    "void": {"GET": SCORE, "POST": SCORE},
    "night": {"GET": WATCH},
    "end": {"POST": SCORE},
    "reopen": {"POST": SCORE},
    "ledger": {"GET": WATCH},
    "ledger_csv": {"GET": WATCH},
    "rounds_csv": {"GET": WATCH},
}
PUBLIC = {"key"}
"""Routes that ask for no right: the address in a QR code, which has tests of its own."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern


def routes() -> dict[str, URLPattern]:
    return {pattern.name or str(pattern.pattern): pattern for pattern in patterns(get_resolver())}


GUARDED = sorted(set(routes()) - PUBLIC)
OF_A_NIGHT = [name for name in GUARDED if "session" in routes()[name].pattern.converters]


@pytest.fixture
def holders(night: Session, own: AccessLink, score: AccessLink, watch: AccessLink) -> Holders:
    """Who may knock: with which link, and which right it gives at the night."""
    club = Club.objects.create(name="别的俱乐部")
    elsewhere, another = open_night(night.club), open_night(club)
    others = [elsewhere.links.get(right="score"), another.links.get(right="score"), new_link(club, OWN, None, START)]
    revoked = [new_link(night.club, SCORE, night, START), new_link(night.club, OWN, None, START)]
    for link in revoked:
        link.revoked_at = START
    AccessLink.objects.bulk_create([others[-1], *revoked])
    shut_out = zip(
        ("another night's score", "another club's score", "another club's own", "revoked score", "revoked own"),
        [*others, *revoked],
        strict=True,
    )
    return {
        "none": (None, None),
        "watch": (watch, WATCH),
        "score": (score, SCORE),
        "own": (own, OWN),
        **{name: (link, None) for name, link in shut_out},
    }


def address(name: str, session: uuid.UUID) -> str:
    """The address of a route, about the first fact of the first round of the session."""
    known = {"session": session, "number": 1, "index": 0, "seat": "A", "token": "a" * 32}
    return reverse(name, kwargs={key: known[key] for key in routes()[name].pattern.converters})


def answer(link: AccessLink | None, method: str, path: str, cookie: str = "") -> Any:
    client = browser(*([link] if link else []))
    if link and cookie:
        client.cookies[cookie] = link_token(link)
    return client.generic(method, path, content_type="application/x-www-form-urlencoded")


def test_every_route_stands_in_the_matrix() -> None:
    assert set(routes()) == set(ROUTES) | PUBLIC


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", GUARDED)
def test_the_matrix(night: Session, holders: Holders, name: str, method: str) -> None:
    record(night, concealed_kong("A"))
    need = ROUTES[name].get("GET" if method == "HEAD" else method)
    for holder, (link, right) in holders.items():
        if name not in OF_A_NIGHT and holder == "another club's own":
            continue  # it is a club of his own that he sees there
        status = answer(link, method, address(name, night.pk)).status_code
        if need is None:
            assert status in (404, 405), holder
        elif right is None or right < need:
            assert status == 404, holder
        else:
            assert status < 500, holder
            assert status not in (401, 403, 404, 405), holder


@pytest.mark.parametrize("name", OF_A_NIGHT)
def test_a_link_in_the_cookie_of_another_night_opens_nothing(night: Session, holders: Holders, name: str) -> None:
    record(night, concealed_kong("A"))
    link, _ = holders["another night's score"]
    for method in ROUTES[name]:
        for cookie in (session_cookie(night.pk), OWN_COOKIE):
            assert answer(link, method, address(name, night.pk), cookie).status_code == 404


@pytest.mark.parametrize("name", OF_A_NIGHT)
def test_forbidden_and_unknown_look_the_same(night: Session, watch: AccessLink, name: str) -> None:
    for method, need in ROUTES[name].items():
        forbidden = answer(watch if need > WATCH else None, method, address(name, night.pk))
        unknown = answer(watch, method, address(name, uuid.UUID(int=1)))
        assert (forbidden.status_code, forbidden.content) == (unknown.status_code, unknown.content)
        assert sorted(forbidden.headers.items()) == sorted(unknown.headers.items())


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
@pytest.mark.parametrize("name", GUARDED)
def test_reading_writes_nothing(
    night: Session, own: AccessLink, django_assert_max_num_queries: Callable[[int], Any], name: str, method: str
) -> None:
    record(night, concealed_kong("A"))
    with django_assert_max_num_queries(30) as captured:
        answer(own, method, address(name, night.pk))
    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []


# The loader


def request(**links: AccessLink) -> HttpRequest:
    """A request with the secrets of these links in the cookies of these names."""
    made = RequestFactory().get("/")
    made.COOKIES = {name.replace("_", "-"): link_token(link) for name, link in links.items()}
    return made


def at(session: Session, link: AccessLink) -> HttpRequest:
    made = request()
    made.COOKIES = {session_cookie(session.pk): link_token(link)}
    return made


def test_the_best_of_two_links_counts(night: Session, own: AccessLink, watch: AccessLink) -> None:
    both = at(night, watch)
    both.COOKIES[OWN_COOKIE] = link_token(own)
    access = guard(both, night.pk, WATCH)
    assert (access.session, access.right, access.link) == (night, OWN, own)


def test_a_foreign_owner_who_was_given_a_link_has_the_right_of_the_link(night: Session, watch: AccessLink) -> None:
    stranger = new_link(Club.objects.create(name="别的俱乐部"), OWN, None, START)
    stranger.save()
    both = at(night, watch)
    both.COOKIES[OWN_COOKIE] = link_token(stranger)
    assert guard(both, night.pk, WATCH).right is WATCH
    with pytest.raises(Http404):
        guard(both, night.pk, SCORE)


def test_owning_is_asked_of_the_own_cookie_alone(night: Session, own: AccessLink, score: AccessLink) -> None:
    assert owner(request(own=own)).club == night.club
    for nothing in (request(), request(own=score), at(night, own)):
        with pytest.raises(Http404):
            owner(nothing)


def test_a_watcher_is_let_in_by_one_query_and_an_owner_by_two(
    night: Session, own: AccessLink, watch: AccessLink, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        assert guard(at(night, watch), night.pk, WATCH).session.club_id == night.club_id
    with django_assert_num_queries(2):
        guard(request(own=own), night.pk, WATCH)
    with django_assert_num_queries(0), pytest.raises(Http404):
        guard(request(), night.pk, WATCH)


# The secrets


def test_a_secret_is_long_and_its_own(own: AccessLink, night: Session) -> None:
    tokens = {link_token(link) for link in AccessLink.objects.all()}
    assert len(tokens) == 3
    for token in tokens:
        assert len(token) == 32
        assert set(token) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_the_database_does_not_hold_a_secret(own: AccessLink, settings: Any) -> None:
    token = link_token(own)
    stored = " ".join(map(str, AccessLink.objects.values_list()[0]))
    assert token not in stored
    assert own.digest == token_digest(token)
    settings.SECRET_KEY = settings.SECRET_KEY[::-1]
    assert link_token(own) != token


def test_a_secret_opens_its_link_until_it_is_revoked(own: AccessLink) -> None:
    token = link_token(own)
    assert exchange(token) == own
    own.revoked_at = START
    own.save()
    assert exchange(token) is None


@pytest.mark.parametrize("token", ["", "a" * 32, "A", "张三", "\x00", "\ud800", "x" * 10_000, "' OR 1=1 --"])
def test_any_other_text_opens_nothing(own: AccessLink, token: str) -> None:
    assert exchange(token) is None
