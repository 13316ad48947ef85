"""换人记分: scoring goes to another phone by a new link, the old one dies at once, and the owner can take it back."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from rounds import handover
from rounds.access import Access, Elsewhere, cookie_of, former, guard
from rounds.book.refusals import Stale
from rounds.clubs import add_phone
from rounds.links import link_token
from rounds.models import AccessLink, Event, Right, Session
from tests.web.cast import browser, concealed_kong, new_key, record, score_link, take_back, tap
from tests.web.kept import kept
from tests.web.test_access import request
from tests.web.test_at_once import both

HTMX = {"HX-Request": "true"}
KEY = re.compile(r"http://testserver(/k/[a-z2-7]{32}/)")


def address(name: str, session: Session) -> str:
    return reverse(name, args=[session.pk])


def hand_over(client: Client, session: Session, key: str = "", held: str | None = None, name: str = "hand_over") -> Any:
    """Press the button as the page has it at this moment, or as it was when somebody else held the night."""
    if held is None:
        shown = re.search(r'name="held" value="(\w*)"', client.get(address(name, session)).text)
        assert shown
        held = shown[1]
    return client.post(address(name, session), {"key": key or new_key(), "position": "1", "held": held})


def press_take_back(client: Client, session: Session) -> Any:
    """Press 收回 as the table has it."""
    held = re.search(r'name="held" value="(\w+)"', client.get(address("table", session)).text)
    return client.post(address("take_back", session), {"held": held[1] if held else ""})


def undo(client: Client, session: Session, **headers: Any) -> Any:
    session.refresh_from_db()
    return client.post(address("undo", session), {"key": new_key(), "position": str(session.position)}, headers=headers)


def scan(page: str) -> Client:
    """A new phone that scans the code of the page and presses the button."""
    found = KEY.search(page)
    assert found
    phone = Client()
    assert phone.post(found[1]).status_code == 302
    return phone


def scores(client: Client, session: Session) -> bool:
    """Does the table of this phone have keys, and is a tap on it written down?"""
    shown = "data-undo" in client.get(address("table", session)).text
    before = Event.objects.count()
    status = undo(client, session).status_code
    assert shown == (status == 302)
    assert (Event.objects.count() > before) == shown
    return shown


@pytest.fixture
@kept
def played(night: Session) -> Session:
    for seat in "AABBCCDD":
        record(night, concealed_kong(seat))
    return night


def test_the_owner_scores_until_he_hands_over(played: Session, own: AccessLink) -> None:
    assert handover.scoring_link(played) is None
    assert scores(browser(own), played)


def test_the_owner_hands_over_and_watches(played: Session, own: AccessLink) -> None:
    owner = browser(own)
    response = hand_over(owner, played)
    assert (response.status_code, response.headers["Location"]) == (303, address("hand_over", played))
    taker = scan(owner.get(response.headers["Location"]).text)
    assert scores(taker, played)
    assert not scores(owner, played)
    table = owner.get(address("table", played)).text
    assert "记分在另一台手机上" in table
    assert f'action="{address("take_back", played)}"' in table


def test_every_phone_of_the_owner_watches_then(played: Session, own: AccessLink) -> None:
    hand_over(browser(own), played)
    assert not scores(browser(add_phone(own.club, tap(0))), played)


def test_the_owner_takes_back_and_the_other_phone_is_told(played: Session, own: AccessLink) -> None:
    owner = browser(own)
    hand_over(owner, played)
    taker = scan(owner.get(address("hand_over", played)).text)
    back = press_take_back(owner, played)
    assert (back.status_code, back.headers["Location"]) == (303, address("table", played))
    assert scores(owner, played)
    assert not scores(taker, played)
    assert "这台手机不再记分，已经交给另一台" in taker.get(address("table", played)).text
    assert press_take_back(owner, played).status_code == 303, "and once more changes nothing"


def test_a_take_back_that_comes_late_takes_nothing_from_who_scores_by_now(played: Session, own: AccessLink) -> None:
    owner = browser(own)
    hand_over(owner, played)
    late = {"held": re.findall(r'name="held" value="(\w+)"', owner.get(address("table", played)).text)[0]}
    assert owner.post(address("take_back", played), late).status_code == 303
    hand_over(owner, played)
    taker = scan(owner.get(address("hand_over", played)).text)
    again = owner.post(address("take_back", played), late)
    assert again.status_code == 409
    assert "记分刚刚换过手机" in again.text
    assert scores(taker, played)


def test_a_database_that_does_not_confirm_a_take_back_is_503(
    played: Session, own: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_over(browser(own), played)

    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(handover, "scoring_link", locked)
        assert press_take_back(browser(own), played).status_code == 503
    assert press_take_back(browser(own), played).status_code == 303


def test_a_scorer_hands_over_and_goes_on_watching(played: Session, own: AccessLink) -> None:
    hand_over(browser(own), played)
    first = scan(browser(own).get(address("hand_over", played)).text)
    handed = hand_over(first, played)
    assert handed.status_code == 200
    second = scan(handed.text)
    assert scores(second, played)
    assert not scores(first, played)
    assert not scores(browser(own), played)


def test_a_scorer_who_could_not_watch_can_after_handing_over(played: Session, score: AccessLink) -> None:
    client = browser(score)
    assert scores(client, played)
    hand_over(client, played)
    assert client.get(address("table", played)).status_code == 200


@pytest.mark.parametrize("right", ["own", "score"])
def test_a_tap_that_was_let_in_just_before_another_took_over_is_not_written_after_it(
    played: Session, own: AccessLink, score: AccessLink, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_in(*asked: Any) -> Access:
        access = guard(*asked)
        handover.hand_over(played, tap(0), "")
        return access

    before = Event.objects.count()
    monkeypatch.setattr("rounds.views.table.guard", let_in)
    response = undo(browser(own if right == "own" else score), played)
    assert response.status_code == 410
    assert "这台手机不再记分，已经交给另一台" in response.text or "记分在另一台手机上" in response.text
    assert Event.objects.count() == before


def test_a_replaced_phone_that_may_not_watch_is_told_on_every_page(played: Session, score: AccessLink) -> None:
    handover.hand_over(played, tap(0), "")
    for name in ("table", "night", "links", "more", "hand_over"):
        response = browser(score).get(address(name, played))
        assert response.status_code == 410
        assert "这台手机不再记分，已经交给另一台" in response.text
        assert "张三" not in response.text


def test_a_script_is_given_the_sentence_for_the_place_of_the_whole_page(
    played: Session, score: AccessLink, own: AccessLink
) -> None:
    handover.hand_over(played, tap(0), "")
    for link, words in ((score, "这台手机不再记分"), (own, "记分在另一台手机上")):
        response = undo(browser(link), played, **HTMX)
        assert (response.status_code, response.headers["HX-Retarget"]) == (410, "main")
        assert response.text.lstrip().startswith("<main")
        assert words in response.text
        assert ("收回" in response.text) == (link == own)


def test_a_queued_tap_of_the_old_phone_is_never_written(played: Session, own: AccessLink) -> None:
    before = played.log().count()
    fields = {"key": new_key(), "position": "9", "seat": "A", "cell": "kong:concealed"}
    handover.hand_over(played, tap(0), "")
    assert browser(own).post(address("record", played), fields).status_code == 410
    assert played.log().count() == before
    take_back(played)
    assert browser(own).post(address("record", played), fields).status_code == 302


def test_the_new_link_and_the_end_of_the_old_are_one_step(played: Session, own: AccessLink) -> None:
    first = handover.hand_over(played, tap(0), "")
    second = handover.hand_over(played, tap(0), first.pk.hex)
    first.refresh_from_db()
    assert first.revoked_at
    assert handover.scoring_link(played) == second
    assert first.digest != second.digest


def test_the_same_press_twice_gives_the_same_code(played: Session, own: AccessLink, score: AccessLink) -> None:
    for link in (own, score):
        take_back(played)
        score.revoked_at = None
        score.save()
        client, key = browser(link), new_key()
        pages = [hand_over(client, played, key, held="") for _ in range(2)]
        assert len({page.status_code for page in pages}) == 1
        assert len({tuple(KEY.findall(page.text)) for page in pages}) == 1
        assert played.links.filter(right="score", revoked_at=None).count() == 1


def test_a_press_that_comes_again_gives_no_link_to_watch_that_was_made_since(
    played: Session, own: AccessLink, score: AccessLink, watch: AccessLink
) -> None:
    client, key = browser(score), new_key()
    first = hand_over(client, played, key, held="")
    assert first.cookies[cookie_of(watch)].value == link_token(watch)
    handover.replace_watch(played, replace(tap(0), at=timezone.now() + timedelta(seconds=1)), watch.pk.hex)
    again = hand_over(client, played, key, held="")
    assert KEY.findall(again.text) == KEY.findall(first.text)
    assert cookie_of(watch) not in again.cookies
    assert client.get(address("table", played)).status_code == 410


def test_a_press_on_a_page_that_is_behind_is_refused_with_the_fresh_page(played: Session, own: AccessLink) -> None:
    made = handover.hand_over(played, tap(0), "")
    late = hand_over(browser(own), played, held="")
    assert late.status_code == 409
    assert "记分刚刚换过手机" in late.text
    assert link_token(made) in late.text
    assert handover.scoring_link(played) == made


def test_an_old_press_that_comes_again_revives_nothing(played: Session, own: AccessLink) -> None:
    key = new_key()
    handover.hand_over(played, tap(0, key), "")
    take_back(played)
    with pytest.raises(Stale):
        handover.hand_over(played, tap(0, key), "")
    assert handover.scoring_link(played) is None


def test_a_press_that_comes_again_after_a_restore_opens_nothing_to_who_held_the_first_link(
    played: Session, own: AccessLink
) -> None:
    client, key = browser(own), new_key()
    assert hand_over(client, played, key).status_code == 303
    former = scan(client.get(address("hand_over", played)).text)
    assert "data-undo" in former.get(address("table", played)).text
    played.links.filter(right="score").delete()  # the backup is older than the link
    assert hand_over(client, played, key).status_code == 303
    assert undo(former, played).status_code == 404
    assert scores(scan(client.get(address("hand_over", played)).text), played)


def test_a_press_without_a_key_is_refused(played: Session, own: AccessLink) -> None:
    assert browser(own).post(address("hand_over", played), {"held": ""}).status_code == 400
    assert handover.scoring_link(played) is None


def test_asking_shows_a_question_and_changes_nothing(
    played: Session, own: AccessLink, score: AccessLink, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    for link in (own, score):
        with django_assert_max_num_queries(3) as captured:
            page = browser(link).get(address("hand_over", played)).text
        assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []
        assert "接手的手机扫一个新的码" in page
        assert not KEY.search(page)


def test_a_scorer_never_sees_the_code_of_a_link_again(played: Session, own: AccessLink) -> None:
    made = handover.hand_over(played, tap(0), "")
    assert link_token(made) not in browser(made).get(address("hand_over", played)).text
    assert link_token(made) in browser(own).get(address("hand_over", played)).text


def test_an_owner_may_be_handed_the_scoring_as_anybody(played: Session, own: AccessLink) -> None:
    client = browser(own)
    hand_over(client, played)
    found = KEY.search(client.get(address("hand_over", played)).text)
    assert found
    client.post(found[1])
    assert scores(client, played)
    press_take_back(client, played)
    assert scores(client, played)


def test_a_night_of_an_earlier_version_has_a_link_that_scores_beside_the_owner(
    played: Session, own: AccessLink
) -> None:
    early = score_link(played)
    assert scores(browser(own), played)
    assert scores(browser(early), played)
    hand_over(browser(own), played)
    assert browser(early).get(address("table", played)).status_code == 410
    press_take_back(browser(own), played)
    assert scores(browser(own), played)


def test_a_clock_that_was_set_back_does_not_leave_the_owner_scoring(played: Session, own: AccessLink) -> None:
    handover.hand_over(played, tap(-60), "")
    assert not scores(browser(own), played)


def test_each_event_says_by_which_phone_it_was_written(played: Session, own: AccessLink) -> None:
    made = handover.hand_over(played, tap(0), "")
    undo(browser(made), played)
    newest = played.log().last()
    assert newest
    assert (newest.by, newest.right) == (made, "score")


def test_a_replaced_phone_stays_recognisable(played: Session, own: AccessLink, score: AccessLink) -> None:
    assert former(request(score), played.pk) == (played, score)
    handover.hand_over(played, tap(0), "")
    score.refresh_from_db()
    assert score.revoked_at
    assert former(request(score), played.pk) == (played, score)
    assert former(request(own), played.pk) == (played, own)
    with pytest.raises(Elsewhere):
        guard(request(score), played.pk, Right.SCORE)


# Watch links


def test_a_new_link_to_watch_puts_out_who_was_sent_the_old(
    played: Session, own: AccessLink, score: AccessLink, watch: AccessLink
) -> None:
    for keeper in (own, score):
        now = handover.watch_link(played)
        assert now
        response = hand_over(browser(keeper), played, name="new_watch")
        assert (response.status_code, response.headers["Location"]) == (303, address("links", played))
        assert browser(now).get(address("table", played)).status_code == 404
        fresh = handover.watch_link(played)
        assert fresh
        assert response.cookies[cookie_of(fresh)].value == link_token(fresh)
        assert browser(fresh).get(address("table", played)).status_code == 200
        assert link_token(fresh) in browser(keeper).get(address("links", played)).text


def test_the_watch_link_is_replaced_after_a_question_and_once(
    played: Session, own: AccessLink, watch: AccessLink
) -> None:
    client, key = browser(own), new_key()
    assert "扫过旧码的手机都看不到了" in client.get(address("new_watch", played)).text
    assert handover.watch_link(played) == watch
    for _ in range(2):
        assert hand_over(client, played, key, held=watch.pk.hex, name="new_watch").status_code == 303
    assert played.links.filter(right="watch").count() == 2
    late = hand_over(client, played, held=watch.pk.hex, name="new_watch")
    assert late.status_code == 409
    assert "刚刚换过" in late.text


# Two phones at once


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_hand_over_at_once_one_does(night: Session) -> None:
    gave = both(*[lambda: handover.hand_over(night, tap(0), "")] * 2)
    assert gave.count("stale") == 1
    assert night.links.filter(right="score", revoked_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_twenty_copies_of_one_press_give_one_link(night: Session) -> None:
    same = tap(0)
    gave = both(*[lambda: handover.hand_over(night, same, "")] * 20)
    assert len({link.pk for link in gave}) == 1


def test_the_pages_of_links_take_few_queries(
    played: Session, own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("hand_over", "new_watch"):
        with django_assert_num_queries(3):
            browser(own).get(address(name, played))
