"""What users of comparable apps reported, replayed here: each test is named after the report that it replays."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from rounds import scorebook
from rounds.book import projection
from rounds.book.audit import first_fault
from rounds.book.dues import dues
from rounds.book.reading import people_of, standing_payments, totals
from rounds.book.refusals import Busy, Impossible
from rounds.book.ruling import Ruling
from rounds.exports.archive import club_lines
from rounds.imports.taking import BY_COMMAND, take
from rounds.models import AccessLink, Club, Entry, Event, PairTally, Payment, PersonTally, Session
from rounds.money import CURRENCIES, Money
from rounds.rules.events import CalledFans, HandState, Kong, WallOut, WallState
from rounds.rules.ledger import Reason
from rounds.rules.log import Amend, Record, Retract
from rounds.rules.presets import presets
from rounds.rules.ruleset import KongKind, PigPaidTo, TransferShares
from rounds.rules.settle_up import settle_up
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web.cast import (
    NAMES,
    browser,
    change,
    discard,
    new_key,
    next_round,
    open_night,
    play_round,
    record,
    score_link,
    self_draw,
    tap,
    undo,
)

DRAW = {"seat": "A", "cell": "self_draw:1"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def now(night: Session) -> Session:
    night.refresh_from_db()
    return night


def at(night: Session, name: str, *more: object) -> str:
    return reverse(name, args=[night.pk, *more])


def asked(night: Session, **fields: object) -> dict[str, object]:
    """A form with a new key, made on the newest state."""
    return {"key": new_key(), "position": now(night).position, **fields}


def net(night: Session, number: int = 1) -> dict[str, int]:
    told: dict[str, int] = night.played().get(number=number).net
    return told


def events(night: Session) -> int:
    return night.log().count()


# Once, and only once


def test_pantheon_863_a_hand_recorded_twice_on_a_bad_network(scorer: Client, night: Session) -> None:
    """The answers are lost; the phone sends again and again, and the table has played on between."""
    told = asked(night, **DRAW)
    first = scorer.post(at(night, "record"), told, headers=HTMX)
    record(night, self_draw("B"))
    again = [scorer.post(at(night, "record"), told, headers=HTMX) for _ in range(3)]
    assert [first.status_code, *(one.status_code for one in again)] == [200] * 4
    assert [event.position for event in night.log()] == [1, 2, 3]
    assert night.log().filter(key=told["key"]).count() == 1


def test_expensify_8722_repeated_tapping_and_a_retry_after_an_error_split_once(
    scorer: Client, night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = asked(night, **DRAW)
    with monkeypatch.context() as broken:
        broken.setattr(Session, "save", raising(OperationalError("disk I/O error")))
        assert scorer.post(at(night, "record"), told).status_code == 503
    assert (events(night), net(night)) == (1, dict.fromkeys("ABCD", 0))
    assert {scorer.post(at(night, "record"), told).status_code for _ in range(20)} == {302}
    assert (events(night), Entry.objects.count()) == (2, 6)


def test_spliit_393_entries_never_duplicate(scorer: Client, night: Session, club: Club) -> None:
    """Not by a script and a plain form that send the same, nor by taking in what was taken home."""
    told = asked(night, **DRAW)
    scorer.post(at(night, "record"), told, headers=HTMX)
    scorer.post(at(night, "record"), told)
    before = list(night.ledger().values())
    assert take(BytesIO(b"".join(club_lines(club))), club, BY_COMMAND).nothing
    assert take(BytesIO(b"".join(club_lines(club))), club, BY_COMMAND).nothing
    assert list(night.ledger().values()) == before
    assert (len(before), events(night)) == (6, 2)


def test_hmis_23830_one_deposit_sent_twice_in_a_second_is_one_row(scorer: Client, night: Session) -> None:
    record(night, self_draw("A", fans=1))
    people = night.played().get().seats
    told = asked(night, payer=people["B"], payee=people["A"], amount=3)
    same = [scorer.post(at(night, "pay"), told).status_code for _ in range(2)]
    other = scorer.post(at(night, "pay"), {**told, "key": new_key()}).status_code
    assert (same, other) == ([302, 302], 409)
    assert [payment.amount for payment in Payment.objects.all()] == [3]


def test_payforme_31_a_new_bill_overwrites_no_other(scorer: Client, night: Session, own: AccessLink) -> None:
    """Two phones write on what they saw: the later one is told so, and what the earlier one wrote stays."""
    one, other = asked(night, **DRAW), asked(night, seat="C", cell="self_draw:2")
    assert scorer.post(at(night, "record"), one).status_code == 302
    assert browser(own).post(at(night, "record"), other).status_code == 409
    assert net(night)["A"] > 0
    first = night.log().get(position=2).data
    assert browser(own).post(at(night, "record"), {**other, **asked(night)}).status_code == 302
    assert (night.log().get(position=2).data, events(night)) == (first, 3)


# Whole, or not at all


def raising(fault: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise fault

    return fail


def test_barks_59_where_a_line_item_fails_no_balance_moves(night: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    record(night, self_draw("A"))
    tables = (Event, Entry, PersonTally, PairTally)
    before = [list(table._default_manager.order_by("pk").values()) for table in tables]
    for step in ("_replace_entries", "move"):
        with monkeypatch.context() as broken:
            broken.setattr(projection, step, raising(OperationalError("disk full")))
            with pytest.raises(Busy):
                scorebook.change(night, tap(2), 1, [Record(self_draw("B"))])
        assert [list(table._default_manager.order_by("pk").values()) for table in tables] == before
    assert first_fault(now(night)) is None


def test_mahjax_77_of_a_triple_win_that_is_taken_back_no_payment_stays(night: Session) -> None:
    won = record(night, discard("A", "B", "C", "D", fans=1)).event.position
    assert len(night.ledger()) == 3
    change(night, Retract(won))
    assert (list(night.ledger()), set(net(night).values())) == ([], {0})
    record(night, self_draw("B"))
    before = list(night.ledger().values())
    with pytest.raises(Impossible):
        record(night, discard("A", "C", "D", "B"))  # one of the three has won already
    assert list(night.ledger().values()) == before
    assert first_fault(now(night)) is None


@pytest.mark.django_db(transaction=True)
def test_formance_364_no_success_where_nothing_is_stored(
    scorer: Client, night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database takes everything, and fails at the COMMIT: no success is answered before."""
    told = asked(night, **DRAW)
    with monkeypatch.context() as broken:
        broken.setattr(connection, "_commit", raising(OperationalError("disk I/O error")))
        answer = scorer.post(at(night, "record"), told)
    assert answer.status_code == 503
    assert (events(night), now(night).position) == (1, 1)
    assert scorer.post(at(night, "record"), told).status_code == 302
    assert night.log().filter(key=told["key"]).count() == 1


