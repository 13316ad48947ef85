"""补记 bǔ jì: every kind of fact put in before a line or at the end of any round; facts that were of another kind."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.models import AccessLink, Session
from rounds.rules.events import Kong
from rounds.rules.log import Retract
from rounds.rules.ruleset import KongKind
from tests.web.cast import (
    browser,
    change,
    concealed_kong,
    discard,
    new_key,
    next_round,
    nobody_ready,
    penalty,
    play_round,
    record,
    self_draw,
    tap,
)

HTMX = {"HX-Request": "true"}
EVERY_KIND: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "win": (
        {"seat": "D", "cell": "discard:A:2"},
        {"type": "win", "by": "discard", "from": "A", "winners": [{"player": "D", "fans": 2}]},
    ),
    "kong": (
        {"seat": "D", "cell": "kong:exposed:A"},
        {"type": "kong", "player": "D", "kind": "exposed", "from": "A"},
    ),
    "leave": ({"seat": "D", "cell": "leave"}, {"type": "leave", "player": "D"}),
    "penalty": (
        {"seat": "D", "cell": "transfer", "to-A": "1", "points": "8", "note": "诈胡"},
        {"type": "transfer", "from": "D", "to": ["A"], "points": 8, "note": "诈胡"},
    ),
    "wall_out": (
        {"cell": "wall_out", "state-A": "not_ready", "state-C": "ready:1", "state-D": "flower_pig"},
        {
            "type": "wall_out",
            "hands": {
                "A": {"state": "not_ready"},
                "C": {"state": "ready", "fans": 1},
                "D": {"state": "flower_pig"},
            },
        },
    ),
}


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def address(what: str, night: Session, index: int, number: int = 1) -> str:
    return reverse(what, args=[night.pk, number, index])


def look(client: Client, what: str, night: Session, index: int, fields: dict[str, Any]) -> str:
    page: str = client.get(address(what, night, index), fields, headers=HTMX).text
    return page


def keep(client: Client, what: str, night: Session, index: int, fields: dict[str, str]) -> int:
    night.refresh_from_db()
    told = {"key": new_key(), "position": night.position, **fields}
    status: int = client.post(address(what, night, index), told).status_code
    return status


def newest(night: Session) -> Any:
    return json.loads(night.log().latest("position").data)["changes"]


def facts(night: Session, number: int = 1) -> int:
    return night.played().get(number=number).facts


@pytest.mark.parametrize(("fields", "fact"), EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_every_kind_of_fact_is_put_in_before_a_line(
    scorer: Client, night: Session, fields: dict[str, str], fact: dict[str, Any]
) -> None:
    record(night, self_draw("B"))
    record(night, penalty("A", "C"))
    assert 'data-confirm="correction"' in look(scorer, "insert", night, 1, fields)
    assert keep(scorer, "insert", night, 1, fields) == 302
    assert newest(night) == [{"insert": fact, "before": 3}]
    assert night.played().get().problems == 0


@pytest.mark.parametrize(("fields", "fact"), EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_every_kind_of_fact_ends_an_earlier_round_that_runs_again(
    scorer: Client, night: Session, fields: dict[str, str], fact: dict[str, Any]
) -> None:
    record(night, self_draw("B"))
    record(night, nobody_ready("A", "C", "D"))
    next_round(night)
    change(night, Retract(3), number=1)
    assert night.played().get(number=1).ended == ""
    assert 'data-confirm="correction"' in look(scorer, "insert", night, 1, fields)
    assert keep(scorer, "insert", night, 1, fields) == 302
    assert newest(night) == [{"append": fact}]
    assert facts(night) == 2


def test_a_round_without_any_fact_gets_its_first(scorer: Client, night: Session) -> None:
    record(night, nobody_ready("A", "B", "C", "D"))
    next_round(night)
    change(night, Retract(2), number=1)
    page = look(scorer, "insert", night, 0, {})
    assert "第1局补记" in page
    assert page.count("data-who=") == 5
    assert keep(scorer, "insert", night, 0, {"seat": "A", "cell": "self_draw:1"}) == 302
    assert facts(night) == 1


def test_the_end_of_a_round_is_offered_on_its_page_to_who_may_score(
    scorer: Client, watch: AccessLink, night: Session
) -> None:
    play_round(night)
    page = scorer.get(reverse("round", args=[night.pk, 1])).text
    assert f'href="{address("insert", night, 3)}"' in page
    assert "data-append" not in browser(watch).get(reverse("round", args=[night.pk, 1])).text


def test_after_the_end_of_a_round_only_a_transfer_can_be_put_in(scorer: Client, night: Session) -> None:
    play_round(night)
    page = look(scorer, "insert", night, 3, {"seat": "D"})
    assert 'data-cell="transfer"' in page
    for cell in ("self_draw:0", "kong:concealed", "leave"):
        assert f'data-cell="{cell}"' not in page
    assert 'data-who="wall_out"' not in page
    late = {"seat": "D", "cell": "self_draw:0"}
    assert 'data-confirm="correction"' not in look(scorer, "insert", night, 3, late)
    assert keep(scorer, "insert", night, 3, late) == 422


def test_a_night_that_has_ended_is_completed_and_corrected(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    assert keep(scorer, "insert", night, 1, {"seat": "C", "cell": "self_draw:1"}) == 302
    assert keep(scorer, "correct", night, 0, {"seat": "A", "cell": "self_draw:0"}) == 302
    assert night.played().get().net == {"A": 6, "B": -5, "C": 4, "D": -5}
    night.refresh_from_db()
    assert night.ended_at


def test_who_left_or_won_before_can_still_pay(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    record(night, concealed_kong("A"))
    page = look(scorer, "insert", night, 1, {"seat": "B"})
    for there in ('data-cell="transfer"', 'data-cell="leave"'):
        assert there in page
    assert 'data-cell="self_draw:0"' not in page


def test_a_wall_is_shown_step_by_step_before_it_is_looked_at(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    page = look(scorer, "insert", night, 1, {"cell": "wall_out"})
    assert "都选好就算给你看" in page
    assert 'id="outcome"' not in page
    page = look(scorer, "insert", night, 1, {"cell": "wall_out", "state-A": "not_ready", "state-C": "not_ready"})
    assert page.count("还没选") == 1
    assert 'id="outcome"' not in page


def test_what_makes_a_later_line_impossible_is_named_first(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    page = look(scorer, "insert", night, 0, {"seat": "B", "cell": "self_draw:2"})
    assert "第1局 李四 自摸 就不对了：李四 已经胡了" in page
    assert keep(scorer, "insert", night, 0, {"seat": "B", "cell": "self_draw:2"}) == 302
    assert night.played().get().problems == 1


@pytest.mark.parametrize(("robbed", "net"), [("yes", {"A": -4, "B": 4}), ("no", {"A": -1, "B": 3})])
def test_a_robbed_kong_that_was_forgotten_asks_which_kong(
    scorer: Client, night: Session, robbed: str, net: dict[str, int]
) -> None:
    record(night, Kong("A", KongKind.PROMOTED))
    fields = {"seat": "B", "flags": "robbed_kong", "cell": "discard:A:1"}
    assert 'data-robbed="yes"' in look(scorer, "insert", night, 1, fields)
    assert 'data-confirm="correction"' in look(scorer, "insert", night, 1, {**fields, "robbed": robbed})
    assert keep(scorer, "insert", night, 1, {**fields, "robbed": robbed}) == 302
    assert {seat: night.played().get().net[seat] for seat in "AB"} == net


@pytest.mark.parametrize(
    ("fact", "fields"),
    [
        (concealed_kong("A"), {"seat": "A", "cell": "self_draw:2"}),
        (self_draw("A"), {"seat": "A", "cell": "kong:promoted"}),
        (self_draw("A"), {"seat": "A", "cell": "leave"}),
        (discard("A", "B"), {"seat": "B", "cell": "self_draw:0"}),
        (discard("A", "B"), {"seat": "A", "cell": "transfer", "to-B": "1", "points": "3"}),
        (nobody_ready("A", "B", "C", "D"), {"seat": "C", "cell": "discard:D:1"}),
        (penalty("A", "B"), {"seat": "A", "cell": "kong:concealed"}),
        (penalty("A", "B"), {"cell": "wall_out", **{f"state-{seat}": "not_ready" for seat in "ABCD"}}),
    ],
)
def test_a_fact_turns_out_to_have_been_of_another_kind(
    scorer: Client, night: Session, fact: Any, fields: dict[str, str]
) -> None:
    record(night, fact)
    asked = {"seat": fields["seat"]} if "seat" in fields else {"cell": "wall_out"}
    more = {"more": "1"} if fields["cell"] in ("leave", "transfer") else {"flags": ""}
    offered = look(scorer, "correct", night, 0, {**asked, **more} if "seat" in fields else asked)
    assert f'data-cell="{fields["cell"]}"' in offered or 'value="wall_out"' in offered
    assert 'data-confirm="correction"' in look(scorer, "correct", night, 0, fields)
    assert keep(scorer, "correct", night, 0, fields) == 302
    assert night.played().get().problems == 0
    assert facts(night) == 1


def test_somebody_who_left_is_marked_where_he_stands(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    keep(scorer, "correct", night, 0, {"seat": "B", "cell": "leave"})
    page = look(scorer, "why", night, 0, {})
    assert 'cell-old" name="cell" value="leave"' in page


# 诈胡, 相公


def test_a_penalty_fills_in_everybody_and_the_cap(scorer: Client, night: Session) -> None:
    page = scorer.get(reverse("sheet", args=[night.pk, "B"]), {"penalty": "false_win"}, headers=HTMX).text
    assert [f'name="to-{seat}" value="1" checked' in page for seat in ("A", "C", "D", "pot")] == [True] * 3 + [False]
    assert 'maxlength="7"' in page
    assert 'required value="8"' in page
    assert 'value="诈胡"' in page


def test_a_penalty_costs_what_it_cost_last(scorer: Client, night: Session) -> None:
    fields = {"seat": "A", "cell": "transfer", "to-B": "1", "points": "5", "note": "诈胡"}
    told = {"key": new_key(), "position": 1, **fields}
    assert scorer.post(reverse("record", args=[night.pk]), told).status_code == 302
    page = scorer.get(reverse("sheet", args=[night.pk, "B"]), {"penalty": "false_win"}, headers=HTMX).text
    assert 'required value="5"' in page
    other = scorer.get(reverse("sheet", args=[night.pk, "B"]), {"penalty": "wrong_count"}, headers=HTMX).text
    assert 'required value="8"' in other
    assert 'value="相公"' in other


def test_who_is_out_of_the_round_pays_a_penalty_too(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    page = scorer.get(reverse("sheet", args=[night.pk, "B"]), {"penalty": "false_win"}, headers=HTMX).text
    assert 'id="panel-in"' in page
    assert 'required value="8"' in page


def test_a_penalty_that_is_none_is_refused(scorer: Client, night: Session) -> None:
    record(night, self_draw("B"))
    for path in (reverse("sheet", args=[night.pk, "A"]), address("insert", night, 1), address("correct", night, 0)):
        assert scorer.get(path, {"seat": "A", "penalty": "x"}).status_code == 400


def test_what_was_typed_stays_where_it_cannot_be_read(scorer: Client, night: Session) -> None:
    record(night, penalty("A", "B"))
    fields = {"seat": "A", "cell": "transfer", "to-C": "1", "points": "多少", "note": "相公"}
    page = look(scorer, "correct", night, 0, fields)
    assert "分数要写 1 到 1000000 的整数" in page
    assert 'value="多少"' in page
    assert 'name="to-C" value="1" checked' in page
