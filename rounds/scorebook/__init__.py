"""The only writer of nights. Each call is one durable transaction: it is written down whole and once, or not at all.

Inside it, in this order: lock the session; a key that is known gets the answer it had; a tap made on another state
of the log is stale; what is asked is judged, refused or appended to the log; the projection follows.
"""

from rounds.scorebook.money import buy_in, go_home, pay, pay_as_asked, set_money, unpay
from rounds.scorebook.nights import (
    count_down,
    end_night,
    open_night,
    open_night_as_asked,
    reopen_night,
)
from rounds.scorebook.people import reseat, set_bets, set_company, set_company_as_asked
from rounds.scorebook.rounds import (
    change,
    change_as_asked,
    open_round,
    set_rules,
    set_rules_as_asked,
)
from rounds.scorebook.undoing import undo

__all__ = [
    "buy_in",
    "change",
    "change_as_asked",
    "count_down",
    "end_night",
    "go_home",
    "open_night",
    "open_night_as_asked",
    "open_round",
    "pay",
    "pay_as_asked",
    "reopen_night",
    "reseat",
    "set_bets",
    "set_company",
    "set_company_as_asked",
    "set_money",
    "set_rules",
    "set_rules_as_asked",
    "undo",
    "unpay",
]
