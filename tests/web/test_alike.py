"""Names that differ only in what does not show are one name, wherever a name is typed."""

import pytest

from rounds import scorebook
from rounds.book.reading import people_of
from rounds.book.refusals import NotNow
from rounds.book.seating import Seating
from rounds.imports.refusal import NotTakenIn
from rounds.imports.totals import take_totals
from rounds.models import AccessLink, Club, OldTotal, Person
from tests.web.cast import browser, new_key, open_night, tap

ALIKE = ["甲\u200d", "甲\u2061", "甲\ufe0f", "\u200e甲"]
NAMES = {"A": "甲", "B": "乙", "C": "丙", "D": "丁"}


@pytest.mark.parametrize("alike", ALIKE)
def test_nobody_sits_down_beside_his_own_name(club: Club, own: AccessLink, alike: str) -> None:
    with pytest.raises(NotNow, match="same_names"):
        open_night(club, {**NAMES, "B": alike})
    typed = {f"name-{seat}": name for seat, name in {**NAMES, "B": alike}.items()}
    said = {"key": new_key(), "dealer": "A", "preset": "chengdu_home", "zone": "Asia/Shanghai"}
    page = browser(own).post("/new/", {**said, **typed})
    assert page.status_code == 422
    assert "第2家和上面的重名" in page.content.decode()
    assert not Person.objects.exists()


@pytest.mark.parametrize("alike", ALIKE)
def test_who_is_known_is_meant(club: Club, alike: str) -> None:
    known = Person.objects.create(club=club, name="甲")
    night = open_night(club, {**NAMES, "A": alike})
    assert str(known.pk) in people_of(night)
    assert Person.objects.count() == 4


@pytest.mark.parametrize("alike", ALIKE)
def test_nobody_comes_or_bets_or_sat_there_twice(club: Club, alike: str) -> None:
    night = open_night(club, NAMES)
    with pytest.raises(NotNow, match="same_names"):
        scorebook.set_company(night, tap(1), Seating(NAMES, (alike,)))
    with pytest.raises(NotNow, match="same_names"):
        scorebook.set_bets(night, tap(1), 1, {alike: "B"})
    with pytest.raises(NotNow, match="same_names"):
        scorebook.reseat(night, tap(1), 1, 1, {"乙": alike})
    scorebook.set_company(night, tap(1), Seating({**NAMES, "A": alike}, ("戊",)))
    assert set(Person.objects.values_list("name", flat=True)) == {*NAMES.values(), "戊"}


@pytest.mark.parametrize("alike", ALIKE)
def test_old_totals_are_of_one_person(club: Club, alike: str) -> None:
    take_totals(f"2024-01-01,甲,1\n2024-01-02,{alike},2".encode(), club)
    take_totals(f"2024-01-03,{alike},3".encode(), club)
    assert {old.person.name for old in OldTotal.objects.all()} == {"甲"}
    assert Person.objects.count() == 1
    with pytest.raises(NotTakenIn, match="2: total_twice"):
        take_totals(f"2024-01-04,甲,1\n2024-01-04,{alike},2".encode(), club)
    with pytest.raises(NotTakenIn, match="1: reserved"):
        take_totals("2024-01-04,台\u200d费,1".encode(), club)


def test_the_ledger_keeps_its_names_to_itself(club: Club) -> None:
    with pytest.raises(NotNow, match="reserved_name"):
        open_night(club, {**NAMES, "B": "台\u2060费"})
