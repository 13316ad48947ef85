"""The page that changes a night's rules: every option, what hangs on it, and a sample that moves with it."""

import html
import re
from typing import Any

import pytest
from django.db import OperationalError
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import house_rules, scorebook
from rounds.book.reading import next_ruling
from rounds.book.ruling import Ruling
from rounds.cleaning import clean
from rounds.house_rules import keep
from rounds.models import AccessLink, Club, Event, HouseRules, Session
from rounds.rules.options import rows
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from rounds.typed_rules import fields_of, read_rules
from tests.web import hostile
from tests.web.altered import HOME, PLACES, altered
from tests.web.cast import browser, new_key, next_round, play_round, record, self_draw, set_rules, tap

FIELDS = fields_of(HOME)
HTMX = {"HX-Request": "true"}


def address(session: Session) -> str:
    return reverse("house", args=[session.pk])


def look(link: AccessLink, session: Session, status: int = 200, htmx: bool = False, **changes: str) -> str:
    """The page when these fields are filled in otherwise than the default rules have them."""
    fields = {"preset": "chengdu_home", **FIELDS, **told(changes)}
    response = browser(link).get(address(session), fields, headers=HTMX if htmx else {})
    assert response.status_code == status
    return response.content.decode()


def told(changes: dict[str, str]) -> dict[str, str]:
    """Fields by their names; two underscores stand for the dot of an entry, `_other` at the end for `-other`."""
    return {re.sub("_other$", "-other", name).replace("__", "."): value for name, value in changes.items()}


def send(link: AccessLink, session: Session, position: int, do: str = "use", key: str = "", **changes: str) -> Any:
    fields = {"preset": "chengdu_home", **FIELDS, **told(changes)}
    tapped = {"key": key or new_key(), "position": position, "do": do}
    return browser(link).post(address(session), {**fields, **tapped})


def option(page: str, place: str) -> str:
    """The part of the page that is about one option."""
    start = page.index(f'data-option="{place}"')
    return html.unescape(page[start : page.find("data-option=", start + 1)])


def chosen(page: str, place: str) -> list[str]:
    """The values of an option's keys that are chosen."""
    return re.findall(rf'name="{re.escape(place)}" value="([^"]*)" checked', page)


def sample_in(page: str, place: str) -> str:
    found = re.search(rf'data-sample="{re.escape(place)}">([^<]*)<', page)
    assert found
    return html.unescape(found[1])


def next_rules(session: Session) -> Ruling:
    session.refresh_from_db()
    return next_ruling(session, session.played().get(number=session.round_count))


# What it shows


def test_every_option_stands_on_the_page_with_its_word_pinyin_and_what_it_decides(
    night: Session, score: AccessLink
) -> None:
    page = look(score, night)
    for place in PLACES:
        assert f'data-option="{place}"' in page
    for row in rows():
        for text in (row.term.hans, row.term.pinyin, row.decides[0]):
            assert text in page
    assert "和成都家庭局一样" in page


def test_the_page_begins_with_the_rules_that_the_next_round_would_have(night: Session, score: AccessLink) -> None:
    set_rules(night, base=7, cap=4)
    page = browser(score).get(address(night)).content.decode()
    assert chosen(page, "cap") == ["4"]
    assert chosen(page, "base") == ["other"]
    assert 'name="base-other" value="7"' in page
    assert "和成都家庭局比，改了2处" in page


def test_what_is_not_as_in_the_preset_is_marked_with_what_the_preset_has(night: Session, score: AccessLink) -> None:
    page = look(score, night, cap="4", kong_pay__promoted="2")
    assert "和成都家庭局比，改了2处" in page
    assert "原来3番×8" in option(page, "cap")
    assert "原来1底" in option(page, "kong_pay.promoted")
    assert "改过" not in option(page, "self_draw")
    assert page.count("opts-changed") == 2


@pytest.mark.parametrize("key", presets())
def test_it_can_start_from_any_preset(night: Session, score: AccessLink, key: str) -> None:
    page = browser(score).get(address(night), {"preset": key}).content.decode()
    assert f"和{presets()[key].name}一样" in page
    assert f'<option value="{key}" selected>' in page
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)" checked', page))
    fields |= dict(re.findall(r'name="(patterns\.[^"]+|[^"]+-other)" value="([^"]*)"', page))
    assert read_rules(fields).rules == presets()[key].rules


