"""A night in which every screen has something to show, and the way to each of them."""

from collections.abc import Iterator, Mapping

from playwright.sync_api import expect

from tests.browser.phone import Phone, cell, chip, seat

WON = '[data-event="2"]'
SCREENS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "home": ("/", ()),
    "new": ("/new/", ()),
    "five and more": ("/new/", ("[data-waiting] summary",)),
    "table": ("", ()),
    "sheet": ("", (seat("C"),)),
    "sheet lit": ("", (seat("C"), chip("C", "after_kong"))),
    "patterns": ("", (seat("C"), '[data-sheet="C"] [data-naming]', '[data-pattern="full_flush"]')),
    "pad": ("", (seat("C"), '[data-sheet="C"] [data-naming]', '[data-sheet="C"] [data-lay]', '[data-pad="1m"]')),
    "more on a sheet": ("", (seat("C"), '[data-sheet="C"] [data-more]')),
    "sheet of a winner": ("", (seat("B"),)),
    "also": ("", ('[data-also="A"]',)),
    "wall": ("", ('[data-open="wall_out"]',)),
    "wall told": (
        "",
        (
            '[data-open="wall_out"]',
            '[data-state="A:flower_pig"]',
            '[data-state="C:ready:2"]',
            '[data-state="D:not_ready"]',
        ),
    ),
    "wall by tiles": ("", ('[data-open="wall_out"]', '[data-state="C:ready:hand"] button', '[data-pad="1m"]')),
    "why": ("", (WON,)),
    "why of a transfer": ("", ('[data-event="0"]',)),
    "correction": ("", (WON, '#panel [data-cell="discard:D:3"]')),
    "who won instead": ("", (WON, '[data-who="C"]')),
    "insertion": ("", (WON, "[data-insert]", '[data-who="A"]')),
    "voiding": ("", (WON, "[data-void]")),
    "round": ("rounds/1/", ()),
    "why in an earlier round": ("rounds/1/", ('[data-event="0"]',)),
    "sheets": ("sheets/", ()),
    "night": ("night/", ()),
    "end of the night": ("night/", ("details > summary",)),
    "settling up": ("settle/", ("#part summary",)),
    "somebody goes home": ("settle/", ("#home summary", "#home a.person:first-child")),
    "picture": ("picture/", ()),
    "money": ("money/", ()),
    "seats": ("seats/", ("details > summary",)),
    "who was in truth whom": ("seats/mend/", ()),
    "who bets": ("rounds/1/bets/", ()),
    "people": ("/people/", ()),
    "a new person": ("/people/new/", ()),
    "ledger": ("ledger/", ()),
    "ledger by reason": ("ledger/?reason=transfer", ()),
    "hand": ("/hand/", ('[data-pad="1m"]',)),
    "hand that waits": ("/hand/?concealed=1112345678999p&void_suit=m", ()),
    "links": ("links/", ()),
    "links, large": ("links/?big=1", ()),
    "handing over": ("hand-over/", ()),
    "a new link to watch": ("links/new/", ()),
    "who I am": ("me/", ()),
    "phones": ("/phones/", ("[data-add-phone]", "main .go")),
    "backups": ("/safe/", ()),
    "more": ("more/", ()),
    "rules of the night": ("rules/", ()),
    "other rules": ("house/", ()),
    "rule sets": ("/rules/", ()),
    "own rule sets": ("/house/", ()),
    "a new rule set": ("/house/new/", ()),
}
"""Where each screen is, below the night's address unless it starts with a slash, and the taps to it from there."""


def play(phone: Phone, names: Mapping[str, str], note: str) -> None:
    """A round that is over and one that is on, in which much has been paid by agreement, konged and won."""
    phone.start_night(names)
    for letter in "ABC":
        phone.record(seat(letter), cell(letter, "self_draw:1"))
    phone.record("[data-next-round]")
    with phone.writes():
        phone.tap(seat("A"), '[data-sheet="A"] [data-more]', '[data-sheet="A"] [name="to-B"]')
        phone.find('[data-sheet="A"] [name="points"]').fill("1000000")
        phone.find('[data-sheet="A"] [name="note"]').fill(note)
        phone.tap(cell("A", "transfer"))
    phone.record(seat("D"), cell("D", "kong:exposed:A"))
    phone.record(seat("B"), chip("B", "after_kong"), cell("B", "discard:D:1"))


def screens(phone: Phone) -> Iterator[str]:
    """Every screen, by its name, while it is open."""
    table = phone.night
    for name, (path, taps) in SCREENS.items():
        phone.page.goto(path if path.startswith("/") else table + path)
        phone.tap(*taps)
        expect(phone.find(".htmx-request")).to_have_count(0)
        yield name
