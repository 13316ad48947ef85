"""A file in which every hash is right, and which tells what no tap could have written, is refused whole."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from django.utils.translation import override

from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.taking import BY_COMMAND, ON_PAGE, WORK, look_into
from rounds.models import Club, Session
from rounds.rules.events import Transfer
from rounds.rules.log import Amend, Append, Insert, Record
from tests.web.cast import NAMES, concealed_kong, penalty, self_draw
from tests.web.forged import STRANGER, Forged, Kind
from tests.web.forgeries import FORGERIES, ONE, OTHER, a_round_after_the_end
from tests.web.taken_home import refusal


@pytest.mark.parametrize(("forge", "why", "position", "round"), FORGERIES)
def test_nothing_comes_in_by_a_file_that_no_tap_could_have_written(
    db: None, forge: Callable[[Forged], None], why: str, position: int, round: int
) -> None:
    night = Forged()
    forge(night)
    refused = refusal(night.file())
    assert refused.why
    assert (refused.code, refused.why.code) == ("misfit", why)
    assert refused.figures == {"position": position, "round": round}
    with override("en"):
        assert "记录" not in say_refusal(refused)


def test_what_the_forger_writes_comes_in_where_it_could_have_been_tapped(db: None) -> None:
    night = Forged()
    night.finish()
    night.tell(Kind.COUNT_DOWN, {"last": 2})
    undone = night.next_round()
    night.tell(Kind.UNDO, {}, round=undone, undoes=undone)
    opened = night.next_round()
    win = night.record(self_draw("A"), opened)
    night.change(Insert(concealed_kong("B"), win), opened)
    night.tell(Kind.END_NIGHT, {})
    night.change(Append(penalty("A", "pot")), 1)
    paid = night.pay(ONE, OTHER)
    night.tell(Kind.UNPAY, {"payment": paid})
    assert look_into(BytesIO(night.file()), None, BY_COMMAND).events == 14


def test_the_place_is_said_in_one_sentence(db: None) -> None:
    night = Forged()
    a_round_after_the_end(night)
    assert (
        say_refusal(refusal(night.file())) == "第1行：第6条记录（第1局）不是这里记下的：这一场已经结束，要接着记先重开"
    )


def test_what_would_take_too_long_to_settle_is_left_to_the_command(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    night = Forged()
    said = night.record(penalty("A", "B"))
    for points in range(6, 16):
        night.change(Amend(penalty("A", "B", points=points), said))
    file = night.file()
    monkeypatch.setitem(WORK, ON_PAGE, 400)
    assert look_into(BytesIO(file), None, ON_PAGE).events == 12
    monkeypatch.setitem(WORK, ON_PAGE, 300)
    with pytest.raises(NotTakenIn, match="too_much") as refused:
        look_into(BytesIO(file), None, ON_PAGE)
    assert "import_json" in say_refusal(refused.value)
    assert look_into(BytesIO(file), None, BY_COMMAND).events == 12


def test_nobody_is_called_as_the_pot_is(db: None) -> None:
    night = Forged()
    night.tell(Kind.RESEAT, {"rounds": [1], "people": {ONE: STRANGER}, "names": {STRANGER: "台费"}})
    assert say_refusal(refusal(night.file())).endswith('有存不下的文字："台费"')


UNCLEAN = ("\u202e元005付", "a\x00b", "a\nb", "x" * 300_000, "e\u0301", " x", "\u200b", "\u2066a", "\u2028", "\u2800")


@pytest.mark.parametrize("text", UNCLEAN)
def test_no_text_comes_in_that_is_not_kept_as_it_is_typed(db: None, text: str) -> None:
    paid = Transfer("A", ("B",), 5, "赔")
    unclean = replace(paid, note=text)
    for change in (Record(unclean), Append(unclean), Amend(unclean, 2), Insert(unclean, 2)):
        night = Forged()
        night.record(paid)
        night.change(change)
        assert unclean_place(refusal(night.file())) == "events[2].data.changes[0].note"
    for opening in ({"house": text}, {"preset": text}, {"names": {**NAMES, "C": text}}):
        assert refusal(Forged(**opening).file()).code == "malformed"


def unclean_place(refused: NotTakenIn) -> str:
    """Where the text stands that is not kept."""
    assert refused.fault
    assert refused.fault.code == "not_clean"
    return refused.fault.place


@pytest.mark.parametrize("names", [{**NAMES, "B": NAMES["A"]}, {**NAMES, "B": "台费"}])
def test_a_night_begins_with_people_who_can_be_told_apart(db: None, names: dict[str, str]) -> None:
    night = Forged(names=names)
    assert refusal(night.file()).code in ("misfit", "malformed")


def test_a_day_that_is_not_that_of_the_start_is_refused(db: None) -> None:
    refused = refusal(Forged(date="2026-01-01").file())
    assert refused.why
    assert refused.why.code == "other_date"


@pytest.mark.parametrize("points", [0, -1, 1_000_001, 2**53])
def test_nobody_begins_a_night_with_points_that_no_form_takes(db: None, points: int) -> None:
    refused = refusal(Forged(stakes=dict.fromkeys("ABCD", points)).file())
    assert refused.fault
    assert refused.fault.place == "events[0].data.stakes.A"
    assert look_into(BytesIO(Forged(stakes=dict.fromkeys("ABCD", 1_000_000)).file()), None, BY_COMMAND).events == 1


def test_nothing_of_a_forged_night_is_stored(db: None) -> None:
    night = Forged()
    a_round_after_the_end(night)
    refusal(night.file())
    assert not Club.objects.exists()
    assert not Session.objects.exists()
