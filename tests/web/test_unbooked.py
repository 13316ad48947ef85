"""未入账: what a replaced phone had not sent is told to who scores now, and moves nothing by itself."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.handover import hand_over
from rounds.links import new_link
from rounds.models import AccessLink, Club, Event, Right, Session, Unbooked
from rounds.unbooked import LONGEST, MOST
from tests.web.cast import START, browser, concealed_kong, new_key, open_night, record, score_link
from tests.web.cast import tap as tap_on

SAYS = "李四 胡 张三 点炮 2番"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def replaced(score: AccessLink) -> Client:
    """The phone whose link to score was revoked."""
    phone = browser(score)
    score.revoked_at = START
    score.save()
    return phone


def address(night: Session) -> str:
    return reverse("unbooked", args=[night.pk])


def own_link_of_another_club() -> AccessLink:
    link = new_link(Club.objects.create(name="别的俱乐部"), Right.OWN, None, START)
    link.save()
    return link


def tell(phone: Client, night: Session, says: str = SAYS, key: str = "") -> int:
    return phone.post(address(night), {"key": key or new_key(), "says": says}).status_code


def test_the_sentence_stands_on_the_table_of_who_scores_now_until_he_has_read_it(
    replaced: Client, own: AccessLink, night: Session
) -> None:
    assert tell(replaced, night) == 204
    scorer, told = browser(own), Unbooked.objects.get()
    page = scorer.get(reverse("table", args=[night.pk])).text
    assert f'<bdi class="ev-who">{SAYS}</bdi>' in page
    assert "未入账" in page
    answer = scorer.post(reverse("unbooked_seen", args=[night.pk, told.pk]), headers=HTMX)
    assert SAYS not in answer.text
    assert 'id="table"' in answer.text
    assert Unbooked.objects.get().seen_at is not None


def test_it_becomes_no_event_and_moves_no_points(replaced: Client, night: Session) -> None:
    before = list(Event.objects.values())
    assert tell(replaced, night) == 204
    assert list(Event.objects.values()) == before
    assert not night.ledger().exists()


def test_the_same_tap_is_told_once(replaced: Client, night: Session) -> None:
    key = new_key()
    assert [tell(replaced, night, key=key) for _ in range(3)] == [204] * 3
    assert Unbooked.objects.count() == 1


def test_a_tap_that_was_written_after_all_is_not_told(replaced: Client, night: Session) -> None:
    event = record(night, concealed_kong("A")).event
    assert tell(replaced, night, key=event.key) == 208
    assert not Unbooked.objects.exists()


def test_so_many_wait_to_be_read_and_the_next_is_told_later(replaced: Client, night: Session) -> None:
    assert {tell(replaced, night) for _ in range(MOST)} == {204}
    assert tell(replaced, night) == 503
    assert Unbooked.objects.count() == MOST
    Unbooked.objects.update(seen_at=START)
    assert tell(replaced, night) == 204


def test_a_link_that_has_ended_tells_so_many_in_all_however_fast_they_are_read(
    replaced: Client, score: AccessLink, night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rounds.unbooked.MOST_OF_A_LINK", 3)
    keys = [new_key() for _ in range(4)]
    for key in keys:
        status = tell(replaced, night, key=key)
        Unbooked.objects.update(seen_at=START)
    assert status == 429
    assert Unbooked.objects.filter(by=score).count() == 3
    assert tell(replaced, night, key=keys[0]) == 204, "it is there already"
    assert "当面告诉记分的人" in replaced.post(address(night), {"key": keys[3], "says": SAYS}).text


@pytest.mark.parametrize(
    ("says", "kept"),
    [
        ("胡" * (LONGEST + 1), "胡" * LONGEST),
        ("\u2067" + "家" * LONGEST + "\u2069 胡", "家" * LONGEST),
        ("张三\u202e 胡", "张三 胡"),
    ],
)
def test_a_sentence_is_cut_and_its_marks_of_direction_with_it(
    replaced: Client, night: Session, says: str, kept: str
) -> None:
    assert tell(replaced, night, says) == 204
    assert Unbooked.objects.get().says == kept


@pytest.mark.parametrize("says", ["", " ", "\x00", "\u202e"])
def test_a_sentence_that_cannot_be_shown_is_not_kept(replaced: Client, night: Session, says: str) -> None:
    assert tell(replaced, night, says) == 400
    assert not Unbooked.objects.exists()


def test_a_tap_without_a_proper_key_is_not_kept(replaced: Client, night: Session) -> None:
    assert replaced.post(address(night), {"key": "x", "says": SAYS}).status_code == 400


def test_markup_in_a_sentence_is_text(replaced: Client, own: AccessLink, night: Session) -> None:
    tell(replaced, night, "<b onclick=x>胡</b>")
    page = browser(own).get(reverse("table", args=[night.pk])).text
    assert "&lt;b onclick=x&gt;胡&lt;/b&gt;" in page


def test_who_never_scored_tells_nothing(watch: AccessLink, night: Session) -> None:
    stranger = own_link_of_another_club()
    assert [tell(browser(link), night) for link in (watch, stranger)] == [404, 404]
    watch.revoked_at = START
    watch.save()
    assert tell(browser(watch), night) == 404
    assert not Unbooked.objects.exists()


def test_an_owner_who_scored_until_he_handed_over_is_heard(own: AccessLink, night: Session) -> None:
    scorer = browser(hand_over(night, tap_on(0), ""))
    assert tell(browser(own), night) == 204
    assert SAYS in scorer.get(reverse("table", args=[night.pk])).text


def test_a_replaced_phone_of_another_night_tells_nothing(replaced: Client, night: Session) -> None:
    assert tell(replaced, open_night(night.club, with_tap=tap_on(0))) == 404


def test_a_replaced_phone_can_do_nothing_else(replaced: Client, night: Session) -> None:
    tell(replaced, night)
    told = Unbooked.objects.get()
    assert replaced.get(reverse("table", args=[night.pk])).status_code == 410
    assert replaced.post(reverse("unbooked_seen", args=[night.pk, told.pk])).status_code == 410


def test_watchers_see_nothing_of_it(replaced: Client, watch: AccessLink, night: Session) -> None:
    tell(replaced, night)
    assert SAYS not in browser(watch).get(reverse("table", args=[night.pk])).text


def test_the_scorer_of_another_night_cannot_take_it_away(replaced: Client, night: Session) -> None:
    tell(replaced, night)
    told = Unbooked.objects.get()
    other = open_night(Club.objects.create(name="别的俱乐部"))
    stranger = browser(score_link(other))
    for at in (night, other):
        stranger.post(reverse("unbooked_seen", args=[at.pk, told.pk]))
    assert Unbooked.objects.get().seen_at is None


def test_without_a_script_the_button_goes_back_to_the_table(replaced: Client, own: AccessLink, night: Session) -> None:
    tell(replaced, night)
    answer = browser(own).post(reverse("unbooked_seen", args=[night.pk, Unbooked.objects.get().pk]))
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("table", args=[night.pk]))


def test_telling_costs_a_handful_of_queries(
    replaced: Client, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(8):
        tell(replaced, night)
