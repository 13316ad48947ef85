"""The page on which the worth of a point, the table fee and stakes are changed in the middle of a night."""

import html
import re
from io import BytesIO
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.dues import dues
from rounds.book.reading import people_of, standing_payments
from rounds.book.refusals import NotNow
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.exports.archive import club_lines
from rounds.imports.taking import BY_COMMAND, take
from rounds.models import AccessLink, Club, Event, Session
from rounds.money import Money
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from tests.web import hostile
from tests.web.cast import NAMES, browser, new_key, next_round, open_night, play_round, tap
from tests.web.kept import kept


def address(session: Session, name: str = "money") -> str:
    return reverse(name, args=[session.pk])


def page(link: AccessLink, session: Session) -> str:
    response = browser(link).get(address(session))
    assert response.status_code == 200
    return response.content.decode()


def send(link: AccessLink, session: Session, name: str = "money", **fields: str) -> Any:
    session.refresh_from_db()
    told = {field.replace("_", "-"): value for field, value in fields.items()}
    tapped = {"key": new_key(), "position": session.position, "fee-per": "night", "fee-from": "all", **told}
    return browser(link).post(address(session, name), tapped)


def seen(markup: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", markup)).split())


def money_of(session: Session) -> list[object]:
    return [row.money and row.money["per_point"] for row in session.played()]


def test_another_worth_holds_from_the_next_round_on(night: Session, own: AccessLink) -> None:
    response = send(own, night, per_point="0.5", currency="CNY", fee="10", do="next")
    assert (response.status_code, response.headers["Location"]) == (302, address(night))
    shown = page(own, night)
    assert "不算钱" in shown
    assert "第2局起改成：1分0.50元，台费每场每人10元" in shown
    assert 'name="per-point" value="0.50"' in shown
    assert money_of(night) == [None]
    play_round(night)
    next_round(night)
    assert money_of(night) == [None, 50]
    assert "第3局起改成" not in page(own, night)


def test_another_worth_can_hold_in_every_round_of_the_night(night: Session, own: AccessLink) -> None:
    play_round(night)
    next_round(night)
    assert send(own, night, per_point="1", currency="JPY", do="night").status_code == 302
    assert money_of(night) == [1, 1]
    assert ">1分1日元<" in page(own, night)
    night.refresh_from_db()
    assert first_fault(night) is None


def test_no_worth_and_no_fee_are_points_again(club: Club, own: AccessLink) -> None:
    session = open_night(club, money=Money("CNY", 50))
    assert send(own, session, per_point="", fee="", do="night").status_code == 302
    assert money_of(session) == [None]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"per_point": "0.005", "do": "next"}, "一分是0.01元到10,000元"),
        ({"per_point": "1", "currency": "GBP", "do": "next"}, ""),
        ({"per_point": "1", "currency": "???", "do": "next"}, "没有这种钱"),
        ({"per_point": "1", "fee": "x", "do": "next"}, "写0.01元到"),
        ({"per_point": "", "fee": "2.5", "do": "night"}, "写1分到"),
        ({"per_point": "", "do": "next"}, "什么都没改"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    night: Session, own: AccessLink, fields: dict[str, str], sentence: str
) -> None:
    response = send(own, night, **fields)
    assert response.status_code == (422 if sentence else 302)
    assert sentence in response.content.decode()
    assert night.log().filter(kind=Event.Kind.SET_MONEY).exists() == (not sentence)


def test_a_form_that_does_not_say_from_when_on_changes_nothing(night: Session, own: AccessLink) -> None:
    response = send(own, night, per_point="1")
    assert (response.status_code, "从哪一局起这样算" in response.content.decode()) == (422, True)
    assert 'name="per-point" value="1"' in response.content.decode()
    assert night.log().count() == 1


def test_what_was_paid_keeps_the_night_in_its_currency(club: Club, own: AccessLink) -> None:
    session = open_night(club, money=Money("CNY", 50))
    play_round(session)
    session.refresh_from_db()
    seats = session.played().get().seats
    scorebook.pay(session, tap(session.position), seats["D"], seats["A"], 450)
    response = send(own, session, per_point="1", currency="HKD", do="night")
    assert (response.status_code, "先把付过的取消" in response.content.decode()) == (422, True)


