"""The links of a night, and the page that leads everywhere else."""

import html
import re

import segno
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.handover import hand_over
from rounds.links import link_token
from rounds.models import AccessLink, Club, Session
from rounds.screens.qr import qr
from tests.web.cast import START, browser, next_round, open_night, play_round, set_rules, tap


def page(link: AccessLink, session: Session, name: str = "links", host: str = "testserver") -> str:
    response = browser(link).get(reverse(name, args=[session.pk]), headers={"host": host})
    assert response.status_code == 200
    return response.content.decode()


def address(link: AccessLink, site: str = "http://testserver") -> str:
    return site + reverse("key", args=[link_token(link)])


def drawn(path: str, size: int) -> list[list[int]]:
    """The modules that an SVG path of rectangles covers."""
    modules = [[0] * size for _ in range(size)]
    for x, y, run, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert run == back
        for column in range(int(x), int(x) + int(run)):
            modules[int(y)][column] += 1
    return modules


def test_a_watcher_sees_the_watch_link_alone(night: Session, watch: AccessLink, score: AccessLink) -> None:
    shown = page(watch, night)
    assert address(watch) in shown
    assert link_token(score) not in shown
    assert shown.count('class="qr"') == 1


def test_who_scores_or_owns_may_replace_links(
    night: Session, watch: AccessLink, score: AccessLink, own: AccessLink
) -> None:
    for link in (watch, score, own):
        shown = page(link, night)
        for name in ("hand_over", "new_watch"):
            assert (f'href="{reverse(name, args=[night.pk])}"' in shown) == (link != watch)
        assert (f'href="{reverse("phones")}"' in shown) == (link == own)
        assert not any(link_token(secret) in shown for secret in (score, own))


def test_the_owner_replaces_links_also_while_another_phone_scores(
    night: Session, watch: AccessLink, own: AccessLink
) -> None:
    hand_over(night, tap(0), "")
    shown = page(own, night)
    assert address(watch) in shown
    for name in ("hand_over", "new_watch"):
        assert f'href="{reverse(name, args=[night.pk])}"' in shown


def test_the_code_is_shown_as_wide_as_the_screen_with_its_address(night: Session, watch: AccessLink) -> None:
    big = browser(watch).get(reverse("links", args=[night.pk]), {"big": "1"}).text
    assert f'd="{qr(address(watch)).path}"' in big
    assert address(watch) in big
    assert f'href="{reverse("links", args=[night.pk])}"' in big


def test_who_is_in_the_same_wireless_network_is_told_so_unless_the_site_is_reached_from_everywhere(
    night: Session, watch: AccessLink
) -> None:
    client = browser(watch)
    assert "同一个无线网" in client.get(reverse("links", args=[night.pk])).text
    assert "同一个无线网" not in client.get(reverse("links", args=[night.pk]), secure=True).text


def test_the_code_says_the_address_of_the_host_that_was_asked(night: Session, watch: AccessLink) -> None:
    shown = page(watch, night, host="127.0.0.1:8000")
    expected = qr(address(watch, "http://127.0.0.1:8000"))
    assert f'd="{expected.path}"' in shown
    assert f'viewBox="0 0 {expected.size} {expected.size}"' in shown


def test_the_code_is_drawn_module_by_module() -> None:
    text = "http://192.168.1.20:8000/k/abcdefghijklmnopqrstuvwxyz234567/"
    code = qr(text)
    matrix = segno.make(text, error="m", micro=False).matrix_iter(border=4)
    assert drawn(code.path, code.size) == [list(row) for row in matrix]


def test_a_revoked_link_is_not_shown(night: Session, watch: AccessLink, score: AccessLink) -> None:
    watch.revoked_at = START
    watch.save()
    shown = page(score, night)
    assert link_token(watch) not in shown
    assert "已经停用" in shown


def test_another_nights_links_are_not_shown(night: Session, club: Club, own: AccessLink) -> None:
    other = open_night(club)
    shown = page(own, night)
    assert not any(link_token(link) in shown for link in other.links.all())


def test_the_links_take_two_queries(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        page(watch, night)


def test_more_leads_everywhere_and_home_for_the_owner_alone(night: Session, watch: AccessLink, own: AccessLink) -> None:
    for link in (watch, own):
        shown = page(link, night, "more")
        for name in ("night", "ledger", "links", "ledger_csv", "rounds_csv", "table"):
            assert f'href="{reverse(name, args=[night.pk])}"' in shown
        assert ('href="/"' in shown) == (link == own)


def test_more_shows_the_house_rules_of_the_newest_round(
    night: Session, watch: AccessLink, score: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_round(night)
    next_round(night)
    with django_assert_num_queries(3):
        shown = page(watch, night, "more")
    assert "成都家庭局" in shown
    assert "底1 · 封顶3番×8 · 自摸加底" in shown
    assert "改了" not in shown
    for link in (watch, score):
        shown = page(link, night, "more")
        assert f'href="{reverse("rules", args=[night.pk])}"' in shown
        assert (f'href="{reverse("house", args=[night.pk])}"' in shown) == (link == score)


def test_more_says_where_the_rules_are_not_those_of_the_preset(night: Session, watch: AccessLink) -> None:
    set_rules(night, base=5, kong_pay={"promoted": 2})
    shown = page(watch, night, "more")
    assert "第2局起改成：成都家庭局" in shown
    assert "底5 · 封顶3番×8" in shown
    play_round(night)
    next_round(night)
    shown = html.unescape(page(watch, night, "more"))
    assert "改成" not in shown
    assert "和成都家庭局比，改了2处" in shown
    for name, value, was in (("底", "5", "1"), ("杠钱·弯杠", "2底", "1底")):
        assert re.search(rf">{name}</dt><dd[^>]*>{value} <[^>]*>原来{was}<", shown)
