"""A night is settled up while what it comes to changes: corrections, what stands in red, an older state."""

from django.urls import reverse

from rounds.book.audit import first_fault
from rounds.book.reading import load_round
from rounds.models import AccessLink, Session
from rounds.rules.log import Amend
from tests.web.cast import browser, change, discard, make_wrong, new_key, next_round, play_round
from tests.web.settling_page import Page, address, page, played

__all__ = ["page", "played"]


def test_a_correction_after_the_ticks_shows_as_one_more_payment(night: Session, own: AccessLink) -> None:
    play_round(night)
    page = Page(browser(own), night)
    assert page.due == ["王五 付给 李四 3分 打勾", "赵六 付给 张三 9分 打勾"]
    page.tick()
    page.tick()
    assert page.due == []
    last = load_round(night, 1).facts[-1]
    change(night, Amend(discard("D", "C", fans=1), last.id))
    page.open()
    assert "打勾以后账又变了，差的列在下面。" in page.text
    assert "还剩1笔" in page.text
    assert page.due == ["王五 付给 赵六 1分 打勾"]
    assert sorted(line.split("分")[0] for line in page.paid) == ["王五 付给 李四 3", "赵六 付给 张三 9"]
    page.tick()
    assert set(page.left) == {"0"}
    assert "账又变了" not in page.text
    night.refresh_from_db()
    assert first_fault(night) is None


def test_after_a_correction_what_was_paid_comes_first_as_it_was_paid_and_nothing_moves_any_more(
    page: Page, played: Session
) -> None:
    page.tick(2)
    page.tick(0)
    assert "账又变了" not in page.text
    assert [line.split()[0] for line in page.lines] == ["赵六", "王五", "李四", "张三"]
    last = load_round(played, 1).facts[-1]
    change(played, Amend(discard("D", "C", fans=1), last.id))
    page.open()
    assert "账又变了" in page.text
    assert [line.split()[0] for line in page.lines[:2]] == ["李四", "赵六"]
    stand = [" ".join(line.split()[:4]) for line in page.lines]
    while page.due:
        page.tick(len(page.due) - 1)
        assert [" ".join(line.split()[:4]) for line in page.lines] == stand


def test_nothing_is_settled_while_something_stands_in_red(night: Session, own: AccessLink) -> None:
    make_wrong(night)
    page = Page(browser(own), night)
    assert (page.due, 'id="text"' in page.text) == ([], False)
    assert "先把标红的改好，再结账" in page.text
    assert f'href="{reverse("why", args=[night.pk, 1, 1])}"' in page.text
    seats = night.played().get().seats
    night.refresh_from_db()
    fields = {"key": new_key(), "position": night.position, "payer": seats["B"], "payee": seats["A"], "amount": "2"}
    for name in ("pay", "leave"):
        response = page.client.post(address(night, name), fields | {"person": seats["A"]})
        assert response.status_code == 422
        assert "第1局有一笔对不上（标红的），先把它改好" in response.content.decode()


def test_a_tick_on_an_older_state_is_refused_with_the_fresh_page(page: Page, played: Session) -> None:
    next_round(played)
    page.tick()
    assert (page.status, page.paid) == (409, [])
    assert "刚才有人改过账" in page.text
    page.tick()
    assert len(page.paid) == 1
