"""A night with everything in it that can be in one."""

from rounds import scorebook
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.models import AccessLink, Club, Session
from rounds.money import Money
from rounds.rules.events import Leave
from rounds.rules.log import Amend, Append, Insert, Retract
from rounds.rules.presets import presets
from rounds.rules.rotation import Rotation
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from rounds.scorebook.nights import open_night_as_asked
from tests.web.cast import (
    NAMES,
    change,
    concealed_kong,
    discard,
    nobody_ready,
    penalty,
    record,
    score_link,
    self_draw,
    tap,
    undo,
)
from tests.web.kept import kept

FEE = TableFee(300, FeePer.ROUND, FeeFrom.BIGGEST_WINNER)


@kept
def rich_night(club: Club, own: AccessLink, names: dict[str, str] = NAMES) -> Session:
    """Six people in turn, a bettor, stakes, a fee, corrections of every kind, payments; it has ended."""
    first = tap(0, link=own)
    ruling = Ruling(presets()["chengdu_home"].rules, "chengdu_home")
    seating = Seating(names, ("钱七", "孙八"), Rotation.LOSER)
    new = NewNight(seating, "A", ruling, "Asia/Shanghai", Money("CNY", 50), FEE, {"A": 200})
    night = open_night_as_asked(club, first, new.to_json(), lambda: new)
    scorebook.set_bets(night, tap(1, link=score_link(night)), 1, {"Alice": "B"})
    _first_round(night)
    _other_rounds(night)
    _end(night)
    night.refresh_from_db()
    return night


def _first_round(night: Session) -> None:
    kong = record(night, concealed_kong("C")).event.position
    win = record(night, self_draw("A", fans=1)).event.position
    record(night, discard("B", "D"))
    undo(night)
    change(night, Amend(self_draw("A", fans=3), win))
    change(night, Insert(concealed_kong("D"), win))
    change(night, Retract(kong))
    record(night, discard("B", "C", "D", fans=2))
    change(night, Append(penalty("A", "pot", points=7)))


def _other_rounds(night: Session) -> None:
    scorebook.set_rules(night, tap(_at(night)), Ruling(presets()["huanle"].rules, "huanle", "周末"))
    scorebook.set_money(night, tap(_at(night)), Money("CNY", 100), FEE, whole_night=True)
    scorebook.buy_in(night, tap(_at(night)), str(night.played()[0].seats["A"]), 50)
    scorebook.open_round(night, tap(_at(night)), "A")
    record(night, nobody_ready("A", "B", "C", "D"))
    seats = dict(night.played().get(number=2).names)
    names = {seat: seats[seat] for seat in "ABC"}
    scorebook.set_company(night, tap(_at(night)), Seating(names, (), Rotation.STAY))
    scorebook.reseat(night, tap(_at(night)), 1, 2, {seats["B"]: "郑姐"})
    scorebook.count_down(night, tap(_at(night)), 1)
    scorebook.open_round(night, tap(_at(night)), "B")
    record(night, Leave("A"))
    scorebook.count_down(night, tap(_at(night)), 3)
    undo(night)


def _end(night: Session) -> None:
    scorebook.end_night(night, tap(_at(night)))
    scorebook.reopen_night(night, tap(_at(night)))
    scorebook.end_night(night, tap(_at(night)))
    one, other = list(night.played()[0].seats.values())[:2]
    scorebook.pay(night, tap(_at(night)), one, other, 450)
    scorebook.unpay(night, tap(_at(night)), _at(night))
    scorebook.pay(night, tap(_at(night)), other, "pot", 300)
    scorebook.go_home(night, tap(_at(night)), one)


def _at(night: Session) -> int:
    night.refresh_from_db()
    return night.position
