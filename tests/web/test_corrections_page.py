"""Why a line paid what it paid, and the pages that correct it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.reading import load_round
from rounds.book.replay import RoundLog
from rounds.book.ruling import Ruling
from rounds.models import AccessLink, Round, Session
from rounds.rules.events import CalledPattern, Kong, Win, WinBy, Winner
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.views import corrections
from tests.web.cast import (
    NAMES,
    browser,
    concealed_kong,
    discard,
    new_key,
    next_round,
    nobody_ready,
    open_night,
    penalty,
    play_round,
    record,
    score_link,
    self_draw,
    tap,
)

HTMX = {"HX-Request": "true"}


def address(name: str, night: Session, index: int, number: int = 1) -> str:
    return reverse(name, args=[night.pk, number, index])


def keep(client: Client, what: str, night: Session, index: int, **fields: Any):  # type: ignore[no-untyped-def]
    """Confirm a correction as the plain form does."""
    night.refresh_from_db()
    told = {"key": new_key(), "position": night.position, **fields}
    return client.post(address(what, night, index), told)


def net(night: Session, number: int = 1) -> dict[str, int]:
    told: dict[str, int] = night.played().get(number=number).net
    return told


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def test_a_line_says_its_fans_step_by_step_and_who_paid_whom(scorer: Client, night: Session) -> None:
    record(night, Kong("B", KongKind.CONCEALED))
    record(night, Win(WinBy.DISCARD, (Winner("B", CalledPattern(Pattern.FULL_FLUSH, 1)),), "A"))
    page = scorer.get(address("why", night, 1)).text
    for words in ("清一色", "暗杠", "共 4番", "封顶 3番×8", "×8", "底1×8", "−8", "+8"):
        assert words in page


def test_money_that_moves_on_names_its_kong(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    record(night, Win(WinBy.DISCARD, (Winner("B", CalledPattern(Pattern.PLAIN)),), "A", after_kong=True))
    assert "转移 暗杠" in scorer.get(address("why", night, 1)).text


def test_a_watcher_is_told_why_and_can_change_nothing(watch: AccessLink, night: Session) -> None:
    record(night, self_draw("A"))
    page = browser(watch).get(address("why", night, 0)).text
    assert "自摸" in page
    for hook in ("data-cell", "data-confirm", "data-void", "<form"):
        assert hook not in page


def test_the_sheet_below_marks_where_the_line_stands(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B", fans=1))
    page = scorer.get(address("why", night, 0), headers=HTMX).text
    assert 'class="cell cell-old" name="cell" value="discard:A:1"' in page


def test_the_totals_before_and_after_are_shown_before_a_correction_is_kept(scorer: Client, night: Session) -> None:
    play_round(night)
    next_round(night)
    record(night, discard("A", "B", fans=1))
    asked: dict[str, Any] = {"seat": "B", "flags": "", "cell": "discard:D:3"}
    page = scorer.get(address("correct", night, 0, 2), asked, headers=HTMX).text
    assert 'data-confirm="correction"' in page
    assert 'class="cell cell-on" name="cell" value="discard:D:3"' in page
    before = {seat: f"{total:+}".replace("-", "−") for seat, total in net(night, 1).items()}
    assert before["C"] in page
    assert night.log().count() == 6, "looking writes nothing"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"seat": "B", "cell": "discard:D:2"}, {"A": 0, "B": 4, "C": 0, "D": -4}),
        ({"seat": "B", "cell": "self_draw:0"}, {"A": -2, "B": 6, "C": -2, "D": -2}),
        ({"seat": "C", "cell": "discard:A:1"}, {"A": -2, "B": 0, "C": 2, "D": 0}),
        ({"seat": "C", "cell": "discard:A:0", "how": "also"}, {"A": -3, "B": 2, "C": 1, "D": 0}),
        ({"seat": "B", "cell": "kong:exposed:C"}, {"A": 0, "B": 2, "C": -2, "D": 0}),
        ({"seat": "B", "cell": "discard:A:hand", "pattern": "seven_pairs"}, {"A": -4, "B": 4, "C": 0, "D": 0}),
    ],
)
def test_a_win_is_told_anew(scorer: Client, night: Session, fields: dict[str, Any], expected: dict[str, int]) -> None:
    record(night, discard("A", "B", fans=1))
    assert keep(scorer, "correct", night, 0, **fields).status_code == 302
    assert net(night) == expected


def test_one_of_several_winners_is_corrected_and_the_other_stays(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B", "C", fans=1))
    keep(scorer, "correct", night, 0, seat="C", cell="discard:A:3")
    assert net(night) == {"A": -10, "B": 2, "C": 8, "D": 0}


def test_one_of_several_winners_is_taken_out(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B", "C", fans=1))
    keep(scorer, "correct", night, 0, seat="C", cell="drop")
    assert net(night) == {"A": -2, "B": 2, "C": 0, "D": 0}


def test_the_end_of_the_wall_is_corrected_state_by_state(scorer: Client, night: Session) -> None:
    record(night, nobody_ready("A", "B", "C", "D"))
    states: dict[str, Any] = {
        "state-A": "ready:1",
        "state-B": "not_ready",
        "state-C": "not_ready",
        "state-D": "flower_pig",
    }
    page = scorer.get(address("correct", night, 0), {"cell": "wall_out", **states}, headers=HTMX).text
    assert 'data-confirm="correction"' in page
    keep(scorer, "correct", night, 0, cell="wall_out", **states)
    assert net(night) == {"A": 12, "B": 6, "C": 6, "D": -24}


def test_a_transfer_is_corrected(scorer: Client, night: Session) -> None:
    record(night, penalty("A", "B", points=5))
    page = scorer.get(address("why", night, 0), headers=HTMX).text
    assert 'value="5"' in page
    keep(scorer, "correct", night, 0, seat="A", cell="transfer", points="7", **{"to-C": "1"})
    assert net(night) == {"A": -7, "B": 0, "C": 7, "D": 0}


def test_a_line_is_voided_after_a_look(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    record(night, self_draw("B"))
    assert "确认作废" in scorer.get(address("void", night, 0), headers=HTMX).text
    keep(scorer, "void", night, 0)
    assert net(night) == {"A": -2, "B": 6, "C": -2, "D": -2}


def test_a_key_stands_for_its_line_whatever_the_form_says_besides(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    record(night, self_draw("B"))
    night.refresh_from_db()
    told = {"key": new_key(), "position": night.position, "index": "0", "round": "1", "what": "void"}
    assert scorer.post(address("void", night, 0), told).status_code == 302
    assert scorer.post(address("void", night, 1), told).status_code == 422


def test_a_forgotten_kong_is_put_in_before_a_line(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    asked: dict[str, Any] = {"seat": "A", "flags": "", "cell": "kong:concealed"}
    assert "确认补记" in scorer.get(address("insert", night, 0), asked, headers=HTMX).text
    keep(scorer, "insert", night, 0, **asked)
    assert net(night) == {"A": 12, "B": -4, "C": -4, "D": -4}


def test_a_correction_that_makes_a_later_line_impossible_names_it_first(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    record(night, concealed_kong("B"))
    asked: dict[str, Any] = {"seat": "B", "flags": "", "cell": "self_draw:0"}
    page = scorer.get(address("correct", night, 0), asked, headers=HTMX).text
    assert "第1局 李四 暗杠 就不对了：李四 已经胡了" in page
    assert 'data-confirm="correction"' in page
    keep(scorer, "correct", night, 0, **asked)
    assert net(night) == {"A": -2, "B": 6, "C": -2, "D": -2}
    red = scorer.get(reverse("table", args=[night.pk])).text
    assert "ev-bad" in red
    assert "李四 已经胡了" in red


def test_a_correction_that_cannot_be_is_not_offered(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    record(night, discard("A", "C"))
    page = scorer.get(
        address("correct", night, 1), {"seat": "C", "flags": "", "cell": "discard:B:0"}, headers=HTMX
    ).text
    assert "李四 已经胡了" in page
    assert 'data-confirm="correction"' not in page
    assert keep(scorer, "correct", night, 1, seat="C", cell="discard:B:0").status_code == 422


def test_a_correction_of_more_points_than_can_be_written_is_told_before_it_is_kept(
    own: AccessLink,
) -> None:
    night = open_night(own.club, preset="huanle")
    scorer = browser(score_link(night))
    for _ in range(4):
        record(night, concealed_kong("A"))
    record(night, self_draw("A", fans=1))
    asked = {"seat": "A", "flags": "", "cell": "self_draw:hand", "fans": "40"}
    assert scorer.get(address("correct", night, 4), asked, headers=HTMX).status_code == 200
    rules = night.played().get().rules | {"base": 10**6}
    night = scorebook.open_night(
        own.club, tap(0), NAMES, "A", Ruling(RuleSet.from_json(rules), "huanle"), "Asia/Shanghai"
    )
    record(night, self_draw("A", fans=1))
    scorer = browser(score_link(night))
    page = scorer.get(address("correct", night, 0), asked, headers=HTMX)
    assert page.status_code == 200
    assert "点数太大，记不下" in page.text
    assert 'data-confirm="correction"' not in page.text


def test_two_corrections_on_the_same_state_are_one_success_and_one_stale(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B"))
    fields: dict[str, Any] = {"position": 2, "seat": "B", "cell": "discard:A:1"}
    assert keep(scorer, "correct", night, 0, **fields).status_code == 302
    assert keep(scorer, "correct", night, 0, **fields).status_code == 409


def test_the_same_confirmation_sent_twice_corrects_once(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B"))
    record(night, concealed_kong("C"))
    key = new_key()
    for _ in range(2):
        told = {"key": key, "position": 3}
        assert scorer.post(address("void", night, 0), told).status_code == 302
    assert night.log().count() == 4
    assert net(night) == {"A": -2, "B": -2, "C": 6, "D": -2}


def test_a_script_is_sent_back_to_the_table_where_the_game_goes_on(scorer: Client, night: Session) -> None:
    play_round(night)
    next_round(night)
    record(night, self_draw("A"))
    for number in (1, 2):
        told = {"key": new_key(), "position": night.log().count()}
        response = scorer.post(address("void", night, 0, number=number), told, headers=HTMX)
        assert response["HX-Redirect"] == reverse("table", args=[night.pk])


@pytest.mark.parametrize("what", ["why", "correct", "insert", "void"])
def test_a_line_that_is_not_there_is_404(scorer: Client, night: Session, what: str) -> None:
    assert scorer.get(address(what, night, 7)).status_code == 404
    assert scorer.get(address(what, night, 0, number=9)).status_code == 404


@pytest.mark.parametrize(
    "fields", [{"seat": "Z", "cell": "self_draw:1"}, {"seat": "B", "cell": "x"}, {"seat": "B", "flags": "x"}]
)
def test_what_names_no_cell_gets_400(scorer: Client, night: Session, fields: dict[str, str]) -> None:
    record(night, self_draw("A"))
    assert scorer.get(address("correct", night, 0), fields).status_code == 400


def test_the_page_of_a_line_costs_few_queries(
    scorer: Client, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record(night, self_draw("A"))
    with django_assert_num_queries(3):
        scorer.get(address("why", night, 0))
    with django_assert_num_queries(5):
        scorer.get(address("correct", night, 0), {"seat": "A", "flags": "", "cell": "self_draw:1"})


def test_the_page_of_a_round_costs_four_queries(
    scorer: Client, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_round(night)
    with django_assert_num_queries(4):
        page = scorer.get(reverse("round", args=[night.pk, 1])).text
    assert page.count("data-event") == 3


def robbed_kong(night: Session, scorer: Client) -> None:
    """赵六 adds to a pung, 李四 robs it: two facts, written in one step after the table was asked."""
    record(night, Kong("D", KongKind.PROMOTED))
    told = {
        "key": new_key(),
        "position": 2,
        "seat": "B",
        "cell": "discard:D:1",
        "flags": "robbed_kong",
        "robbed": "yes",
    }
    scorer.post(reverse("record", args=[night.pk]), told)


def test_a_robbed_kong_stands_again_when_its_win_is_voided(scorer: Client, night: Session) -> None:
    robbed_kong(night, scorer)
    assert net(night) == {"A": 0, "B": 4, "C": 0, "D": -4}
    page = scorer.get(address("void", night, 1), headers=HTMX).text
    assert "+3" in page, "the totals after it have the kong paid"
    keep(scorer, "void", night, 1)
    assert net(night) == {"A": -1, "B": -1, "C": -1, "D": 3}


def test_a_robbed_kong_stands_again_when_its_win_was_a_discard(scorer: Client, night: Session) -> None:
    robbed_kong(night, scorer)
    keep(scorer, "correct", night, 1, seat="B", flags="", cell="discard:D:1")
    assert net(night) == {"A": -1, "B": 1, "C": -1, "D": 1}


def test_a_robbed_kong_stays_robbed_when_only_the_fans_were_wrong(scorer: Client, night: Session) -> None:
    robbed_kong(night, scorer)
    keep(scorer, "correct", night, 1, seat="B", flags="robbed_kong", cell="discard:D:2")
    assert net(night) == {"A": 0, "B": 8, "C": 0, "D": -8}


@pytest.mark.parametrize(
    ("robbed", "expected"), [("yes", {"A": 0, "B": 4, "C": 0, "D": -4}), ("no", {"A": -1, "B": 3, "C": -1, "D": -1})]
)
def test_a_win_that_was_a_robbed_kong_asks_which_kong_it_was(
    scorer: Client, night: Session, robbed: str, expected: dict[str, int]
) -> None:
    record(night, Kong("D", KongKind.PROMOTED))
    record(night, discard("D", "B", fans=1))
    asked: dict[str, Any] = {"seat": "B", "flags": "robbed_kong", "cell": "discard:D:1"}
    page = scorer.get(address("correct", night, 1), asked, headers=HTMX).text
    assert "抢的是前面那一杠吗？" in page
    assert 'data-confirm="correction"' not in page
    page = scorer.get(address("correct", night, 1), {**asked, "robbed": robbed}, headers=HTMX).text
    assert 'data-confirm="correction"' in page
    keep(scorer, "correct", night, 1, **asked, robbed=robbed)
    assert net(night) == expected


def test_the_states_of_the_wall_carry_what_they_belong_to(scorer: Client, night: Session) -> None:
    record(night, nobody_ready("A", "B", "C", "D"))
    page = scorer.get(address("why", night, 0), headers=HTMX).text
    states = page[page.index('class="wall"') :]
    assert '<input type="hidden" name="cell" value="wall_out">' in states


def test_a_correction_of_a_round_that_is_undone_meanwhile_is_stale(
    scorer: Client, night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_round(night)
    next_round(night)
    record(night, self_draw("A"))
    seen: list[int] = []

    def undone_meanwhile(session: Session, number: int) -> RoundLog:
        if seen:
            raise Round.DoesNotExist
        seen.append(number)
        return load_round(session, number)

    monkeypatch.setattr(corrections, "load_round", undone_meanwhile)
    told = {"key": new_key(), "position": 1}
    assert scorer.post(address("void", night, 0, 2), told).status_code == 409


def test_a_transfer_corrected_with_points_that_are_none_is_said_and_not_offered(scorer: Client, night: Session) -> None:
    record(night, Kong("D", KongKind.PROMOTED))
    record(night, penalty("A", "B", points=5))
    asked = {"seat": "A", "cell": "transfer", "points": "0", "to-B": "1"}
    page = scorer.get(address("correct", night, 1), asked, headers=HTMX)
    assert page.status_code == 200
    assert "分数要写 1 到 1000000 的整数" in page.text
    assert 'data-confirm="correction"' not in page.text
