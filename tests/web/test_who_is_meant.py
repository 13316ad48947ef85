"""Who is meant where a name was used before, and who was in truth somebody else: in seats told since, in bets."""

import pytest
from django.test import Client

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.previews import preview_reseat
from rounds.book.reading import people_of
from rounds.book.refusals import NotNow
from rounds.models import AccessLink, Club, Person, Session
from rounds.money import Money
from tests.web.cast import NAMES, browser, new_key, next_round, open_night, play_round, record, self_draw, tap, undo
from tests.web.evening import newest, now, set_company, won
from tests.web.kept import kept


@pytest.fixture
def client(own: AccessLink) -> Client:
    return browser(own)


@kept
def reseat(session: Session, names: dict[str, str], first: int = 1, last: int = 1) -> None:
    scorebook.reseat(now(session), tap(session.position), first, last, names)


@kept
def bet(session: Session, number: int, on: dict[str, str]) -> None:
    scorebook.set_bets(now(session), tap(session.position), number, on)


# What was told since


def test_who_was_somebody_else_is_so_in_the_seats_told_since(night: Session) -> None:
    set_company(night, NAMES, "Alice", "Bob")
    reseat(night, {"张三": "Carol"})
    play_round(night)
    next_round(night)
    assert newest(night).names["A"] == "Carol"
    assert set(newest(night).names.values()) == {"Carol", "李四", "王五", "赵六", "Alice", "Bob"}
    assert first_fault(now(night)) is None


def test_two_who_were_entered_the_wrong_way_round_are_so_in_the_seats_told_since(night: Session) -> None:
    set_company(night, {**NAMES, "D": "Alice"}, "赵六")
    reseat(night, {"张三": "赵六", "赵六": "张三"})
    play_round(night)
    next_round(night, "A")
    row = night.played().get(number=2)
    assert [row.names["A"], *(row.names[one] for one in row.resting)] == ["赵六", "张三"]


def test_who_is_told_of_beside_the_other_keeps_the_seat_that_was_told(night: Session) -> None:
    set_company(night, NAMES, "Alice")
    reseat(night, {"张三": "Alice"})
    play_round(night)
    next_round(night, "A")
    assert (newest(night).names["A"], len(newest(night).names)) == ("张三", 5)


def test_seats_told_after_the_mending_are_as_they_were_told(night: Session) -> None:
    reseat(night, {"张三": "赵六", "赵六": "张三"})
    set_company(night, NAMES, "Alice")
    play_round(night)
    next_round(night)
    assert newest(night).names["A"] == "张三"


# Names that were used before


@pytest.fixture
@kept
def renamed(night: Session, club: Club) -> tuple[str, str]:
    """张三 has left and is 老张三 now; somebody else of the club is 张三."""
    play_round(night)
    set_company(night, {**NAMES, "A": "Alice"})
    next_round(night, "B")
    old = Person.objects.get(name="张三")
    old.name = "老张三"
    old.save()
    return str(old.pk), str(Person.objects.create(club=club, name="张三").pk)


def test_who_is_called_so_now_is_seated(night: Session, renamed: tuple[str, str]) -> None:
    old, new = renamed
    set_company(night, {**NAMES, "A": "Alice"}, "张三", "老张三")
    play_round(night)
    next_round(night)
    assert night.played().get(number=2).resting == []
    assert now(night).played().get(number=3).resting == [new, old]


def test_who_is_called_so_now_bets(client: Client, night: Session, renamed: tuple[str, str]) -> None:
    old, new = renamed
    bet(night, 2, {"张三": "A", "老张三": "B"})
    assert night.played().get(number=2).bets == {new: "A", old: "B"}
    undo(night)
    page = client.get(f"/n/{night.pk}/rounds/2/bets/").content.decode()
    assert 'value="老张三"' in page
    assert page.count('value="张三"') == 1


def test_who_is_called_so_now_was_there_in_truth(night: Session, renamed: tuple[str, str]) -> None:
    _old, new = renamed
    reseat(night, {"Alice": "张三"}, 2, 2)
    assert night.played().get(number=2).seats["A"] == new


