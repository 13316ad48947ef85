"""What a forger writes into a night that no tap could have written, and why each is refused."""

import json
import uuid
from collections.abc import Callable

from rounds.rules.log import Amend, Append, Insert
from tests.web.cast import NAMES, concealed_kong, discard, penalty, self_draw
from tests.web.forged import DOLLARS, HOME, SEATS, STRANGER, Forged, Kind

ONE, OTHER = SEATS["A"], SEATS["B"]
HKD = DOLLARS.to_json()


def another_currency(night: Forged) -> None:
    night.finish()
    night.next_round(money=HKD)


def a_currency_for_later(night: Forged) -> None:
    night.tell(Kind.SET_MONEY, {"money": HKD, "fee": None, "rounds": []})


def other_rules(night: Forged) -> None:
    night.finish()
    night.next_round(rules={**HOME.rules.to_json(), "base": 7})


def a_round_after_the_end(night: Forged) -> None:
    night.finish()
    night.tell(Kind.END_NIGHT, {})
    night.next_round()


def a_round_beside_another(night: Forged) -> None:
    night.record(self_draw("A"))
    night.next_round()


def a_round_for_a_stranger(night: Forged) -> None:
    night.finish()
    night.next_round(seats={**SEATS, "D": STRANGER})


def another_dealer(night: Forged) -> None:
    night.finish()
    night.next_round(dealer="C")


def an_undo_of_an_older(night: Forged) -> None:
    first = night.record(concealed_kong("A"))
    night.record(concealed_kong("B"))
    night.tell(Kind.UNDO, {}, round=1, undoes=first)


def an_undo_twice(night: Forged) -> None:
    night.record(concealed_kong("A"))
    last = night.record(concealed_kong("B"))
    night.tell(Kind.UNDO, {}, round=1, undoes=last)
    night.tell(Kind.UNDO, {}, round=1, undoes=last)


def an_undo_in_another_round(night: Forged) -> None:
    night.finish()
    night.next_round()
    last = night.record(concealed_kong("B"), round=5)
    night.tell(Kind.UNDO, {}, round=1, undoes=last)


def paid_in_another_currency(night: Forged) -> None:
    night.pay(ONE, OTHER, currency="HKD")


def paid_in_points(night: Forged) -> None:
    night.pay(ONE, OTHER, currency="")


def paid_by_a_stranger(night: Forged) -> None:
    night.pay(STRANGER, OTHER)


def gone_home_in_debt(night: Forged) -> None:
    night.finish()
    paid = {"payer": SEATS["D"], "payee": ONE, "amount": 1}
    night.tell(Kind.PAY, {"payments": [paid], "currency": "CNY", "leaver": SEATS["D"]})


def gone_home_beside_others(night: Forged) -> None:
    night.finish()
    paid = {"payer": OTHER, "payee": ONE, "amount": 1}
    night.tell(Kind.PAY, {"payments": [paid], "currency": "CNY", "leaver": SEATS["D"]})


def gone_home_by_way_of_another(night: Forged) -> None:
    night.finish()
    owes = left_of(night, SEATS["D"])
    more = {"payer": SEATS["D"], "payee": ONE, "amount": 100_000 - owes}
    back = {"payer": OTHER, "payee": SEATS["D"], "amount": 100_000}
    night.tell(Kind.PAY, {"payments": [more, back], "currency": "CNY", "leaver": SEATS["D"]})


def gone_home_with_more_than_is_anybodys(night: Forged) -> None:
    night.finish()
    paid = {"payer": SEATS["D"], "payee": OTHER, "amount": -left_of(night, SEATS["D"])}
    night.tell(Kind.PAY, {"payments": [paid], "currency": "CNY", "leaver": SEATS["D"]})


