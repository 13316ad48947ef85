"""叫马: every page says whose points they are where somebody bets who does not play."""

import html
import re
from collections.abc import Callable

import pytest

from rounds import scorebook
from rounds.book.reading import load_round, people_of
from rounds.book.seating import Seating
from rounds.models import AccessLink, Session
from rounds.rules.log import Amend
from tests.web.cast import NAMES, browser, change, concealed_kong, discard, next_round, record, tap, undo
from tests.web.kept import kept


def who(session: Session, name: str) -> str:
    return {called: person for person, called in people_of(session).items()}[name]


@pytest.fixture
@kept
def betting(night: Session) -> Session:
    """Alice bets on 张三 in a round that has everything in it; Bob on 赵六, and then plays in his place."""
    scorebook.set_bets(night, tap(night.position), 1, {"Alice": "A", "Bob": "D"})
    record(night, concealed_kong("A"))
    record(night, discard("D", "A", fans=2))
    record(night, discard("D", "B", "C"))
    night.refresh_from_db()
    scorebook.set_company(night, tap(night.position), Seating({**NAMES, "D": "Bob"}))
    next_round(night, "A")
    record(night, concealed_kong("D"))
    return night


PAGES: dict[str, Callable[[Session], str]] = {
    "table": lambda night: f"/n/{night.pk}/",
    "round": lambda night: f"/n/{night.pk}/rounds/1/",
    "why a kong": lambda night: f"/n/{night.pk}/rounds/1/events/0/",
    "why a win": lambda night: f"/n/{night.pk}/rounds/1/events/1/",
    "why two won": lambda night: f"/n/{night.pk}/rounds/1/events/2/",
    "night": lambda night: f"/n/{night.pk}/night/",
    "sheets": lambda night: f"/n/{night.pk}/sheets/",
    "ledger": lambda night: f"/n/{night.pk}/ledger/",
    "entries": lambda night: f"/n/{night.pk}/ledger.csv",
    "rounds": lambda night: f"/n/{night.pk}/rounds.csv",
    "by other rules": lambda night: f"/n/{night.pk}/what-if/?rules=huanle",
    "a round by other rules": lambda night: f"/n/{night.pk}/what-if/?rules=huanle&round=1",
    "home": lambda night: "/",
    "me": lambda night: f"/n/{night.pk}/me/",
    "more": lambda night: f"/n/{night.pk}/more/",
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_stands_where_somebody_bets(betting: Session, own: AccessLink, name: str) -> None:
    response = browser(own).get(PAGES[name](betting))
    assert response.status_code == 200
    page = response.getvalue().decode() if response.streaming else response.content.decode()
    assert "Bob" in page or name.startswith(("why", "me", "more"))


def test_the_entries_of_who_bets_are_his_own(betting: Session, own: AccessLink) -> None:
    entries = browser(own).get(f"/n/{betting.pk}/ledger.csv").getvalue().decode()
    assert "张三 暗杠,赵六,Alice,2,叫马" in entries
    assert "台费" not in entries
    alice = who(betting, "Alice")
    page = browser(own).get(f"/n/{betting.pk}/ledger/?player={alice}").content.decode()
    assert "叫马" in page


def test_the_totals_of_all_who_took_part_add_up_to_nothing(betting: Session, own: AccessLink) -> None:
    page = browser(own).get(f"/n/{betting.pk}/rounds.csv").getvalue().decode()
    first = page.splitlines()[1].split(",")
    assert sum(map(int, first[5:])) == 0
    assert set(page.splitlines()[0].split(",")[5:]) == {*NAMES.values(), "Alice", "Bob"}


def test_a_line_says_who_bets_and_prices_it_without_him(betting: Session, own: AccessLink) -> None:
    page = browser(own).get(f"/n/{betting.pk}/rounds/1/events/0/").content.decode()
    assert "Alice 叫 张三 的马，输赢跟他一样" in page
    assert "Bob 叫 赵六 的马，输赢跟他一样" in page
    assert "李四、王五、赵六各付" in page
    table = browser(own).get(f"/n/{betting.pk}/rounds/1/").content.decode()
    assert "李四、王五、赵六 各付2" in table


def test_a_correction_is_said_where_somebody_bets(betting: Session, own: AccessLink) -> None:
    undo(betting)
    undo(betting)
    undo(betting)
    last = load_round(betting, 1).facts[-1]
    change(betting, Amend(discard("D", "B", fans=1), last.id))
    assert browser(own).get(f"/n/{betting.pk}/").status_code == 200


def test_a_line_says_that_a_bet_costs_more_and_the_page_says_so_before(betting: Session, own: AccessLink) -> None:
    table = browser(own).get(f"/n/{betting.pk}/rounds/1/").content.decode()
    assert "李四、王五、赵六 各付2 · 叫马另付10" in table, "three pay Alice too, Bob pays 张三 and Alice"
    assert "别家照样付给他，他也照样付给别家" in browser(own).get(f"/n/{betting.pk}/rounds/1/bets/").content.decode()


def test_the_last_line_says_who_paid_for_every_payer_that_it_counts(night: Session, own: AccessLink) -> None:
    scorebook.set_bets(night, tap(night.position), 1, {"Alice": "B", "Bob": "C"})
    record(night, concealed_kong("A"))
    assert last_lines(night, own)[1] == "+2×5 三家各付2 叫马另付4"
    record(night, discard("B", "A", fans=3))
    assert last_lines(night, own)[1] == "+8×2 3番×8 叫马另付8"


def last_lines(night: Session, link: AccessLink) -> list[str]:
    """The sentence at the bottom of the table, line by line."""
    page = browser(link).get(f"/n/{night.pk}/").text
    found = re.findall(r'<span class="last-line">(.*?)</span>\s*(?=<span class="last-line">|</p>)', page, re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", "", line)).split()) for line in found]
