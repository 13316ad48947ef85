"""A whole night by taps alone, and the same night as plain facts: every total and every row of the files agree."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import expect

from rounds.models import AccessLink
from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    HandState,
    Kong,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.ledger import Entry
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind
from rounds.templatetags.points import signed
from rounds.wording import say_fact, say_why, word
from tests.browser.book import SEATS
from tests.browser.conftest import NewPhone
from tests.browser.phone import Phone, cell, chip, seat
from tests.browser.scorer import Scorer
from tests.web.cast import NAMES, concealed_kong, discard, self_draw

NOT_READY = HandState(WallState.NOT_READY)
FLOWER_PIG = HandState(WallState.FLOWER_PIG)


def ready(fans: int) -> HandState:
    return HandState(WallState.READY, CalledFans(fans))


def fed(player: str, feeder: str) -> Kong:
    return Kong(player, KongKind.EXPOSED, feeder)


def promoted(player: str) -> Kong:
    return Kong(player, KongKind.PROMOTED)


def after_kong(win: Win) -> Win:
    return replace(win, after_kong=True)


def robbing(discarder: str, *winners: str, fans: int = 0) -> Win:
    return replace(discard(discarder, *winners, fans=fans), by=WinBy.ROBBED_KONG)


def every_kong_and_a_double_win(night: Scorer) -> None:
    night.record(concealed_kong("C"), promoted("A"), fed("B", "D"), Kong("D", KongKind.POSTPONED))
    night.record(discard("A", "B", "C", fans=2), self_draw("D", fans=3))
    night.next_round()


def after_the_kong(night: Scorer) -> None:
    night.record(fed("A", "B"), after_kong(self_draw("A", fans=1)))
    night.record(concealed_kong("C"), after_kong(discard("C", "D", fans=0)))
    night.record(self_draw("B", fans=0))
    night.next_round()


def a_triple_win(night: Scorer) -> None:
    night.record(promoted("D"), after_kong(discard("D", "A", "B", "C", fans=1)))
    night.next_round()


def robbed_kongs(night: Scorer) -> None:
    """A kong that was recorded just before: the same one, or another. Both in one step with the win."""
    taps = (seat("D"), chip("D", "robbed_kong"), cell("D", "discard:B:1"))
    night.record(promoted("B"))
    night.phone.record(*taps, '[data-robbed="yes"]')
    night.book.facts[:] = [replace(promoted("B"), robbed=True), robbing("B", "D", fans=1)]
    night.agree()
    night.undo()
    night.book.facts[:] = [promoted("B")]
    night.agree()
    night.phone.record(*taps, '[data-robbed="no"]')
    night.book.facts.append(robbing("B", "D", fans=1))
    night.agree()
    night.record(robbing("C", "A", "B", fans=0))
    night.next_round()


def a_pattern_and_an_undo(night: Scorer) -> None:
    flush = CalledPattern(Pattern.FULL_FLUSH, 1)
    night.record(Win(WinBy.DISCARD, (Winner("B", flush),), "C"))
    night.record(self_draw("A", fans=0))
    night.undo()
    night.book.facts.pop()
    night.agree()
    night.record(Win(WinBy.SELF_DRAW, (Winner("A", CalledPattern(Pattern.ALL_TRIPLETS)),)), discard("D", "C", fans=2))
    night.next_round()


def an_empty_wall(night: Scorer) -> None:
    night.record(concealed_kong("A"), promoted("B"), self_draw("D", fans=1), fed("C", "A"))
    night.record(WallOut({"A": NOT_READY, "B": FLOWER_PIG, "C": ready(2)}))
    night.next_round()


def paid_by_agreement_and_mended(night: Scorer) -> None:
    night.pay(Transfer("C", ("A", "B", "D"), 8, "诈胡"), "诈胡")
    night.record(self_draw("A", fans=0), promoted("B"))
    night.correct(7, 2, "[data-void]")
    night.book.facts.pop()
    night.agree()
    night.correct(7, 1, "[data-insert]", '[data-who="D"]', '#panel [data-cell="kong:concealed"]')
    night.book.facts.insert(1, concealed_kong("D"))
    night.agree()
    correct_two_rounds_back(night)
    night.record(discard("C", "D", fans=3), discard("B", "C", fans=0))


def correct_two_rounds_back(night: Scorer) -> None:
    """李四's flush was dealt in by 赵六, and that by a look at what it changes first."""
    old, new = night.book.totals(), Win(WinBy.DISCARD, (Winner("B", CalledPattern(Pattern.FULL_FLUSH, 1)),), "D")
    night.correct(5, 0, '#panel [data-cell="discard:D:hand"]')
    night.book.rounds[4].facts[0] = new
    assert night.book.totals() != old
    night.agree()


