"""换规矩算一遍: a night and a round by other rules, beside what they came to; nothing is written."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from rounds import scorebook
from rounds.book.ruling import Ruling
from rounds.house_rules import keep
from rounds.models import AccessLink, Club, Event, Session
from rounds.rules.events import CalledFans, CalledPattern, HandState, Leave, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.log import Amend
from rounds.rules.patterns import Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import SelfDraw
from tests.web import hostile
from tests.web.cast import (
    browser,
    change,
    concealed_kong,
    discard,
    next_round,
    nobody_ready,
    open_night,
    play_round,
    record,
    self_draw,
    set_rules,
    tap,
)
from tests.web.test_night import cells

HOME, TEAHOUSE = "chengdu_home", "chengdu_teahouse"
"""The rules of the night: base 1, a plain hand is no fan, a self-draw earns one base more. The others: base 2, a plain
hand is one fan, a self-draw earns nothing more, and nobody plays 将对."""


def ask(link: AccessLink, session: Session, **asked: str | int) -> Any:
    return browser(link).get(reverse("what_if", args=[session.pk]), asked)


def page(link: AccessLink, session: Session, **asked: str | int) -> str:
    response = ask(link, session, **asked)
    assert response.status_code == 200
    return str(response.content.decode())


def seen(shown: str) -> str:
    """What the reader of the page sees, its spaces alike."""
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", shown.split('<div class="body">')[1])).split())


def triplets(player: str, discarder: str, pattern: Pattern = Pattern.GENERALS) -> Win:
    return Win(WinBy.DISCARD, (Winner(player, CalledPattern(pattern)),), discarder)


def test_nothing_is_settled_before_rules_are_chosen(night: Session, watch: AccessLink) -> None:
    shown = page(watch, night)
    assert "选一套规矩" in shown
    for preset in presets().values():
        assert f'<option value="{preset.key}">{preset.name}</option>' in shown
    assert cells(shown) == []


def test_a_night_by_its_own_rules_comes_to_the_same(night: Session, watch: AccessLink) -> None:
    play_round(night)
    assert cells(page(watch, night, rules=HOME)) == [
        ["合计", "张三", "李四", "王五", "赵六"],
        ["原来", "+9", "+3", "−3", "−9"],
        ["换了", "+9", "+3", "−3", "−9"],
        ["相差", "0", "0", "0", "0"],
        ["第1局 胡完", "+9", "+3", "−3", "−9"],
    ]


def test_a_night_by_other_rules_stands_beside_what_it_came_to_round_by_round(night: Session, watch: AccessLink) -> None:
    record(night, self_draw("A", fans=1))
    record(night, self_draw("B"))
    record(night, self_draw("C"))
    next_round(night)
    record(night, nobody_ready("A", "B", "C", "D"))
    shown = page(watch, night, rules=TEAHOUSE)
    assert cells(shown) == [
        ["合计", "张三", "李四", "王五", "赵六"],
        ["原来", "+9", "+1", "−3", "−7"],
        ["换了", "+12", "0", "−4", "−8"],
        ["相差", "+3", "−1", "−1", "−1"],
        ["第2局 流局", "0", "0", "0", "0"],
        ["第1局 胡完", "+12 原+9", "0 原+1", "−4 原−3", "−8 原−7"],
    ]
    assert "原来 成都家庭局 · 底1 · 封顶×8 换成 成都茶馆 · 底2 · 封顶×8" in seen(shown)
    assert f'href="?rules={TEAHOUSE}&amp;round=1"' in shown


def test_the_base_can_be_kept(night: Session, watch: AccessLink) -> None:
    record(night, self_draw("A", fans=1))
    shown = page(watch, night, rules=TEAHOUSE, base="kept")
    assert cells(shown)[2] == ["换了", "+6", "−2", "−2", "−2"]
    assert "换成 成都茶馆 · 底1 · 封顶×8" in seen(shown)
    assert f'href="?rules={TEAHOUSE}&amp;round=1&amp;base=kept"' in shown


def test_one_round_shows_the_payments_that_differ_with_both_reasons(night: Session, watch: AccessLink) -> None:
    record(night, self_draw("A", fans=1))
    record(night, discard("B", "C", fans=0))
    shown = page(watch, night, rules=TEAHOUSE, round=1, base="kept")
    assert [row[0] for row in cells(shown)] == ["合计", "原来", "换了", "相差"]
    assert "张三 自摸 李四 、 王五 、 赵六 张三 原来 各1 自摸加底 · 底1 换了 不付" in seen(shown)
    assert "李四 点炮" not in seen(shown), "it costs the same"


def test_what_each_would_pay_stands_with_what_he_paid(night: Session, watch: AccessLink) -> None:
    record(night, discard("B", "A", "C", fans=2))
    assert "张三、王五 胡 李四 点炮 李四 张三 、 王五 原来 各4 报 2番 ×4 · 底1 换了 各8 报 3番 ×4 · 底2" in seen(
        page(watch, night, rules=TEAHOUSE, round=1)
    )


def test_the_page_says_how_called_numbers_were_read(club: Club, night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("A"))
    assert "报了番数" not in page(watch, night, rules=TEAHOUSE)
    record(night, self_draw("A"))
    assert "报的番数都加1番" in page(watch, night, rules=TEAHOUSE)
    assert "报的番数都" not in page(watch, night, rules="multipliers")
    other = open_night(club, preset=TEAHOUSE)
    record(other, Leave("A", {"B": HandState(WallState.READY, CalledFans(1))}))
    assert "报的番数都减1番" in page(other.links.get(right="watch"), other, rules=HOME)


def test_what_cannot_have_happened_there_is_listed_with_its_sentence(night: Session, watch: AccessLink) -> None:
    record(night, triplets("A", "B"))
    record(night, triplets("C", "B", Pattern.PLAIN))
    for shown in (page(watch, night, rules=TEAHOUSE), page(watch, night, rules=TEAHOUSE, round=1)):
        assert "第1局 张三 胡 李四 点炮 这桌不算将对，张三 胡不了" in seen(shown)
        assert f'href="{reverse("why", args=[night.pk, 1, 0])}"' in shown
        assert cells(shown)[2] == ["换了", "0", "−2", "+2", "0"]
    assert "不成立" not in page(watch, night, rules="multipliers")


def test_what_could_not_have_happened_as_it_was_played_keeps_its_own_sentence(
    night: Session, watch: AccessLink
) -> None:
    first = record(night, self_draw("A")).event.position
    record(night, self_draw("B"))
    change(night, Amend(self_draw("B"), first))
    assert "李四 自摸 李四 已经胡了" in seen(page(watch, night, rules=TEAHOUSE))


def test_a_round_that_would_not_be_over_says_so(night: Session, watch: AccessLink) -> None:
    record(night, triplets("A", "B"))
    record(night, self_draw("B"))
    record(night, self_draw("C"))
    assert cells(page(watch, night, rules=TEAHOUSE))[4][0] == "第1局 还不算完"


def test_the_pot_has_a_column_where_it_would_be_paid(night: Session, watch: AccessLink) -> None:
    pig = HandState(WallState.FLOWER_PIG)
    record(night, WallOut({"A": pig, **{player: HandState(WallState.NOT_READY) for player in "BCD"}}))
    assert cells(page(watch, night, rules=HOME))[0][-1] == "赵六"
    assert cells(page(watch, night, rules="sbr_2025"))[:3] == [
        ["合计", "张三", "李四", "王五", "赵六", "台费"],
        ["原来", "−24", "+8", "+8", "+8", "0"],
        ["换了", "−24", "0", "0", "0", "+24"],
    ]


def test_rounds_that_were_played_by_different_rules_are_each_told_from_their_own(
    night: Session, watch: AccessLink
) -> None:
    play_round(night)
    set_rules(night, base=5)
    next_round(night)
    record(night, self_draw("A", fans=1))
    shown = page(watch, night, rules=TEAHOUSE, base="kept")
    assert "原来 各局有各局的规矩" in seen(shown)
    assert cells(shown)[4:] == [
        ["第2局 正在打", "+30 原+45", "−10 原−15", "−10 原−15", "−10 原−15"],
        ["第1局 胡完", "+6 原+9", "+2 原+3", "−2 原−3", "−6 原−9"],
    ]
    assert "原来 成都家庭局 · 底5 · 封顶×8" in seen(page(watch, night, rules=TEAHOUSE, round=2))


def test_a_preset_that_is_gone_is_called_by_its_key(night: Session, watch: AccessLink) -> None:
    night.played().update(preset="gone")
    assert "原来 gone · 底1" in seen(page(watch, night, rules=TEAHOUSE))


def test_the_clubs_own_rules_can_be_chosen_and_no_other_clubs(club: Club, night: Session, score: AccessLink) -> None:
    rules = replace(presets()[HOME].rules, self_draw=SelfDraw.NONE, cap=5)
    ours = keep(club, "我们家的", Ruling(rules, HOME))
    theirs = keep(Club.objects.create(name="别的俱乐部"), "他们家的", Ruling(rules, HOME))
    record(night, self_draw("A"))
    shown = page(score, night, rules=f"own:{ours.pk}")
    assert f'<option value="own:{ours.pk}" selected>我们家的</option>' in shown
    assert "换成 我们家的 · 底1 · 封顶×32" in seen(shown)
    assert cells(shown)[2] == ["换了", "+3", "−1", "−1", "−1"]
    assert "他们家的" not in shown
    assert ask(score, night, rules=f"own:{theirs.pk}").status_code == 400


def test_who_only_watches_is_offered_none_of_the_clubs_own_rules(
    club: Club, night: Session, watch: AccessLink, own: AccessLink
) -> None:
    secret = keep(club, "改天再打的", Ruling(replace(presets()[HOME].rules, cap=5), HOME))
    shown = page(watch, night)
    assert "改天再打的" not in shown
    assert "own:" not in shown
    refused = ask(watch, night, rules=f"own:{secret.pk}")
    assert refused.status_code == 400
    assert "改天再打的" not in refused.content.decode()
    assert "改天再打的" in page(own, night)


def test_the_rules_of_the_night_itself_can_be_chosen_by_all(
    club: Club, night: Session, watch: AccessLink, score: AccessLink
) -> None:
    played = Ruling(replace(presets()[HOME].rules, self_draw=SelfDraw.NONE, cap=5), HOME, "我们家的")
    assert "这桌的规矩" not in page(watch, night), "it is a preset"
    play_round(night)
    scorebook.set_rules(night, tap(4), played)
    next_round(night)
    for link in (watch, score):
        shown = page(link, night, rules="night")
        assert '<option value="night" selected>这桌的规矩（我们家的）</option>' in shown
        assert "换成 这桌的规矩（我们家的） · 底1 · 封顶×32" in seen(shown)
        assert 'href="?rules=night&amp;round=1"' in shown
    ours = keep(club, "我们家的", played)
    assert f'value="own:{ours.pk}"' in page(score, night)
    assert "这桌的规矩" not in page(score, night), "the same is offered by its name"
    assert "这桌的规矩" in page(watch, night)


def test_rules_that_a_club_has_named_are_called_so(club: Club, watch: AccessLink, night: Session) -> None:
    night.played().update(house="我们家的")
    assert "原来 我们家的 · 底1" in seen(page(watch, night, rules=TEAHOUSE))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"rules": "no_such"}, "没有这套规矩"),
        ({"rules": "own:1"}, "没有这套规矩"),
        ({"rules": HOME, "round": "2"}, "没有这一局"),
        ({"round": "x"}, "没有这一局"),
        ({"rules": HOME, "round": "1", "base": "5"}, "底要么"),
        ({"rules": "\x00", "round": "١", "base": "底"}, "没有这套规矩"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_in_a_sentence(
    night: Session, watch: AccessLink, asked: dict[str, str], sentence: str
) -> None:
    response = ask(watch, night, **asked)
    assert response.status_code == 400
    assert re.search(rf'role="alert">[^<]*{sentence}', response.content.decode())


def test_the_night_and_each_round_lead_to_the_page(night: Session, watch: AccessLink) -> None:
    address = reverse("what_if", args=[night.pk])
    assert f'href="{address}"' in browser(watch).get(reverse("night", args=[night.pk])).content.decode()
    assert f'href="{address}?round=1"' in browser(watch).get(reverse("round", args=[night.pk, 1])).content.decode()
    shown = page(watch, night, round=1)
    assert '<option value="1" selected>' in shown
    assert f'href="{reverse("round", args=[night.pk, 1])}"' in shown


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    record(session, discard("B", "A", "C", "D"))
    shown = page(own, session, rules=TEAHOUSE, round=1)
    assert all(hostile.is_escaped(shown, name) for name in hostile.NAMES.values())


def test_nothing_is_written_and_the_number_of_queries_does_not_grow_with_the_rounds(
    night: Session, watch: AccessLink, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
        with django_assert_num_queries(3) as captured:
            page(watch, night, rules=TEAHOUSE)
        assert all(query["sql"].startswith("SELECT") for query in captured)
    assert set(night.log().values_list("kind", flat=True)) == {
        Event.Kind.OPEN_NIGHT,
        Event.Kind.OPEN_ROUND,
        Event.Kind.CHANGE,
    }
