"""A club's people: their names, the signs they are told by, and who is no longer offered."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Club, Person, Session
from rounds.signs import COLOURS, Sign
from tests.web import hostile
from tests.web.cast import NAMES, browser, next_round, open_night, play_round


@pytest.fixture
def client(own: AccessLink) -> Client:
    return browser(own)


def person(club: Club, name: str) -> Person:
    return Person.objects.get(club=club, name=name)


def listed(page: str) -> list[str]:
    return re.findall(r'<bdi class="cut(?: b)?">(.*?)</bdi>', page)


def edit(client: Client, one: Person, **fields: str) -> Any:
    """Send the form of somebody as his page has it, with some fields changed."""
    page = client.get(f"/people/{one.pk}/edit/").content.decode()
    made_of = re.findall(r'name="made-of" value="(\w+)"', page)[0]
    told = {"name": one.name, "sign": one.sign, "made-of": made_of, **({"hidden": "1"} if one.hidden else {}), **fields}
    return client.post(f"/people/{one.pk}/edit/", told)


def test_an_animal_is_shown_by_a_character_of_its_own_and_a_colour_is_drawn() -> None:
    animals = [sign for sign in Sign if sign not in COLOURS]
    assert len({sign.term.hans for sign in animals}) == len(animals)
    assert {len(sign.term.hans) for sign in animals} == {1}


def test_those_who_are_gone_come_last(client: Client, club: Club, night: Session) -> None:
    Person.objects.filter(name="李四").update(hidden=True)
    page = client.get("/people/").content.decode()
    assert listed(page[: page.index('id="gone"')]) == sorted(["张三", "王五", "赵六"])
    assert listed(page[page.index('id="gone"') :]) == ["李四"]


def test_somebody_can_be_added_with_a_sign(client: Client, club: Club) -> None:
    response = client.post("/people/new/", {"name": "  Ame\u0301lie ", "sign": "dragon"})
    assert (response.status_code, response.headers["Location"]) == (303, "/people/")
    assert person(club, "Am\u00e9lie").sign == "dragon"
    assert 'aria-label="龙"' in client.get("/people/").content.decode()


def test_the_list_leads_to_everybodys_page_and_that_to_the_form(client: Client, club: Club, night: Session) -> None:
    new = Person.objects.create(club=club, name="Alice")
    gone = Person.objects.create(club=club, name="Bob", hidden=True)
    page = client.get("/people/").content.decode()
    for one in (new, gone, person(club, "张三")):
        assert f'href="/people/{one.pk}/"' in page
        assert f'href="/people/{one.pk}/edit/"' in client.get(f"/people/{one.pk}/").content.decode()


def test_added_twice_is_one_person(client: Client, club: Club) -> None:
    for _ in range(2):
        assert client.post("/people/new/", {"name": "Alice"}).status_code == 303
    assert Person.objects.filter(club=club).count() == 1


def test_another_name_is_the_same_person_and_earlier_rounds_keep_theirs(
    client: Client, club: Club, night: Session
) -> None:
    play_round(night)
    assert edit(client, person(club, "李四"), name="李老四", sign="blue").status_code == 303
    next_round(night)
    assert night.played().get(number=1).names["B"] == "李四"
    assert night.played().get(number=2).names["B"] == "李老四"
    assert night.played().get(number=2).seats == night.played().get(number=1).seats
    assert "李四" in client.get(f"/n/{night.pk}/rounds/1/").content.decode()


def test_who_is_gone_is_no_longer_offered_and_can_come_back(client: Client, club: Club, night: Session) -> None:
    edit(client, person(club, "李四"), hidden="1")
    page = client.get("/new/").content.decode()
    assert "李四" not in page
    assert "张三" in page
    one = person(club, "李四")
    client.post(f"/people/{one.pk}/edit/", {"name": "李四", "sign": "", "made-of": _mark(client, one)})
    assert not person(club, "李四").hidden
    assert "李四" in client.get("/new/").content.decode()


def _mark(client: Client, one: Person) -> str:
    page = client.get(f"/people/{one.pk}/edit/").content.decode()
    return str(re.findall(r'name="made-of" value="(\w+)"', page)[0])


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": " "}, "叫什么？"),
        ({"name": "字" * 41}, "最多40个字"),
        ({"name": "张三", "sign": "ox"}, "已经有人叫这个名字"),
        ({"name": "张\u200b三"}, "已经有人叫这个名字"),
        ({"name": "台费"}, "台费是账上的名字"),
        ({"name": "Alice", "sign": "unicorn"}, "没有这个记号"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_what_was_typed(
    client: Client, club: Club, night: Session, fields: dict[str, str], sentence: str
) -> None:
    for response in (client.post("/people/new/", fields), edit(client, person(club, "李四"), **fields)):
        assert response.status_code == 422
        assert sentence in response.content.decode()
    assert set(Person.objects.filter(club=club).values_list("name", flat=True)) == set(NAMES.values())


def test_who_was_changed_elsewhere_meanwhile_is_shown_first(client: Client, club: Club, night: Session) -> None:
    one = person(club, "李四")
    fields = {"name": "李老四", "sign": "", "made-of": _mark(client, one)}
    edit(client, one, sign="ox")
    response = client.post(f"/people/{one.pk}/edit/", fields)
    page = response.content.decode()
    assert response.status_code == 409
    assert "刚才别处改过他" in page
    assert 'value="李老四"' in page
    again = fields | {"made-of": re.findall(r'name="made-of" value="(\w+)"', page)[0]}
    assert client.post(f"/people/{one.pk}/edit/", again).status_code == 303
    assert person(club, "李老四").sign == ""


def test_nobody_of_another_club_is_to_be_seen(client: Client, night: Session) -> None:
    other = Club.objects.create(name="别的俱乐部")
    stranger = Person.objects.create(club=other, name="外人")
    assert "外人" not in client.get("/people/").content.decode()
    assert client.get(f"/people/{stranger.pk}/edit/").status_code == 404
    assert client.post(f"/people/{stranger.pk}/edit/", {"name": "我的"}).status_code == 404


def test_names_that_mean_harm_are_shown_as_text(client: Client, club: Club) -> None:
    open_night(club, hostile.NAMES)
    page = client.get("/people/").content.decode()
    assert all(hostile.is_escaped(page, name) for name in hostile.NAMES.values())
    for one in Person.objects.filter(club=club):
        assert hostile.is_escaped(client.get(f"/people/{one.pk}/edit/").content.decode(), one.name)


def test_the_list_takes_two_queries_however_many_they_are(
    client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        open_night(club, {"A": f"甲{number}", "B": f"乙{number}"})
        with django_assert_num_queries(2):
            client.get("/people/")
