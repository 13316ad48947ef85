"""What an older or newer version has stored, and this one does not know: no page breaks over it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Club, HouseRules, Person, PersonTally, Round, Session
from rounds.rules.presets import presets
from tests.web.cast import browser, concealed_kong, new_key, record
from tests.web.routes import ROUTES, routes

CLUB_PAGES = [name for name in routes() if "GET" in ROUTES[name] and not routes()[name].pattern.converters]
NIGHT_PAGES = [
    name for name in routes() if "GET" in ROUTES[name] and [*routes()[name].pattern.converters] == ["session"]
]


def sign(night: Session) -> None:
    Person.objects.filter(club=night.club).update(sign="panda")


def option(night: Session) -> None:
    rules = presets()["huanle"].rules.to_json() | {"panda": True}
    HouseRules.objects.create(club=night.club, name="我们家的", preset="huanle", rules=rules)


def no_option(night: Session) -> None:
    HouseRules.objects.create(club=night.club, name="我们家的", preset="huanle", rules={})


def preset(night: Session) -> None:
    rules = presets()["huanle"].rules.to_json()
    HouseRules.objects.create(club=night.club, name="我们家的", preset="panda", rules=rules)
    Round.objects.filter(session=night).update(preset="panda")
    PersonTally.objects.filter(session=night).update(preset="panda")


def zone(night: Session) -> None:
    Session.objects.filter(pk=night.pk).update(zone="Mars/Panda")


def rotation(night: Session) -> None:
    Round.objects.filter(session=night).update(rotation="panda", ended="panda")


@pytest.fixture
def owner(own: AccessLink) -> Client:
    return browser(own)


@pytest.mark.parametrize("spoil", [sign, option, no_option, preset, zone])
def test_every_page_is_there(owner: Client, night: Session, spoil: Callable[[Session], None]) -> None:
    record(night, concealed_kong("A"))
    spoil(night)
    for name in CLUB_PAGES:
        assert owner.get(reverse(name)).status_code == 200, name
    for name in NIGHT_PAGES:
        assert owner.get(reverse(name, args=[night.pk])).status_code == 200, name


def test_who_has_such_a_sign_is_there_without_one_and_can_have_another(owner: Client, night: Session) -> None:
    sign(night)
    person = Person.objects.order_by("name")[0]
    page = owner.get(reverse("person_edit", args=[person.pk]))
    assert person.name in page.text
    made_of = page.context["form"].made_of
    told = {"name": person.name, "sign": "cat", "made-of": made_of}
    assert owner.post(reverse("person_edit", args=[person.pk]), told).status_code == 303
    person.refresh_from_db()
    assert person.sign == "cat"


def test_a_rule_set_that_cannot_be_read_is_not_offered_and_not_overwritten_unseen(owner: Client, club: Club) -> None:
    rules = presets()["huanle"].rules.to_json() | {"panda": True}
    row = HouseRules.objects.create(club=club, name="我们家的", preset="huanle", rules=rules)
    assert "我们家的" not in owner.get(reverse("houses")).text
    assert owner.get(reverse("edit_house", args=[row.pk])).status_code == 404
    page = owner.post(reverse("new_house"), {"do": "keep", "name": "我们家的", "key": new_key()})
    assert page.status_code == 422
    row.refresh_from_db()
    assert row.rules == rules
