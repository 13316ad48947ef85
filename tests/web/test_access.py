"""Rule 11: a link gives a right, the right opens pages, and everybody else sees that there is nothing."""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from django.http import Http404, HttpRequest
from django.test import RequestFactory, override_settings

from rounds.access import OWN_COOKIE, cookie_of, exchange, guard, owner
from rounds.clubs import own_link
from rounds.handover import hand_over
from rounds.links import link_token, new_link, token_digest
from rounds.models import AccessLink, Club, HouseRules, Session
from tests.long.fresh import taken_back
from tests.web.cast import START, browser, concealed_kong, open_night, record, score_link, tap
from tests.web.routes import HOUSE, NONE, OF_A_NIGHT, OF_ANY_CLUB, OWN, ROUTES, SCORE, WATCH, address, routes

Holders = dict[str, tuple[AccessLink | None, int]]

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
"""Of forms; it is another one each time."""
GONE_ANYWAY = {"remove_house", "stop_phone"}
"""What is not there, of another club among it, is gone already: that is the answer, and nothing happens."""
KEEPERS = {"hand_over", "new_watch"}
"""Who owns the club may do these also while another phone scores the night."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@pytest.fixture
def holders(night: Session, own: AccessLink, score: AccessLink, watch: AccessLink) -> Holders:
    """Who may knock: with which link, and which right it gives at the night."""
    club = Club.objects.create(name="别的俱乐部")
    elsewhere, another = open_night(night.club), open_night(club, {"A": "Alice", "B": "Bob"})
    others = [score_link(elsewhere), score_link(another), new_link(club, OWN, None, START)]
    revoked = [new_link(night.club, WATCH, night, START), new_link(night.club, OWN, None, START)]
    for link in revoked:
        link.revoked_at = START
    AccessLink.objects.bulk_create([others[-1], *revoked])
    shut_out = zip(
        ("another night's score", "another club's score", "another club's own", "replaced watch", "stopped own"),
        [*others, *revoked],
        strict=True,
    )
    return {
        "none": (None, NONE),
        "watch": (watch, WATCH),
        "score": (score, SCORE),
        "own": (own, OWN),
        **{name: (link, NONE) for name, link in shut_out},
    }


def answer(link: AccessLink | None, method: str, path: str, cookie: str = "") -> Any:
    client = browser(*([link] if link else []))
    if link and cookie:
        client.cookies[cookie] = link_token(link)
    return client.generic(method, path, content_type="application/x-www-form-urlencoded")


def test_every_route_stands_in_the_matrix() -> None:
    assert set(routes()) == set(ROUTES)


def in_groups(names: Iterable[str]) -> list[list[str]]:
    """The routes by a few for each test, which share a night: making one takes longer than asking."""
    every = list(names)
    return [every[start : start + 8] for start in range(0, len(every), 8)]


def each(names: list[str], night: Session) -> Iterator[tuple[str, str]]:
    """Each route and its address; what is done there is taken back before the next."""
    for name in names:
        with taken_back():
            yield name, address(name, night)


@pytest.mark.parametrize("names", in_groups(routes()), ids=", ".join)
def test_the_matrix(night: Session, holders: Holders, house: None, names: list[str]) -> None:
    record(night, concealed_kong("A"))
    for name, place in each(names, night):
        ask_all(name, place, holders)


def ask_all(name: str, place: str, holders: Holders) -> None:
    for method, (holder, (link, right)) in product(METHODS, holders.items()):
        if name in OF_ANY_CLUB and holder == "another club's own":
            continue  # it is a club of his own that he sees there
        need = ROUTES[name].get("GET" if method == "HEAD" else method)
        if need is None and holder not in ("none", "own"):
            continue  # nobody's right is asked
        status = answer(link, method, place).status_code
        if need is None:
            assert status in (404, 405), (name, method, holder)
        elif right < need:
            to_nothing = holder == "another club's own" and name in GONE_ANYWAY
            assert status in ({302, 303} if to_nothing else {404}), (name, method, holder)
        else:
            refused = {503} if name == "back_up" else set()  # what a test has not committed is in no backup
            assert status in {200, 302, 303, 400, 409, 422} | refused, (name, method, holder)


@pytest.mark.parametrize("names", in_groups(OF_A_NIGHT), ids=", ".join)
def test_the_matrix_while_another_phone_scores(
    night: Session, own: AccessLink, score: AccessLink, watch: AccessLink, house: None, names: list[str]
) -> None:
    record(night, concealed_kong("A"))
    scoring = hand_over(night, tap(0), "")
    holders = {"owner": ([own], OWN), "replaced": ([score], NONE), "replaced, watching": ([score, watch], WATCH)}
    holders |= {"scorer": ([scoring], SCORE), "watch": ([watch], WATCH), "owner who scores": ([own, scoring], OWN)}
    for name, place in each(names, night):
        ask_while_another_scores(name, place, holders)


def ask_while_another_scores(name: str, place: str, holders: dict[str, tuple[list[AccessLink], int]]) -> None:
    for (holder, (links, right)), (method, need) in product(holders.items(), ROUTES[name].items()):
        if name == "take_back" and right is OWN:
            continue  # it would end what is tested: tests/web/test_handing_over.py
        scores = holder in ("scorer", "owner who scores")
        allowed = need <= (SCORE if scores else min(right, WATCH)) or (name in KEEPERS and right is OWN)
        told = 410 if holder in ("owner", "replaced") or (right is WATCH and "replaced" in holder) else 404
        if name == "take_back":
            told = 410 if "replaced" in holder else 404
        if name == "unbooked" and told == 410:
            told = 400  # a phone that scored once is heard; here it says nothing
        status = browser(*links).generic(method, place).status_code
        assert status in ((200, 302, 303, 400, 409, 422) if allowed else (told,)), (name, holder, method)


@pytest.mark.parametrize("names", in_groups(OF_A_NIGHT), ids=", ".join)
def test_a_link_in_the_cookie_of_another_night_opens_nothing(
    night: Session, holders: Holders, names: list[str]
) -> None:
    record(night, concealed_kong("A"))
    link, _ = holders["another night's score"]
    cookies = [*map(cookie_of, night.links.all()), OWN_COOKIE]
    for name, place in each(names, night):
        for method, cookie in product(ROUTES[name], cookies):
            assert answer(link, method, place, cookie).status_code == 404, (name, method, cookie)


@pytest.mark.parametrize("names", in_groups(OF_A_NIGHT), ids=", ".join)
def test_forbidden_and_unknown_look_the_same(night: Session, watch: AccessLink, names: list[str]) -> None:
    for name, place in each(names, night):
        for method, need in ROUTES[name].items():
            forbidden = answer(watch if need > WATCH else None, method, place)
            unknown = answer(watch, method, place.replace(str(night.pk), str(uuid.UUID(int=1))))
            assert (forbidden.status_code, forbidden.content) == (unknown.status_code, unknown.content), (name, method)
            assert sorted(forbidden.headers.items()) == sorted(unknown.headers.items()), (name, method)


@pytest.mark.parametrize("names", in_groups(routes()), ids=", ".join)
def test_reading_writes_nothing(
    night: Session, own: AccessLink, house: None, django_assert_max_num_queries: Callable[[int], Any], names: list[str]
) -> None:
    record(night, concealed_kong("A"))
    for name in names:
        with django_assert_max_num_queries(60) as captured:
            for method in ("GET", "HEAD", "OPTIONS"):
                answer(own, method, address(name, night))
        written = [query["sql"] for query in captured if not query["sql"].startswith("SELECT")]
        assert written == [], name


@pytest.mark.parametrize("name", sorted(GONE_ANYWAY))
def test_the_owner_of_another_club_takes_nothing_away(night: Session, holders: Holders, house: None, name: str) -> None:
    answer(holders["another club's own"][0], "POST", address(name, night))
    assert HouseRules.objects.filter(pk=HOUSE).exists()
    assert night.club.links.filter(right="own", revoked_at=None).exists()


def test_home_shows_the_nights_of_a_club_to_its_owner_alone(night: Session, holders: Holders) -> None:
    pages = {holder: answer(link, "GET", "/").content.decode() for holder, (link, _) in holders.items()}
    assert "张三" in pages.pop("own")
    assert "张三" not in pages.pop("another club's own")
    assert len({TOKEN.sub("", page) for page in pages.values()}) == 1
    assert "张三" not in pages["none"]


# The loader


def request(*links: AccessLink, **cookies: AccessLink) -> HttpRequest:
    """A request from a browser that has joined by `links`, or has been given their secrets in other cookies."""
    made = RequestFactory().get("/")
    made.COOKIES = {cookie_of(link): link_token(link) for link in links}
    made.COOKIES |= {name: link_token(link) for name, link in cookies.items()}
    return made


def test_the_best_of_two_links_counts(night: Session, own: AccessLink, score: AccessLink, watch: AccessLink) -> None:
    access = guard(request(watch, own, score), night.pk, WATCH)
    assert (access.session, access.right, access.link) == (night, OWN, own)
    assert guard(request(watch, score), night.pk, WATCH).right is SCORE


def test_a_foreign_owner_who_was_given_a_link_has_the_right_of_the_link(night: Session, watch: AccessLink) -> None:
    stranger = new_link(Club.objects.create(name="别的俱乐部"), OWN, None, START)
    stranger.save()
    assert guard(request(stranger, watch), night.pk, WATCH).right is WATCH
    with pytest.raises(Http404):
        guard(request(stranger, watch), night.pk, SCORE)


def test_only_an_owners_link_in_its_own_cookie_owns(night: Session, own: AccessLink, score: AccessLink) -> None:
    assert owner(request(own)).club == night.club
    for nothing in (request(), request(score), request(own=score), request(**{cookie_of(score): own})):
        with pytest.raises(Http404):
            owner(nothing)


def test_a_watcher_is_let_in_by_one_query_and_an_owner_by_two(
    night: Session, own: AccessLink, watch: AccessLink, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        assert guard(request(watch), night.pk, WATCH).session.club_id == night.club_id
    with django_assert_num_queries(2):
        guard(request(own), night.pk, WATCH)
    with django_assert_num_queries(0), pytest.raises(Http404):
        guard(request(), night.pk, WATCH)


# The secrets


def test_a_secret_is_long_and_its_own(own: AccessLink, night: Session) -> None:
    tokens = {link_token(link) for link in AccessLink.objects.all()}
    assert len(tokens) == 2
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


@override_settings(SECRET_KEY="another")  # noqa: S106
def test_a_new_secret_key_revokes_every_link_and_gives_each_a_new_one(night: Session) -> None:
    with override_settings(SECRET_KEY="the first"):  # noqa: S106
        AccessLink.objects.all().delete()
        club = night.club
        links = [new_link(club, OWN, None, START), *(new_link(club, right, night, START) for right in (SCORE, WATCH))]
        AccessLink.objects.bulk_create(links)
    tokens = {right: exchange(link_token(link)) for right, link in zip((OWN, SCORE, WATCH), links, strict=True)}
    assert set(tokens.values()) == {None}, "the addresses that pages would show lead nowhere"
    fresh = own_link(START)
    assert exchange(link_token(fresh)) == fresh
    alive = AccessLink.objects.filter(revoked_at=None)
    assert sorted(link.right for link in alive) == ["own", "score", "watch"]
    assert all(exchange(link_token(link)) == link for link in alive)
    assert own_link(START) == fresh