def gone_home_in_two_parts(night: Forged) -> None:
    night.finish()
    halves = [{"payer": SEATS["D"], "payee": ONE, "amount": -left_of(night, SEATS["D"]) // 2}] * 2
    night.tell(Kind.PAY, {"payments": halves, "currency": "CNY", "leaver": SEATS["D"]})


def left_of(night: Forged, person: str) -> int:
    """What somebody has coming, or less than 0 for what he owes."""
    left: int = json.loads(night.file())["dues"]["left"][person]
    return left


def four_of_one_name(night: Forged) -> None:
    night.finish()
    night.next_round(names=dict.fromkeys("ABCD", "张三"))


def one_who_looks_like_another(night: Forged) -> None:
    night.finish()
    night.next_round(names={**NAMES, "B": "张\u200d三"})


def a_second_of_a_name(night: Forged) -> None:
    night.record(self_draw("A"))
    night.tell(Kind.RESEAT, {"rounds": [1], "people": {ONE: STRANGER}, "names": {STRANGER: "李四"}})


def called_as_who_bets(night: Forged) -> None:
    better = str(uuid.UUID(int=8))
    night.tell(Kind.SET_BETS, {"on": {better: "B"}, "names": {better: "老王"}}, round=1)
    night.tell(Kind.RESEAT, {"rounds": [1], "people": {ONE: STRANGER}, "names": {STRANGER: "老王"}})


def paid_while_something_is_red(night: Forged) -> None:
    first = night.record(self_draw("A"))
    night.record(self_draw("B"))
    night.change(Amend(self_draw("B"), first))
    night.pay(ONE, OTHER)


def taken_back_twice(night: Forged) -> None:
    paid = night.pay(ONE, OTHER)
    night.tell(Kind.UNPAY, {"payment": paid})
    night.tell(Kind.UNPAY, {"payment": paid})


def ended_twice(night: Forged) -> None:
    night.tell(Kind.END_NIGHT, {})
    night.tell(Kind.END_NIGHT, {})


def ended_in_red(night: Forged) -> None:
    first = night.record(self_draw("A"))
    night.record(self_draw("B"))
    night.change(Amend(self_draw("B"), first))
    night.tell(Kind.END_NIGHT, {})


def reopened_while_on(night: Forged) -> None:
    night.tell(Kind.REOPEN_NIGHT, {})


def recorded_after_the_end(night: Forged) -> None:
    night.tell(Kind.END_NIGHT, {})
    night.record(self_draw("A"))


def recorded_in_an_older_round(night: Forged) -> None:
    night.finish()
    night.next_round()
    night.record(penalty("A", "B"))


def won_twice(night: Forged) -> None:
    night.record(self_draw("A"))
    night.record(self_draw("A"))
    night.record(self_draw("B"))


def won_twice_and_taken_back(night: Forged) -> None:
    night.record(self_draw("A"))
    last = night.record(self_draw("A"))
    night.tell(Kind.UNDO, {}, round=1, undoes=last)


def put_in_where_it_cannot_be(night: Forged) -> None:
    win = night.record(self_draw("A"))
    night.change(Append(self_draw("A")))
    night.change(Insert(concealed_kong("B"), win))


def put_in_with_nobody(night: Forged) -> None:
    night.record(penalty("A", "B"))
    night.change(Insert(discard("A", "E"), 2))


def another_round_of_the_money(night: Forged) -> None:
    night.finish()
    night.next_round()
    night.tell(Kind.SET_MONEY, {"money": HKD, "fee": None, "rounds": [1]})


def the_same_rules(night: Forged) -> None:
    night.tell(Kind.SET_RULES, HOME.to_json())


def people_after_the_end(night: Forged) -> None:
    night.tell(Kind.END_NIGHT, {})
    company = {key: night.opening()[key] for key in ("seats", "names", "resting", "rotation", "turn")}
    night.tell(Kind.SET_COMPANY, {**company, "resting": [STRANGER], "names": {**NAMES, STRANGER: "别人"}})


def a_turn_that_nobody_has(night: Forged) -> None:
    company = {key: night.opening()[key] for key in ("seats", "names", "resting", "rotation", "turn")}
    resting = {"resting": [STRANGER], "names": {**NAMES, STRANGER: "别人"}, "rotates": True}
    night.tell(Kind.SET_COMPANY, {**company, **resting, "turn": "C"})


def who_plays_bets(night: Forged) -> None:
    night.tell(Kind.SET_BETS, {"on": {ONE: "B"}, "names": {ONE: "张三"}}, round=1)


def two_on_one_seat(night: Forged) -> None:
    night.tell(Kind.RESEAT, {"rounds": [1], "people": {ONE: OTHER}, "names": {OTHER: "李四"}})


def who_was_not_there(night: Forged) -> None:
    night.tell(Kind.RESEAT, {"rounds": [1], "people": {STRANGER: STRANGER}, "names": {STRANGER: "别人"}})


def rounds_with_a_gap(night: Forged) -> None:
    for opened in (1, 5):
        night.finish(opened)
        night.next_round()
    night.tell(Kind.RESEAT, {"rounds": [1, 9], "people": {ONE: STRANGER}, "names": {STRANGER: "别人"}})


def a_stranger_brings_more(night: Forged) -> None:
    night.tell(Kind.BUY_IN, {"person": STRANGER, "points": 5})


def more_is_taken_back_than_was_brought(night: Forged) -> None:
    night.tell(Kind.BUY_IN, {"person": ONE, "points": 5})
    night.tell(Kind.BUY_IN, {"person": ONE, "points": -9})


def nothing_is_brought(night: Forged) -> None:
    night.tell(Kind.BUY_IN, {"person": ONE, "points": 0})


def a_last_round_that_was(night: Forged) -> None:
    night.finish()
    night.tell(Kind.COUNT_DOWN, {"last": 1})


def an_end_in_a_round(night: Forged) -> None:
    night.tell(Kind.END_NIGHT, {}, round=1)


def an_end_that_undoes(night: Forged) -> None:
    last = night.record(self_draw("A"))
    night.tell(Kind.END_NIGHT, {}, undoes=last)


FORGERIES: tuple[tuple[Callable[[Forged], None], str, int, int], ...] = (
    (another_currency, "other_opening", 5, 1),
    (a_currency_for_later, "other_currency", 2, 1),
    (other_rules, "other_opening", 5, 1),
    (a_round_after_the_end, "night_ended", 6, 1),
    (a_round_beside_another, "round_running", 3, 1),
    (a_round_for_a_stranger, "no_such_person", 5, 1),
    (another_dealer, "dealer_settled", 5, 1),
    (an_undo_of_an_older, "not_the_newest", 4, 1),
    (an_undo_twice, "not_the_newest", 5, 1),
    (an_undo_in_another_round, "not_the_newest", 7, 1),
    (paid_in_another_currency, "other_unit", 2, 1),
    (paid_in_points, "other_unit", 2, 1),
    (paid_by_a_stranger, "no_such_person", 2, 1),
    (gone_home_in_debt, "not_at_zero", 5, 1),
    (gone_home_beside_others, "not_at_zero", 5, 1),
    (gone_home_by_way_of_another, "not_at_zero", 5, 1),
    (gone_home_with_more_than_is_anybodys, "not_at_zero", 5, 1),
    (gone_home_in_two_parts, "not_at_zero", 5, 1),
    (four_of_one_name, "same_names", 5, 1),
    (one_who_looks_like_another, "same_names", 5, 1),
    (a_second_of_a_name, "same_names", 3, 1),
    (called_as_who_bets, "same_names", 3, 1),
    (paid_while_something_is_red, "problems_stand", 5, 1),
    (taken_back_twice, "no_such_payment", 4, 1),
    (ended_twice, "night_ended", 3, 1),
    (ended_in_red, "problems_stand", 5, 1),
    (reopened_while_on, "night_running", 2, 1),
    (recorded_after_the_end, "night_ended", 3, 1),
    (recorded_in_an_older_round, "round_over", 6, 1),
    (won_twice, "has_won", 3, 1),
    (won_twice_and_taken_back, "has_won", 3, 1),
    (put_in_where_it_cannot_be, "has_won", 3, 1),
    (put_in_with_nobody, "unknown_player", 3, 1),
    (another_round_of_the_money, "no_such_round", 6, 2),
    (the_same_rules, "no_changes", 2, 1),
    (people_after_the_end, "night_ended", 3, 1),
    (a_turn_that_nobody_has, "other_seats", 2, 1),
    (who_plays_bets, "bettor_plays", 2, 1),
    (two_on_one_seat, "same_names", 2, 1),
    (who_was_not_there, "no_such_person", 2, 1),
    (rounds_with_a_gap, "no_such_round", 10, 3),
    (a_stranger_brings_more, "no_such_person", 2, 1),
    (more_is_taken_back_than_was_brought, "too_much_back", 3, 1),
    (nothing_is_brought, "no_changes", 2, 1),
    (a_last_round_that_was, "countdown", 5, 1),
    (an_end_in_a_round, "no_such_round", 2, 1),
    (an_end_that_undoes, "other_place", 3, 1),
)
"""What is forged, why the scorebook would not have written it, and the place that is named: the event, the round."""
