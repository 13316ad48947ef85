"""Somebody goes home early and is settled alone."""

import re

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.reading import people_of
from rounds.models import AccessLink, Session
from tests.web.cast import browser, new_key, next_round, play_round, tap
from tests.web.settling_page import WHEN, Page, address, page, played, seen

__all__ = ["page", "played"]


def test_who_goes_home_early_is_settled_alone_in_one_step(night: Session, own: AccessLink) -> None:
    for first in "ADD":
        play_round(night, first)
        next_round(night)
    ids = {name: person for person, name in people_of(night).items()}
    page = Page(browser(own), night)
    assert page.left == ["+15", "−3", "−21", "+9"]
    page.open(f"?leaves={ids['王五']}")
    proposed = [seen(line) for line in re.findall(r"<p[^>]* data-proposal>(.*?)</p>", page.text, re.DOTALL)]
    assert proposed == ["王五 付给 张三 15分", "王五 付给 赵六 6分"]
    form = re.search(rf'<form method="post" action="{address(night, "leave")}">.*?</form>', page.text, re.DOTALL)
    assert form
    before = Session.objects.get(pk=night.pk).position
    page.send(form[0])
    assert page.left == ["0", "−3", "0", "+3"]
    assert re.fullmatch(rf"王五 付给 张三 15分 王五 付给 赵六 6分 {WHEN} 主人 · 王五 先走 已付", page.paid[0])
    night.refresh_from_db()
    assert night.position == before + 1, "one event, whole or not at all"
    assert first_fault(night) is None
    page.send(form[0], key=new_key(), position=str(night.position))
    assert (page.status, "王五 不欠谁，也没人欠 王五" in page.text) == (422, True)
    page.untick()
    assert page.left == ["+15", "−3", "−21", "+9"]
    night.refresh_from_db()
    assert first_fault(night) is None


def test_who_is_owed_and_goes_home_is_paid_by_the_others(night: Session, own: AccessLink) -> None:
    play_round(night)
    ids = {name: person for person, name in people_of(night).items()}
    night.refresh_from_db()
    scorebook.go_home(night, tap(night.position), ids["张三"])
    assert Page(browser(own), night).left == ["0", "+3", "−3", "0"]
    night.refresh_from_db()
    scorebook.undo(night, tap(night.position))
    assert Page(browser(own), night).left == ["+9", "+3", "−3", "−9"]
    night.refresh_from_db()
    assert first_fault(night) is None


def test_a_person_that_is_nobody_cannot_leave(page: Page) -> None:
    page.open("?leaves=nobody")
    assert (page.status, "data-leave" in page.text) == (200, False)
