"""What the data of each kind of event may be: what the scorebook writes, and no more."""

from collections.abc import Callable, Mapping

from rounds.book.company import MAX_PEOPLE, SEATS
from rounds.imports.values import (
    MAX_MONEY,
    read_currency,
    read_day,
    read_id,
    read_names,
    read_position,
    read_preset,
    read_unsaid,
    read_zone,
)
from rounds.models import Event
from rounds.money import MAX_WORTH
from rounds.rules.document import MAX_BETTORS
from rounds.rules.events import POT, Transfer
from rounds.rules.log import Retract, change_from_json, change_to_json
from rounds.rules.rotation import Rotation
from rounds.rules.ruleset import RuleSet
from rounds.rules.strict import (
    MAX_POINTS,
    Malformed,
    read_bool,
    read_int,
    read_list,
    read_map,
    read_object,
    read_variant,
)
from rounds.rules.table_fee import FeeFrom, FeePer
from rounds.typed_money import MAX_AMOUNT

PLACE = "data"
COMPANY = ("seats", "names")
WAITING = ("resting", "rotation", "turn")
RULES = ("rules", "preset")
PAYMENT = ("payer", "payee", "amount")
MOST_CHANGES = 100


def check_data(kind: str, data: object) -> None:
    """Raises `Malformed` for data that the scorebook does not write."""
    _READERS[Event.Kind(kind)](data)


def _open_round(data: object) -> None:
    told = read_object(data, PLACE, (*COMPANY, *RULES, "dealer", "money"), (*WAITING, "house", "fee", "stakes"))
    _opening(told, 0, MAX_MONEY)


def _open_night(data: object) -> None:
    required = (*COMPANY, *RULES, "dealer", "money", "zone", "date")
    told = read_object(data, PLACE, required, (*WAITING, "house", "fee", "stakes"))
    _opening(told, 1, MAX_POINTS)
    read_zone(told["zone"], "data.zone")
    read_day(told["date"], "data.date")


def _opening(told: Mapping[str, object], least: int, most: int) -> None:
    """Somebody has brought from `least` to `most` points: as a form takes them, or what is left of them and was won."""
    seats = _company(told)
    _rules(told)
    _worth(told["money"], told.get("fee"))
    _seat(told["dealer"], "data.dealer", seats)
    resting = read_list(told.get("resting", []), "data.resting")
    limited = {**seats, **{str(person): person for person in resting}}
    for at, points in read_map(told.get("stakes", {}), "data.stakes").items():
        _seat(at, "data.stakes", limited)
        read_int(points, f"data.stakes.{at}", least, most)


def _set_company(data: object) -> None:
    told = read_object(data, PLACE, COMPANY, (*WAITING, "rotates"))
    _company(told)
    read_bool(told.get("rotates", False), "data.rotates")


def _company(told: Mapping[str, object]) -> Mapping[str, object]:
    """Reads who sits and who waits; gives who sits."""
    seats = read_map(told["seats"], "data.seats")
    if "".join(sorted(seats)) not in (SEATS[:2], SEATS[:3], SEATS):
        raise Malformed("data.seats", "not_two_to_four", count=len(seats))
    resting = read_list(told.get("resting", []), "data.resting")
    people = [str(read_id(person, "data.seats")) for person in (*seats.values(), *resting)]
    if len(set(people)) < len(people) or len(people) > MAX_PEOPLE:
        raise Malformed("data.resting", "twice", value=people[-1])
    read_names(told["names"], "data.names", {*seats, *(str(person) for person in resting)})
    read_variant(told.get("rotation", Rotation.STAY.value), "data.rotation", Rotation)
    _seat(told.get("turn", SEATS[0]), "data.turn", dict.fromkeys(SEATS))
    return seats


def _set_rules(data: object) -> None:
    _rules(read_object(data, PLACE, RULES, ("house",)))


def _rules(told: Mapping[str, object]) -> None:
    RuleSet.from_json(told["rules"], "data.rules")
    read_preset(told["preset"], "data.preset")
    read_unsaid(told.get("house", ""), "data.house")


def _worth(money: object, fee: object) -> None:
    if money is not None:
        told = read_object(money, "data.money", ("currency", "per_point"))
        read_currency(told["currency"], "data.money.currency")
        read_int(told["per_point"], "data.money.per_point", 1, MAX_WORTH)
    if fee is not None:
        told = read_object(fee, "data.fee", ("amount", "per", "paid_by"))
        read_int(told["amount"], "data.fee.amount", 1, MAX_AMOUNT)
        read_variant(told["per"], "data.fee.per", FeePer)
        read_variant(told["paid_by"], "data.fee.paid_by", FeeFrom)


