"""The page that changes a night's rules: every option, what hangs on it, and a sample that moves with it."""

import html
import re

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from rounds.book.ruling import Ruling
from rounds.draft import draft
from rounds.house_rules import preset_offers
from rounds.models import AccessLink, Session
from rounds.rules.options import rows
from rounds.rules.presets import presets
from rounds.screens.house_form import house_form
from rounds.typed_rules import read_rules
from tests.web.altered import PLACES
from tests.web.cast import browser, new_key, set_rules
from tests.web.house_page import FIELDS, address, chosen, look, next_rules, option, sample_in, send, told

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


@pytest.mark.parametrize("place", PLACES)
def test_an_option_that_is_not_told_is_refused_and_never_made_up(night: Session, score: AccessLink, place: str) -> None:
    fields = {name: value for name, value in {**FIELDS, "preset": "huanle"}.items() if name != place}
    response = browser(score).post(address(night), {**fields, "key": new_key(), "position": 1, "do": "use"})
    assert response.status_code == 422
    assert f'id="e-{place}"' in response.content.decode()
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


typed = st.one_of(
    st.text(max_size=8), st.sampled_from(["", "0", "1", "40", "41", "-1", "９", "none", "cap", "other", "yes"])
)


@given(changes=st.dictionaries(st.sampled_from([*FIELDS, "preset", "name"]), typed, max_size=12))
def test_whatever_is_typed_is_answered_with_rules_or_with_a_sentence(changes: dict[str, str]) -> None:
    offered = preset_offers()
    made = draft(offered, {**FIELDS, **changes}, offered["huanle"].ruling)
    form = house_form(made.offers, made.start, made.fields, made.typed)
    assert bool(form.faults) == bool(made.typed.errors) == (made.typed.rules is None)
    shown = {field.place: field for section in form.sections for row in section.rows for field in row.fields}
    for place, text in changes.items():
        if place in shown and not any(key.on for key in shown[place].keys) and text != "other":
            assert shown[place].text == text.strip() or not shown[place].open_ended


def test_a_form_that_is_refused_says_at_its_top_where_to_look(own: AccessLink, night: Session) -> None:
    page = html.unescape(
        send(own, night, 1, base="other", base_other="0", cap="other", cap_other="41").content.decode()
    )
    assert "没存下，这里要先改好：" in page
    top = page[: page.index('id="o-base"')]
    assert '<a href="#e-base">底</a>、<a href="#e-cap">封顶</a></p>' in top
    assert 'id="e-cap"' in page
    assert "没存下" not in look(own, night, 422, patterns__plain="")
    made = browser(own).post(reverse("new_house"), {**FIELDS, "patterns.plain": "", "name": "甲", "do": "keep"})
    assert made.status_code == 422
    assert '<a href="#e-patterns.plain">平胡</a></p>' in made.text
