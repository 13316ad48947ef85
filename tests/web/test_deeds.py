"""撤销 names what it takes back, whatever that was, beside the key on the table and in every language."""

import html
import re
from collections.abc import Callable

import pytest

from rounds import scorebook
from rounds.book.reading import people_of
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.book.taps import Tap
from rounds.models import AccessLink, Club, Event, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.presets import presets
from rounds.rules.rotation import Rotation
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from rounds.screens.deeds import _DEEDS
from tests.web.cast import NAMES, browser, next_round, play_round, tap, undo
from tests.web.kept import kept

FEE = TableFee(1000, FeePer.NIGHT, FeeFrom.ALL)
HALF = Money("CNY", 50)


@pytest.fixture
@kept
def session(club: Club) -> Session:
    ruling = Ruling(presets()["chengdu_home"].rules, "chengdu_home")
    people = Seating(NAMES, ("Alice",), Rotation.STAY)
    new = NewNight(people, "A", ruling, "Asia/Shanghai", HALF, stakes={"A": 100})
    night = scorebook.open_night_as_asked(club, tap(0), new.to_json(), lambda: new)
    play_round(night)
    next_round(night)
    return night


def said(link: AccessLink, session: Session) -> str:
    """The sentence beside 撤销."""
    page = browser(link).get(f"/n/{session.pk}/").content.decode()
    line = re.search(r'class="last-line">(.*?)</span>', page, re.DOTALL)
    assert line
    return html.unescape(re.sub("<[^>]+>", "", line[1])).strip()


Deed = Callable[[Session, Tap, dict[str, str]], object]

DEEDS: dict[str, tuple[Deed, str]] = {
    "company": (
        lambda s, t, _: scorebook.set_company(s, t, Seating({**NAMES, "D": "Alice"}, ("赵六",))),
        "下一局起Alice坐4，赵六歇",
    ),
    "one gone": (
        lambda s, t, _: scorebook.set_company(s, t, Seating({**NAMES, "D": "Alice"})),
        "下一局起赵六走，Alice坐4",
    ),
    "fewer": (
        lambda s, t, _: scorebook.set_company(s, t, Seating({"A": "张三", "B": "王五", "C": "Alice"}, ("赵六",))),
        "下一局起李四走，只有张三、王五、Alice打，赵六歇",
    ),
    "somebody new waits": (
        lambda s, t, _: scorebook.set_company(s, t, Seating(NAMES, ("Alice", "Bob"))),
        "下一局起张三、李四、王五、赵六打，Alice、Bob歇",
    ),
    "bets": (lambda s, t, _: scorebook.set_bets(s, t, 2, {"Alice": "A"}), "第2局：Alice叫张三的马"),
    "one reseated": (lambda s, t, _: scorebook.reseat(s, t, 2, 2, {"张三": "Bob"}), "第2局：张三其实是Bob"),
    "several reseated": (lambda s, t, _: scorebook.reseat(s, t, 1, 2, {"张三": "Bob"}), "第1到2局：张三其实是Bob"),
    "worth": (
        lambda s, t, _: scorebook.set_money(s, t, Money("CNY", 100), FEE, whole_night=False),
        "下一局起1分1元，台费每场每人10元",
    ),
    "worth of the night": (
        lambda s, t, _: scorebook.set_money(s, t, Money("HKD", 25), None, whole_night=True),
        "整场改成1分0.25港元",
    ),
    "points alone": (
        lambda s, t, _: scorebook.set_money(s, t, None, TableFee(5, FeePer.ROUND, FeeFrom.WINNERS), whole_night=True),
        "整场改成不算钱，台费每局赢家5分",
    ),
    "buy in": (lambda s, t, ids: scorebook.buy_in(s, t, ids["Alice"], 30), "Alice 再买30分"),
    "taken back": (lambda s, t, ids: scorebook.buy_in(s, t, ids["张三"], -30), "张三 退回30分"),
    "countdown": (lambda s, t, _: scorebook.count_down(s, t, 2), "打到第3局收场"),
    "pay": (lambda s, t, ids: scorebook.pay(s, t, ids["赵六"], ids["张三"], 450), "赵六 付 张三 4.50元 已付"),
    "pay the pot": (lambda s, t, ids: scorebook.pay(s, t, ids["赵六"], POT, 5), "赵六 付 台费 0.05元 已付"),
    "go home": (lambda s, t, ids: scorebook.go_home(s, t, ids["赵六"]), "赵六 先走，付清了"),
    "end": (lambda s, t, _: scorebook.end_night(s, t), "这一场结束了"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_what_was_done_last_is_said_and_taken_back(session: Session, own: AccessLink, deed: str) -> None:
    session.refresh_from_db()
    act, sentence = DEEDS[deed]
    before = said(own, session)
    ids = {name: person for person, name in people_of(session).items()}
    act(session, tap(session.position), ids)
    assert said(own, session) == sentence
    for language in ("zh-hant", "en"):
        client = browser(own)
        client.cookies["language"] = language
        assert client.get(f"/n/{session.pk}/").status_code == 200
    undo(session)
    assert said(own, session) == before


def test_who_went_home_and_had_not_paid_after_all_is_named(session: Session, own: AccessLink) -> None:
    session.refresh_from_db()
    ids = {name: person for person, name in people_of(session).items()}
    paid = scorebook.go_home(session, tap(session.position), ids["赵六"]).event
    session.refresh_from_db()
    scorebook.unpay(session, tap(session.position), paid.position)
    assert said(own, session) == "赵六 先走，不算付清"


def test_what_was_not_paid_after_all_and_no_countdown_any_more_are_said(session: Session, own: AccessLink) -> None:
    session.refresh_from_db()
    ids = {name: person for person, name in people_of(session).items()}
    paid = scorebook.pay(session, tap(session.position), ids["王五"], ids["张三"], 7).event
    session.refresh_from_db()
    scorebook.unpay(session, tap(session.position), paid.position)
    assert said(own, session) == "王五 付 张三 0.07元 不算付过"
    session.refresh_from_db()
    scorebook.count_down(session, tap(session.position), 3)
    session.refresh_from_db()
    scorebook.count_down(session, tap(session.position), None)
    assert said(own, session) == "不倒计时了，接着打"


def test_every_kind_of_event_has_its_sentence() -> None:
    lines = {Event.Kind.OPEN_NIGHT, Event.Kind.OPEN_ROUND, Event.Kind.CHANGE, Event.Kind.UNDO}
    assert set(_DEEDS) == set(Event.Kind) - lines
