"""The house rules under the thumb: a sample moves with each key, and the next round is played by what is kept."""

import re

import pytest
from playwright.sync_api import Locator, expect

from rounds.models import AccessLink, HouseRules, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.layout import faults_of, small_targets
from tests.browser.phone import Phone, cell, seat

USE = "[data-use-rules]"


def key(place: str, value: str) -> str:
    """A key of an option."""
    return f'label[for="i-{place}-{value}"]'


def sample(phone: Phone, place: str) -> Locator:
    return phone.find(f'[data-sample="{place}"]')


def typed(phone: Phone, name: str) -> Locator:
    return phone.find(f'[name="{name}"]')


def open_rules(phone: Phone) -> None:
    phone.page.goto(f"{phone.night}house/")


@pytest.fixture
def plain(new_phone: NewPhone, own: AccessLink) -> Phone:
    """The owner's phone with scripts switched off, at a night's table."""
    phone = new_phone(scripts=False)
    phone.join(own)
    phone.start_night()
    return phone


def test_samples_move_with_every_key_and_the_page_stays_where_it_is(phone: Phone) -> None:
    open_rules(phone)
    expect(sample(phone, "self_draw")).to_have_text("2番自摸：每家付 4+1 = 5")
    phone.tap(key("self_draw", "add_fan"))
    expect(sample(phone, "self_draw")).to_have_text("2番自摸，算3番：每家付 8")
    expect(phone.find('[data-option="self_draw"]')).to_contain_text("原来自摸加底")
    phone.tap(key("kong_pay.promoted", "2"))
    expect(sample(phone, "kong_pay.promoted")).to_have_text("6")
    expect(phone.find(".differs")).to_contain_text("改了2处")
    before = phone.page.evaluate("scrollY")
    assert before > 0
    phone.tap(key("kong_pay.promoted", "1"))
    expect(phone.find(".differs")).to_contain_text("改了1处")
    assert phone.page.evaluate("scrollY") == before
    assert Session.objects.get().position == 1


def test_a_number_that_is_no_key_is_typed_and_kept_while_the_samples_move(phone: Phone) -> None:
    open_rules(phone)
    expect(typed(phone, "base-other")).to_be_hidden()
    phone.tap(key("base", "other"))
    expect(typed(phone, "base-other")).to_be_visible()
    typed(phone, "base-other").fill("30")
    phone.tap(key("cap", "4"))
    expect(sample(phone, "cap")).to_have_text("清一色带两个根点炮：4番，底30×16 = 480")
    expect(typed(phone, "base-other")).to_have_value("30")
    typed(phone, "patterns.full_flush").fill("3")
    typed(phone, "patterns.generals").fill("")
    expect(sample(phone, "patterns.full_flush")).to_have_text("×8 = 240")
    expect(typed(phone, "patterns.generals")).to_have_value("")


def test_what_cannot_be_is_said_at_its_option_and_nothing_is_lost(phone: Phone, faults: Faults) -> None:
    open_rules(phone)
    faults.provoke("422 GET house/")
    phone.tap(key("cap", "none"))
    wrong = phone.find('[data-option="flower_pig_pays"] .opts-error')
    expect(wrong).to_contain_text("没法按封顶付")
    expect(sample(phone, "cap")).to_have_count(0)
    phone.tap(key("flower_pig_pays", "none"))
    expect(phone.find(".opts-error")).to_have_count(0)
    expect(sample(phone, "cap")).to_contain_text("底1×16 = 16")


def test_the_next_round_is_played_by_them_and_undo_takes_them_back(phone: Phone) -> None:
    open_rules(phone)
    phone.tap(key("base", "5"))
    expect(sample(phone, "base")).to_have_text("1番点炮：底5×2 = 10")
    phone.tap(USE)
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.find(".last-text")).to_contain_text("规矩改了，从下一局起")
    phone.record("[data-undo]")
    expect(phone.find(".last-text")).not_to_contain_text("规矩改了")
    open_rules(phone)
    phone.tap(key("base", "5"), USE)
    expect(phone.table).to_have_attribute("data-saved", "4")
    for letter in "ABC":
        phone.record(seat(letter), cell(letter, "self_draw:0"))
    assert phone.points()["A"] == (6, 6)
    phone.record("[data-next-round]")
    expect(phone.find(".top-note")).to_contain_text("底5")
    phone.record(seat("A"), cell("A", "self_draw:0"))
    assert phone.points()["A"] == (30, 36)


def test_choosing_a_rule_set_fills_the_form_anew(phone: Phone) -> None:
    open_rules(phone)
    phone.tap(key("base", "5"), key("kong_transfer", "all"))
    expect(phone.find(".differs")).to_contain_text("改了2处")
    phone.find("#start").select_option("huanle")
    expect(phone.find(".differs")).to_contain_text("和欢乐麻将一样")
    phone.find("#start").select_option("chengdu_home")
    expect(phone.find(".differs")).to_contain_text("和成都家庭局一样")
    expect(phone.find("#i-base-1")).to_be_checked()
    expect(phone.find("#i-kong_transfer-last")).to_be_checked()