def test_samples_are_settled_by_what_is_filled_in(night: Session, score: AccessLink) -> None:
    assert sample_in(look(score, night), "cap") == "清一色带两个根点炮：4番按3番付，底1×8 = 8"
    page = look(score, night, cap="none", flower_pig_pays="other", base="other", base_other="5")
    assert sample_in(page, "cap") == "清一色带两个根点炮：4番，底5×16 = 80"
    assert sample_in(page, "self_draw") == "2番自摸：每家付 20+5 = 25"


def test_the_part_alone_is_sent_to_a_script(night: Session, score: AccessLink) -> None:
    part = look(score, night, htmx=True, cap="2")
    assert part.lstrip().startswith('<main class="page" id="house"')
    assert sample_in(part, "cap").endswith("×4 = 4")


def test_an_option_that_asks_nothing_is_said_to(night: Session, score: AccessLink) -> None:
    page = look(score, night, kong_transfer="none")
    assert page.count("现在用不上。") == 2
    assert "现在用不上。" not in look(score, night)


def test_keys_of_the_cap_count_from_the_plain_hand(night: Session, score: AccessLink) -> None:
    page = browser(score).get(address(night), {"preset": "four_fans_money"}).content.decode()
    keys = re.findall(r'name="cap" value="(\w+)"', page)
    assert keys == ["3", "4", "5", "none", "other"]
    assert "4番<span" in option(page, "cap")
    assert "×8" in option(page, "cap")


def test_looking_writes_nothing(night: Session, score: AccessLink) -> None:
    look(score, night, cap="4")
    assert send(score, night, 1, do="look", cap="4").status_code == 200
    assert send(score, night, 1, do="", cap="4").status_code == 200
    assert night.log().count() == 1