def test_who_was_there_under_that_name_is_meant_before_who_has_it_now(night: Session, renamed: tuple[str, str]) -> None:
    old, _new = renamed
    reseat(night, {"张三": "李四", "李四": "张三"})
    assert night.played().get(number=1).seats["B"] == old


def test_nobody_comes_in_under_the_name_that_another_had_there(night: Session, club: Club) -> None:
    play_round(night)
    Person.objects.filter(club=club, name="李四").update(name="老李")
    next_round(night, "A")
    with pytest.raises(NotNow, match="same_names"):
        reseat(night, {"张三": "李四"})
    with pytest.raises(NotNow, match="same_names"):
        preview_reseat(now(night), 1, 1, {"张三": "李四"})


def test_two_whom_the_club_calls_the_same_keep_the_names_they_had_in_the_night(night: Session, club: Club) -> None:
    play_round(night)
    Person.objects.filter(club=club, name="李四").update(name="张三")  # as a file may bring them in
    next_round(night, "A")
    assert newest(night).names == NAMES


def test_who_is_at_the_table_keeps_the_name_he_has_there(night: Session, club: Club) -> None:
    there = Person.objects.get(name="张三")
    Person.objects.filter(pk=there.pk).update(name="老张三")
    Person.objects.create(club=club, name="张三")
    set_company(night, NAMES, "Alice")
    play_round(night)
    next_round(night)
    assert night.played().get(number=2).seats["A"] == str(there.pk)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("老李", "same_names"),
        ("李\u2060四", "same_names"),
        ("老\u2060李", "same_names"),
        ("台\u2060费", "reserved_name"),
    ],
)
def test_a_look_refuses_whom_keeping_refuses(night: Session, name: str, code: str) -> None:
    """李四 plays, and is called 老李 in the club since: whoever is meant by his names, however written, is there."""
    Person.objects.filter(name="李四").update(name="老李")
    names, before = {"张三": name, "李四": "李四"}, Person.objects.count()
    for mend in (lambda: preview_reseat(now(night), 1, 1, names), lambda: reseat(night, names)):
        with pytest.raises(NotNow) as refused:
            mend()
        assert refused.value.code == code
    assert Person.objects.count() == before


def test_a_look_shows_those_whom_keeping_enters(night: Session) -> None:
    """李四 has gone, and is 老李 in the club since: by the name that he had he was at the table after all."""
    play_round(night)
    set_company(night, {**NAMES, "B": "Alice"})
    next_round(night, "A")
    record(night, self_draw("B"))
    Person.objects.filter(name="李四").update(name="老李")
    look = preview_reseat(now(night), 2, 2, {"Alice": "李\u2060四"})
    reseat(night, {"Alice": "李\u2060四"}, 2, 2)
    assert now(night).played().get(number=2).seats["B"] == now(night).played().get(number=1).seats["B"]
    assert {name: points for name, points in look.after.items() if name != "Alice"} == won(night)


@pytest.mark.parametrize("again", ["老张三", "老\u2060张三"])
def test_one_who_is_meant_by_two_names_bets_once_or_not_at_all(
    client: Client, night: Session, renamed: tuple[str, str], again: str
) -> None:
    """He was 老张三's namesake of the night before the club called him otherwise; each of the names means him."""
    Person.objects.filter(name="张三").delete()
    with pytest.raises(NotNow) as refused:
        bet(night, 2, {"张三": "B", again: "C"})
    assert refused.value.code == "same_names"
    assert night.played().get(number=2).bets == {}


def test_who_plays_bets_by_none_of_his_names(night: Session) -> None:
    """张三 plays, and is called 老张三 in the club since."""
    Person.objects.filter(name="张三").update(name="老张三")
    with pytest.raises(NotNow) as refused:
        bet(night, 1, {"老张三": "B"})
    assert refused.value.code == "bettor_plays"


# Who bet was somebody else