def pay(link: AccessLink, session: Session, amount: str) -> str:
    """赵六 pays 张三; what is wrong with that."""
    seats = session.played().get(number=1).seats
    response = send(link, session, "pay", payer=seats["D"], payee=seats["A"], amount=amount)
    return "" if response.status_code == 302 else seen(response.content.decode())


def test_nothing_is_paid_while_the_night_is_about_to_be_counted_in_another_unit(
    night: Session, own: AccessLink
) -> None:
    play_round(night)
    send(own, night, per_point="5", currency="CNY", do="next")
    assert "下一局起换了算法，现在还不能付" in pay(own, night, "9")
    response = send(own, night, "leave", person=night.played().get().seats["D"])
    assert (response.status_code, "下一局起换了算法" in response.content.decode()) == (422, True)
    next_round(night)
    assert pay(own, night, "9") == ""
    assert [payment.currency for payment in standing_payments(night)] == ["CNY"]


def test_points_that_were_paid_are_never_cents(night: Session, own: AccessLink) -> None:
    play_round(night)
    assert pay(own, night, "9") == ""
    for when in ("next", "night"):
        response = send(own, night, per_point="5", currency="CNY", do=when)
        assert (response.status_code, "先把付过的取消" in response.content.decode()) == (422, True)
    send(own, night, "unpay", payment=str(standing_payments(night).get().position))
    assert send(own, night, per_point="5", currency="CNY", do="night").status_code == 302
    shown = browser(own).get(address(night, "settle")).content.decode()
    assert "9分" in seen(shown[shown.index("data-cancelled") :])


def test_a_night_that_was_settled_in_points_is_not_gone_on_with_in_money(night: Session, own: AccessLink) -> None:
    play_round(night)
    send(own, night, per_point="5", currency="CNY", do="next")
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    assert pay(own, night, "9") == ""
    night.refresh_from_db()
    scorebook.reopen_night(night, tap(night.position))
    with pytest.raises(NotNow, match="paid_otherwise"):
        next_round(night)
    assert send(own, night, per_point="", do="next").status_code == 302
    next_round(night)
    owed = dues(list(night.played()), standing_payments(night))
    assert (owed.currency, owed.left[night.played().get(number=1).seats["D"]]) == ("", 0)


def test_an_older_state_is_refused_with_the_fresh_page(night: Session, own: AccessLink) -> None:
    response = send(own, night, per_point="1", do="next", position="9")
    assert (response.status_code, "刚才有人改过账" in response.content.decode()) == (409, True)
    assert 'name="per-point" value="1"' in response.content.decode()


@pytest.fixture
@kept
def limited(club: Club) -> Session:
    """Everybody has brought 100 points, 赵六 has 30; Alice waits with 100."""
    new = NewNight(
        Seating(NAMES, ("Alice",)),
        "A",
        Ruling(presets()["chengdu_home"].rules, "chengdu_home"),
        "Asia/Shanghai",
        stakes={"A": 100, "B": 100, "C": 100, "D": 30},
        waiting_stakes=100,
    )
    return scorebook.open_night_as_asked(club, tap(0), new.to_json(), lambda: new)


def brought(shown: str) -> list[str]:
    return [seen(row) for row in re.findall(r"<tr><th[^>]*><bdi>.*?</tr>", shown)]


def test_what_everybody_has_brought_and_left_stands_there(limited: Session, own: AccessLink) -> None:
    play_round(limited)
    assert brought(page(own, limited)) == ["张三 100 109", "李四 100 103", "王五 100 97", "赵六 30 21", "Alice 100 100"]


def test_somebody_buys_in_again_and_takes_some_back(limited: Session, own: AccessLink) -> None:
    person = people_of(limited)
    six, alice = (next(id for id, name in person.items() if name == who) for who in ("赵六", "Alice"))
    assert send(own, limited, "buy_in", person=six, points="50", do="more").status_code == 302
    assert send(own, limited, "buy_in", person=alice, points="20", do="less").status_code == 302
    assert brought(page(own, limited))[3:] == ["赵六 80 80", "Alice 80 80"]
    play_round(limited)
    next_round(limited)
    assert limited.played().get(number=2).stakes["D"] == 71
    limited.refresh_from_db()
    assert first_fault(limited) is None


