"""Every page in 简体, 繁體 and English: what the browser asks for, what was chosen, and nothing left untranslated."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.book.seating import Seating
from rounds.models import AccessLink, Session
from rounds.rules.events import Kong
from rounds.rules.rotation import Rotation
from rounds.rules.ruleset import KongKind, ReadyCheck, SelfDraw
from rounds.sentences import GAME_WORDS
from rounds.spoken import SAYINGS, speaking
from rounds.wording import LANGUAGES, say_fact, word
from tests.test_catalogues import CHINESE, OF_SIMPLIFIED_ALONE
from tests.web.cast import NAMES as TABLE
from tests.web.cast import browser, concealed_kong, discard, next_round, nobody_ready, penalty, play_round, record, tap
from tests.web.kept import kept
from tests.web.routes import ROUTES, address

NAMES = "张三", "李四", "王五", "赵六", "我们家的"

OF_A_NIGHT = (
    "",
    "?open=A",
    "?open=wall_out",
    "sheet/C/?naming=1",
    "sheet/C/?naming=1&pattern=full_flush&roots=1",
    "sheet/C/?more=1",
    "sheet/C/?concealed=1112345678999p",
    "wall/?cell=wall_out&state-A=ready:2&state-C=not_ready&state-D=flower_pig",
    "wall/?cell=wall_out&pad=A",
    "rounds/1/",
    "rounds/2/",
    "rounds/2/events/0/",
    "rounds/2/events/1/",
    "rounds/2/events/1/correct/?cell=discard:D:3",
    "rounds/2/events/0/insert/",
    "rounds/2/events/0/void/",
    "night/",
    "ledger/",
    "ledger/?player=nobody&reason=x&round=9&page=x",
    "what-if/?rules=sbr_2025",
    "what-if/?rules=sbr_2025&round=2",
    "house/",
    "house/?cap=none&do=look",
    "rules/",
    "links/",
    "hand/?concealed=1112345678999p",
    "more/",
    "seats/",
    "seats/mend/?look=1&first=1&last=2&who-0=张三&true-0=李四",
    "rounds/1/bets/",
)
ELSEWHERE = (
    "/",
    "/new/",
    "/settings/",
    "/hand/",
    "/hand/?concealed=11112222333344p&flags=x",
    "/hand/?concealed=1112345678999p",
    "/rules/",
    "/rules/?preset=sbr_2025",
    "/house/",
    "/house/new/",
    "/nowhere/",
    "/language/",
)


@pytest.fixture
@kept
def lived(night: Session) -> Session:
    """A night with something of everything: a round that is over, one with a kong, a win, a transfer, a correction."""
    play_round(night)
    next_round(night)
    record(night, concealed_kong("A"))
    record(night, discard("D", "B", fans=2))
    record(night, penalty("C", "A"))
    scorebook.set_bets(night, tap(_position(night)), 1, {"Alice": "A"})
    scorebook.set_company(night, tap(_position(night)), Seating(TABLE, ("Alice",), Rotation.LOSER))
    scorebook.count_down(night, tap(_position(night)), 4)
    return night


def _position(night: Session) -> int:
    night.refresh_from_db()
    return night.position


def speaks(client: Client, language: str) -> Client:
    client.cookies["language"] = language
    return client


def addresses(night: Session) -> Iterator[str]:
    """Every page that there is, and those that show more when they are asked something."""
    yield from (address(name, night) for name, methods in ROUTES.items() if "GET" in methods)
    yield from ELSEWHERE
    table = reverse("table", args=[night.pk])
    yield from (table + place for place in OF_A_NIGHT)


def shown(page: str) -> str:
    """What a page shows or reads out, without what people are called, and what is said in a language of its own."""
    for apart in (r"<script.*?</script>", r"<bdi.*?</bdi>", r"<(label|button)[^>]*\slang=.*?</\1>"):
        page = re.sub(apart, " ", page, flags=re.DOTALL)
    said = re.findall(r'\s(?:aria-label|placeholder|title|data-say[\w-]*|data-done|data-says)="([^"]*)"', page)
    return re.sub(r"<[^>]*>", " ", page) + " ".join(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_in_the_language_that_was_chosen(
    own: AccessLink, lived: Session, house: None, language: str
) -> None:
    client = speaks(browser(own), language)
    for place in addresses(lived):
        response: Any = client.get(place)
        if response.status_code == 302 or not response.headers["Content-Type"].startswith("text/html"):
            continue  # the way to another page, or a file
        page = response.content.decode()
        assert f'<html lang="{language}"' in page, place
        assert response.headers["Content-Language"] == language
        if language == "en":
            assert left_in_english(shown(page)) == set(), place
        elif language == "zh-hant":
            left = OF_SIMPLIFIED_ALONE & set(without_names(shown(page)))
            assert left == set(), place


def left_in_english(text: str) -> set[str]:
    """What is Chinese, and neither a word of the game, nor a tile, nor somebody's name."""
    return set(CHINESE.findall(without_names(text))) - GAME_WORDS - {"缺万", "缺筒", "缺条"}


def without_names(text: str) -> str:
    return re.sub("|".join(NAMES), "", text)