def test_the_page_takes_four_queries(
    night: Session, score: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        browser(score).get(address(night))


# What is refused


@pytest.mark.parametrize(
    ("changes", "place", "sentence"),
    [
        ({"cap": "none"}, "flower_pig_pays", "不封顶，没法按封顶付"),
        ({"cap": "none", "flower_pig_pays": "none", "leave__pays": "cap"}, "leave.pays", "不封顶，没法按封顶付"),
        ({"patterns__plain": ""}, "patterns.plain", "平胡总要算"),
        ({"plain_fans": "1"}, "patterns.plain", "不能少于1番"),
        ({"plain_fans": "1", "patterns__plain": "1", "cap": "other", "cap_other": "0"}, "cap", "不能少于1番"),
        ({"patterns__full_flush": "41"}, "patterns.full_flush", "写0到40的整数"),
        ({"patterns__full_flush": "２"}, "patterns.full_flush", "写0到40的整数"),
        ({"patterns__full_flush": "-1"}, "patterns.full_flush", "写0到40的整数"),
        ({"cap": "other", "cap_other": "３"}, "cap", "写0到40的整数"),
        ({"cap": "other", "cap_other": ""}, "cap", "写0到40的整数"),
        ({"cap": "other", "cap_other": "1.5"}, "cap", "写0到40的整数"),
        ({"cap": "cap"}, "cap", "写0到40的整数"),
        ({"base": "0"}, "base", "写1到1,000,000的整数"),
        ({"base": "none"}, "base", "写1到1,000,000的整数"),
        ({"base": "other", "base_other": "1000001"}, "base", "写1到1,000,000的整数"),
        ({"base": "other", "base_other": "9" * 30}, "base", "写1到1,000,000的整数"),
        ({"kong_pay__exposed": "x"}, "kong_pay.exposed", "写0到1,000,000的整数"),
        ({"self_draw": ""}, "self_draw", "选一个"),
        ({"self_draw": "ADD_BASE"}, "self_draw", "选一个"),
        ({"kong_refund": "maybe"}, "kong_refund", "选一个"),
        ({"flower_pig_pays": "x"}, "flower_pig_pays", "写0到1,000,000的整数"),
    ],
)
def test_what_cannot_be_is_refused_at_its_option(
    night: Session, score: AccessLink, changes: dict[str, str], place: str, sentence: str
) -> None:
    for response in (
        browser(score).get(address(night), {"preset": "chengdu_home", **FIELDS, **told(changes)}),
        send(score, night, 1, **changes),
    ):
        page = response.content.decode()
        assert response.status_code == 422
        assert f'id="e-{place}"' in page
        assert sentence in option(page, place)
        assert page.count("opts-error") == 1
    assert night.log().count() == 1


def test_all_that_is_wrong_is_said_at_once_and_nothing_typed_is_lost(night: Session, score: AccessLink) -> None:
    typed = {"base": "other", "base_other": "５", "cap": "other", "cap_other": "x<b>", "patterns__generals": "many"}
    page = send(score, night, 1, **typed, self_draw="add_fan", kong_transfer="all").content.decode()
    assert page.count("opts-error") == 3
    for value in ("５", "x&lt;b&gt;", "many"):
        assert f'value="{value}"' in page
    assert (chosen(page, "self_draw"), chosen(page, "kong_transfer")) == (["add_fan"], ["all"])
    assert (chosen(page, "base"), chosen(page, "cap")) == (["other"], ["other"])
    assert re.findall(r'data-sample="[^"]*">([^<]+)<', page) == []


def test_a_number_that_is_no_key_is_taken_wherever_it_is_written(night: Session, score: AccessLink) -> None:
    page = look(score, night, cap="6")
    assert chosen(page, "cap") == ["other"]
    assert 'name="cap-other" value="6"' in page


def test_a_rule_set_that_is_gone_is_said_to_be(night: Session, score: AccessLink) -> None:
    gone = "own:00000000-0000-0000-0000-000000000000"
    for response in (browser(score).get(address(night), {"preset": gone}), send(score, night, 1, preset=gone)):
        assert response.status_code == 422
        assert "这套规矩已经没有了" in response.content.decode()
    assert night.log().count() == 1


def test_a_form_without_any_option_uses_the_rule_set_itself(night: Session, score: AccessLink) -> None:
    tapped = {"key": new_key(), "position": 1, "do": "use", "preset": "huanle"}
    assert browser(score).post(address(night), tapped).status_code == 302
    assert next_rules(night) == Ruling(presets()["huanle"].rules, "huanle")


# Using them


def test_used_rules_are_an_event_and_hold_from_the_next_round_on(night: Session, score: AccessLink) -> None:
    record(night, self_draw("A"))
    response = send(score, night, 2, cap="4", base="2")
    assert (response.status_code, response.headers["Location"]) == (302, reverse("table", args=[night.pk]))
    event = night.log().get(position=3)
    assert (event.kind, event.by) == (Event.Kind.SET_RULES, score)
    assert next_rules(night) == Ruling(altered(cap=4, base=2, flower_pig_pays="cap"), "chengdu_home")
    table = browser(score).get(reverse("table", args=[night.pk])).content.decode()
    assert "规矩改了，从下一局起" in table
    assert "底1 · 封顶×8" in table
    for player in "BC":
        record(night, self_draw(player))
    next_round(night)
    assert "底2 · 封顶×16" in browser(score).get(reverse("table", args=[night.pk])).content.decode()


def test_a_watcher_does_not_see_the_form(night: Session, watch: AccessLink) -> None:
    assert browser(watch).get(address(night)).status_code == 404
    assert send(watch, night, 1, cap="4").status_code == 404


def test_a_tap_that_is_behind_changes_nothing_and_keeps_what_was_filled_in(night: Session, score: AccessLink) -> None:
    record(night, self_draw("A"))
    response = send(score, night, 1, cap="4")
    page = response.content.decode()
    assert response.status_code == 409
    assert "这一下没记上" in page
    assert chosen(page, "cap") == ["4"]
    assert 'name="position" value="2"' in page
    assert night.log().count() == 2


def test_the_same_tap_twice_is_one_event(night: Session, score: AccessLink) -> None:
    key = new_key()
    assert [send(score, night, 1, key=key, cap="4").status_code for _ in range(2)] == [302, 302]
    assert send(score, night, 1, key=key, cap="2").status_code == 422
    assert night.log().count() == 2


@pytest.mark.parametrize(("key", "position"), [("short", "1"), ("", "1"), (new_key(), "x"), (new_key(), "")])
def test_a_tap_without_key_or_position_is_refused(night: Session, score: AccessLink, key: str, position: str) -> None:
    fields = {"preset": "chengdu_home", **FIELDS, "cap": "4", "do": "use", "key": key, "position": position}
    assert browser(score).post(address(night), fields).status_code == 400


def test_the_same_rules_again_and_those_of_a_night_that_is_over_are_refused(night: Session, score: AccessLink) -> None:
    response = send(score, night, 1)
    assert response.status_code == 422
    assert "什么都没改" in response.content.decode()
    scorebook.end_night(night, tap(1))
    response = send(score, night, 2, cap="4")
    assert response.status_code == 422
    assert "已经结束" in response.content.decode()


def test_a_database_that_does_not_confirm_is_said_to(
    night: Session, score: AccessLink, own: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(scorebook, "next_ruling", locked)
    monkeypatch.setattr(house_rules, "_save", locked)
    assert send(score, night, 1, cap="4").status_code == 503
    assert send(own, night, 1, do="keep", name="我们家的").status_code == 503
    assert (night.log().count(), HouseRules.objects.count()) == (1, 0)


# Naming them


def test_the_owner_names_rules_on_the_page_of_a_night_and_goes_on_with_them(night: Session, own: AccessLink) -> None:
    response = send(own, night, 1, do="keep", cap="4", name="  我们家的 ")
    kept = HouseRules.objects.get()
    assert (kept.club, kept.name, kept.preset) == (night.club, "我们家的", "chengdu_home")
    assert RuleSet.from_json(kept.rules) == altered(cap=4, flower_pig_pays="cap")
    assert response.status_code == 303
    assert response.headers["Location"].startswith(f"{address(night)}?preset=own:{kept.pk}")
    assert night.log().count() == 1
    page = browser(own).get(response.headers["Location"]).content.decode()
    assert f'<option value="own:{kept.pk}" selected>我们家的</option>' in page
    assert "和成都家庭局比，改了1处" in page
    used = {"key": new_key(), "position": 1, "do": "use", "preset": f"own:{kept.pk}"}
    assert browser(own).post(address(night), used).status_code == 302
    assert next_rules(night).house == "我们家的"


def test_a_scorer_may_use_the_clubs_rules_and_not_name_any(night: Session, score: AccessLink, club: Club) -> None:
    keep(club, "我们家的", Ruling(altered(cap=4), "chengdu_home"))
    page = browser(score).get(address(night)).content.decode()
    assert ">我们家的</option>" in page
    assert "data-keep-rules" not in page
    assert send(score, night, 1, do="keep", name="别的").status_code == 404
    assert HouseRules.objects.count() == 1


def test_the_same_name_again_is_another_rule_set_and_old_rounds_keep_theirs(
    night: Session, own: AccessLink, club: Club
) -> None:
    first = keep(club, "我们家的", Ruling(altered(base=3), "chengdu_home"))
    used = {"key": new_key(), "position": 1, "do": "use", "preset": f"own:{first.pk}"}
    browser(own).post(address(night), used)
    play_round(night)
    next_round(night)
    send(own, night, 6, do="keep", base="5", name="我们家的")
    assert HouseRules.objects.get().rules["base"] == 5
    row = night.played().get(number=2)
    assert (row.house, row.rules["base"]) == ("我们家的", 3)


def test_rules_keep_the_clubs_name_while_nothing_but_the_base_differs(
    night: Session, own: AccessLink, club: Club
) -> None:
    start = f"own:{keep(club, '我们家的', Ruling(HOME, 'chengdu_home')).pk}"
    send(own, night, 1, preset=start, base="5")
    assert (next_rules(night).house, next_rules(night).rules.base) == ("我们家的", 5)
    send(own, night, 2, preset=start, base="5", cap="4")
    assert (next_rules(night).house, next_rules(night).preset) == ("", "chengdu_home")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "起个名字"),
        ("  ", "起个名字"),
        ("字" * 41, "最多40个字"),
        ("a\u202eb", "改变书写方向"),
        ("a\x00b", "打不出来的字符"),
        ("成都家庭局", "已经有一套现成的规矩叫这个"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_at_its_field(
    night: Session, own: AccessLink, name: str, sentence: str
) -> None:
    response = send(own, night, 1, do="keep", cap="4", name=name)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'id="e-name"' in page
    assert chosen(page, "cap") == ["4"]
    assert not HouseRules.objects.exists()


def test_rules_that_cannot_be_are_not_named(night: Session, own: AccessLink) -> None:
    assert send(own, night, 1, do="keep", cap="none", name="我们家的").status_code == 422
    assert not HouseRules.objects.exists()


def test_a_name_that_means_harm_is_text(night: Session, own: AccessLink) -> None:
    send(own, night, 1, do="keep", cap="4", name=hostile.LONG)
    for path in (address(night), "/house/", "/new/", "/rules/"):
        assert hostile.is_escaped(browser(own).get(path).content.decode(), clean(hostile.LONG))


def test_a_club_does_not_see_the_rules_of_another(night: Session, score: AccessLink) -> None:
    other = Club.objects.create(name="别的俱乐部")
    foreign = keep(other, "外人的", Ruling(HOME, "chengdu_home"))
    assert "外人的" not in browser(score).get(address(night)).content.decode()
    assert send(score, night, 1, preset=f"own:{foreign.pk}").status_code == 422
