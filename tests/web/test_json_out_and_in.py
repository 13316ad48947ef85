"""What is taken home as JSON is taken in again: the same bytes, the same sums, whole or not at all."""

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.chain import canonical
from rounds.cleaning import clean
from rounds.clubs import own_link
from rounds.demo.club import Plan
from rounds.demo.writing import write_club
from rounds.exports.archive import night_lines
from rounds.house_rules import ruling_of_house
from rounds.imports.refusal import say_refusal
from rounds.imports.taking import BY_COMMAND, look_into
from rounds.links import link_token
from rounds.models import AccessLink, Club, Event, HouseRules, Person, Right, Session
from rounds.rules.events import Transfer
from rounds.rules.presets import presets
from rounds.settlements import settlement_of
from tests.web.cast import START, browser, concealed_kong, open_night, play_round, record, rows, tap
from tests.web.taken_home import SIGN, everything, into, night_of, nowhere, out, refusal, whole

__all__ = ["nowhere", "whole"]


def test_out_in_and_out_again_gives_the_same_bytes_and_the_same_sums(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nights = list(Session.objects.order_by("pk"))
    before = [rows(night) for night in nights]
    nowhere()
    assert everything() == [0] * 10
    added = into(exported)
    assert (added.nights, added.events, added.houses, added.totals) == (2, Event.objects.count(), 1, 1)
    assert out(Club.objects.get()) == exported
    assert [rows(night) for night in Session.objects.order_by("pk")] == before
    assert [first_fault(night) for night in Session.objects.all()] == [None, None]
    assert Person.objects.get(hidden=True).sign == SIGN


KEPT = ("我们　家", "👩‍👩‍👧家", "🫨家", "a\u00a0b", "\u2067عربي\u2069 a", "❤️", "e" + "\u0323\u0302" * 150, "<b>{{x}}")
"""Texts that are kept as they are typed, some of which Python does not print: spaces, joiners, what is newer."""


@pytest.mark.parametrize("text", KEPT)
def test_whatever_text_is_kept_here_comes_in(nowhere: Callable[[], None], own: AccessLink, text: str) -> None:
    text = clean(text)
    rules = presets()["chengdu_home"].rules
    offered = HouseRules.objects.create(club=own.club, name=text, preset="chengdu_home", rules=rules.to_json())
    names = {"A": text, "B": "李四"}
    night = scorebook.open_night(own.club, tap(0), names, "A", ruling_of_house(offered), "Asia/Shanghai", None)
    record(night, Transfer("A", ("B",), 5, note=text))
    exported = out(own.club)
    nowhere()
    added = into(exported)
    assert (added.nights, added.houses) == (1, 1)
    assert out(Club.objects.get()) == exported


def test_the_demonstration_comes_back_as_it_was(nowhere: Callable[[], None]) -> None:
    exported = out(write_club(Plan(nights=6, rounds=6)))
    nowhere()
    assert into(exported).nights == 6
    assert out(Club.objects.get()) == exported


def test_a_night_by_itself_comes_back_as_it_was(whole: Club, nowhere: Callable[[], None]) -> None:
    night = Session.objects.order_by("started_at")[0]
    exported = b"".join(night_lines(night))
    assert exported in out(whole)
    nowhere()
    assert into(exported).nights == 1
    assert b"".join(night_lines(Session.objects.get())) == exported


def test_the_second_time_nothing_changes(whole: Club) -> None:
    exported = out(whole)
    before = everything()
    for _ in range(2):
        added = into(exported, whole)
        assert added.nothing
        assert added.known == 2
    assert everything() == before
    assert out(whole) == exported


def test_looking_writes_nothing(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nowhere()
    looked = look_into(BytesIO(exported), None, BY_COMMAND)
    assert everything() == [0] * 10
    assert looked == into(exported)


def test_a_table_with_nothing_on_it_becomes_the_one_of_the_file(whole: Club, nowhere: Callable[[], None]) -> None:
    exported, club = out(whole), whole.pk
    nowhere()
    link = own_link(START)
    into(exported, link.club)
    assert Club.objects.get().pk == club
    assert own_link(START) == link
    home = browser(link).get("/")
    assert home.status_code == 200
    assert "张三" in home.content.decode()


def test_another_table_with_people_on_it_is_left_alone(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nowhere()
    other = own_link(START).club
    Person.objects.create(club=other, name="别人")
    assert refusal(exported, other).code == "other_club"
    assert into(exported).nights == 2
    assert set(Club.objects.all()) == {other, whole}


def test_links_come_back_without_their_secrets(whole: Club, own: AccessLink, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    links = {link.pk: link_token(link) for link in AccessLink.objects.all()}
    nonces = list(AccessLink.objects.values_list("nonce", flat=True))
    assert not any(nonce.encode() in exported for nonce in nonces)
    assert not any(secret.encode() in exported for secret in links.values())
    nowhere()
    into(exported)
    named = AccessLink.objects.filter(pk__in=links)
    assert {link.right for link in named} == {"own", "score"}
    for link in named:
        assert link.revoked_at
        for secret in (links[link.pk], link_token(link)):
            assert browser().get(f"/k/{secret}/").status_code in (404, 410)
    assert not AccessLink.objects.filter(revoked_at=None).exclude(right=Right.WATCH.word).exists()


def test_who_and_what_is_known_stays_as_it_is_here(whole: Club) -> None:
    exported = out(whole)
    Person.objects.filter(name="张三").update(name="张三丰")
    HouseRules.objects.update(preset="chengdu_home")
    assert into(exported, whole).nothing
    assert Person.objects.filter(name="张三丰").exists()
    assert HouseRules.objects.get().preset == "chengdu_home"


# A night that has grown


def test_a_night_that_has_grown_since_stays_as_it_is_here(whole: Club) -> None:
    exported = out(whole)
    night = Session.objects.get(ended_at=None)
    play_round(night, "B")
    before = everything()
    assert into(exported, whole).known == 2
    assert everything() == before


def test_a_night_that_has_grown_in_the_file_grows_here(whole: Club) -> None:
    night = Session.objects.get(ended_at=None)
    before = transaction.savepoint()
    play_round(night, "B")
    scorebook.end_night(night, tap(_position(night)))
    grown = out(whole)
    transaction.savepoint_rollback(before)
    added = into(grown, whole)
    assert (added.nights, added.grown, added.events) == (0, 1, 4)
    assert out(whole) == grown
    assert first_fault(Session.objects.get(pk=night.pk)) is None


def test_a_night_that_went_on_otherwise_is_refused_with_the_place(whole: Club) -> None:
    night = Session.objects.get(ended_at=None)
    before = transaction.savepoint()
    record(night, concealed_kong("C"))
    other = out(whole)
    transaction.savepoint_rollback(before)
    night = Session.objects.get(pk=night.pk)
    record(night, concealed_kong("D"))
    refused = refusal(other, whole)
    assert (refused.code, refused.figures["position"]) == ("other_history", 3)
    assert say_refusal(refused) == "第3行：2026-11-30 这一场，从第3条记录起，和这里存的不一样"


def _position(night: Session) -> int:
    night.refresh_from_db()
    return night.position


# The form


def test_the_rounds_of_a_file_can_be_settled_by_themselves(whole: Club) -> None:
    for told in night_of(whole)["rounds"]:
        settled = settlement_of(told["document"], "en")
        assert "error" not in settled
        for key, value in told["document"]["expected"].items():
            assert settled[key] == value


def test_a_file_is_lines_of_canonical_json(whole: Club) -> None:
    lines = out(whole).decode().splitlines()
    assert len(lines) == 3
    for line in lines:
        assert canonical(json.loads(line)) == line


def test_the_number_of_queries_does_not_grow_with_the_club(whole: Club) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            out(whole)
        counts.append(len(queries))
        play_round(open_night(whole))
    assert counts == [5, 5]
