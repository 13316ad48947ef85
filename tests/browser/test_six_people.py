"""A night of six: who loses makes room, who rests bets, and who sat wrongly for three rounds is mended in one step."""

from playwright.sync_api import expect

from rounds.book.audit import first_fault
from rounds.models import Session
from tests.browser.phone import Phone, cell, seat

NAMES = {"A": "张三", "B": "李四", "C": "王五", "D": "赵六"}


def start(phone: Phone) -> None:
    """Four at the table and two who wait, by the form."""
    phone.page.goto("/new/")
    for letter, name in NAMES.items():
        phone.find(f"[name=name-{letter}]").fill(name)
    phone.tap("[data-waiting] summary")
    phone.find("[name=rest-1]").fill("Alice")
    phone.find("[name=rest-2]").fill("Bob")
    phone.find("[name=rotation][value=loser]").check()
    phone.tap(".go")
    expect(phone.table).to_have_attribute("data-saved", "1")


def play(phone: Phone, *winners: str) -> None:
    """A round in which these win on their own draw; the last one left pays most and makes room."""
    for letter in winners:
        phone.record(seat(letter), cell(letter, "self_draw:1"))


def sums(phone: Phone) -> dict[str, int]:
    """What everybody at the table has, by name."""
    names = {letter: phone.find(f"{seat(letter)} .seat-name").inner_text() for letter in NAMES}
    return {names[letter]: total for letter, (_, total) in phone.points().items()}


def test_six_take_turns_and_a_wrong_seating_is_mended(owner: Phone) -> None:
    start(owner)
    with owner.writes():
        owner.tap('.log [href$="/bets/"]', '[name="on-0"][value="A"]', '[data-confirm="bets"]')
    play(owner, "A", "B", "C")
    expect(owner.find(".log")).to_contain_text("Alice跟张三+9")
    owner.tap("[data-next-round]")
    expect(owner.find('[data-sheet="dealer"]')).to_contain_text("Alice上，赵六下")
    with owner.writes():
        owner.tap('[data-dealer="A"]')
    assert set(sums(owner)) == {"张三", "李四", "王五", "Alice"}

    play(owner, "B", "C", "D")  # 张三 makes room for Bob
    owner.tap("[data-next-round]")
    with owner.writes():
        owner.tap('[data-dealer="B"]')
    play(owner, "A", "B", "D")  # 王五 makes room for 赵六
    assert owner.points() == {"A": (9, 9), "B": (3, 12), "C": (-9, -12), "D": (-3, 3)}

    with owner.writes():
        owner.tap('.bar [href$="/more/"]', '[href$="/seats/"]', '[href$="/mend/"]')
        owner.find("[name=first]").select_option("1")
        owner.find("[name=last]").select_option("3")
        owner.find('select[name="true-1"]').select_option("王五")
        owner.tap("[data-look]")
        expect(owner.find("#look")).to_contain_text("王五 其实是 李四")
        owner.tap('[data-confirm="reseat"]')
    assert sums(owner) == {"Bob": 9, "王五": 12, "李四": -12, "Alice": 3}
    owner.record("[data-undo]")
    assert sums(owner) == {"Bob": 9, "李四": 12, "王五": -12, "Alice": 3}

    with owner.writes():
        owner.tap('.bar [href$="/more/"]', '[href$="/seats/"]', '[data-countdown="around"]')
    expect(owner.find(".top-note")).to_contain_text("还有4局")
    assert first_fault(Session.objects.get()) is None
