"""The links of a night, and the page that leads everywhere else."""

import html
import re

import pytest
import segno
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.links import link_token
from rounds.models import AccessLink, Club, Session
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet, changed
from rounds.screens.house import heading, house, summary
from rounds.screens.qr import qr
from tests.web.cast import START, browser, next_round, open_night, play_round


def page(link: AccessLink, session: Session, name: str = "links", host: str = "testserver") -> str:
    response = browser(link).get(reverse(name, args=[session.pk]), headers={"host": host})
    assert response.status_code == 200
    return response.content.decode()


def address(link: AccessLink, site: str = "http://testserver") -> str:
    return site + reverse("key", args=[link_token(link)])


def drawn(path: str, size: int) -> list[list[int]]:
    """The modules that an SVG path of rectangles covers."""
    modules = [[0] * size for _ in range(size)]
    for x, y, run, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert run == back
        for column in range(int(x), int(x) + int(run)):
            modules[int(y)][column] += 1
    return modules


def test_a_watcher_sees_the_watch_link_alone(night: Session, watch: AccessLink, score: AccessLink) -> None:
    shown = page(watch, night)
    assert address(watch) in shown
    assert link_token(score) not in shown
    assert shown.count('class="qr"') == 1


def test_who_scores_sees_the_score_link_folded_away(
    night: Session, watch: AccessLink, score: AccessLink, own: AccessLink
) -> None:
    for link in (score, own):
        shown = page(link, night)
        before, folded = shown.split("<details")
        assert address(watch) in before
        assert address(score) in folded
        assert link_token(score) not in before
        assert link_token(own) not in shown


def test_the_code_says_the_address_of_the_host_that_was_asked(night: Session, watch: AccessLink) -> None:
    shown = page(watch, night, host="127.0.0.1:8000")
    expected = qr(address(watch, "http://127.0.0.1:8000"))
    assert f'd="{expected.path}"' in shown
    assert f'viewBox="0 0 {expected.size} {expected.size}"' in shown


def test_the_code_is_drawn_module_by_module() -> None:
    text = "http://192.168.1.20:8000/k/abcdefghijklmnopqrstuvwxyz234567/"
    code = qr(text)
    matrix = segno.make(text, error="m", micro=False).matrix_iter(border=4)
    assert drawn(code.path, code.size) == [list(row) for row in matrix]


def test_a_revoked_link_is_not_shown(night: Session, watch: AccessLink, score: AccessLink) -> None:
    watch.revoked_at = START
    watch.save()
    shown = page(score, night)
    assert link_token(watch) not in shown
    assert "已经停用" in shown


def test_another_nights_links_are_not_shown(night: Session, club: Club, own: AccessLink) -> None:
    other = open_night(club)
    shown = page(own, night)
    assert not any(link_token(link) in shown for link in other.links.all())


def test_the_links_take_two_queries(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        page(watch, night)


def test_more_leads_everywhere_and_home_for_the_owner_alone(night: Session, watch: AccessLink, own: AccessLink) -> None:
    for link in (watch, own):
        shown = page(link, night, "more")
        for name in ("night", "ledger", "links", "ledger_csv", "rounds_csv", "table"):
            assert f'href="{reverse(name, args=[night.pk])}"' in shown
        assert ('href="/"' in shown) == (link == own)


def test_more_shows_the_house_rules_of_the_newest_round(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_round(night)
    next_round(night)
    with django_assert_num_queries(2):
        shown = page(watch, night, "more")
    assert "成都家庭局" in shown
    assert "改过" not in shown
    for name, value in (("封顶", "封顶3番×8"), ("退税", "没叫，杠钱退回"), ("花猪付", "8倍底（封顶）")):
        assert re.search(rf">{name}</dt><dd[^>]*>{value}<", html.unescape(shown))


@pytest.mark.parametrize("key", presets())
def test_every_option_of_every_preset_is_said_and_none_is_marked_as_changed(key: str) -> None:
    preset = presets()[key]
    told = house(preset.rules, key)
    assert told.name == preset.name
    assert told.changes == 0
    assert all(option.name and option.value for option in told.options)
    asked = len(preset.rules.to_json()) - (2 if preset.rules.kong_transfer == "none" else 0)
    assert len(told.options) == asked
    assert len({option.name for option in told.options}) == asked


OTHER_VALUES = {
    "base": 5,
    "plain_fans": 1,
    "cap": None,
    "patterns": {"plain": 0},
    "root_fans": 0,
    "dragon_absorbs_root": False,
    "kong_fans": {"concealed": 2},
    "win_after_kong_fans": {"concealed": 3},
    "bonus_fans": {"under_the_sea": 1},
    "self_draw": "add_fan",
    "kong_pay": {"exposed_others": 1},
    "fed_kong_win": "feeder",
    "kong_transfer": "return",
    "kong_transfer_after": "promoted",
    "kong_transfer_shares": "split",
    "flower_pig_pays": 16,
    "flower_pig_paid_to": "pot",
    "flower_pig_ready_check": True,
    "ready_check": "worst",
    "dead_wait": "concealed_tiles",
    "price_difference": True,
    "kong_refund": False,
    "mode": "single_win",
    "next_dealer": "dice",
    "void_suit": False,
    "leave": {"pays": 3, "ends_round": True, "winner_forfeits": True, "refund_to_leaver": True},
}


def altered(**options: object) -> RuleSet:
    also: dict[str, object] = {"flower_pig_pays": 16} if "cap" in options else {}
    if "plain_fans" in options:
        also["patterns"] = {"plain": 1}
    return RuleSet.from_json(changed(presets()["chengdu_home"].rules.to_json(), {**also, **options}))


@pytest.mark.parametrize("option", presets()["chengdu_home"].rules.to_json())
def test_an_option_that_is_not_as_in_the_preset_is_marked_and_said_otherwise(option: str) -> None:
    first = {said.name: said.value for said in house(presets()["chengdu_home"].rules, "chengdu_home").options}
    rules = altered(**{option: OTHER_VALUES[option]})
    told = house(rules, "chengdu_home")
    before, after = presets()["chengdu_home"].rules.to_json(), rules.to_json()
    assert told.changes == sum(before[name] != after[name] for name in before)
    assert any(said.changed and said.value != first[said.name] for said in told.options)


def test_rules_of_a_preset_that_is_gone_are_shown_without_marks() -> None:
    told = house(altered(base=3), "forgotten")
    assert (told.name, told.changes) == ("forgotten", 0)


def test_stakes_and_summary_of_a_table_without_a_cap() -> None:
    rules = altered(cap=None)
    assert heading(rules) == "底1 · 不封顶"
    assert summary(rules).startswith("底1 · 不封顶 · ")
