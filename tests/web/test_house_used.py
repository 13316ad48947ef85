"""The rules of a night changed on their page: used from the next round on, and named for later nights."""

import re

import pytest
from django.db import OperationalError
from django.urls import reverse

from rounds import house_rules, scorebook
from rounds.book.ruling import Ruling
from rounds.cleaning import clean
from rounds.house_rules import keep, mark_of, remove, rewrite, ruling_of_house
from rounds.models import AccessLink, Club, Event, HouseRules, Session
from rounds.rules.ruleset import RuleSet
from tests.web import hostile
from tests.web.altered import HOME, altered
from tests.web.cast import browser, new_key, next_round, play_round, record, self_draw, tap
from tests.web.house_page import FIELDS, HTMX, address, chosen, next_rules, send

# Using them


def test_used_rules_are_an_event_and_hold_from_the_next_round_on(night: Session, score: AccessLink) -> None:
    record(night, self_draw("A"))
    response = send(score, night, 2, cap="4", base="2")
    assert (response.status_code, response.headers["Location"]) == (302, reverse("table", args=[night.pk]))
    event = night.log().get(position=3)
    assert (event.kind, event.by) == (Event.Kind.SET_RULES, score)
    assert next_rules(night) == Ruling(altered(cap=4, base=2, flower_pig_pays="cap"), "chengdu_home")
    table = browser(score).get(reverse("table", args=[night.pk])).content.decode()
    assert "规矩改了，从下一局起" in table
    assert "底1 · 封顶×8" in table
    for player in "BC":
        record(night, self_draw(player))
    next_round(night)
    assert "底2 · 封顶×16" in browser(score).get(reverse("table", args=[night.pk])).content.decode()


def test_a_watcher_does_not_see_the_form(night: Session, watch: AccessLink) -> None:
    assert browser(watch).get(address(night)).status_code == 404
    assert send(watch, night, 1, cap="4").status_code == 404


def test_a_tap_that_is_behind_changes_nothing_and_keeps_what_was_filled_in(night: Session, score: AccessLink) -> None:
    record(night, self_draw("A"))
    response = send(score, night, 1, cap="4")
    page = response.content.decode()
    assert response.status_code == 409
    assert "这一下没记上" in page
    assert chosen(page, "cap") == ["4"]
    assert 'name="position" value="2"' in page
    assert night.log().count() == 2


def test_the_same_tap_twice_is_one_event(night: Session, score: AccessLink) -> None:
    key = new_key()
    assert [send(score, night, 1, key=key, cap="4").status_code for _ in range(2)] == [302, 302]
    assert send(score, night, 1, key=key, cap="2").status_code == 422
    assert night.log().count() == 2


def test_a_tap_that_was_written_has_its_answer_whatever_becomes_of_the_set(
    night: Session, score: AccessLink, club: Club
) -> None:
    ours = keep(club, "我们家的", Ruling(altered(cap=4), "chengdu_home"))
    key, start = new_key(), f"own:{ours.pk}"
    tapped = {"key": key, "position": 1, "do": "use", "preset": start}

    def sent(**changes: str) -> tuple[int, str]:
        response = browser(score).post(address(night), {**tapped, **changes})
        return response.status_code, response.headers.get("Location", "")

    first = sent()
    assert first == (302, reverse("table", args=[night.pk]))
    renamed = rewrite(ours, "老规矩", Ruling(altered(cap=4), "chengdu_home"), mark_of(ruling_of_house(ours)))
    assert sent() == first
    rewrite(ours, "老规矩", Ruling(altered(cap=2), "chengdu_home"), mark_of(ruling_of_house(renamed)))
    assert sent() == first
    remove(club, ours.pk)
    assert sent() == first
    part = browser(score).post(address(night), tapped, headers=HTMX)
    assert part.status_code == 200
    assert "已经没有了" not in part.content.decode()
    assert sent(preset="huanle")[0] == 422
    assert sent(base="x")[0] == 422
    assert night.log().count() == 2
    assert next_rules(night) == Ruling(altered(cap=4), "chengdu_home", "我们家的")


KEY = "k" * 22


@pytest.mark.parametrize(("key", "position"), [("short", "1"), ("", "1"), (KEY, "x"), (KEY, "")])
def test_a_tap_without_key_or_position_is_refused(night: Session, score: AccessLink, key: str, position: str) -> None:
    fields = {"preset": "chengdu_home", **FIELDS, "cap": "4", "do": "use", "key": key, "position": position}
    assert browser(score).post(address(night), fields).status_code == 400


def test_the_same_rules_again_and_those_of_a_night_that_is_over_are_refused(night: Session, score: AccessLink) -> None:
    response = send(score, night, 1)
    assert response.status_code == 422
    assert "什么都没改" in response.content.decode()
    scorebook.end_night(night, tap(1))
    response = send(score, night, 2, cap="4")
    assert response.status_code == 422
    assert "已经结束" in response.content.decode()


