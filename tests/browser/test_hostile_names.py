"""Names as somebody who means harm would choose them: on every screen they are text, and nothing but text."""

from tests.browser.phone import Phone
from tests.browser.tour import play, screens

NAMES = {
    "A": "<img src=x onerror=alert(1)>",
    "B": '"><script>alert(2)</script>',
    "C": "{{7*7}}",
    "D": "=1+1",
}
NOTE = "' autofocus onfocus=alert(3) x='"
NAMELESS = {
    "picture",
    "a new person",
    "links",
    "links, large",
    "handing over",
    "a new link to watch",
    "phones",
    "backups",
    "more",
    "hand",
    "hand that waits",
    "rules of the night",
    "other rules",
    "rule sets",
    "own rule sets",
    "a new rule set",
}

MADE_BY_NAMES = """() => [...document.querySelectorAll("*")].filter(part =>
    part.matches("img:not(.picture), iframe, script:not([src]), [autofocus][onfocus]")
    || [...part.attributes].some(attribute => attribute.name.startsWith("on"))
).map(part => part.outerHTML.slice(0, 160))"""
"""Elements and handlers that none of our templates has."""


def test_a_hostile_name_is_shown_as_it_is_and_does_nothing(owner: Phone) -> None:
    play(owner, NAMES, NOTE)
    for screen in screens(owner):
        text = owner.page.evaluate("document.body.innerText")
        missing = [] if screen in NAMELESS else [name for name in NAMES.values() if name not in text]
        assert (screen, missing, owner.page.evaluate(MADE_BY_NAMES)) == (screen, [], [])
        if screen in ("why of a transfer", "ledger by reason"):
            assert NOTE in text
