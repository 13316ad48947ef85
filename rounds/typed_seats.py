"""What people tap and type of who sits where, who bets on whom and who sat there in truth; read strictly.

Each form has a line for everybody who may be meant: field `who-0`, `who-1`, … has the name, another of that number what
is said of him. A name that is not on the list yet stands in field `new`.
"""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from rounds.book.company import SEATS, Company
from rounds.book.guards import MAX_COUNTDOWN
from rounds.book.seating import Seating
from rounds.cleaning import Unclean, clean, whole_number
from rounds.forms import Unfit, say_unclean
from rounds.rules.rotation import Rotation
from rounds.screens.seats import GONE, NEW, REST

PLACES = (*SEATS, REST, GONE)
TYPED = " "
"""In the place of a name: the one that is typed. No name begins so."""
MAX_LINES = 99

Typed = Mapping[str, str]


def read_seating(typed: Typed, now: Company) -> Seating:
    """Who is to sit where, of fields `place-…` and `rotation`; raises `Unfit`.

    A seat that becomes empty is taken by who has waited longest: those who rest `now`, in that order, come before who
    is new. Where nobody waits, the empty seats are closed up.
    """
    sitting: dict[str, str] = {}
    waiting: list[str] = []
    for name, place in _told(typed, "place"):
        if place not in PLACES:
            raise Unfit({"seats": _("{name}坐哪里？").format(name=name)})
        if place in sitting:
            raise Unfit({"seats": _("{one}和{other}坐到一起了").format(one=sitting[place], other=name)})
        if place in SEATS:
            sitting[place] = name
        elif place == REST:
            waiting.append(name)
    try:
        rotation = Rotation(typed.get("rotation", ""))
    except ValueError:
        raise Unfit({"seats": _("打完一局谁下？")}) from None
    rested = [now.names[person] for person in now.resting]
    first = [name for name in rested if name in waiting]
    queue = [*first, *(name for name in waiting if name not in first)]
    _fill(sitting, queue, now)
    names = dict(zip(SEATS, (sitting[place] for place in SEATS if place in sitting), strict=False))
    return Seating(names, tuple(queue), rotation)


def _fill(sitting: dict[str, str], queue: list[str], now: Company) -> None:
    """补位 bǔ wèi: give each seat that became empty to the first in the queue who was not told to get up."""
    sat = {now.names[seat] for seat in now.seats}
    for seat in now.seats:
        comes = next((name for name in queue if name not in sat), None)
        if seat not in sitting and comes is not None:
            sitting[seat] = comes
            queue.remove(comes)


def read_bets(typed: Typed) -> dict[str, str]:
    """Who bets on which seat, of fields `on-…`, "" for who does not; raises `Unfit`."""
    return {name: seat for name, seat in _told(typed, "on") if seat}


def read_truth(typed: Typed) -> dict[str, str]:
    """Who was in truth whom, of fields `true-…`, by the names; those of whom nothing is said are left out."""
    return {name: true for name, true in _told(typed, "true", new=False) if true}


def read_rounds(typed: Typed, count: int) -> tuple[int, int]:
    """From which round to which; raises `Unfit`."""
    try:
        first, last = (whole_number(typed.get(name, ""), 1, count) for name in ("first", "last"))
    except Unclean:
        raise Unfit({"rounds": _("没有这一局")}) from None
    if first > last:
        raise Unfit({"rounds": _("从第几局到第几局，前面的要小")})
    return first, last


def read_countdown(typed: Typed) -> int | None:
    """How many rounds are still to be played, "" for as many as they like; raises `Unfit`."""
    text = typed.get("rounds", "").strip()
    if not text:
        return None
    try:
        return whole_number(text, 1, MAX_COUNTDOWN)
    except Unclean:
        raise Unfit({"rounds": _("再打几局？1到{most}").format(most=MAX_COUNTDOWN)}) from None


def new_name(typed: Typed) -> str:
    """The name that is not on the list yet, cleaned, or "" where there is none; raises `Unfit`."""
    text = typed.get(NEW, "")
    if not text.strip():
        return ""
    try:
        return clean(text)
    except Unclean as unclean:
        raise Unfit({NEW: say_unclean(unclean.code)}) from None


def _told(typed: Typed, what: str, *, new: bool = True) -> Iterable[tuple[str, str]]:
    """Each name with what is said of him, in the order of the lines; who is new comes last."""
    for number in range(MAX_LINES):
        if not (name := typed.get(f"who-{number}")):
            break
        said = typed.get(f"{what}-{number}", "")
        yield _clean(name), new_name(typed) if said == TYPED else said
    if new and (name := new_name(typed)):
        yield name, typed.get(f"{what}-{NEW}", "")


def _clean(name: str) -> str:
    try:
        return clean(name)
    except Unclean as unclean:
        raise Unfit({"seats": say_unclean(unclean.code)}) from None
