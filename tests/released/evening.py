"""What is played with an older version, by its own scorebook: `make` runs this in that version's folder.

So it imports nothing but what has been there under its name from the first version on; what came later is asked for.
"""

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from rounds import scorebook  # noqa: E402
from rounds.book.refusals import NotNow  # noqa: E402
from rounds.clubs import own_link  # noqa: E402
from rounds.models import Club, Session  # noqa: E402
from rounds.money import Money  # noqa: E402
from rounds.rules.log import Amend, Insert, Retract  # noqa: E402
from tests.web import cast  # noqa: E402


def main() -> None:
    call_command("migrate", verbosity=0)
    club = own_link(cast.START).club
    corrected(club)
    if hasattr(scorebook, "set_company"):
        people_and_money(club)
    under_way(club)


def corrected(club: Club) -> None:
    """A night that is over: three rounds, corrections of every kind, something undone."""
    night = cast.open_night(club)
    kong = cast.record(night, cast.concealed_kong("C")).event.position
    win = cast.record(night, cast.self_draw("A", fans=1)).event.position
    cast.record(night, cast.discard("B", "D"))
    cast.undo(night)
    cast.change(night, Amend(cast.self_draw("A", fans=3), win))
    cast.change(night, Insert(cast.concealed_kong("D"), win))
    cast.change(night, Retract(kong))
    cast.record(night, cast.discard("B", "C", "D", fans=2))
    cast.next_round(night)
    cast.record(night, cast.nobody_ready("A", "B", "C", "D"))
    cast.next_round(night)
    cast.play_round(night, "C")
    scorebook.end_night(night, cast.tap(at(night)))
    scorebook.reopen_night(night, cast.tap(at(night)))
    cast.change(night, Amend(cast.self_draw("A"), win), number=1)
    scorebook.end_night(night, cast.tap(at(night)))


def people_and_money(club: Club) -> None:
    """People who come, go, bet and pay, for money."""
    from rounds.book.seating import Seating
    from rounds.rules.rotation import Rotation
    from rounds.rules.table_fee import FeeFrom, FeePer, TableFee

    names = {"A": "Alice", "B": "李四", "C": "王五", "D": "=1+1"}
    night = cast.open_night(club, names, money=Money("CNY", 50))
    scorebook.set_bets(night, cast.tap(at(night)), 1, {"钱七": "B"})
    cast.play_round(night)
    fee = TableFee(300, FeePer.ROUND, FeeFrom.BIGGEST_WINNER)
    scorebook.set_money(night, cast.tap(at(night)), Money("CNY", 100), fee, whole_night=True)
    first = str(night.played()[0].seats["A"])
    scorebook.buy_in(night, cast.tap(at(night)), first, 50)
    scorebook.set_company(night, cast.tap(at(night)), Seating(names, ("孙八",), Rotation.STAY))
    scorebook.reseat(night, cast.tap(at(night)), 1, 1, {"王五": "郑姐"})
    scorebook.count_down(night, cast.tap(at(night)), 2)
    try:
        scorebook.open_round(night, cast.tap(at(night)))
    except NotNow:  # later versions ask who deals where the company is another
        scorebook.open_round(night, cast.tap(at(night)), "A")
    cast.play_round(night, "B")
    scorebook.end_night(night, cast.tap(at(night)))
    one, other = list(night.played()[0].seats.values())[:2]
    scorebook.pay(night, cast.tap(at(night)), one, other, 450)
    scorebook.unpay(night, cast.tap(at(night)), at(night))
    scorebook.pay(night, cast.tap(at(night)), other, "pot", 300)
    if hasattr(scorebook, "go_home"):
        scorebook.go_home(night, cast.tap(at(night)), one)


def under_way(club: Club) -> None:
    """The night that is under way when the program is brought up to date, under changed rules where there are such."""
    night = cast.open_night(club, {"A": "张三", "B": "Alice", "C": "赵六"}, preset="huanle")
    if hasattr(cast, "set_rules"):
        cast.set_rules(night, cap=3)
    cast.record(night, cast.concealed_kong("B"))
    cast.record(night, cast.discard("A", "B", fans=2))


def at(night: Session) -> int:
    night.refresh_from_db()
    return night.position


if __name__ == "__main__":
    main()