def test_abrechnung_115_what_is_not_finished_counts_nowhere(scorer: Client, night: Session) -> None:
    """A sheet with chips lit, a hand half laid out, a correction that is only looked at."""
    record(night, self_draw("A"))
    before = (now(night).head, net(night))
    for address, fields in (
        (at(night, "sheet", "B"), {"flags": "after_kong"}),
        (at(night, "sheet", "B"), {"concealed": "112233m"}),
        (at(night, "correct", 1, 0), {"seat": "B", "cell": "self_draw:3"}),
        (at(night, "void", 1, 0), {}),
        (at(night, "settle"), {"leaves": night.played().get().seats["B"]}),
    ):
        assert scorer.get(address, fields).status_code == 200
    assert (now(night).head, net(night), Event.objects.count()) == (*before, 2)


def test_split_pro_130_no_balance_remains_after_every_entry_is_deleted(scorer: Client, night: Session) -> None:
    facts = [record(night, fact).event.position for fact in (Kong("A", KongKind.CONCEALED), discard("B", "A", "C"))]
    for fact in facts:
        change(night, Retract(fact))
    played = list(night.played())
    assert (list(night.ledger()), set(totals(played).values())) == ([], {0})
    assert not any(dues(played, standing_payments(night)).left.values())
    assert not any(row.points for row in PersonTally.objects.filter(session=night))
    assert not PairTally.objects.filter(session=night).exists()
    for _ in range(4):
        undo(night)
    assert set(net(night).values()) == {0}
    assert first_fault(now(night)) is None


# Exactly


