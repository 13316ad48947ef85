"""The table by keyboard alone: the focus goes into a sheet and back to the seat that opened it; Enter records."""

from playwright.sync_api import expect

from tests.browser.phone import Phone, cell, seat

IN_SHEET = "() => { const at = document.activeElement.closest('dialog'); return at ? at.dataset.sheet : null; }"


def test_a_sheet_takes_the_focus_and_gives_it_back_to_the_seat(phone: Phone) -> None:
    phone.find(seat("B")).focus()
    phone.page.keyboard.press("Enter")
    expect(phone.find('[data-sheet="B"]')).to_be_visible()
    assert phone.page.evaluate(IN_SHEET) == "B"
    phone.page.keyboard.press("Escape")
    expect(phone.find("dialog[open]")).to_have_count(0)
    expect(phone.find(seat("B"))).to_be_focused()


def test_an_event_is_recorded_and_taken_back_without_a_touch(phone: Phone) -> None:
    with phone.writes():
        phone.find(seat("A")).focus()
        phone.page.keyboard.press("Enter")
        for _ in range(60):
            phone.page.keyboard.press("Tab")
            if phone.page.evaluate("document.activeElement.dataset.cell") == "kong:concealed":
                break
        expect(phone.find(cell("A", "kong:concealed"))).to_be_focused()
        phone.page.keyboard.press("Enter")
    with phone.writes():
        phone.find("[data-undo]").focus()
        phone.page.keyboard.press("Enter")


def test_the_focus_stays_in_an_open_sheet(phone: Phone) -> None:
    phone.find(seat("A")).focus()
    phone.page.keyboard.press("Enter")
    for _ in range(40):
        phone.page.keyboard.press("Tab")
        assert phone.page.evaluate(f"({IN_SHEET})() || document.activeElement.tagName") in ("A", "BODY")


def test_every_dialog_has_a_name_and_the_last_sentence_is_told(phone: Phone) -> None:
    names = phone.find("dialog").evaluate_all(
        "all => all.map(one => one.ariaLabel || one.getAttribute('aria-labelledby'))"
    )
    assert names
    assert all(names)
    expect(phone.find(".last-text")).to_have_attribute("aria-live", "polite")
