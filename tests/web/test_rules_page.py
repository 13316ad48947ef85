"""The page that tells a whole rule set in plain language: that of a night, or one that can be chosen."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.ruling import Ruling
from rounds.house_rules import keep
from rounds.models import AccessLink, Club, Session
from rounds.rules.presets import presets
from tests.web.altered import HOME, PLACES, altered, at, other_value
from tests.web.cast import browser, next_round, play_round, set_rules, tap

PLAY_RULES = ("最后四张必胡", "过水不胡", "换三张", "杠牌按顺序摸", "骰子与发牌")


def words(page: str) -> str:
    """The page as its reader sees it, without the menu of rule sets."""
    body = re.sub(r"(?s)<select.*?</select>", "", page[page.index("<main") :])
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", body)).split())


def page(link: AccessLink | None, session: Session, **asked: str) -> str:
    client = browser(link) if link else Client()
    response = client.get(reverse("rules", args=[session.pk]), asked)
    assert response.status_code == 200
    return words(response.content.decode())


def test_a_watcher_reads_the_rules_of_the_night(night: Session, watch: AccessLink) -> None:
    shown = page(watch, night)
    assert "成都家庭局 底1 · 封顶3番×8" in shown
    assert "封顶 fēng dǐng 最多按3番付（×8），再大也是这么多。杠钱、自摸加的底不封。" in shown
    assert "清一色 qīng yī sè 只有一门牌 2番 ×4" in shown
    assert "暗杠 àn gàng 四张都是自己摸的 2分 每家付" in shown
    assert "改规矩" not in shown
    for rule in PLAY_RULES:
        assert rule in shown


def test_the_scorer_is_led_to_changing_them(night: Session, score: AccessLink) -> None:
    assert "改规矩" in page(score, night)


@pytest.mark.parametrize("place", PLACES)
def test_each_option_changed_alone_changes_the_page(night: Session, watch: AccessLink, place: str) -> None:
    before = page(watch, night)
    rules = altered(**at(place, other_value(place)))
    scorebook.set_rules(night, tap(1), Ruling(rules, "chengdu_home"))
    after = page(watch, night, round="next")
    book = "点炮的一个人付"  # where the sentences begin, below what differs from the preset
    assert after[after.index(book) :] != before[before.index(book) :]


def test_rules_that_come_with_the_next_round_are_announced(night: Session, watch: AccessLink) -> None:
    set_rules(night, base=5, self_draw="add_fan")
    shown = page(watch, night)
    assert "第2局起改了 底 5 原来1 自摸 自摸加番 原来自摸加底" in shown
    assert "×1 的牌付1分" in shown
    coming = page(watch, night, round="next")
    assert "第2局" in coming
    assert "×1 的牌付5分" in coming
    assert "改了2处" in coming
    assert "起改了" not in coming


def test_a_round_that_is_over_keeps_the_page_of_its_rules(night: Session, watch: AccessLink) -> None:
    play_round(night)
    set_rules(night, base=5)
    next_round(night)
    assert "×1 的牌付1分" in page(watch, night, round="1")
    assert "×1 的牌付5分" in page(watch, night)


@pytest.mark.parametrize("asked", ["0", "2", "x", "-1", "１", "1 ", "next2"])
def test_a_round_that_is_not_there_is_not_found(night: Session, watch: AccessLink, asked: str) -> None:
    assert browser(watch).get(reverse("rules", args=[night.pk]), {"round": asked}).status_code == 404


def test_the_page_takes_three_queries(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_round(night)
    next_round(night)
    with django_assert_num_queries(3):
        browser(watch).get(reverse("rules", args=[night.pk]))


@pytest.mark.parametrize("key", ["", *presets()])
def test_anybody_may_read_what_a_preset_says(db: None, key: str) -> None:
    response = Client().get("/rules/", {"preset": key} if key else {})
    assert response.status_code == 200
    preset = presets()[key or "chengdu_home"]
    shown = words(response.content.decode())
    assert preset.name in shown
    assert f"×1 的牌付{preset.rules.base}分" in shown
    assert f'<option value="{preset.key}" selected>' in response.content.decode()


def test_a_clubs_own_rules_are_read_by_its_owner_alone(own: AccessLink, club: Club) -> None:
    row = keep(club, "我们家的", Ruling(altered(base=3), "chengdu_home"))
    asked = {"preset": f"own:{row.pk}"}
    shown = words(browser(own).get("/rules/", asked).content.decode())
    assert "我们家的 从成都家庭局改来" in shown
    assert "×1 的牌付3分" in shown
    assert Client().get("/rules/", asked).status_code == 404
    assert "我们家的" not in Client().get("/rules/").content.decode()


@pytest.mark.parametrize("key", ["x", "own:", "own:x", "../etc"])
def test_a_rule_set_that_is_not_there_is_not_found(own: AccessLink, key: str) -> None:
    assert browser(own).get("/rules/", {"preset": key}).status_code == 404


def test_own_rules_by_name_say_what_they_began_as(night: Session, watch: AccessLink) -> None:
    scorebook.set_rules(night, tap(1), Ruling(HOME, "chengdu_home", "我们家的"))
    assert "我们家的 从成都家庭局改来" in page(watch, night, round="next")
