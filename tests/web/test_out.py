"""The page of the owner from which the whole club is taken home."""

from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.exports.archive import club_lines
from rounds.models import AccessLink, Club, Session
from tests.web.cast import browser, open_night, play_round


def test_the_page_leads_to_the_file_and_home_to_the_page(night: Session, own: AccessLink) -> None:
    assert reverse("out") in browser(own).get(reverse("home")).content.decode()
    assert reverse("club_jsonl") in browser(own).get(reverse("out")).content.decode()


def test_the_file_is_the_club(night: Session, club: Club, own: AccessLink) -> None:
    play_round(night)
    response = browser(own).get(reverse("club_jsonl"))
    assert b"".join(response) == b"".join(club_lines(club))
    assert response.headers["Content-Disposition"].startswith('attachment; filename="xuezhan-club.jsonl"')


def test_the_number_of_queries_does_not_grow_with_the_club(
    club: Club, own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        open_night(club)
        for name, count in (("out", 1), ("club_jsonl", 6)):
            with django_assert_num_queries(count):
                response = browser(own).get(reverse(name))
                assert response.streaming == (name == "club_jsonl")
                assert b"".join(response)
