"""自家规矩 that two people change at once, or one twice: nobody's set is written over unseen, and none comes back."""

import re
from dataclasses import replace
from typing import Any

import pytest

from rounds.house_rules import keep, mark_of, remove, rewrite, ruling_of_house
from rounds.models import AccessLink, Club, HouseRules
from rounds.typed_rules import fields_of
from tests.web.altered import HOME, altered
from tests.web.cast import browser
from tests.web.test_own_rules import OURS, edit, names, send


@pytest.fixture
def ours(club: Club) -> HouseRules:
    """A rule set that the club has named."""
    return keep(club, "我们家的", OURS)


def mark_on(page: str) -> str:
    """The mark of the set that a page's form was made of."""
    (mark, again) = re.findall(r'name="made-of" value="(\w+)"', page)
    assert mark == again
    return str(mark)


def test_of_two_changes_of_one_set_the_later_is_held_up_and_shown_what_the_other_did(
    own: AccessLink, ours: HouseRules
) -> None:
    mark = mark_on(browser(own).get(edit(ours)).content.decode())
    assert send(own, edit(ours), altered(cap=4, base=5), made_of=mark, name="我们家的").status_code == 303
    late = send(own, edit(ours), altered(cap=3, base=2), made_of=mark, name="我们家的那套")
    page = late.content.decode()
    assert late.status_code == 409
    assert "刚才别处改过这套规矩" in page
    assert re.search(r"底</dt><dd[^>]*>现在存的：5 <span[^>]*>这一页：2<", page)
    assert 'name="cap" value="3" checked' in page
    assert 'name="name" value="我们家的那套"' in page
    now = ruling_of_house(HouseRules.objects.get())
    assert now.rules.base == 5
    assert mark_on(page) == mark_of(now) != mark
    late = send(own, edit(ours), altered(cap=3, base=2), made_of=mark_on(page), name="我们家的那套")
    assert late.status_code == 303
    assert ruling_of_house(HouseRules.objects.get()).rules == altered(cap=3, base=2)


def test_a_form_that_does_not_say_what_it_was_made_of_changes_nothing(own: AccessLink, ours: HouseRules) -> None:
    assert send(own, edit(ours), name="我们家的", made_of="").status_code == 409
    assert ruling_of_house(HouseRules.objects.get()).rules == OURS.rules


def test_to_look_at_samples_does_not_make_an_old_form_new(own: AccessLink, ours: HouseRules) -> None:
    mark = mark_on(browser(own).get(edit(ours)).content.decode())
    send(own, edit(ours), altered(base=5), name="我们家的")
    for fields in ({**fields_of(HOME), "preset": "chengdu_home"}, {"preset": "huanle"}):
        assert mark_on(browser(own).get(edit(ours), {**fields, "made-of": mark}).content.decode()) == mark


def test_the_same_change_sent_twice_is_saved_once_and_answered_alike(own: AccessLink, ours: HouseRules) -> None:
    mark = mark_on(browser(own).get(edit(ours)).content.decode())
    for _ in range(2):
        response = send(own, edit(ours), altered(base=5), made_of=mark, name="老规矩")
        assert (response.status_code, response.headers["Location"]) == (303, "/house/")


def test_a_set_that_was_removed_meanwhile_does_not_come_back(
    own: AccessLink, club: Club, ours: HouseRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = mark_of(ruling_of_house(ours))

    def too_late(*asked: Any) -> HouseRules:
        remove(club, ours.pk)
        return rewrite(*asked)

    monkeypatch.setattr("rounds.views.houses.rewrite", too_late)
    assert send(own, edit(ours), altered(base=5), name="我们家的", made_of=mark).status_code == 404
    assert names() == []
    with pytest.raises(HouseRules.DoesNotExist):
        rewrite(ours, "我们家的", OURS, mark)
    assert names() == []


@pytest.mark.parametrize("name", ["我们家的", "我们\u200b家的"])
def test_a_new_one_does_not_replace_one_that_has_the_name(own: AccessLink, ours: HouseRules, name: str) -> None:
    response = send(own, "/house/new/", altered(base=5), name=name)
    page = response.content.decode()
    assert response.status_code == 422
    assert "已经有一套规矩叫这个名字：换个名字，或者去改那一套" in page
    assert f'href="{edit(ours)}"' in page
    assert 'name="base" value="5" checked' in page
    assert ruling_of_house(HouseRules.objects.get()) == replace(OURS, house="我们家的")
