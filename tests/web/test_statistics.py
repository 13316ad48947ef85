"""What holds for all pages of statistics: ranking, the course over time, who pays whom, and the page of a person."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import Club, OldTotal, Person
from tests.web import hostile
from tests.web.cast import START
from tests.web.past_nights import night_on
from tests.web.statistics_pages import owner, page

__all__ = ["owner"]


def test_a_club_that_has_not_played_has_nothing_to_rank(owner: Client, club: Club) -> None:
    for name in ("statistics", "over_time", "between"):
        assert "这里还没有打过的局" in page(owner, name)


def addresses(club: Club) -> Iterable[str]:
    who = Person.objects.filter(club=club).order_by("name")[0].pk
    return [*map(reverse, ("statistics", "over_time", "between")), reverse("person", args=[who])]


@pytest.mark.parametrize(("place", "queries"), [(0, 9), (1, 15), (2, 8), (3, 21)])
def test_the_number_of_queries_does_not_grow_with_the_nights(
    owner: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries, place: int, queries: int
) -> None:
    for count in (1, 4):
        for day in range(count):
            night_on(club, START - timedelta(days=day))
        with django_assert_num_queries(queries):
            owner.get(list(addresses(club))[place])


def test_names_that_mean_harm_are_shown_as_text(owner: Client, club: Club) -> None:
    night_on(club, START, hostile.NAMES)
    for address in addresses(club):
        shown = owner.get(address).content.decode()
        assert hostile.is_escaped(shown, hostile.LONG)


def test_another_club_adds_nothing(owner: Client, club: Club) -> None:
    night_on(club, START)
    before = {address: owner.get(address).content for address in addresses(club)}
    other = Club.objects.create(name="别的俱乐部")
    night_on(other, START)
    OldTotal.objects.create(club=other, date=START, person=Person.objects.filter(club=other)[0], points=5)
    assert {address: owner.get(address).content for address in addresses(club)} == before
