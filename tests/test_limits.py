"""What a request may bring, and how long it may take, on the server that run.py starts."""

import select
import socket
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from typing import NoReturn

import pytest
from django.db import OperationalError
from django.test import Client

from rounds.clubs import own_link
from tests.long.site import Site, site
from tests.web.cast import START, browser
from xuezhan_site import bodies
from xuezhan_site.limits import LARGEST_HEAD, LONGEST_ADDRESS

HEAD = b"Host: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
HALF = b"POST /language/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 100\r\n\r\nlanguage=e"


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    with site() as started:
        yield started


def connect(server: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def answer_to(server: Site, sent: bytes) -> str:
    """All that the server says before it closes the connection, or the head and the sentence."""
    with connect(server) as connection:
        connection.sendall(sent)
        told = b""
        while b"</html>" not in told and (piece := connection.recv(65536)):
            told += piece
    return told.decode(errors="replace")


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        (b"GET /?a=" + b"x" * LONGEST_ADDRESS + b" HTTP/1.1\r\n" + HEAD + b"\r\n", 414, "比这里的任何一页都长"),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"x" * LARGEST_HEAD + b"\r\n\r\n", 431, "带来的东西太多"),
        (b"POST /language/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 70000\r\n\r\n", 413, "能有的大"),
        (b"POST /out/in/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 70000\r\n\r\n", 413, "能有的大"),
    ],
    ids=["address", "head", "form", "a stranger's file"],
)
def test_what_is_too_long_is_answered_with_a_sentence(server: Site, sent: bytes, status: int, sentence: str) -> None:
    told = answer_to(server, sent)
    assert told.startswith(f"HTTP/1.1 {status} ")
    assert sentence in told
    assert "no-store" in told


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /?a=" + b"x" * 70_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"x" * 200_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"".join(b"X%d: 1\r\n" % n for n in range(200)) + b"\r\n", 431),
    ],
    ids=["address", "head", "lines"],
)
def test_what_the_server_itself_does_not_take_has_its_status(server: Site, sent: bytes, status: int) -> None:
    assert answer_to(server, sent).startswith(f"HTTP/1.1 {status} ")


def test_half_sent_forms_keep_nobody_from_the_table_and_are_given_up(server: Site) -> None:
    """More of them than the server has threads."""
    waiting = [connect(server) for _ in range(50)]
    try:
        for connection in waiting:
            connection.sendall(HALF)
        time.sleep(0.5)
        assert answer_to(server, b"GET /offline/ HTTP/1.1\r\n" + HEAD + b"\r\n").startswith("HTTP/1.1 200 ")
        held, until = waiting[:], time.monotonic() + bodies.WITHIN - 2
        while len(held) > bodies.FROM_ONE and time.monotonic() < until:
            for connection in select.select(held, [], [], 0.1)[0]:
                assert connection.recv(12) == b"HTTP/1.1 503"
                held.remove(connection)
        assert len(held) == bodies.FROM_ONE
    finally:
        for connection in waiting:
            connection.close()


def test_a_phone_that_sends_half_a_form_and_is_gone_holds_nothing_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "WITHIN", 1.2)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        phone = socket.create_connection(listening.getsockname())
        connection, _ = listening.accept()
        with phone, connection, connection.makefile("rb") as stream:
            phone.sendall(b"half")
            assert bodies.Timely(stream, "127.0.0.1").read(100) == b"half"


def test_a_phone_that_falls_silent_later_holds_nothing_for_long_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "WITHIN", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        phone = socket.create_connection(listening.getsockname())
        connection, _ = listening.accept()
        connection.settimeout(30)  # what is not ended would be waited for
        with phone, connection, connection.makefile("rb") as stream:
            phone.sendall(b"half")
            later = threading.Timer(1.5, phone.sendall, (b" more",))
            later.start()
            assert bodies.Timely(stream, "127.0.0.1").read(100) == b"half more"
            later.join()


def test_a_form_from_elsewhere_is_read_while_one_address_sends_too_many() -> None:
    reading = bodies.Bodies(by_address=True)
    assert [reading._begin("192.0.2.1") for _ in range(bodies.FROM_ONE + 1)] == [*[True] * bodies.FROM_ONE, False]
    assert reading._begin("192.0.2.2")
    behind_a_proxy = bodies.Bodies(by_address=False)
    assert [behind_a_proxy._begin("") for _ in range(bodies.AT_ONCE + 1)].count(False) == 1


def test_a_length_of_thousands_of_digits_is_too_long() -> None:
    answer = Client().generic("POST", "/language/", b"language=en", CONTENT_LENGTH="9" * 5000)
    assert answer.status_code == 413


def test_a_file_while_the_database_is_locked_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_asked: object) -> NoReturn:
        raise OperationalError("database is locked")

    monkeypatch.setattr("rounds.access._held", locked)
    assert Client().post("/out/in/", {"file": BytesIO(b"x" * 70_000)}).status_code == 503


@pytest.mark.django_db
def test_an_owner_may_send_a_file_and_nobody_else_one_byte_of_it() -> None:
    for client, status in ((browser(own_link(START)), 422), (Client(), 413)):
        assert client.post("/out/in/", {"file": BytesIO(b"x" * 70_000)}).status_code == status