def test_a_database_that_does_not_confirm_is_said_to(
    night: Session, score: AccessLink, own: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("rounds.scorebook.rounds.next_ruling", locked)
    monkeypatch.setattr(house_rules, "_save", locked)
    assert send(score, night, 1, cap="4").status_code == 503
    assert send(own, night, 1, do="keep", name="我们家的").status_code == 503
    assert (night.log().count(), HouseRules.objects.count()) == (1, 0)


# Naming them


def test_the_owner_names_rules_on_the_page_of_a_night_and_goes_on_with_them(night: Session, own: AccessLink) -> None:
    response = send(own, night, 1, do="keep", cap="4", name="  我们家的 ")
    kept = HouseRules.objects.get()
    assert (kept.club, kept.name, kept.preset) == (night.club, "我们家的", "chengdu_home")
    assert RuleSet.from_json(kept.rules) == altered(cap=4, flower_pig_pays="cap")
    assert response.status_code == 303
    assert response.headers["Location"].startswith(f"{address(night)}?preset=own:{kept.pk}")
    assert night.log().count() == 1
    page = browser(own).get(response.headers["Location"]).content.decode()
    assert f'<option value="own:{kept.pk}" selected>我们家的</option>' in page
    assert "和成都家庭局比，改了1处" in page
    used = {"key": new_key(), "position": 1, "do": "use", "preset": f"own:{kept.pk}"}
    assert browser(own).post(address(night), used).status_code == 302
    assert next_rules(night).house == "我们家的"


def test_a_scorer_may_use_the_clubs_rules_and_not_name_any(night: Session, score: AccessLink, club: Club) -> None:
    keep(club, "我们家的", Ruling(altered(cap=4), "chengdu_home"))
    page = browser(score).get(address(night)).content.decode()
    assert ">我们家的</option>" in page
    assert "data-keep-rules" not in page
    assert send(score, night, 1, do="keep", name="别的").status_code == 404
    assert HouseRules.objects.count() == 1


def test_the_same_name_again_is_another_rule_set_and_old_rounds_keep_theirs(
    night: Session, own: AccessLink, club: Club
) -> None:
    first = keep(club, "我们家的", Ruling(altered(base=3), "chengdu_home"))
    used = {"key": new_key(), "position": 1, "do": "use", "preset": f"own:{first.pk}"}
    browser(own).post(address(night), used)
    play_round(night)
    next_round(night)
    warned = send(own, night, 6, do="keep", base="5", name="我们家的")
    assert warned.status_code == 422
    assert "已经有一套规矩叫这个名字" in warned.content.decode()
    assert HouseRules.objects.get().rules["base"] == 3
    pressed = pressable(warned.content.decode())
    for _ in range(2):
        assert send(own, night, 6, do="", base="5", name="我们家的", **pressed).status_code == 303
    assert HouseRules.objects.get().rules["base"] == 5
    row = night.played().get(number=2)
    assert (row.house, row.rules["base"]) == ("我们家的", 3)


def pressable(page: str) -> dict[str, str]:
    """What the button sends that replaces the set that the page warns of."""
    (mark,) = re.findall(r'<button [^>]*name="instead-of" value="(\w+)"', page)
    return {"instead-of": mark}


def test_a_set_that_has_changed_since_the_page_warned_of_it_is_not_replaced(
    night: Session, own: AccessLink, club: Club
) -> None:
    ours = keep(club, "我们家的", Ruling(altered(base=3), "chengdu_home"))
    pressed = pressable(send(own, night, 1, do="keep", base="5", name="我们家的").content.decode())
    rewrite(ours, "我们家的", Ruling(altered(base=7), "chengdu_home"), mark_of(ruling_of_house(ours)))
    again = send(own, night, 1, do="", base="5", name="我们家的", **pressed)
    assert again.status_code == 422
    assert pressable(again.content.decode()) != pressed
    assert HouseRules.objects.get().rules["base"] == 7


def test_rules_keep_the_clubs_name_while_nothing_but_the_base_differs(
    night: Session, own: AccessLink, club: Club
) -> None:
    start = f"own:{keep(club, '我们家的', Ruling(HOME, 'chengdu_home')).pk}"
    send(own, night, 1, preset=start, base="5")
    assert (next_rules(night).house, next_rules(night).rules.base) == ("我们家的", 5)
    send(own, night, 2, preset=start, base="5", cap="4")
    assert (next_rules(night).house, next_rules(night).preset) == ("", "chengdu_home")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "起个名字"),
        ("  ", "起个名字"),
        ("字" * 41, "最多40个字"),
        ("a\u202eb", "改变书写方向"),
        ("a\x00b", "打不出来的字符"),
        ("成都家庭局", "已经有一套现成的规矩叫这个"),
        ("成都\u200b家庭局", "已经有一套现成的规矩叫这个"),
        ("成\u200d都\u2068家庭\u2069局\ufe0f", "已经有一套现成的规矩叫这个"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_at_its_field(
    night: Session, own: AccessLink, name: str, sentence: str
) -> None:
    response = send(own, night, 1, do="keep", cap="4", name=name)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'id="e-name"' in page
    assert chosen(page, "cap") == ["4"]
    assert not HouseRules.objects.exists()


def test_rules_that_cannot_be_are_not_named(night: Session, own: AccessLink) -> None:
    assert send(own, night, 1, do="keep", cap="none", name="我们家的").status_code == 422
    assert not HouseRules.objects.exists()


def test_a_name_that_means_harm_is_text(night: Session, own: AccessLink) -> None:
    send(own, night, 1, do="keep", cap="4", name=hostile.LONG)
    for path in (address(night), "/house/", "/new/", "/rules/"):
        assert hostile.is_escaped(browser(own).get(path).content.decode(), clean(hostile.LONG))


def test_a_club_does_not_see_the_rules_of_another(night: Session, score: AccessLink) -> None:
    other = Club.objects.create(name="别的俱乐部")
    foreign = keep(other, "外人的", Ruling(HOME, "chengdu_home"))
    assert "外人的" not in browser(score).get(address(night)).content.decode()
    assert send(score, night, 1, preset=f"own:{foreign.pk}").status_code == 422