def test_mahjong_14_leftover_points_are_kept_paid_once_and_old_nights_are_mended(club: Club) -> None:
    """花猪 pays into the pot: what is in it is nobody's, is settled once, and a mended round takes it out again."""
    rules = replace(presets()["chengdu_home"].rules, flower_pig_paid_to=PigPaidTo.POT)
    night = scorebook.open_night(club, tap(0), NAMES, "A", Ruling(rules, "chengdu_home"), "Asia/Shanghai")
    pig = {"A": HandState(WallState.FLOWER_PIG), **dict.fromkeys("BCD", READY)}
    wall = record(night, WallOut(pig)).event.position
    next_round(night)
    play_round(night)
    scorebook.end_night(now(night), tap(night.position))
    left = net(night)["pot"]
    assert left > 0
    assert sum(net(night).values()) == 0
    owed = dues(list(night.played()), ()).left
    assert owed["pot"] == left
    assert sum(payment.amount for payment in settle_up(owed) if payment.payee == "pot") == left
    later = net(night, 2)
    change(night, Amend(WallOut({**pig, "A": READY}), wall), number=1)
    assert (net(night).get("pot", 0), net(night, 2)) == (0, later)
    assert sum(dues(list(night.played()), ()).left.values()) == 0
    assert first_fault(now(night)) is None


READY = HandState(WallState.READY, CalledFans(1))


def test_riichi_advanced_120_a_payment_divided_by_three_is_whole_points(club: Club) -> None:
    """呼叫转移: one kong's money moves on to three winners, in whole points, and none of it is lost."""
    rules = replace(presets()["chengdu_home"].rules, kong_transfer_shares=TransferShares.SPLIT, base=5)
    night = scorebook.open_night(club, tap(0), NAMES, "A", Ruling(rules, "chengdu_home"), "Asia/Shanghai")
    record(night, Kong("A", KongKind.EXPOSED, "B"))
    kong = sum(entry.points for entry in night.ledger())
    record(night, replace(discard("A", "B", "C", "D"), after_kong=True))
    moved = [entry.points for entry in night.ledger() if entry.reason == Reason.KONG_TRANSFER.value]
    assert len(moved) == 3
    assert sum(moved) == kong
    assert kong % 3
    assert max(moved) - min(moved) == 1
    assert {type(points) for points in net(night).values()} == {int}
    assert sum(net(night).values()) == 0


def test_spliit_547_and_cospend_397_no_cent_is_left_that_cannot_be_settled(club: Club) -> None:
    """A fee of ten yuan among three, a point of seven fen: everybody pays what the page says, and is at nothing."""
    money, fee = Money("CNY", 7), TableFee(1000, FeePer.NIGHT, FeeFrom.BIGGEST_WINNER)
    night = open_night(club, money=money)
    scorebook.set_money(now(night), tap(night.position), money, fee, whole_night=True)
    record(night, discard("D", "A", "B", "C", fans=1))
    for payment in settle_up(dues(list(night.played()), ()).left):
        scorebook.pay(now(night), tap(night.position), payment.payer, payment.payee, payment.amount)
    due = dues(list(night.played()), standing_payments(night))
    assert set(due.left.values()) == {0}
    assert due.fee["pot"] == 1000
    assert sorted(due.fee.values()) == [-334, -333, -333, 1000]


def test_spliit_550_an_amount_is_in_the_same_unit_wherever_it_is_read(scorer: Client, own: AccessLink) -> None:
    """12.50 typed is 1250 fen stored, 12.50 in every table, and 1250 again after it was taken home; yen have no sen."""
    for code, typed, stored, shown in (("CNY", "12.50", 1250, "12.50"), ("JPY", "1250", 1250, "1,250")):
        night = open_night(own.club, money=Money(code, 50))
        people = night.played().get().seats
        told = asked(night, payer=people["B"], payee=people["A"], sum=typed)
        assert browser(own).post(at(night, "pay"), told).status_code == 302
        assert Payment.objects.get(session=night).amount == stored
        assert CURRENCIES[code].digits(stored) == shown
        book = load_workbook(BytesIO(browser(own).get(at(night, "night_xlsx")).getvalue()))
        paid = [row[2] for row in book["结账"].iter_rows(values_only=True) if row[3] == "付了"]
        assert paid == [float(typed)]
        document = json.loads(browser(own).get(at(night, "night_json")).getvalue())
        assert [one["amount"] for one in document["payments"]] == [stored]


