"""What the sheet says of a cell, for a phone that has not sent it yet, is what the line of the log says of it after."""

import re
from html import unescape

import pytest
from django.urls import reverse

from rounds.models import AccessLink, Session
from rounds.rules.events import Kong
from rounds.rules.ruleset import KongKind
from tests.web.cast import browser, new_key, record

SAYS = re.compile(r'data-says="([^"]*)"')
PART = re.compile(r'class="ev-(?:who2?|fix)[^>]*>([^<]*)<')
HTMX = {"HX-Request": "true"}

CELLS = [
    ("C", "", "self_draw:2", "王五 自摸"),
    ("C", "after_kong", "self_draw:2", "王五 自摸 杠上花"),
    ("B", "", "discard:A:1", "李四 胡 张三 点炮"),
    ("B", "after_kong", "discard:A:1", "李四 胡 张三 杠上炮"),
    ("B", "robbed_kong", "discard:A:1", "李四 胡 张三 抢杠"),
    ("B", "", "kong:concealed", "李四 暗杠"),
    ("B", "", "kong:exposed:A", "李四 直杠 张三 打的"),
    ("B", "", "leave", "李四 离开"),
]


def said(sheet: str, cell: str) -> str:
    """What a key says itself, or else its row, which stands before it."""
    before, _, key = sheet.partition(f'data-cell="{cell}"')
    own = SAYS.search(key.partition(">")[0])
    return unescape(own[1] if own else SAYS.findall(before)[-1])


def newest_line(page: str) -> str:
    """The words of the first line of the log, without what stands below them."""
    line = page.partition("data-event")[2].partition("</a>")[0]
    return " ".join(unescape(part) for part in PART.findall(line))


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant", "en"])
@pytest.mark.parametrize(("seat", "flags", "cell", "says"), CELLS)
def test_a_cell_says_what_its_line_will_say(
    score: AccessLink, night: Session, language: str, seat: str, flags: str, cell: str, says: str
) -> None:
    record(night, Kong(seat if "self_draw" in cell else "A", KongKind.PROMOTED))
    night.refresh_from_db()
    phone = browser(score)
    phone.cookies["language"] = language
    more = {"more": "1"} if cell == "leave" else {"flags": flags}
    told = said(phone.get(reverse("sheet", args=[night.pk, seat]), more, headers=HTMX).text, cell)
    fields = {"seat": seat, "cell": cell, "flags": flags, "robbed": "yes", "key": new_key(), "position": night.position}
    assert told == newest_line(phone.post(reverse("record", args=[night.pk]), fields, headers=HTMX).text)
    assert language != "zh-hans" or told == says


@pytest.mark.parametrize(
    "name",
    [
        "night",
        "settle",
        "money",
        "seats",
        "mend_seats",
        "house",
        "me",
        "new_watch",
        "hand_over",
        "more",
        "bets",
        "round",
    ],
)
def test_a_form_that_has_to_wait_for_what_is_unsent_has_a_line_to_say_so(
    own: AccessLink, night: Session, name: str
) -> None:
    number = [1] if name in ("bets", "round") else []
    page = browser(own).get(reverse(name, args=[night.pk, *number])).content.decode()
    assert page.count('id="notice"') == page.count("data-say-stay=") == 1
