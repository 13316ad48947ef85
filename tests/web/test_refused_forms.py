"""A form that is refused where no script runs: the sheet that it was sent from again, with what was chosen on it."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Session
from tests.web.cast import browser, discard, new_key, record


@pytest.fixture
def plain(score: AccessLink) -> Client:
    return browser(score)


def send(client: Client, night: Session, **fields: Any) -> HttpResponse:
    night.refresh_from_db()
    told = {"key": new_key(), "position": night.position, **fields}
    response = client.post(reverse("record", args=[night.pk]), told)
    assert isinstance(response, HttpResponse)
    return response


def sheet_in(response: HttpResponse) -> str:
    """The one sheet that is open."""
    assert response.status_code == 422
    sheets: list[str] = re.findall(r"<dialog[^>]* open>(.*?)</dialog>", response.content.decode(), flags=re.S)
    assert len(sheets) == 1
    return sheets[0]


def test_a_player_forgotten_at_the_end_of_the_wall_loses_nobody_elses_state(plain: Client, night: Session) -> None:
    chosen = {"state-A": "ready:2", "state-B": "not_ready", "state-C": "flower_pig"}
    response = send(plain, night, cell="wall_out", **chosen)
    sheet = sheet_in(response)
    assert "没说 赵六 是下叫、没叫还是花猪" in sheet
    told = re.findall(r'name="(state-.)" value="([^"]*)" checked', sheet)
    assert dict(told) == chosen
    assert response.content.decode().count("没说 赵六") == 1
    assert send(plain, night, cell="wall_out", **{**chosen, "state-D": "not_ready"}).status_code == 302


def test_states_that_cannot_be_can_be_sent_again(plain: Client, night: Session) -> None:
    states = {"state-A": "not_ready", "state-B": "not_ready", "state-D": "not_ready"}
    tiles = {"state-C": "ready:hand", "concealed-C": "1478m147p147s258s"}
    sheet = sheet_in(send(plain, night, cell="wall_out", **states, **tiles))
    assert re.search(r"<noscript><button[^>]*>记入流局</button></noscript>", sheet)


def test_a_penalty_that_nobody_gets_keeps_what_was_typed(plain: Client, night: Session) -> None:
    sheet = sheet_in(send(plain, night, seat="B", cell="transfer", points="7", note="相公"))
    assert 'value="7"' in sheet
    assert 'value="相公"' in sheet
    assert "data-notice" in sheet


def test_a_transfer_of_somebody_who_is_out_keeps_what_was_typed(plain: Client, night: Session) -> None:
    record(night, discard("A", "B"))
    sheet = sheet_in(send(plain, night, seat="B", cell="transfer", points="x", note="转", **{"to-A": "1"}))
    assert 'value="x"' in sheet
    assert re.search(r'name="to-A" value="1" checked', sheet)


def test_tiles_that_win_nothing_stay_laid_out(plain: Client, night: Session) -> None:
    tiles = "112233m4455667p"
    sheet = sheet_in(send(plain, night, seat="B", cell="discard:A:hand", flags="", concealed=tiles))
    assert f'name="concealed" value="{tiles}"' in sheet


def test_tiles_of_one_more_winner_stay_laid_out(plain: Client, night: Session) -> None:
    record(night, discard("A", "B"))
    tiles = "112233m4455667p"
    sheet = sheet_in(send(plain, night, cell="also:C:hand", flags="", concealed=tiles))
    assert f'name="concealed" value="{tiles}"' in sheet


def test_an_older_page_is_shown_the_table_as_it_is_now(plain: Client, night: Session) -> None:
    record(night, discard("A", "B"))
    response = send(plain, night, position=1, cell="wall_out", **{"state-C": "not_ready"})
    assert response.status_code == 409
    assert not re.search(r"<dialog[^>]* open>", response.content.decode())
