"""What was corrected, from what, by whom and when: on the panel of its line, and on the page of its round."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.history import Did, history
from rounds.book.reading import load_round
from rounds.models import AccessLink, Session
from rounds.rules.events import CalledFans, Kong, Leave, Transfer, Win, WinBy, Winner
from rounds.rules.log import Amend, Append, Change, Insert, Record, Retract
from rounds.rules.ruleset import KongKind
from tests.web.cast import (
    browser,
    change,
    concealed_kong,
    discard,
    next_round,
    play_round,
    record,
    self_draw,
    tap,
    undo,
)


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def made_by(night: Session, link: AccessLink, *changes: Change) -> None:
    """Changes made with a link."""
    night.refresh_from_db()
    scorebook.change(night, tap(night.position, link=link), night.round_count, changes)


def told(night: Session) -> dict[int, list[tuple[Did, bool]]]:
    """What was done to each fact of the first round."""
    past = history(load_round(night, 1))
    return {id: [(mark.did, mark.undone) for mark in one.marks] for id, one in past.items()}


def panel(client: Client, night: Session, index: int) -> str:
    page: str = client.get(reverse("why", args=[night.pk, 1, index])).text
    return page


def test_every_kind_of_change_is_told_of_its_fact(night: Session) -> None:
    record(night, discard("A", "B", fans=1))
    change(night, Amend(discard("A", "B", "C", fans=1), 2))
    change(night, Amend(discard("A", "B", "C", fans=2), 2))
    change(night, Insert(concealed_kong("D"), 2))
    change(night, Retract(2))
    change(night, Append(self_draw("A")))
    assert told(night) == {
        2: [(Did.RECORDED, False), (Did.COMPLETED, False), (Did.CORRECTED, False), (Did.VOIDED, False)],
        5: [(Did.FORGOTTEN, False)],
        7: [(Did.FORGOTTEN, False)],
    }


def test_what_was_undone_is_told_as_such(night: Session) -> None:
    record(night, self_draw("A"))
    change(night, Amend(self_draw("A", 3), 2))
    undo(night)
    change(night, Retract(2))
    undo(night)
    record(night, self_draw("B"))
    undo(night)
    past = history(load_round(night, 1))
    assert told(night) == {
        2: [(Did.RECORDED, False), (Did.CORRECTED, True), (Did.VOIDED, True)],
        7: [(Did.RECORDED, True), (Did.UNDONE, False)],
    }
    assert past[2].marks[2].fact == self_draw("A"), "what was voided is what it said by then"
    assert [past[id].stands for id in (2, 7)] == [True, False]


def test_a_line_that_was_only_recorded_has_no_history(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    assert "data-changes" not in panel(scorer, night, 0)


def test_a_corrected_line_tells_what_it_said_before_by_whom_and_when(
    scorer: Client, night: Session, own: AccessLink, score: AccessLink
) -> None:
    made_by(night, score, Record(discard("A", "B", fans=1)))
    made_by(night, own, Amend(self_draw("C", 2), 2))
    page = panel(scorer, night, 0)
    changes = page[page.index("data-changes") :]
    for words in ("20:31", "记分人", "李四 胡 张三 点炮 1番", "20:32", "主人", "更正", "王五 自摸 2番"):
        assert words in changes
    assert "改过" in scorer.get(reverse("table", args=[night.pk])).text


def test_a_kong_that_was_robbed_has_not_been_corrected(scorer: Client, night: Session) -> None:
    kong = Kong("A", KongKind.PROMOTED)
    record(night, kong)
    change(
        night, Amend(replace(kong, robbed=True), 2), Record(Win(WinBy.ROBBED_KONG, (Winner("B", CalledFans(1)),), "A"))
    )
    page = scorer.get(reverse("table", args=[night.pk])).text
    assert "被抢，不算" in page
    assert "改过" not in page
    told = panel(scorer, night, 0)
    assert "被抢了" in told
    assert "更正" not in told[told.index("data-changes") :]
    records = scorer.get(reverse("events_csv", args=[night.pk])).getvalue().decode()
    assert ("被抢了" in records, "更正" in records) == (True, False)
    change(night, Amend(kong, 2), Retract(3))
    told = panel(scorer, night, 0)
    assert "没被抢" in told
    assert "改过" not in scorer.get(reverse("table", args=[night.pk])).text


def test_a_penalty_stands_before_who_is_paid(scorer: Client, night: Session) -> None:
    record(night, Transfer("A", ("B", "C"), 5, "诈胡"))
    line = " ".join(re.sub(r"<[^>]*>", " ", scorer.get(reverse("table", args=[night.pk])).text).split())
    assert "张三 诈胡 付给李四、王五" in line


def test_who_leaves_and_pays_nothing_has_one_nought(scorer: Client, night: Session) -> None:
    record(night, Leave("A"))
    page = scorer.get(reverse("table", args=[night.pk])).text
    event = page[page.index('data-event="0"') :]
    event = event[: event.index("</a>")]
    assert "不用付" in event
    assert event.count("zero") == 1


def test_a_line_that_was_put_in_says_so(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    change(night, Insert(concealed_kong("D"), 2))
    assert scorer.get(reverse("table", args=[night.pk])).text.count("<br>补记") == 1
    page = panel(scorer, night, 0)
    assert "20:32" in page[page.index("data-changes") :]
    assert "data-changes" not in panel(scorer, night, 1)


def test_the_page_of_a_round_lists_what_stands_no_longer(watch: AccessLink, night: Session) -> None:
    play_round(night)
    change(night, Retract(3))
    change(night, Append(self_draw("B", 3)))
    undo(night)
    page = browser(watch).get(reverse("round", args=[night.pk, 1])).text
    gone = page[page.index("data-gone") :]
    for words in ("李四 自摸 1番", "作废", "李四 自摸 3番", "补记", "撤销"):
        assert words in gone
    assert gone.count("data-changes") == 2
    assert page.count("data-event") == 2


def test_the_panel_of_a_line_leads_to_what_stands_no_longer_in_its_round(watch: AccessLink, night: Session) -> None:
    record(night, self_draw("A"))
    assert "data-gone-count" not in panel(browser(watch), night, 0)
    record(night, self_draw("B"))
    change(night, Retract(3))
    page = panel(browser(watch), night, 0)
    assert 'data-gone-count="1"' in page
    assert f"{reverse('round', args=[night.pk, 1])}#gone" in page


def test_the_table_names_what_was_voided_last(scorer: Client, night: Session) -> None:
    record(night, self_draw("B", 2))
    change(night, Retract(2))
    assert "作废：李四 自摸 2番" in scorer.get(reverse("table", args=[night.pk])).text


def test_a_round_in_which_everything_stands_lists_nothing(watch: AccessLink, night: Session) -> None:
    play_round(night)
    next_round(night)
    assert "data-gone" not in browser(watch).get(reverse("round", args=[night.pk, 1])).text


def test_history_costs_no_query_of_its_own(
    scorer: Client, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record(night, self_draw("A"))
    change(night, Amend(self_draw("B"), 2))
    change(night, Append(self_draw("A")))
    change(night, Retract(4))
    with django_assert_num_queries(3):
        scorer.get(reverse("why", args=[night.pk, 1, 0]))
    with django_assert_num_queries(4):
        scorer.get(reverse("round", args=[night.pk, 1]))
