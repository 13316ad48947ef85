"""Who sits where, on the form that starts a night: names around a square table, dragged or tapped into place."""

from playwright.sync_api import expect

from rounds.models import AccessLink, Round
from tests.browser.conftest import NewPhone
from tests.browser.layout import faults_of, middles, small_targets
from tests.browser.phone import Phone
from tests.web.cast import NAMES

PLACES = "[data-place]"
STILL = 100
"""Milliseconds without a move after which the browser takes a finger to rest."""


def place(letter: str) -> str:
    return f'[data-place="{letter}"]'


def typed(phone: Phone) -> list[str]:
    return [phone.find(f"[name=name-{letter}]").input_value() for letter in "ABCD"]


def dealer(phone: Phone) -> str:
    return phone.find("[name=dealer]:checked").input_value()


def open_form(phone: Phone, names: dict[str, str] = NAMES) -> None:
    phone.page.goto("/new/")
    for letter, name in names.items():
        phone.find(f"[name=name-{letter}]").fill(name)


def drag(phone: Phone, one: str, to: tuple[float, float]) -> None:
    """By a finger that rests before it lets go: after a flick the browser takes the next tap for the flick's end."""
    x, y = middles(phone.page, PLACES, "data-place")[one]
    cdp = phone.page.context.new_cdp_session(phone.page)
    for kind, points in (
        ("touchStart", [(x, y)]),
        ("touchMove", [((x + to[0]) / 2, (y + to[1]) / 2)]),
        ("touchMove", [to]),
        ("touchEnd", []),
    ):
        if kind == "touchEnd":
            phone.page.wait_for_timeout(STILL)
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]})


def test_the_names_stand_around_the_table_counter_clockwise(owner: Phone) -> None:
    open_form(owner)
    at = middles(owner.page, PLACES, "data-place")
    assert at["A"][1] > at["B"][1] == at["D"][1] > at["C"][1]
    assert at["D"][0] < at["A"][0] == at["C"][0] < at["B"][0]
    assert owner.find(PLACES).locator("bdi").all_inner_texts() == list(NAMES.values())
    assert (faults_of(owner.page), small_targets(owner.page)) == ([], [])


def test_one_is_dragged_onto_another_and_the_dealer_goes_along(owner: Phone) -> None:
    open_form(owner)
    at = middles(owner.page, PLACES, "data-place")
    drag(owner, "A", at["C"])
    assert typed(owner) == ["王五", "李四", "张三", "赵六"]
    assert dealer(owner) == "C"
    expect(owner.find(".around [role=status]")).to_have_text("张三和王五换了座位")
    assert middles(owner.page, PLACES, "data-place") == at
    drag(owner, "B", (5, at["C"][1]))  # let go beside the table
    assert typed(owner) == ["王五", "李四", "张三", "赵六"]
    owner.tap("form .go")
    expect(owner.table).to_have_attribute("data-saved", "1")
    row = Round.objects.get()
    assert (list(row.names.values()), row.dealer) == (["王五", "李四", "张三", "赵六"], "C")


def test_two_are_tapped_one_after_the_other(owner: Phone) -> None:
    open_form(owner)
    owner.tap(place("B"))
    expect(owner.find(place("B"))).to_have_attribute("aria-pressed", "true")
    owner.tap(place("D"))
    assert typed(owner) == ["张三", "赵六", "王五", "李四"]
    expect(owner.find(f"{PLACES}[aria-pressed=true]")).to_have_count(0)
    owner.tap(place("A"), place("A"))  # picked up and put down again
    assert typed(owner) == ["张三", "赵六", "王五", "李四"]
    assert dealer(owner) == "A"


def test_a_keyboard_does_the_same(owner: Phone) -> None:
    open_form(owner)
    owner.find(place("C")).focus()
    owner.page.keyboard.press("Enter")
    owner.page.keyboard.press("Tab")
    owner.page.keyboard.press("Space")
    assert typed(owner) == ["张三", "李四", "赵六", "王五"]


def test_nobody_is_moved_to_where_nobody_sits(owner: Phone) -> None:
    open_form(owner, {"A": "Alice", "B": "Bob"})
    assert owner.find(f"{PLACES}:disabled").count() == 2
    drag(owner, "A", middles(owner.page, PLACES, "data-place")["C"])
    assert typed(owner) == ["Alice", "Bob", "", ""]
    owner.find("[name=name-C]").fill("Carol")
    expect(owner.find(place("C"))).to_be_enabled()


def test_without_a_script_the_names_are_typed_in_order(new_phone: NewPhone, own: AccessLink) -> None:
    plain = new_phone(scripts=False)
    plain.join(own)
    open_form(plain)
    expect(plain.find("[data-around]")).to_be_hidden()
    plain.tap("form .go")
    expect(plain.table).to_have_attribute("data-saved", "1")
