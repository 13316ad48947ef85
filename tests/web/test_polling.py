"""What a phone asks for again and again: nothing new is 304, and costs one look-up."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import handover, scorebook, unbooked
from rounds.book.reading import load_newest
from rounds.models import AccessLink, Session
from rounds.rules.events import Kong
from rounds.rules.ruleset import KongKind
from rounds.views import polling
from tests.web.cast import browser, next_round, play_round, record, self_draw, take_back, tap, undo
from tests.web.test_table import HTMX

TAG = re.compile(r'<main [^>]*hx-ptag="([^"]+)"')


def address(session: Session) -> str:
    return reverse("table", args=[session.pk])


def tag(client: Client, session: Session) -> str:
    """The tag of the page as it is now."""
    found = TAG.search(client.get(address(session)).text)
    assert found
    return found[1]


def poll(client: Client, session: Session, has: str) -> int:
    """The status of the answer to a phone that has what this tag says."""
    response = client.get(address(session), headers=HTMX | {"HX-PTag": has})
    assert response.headers["Cache-Control"] == "no-store"
    assert bool(response.content) == (response.status_code != 304)
    return response.status_code


def period(client: Client, session: Session) -> str:
    found = re.search(r'data-poll="(\d+)"', client.get(address(session)).text)
    assert found
    return found[1]


def test_nothing_new_is_304_for_who_watches_scores_or_owns(
    night: Session, watch: AccessLink, score: AccessLink, own: AccessLink
) -> None:
    for link in (watch, score, own):
        client = browser(link)
        has = tag(client, night)
        assert poll(client, night, has) == 304
        record(night, self_draw("A"))
        assert poll(client, night, has) == 200
        undo(night)
        assert poll(client, night, has) == 200


def test_the_answer_brings_the_tag_of_what_it_shows(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    record(night, self_draw("A"))
    answer = client.get(address(night), headers=HTMX | {"HX-PTag": "old"})
    assert answer.text.lstrip().startswith("<main")
    assert answer.headers["HX-PTag"] == tag(client, night)
    assert f'hx-ptag="{tag(client, night)}"' in answer.text


def test_a_poll_that_finds_nothing_new_is_one_query_and_few_for_who_scores(
    night: Session,
    watch: AccessLink,
    score: AccessLink,
    own: AccessLink,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play_round(night)
    next_round(night)
    for link, queries in ((watch, 1), (score, 2), (own, 3)):
        client = browser(link)
        has = tag(client, night)
        with django_assert_num_queries(queries):
            assert poll(client, night, has) == 304


def test_a_page_that_is_opened_is_never_304(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    has = tag(client, night)
    assert client.get(address(night), headers={"HX-PTag": has}).status_code == 200


def test_who_may_not_watch_is_told_nothing_by_a_tag(night: Session, watch: AccessLink) -> None:
    has = tag(browser(watch), night)
    assert poll(Client(), night, has) == 404
    handover.replace_watch(night, tap(0), watch.pk.hex)
    assert poll(browser(watch), night, has) == 404


def test_scoring_that_goes_elsewhere_and_comes_back_is_news_to_the_owner(night: Session, own: AccessLink) -> None:
    client = browser(own)
    scoring = tag(client, night)
    handover.hand_over(night, tap(0), "")
    assert poll(client, night, scoring) == 200
    watching = tag(client, night)
    assert poll(client, night, watching) == 304
    take_back(night)
    assert poll(client, night, watching) == 200


def test_a_scorer_who_is_replaced_hears_of_it_by_his_next_poll(
    night: Session, score: AccessLink, watch: AccessLink
) -> None:
    alone, watching = browser(score), browser(score, watch)
    has = tag(alone, night)
    assert tag(watching, night) == has
    handover.hand_over(night, tap(0), "")
    assert poll(alone, night, has) == 410
    assert poll(watching, night, has) == 200


def test_what_a_replaced_phone_had_not_sent_is_news_to_who_scores_alone(
    night: Session, score: AccessLink, watch: AccessLink
) -> None:
    has = {link: tag(browser(link), night) for link in (score, watch)}
    unbooked.tell(night, score, tap(0), "张三 暗杠")
    assert [poll(browser(link), night, has[link]) for link in (score, watch)] == [200, 304]


def test_a_page_in_another_language_is_another_page(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    has = tag(client, night)
    told = client.get(address(night), headers=HTMX | {"HX-PTag": has, "Accept-Language": "en"})
    assert told.status_code == 200


def test_a_round_that_is_on_is_polled_faster_than_what_is_over(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    assert period(client, night) == "2"
    play_round(night)
    assert period(client, night) == "15"
    next_round(night)
    assert period(client, night) == "2"
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    assert period(client, night) == "60"


@pytest.mark.parametrize("has", ["", "x", "张三", "1.watch.here.zh-hans, 2", "x" * 5000])
def test_any_other_tag_gets_the_whole_part(night: Session, watch: AccessLink, has: str) -> None:
    assert poll(browser(watch), night, has) == 200


def changed(client: Client, session: Session) -> str:
    """The part that a phone gets which has nothing yet."""
    return client.get(address(session), headers=HTMX).text


PHONES: dict[str, dict[str, str]] = {
    "as it is": {},
    "another language": {"language": "en"},
    "who he is": {"me": "C"},
    "who sits at the bottom": {"bottom": "C"},
    "turned round": {"far": "1"},
    "words": {"prefs": "promoted"},
    "aloud": {"prefs": "aloud"},
}
"""What phones choose to see: each has cookies of its own."""


def phones(session: Session, watch: AccessLink) -> dict[str, Client]:
    """A watcher's phone for each; `me` keeps the id of who sits there."""
    made = {}
    for chosen, cookies in PHONES.items():
        made[chosen] = browser(watch)
        for name, value in cookies.items():
            made[chosen].cookies[name] = load_newest(session).opening.seats[value] if name == "me" else value
    return made


