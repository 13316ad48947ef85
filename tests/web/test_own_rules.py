"""自家规矩 zì jiā guī ju: the pages on which a club keeps its own rule sets, and where they can be chosen."""

import re
import uuid
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.urls import reverse

from rounds.book.audit import first_fault
from rounds.book.refusals import NotNow
from rounds.book.ruling import Ruling
from rounds.house_rules import Offer, keep, made_from, mark_of, offers, rewrite, ruling_of_house, start_of
from rounds.models import AccessLink, Club, HouseRules, Session, Spelt
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from rounds.typed_rules import fields_of
from tests.web.altered import HOME, altered
from tests.web.cast import browser, new_key, next_round, play_round

OURS = Ruling(altered(cap=4, base=2), "chengdu_home")


@pytest.fixture
def ours(club: Club) -> HouseRules:
    """A rule set that the club has named."""
    return keep(club, "我们家的", OURS)


def edit(row: HouseRules) -> str:
    return reverse("edit_house", args=[row.pk])


def send(own: AccessLink, path: str, rules: RuleSet = HOME, **fields: str) -> Any:
    """Sends the form with these rules, made of what is kept there; an underscore in a name stands for a hyphen."""
    made_of = re.search(r'name="made-of" value="(\w+)"', browser(own).get(path).content.decode())
    filled = {"made-of": made_of[1] if made_of else "", "preset": "chengdu_home", **fields_of(rules), "do": "keep"}
    return browser(own).post(path, filled | {name.replace("_", "-"): text for name, text in fields.items()})


def names() -> list[str]:
    return list(HouseRules.objects.order_by(Spelt("name")).values_list("name", flat=True))


# The list


def test_a_club_without_rules_of_its_own_is_shown_the_way(own: AccessLink) -> None:
    page = browser(own).get("/house/").content.decode()
    assert "还没有" in page
    assert 'href="/house/new/"' in page


def test_the_list_says_what_each_is_and_how_far_it_is_from_its_preset(own: AccessLink, ours: HouseRules) -> None:
    page = browser(own).get("/house/").content.decode()
    assert f'href="{edit(ours)}"' in page
    assert "底2 · 封顶4番×16" in page
    assert "比成都家庭局改了3处" in page


# Making, changing, removing


def test_a_new_one_starts_from_any_rule_set(own: AccessLink, ours: HouseRules) -> None:
    for key, first in (("huanle", "欢乐麻将"), (f"own:{ours.pk}", "成都家庭局")):
        page = browser(own).get("/house/new/", {"preset": key}).content.decode()
        assert f'value="{key}" selected' in page
        assert f"和{first}" in page


def test_a_new_one_is_kept_under_its_name(own: AccessLink, club: Club) -> None:
    response = send(own, "/house/new/", OURS.rules, name="周五那桌")
    assert (response.status_code, response.headers["Location"]) == (303, "/house/")
    row = HouseRules.objects.get()
    assert (row.club, row.name, row.preset) == (club, "周五那桌", "chengdu_home")
    assert RuleSet.from_json(row.rules) == OURS.rules


def test_sent_twice_it_is_one(own: AccessLink) -> None:
    for _ in range(2):
        send(own, "/house/new/", name="周五那桌")
    assert names() == ["周五那桌"]


