"""What people type to start a night or to look something up, read strictly: the values, or a sentence a field."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils.translation import gettext as _

from rounds.book.company import SEATS, WAITING
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.cleaning import MAX_GRAPHEMES, Unclean, as_seen, clean, whole_number
from rounds.house_rules import Offer, made_from
from rounds.models import Round
from rounds.people import Told
from rounds.rules.ledger import Reason
from rounds.rules.rotation import Rotation
from rounds.rules.sheets import Column
from rounds.rules.strict import MAX_POINTS
from rounds.screens.ledger import Filter
from rounds.screens.totals import names_in
from rounds.screens.what_if import Asked
from rounds.sentences import PRESETS
from rounds.signs import Sign
from rounds.typed_money import read_fee, read_stakes, read_worth

FEWEST = 2
MAX_PAGE = 10**6
MAX_ZONE = 64

Typed = Mapping[str, str]


class Unfit(ValueError):
    """What was typed is not what the form asks for: one sentence by the name of each field that is wrong."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("; ".join(errors))
        self.errors = errors


def read_new_night(typed: Typed, offered: Mapping[str, Offer]) -> NewNight:
    """The form that starts a night; raises `Unfit`.

    Fields: name-A to name-D, rest-1 to rest-8, rotation, dealer, preset (the key of one of the rule sets that are
    `offered`), base, base-other, zone, and those of `rounds.typed_money`.
    """
    errors: dict[str, str] = {}
    names = _read_names(typed, errors)
    dealer = typed.get("dealer", "")
    if dealer not in names and not errors:
        known = dealer in tuple(SEATS)
        errors[f"name-{dealer if known else SEATS[0]}"] = _("坐庄的这家还没有名字") if known else _("谁坐庄？")
    resting = _read_resting(typed, names.values(), errors)
    ruling = _read_rules(typed, offered, errors)
    money = read_worth(typed, errors)
    fee = read_fee(typed, money, errors)
    stakes, waiting = read_stakes(typed, names, errors)
    if errors or ruling is None:
        raise Unfit(errors)
    zone, seating = read_zone(typed.get("zone", "")), Seating(names, resting, _read_rotation(typed, resting))
    return NewNight(seating, dealer, ruling, zone, money, fee, stakes, waiting)


def _read_names(typed: Typed, errors: dict[str, str]) -> dict[str, str]:
    """The names from the first seat on; two at least, none left out, no two alike."""
    texts = {seat: typed.get(f"name-{seat}", "") for seat in SEATS}
    names: dict[str, str] = {}
    empty = ""
    for number, (seat, text) in enumerate(texts.items(), 1):
        if not text.strip():
            empty = empty or seat
            continue
        if empty:
            errors.setdefault(f"name-{empty}", _("这里空着，后面却有人：名字从上往下填"))
        try:
            name = clean(text)
        except Unclean as unclean:
            errors[f"name-{seat}"] = say_unclean(unclean.code)
            continue
        if as_seen(name) in map(as_seen, names.values()):
            errors[f"name-{seat}"] = _("第{number}家和上面的重名，加个字分清楚").format(number=number)
        names[seat] = name
    if len(names) < FEWEST and not errors:
        errors[f"name-{empty}"] = _("至少要两个人")
    return names


def _read_resting(typed: Typed, seated: Collection[str], errors: dict[str, str]) -> tuple[str, ...]:
    """Who waits for a seat, in the order of the fields; none of them sits, no two alike."""
    names: list[str] = []
    for number in range(1, WAITING + 1):
        field = f"rest-{number}"
        if not typed.get(field, "").strip():
            continue
        try:
            name = clean(typed[field])
        except Unclean as unclean:
            errors[field] = say_unclean(unclean.code)
            continue
        if as_seen(name) in map(as_seen, (*seated, *names)):
            errors[field] = _("和上面的重名，加个字分清楚")
        names.append(name)
    return tuple(names)


def _read_rotation(typed: Typed, resting: Collection[str]) -> Rotation:
    """Whose seat goes to who waits; nobody's where nobody does."""
    chosen = typed.get("rotation", "")
    return Rotation(chosen) if resting and chosen in tuple(Rotation) else Rotation.STAY


def say_unclean(code: str) -> str:
    """Why a text is not kept, in one sentence."""
    return {
        "empty": _("这个名字看不见，换一个"),
        "too_long": _("太长了，最多{count}个字").format(count=MAX_GRAPHEMES),
        "control": _("里面有打不出来的字符，重新打一遍"),
        "direction": _("里面有改变书写方向的字符，重新打一遍"),
    }[code]


