"""The address in a QR code: rules 10 and 11."""

from http.cookies import Morsel
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from rounds.access import OWN_COOKIE, cookie_of
from rounds.links import link_token
from rounds.models import AccessLink, Club, Session
from tests.web.cast import START, browser


def enter(link: AccessLink) -> str:
    return reverse("key", args=[link_token(link)])


def test_the_address_shows_one_button_and_gives_nothing_yet(
    own: AccessLink, score: AccessLink, watch: AccessLink
) -> None:
    for link, word in ((own, "打开"), (score, "来记分"), (watch, "看分")):
        page = Client().get(enter(link))
        assert page.status_code == 200
        assert page.content.decode().count('class="go"') == 1
        assert f">{word}</button>" in page.content.decode()
        assert set(page.cookies) <= {"csrftoken"}
        assert link_token(link) not in page.content.decode()
        assert page.headers["Cache-Control"] == "no-store"


def test_the_button_keeps_the_secret_where_no_script_reads_it(night: Session, watch: AccessLink) -> None:
    client = Client()
    answer = client.post(enter(watch))
    table = reverse("table", args=[night.pk])
    assert (answer.status_code, answer.headers["Location"]) == (302, table)
    cookie: Morsel[str] = answer.cookies[cookie_of(watch)]
    assert (cookie.value, cookie["path"], cookie["samesite"]) == (link_token(watch), table, "Lax")
    assert cookie["httponly"]
    assert not cookie["secure"]
    assert client.get(table).status_code == 200


def test_who_joins_to_score_may_watch_when_another_takes_over(night: Session, score: AccessLink) -> None:
    client = Client()
    client.post(enter(score))
    score.revoked_at = START
    score.save()
    assert client.get(reverse("table", args=[night.pk])).status_code == 200
    assert client.post(reverse("undo", args=[night.pk])).status_code == 410


def test_joining_writes_nothing_down(
    own: AccessLink, score: AccessLink, watch: AccessLink, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(9) as captured:
        for link in (own, score, watch):
            Client().get(enter(link))
            assert Client().post(enter(link)).status_code == 302
    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []


def test_the_owner_goes_home(own: AccessLink) -> None:
    client = Client()
    answer = client.post(enter(own))
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("home"))
    assert answer.cookies[OWN_COOKIE].value == link_token(own)
    assert client.get(reverse("home")).status_code == 200


def test_on_https_the_cookie_is_sent_on_https_alone(own: AccessLink) -> None:
    assert Client().post(enter(own), secure=True).cookies[OWN_COOKIE]["secure"]


def test_the_button_asks_for_the_token_of_its_form(own: AccessLink) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(enter(own)).status_code == 403
    client.get(enter(own))
    assert client.post(enter(own), {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}).status_code == 302


def test_unknown_malformed_and_revoked_look_the_same(own: AccessLink) -> None:
    own.revoked_at = START
    own.save()
    paths = [enter(own), reverse("key", args=["a" * 32]), reverse("key", args=["张三' --"])]
    for method in ("get", "head", "post"):
        answers = [getattr(Client(), method)(path) for path in paths]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.content for answer in answers}) == 1


def test_other_methods_are_not_answered(own: AccessLink) -> None:
    for method in ("put", "patch", "delete", "options"):
        assert getattr(Client(), method)(enter(own)).status_code == 405


def test_a_scorer_who_opens_the_link_to_watch_goes_on_scoring(
    night: Session, score: AccessLink, watch: AccessLink
) -> None:
    client = browser(score)
    client.post(enter(watch))
    undo = reverse("undo", args=[night.pk])
    assert client.post(undo).status_code != 404
    score.revoked_at = START
    score.save()
    assert client.post(undo).status_code == 410
    assert client.get(reverse("table", args=[night.pk])).status_code == 200


@pytest.mark.django_db
def test_the_owners_link_is_made_once_and_shown_again(capsys: Any) -> None:
    call_command("owner_link")
    call_command("owner_link")
    first, second = capsys.readouterr().out.split()
    assert first == second
    link = AccessLink.objects.get()
    assert (first, link.right, Club.objects.get().name) == (enter(link), "own", "我的麻将桌")


def test_a_new_link_of_the_owner_is_made_when_all_are_revoked(own: AccessLink, capsys: Any) -> None:
    own.revoked_at = START
    own.save()
    call_command("owner_link")
    made = AccessLink.objects.get(revoked_at=None)
    assert capsys.readouterr().out.strip() == enter(made)
    assert made.club == own.club
