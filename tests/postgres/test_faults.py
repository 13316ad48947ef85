"""PostgreSQL locked, ended and killed under the running app: 503 and never 500, and nothing lost or doubled."""

import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.long.phone import Answer, Phone, new_key
from tests.long.site import Site
from tests.postgres.server import Server

KONG = {"seat": "C", "cell": "kong:concealed"}
GIVEN_UP = 503
SLOW = 6
"""Seconds that nothing takes but on a machine that does much else: the lock is held for longer."""


@pytest.fixture
def phone(served: Site) -> Iterator[Phone]:
    phone = Phone(served.port, served.owner())
    yield phone
    phone.close()


@pytest.fixture
def night(phone: Phone) -> str:
    """The address of a night that has just begun."""
    answer = phone.open_night(new_key())
    assert answer.written
    return answer.location


def kong(phone: Phone, night: str, key: str, position: int = 1) -> Answer:
    return phone.post(f"{night}record/", {**KONG, "key": key, "position": position})


def events(served: Site, night: str) -> list[int]:
    """The positions of a night's log, in order."""
    found = served.rows("SELECT position, session_id FROM rounds_event ORDER BY position")
    return [int(str(position)) for position, session in found if str(session) in night]


def seconds(ask: Callable[[], Answer]) -> tuple[float, int]:
    began = time.monotonic()
    status = ask().status
    return time.monotonic() - began, status


@pytest.mark.parametrize("statement", ["SELECT FROM rounds_session FOR UPDATE", "LOCK rounds_event IN EXCLUSIVE MODE"])
def test_behind_a_lock_that_is_held_a_tap_is_given_up_after_three_seconds_and_reads_go_on(
    postgres: Server, served: Site, phone: Phone, night: str, statement: str
) -> None:
    key = new_key()
    with psycopg.connect(postgres.url) as holder:
        holder.execute(statement.encode())
        took, status = seconds(lambda: kong(phone, night, key))
        assert (status, 2.5 < took < SLOW + 3) == (GIVEN_UP, True)
        took, status = seconds(lambda: phone.get(night))
        assert (status, took < SLOW) == (200, True)
        assert kong(phone, night, key).status == GIVEN_UP
        holder.rollback()
    assert events(served, night) == [1]
    assert kong(phone, night, key).written
    assert kong(phone, night, key).written
    assert events(served, night) == [1, 2]


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_a_server_that_ends_and_comes_back_costs_no_500_and_no_event(
    postgres: Server, served: Site, phone: Phone, night: str, end: Callable[[Server], None]
) -> None:
    assert kong(phone, night, new_key()).written
    key = new_key()
    end(postgres)
    try:
        for ask in (lambda: phone.get(night), lambda: kong(phone, night, key, 2), lambda: phone.get("/")):
            took, status = seconds(ask)
            assert (status, took < SLOW) == (GIVEN_UP, True)
    finally:
        postgres.start()
    assert phone.get(night).status == 200
    assert kong(phone, night, key, 2).written
    assert events(served, night) == [1, 2, 3]


def test_a_restart_between_two_requests_is_not_noticed(
    postgres: Server, served: Site, phone: Phone, night: str
) -> None:
    assert phone.get(night).status == 200
    postgres.stop()
    postgres.start()
    assert kong(phone, night, new_key()).written
    assert phone.get(night).status == 200


def test_connections_that_are_cut_off_cost_no_500(postgres: Server, served: Site, phone: Phone, night: str) -> None:
    postgres.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'xuezhan'")
    assert kong(phone, night, new_key()).written
    assert phone.get(night).status == 200


def test_at_the_end_everything_adds_up(served: Site) -> None:
    assert served.audit() == []
    assert "Traceback" not in served.log()