def test_what_is_looked_for_is_seen() -> None:
    page = '<p title="好的">乙 番 <bdi>好</bdi><button lang="zh-hans">简体</button></p>'
    assert left_in_english(shown(page)) == {"好的", "乙"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_addresses_that_ask_to_join_are_in_it_too(night: Session, own: AccessLink, language: str) -> None:
    from rounds.links import link_token

    for link in (own, *night.links.all()):
        client = speaks(Client(), language)
        here = reverse("key", args=[link_token(link)])
        assert f'<html lang="{language}"' in client.get(here).content.decode()
        to = "en" if language != "en" else "zh-hant"
        client.post(reverse("language"), {"language": to}, headers={"Referer": f"http://testserver{here}"})
        page = client.get(here).content.decode()
        assert f'<html lang="{to}"' in page
        if to == "en":
            assert left_in_english(shown(page)) == set()


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "zh-hans"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-hans"),
        ("zh", "zh-hans"),
        ("zh-SG", "zh-hans"),
        ("zh-Hans-CN", "zh-hans"),
        ("zh-TW,zh;q=0.9,en-US;q=0.8", "zh-hant"),
        ("zh-HK", "zh-hant"),
        ("zh-MO", "zh-hant"),
        ("zh-Hant-TW", "zh-hant"),
        ("zh-hant", "zh-hant"),
        ("en-US,en;q=0.9,zh-CN;q=0.8", "en"),
        ("en", "en"),
        ("fr-FR,fr;q=0.9,en;q=0.8", "en"),
        ("de", "zh-hans"),
        ("*", "zh-hans"),
        ("xx-klingon", "zh-hans"),
        ("en;q=0.1,zh-TW;q=0.9", "zh-hant"),
        ("," * 600, "zh-hans"),
        ("x" * 9000, "zh-hans"),
        ("zh-TW\x00", "zh-hans"),
    ],
)
def test_the_browser_says_which_language_until_somebody_chooses(asked: str, language: str) -> None:
    client = Client(headers={"Accept-Language": asked} if asked else None)
    response = client.get("/settings/")
    assert f'<html lang="{language}"' in response.content.decode()
    assert {"Accept-Language", "Cookie"} <= set(re.split(", *", response.headers["Vary"]))
    assert '<html lang="en"' in speaks(client, "en").get("/settings/").content.decode()


def test_looking_at_a_page_keeps_nothing_in_the_browser() -> None:
    client = Client(headers={"Accept-Language": "en"})
    for place in ELSEWHERE:
        client.get(place)
    assert set(client.cookies) <= {"csrftoken"}


def test_a_tap_is_answered_in_the_language_of_its_phone(score: AccessLink, night: Session) -> None:
    for position, (language, said) in enumerate(zip(LANGUAGES, ("暗杠", "暗槓", "暗杠 concealed"), strict=True), 1):
        told = {"seat": "A", "cell": "kong:concealed", "key": "k" * 20 + language, "position": str(position)}
        answer = speaks(browser(score), language).post(
            reverse("record", args=[night.pk]), told, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
        assert said in answer.content.decode()


def test_what_is_refused_is_said_in_it_as_well(score: AccessLink, night: Session) -> None:
    told = {"seat": "A", "cell": "kong:concealed", "key": "k" * 24, "position": "7"}
    answer = speaks(browser(score), "en").post(reverse("record", args=[night.pk]), told, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "look again before you tap" in answer.content.decode()


def test_a_file_is_in_the_language_of_who_takes_it_with_the_usual_words(own: AccessLink, lived: Session) -> None:
    client = browser(own)
    client.cookies["prefs"] = ".".join(SAYINGS)
    chinese = client.get(reverse("ledger_csv", args=[lived.pk])).content.decode()
    assert chinese.startswith("\ufeff局,时间")
    english = speaks(client, "en").get(reverse("ledger_csv", args=[lived.pk])).content.decode()
    assert english.startswith("\ufeffRound,Time")


def test_what_the_core_says_follows_the_language_in_force_unless_it_is_told_another() -> None:
    kong = Kong("A", KongKind.PROMOTED)
    with speaking("en"):
        assert say_fact(kong, {"A": "Alice"}) == "Alice 弯杠 added kong"
        assert say_fact(kong, {"A": "Alice"}, "zh-hant") == "Alice 彎槓"
    with speaking("zh-hant", ["promoted"]):
        assert word(KongKind.PROMOTED) == "巴槓"
        assert word(KongKind.PROMOTED, "zh-hans") == "弯杠"
    with speaking("en", ["promoted"]):
        assert word(KongKind.PROMOTED) == "巴杠 added kong"
    assert word(KongKind.PROMOTED) == "弯杠"


def test_words_of_a_table_are_never_said_of_a_name(night: Session, score: AccessLink) -> None:
    with speaking("zh-hans", SAYINGS):
        assert say_fact(Kong("A", KongKind.PROMOTED), {"A": "小局弯杠"}) == "小局弯杠 巴杠"


def test_an_ended_night_and_a_wall_that_is_out_are_said_in_english(own: AccessLink, night: Session) -> None:
    record(night, nobody_ready(*"ABCD"))
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    client = speaks(browser(own), "en")
    for place in (reverse("table", args=[night.pk]), reverse("night", args=[night.pk]), "/"):
        assert left_in_english(shown(client.get(place).content.decode())) == set(), place


def test_the_rules_in_one_line_are_glossed_in_english(own: AccessLink, night: Session) -> None:
    page = shown(speaks(browser(own), "en").get(reverse("more", args=[night.pk])).text)
    for glossed in (word(SelfDraw.ADD_BASE, "en"), word(ReadyCheck.BEST, "en")):
        assert " " in glossed
        assert glossed in page