def test_open_mahjong_unity_44_who_has_won_already_gets_no_compensation(club: Club) -> None:
    rules = replace(presets()["chengdu_home"].rules, flower_pig_paid_to=PigPaidTo.IN_PLAY)
    night = scorebook.open_night(club, tap(0), NAMES, "A", Ruling(rules, "chengdu_home"), "Asia/Shanghai")
    record(night, self_draw("A", fans=2))
    record(night, WallOut({"B": READY, "C": HandState(WallState.NOT_READY), "D": HandState(WallState.FLOWER_PIG)}))
    ended = [entry for entry in night.ledger() if entry.fact == 1]
    seats = night.played().get().seats
    assert {entry.reason for entry in ended} == {Reason.READY_CHECK.value, Reason.FLOWER_PIG.value}
    assert seats["A"] not in {str(person) for entry in ended for person in (entry.payer_id, entry.payee_id)}


# The same for everybody, and for nobody else


def test_pantheon_967_two_screens_of_one_game_never_disagree(own: AccessLink, night: Session) -> None:
    play_round(night)
    next_round(night)
    record(night, discard("A", "B", "C", fans=3))
    watch = night.links.get(right="watch")
    right = {people_of(night)[person]: points for person, points in totals(night.played()).items()}
    for client in (browser(own), browser(score_link(night)), browser(watch)):
        for page in ("table", "night", "sheets"):
            text = client.get(at(night, page)).content.decode()
            assert all(f"{abs(points)}" in text for points in right.values()), page
        lines = client.get(at(night, "rounds_csv")).getvalue().decode("utf-8-sig").splitlines()
        names, *rounds = [line.split(",")[5:] for line in lines]
        assert {name: sum(int(line[place]) for line in rounds) for place, name in enumerate(names)} == right
        document = json.loads(client.get(at(night, "night_json")).getvalue())
        assert {people_of(night)[person]: points for person, points in document["totals"].items()} == right


def test_points_calculator_138_one_hand_scores_the_same_on_every_device(own: AccessLink) -> None:
    """Laid out tile by tile with a script, sent by a plain form, in another language and by another browser."""
    hand = {"seat": "B", "cell": "self_draw:hand", "flags": "", "concealed": "112233m44556677p"}
    found = []
    for language, headers in (("zh-hans", HTMX), ("zh-hant", {}), ("en", {"User-Agent": "MicroMessenger"})):
        night = open_night(own.club)
        client = browser(own)
        client.cookies["language"] = language
        assert client.post(at(night, "record"), asked(night, **hand), headers=headers).status_code in (200, 302)
        found.append((net(night), [(one.points, one.reason) for one in night.ledger()]))
    assert found[0] == found[1] == found[2]
    assert found[0][0]["B"] > 0


def test_ihatemoney_cve_2020_15120_a_link_opens_no_other_night(scorer: Client, night: Session, club: Club) -> None:
    """Neither by its address, nor by naming what is of that night under the address of one's own."""
    other = open_night(club, {"A": "Alice", "B": "Bob"})
    record(other, self_draw("A", fans=3))
    people = other.played().get().seats
    scorebook.pay(now(other), tap(other.position), people["B"], people["A"], 2)
    before = now(other).head
    for name, more in (("table", ()), ("ledger", ()), ("night_json", ()), ("why", (1, 0)), ("round", (1,))):
        assert scorer.get(at(other, name, *more)).status_code == 404, name
    assert scorer.post(at(other, "record"), asked(other, seat="B", cell="self_draw:1")).status_code == 404
    assert scorer.get(at(night, "why", 1, 0)).status_code == 404, "the other night has such a line, this one has none"
    assert scorer.get(at(night, "ledger"), {"player": people["A"]}).status_code == 400
    for form, fields in (
        ("unpay", {"payment": 3}),
        ("pay", {"payer": people["A"], "payee": people["B"], "amount": 1}),
        ("leave", {"person": people["A"]}),
    ):
        assert scorer.post(at(night, form), asked(night, **fields)).status_code == 422, form
    assert (now(other).head, events(night)) == (before, 1)
    assert standing_payments(other).count() == 1