def _read_rules(typed: Typed, offered: Mapping[str, Offer], errors: dict[str, str]) -> Ruling | None:
    """The rule set, with the base that was chosen, if one was."""
    offer = offered.get(typed.get("preset", ""))
    if offer is None:
        errors["preset"] = _("没有这套规矩，重新选")
        return None
    text = typed.get("base-other", "").strip() or typed.get("base", "").strip()
    if not text:
        return offer.ruling
    try:
        base = whole_number(text, 1, MAX_POINTS)
    except Unclean:
        errors["base"] = _("底是1到{most}的整数").format(most=f"{MAX_POINTS:,}")
        return None
    return made_from(offer, replace(offer.ruling.rules, base=base))


def read_zone(text: str) -> str:
    """The zone that the browser says it is in, if there is one of that name; else the site's."""
    if 0 < len(text) <= MAX_ZONE:
        try:
            return ZoneInfo(text).key
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    return str(settings.TIME_ZONE)


def read_page(asked: Typed) -> int:
    """The page that is asked for, from 1 on; raises `Unfit`."""
    try:
        return whole_number(asked.get("page", "1"), 1, MAX_PAGE)
    except Unclean:
        raise Unfit({"page": _("没有这一页")}) from None


_REASONS: Mapping[str, Reason | Column] = {
    **{reason.value: reason for reason in Reason},
    **{column.value: column for column in Column},
}
"""What entries can be asked for by: a reason, or the column of a sheet that adds up several."""


def read_filter(asked: Typed, rows: Sequence[Round]) -> Filter:
    """Which entries of these rounds are asked for: player, with whom, reason, round, each or none; raises `Unfit`."""
    errors = {}
    player, other, reason, number = (asked.get(name, "") for name in ("player", "with", "reason", "round"))
    known = names_in(rows)
    if (player and player not in known) or (other and other not in known):
        errors["player"] = _("这一场没有这个人")
    if reason and reason not in _REASONS:
        errors["reason"] = _("没有这种原因")
    if number and _round_in(rows, number) is None:
        errors["round"] = _("这一场没有这一局")
    if errors:
        raise Unfit(errors)
    return Filter(player, _REASONS.get(reason), _round_in(rows, number), other)


def _round_in(rows: Sequence[Round], number: str) -> int | None:
    """The number of one of these rounds, as it was asked for; None where there is none."""
    return next((row.number for row in rows if str(row.number) == number), None)


def read_house_name(typed: Typed) -> str:
    """The name that a club gives to a rule set, cleaned; raises `Unfit` for field `name`."""
    try:
        name = clean(typed.get("name", ""))
    except Unclean as unclean:
        said = _("给这套规矩起个名字") if unclean.code == "empty" else say_unclean(unclean.code)
        raise Unfit({"name": said}) from None
    if as_seen(name) in {name for names in PRESETS.values() for name in names}:
        raise Unfit({"name": _("已经有一套现成的规矩叫这个，换个名字")})
    return name


def read_person(typed: Typed) -> Told:
    """Somebody of the club, of fields name, sign and hidden; raises `Unfit`."""
    errors = {}
    try:
        name = clean(typed.get("name", ""))
    except Unclean as unclean:
        errors["name"] = _("叫什么？") if unclean.code == "empty" else say_unclean(unclean.code)
    sign = typed.get("sign", "")
    if sign and sign not in tuple(Sign):
        errors["sign"] = _("没有这个记号，重新选")
    if errors:
        raise Unfit(errors)
    return Told(name, Sign(sign) if sign else None, bool(typed.get("hidden")))


KEPT = "kept"
"""The base of rounds that are settled by other rules: their own. Nothing: that of the other rules."""


def read_what_if(asked: Typed, offered: Mapping[str, Offer], rows: Sequence[Round]) -> Asked:
    """By which rules these rounds, or one of them, are to be settled again: rules, round, base; raises `Unfit`."""
    errors = {}
    key, number, base = (asked.get(name, "") for name in ("rules", "round", "base"))
    if key and key not in offered:
        errors["rules"] = _("没有这套规矩，重新选")
    if number and _round_in(rows, number) is None:
        errors["round"] = _("这一场没有这一局")
    if base not in ("", KEPT):
        errors["base"] = _("底要么用那套规矩的，要么照原来的")
    if errors:
        raise Unfit(errors)
    return Asked(offered.get(key), _round_in(rows, number), base == KEPT)
