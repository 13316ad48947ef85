"""What the phone says aloud, in three languages: sentences of somebody at the table, with nothing in them but words."""

import re
import string
from collections.abc import Sequence

import pytest
from django.urls import reverse

from rounds.models import AccessLink, Session
from rounds.preferences import COOKIE
from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    HandState,
    Kong,
    Leave,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.log import Amend
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind
from rounds.sentences.aloud import ALOUD
from tests.web.cast import browser, change, concealed_kong, discard, next_round, play_round, record, self_draw, undo

PAIR = Win(WinBy.DISCARD, (Winner("B", CalledFans(2)), Winner("C", CalledFans(0))), "A")
FLUSH = Win(WinBy.SELF_DRAW, (Winner("A", CalledPattern(Pattern.FULL_FLUSH)),), after_kong=True)
WALL = WallOut(
    {
        "A": HandState(WallState.READY, CalledFans(1)),
        "B": HandState(WallState.NOT_READY),
        "C": HandState(WallState.READY, CalledFans(0)),
        "D": HandState(WallState.READY, CalledFans(0)),
    }
)
SAID: Sequence[tuple[Sequence[Fact], str, str]] = (
    ((discard("C", "D", fans=2),), "赵六胡，王五点炮，两番", "赵六 won, 王五 dealt in, 2 fan"),
    ((self_draw("A", fans=3),), "张三自摸，3番", "张三 won by self-draw, 3 fan"),
    ((PAIR,), "李四、王五胡，张三点炮，李四两番，王五0番", "李四, 王五 won, 张三 dealt in, 李四 2 fan, 王五 0 fan"),
    ((concealed_kong("A"), FLUSH), "张三杠上花，清一色，3番", "张三 won by self-draw after a kong, full flush, 3 fan"),
    ((concealed_kong("B"),), "李四暗杠", "李四, concealed kong"),
    ((Kong("B", KongKind.EXPOSED, "A"),), "李四直杠，张三打的", "李四, exposed kong, fed by 张三"),
    (
        (WALL,),
        "流局，张三赢2，李四输4，王五赢1，赵六赢1",
        "The wall is empty. 张三 wins 2, 李四 loses 4, 王五 wins 1, 赵六 wins 1",
    ),
    ((Transfer("A", ("B", "C", "D"), 5),), "张三给每人5分", "张三 pays each of the others 5"),
    ((Transfer("A", ("B",), 5),), "张三给李四5分", "张三 pays 李四 5"),
    ((Leave("B"),), "李四走了，没有输赢", "李四 left. nobody wins or loses"),
)


def said(night: Session, link: AccessLink, language: str = "zh-hans", on: str = "aloud") -> str:
    """What the table hands over to be spoken; "" where it is not switched on."""
    client = browser(link)
    client.cookies[COOKIE] = on
    client.cookies["language"] = language
    page = client.get(reverse("table", args=[night.pk])).content.decode()
    found = re.search(r'data-aloud="([^"]*)"', page)
    return found.group(1) if found else ""


def test_nothing_is_handed_over_unless_it_is_switched_on(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("A"))
    assert said(night, watch, on="") == ""


@pytest.mark.parametrize(("facts", "chinese", "english"), SAID)
def test_an_event_is_said_as_somebody_at_the_table_would(
    night: Session, watch: AccessLink, facts: Sequence[Fact], chinese: str, english: str
) -> None:
    for fact in facts:
        record(night, fact)
    assert said(night, watch) == chinese
    assert said(night, watch, "en") == english


def test_in_traditional_script_and_in_the_words_of_the_table(night: Session, watch: AccessLink) -> None:
    record(night, Kong("A", KongKind.EXPOSED, "B"))
    assert said(night, watch, "zh-hant") == "张三直槓，李四打的"
    assert said(night, watch, on="aloud.exposed") == "张三点杠，李四打的"


def test_what_was_taken_back_corrected_added_or_opened_is_said_too(night: Session, watch: AccessLink) -> None:
    assert said(night, watch) == "第1局，张三坐庄"
    record(night, concealed_kong("B"))
    undo(night)
    assert said(night, watch) == "撤销了一笔"
    record(night, concealed_kong("B"))
    night.refresh_from_db()
    change(night, Amend(concealed_kong("C"), night.position))
    assert said(night, watch) == "更正：王五暗杠"
    play_round(night)
    next_round(night)
    assert said(night, watch).startswith("第2局，")


def test_the_settings_hand_over_a_sentence_to_try_it_by(night: Session) -> None:
    assert 'data-aloud-sample="张三自摸，两番"' in browser().get("/settings/").content.decode()


def test_the_three_languages_fill_in_the_same_figures() -> None:
    for form, sentences in ALOUD.items():
        named = [{field for _, field, _, _ in string.Formatter().parse(text) if field} for text in sentences]
        assert named[0] == named[1] == named[2], form