def test_who_waits_has_his_points_when_he_sits_down(limited: Session, own: AccessLink) -> None:
    scorebook.set_company(limited, tap(1), Seating({**NAMES, "D": "Alice"}, ("赵六",)))
    play_round(limited)
    next_round(limited, "A")
    assert limited.played().get(number=2).stakes == {"A": 109, "B": 103, "C": 97, "D": 100}
    limited.refresh_from_db()
    assert first_fault(limited) is None


def test_a_night_whose_waiting_have_brought_points_is_taken_in_as_it_was_taken_out(
    limited: Session, club: Club
) -> None:
    taken = take(BytesIO(b"".join(club_lines(club))), club, BY_COMMAND)
    assert (taken.known, taken.nothing) == (1, True)


def test_what_was_brought_is_that_of_who_sat_there_in_truth(limited: Session, own: AccessLink) -> None:
    scorebook.reseat(limited, tap(1), 1, 1, {"赵六": "Bob"})
    assert brought(page(own, limited))[3:] == ["Bob 30 30", "Alice 100 100"]
    play_round(limited)
    next_round(limited)
    assert limited.played().get(number=2).stakes == {"A": 109, "B": 103, "C": 97, "D": 21}


def test_nobody_is_limited_unless_he_has_brought_something(night: Session, own: AccessLink) -> None:
    assert "现在谁都不限" in page(own, night)
    person = next(iter(people_of(night)))
    assert send(own, night, "buy_in", person=person, points="60", do="more").status_code == 302
    assert brought(page(own, night)) == ["张三 60 60", "李四 不限 –", "王五 不限 –", "赵六 不限 –"]


@pytest.mark.parametrize("points", ["", "0", "-5", "1.5", "１", "1000001"])
def test_points_that_are_none_are_refused_in_a_sentence(night: Session, own: AccessLink, points: str) -> None:
    response = send(own, night, "buy_in", person=next(iter(people_of(night))), points=points, do="more")
    assert (response.status_code, "写 1 到 1,000,000 的整数" in response.content.decode()) == (422, True)


def test_nobody_else_buys_in(night: Session, own: AccessLink) -> None:
    response = send(own, night, "buy_in", person="nobody", points="5", do="more")
    assert (response.status_code, "这一场没有这个人" in response.content.decode()) == (422, True)


def test_a_night_that_is_over_is_still_counted_in_money(night: Session, own: AccessLink) -> None:
    scorebook.end_night(night, tap(1))
    shown = page(own, night)
    assert ("data-next-on" in shown, "data-buy-in" in shown, "data-whole-night" in shown) == (False, False, True)
    assert send(own, night, per_point="1", do="next").status_code == 422
    assert send(own, night, per_point="1", do="night").status_code == 302
    assert money_of(night) == [100]


def test_the_way_there_is_shown_to_who_scores(night: Session, own: AccessLink, watch: AccessLink) -> None:
    for link, there in ((own, True), (watch, False)):
        more = browser(link).get(reverse("more", args=[night.pk])).content.decode()
        assert (address(night) in more) == there
        assert address(night, "settle") in more


def test_the_page_of_the_night_says_what_is_played_for(club: Club, own: AccessLink) -> None:
    session = open_night(club, money=Money("CNY", 50))
    watch = session.links.get(right="watch")
    for link, there in ((own, True), (watch, False)):
        night = browser(link).get(reverse("night", args=[session.pk])).content.decode()
        assert (address(session) in night) == there
        assert ("算钱 1分0.50元 ›" in seen(night)) == there


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    shown = page(own, session)
    assert all(hostile.is_escaped(shown, name) for name in hostile.NAMES.values())