def test_who_bet_can_have_been_somebody_else_and_the_money_goes_with_it(client: Client, night: Session) -> None:
    bet(night, 1, {"Alice": "A"})
    play_round(night)
    asked = {"first": "1", "last": "1", "who-0": "Alice", "true-0": " ", "new": "Bob"}
    page = client.get(f"/n/{night.pk}/seats/mend/", {**asked, "look": "1"})
    assert page.status_code == 200
    assert "<bdi>Bob</bdi>" in page.content.decode()
    before = won(night)
    sent = {**asked, "key": new_key(), "position": str(now(night).position)}
    assert client.post(f"/n/{night.pk}/seats/mend/", sent).status_code == 302
    assert won(night)["Bob"] == before["Alice"] != 0
    assert "Alice" not in won(night)
    assert first_fault(now(night)) is None
    undo(night)
    assert won(night) == before
    assert first_fault(now(night)) is None


def test_who_bet_and_who_played_can_have_been_each_other(client: Client, night: Session) -> None:
    bet(night, 1, {"Alice": "A"})
    play_round(night)
    before = won(night)
    asked = {"first": "1", "last": "1", "who-0": "赵六", "true-0": "Alice", "look": "1"}
    assert client.get(f"/n/{night.pk}/seats/mend/", asked).status_code == 200
    reseat(night, {"赵六": "Alice", "Alice": "赵六"})
    assert (won(night)["赵六"], won(night)["Alice"]) == (before["Alice"], before["赵六"])
    assert first_fault(now(night)) is None


def test_bets_told_after_the_mending_are_as_they_were_told(night: Session) -> None:
    bet(night, 1, {"Alice": "A"})
    reseat(night, {"Alice": "Bob"})
    bet(night, 1, {"Alice": "B", "Bob": "A"})
    assert set(night.played().get(number=1).bets.values()) == {"A", "B"}
    assert first_fault(now(night)) is None


def test_two_who_bet_cannot_have_been_one(night: Session) -> None:
    bet(night, 1, {"Alice": "A", "Bob": "B"})
    with pytest.raises(NotNow, match="bettor_plays"):
        reseat(night, {"Alice": "Bob"})


def test_who_was_not_there_cannot_have_been_somebody_else(client: Client, night: Session) -> None:
    bet(night, 1, {"Alice": "A"})
    play_round(night)
    next_round(night)
    fields = {"first": "2", "last": "2", "who-0": "Alice", "true-0": " ", "new": "Bob"}
    sent = {**fields, "key": new_key(), "position": str(now(night).position)}
    assert client.post(f"/n/{night.pk}/seats/mend/", sent).status_code == 422
    assert now(night).position == int(sent["position"])


# The same tap again


def test_the_same_seats_sent_again_are_told_once(client: Client, night: Session) -> None:
    set_company(night, NAMES, "Alice", "Bob")
    play_round(night)
    next_round(night)
    fields = {f"who-{n}": name for n, name in enumerate([*NAMES.values(), "Bob", "Alice", "Carol"])}
    places = {f"place-{n}": place for n, place in enumerate(["A", "B", "C", "rest", "D", "rest", "rest"])}
    sent = {**fields, **places, "rotation": "stay", "key": new_key(), "position": str(now(night).position)}
    first = client.post(f"/n/{night.pk}/seats/sit/", sent)
    assert first.status_code == 302
    after = now(night).position
    again = client.post(f"/n/{night.pk}/seats/sit/", sent)
    assert (again.status_code, again.headers["Location"]) == (302, first.headers["Location"])
    play_round(night)
    next_round(night, "A")
    assert client.post(f"/n/{night.pk}/seats/sit/", sent).status_code == 302
    assert night.log().filter(position__gt=after, kind="set_company").count() == 0


def test_the_same_typed_sum_sent_again_is_paid_once(client: Client, club: Club) -> None:
    night = open_night(club, money=Money("CNY", 50))
    play_round(night)
    ids = {name: person for person, name in people_of(night).items()}
    sent = {"payer": ids["赵六"], "payee": ids["张三"], "sum": "4.5", "key": new_key(), "position": now(night).position}
    assert client.post(f"/n/{night.pk}/settle/pay/", sent).status_code == 302
    scorebook.unpay(now(night), tap(night.position), night.position)
    scorebook.set_money(now(night), tap(night.position), Money("JPY", 50), None, whole_night=True)
    assert client.post(f"/n/{night.pk}/settle/pay/", sent).status_code == 302
    assert now(night).paid().count() == 1