def undo_the_next_round(night: Scorer) -> None:
    night.next_round()
    night.undo()
    night.book.rounds.pop()
    night.agree()
    night.next_round()


def nobody_wins(night: Scorer) -> None:
    night.record(Kong("A", KongKind.CONCEALED), WallOut({"A": ready(0), "B": NOT_READY, "C": ready(3), "D": NOT_READY}))
    night.next_round()
    night.record(self_draw("C", fans=3))


def end_and_reopen(night: Scorer) -> None:
    end(night.phone)
    before = night.phone.saved
    assert night.phone.points() == night.book.points()
    expect(night.phone.find("[data-cell], [data-next-round]")).to_have_count(0)
    night.phone.tap('.bar [href$="/night/"]', "details > summary", '[data-confirm="reopen"]')
    expect(night.phone.find('[data-confirm="end"]')).to_have_count(1)
    night.phone.page.goto(night.phone.night)
    assert night.phone.saved == before + 1
    night.record(discard("B", "D", fans=2))
    end(night.phone)


def end(phone: Phone) -> None:
    """End the night, and look at its table."""
    phone.tap('.bar [href$="/more/"]', 'nav [href$="/night/"]', "details > summary", '[data-confirm="end"]')
    expect(phone.find('[data-confirm="reopen"]')).to_have_count(1)
    phone.page.goto(phone.night)


ROUNDS: Sequence[Callable[[Scorer], None]] = (
    every_kong_and_a_double_win,
    after_the_kong,
    a_triple_win,
    robbed_kongs,
    a_pattern_and_an_undo,
    an_empty_wall,
    paid_by_agreement_and_mended,
    undo_the_next_round,
    nobody_wins,
    end_and_reopen,
)


def test_a_night_scored_by_taps_is_what_the_core_says(new_phone: NewPhone, own: AccessLink, tmp_path: Path) -> None:
    owner = new_phone()
    owner.join_by_hand(own)
    owner.start_night_by_hand()
    night = Scorer(owner)
    for play in ROUNDS:
        play(night)
    assert len(night.book.rounds) == 9
    owner.tap('.bar [href$="/night/"]')
    expect(owner.find("[data-person]")).to_have_text([signed(points) for points in night.book.totals().values()])
    owner.tap('.keys [href$="/files/"]')
    assert without(read(owner, "ledger.csv", tmp_path), TIME) == ledger_of(night)
    assert without(read(owner, "rounds.csv", tmp_path), TIME, TIME) == rounds_of(night)


TIME = 1
"""The column of a file that only the server knows; the next one when it is taken out."""


def read(phone: Phone, file: str, folder: Path) -> list[list[str]]:
    """The rows of a file that the night gives away, below its headings, as a spreadsheet reads them."""
    with phone.page.expect_download() as download:
        phone.tap(f'.body [href$="/{file}"]')
    download.value.save_as(folder / file)
    with (folder / file).open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.reader(lines))[1:]


def without(rows: list[list[str]], *columns: int) -> list[list[str]]:
    for row in rows:
        for column in columns:
            del row[column]
    return rows


def ledger_of(night: Scorer) -> list[list[str]]:
    return [entry_of(night, number, entry) for number, entry in night.book.entries()]


def entry_of(night: Scorer, number: int, entry: Entry) -> list[str]:
    """Round, line, what happened, who pays, who gets, points, reason, why, which line it speaks of."""
    assert entry.event is not None
    fact = night.book.rounds[number - 1].facts[entry.event]
    ends = [NAMES[entry.payer], NAMES[entry.payee], str(entry.points)]
    about = "" if entry.about is None else str(entry.about + 1)
    why = say_why(entry.reason, entry.why)
    return [str(number), str(entry.event + 1), say_fact(fact, NAMES), *ends, word(entry.reason), why, about]


def rounds_of(night: Scorer) -> list[list[str]]:
    """Round, dealer, how it ended, and what each won or lost."""
    rows = []
    for number, played in enumerate(night.book.rounds, start=1):
        settled = night.book.settled(number)
        ended = word(settled.ended) if settled.ended else "没打完"
        rows.append([str(number), NAMES[played.dealer], ended, *(str(settled.net[letter]) for letter in SEATS)])
    return rows
