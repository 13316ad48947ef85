"""The table's page and the taps on it."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.links import new_link
from rounds.models import AccessLink, Event, Right, Session
from rounds.rules.events import Kong
from rounds.rules.presets import presets
from rounds.rules.ruleset import KongKind
from rounds.screens import table
from tests.web.cast import (
    START,
    browser,
    concealed_kong,
    new_key,
    next_round,
    open_night,
    penalty,
    play_round,
    record,
    score_link,
    self_draw,
)

HTMX = {"HX-Request": "true"}


def address(name: str, night: Session, *more: object) -> str:
    return reverse(name, args=[night.pk, *more])


def post(client: Client, name: str, night: Session, **fields: object):  # type: ignore[no-untyped-def]
    """A tap made by a script on the newest state, unless told otherwise."""
    night.refresh_from_db()
    told = {"key": new_key(), "position": night.position, **fields}
    return client.post(address(name, night), told, headers=HTMX)


def newest(night: Session) -> dict[str, object]:
    event = Event.objects.filter(session=night).latest("position")
    told: dict[str, object] = json.loads(event.data)
    return told


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


@pytest.mark.parametrize(
    ("fields", "fact"),
    [
        (
            {"seat": "B", "cell": "self_draw:2"},
            {"type": "win", "by": "self_draw", "winners": [{"player": "B", "fans": 2}]},
        ),
        (
            {"seat": "B", "cell": "discard:A:1", "flags": ""},
            {"type": "win", "by": "discard", "from": "A", "winners": [{"player": "B", "fans": 1}]},
        ),
        (
            {"seat": "B", "cell": "discard:A:1", "flags": "robbed_kong"},
            {"type": "win", "by": "robbed_kong", "from": "A", "winners": [{"player": "B", "fans": 1}]},
        ),
        (
            {"seat": "B", "cell": "discard:A:hand", "pattern": "full_flush", "roots": "1"},
            {
                "type": "win",
                "by": "discard",
                "from": "A",
                "winners": [{"player": "B", "pattern": "full_flush", "roots": 1}],
            },
        ),
        ({"seat": "C", "cell": "kong:concealed"}, {"type": "kong", "player": "C", "kind": "concealed"}),
        ({"seat": "C", "cell": "kong:promoted"}, {"type": "kong", "player": "C", "kind": "promoted"}),
        ({"seat": "C", "cell": "kong:postponed"}, {"type": "kong", "player": "C", "kind": "postponed"}),
        (
            {"seat": "C", "cell": "kong:exposed:D"},
            {"type": "kong", "player": "C", "kind": "exposed", "from": "D"},
        ),
        (
            {"seat": "D", "cell": "transfer", "to-A": "1", "to-pot": "1", "points": "8", "note": "诈胡"},
            {"type": "transfer", "from": "D", "to": ["A", "pot"], "points": 8, "note": "诈胡"},
        ),
        ({"seat": "D", "cell": "leave"}, {"type": "leave", "player": "D"}),
    ],
)
def test_a_cell_records_the_fact_it_stands_for(
    scorer: Client, night: Session, fields: dict[str, str], fact: dict[str, object]
) -> None:
    response = post(scorer, "record", night, **fields)
    assert response.status_code == 200
    assert newest(night) == {"changes": [{"record": fact}]}


def test_after_a_kong_the_bonus_is_said_and_the_money_moves(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    response = post(scorer, "record", night, seat="B", cell="discard:A:0", flags="after_kong")
    assert response.status_code == 200
    assert night.played().get().net == {"A": -2, "B": 6, "C": -2, "D": -2}


def test_the_end_of_the_wall_is_recorded_with_every_state(scorer: Client, night: Session) -> None:
    states = {"state-A": "ready:2", "state-B": "not_ready", "state-C": "flower_pig", "state-D": "not_ready"}
    response = post(scorer, "record", night, cell="wall_out", **states)
    assert response.status_code == 200
    assert night.played().get().net == {"A": 16, "B": 4, "C": -24, "D": 4}


def test_a_player_without_a_state_stops_the_end_of_the_wall(scorer: Client, night: Session) -> None:
    response = post(scorer, "record", night, cell="wall_out", **{"state-A": "not_ready", "state-B": "not_ready"})
    assert response.status_code == 422
    assert "没说 王五 是下叫、没叫还是花猪" in response.text
    assert night.played().get().facts == 0


def test_one_more_winner_corrects_the_win_just_recorded(scorer: Client, night: Session) -> None:
    post(scorer, "record", night, seat="B", cell="discard:A:1")
    response = post(scorer, "record", night, cell="also:C:2")
    assert response.status_code == 200
    assert night.played().get().net == {"A": -6, "B": 2, "C": 4, "D": 0}
    assert night.played().get().facts == 1


def test_a_tap_that_comes_again_is_known_though_the_log_has_moved_on_by_it(scorer: Client, night: Session) -> None:
    post(scorer, "record", night, seat="B", cell="discard:A:1")
    key = new_key()
    first = post(scorer, "record", night, cell="also:C:2", key=key)
    again = scorer.post(address("record", night), {"key": key, "position": 2, "cell": "also:C:2"}, headers=HTMX)
    assert (first.status_code, again.status_code) == (200, 200)
    assert night.log().count() == 3


def test_the_table_asks_whether_the_kong_just_recorded_was_the_one_robbed(scorer: Client, night: Session) -> None:
    post(scorer, "record", night, seat="A", cell="kong:promoted")
    asked = post(scorer, "record", night, seat="B", cell="discard:A:2", flags="robbed_kong")
    assert asked.status_code == 200
    assert "data-ask" in asked.text
    assert night.log().count() == 2, "nothing is written before the answer"
    post(scorer, "record", night, seat="B", cell="discard:A:2", flags="robbed_kong", robbed="yes")
    assert night.played().get().net == {"A": -8, "B": 8, "C": 0, "D": 0}
    assert post(scorer, "undo", night).status_code == 200
    assert night.played().get().net == {"A": 3, "B": -1, "C": -1, "D": -1}, "one step, undone as one"


def test_a_penalty_between_a_kong_and_its_robbing_does_not_hide_it(scorer: Client, night: Session) -> None:
    post(scorer, "record", night, seat="A", cell="kong:promoted")
    record(night, penalty("C", "D", points=5))
    assert "data-ask" in post(scorer, "record", night, seat="B", cell="discard:A:2", flags="robbed_kong").text
    post(scorer, "record", night, seat="B", cell="discard:A:2", flags="robbed_kong", robbed="yes")
    assert night.played().get().net == {"A": -8, "B": 8, "C": -5, "D": 5}


def test_a_kong_that_was_not_the_one_robbed_stands(scorer: Client, night: Session) -> None:
    post(scorer, "record", night, seat="A", cell="kong:promoted")
    post(scorer, "record", night, seat="B", cell="discard:A:2", flags="robbed_kong", robbed="no")
    assert night.played().get().net == {"A": -5, "B": 7, "C": -1, "D": -1}


def test_a_tap_made_on_an_older_state_is_refused_and_shows_the_fresh_one(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    response = post(scorer, "record", night, seat="B", cell="self_draw:0", position=1)
    assert response.status_code == 409
    assert 'data-saved="2"' in response.text
    assert "刚才有人改过账" in response.text


def test_what_cannot_have_happened_is_refused_in_a_sentence(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    response = post(scorer, "record", night, seat="B", cell="kong:concealed")
    assert response.status_code == 422
    assert "李四 已经胡了" in response.text


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "B", "cell": "nonsense"},
        {"seat": "B", "cell": "self_draw:١"},
        {"seat": "B", "cell": "self_draw:99"},
        {"seat": "B", "cell": "kong:exposed"},
        {"seat": "Z", "cell": "self_draw:1"},
        {"seat": "B", "cell": "self_draw:hand"},
        {"seat": "B", "cell": "self_draw:hand", "pattern": "nonsense"},
        {"seat": "B", "cell": "self_draw:1", "flags": "after_kong,robbed_kong"},
        {"seat": "B", "cell": "self_draw:1", "flags": "nonsense"},
        {"seat": "B", "cell": "self_draw:3", "concealed": "12344m456456789p"},
        {"seat": "B", "cell": "discard::1"},
        {"cell": "also:C:1"},
        {"cell": "wall_out", "state-A": "ready:x"},
        {},
    ],
)
def test_a_cell_that_is_none_gets_400_and_writes_nothing(
    scorer: Client, night: Session, fields: dict[str, str]
) -> None:
    assert post(scorer, "record", night, **fields).status_code == 400
    assert night.log().count() == 1


@pytest.mark.parametrize(
    "fields", [{"key": "short"}, {"key": ""}, {"position": "x"}, {"position": "-1"}, {"position": ""}]
)
def test_a_form_without_key_or_position_gets_400(scorer: Client, night: Session, fields: dict[str, str]) -> None:
    assert post(scorer, "undo", night, **fields).status_code == 400


def test_a_plain_form_is_answered_by_the_page(scorer: Client, night: Session) -> None:
    told = {"key": new_key(), "position": 1, "seat": "B", "cell": "self_draw:2"}
    response = scorer.post(address("record", night), told)
    assert (response.status_code, response["Location"]) == (302, address("table", night))
    assert "李四" in scorer.get(address("table", night)).text


def test_the_next_round_is_dealt_by_the_first_winner(scorer: Client, night: Session) -> None:
    play_round(night, first="C")
    response = post(scorer, "next_round", night)
    assert "第2局，王五坐庄" in response.text


def test_the_next_round_waits_for_the_end_of_this_one(scorer: Client, night: Session) -> None:
    response = post(scorer, "next_round", night)
    assert response.status_code == 422
    assert "这一局还没打完" in response.text


def test_where_the_dice_say_who_deals_the_app_asks(own: AccessLink) -> None:
    night = open_night(own.club, preset="fortune")
    scorer = browser(score_link(night))
    play_round(night)
    assert 'data-sheet="dealer"' in scorer.get(address("table", night)).text
    assert post(scorer, "next_round", night).status_code == 422
    response = post(scorer, "next_round", night, dealer="D")
    assert "第2局，赵六坐庄" in response.text


def test_undo_takes_back_the_newest_thing_that_stands(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    assert post(scorer, "undo", night).status_code == 200
    response = post(scorer, "undo", night)
    assert response.status_code == 422
    assert "没有可以撤销的了" in response.text


def test_a_watcher_sees_the_table_and_no_key(watch: AccessLink, night: Session) -> None:
    record(night, self_draw("A", 1))
    page = browser(watch).get(address("table", night)).text
    assert "自摸" in page
    for hook in ("data-sheet", "data-cell", "data-undo", "data-next-round", "<form"):
        assert hook not in page


def test_the_page_costs_six_queries_however_many_rounds_there_are(
    score: AccessLink, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for first in "ABC":
        play_round(night, first)
        next_round(night)
    scorer = browser(score)
    with django_assert_num_queries(6):
        scorer.get(address("table", night))


def test_of_a_very_long_night_the_newest_rounds_are_shown_and_where_the_others_are(
    scorer: Client, watch: AccessLink, night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        play_round(night)
        next_round(night)
    shown = scorer.get(address("table", night)).text
    assert [f'id="r{number}"' in shown for number in (1, 2, 3)] == [True, True, True]
    assert "#course" not in shown
    monkeypatch.setattr(table, "PAST_ROUNDS", 2)
    for client in (scorer, browser(watch)):
        shown = client.get(address("table", night)).text
        assert [f'id="r{number}"' in shown for number in (1, 2, 3)] == [False, True, True]
        assert f'href="{address("sheets", night)}#course"' in shown
        assert "还有1局，在数字表里" in shown


def test_an_owner_costs_one_query_more(
    own: AccessLink, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(7):
        browser(own).get(address("table", night))


def test_a_sheet_is_there_for_those_in_play_alone(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    page = scorer.get(address("table", night)).text
    assert 'data-sheet="A"' in page
    assert 'data-sheet="B"' not in page
    settled = scorer.get(address("sheet", night, "B"), headers=HTMX)
    assert 'value="transfer"' in settled.text
    assert "data-flag" not in settled.text
    assert scorer.get(address("sheet", night, "E")).status_code == 404


@pytest.mark.parametrize("preset", list(presets()))
def test_every_rule_set_has_its_table(own: AccessLink, preset: str) -> None:
    night = open_night(own.club, preset=preset)
    rules = presets()[preset].rules
    page = browser(score_link(night)).get(address("table", night)).text
    last = rules.cap if rules.cap is not None else max(rules.patterns.values()) + 2
    assert f'data-cell="self_draw:{rules.plain_fans}"' in page
    assert f'data-cell="self_draw:{last}"' in page
    assert f'data-cell="self_draw:{last + 1}"' not in page
    assert f'data-state="A:ready:{last}"' in page


def test_a_pattern_is_named_before_its_cell(scorer: Client, night: Session) -> None:
    naming = scorer.get(address("sheet", night, "B"), {"naming": "1"}, headers=HTMX).text
    assert 'data-pattern="full_flush"' in naming
    assert "data-cell" not in naming
    named = scorer.get(address("sheet", night, "B"), {"pattern": "full_flush", "roots": "1"}, headers=HTMX).text
    assert 'data-cell="discard:A:hand"' in named
    assert 'data-roots="4"' in named


def test_a_sheet_says_what_its_cells_cost_under_every_chip(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    lit = scorer.get(address("sheet", night, "B"), {"flags": "after_kong"}, headers=HTMX).text
    assert "转6" in lit
    assert "还没杠过" in lit
    assert 'value="discard:C:0" data-lacks="C" disabled>–<' in lit
    assert 'data-lacks="A"' not in lit


def test_another_right_sees_nothing(night: Session) -> None:
    link = new_link(night.club, Right.WATCH, night, START)
    link.save()
    assert browser(link).post(address("record", night)).status_code == 404
    assert Client().get(address("table", night)).status_code == 404


def test_looking_at_what_the_wall_comes_to_writes_nothing(scorer: Client, night: Session) -> None:
    told = {"state-A": "ready:3", "state-B": "not_ready", "state-C": "not_ready", "state-D": "not_ready"}
    page = scorer.get(address("wall", night), told, headers=HTMX).text
    assert "查叫" in page
    assert "+24" in page
    assert 'data-confirm="wall_out">' in page
    part = scorer.get(address("wall", night), {"state-A": "ready:3"}, headers=HTMX).text
    assert "还差 李四、王五、赵六" in part
    assert night.log().count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"points": "0"}, "分数要写 1 到 1000000 的整数"),
        ({"points": ""}, "分数要写 1 到 1000000 的整数"),
        ({"points": "1_000"}, "分数要写 1 到 1000000 的整数"),
        ({"points": "1000001"}, "分数要写 1 到 1000000 的整数"),
        ({"points": "5", "note": "长" * 41}, "说明太长"),
        ({"points": "5", "to-A": ""}, "李四 的转账没说付给谁"),
    ],
)
def test_what_is_typed_wrongly_is_said_and_not_written(
    scorer: Client, night: Session, typed: dict[str, str], sentence: str
) -> None:
    response = post(scorer, "record", night, **{"seat": "B", "cell": "transfer", "to-A": "1", **typed})
    assert response.status_code == 422
    assert sentence in response.text
    assert night.log().count() == 1


def test_an_address_for_forms_alone_says_so_when_it_is_opened(scorer: Client, night: Session) -> None:
    response = scorer.get(address("record", night))
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "这个地址只收按键" in response.text
    assert "default-src" in response["Content-Security-Policy"]


def test_the_question_is_not_asked_again_of_a_tap_that_was_written(scorer: Client, night: Session) -> None:
    key = new_key()
    fields = {"seat": "A", "cell": "discard:B:1", "flags": "robbed_kong", "key": key, "position": 1}
    assert post(scorer, "record", night, **fields).status_code == 200
    record(night, Kong("B", KongKind.PROMOTED))
    again = post(scorer, "record", night, **fields)
    assert again.status_code == 200
    assert "data-ask" not in again.text
    assert night.log().count() == 3