def _seat(value: object, place: str, seats: Mapping[str, object]) -> None:
    if not isinstance(value, str) or value not in seats:
        raise Malformed(place, "not_one_of", known=tuple(seats), value=value)


def _change(data: object) -> None:
    changes = read_list(read_object(data, PLACE, ("changes",))["changes"], "data.changes")
    if not 1 <= len(changes) <= MOST_CHANGES:
        raise Malformed("data.changes", "not_a_number", least=1, most=MOST_CHANGES, value=len(changes))
    for index, change in enumerate(changes):
        place = f"data.changes[{index}]"
        read = change_from_json(change, place)
        if change_to_json(read) != change:
            raise Malformed(place, "not_canonical")
        if not isinstance(read, Retract) and isinstance(read.fact, Transfer):
            read_unsaid(read.fact.note, f"{place}.note")


def _set_bets(data: object) -> None:
    told = read_object(data, PLACE, ("on", "names"))
    on = read_map(told["on"], "data.on")
    if len(on) > MAX_BETTORS:
        raise Malformed("data.on", "too_many_bettors", most=MAX_BETTORS, count=len(on))
    for person, seat in on.items():
        read_id(person, "data.on")
        _seat(seat, "data.on", dict.fromkeys(SEATS))
    read_names(told["names"], "data.names", on)


def _reseat(data: object) -> None:
    told = read_object(data, PLACE, ("rounds", "people", "names"))
    _positions(told["rounds"])
    people = read_map(told["people"], "data.people")
    comes = {str(read_id(person, "data.people")) for person in people.values()}
    for person in people:
        read_id(person, "data.people")
    read_names(told["names"], "data.names", comes)


def _set_money(data: object) -> None:
    told = read_object(data, PLACE, ("money", "fee", "rounds"))
    _worth(told["money"], told["fee"])
    _positions(told["rounds"])


def _positions(value: object) -> None:
    for position in read_list(value, "data.rounds"):
        read_position(position, "data.rounds")


def _buy_in(data: object) -> None:
    told = read_object(data, PLACE, ("person", "points"))
    read_id(told["person"], "data.person")
    read_int(told["points"], "data.points", -MAX_POINTS, MAX_POINTS)


def _count_down(data: object) -> None:
    last = read_object(data, PLACE, ("last",))["last"]
    if last is not None:
        read_position(last, "data.last")


def _pay(data: object) -> None:
    told = read_map(data, PLACE)
    if "payments" in told:
        read_object(data, PLACE, ("payments", "currency", "leaver"))
        read_id(told["leaver"], "data.leaver")
        for index, one in enumerate(read_list(told["payments"], "data.payments")):
            _payment(read_object(one, f"data.payments[{index}]", PAYMENT))
    else:
        _payment(read_object(data, PLACE, (*PAYMENT, "currency")))
    if told["currency"] != "":
        read_currency(told["currency"], "data.currency")


def _payment(told: Mapping[str, object]) -> None:
    for end in ("payer", "payee"):
        if told[end] != POT:
            read_id(told[end], f"data.{end}")
    if told["payer"] == told["payee"]:
        raise Malformed("data.payee", "twice", value=told["payee"])
    read_int(told["amount"], "data.amount", 1, MAX_MONEY)


def _unpay(data: object) -> None:
    read_position(read_object(data, PLACE, ("payment",))["payment"], "data.payment")


def _nothing(data: object) -> None:
    read_object(data, PLACE, ())


_READERS: Mapping[Event.Kind, Callable[[object], None]] = {
    Event.Kind.OPEN_NIGHT: _open_night,
    Event.Kind.OPEN_ROUND: _open_round,
    Event.Kind.CHANGE: _change,
    Event.Kind.UNDO: _nothing,
    Event.Kind.END_NIGHT: _nothing,
    Event.Kind.REOPEN_NIGHT: _nothing,
    Event.Kind.SET_RULES: _set_rules,
    Event.Kind.SET_COMPANY: _set_company,
    Event.Kind.SET_BETS: _set_bets,
    Event.Kind.RESEAT: _reseat,
    Event.Kind.SET_MONEY: _set_money,
    Event.Kind.BUY_IN: _buy_in,
    Event.Kind.COUNT_DOWN: _count_down,
    Event.Kind.PAY: _pay,
    Event.Kind.UNPAY: _unpay,
}
