"""A night that is settled up on the phone: the table fee, ticks, a correction after them, somebody who goes home, and
the result passed on as a text and as a picture."""

import base64
import re

from playwright.sync_api import expect

from tests.browser.phone import Phone, cell, seat
from tests.browser.scorer import KEEP
from tests.web.cast import NAMES

PNG = b"\x89PNG\r\n\x1a\n"

IS_DRAWN = """image => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 4).join());
    return [canvas.width, colours.size];
}"""


def start(owner: Phone) -> None:
    """A point is worth half a yuan, and the table costs everybody ten."""
    owner.page.goto("/new/")
    for letter, name in NAMES.items():
        owner.find(f"[name=name-{letter}]").fill(name)
    owner.find("[name=per-point]").fill("0.5")
    owner.tap('summary:has-text("台费")')
    owner.find("[name=fee]").fill("10")
    owner.tap("[data-new-night] .go")
    expect(owner.table).to_have_attribute("data-saved", "1")


def settle(phone: Phone) -> None:
    """From the table: 更多, 结账."""
    phone.tap('.bar a[href$="/more/"]', 'a[href$="/settle/"]')
    expect(phone.find("h1")).to_have_text("结账")


def due(phone: Phone) -> list[str]:
    lines = phone.find("form[data-transfer]").all_inner_texts()
    return [re.sub(r"\s+", " ", line).replace(" 打勾", "") for line in lines]


def test_a_night_is_settled_up_corrected_and_passed_on(owner: Phone) -> None:
    start(owner)
    table = owner.night
    for letter in "ABC":
        owner.record(seat(letter), cell(letter, "self_draw:1"))

    settle(owner)
    assert due(owner) == [
        "赵六 付给 台费 14.50元",
        "王五 付给 台费 11.50元",
        "李四 付给 台费 8.50元",
        "张三 付给 台费 5.50元",
    ]
    for left in (3, 2):
        owner.find("[data-pay]").first.tap()
        expect(owner.find("[data-pay]")).to_have_count(left)
    expect(owner.find("[data-unpay]")).to_have_count(2)

    owner.page.goto(table)
    owner.record('[data-event="2"]', '#panel [data-cell="self_draw:2"]', KEEP)
    settle(owner)
    assert due(owner) == ["赵六 付给 王五 1元", "李四 付给 台费 8.50元", "张三 付给 台费 5.50元"]

    owner.tap("#home summary", '#home a.person:has-text("赵六")', "[data-leave]")
    expect(owner.find("[data-unpay]")).to_have_count(3)
    expect(owner.find("form[data-paid]").last).to_contain_text("赵六 先走")
    assert due(owner) == ["李四 付给 台费 8.50元", "张三 付给 台费 5.50元"]

    owner.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.tap("[data-copy]")
    expect(owner.find("[data-copy]")).to_have_text("复制好了")
    copied = owner.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert copied[1:3] == ["张三 +9分 +4.50元 扣台费后−5.50元", "李四 +3分 +1.50元 扣台费后−8.50元"]
    assert "赵六 → 王五 1元 ✓已付" in copied

    owner.tap('a[href$="/picture/"]')
    picture = owner.find("[data-picture]")
    expect(picture).to_have_attribute("src", re.compile("^data:image/png;base64,"))
    shown = picture.get_attribute("src") or ""
    assert base64.b64decode(shown.partition(",")[2]).startswith(PNG)
    assert owner.find("[data-save]").get_attribute("href") == shown
    expect(owner.find("[data-save]")).to_have_attribute("download", re.compile(r"xuezhan-\d{4}-\d\d-\d\d\.png"))
    width, colours = picture.evaluate(IS_DRAWN)
    assert width == 1440
    assert colours > 20, "letters, sums and lines are in it"