def test_the_number_of_queries_does_not_grow_with_the_rounds(
    night: Session, own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
        with django_assert_num_queries(5):
            page(own, night)


def test_nobody_takes_back_what_he_has_not_brought(night: Session, own: AccessLink) -> None:
    """Least of all who was never limited, or has lost it."""
    person = night.played().get().seats["D"]
    response = send(own, night, "buy_in", person=person, points="100", do="less")
    assert (response.status_code, "没有限输多少" in response.content.decode()) == (422, True)
    assert send(own, night, "buy_in", person=person, points="50", do="more").status_code == 302
    response = send(own, night, "buy_in", person=person, points="51", do="less")
    assert (response.status_code, "最多能退50分" in seen(response.content.decode())) == (422, True)
    play_round(night)
    response = send(own, night, "buy_in", person=person, points="42", do="less")
    assert (response.status_code, "最多能退41分" in seen(response.content.decode())) == (422, True)
    assert send(own, night, "buy_in", person=person, points="41", do="less").status_code == 302
    assert brought(page(own, night))[3] == "赵六 9 0"


def test_what_a_winner_has_won_is_not_brought(night: Session, own: AccessLink) -> None:
    person = night.played().get().seats["A"]
    send(own, night, "buy_in", person=person, points="50", do="more")
    play_round(night)
    assert send(own, night, "buy_in", person=person, points="51", do="less").status_code == 422
    assert send(own, night, "buy_in", person=person, points="50", do="less").status_code == 302
    assert brought(page(own, night))[0] == "张三 0 9"


def test_what_who_waits_has_brought_is_that_of_who_waited_in_truth(limited: Session, own: AccessLink) -> None:
    scorebook.reseat(limited, tap(1), 1, 1, {"Alice": "Bob"})
    assert brought(page(own, limited))[3:] == ["赵六 30 30", "Bob 100 100"]


def test_what_was_bought_in_the_wrong_name_is_that_of_who_played(night: Session, own: AccessLink) -> None:
    person = people_of(night)
    three = next(id for id, name in person.items() if name == "张三")
    send(own, night, "buy_in", person=three, points="100", do="more")
    night.refresh_from_db()
    scorebook.reseat(night, tap(night.position), 1, 1, {"张三": "Bob"})
    assert brought(page(own, night))[0] == "Bob 100 100"
    play_round(night)
    next_round(night)
    assert night.played().get(number=2).stakes == {"A": 109}
    send(own, night, "buy_in", person=night.played().get(number=2).seats["A"], points="5", do="more")
    night.refresh_from_db()
    scorebook.reseat(night, tap(night.position), 1, 1, {"Bob": "Cyd"})
    assert brought(page(own, night))[0] == "Bob 5 5", "what he brought in a round that is not mended stays his"


def test_who_were_entered_the_wrong_way_round_have_each_what_the_other_was_given(
    limited: Session, own: AccessLink
) -> None:
    scorebook.reseat(limited, tap(1), 1, 1, {"赵六": "Alice", "Alice": "赵六"})
    assert brought(page(own, limited))[3:] == ["Alice 30 30", "赵六 100 100"]
    six = next(id for id, name in people_of(limited).items() if name == "赵六")
    assert send(own, limited, "buy_in", person=six, points="7", do="more").status_code == 302
    assert brought(page(own, limited))[3:] == ["Alice 30 30", "赵六 107 107"], "said after it was mended"


@kept
def huge(club: Club, money: Money | None = None) -> Session:
    """A night with rules under which a win is worth a million times two to the number of its fans."""
    rules = RuleSet.from_json({**presets()["huanle"].rules.to_json(), "base": 10**6})
    return scorebook.open_night(club, tap(0), NAMES, "A", Ruling(rules, "huanle"), "Asia/Shanghai", money)


@pytest.mark.parametrize("fans", [10, 20, 28, 33, 40])
def test_more_money_than_can_be_counted_for_years_is_refused(club: Club, own: AccessLink, fans: int) -> None:
    session = huge(club, Money("CNY", 10**6))
    response = send(own, session, "record", seat="A", cell=f"self_draw:{fans}")
    assert (response.status_code, session.log().count()) == (422, 1)
    assert "记不下" in response.content.decode()


def test_a_worth_that_makes_too_much_of_a_night_is_refused(club: Club, own: AccessLink) -> None:
    session = huge(club)
    assert send(own, session, "record", seat="A", cell="self_draw:15").status_code == 302
    response = send(own, session, per_point="10000", do="night")
    assert (response.status_code, "钱数太大，记不下" in response.content.decode()) == (422, True)
    assert money_of(session) == [None]
    session.refresh_from_db()
    assert first_fault(session) is None
    assert send(own, session, per_point="0.05", do="night").status_code == 302
    assert browser(own).get(reverse("statistics")).status_code == 200