def test_a_rule_set_is_named_and_offered_for_a_new_night(phone: Phone) -> None:
    open_rules(phone)
    phone.tap(key("cap", "4"))
    expect(phone.find(".differs")).to_contain_text("改了1处")
    phone.find('[name="name"]').fill("周五那桌")
    phone.tap("[data-keep-rules]")
    expect(phone.find("#start option:checked")).to_have_text("周五那桌")
    own = HouseRules.objects.get()
    phone.start_night_by_hand(preset=f"own:{own.pk}")
    expect(phone.find(".top-note")).to_contain_text("封顶×16")
    phone.page.goto("/house/")
    phone.tap('[data-house="周五那桌"]', key("cap", "2"))
    expect(sample(phone, "cap")).to_contain_text("×4 = 4")
    phone.tap("[data-keep-rules]")
    phone.page.wait_for_url("**/house/")
    own.refresh_from_db()
    assert own.rules["cap"] == 2
    phone.tap('[data-house="周五那桌"]', "details summary", "[data-remove-rules]")
    phone.page.wait_for_url("**/house/")
    assert not HouseRules.objects.exists()


def test_a_set_of_the_same_name_is_replaced_on_the_second_press(phone: Phone, faults: Faults) -> None:
    faults.provoke("422 POST house/")
    for cap, presses in (("4", ("[data-keep-rules]",)), ("2", ("[data-keep-rules]", "[data-replace-rules]"))):
        open_rules(phone)
        phone.tap(key("cap", cap))
        expect(phone.find(".differs")).to_contain_text("改了1处")
        phone.find('[name="name"]').fill("周五那桌")
        phone.tap(*presses)
        expect(phone.find("#start option:checked")).to_have_text("周五那桌")
        assert HouseRules.objects.get().rules["cap"] == int(cap)


def test_without_a_script_a_key_does_the_sums(plain: Phone) -> None:
    open_rules(plain)
    expect(typed(plain, "base-other")).to_be_hidden()
    plain.tap(key("base", "other"))
    expect(typed(plain, "base-other")).to_be_visible()
    typed(plain, "base-other").fill("30")
    plain.tap(key("cap", "4"), "noscript .u-wide")
    expect(sample(plain, "cap")).to_have_text("清一色带两个根点炮：4番，底30×16 = 480")
    expect(plain.find(".differs")).to_contain_text("改了2处")
    plain.tap(USE)
    expect(plain.find(".last-text")).to_contain_text("规矩改了，从下一局起")
    assert plain.saved == 2
    plain.page.goto(f"{plain.night}house/")
    plain.find("#start").select_option("huanle")
    plain.tap("noscript .key:not(.u-wide)")
    expect(plain.find(".differs")).to_contain_text("和欢乐麻将一样")


def test_enter_in_a_field_looks_and_keeps_nothing(phone: Phone) -> None:
    open_rules(phone)
    phone.tap(key("base", "other"))
    typed(phone, "base-other").fill("7")
    typed(phone, "base-other").press("Enter")
    expect(sample(phone, "base")).to_have_text("1番点炮：底7×2 = 14")
    expect(phone.page).to_have_url(re.compile(r"/house/$"))
    assert Session.objects.get().position == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_the_rules_fits_the_screen_and_the_thumb(phone: Phone, scheme: str) -> None:
    phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    open_rules(phone)
    phone.tap(key("base", "other"))
    typed(phone, "base-other").fill("1000000")
    phone.tap(key("kong_transfer", "none"), key("kong_pay.concealed", "other"))
    expect(sample(phone, "patterns.plain")).to_have_text("×1 = 1000000")
    phone.find('[name="name"]').fill("欧" * 40)
    phone.tap("[data-keep-rules]")
    expect(phone.find("#start option:checked")).to_have_text("欧" * 40)
    own = HouseRules.objects.get()
    for path in (
        f"{phone.night}house/?preset=own:{own.pk}",
        f"{phone.night}rules/",
        f"{phone.night}more/",
        "/rules/?preset=fortune",
        f"/rules/?preset=own:{own.pk}",
        "/house/",
        "/house/new/?preset=huanle",
        f"/house/{own.pk}/",
        "/new/",
    ):
        phone.page.goto(path)
        for width in (320, 360):
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert (path, width, faults_of(phone.page)) == (path, width, [])
        assert (path, small_targets(phone.page)) == (path, [])


def test_a_name_that_was_refused_stays_while_the_samples_move(phone: Phone, faults: Faults) -> None:
    open_rules(phone)
    faults.provoke("422 POST house/")
    typed(phone, "name").fill("成都家庭局")
    phone.tap("[data-keep-rules]")
    expect(phone.find("#e-name")).to_be_visible()
    phone.tap(key("cap", "4"))
    expect(sample(phone, "cap")).to_contain_text("×16 = 16")
    expect(typed(phone, "name")).to_have_value("成都家庭局")
    typed(phone, "name").fill("周五那桌")
    phone.tap("[data-keep-rules]")
    expect(phone.find("#start option:checked")).to_have_text("周五那桌")
    assert HouseRules.objects.get().rules["cap"] == 4
