"""The demonstration is written: a club into an empty database, all of it or nothing."""

import uuid
from collections.abc import Iterator, Sequence
from random import Random

from django.db import transaction

from rounds.demo.book import Book
from rounds.demo.club import NAME, SKILL, Meeting, Plan, meeting, own_rules
from rounds.demo.draft import Draft
from rounds.demo.evening import Evening
from rounds.demo.pen import Pen
from rounds.links import new_link
from rounds.models import AccessLink, Club, HouseRules, Person, Right
from rounds.scorebook.taking_in import WholeNight, take_in
from rounds.signs import Sign

AT_ONCE = 20
"""Nights that are held in memory at a time."""


def write_club(plan: Plan) -> Club:
    """Make the club of the plan. The ids follow from the seed, the secrets of its links do not."""
    rng = Random(plan.seed)  # noqa: S311 - no secret hangs on it
    with transaction.atomic(durable=True):
        club = Club.objects.create(id=draw_id(rng), name=NAME)
        signs = rng.sample([sign.value for sign in Sign], len(SKILL))
        people = [
            Person(id=draw_id(rng), club=club, name=name, sign=sign) for name, sign in zip(SKILL, signs, strict=True)
        ]
        Person.objects.bulk_create(people)
        own = own_rules()
        HouseRules.objects.create(
            id=draw_id(rng), club=club, name=own.house, preset=own.preset, rules=own.rules.to_json()
        )
        link = new_link(club, Right.OWN, None, plan.until)
        link.id = draw_id(rng)
        link.save(force_insert=True)
        for first in range(0, plan.nights, AT_ONCE):
            take_in(_nights(plan, club, people, link, range(first, min(first + AT_ONCE, plan.nights))))
    return club


def _nights(plan: Plan, club: Club, people: Sequence[Person], link: AccessLink, numbers: range) -> Iterator[WholeNight]:
    ids = {person.name: str(person.pk) for person in people}
    for number in numbers:
        rng = luck(plan, number)
        arranged = meeting(plan, number, rng)
        draft = Draft(club, draw_id(rng), ids)
        hold(arranged, rng, draft, link)
        yield draft.whole()


def hold(arranged: Meeting, rng: Random, book: Book, link: AccessLink | None) -> None:
    """Play a night into a book."""
    evening = Evening(Pen(rng, book, link, arranged.start), arranged.guests)
    evening.play(arranged.new, arranged.rounds, arranged.bettor, over=arranged.over)


def luck(plan: Plan, number: int) -> Random:
    """手气 shǒu qì: each night's own, so that it is the same however many there are before and after it."""
    return Random(f"{plan.seed} {number}")  # noqa: S311 - no secret hangs on it


def draw_id(rng: Random) -> uuid.UUID:
    return uuid.UUID(int=rng.getrandbits(128), version=4)
