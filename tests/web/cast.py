"""The people and things that the tests of nights and pages share."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.test import Client

from rounds import handover, scorebook
from rounds.access import cookie_of
from rounds.book.projection import stored
from rounds.book.reading import ruling_of
from rounds.book.ruling import Ruling
from rounds.book.taps import Answer, Tap
from rounds.links import link_token, new_link
from rounds.models import AccessLink, Club, Right, Session
from rounds.money import Money
from rounds.rules.events import CalledFans, Fact, HandState, Kong, Transfer, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.log import Amend, Change, Record
from rounds.rules.presets import presets
from rounds.rules.ruleset import KongKind, RuleSet, changed
from tests.web.kept import kept

START = datetime(2026, 11, 29, 12, 30, tzinfo=UTC)
NAMES = {"A": "张三", "B": "李四", "C": "王五", "D": "赵六"}


def new_key() -> str:
    return secrets.token_urlsafe(16)


def tap(expected: int, key: str = "", link: AccessLink | None = None) -> Tap:
    """A tap on that position of a log, a minute after the one before."""
    return Tap(key or new_key(), expected, link, START + timedelta(minutes=expected))


@kept
def open_night(
    club: Club,
    names: dict[str, str] = NAMES,
    *,
    preset: str = "chengdu_home",
    dealer: str = "A",
    money: Money | None = None,
    with_tap: Tap | None = None,
) -> Session:
    rules = presets()[preset].rules
    return scorebook.open_night(club, with_tap or tap(0), names, dealer, Ruling(rules, preset), "Asia/Shanghai", money)


@kept
def score_link(session: Session) -> AccessLink:
    """A link that scores beside the owner: nights of earlier versions were started with one."""
    link = session.links.filter(right=Right.SCORE.word, revoked_at=None).first()
    if link is None:
        link = new_link(session.club, Right.SCORE, session, session.started_at)
        link.save()
    return link


def take_back(session: Session) -> None:
    """收回, from whoever scores now."""
    scoring = handover.scoring_link(session)
    handover.take_back(session, START, scoring.pk.hex if scoring else "")


@kept
def change(session: Session, *changes: Change, number: int | None = None) -> Answer:
    """Write changes down on the newest state of the session, which is read again."""
    session.refresh_from_db()
    return scorebook.change(session, tap(session.position), number or session.round_count, changes)


@kept
def set_rules(session: Session, **options: object) -> Answer:
    """Other rules from the next round on: those of the newest round with these options."""
    session.refresh_from_db()
    ruling = ruling_of(session.played().get(number=session.round_count))
    rules = RuleSet.from_json(changed(ruling.rules.to_json(), options))
    return scorebook.set_rules(session, tap(session.position), replace(ruling, rules=rules))


@kept
def record(session: Session, fact: Fact) -> Answer:
    return change(session, Record(fact))


@kept
def next_round(session: Session, dealer: str | None = None) -> Answer:
    session.refresh_from_db()
    return scorebook.open_round(session, tap(session.position), dealer)


@kept
def undo(session: Session) -> Answer:
    session.refresh_from_db()
    return scorebook.undo(session, tap(session.position))


def self_draw(player: str, fans: int = 0) -> Win:
    return Win(WinBy.SELF_DRAW, (Winner(player, CalledFans(fans)),))


def discard(discarder: str, *winners: str, fans: int = 0) -> Win:
    return Win(WinBy.DISCARD, tuple(Winner(winner, CalledFans(fans)) for winner in winners), discarder)


def concealed_kong(player: str) -> Kong:
    return Kong(player, KongKind.CONCEALED)


def nobody_ready(*players: str) -> WallOut:
    return WallOut({player: HandState(WallState.NOT_READY) for player in players})


def penalty(payer: str, *payees: str, points: int = 5) -> Transfer:
    return Transfer(payer, payees, points)


@kept
def play_round(session: Session, first: str = "A") -> None:
    """A whole round in three facts: all but the last of the others win on their own draw, `first` before them."""
    session.refresh_from_db()
    seats = sorted(session.played().get(number=session.round_count).seats)
    for player in [first, *(seat for seat in seats if seat != first)][:-1]:
        record(session, self_draw(player, fans=1))


@kept
def make_wrong(session: Session) -> None:
    """Two facts on, then the first is corrected so that the second cannot have happened."""
    first = record(session, self_draw("A")).event.position
    record(session, self_draw("B"))
    change(session, Amend(self_draw("B"), first))


def browser(*links: AccessLink) -> Client:
    """A browser that has joined by these links."""
    client = Client()
    for link in links:
        client.cookies[cookie_of(link)] = link_token(link)
    return client


def rows(session: Session) -> list[list[dict[str, object]]]:
    """What is stored beside the log, without the ids that the database gave."""
    return [
        [{k: v for k, v in vars(row).items() if k not in ("_state", "id", "round_id")} for row in (row, *entries)]
        for row, entries in stored(session).rounds
    ]