def test_it_can_be_looked_at_before_it_is_kept(own: AccessLink) -> None:
    response = send(own, "/house/new/", altered(cap=5), do="look", name="周五那桌")
    assert response.status_code == 200
    assert 'value="周五那桌"' in response.content.decode()
    part = browser(own).get("/house/new/", {**fields_of(HOME), "cap": "2"}, headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith("<main")
    assert "×4 = 4" in part.content.decode()
    assert names() == []


@pytest.mark.parametrize(("name", "sentence"), [("", "起个名字"), ("字" * 41, "最多40个字")])
def test_a_name_that_cannot_be_kept_is_refused(own: AccessLink, name: str, sentence: str) -> None:
    response = send(own, "/house/new/", name=name)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert names() == []


def test_rules_that_cannot_be_are_refused(own: AccessLink, ours: HouseRules) -> None:
    for path in ("/house/new/", edit(ours)):
        response = browser(own).post(path, {**fields_of(HOME), "cap": "none", "do": "keep", "name": "别的"})
        assert response.status_code == 422
        assert "没法按封顶付" in response.content.decode()
    assert names() == ["我们家的"]


def test_one_can_be_changed_and_renamed(own: AccessLink, ours: HouseRules) -> None:
    page = browser(own).get(edit(ours)).content.decode()
    assert 'name="cap" value="4" checked' in page
    assert 'name="name" value="我们家的"' in page
    assert send(own, edit(ours), altered(cap=2), name="老规矩").status_code == 303
    row = HouseRules.objects.get()
    assert (row.pk, row.name, row.rules["cap"]) == (ours.pk, "老规矩", 2)


def test_the_name_of_another_is_refused(own: AccessLink, club: Club, ours: HouseRules) -> None:
    keep(club, "周五那桌", Ruling(HOME, "chengdu_home"))
    for name in ("周五那桌", "周五\u200b那桌", "周五\u2060那\u200d桌"):
        response = send(own, edit(ours), name=name)
        assert response.status_code == 422
        assert "已经有一套规矩叫这个名字" in response.content.decode()
    with pytest.raises(NotNow, match="name_taken"):
        rewrite(ours, "周五那桌", OURS, mark_of(ruling_of_house(ours)))
    assert names() == ["周五那桌", "我们家的"]


def test_one_can_be_removed_and_stays_removed(own: AccessLink, ours: HouseRules) -> None:
    for _ in range(2):
        response = browser(own).post(reverse("remove_house", args=[ours.pk]))
        assert (response.status_code, response.headers["Location"]) == (303, "/house/")
        assert names() == []
    assert browser(own).get(edit(ours)).status_code == 404


def test_a_database_that_does_not_confirm_is_said_to(
    own: AccessLink, ours: HouseRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(**_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(transaction, "atomic", locked)
    assert send(own, "/house/new/", name="周五那桌").status_code == 503
    assert send(own, edit(ours), name="周五那桌").status_code == 503
    assert browser(own).post(reverse("remove_house", args=[ours.pk])).status_code == 503
    assert names() == ["我们家的"]


def test_another_club_cannot_reach_it(own: AccessLink, ours: HouseRules) -> None:
    foreign = keep(Club.objects.create(name="别的俱乐部"), "外人的", OURS)
    assert browser(own).get(edit(foreign)).status_code == 404
    assert send(own, edit(foreign), name="抢来的").status_code == 404
    browser(own).post(reverse("remove_house", args=[foreign.pk]))
    assert names() == ["外人的", "我们家的"]


def test_equal_names_in_two_clubs_are_two_rule_sets(club: Club, ours: HouseRules) -> None:
    keep(Club.objects.create(name="别的俱乐部"), "我们家的", Ruling(HOME, "chengdu_home"))
    assert names() == ["我们家的", "我们家的"]
    assert offers(club)[f"own:{ours.pk}"].ruling.rules == OURS.rules


# Choosing one


def test_own_rule_sets_are_offered_before_the_presets(club: Club, ours: HouseRules) -> None:
    assert list(offers(club)) == [f"own:{ours.pk}", *presets()]


def test_what_a_night_was_started_from_is_found_again(club: Club, ours: HouseRules) -> None:
    known = offers(club)
    named = Ruling(OURS.rules, "chengdu_home", "我们家的")
    assert start_of(known, named).key == f"own:{ours.pk}"
    assert start_of(known, Ruling(OURS.rules, "huanle")).key == "huanle"
    assert start_of(known, Ruling(OURS.rules, "huanle", "忘了的")).key == "huanle"
    assert start_of(known, Ruling(OURS.rules, "forgotten")).key == "chengdu_home"


def test_rules_made_from_a_set_keep_its_name_while_only_the_base_differs() -> None:
    offer = Offer("own:x", "我们家的", Ruling(OURS.rules, "chengdu_home", "我们家的"))
    assert made_from(offer, altered(cap=4, base=9)).house == "我们家的"
    assert made_from(offer, altered(cap=3, base=2)) == Ruling(altered(cap=3, base=2), "chengdu_home")


def test_a_night_can_be_played_by_it(own: AccessLink, ours: HouseRules) -> None:
    page = browser(own).get("/new/").content.decode()
    assert re.search(rf'<option value="own:{ours.pk}" data-says="底2 · 封顶4番×16[^>]*>我们家的</option>', page)
    assert "自己的规矩" in page
    form = {"name-A": "张三", "name-B": "李四", "dealer": "A", "preset": f"own:{ours.pk}", "key": new_key()}
    assert browser(own).post("/new/", form).status_code == 303
    night = Session.objects.get()
    row = night.played().get()
    assert (row.house, row.preset) == ("我们家的", "chengdu_home")
    assert RuleSet.from_json(row.rules) == OURS.rules
    browser(own).post(reverse("remove_house", args=[ours.pk]))
    play_round(night)
    next_round(night)
    assert night.played().get(number=2).house == "我们家的"
    for path in (reverse("more", args=[night.pk]), reverse("round", args=[night.pk, 1])):
        assert "我们家的" in browser(own).get(path).content.decode()
    assert f'{reverse("rules", args=[night.pk])}?round=1"' in browser(own).get(path).content.decode()
    night.refresh_from_db()
    assert first_fault(night) is None


def test_a_night_that_was_started_by_it_is_answered_again_when_it_is_gone(own: AccessLink, ours: HouseRules) -> None:
    form = {"name-A": "张三", "name-B": "李四", "dealer": "A", "preset": f"own:{ours.pk}", "key": new_key()}

    def sent(**changes: str) -> tuple[int, str]:
        response = browser(own).post("/new/", {**form, **changes})
        return response.status_code, response.headers.get("Location", "")

    first = sent()
    assert first == (303, reverse("table", args=[Session.objects.get().pk]))
    rewrite(ours, "老规矩", Ruling(altered(cap=2), "chengdu_home"), mark_of(ruling_of_house(ours)))
    assert sent() == first
    browser(own).post(reverse("remove_house", args=[ours.pk]))
    assert sent() == first
    assert sent(preset="huanle")[0] == sent(dealer="B")[0] == 422
    assert sent(key=new_key())[0] == 422, "a night that is new cannot be played by what is gone"
    assert Session.objects.count() == 1


def test_its_base_can_be_another_for_a_night(own: AccessLink, ours: HouseRules) -> None:
    form = {"name-A": "张三", "name-B": "李四", "dealer": "A", "preset": f"own:{ours.pk}", "base": "10"}
    browser(own).post("/new/", {**form, "key": new_key()})
    row = Session.objects.get().played().get()
    assert (row.house, row.rules["base"], row.rules["cap"]) == ("我们家的", 10, 4)


@pytest.mark.parametrize("key", ["own:", "own:x", f"own:{uuid.UUID(int=5)}", "own"])
def test_one_that_is_not_there_starts_no_night(own: AccessLink, key: str) -> None:
    form = {"name-A": "张三", "name-B": "李四", "dealer": "A", "preset": key, "key": new_key()}
    response = browser(own).post("/new/", form)
    assert response.status_code == 422
    assert "没有这套规矩" in response.content.decode()
