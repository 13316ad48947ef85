"""Every reason, problem and refusal is said in a sentence, in three languages."""

import re
import string
from pathlib import Path

import pytest

from rounds.rules.document import document_from_json
from rounds.rules.events import CalledFans, CalledPattern, Kong, Win, WinBy, Winner
from rounds.rules.ledger import Fans, Price
from rounds.rules.patterns import Pattern
from rounds.rules.problems import Problem
from rounds.rules.ruleset import KongKind
from rounds.rules.strict import Malformed
from rounds.sentences import FANS, MALFORMED, PROBLEMS, REFUSALS, WHY
from rounds.settlements import settlement_of
from rounds.wording import LANGUAGES, say_fact, say_malformed, say_price, say_problem, say_refusal, say_why, word
from tests.rules.rounds_strategy import numbered

HERE = Path(__file__).resolve().parent.parent
TABLES = {"WHY": WHY, "PROBLEMS": PROBLEMS, "MALFORMED": MALFORMED, "REFUSALS": REFUSALS, "FANS": FANS}
NAMES = {"A": "张三", "B": "李四"}


def codes(folder: str, *classes: str) -> set[str]:
    """The codes that errors of these classes are raised with in the sources below `folder`."""
    raised = rf"(?:{'|'.join(classes)})\((?:f?\"[^\"]*\", |place, |\"\", )?\"([a-z_0-9]+)\""
    return {code for path in (HERE / folder).rglob("*.py") for code in re.findall(raised, path.read_text("utf-8"))}


def test_every_problem_of_the_core_has_its_sentence_and_no_sentence_is_idle() -> None:
    assert codes("rounds/rules", "Impossible") == set(PROBLEMS)


def test_every_fault_of_a_document_has_its_sentence_and_no_sentence_is_idle() -> None:
    assert codes("rounds", "Malformed") == set(MALFORMED)


def test_every_refusal_has_its_sentence_and_no_sentence_is_idle() -> None:
    assert codes("rounds", "NotNow") | {"stale", "key_reused", "busy"} == set(REFUSALS)


@pytest.mark.parametrize("table", TABLES)
def test_the_three_languages_of_a_sentence_fill_in_the_same_figures(table: str) -> None:
    for code, sentences in TABLES[table].items():
        named = [{field for _, field, _, _ in string.Formatter().parse(s) if field} for s in sentences]
        assert named[0] == named[1] == named[2], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_and_every_problem_of_random_rounds_is_said(language: str) -> None:
    reasons = set()
    for seed in range(400):
        document = document_from_json(numbered(seed))
        settlement = document.settle()
        for entry in settlement.entries:
            sentence = say_why(entry.reason, entry.why, language)
            reasons.add(entry.reason.value)
            assert sentence.strip()
            assert "{" not in sentence
        for problem in settlement.problems:
            assert say_problem(problem, NAMES, language)
        for fact in document.events:
            assert say_fact(fact, NAMES, language)
    assert len(reasons) == 12, "the rounds have entries of every reason"


def test_a_price_is_told_from_its_fans_to_its_points() -> None:
    steps = (Fans("full_flush", 2), Fans("root", 1), Fans("concealed", 2, 2))
    assert say_price(Price(steps, 5, 3, 8, 1)) == "清一色 2番＋根 1番＋暗杠×2 2番＝5番，封顶3番 ×8 · 底1"
    assert say_price(Price((Fans("all_triplets", 2),), 2, 2, 2, 5)) == "对对胡 2番 ×2 · 底5"


def test_a_fact_is_told_as_at_a_table() -> None:
    win = Win(WinBy.DISCARD, (Winner("A", CalledFans(2)),), "B", after_kong=True)
    assert say_fact(win, NAMES) == "张三 胡 李四 杠上炮"
    assert say_fact(win, NAMES, "zh-hant") == "张三 胡 李四 槓上炮"
    assert say_fact(Kong("A", KongKind.EXPOSED, "B"), NAMES) == "张三 直杠 李四 打的"
    assert say_fact(Kong("A", KongKind.PROMOTED, robbed=True), NAMES) == "张三 弯杠 被抢"
    own = Win(WinBy.SELF_DRAW, (Winner("A", CalledPattern(Pattern.PLAIN)),), after_kong=True)
    assert say_fact(own, NAMES) == "张三 自摸 杠上花"


def test_in_english_the_words_of_the_game_stay_chinese_with_a_gloss() -> None:
    assert word(KongKind.PROMOTED, "en") == "弯杠 added kong"


def test_a_problem_names_the_player_by_his_name_and_a_pattern_by_its_own() -> None:
    problem = Problem(3, "pairs_with_kong", {"player": "A", "pattern": Pattern.SEVEN_PAIRS})
    assert say_problem(problem, NAMES) == "张三 杠过，不能是七对"


def test_braces_in_a_name_or_note_are_no_figures() -> None:
    assert say_refusal("has_won", {"player": "{why}"}, {}) == "{why} 已经胡了"


def test_a_long_wrong_value_is_shown_in_part() -> None:
    sentence = say_malformed(Malformed("dealer", "not_a_text", value="9" * 500))
    assert len(sentence) < 100


def test_an_error_names_event_player_and_fault() -> None:
    events = [
        {"type": "win", "by": "self_draw", "winners": [{"player": "C", "fans": 1}]},
        {"type": "kong", "player": "C", "kind": "concealed"},
    ]
    document = {"format": "xuezhan-round/1", "rules": "chengdu_home", "players": list("ABCD"), "events": events}
    assert settlement_of(document, "zh-hans") == {"error": "events[1] C 暗杠：C 已经胡了", "event": 1}
    english = settlement_of(document, "en")
    assert english["error"] == "events[1] C 暗杠 concealed kong: C has won already"