def test_what_is_made_once_is_what_each_phone_would_have_been_shown(night: Session, watch: AccessLink) -> None:
    record(night, Kong("C", KongKind.PROMOTED))
    alone = {}
    for chosen, client in phones(night, watch).items():
        polling.watched.cache.clear()
        alone[chosen] = changed(client, night)
    polling.watched.cache.clear()
    together = {chosen: changed(client, night) for chosen, client in phones(night, watch).items()}
    assert together == alone
    assert {chosen: changed(client, night) for chosen, client in phones(night, watch).items()} == alone
    assert len(set(alone.values())) == len(PHONES)


def test_what_others_have_been_shown_is_one_query(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record(night, self_draw("A"))
    first, second = browser(watch), browser(watch)
    shown = changed(first, night)
    with django_assert_num_queries(1):
        assert changed(second, night) == shown
    undo(night)
    assert changed(second, night) != shown
    record(night, self_draw("B"))
    assert changed(second, night) != shown


def test_what_is_shown_to_many_holds_nothing_of_one(night: Session, watch: AccessLink) -> None:
    answer = browser(watch).get(address(night), headers=HTMX)
    assert "csrf" not in answer.text
    assert not answer.cookies


def test_who_may_not_watch_is_not_shown_what_others_have_been(night: Session, watch: AccessLink) -> None:
    changed(browser(watch), night)
    handover.replace_watch(night, tap(0), watch.pk.hex)
    assert browser(watch).get(address(night), headers=HTMX).status_code == 404
    assert Client().get(address(night), headers=HTMX).status_code == 404


def test_who_scores_is_shown_what_nobody_who_watches_is(
    night: Session, watch: AccessLink, score: AccessLink, own: AccessLink
) -> None:
    watched = changed(browser(watch), night)
    assert "data-undo" not in watched
    assert all("data-undo" in changed(browser(link), night) for link in (score, own))
    assert changed(browser(watch), night) == watched


def test_a_phone_that_scores_no_more_is_told_so_and_nobody_else(
    night: Session, score: AccessLink, watch: AccessLink
) -> None:
    handover.hand_over(night, tap(0), "")
    both = browser(score, watch)
    assert "data-elsewhere" in changed(both, night)
    assert "data-elsewhere" not in changed(browser(watch), night)
    assert "data-elsewhere" in changed(both, night)
