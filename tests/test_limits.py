"""What a request may bring, and how long it may take, on the server that run.py starts."""

import select
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.db import OperationalError
from django.test import Client

from rounds.clubs import own_link
from tests.long.site import Site, site
from tests.web.cast import START, browser
from xuezhan_site import bodies, connections
from xuezhan_site.limits import LARGEST_HEAD, LONGEST_ADDRESS

HEAD = b"Host: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
HALF = b"POST /language/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 100\r\n\r\nlanguage=e"


@pytest.fixture(scope="module")
def server(empty_database: Path | None) -> Iterator[Site]:
    with site(empty=empty_database) as started:
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
        held, began = waiting[:], time.monotonic()
        while len(held) > bodies.FROM_ONE and time.monotonic() < began + bodies.WITHIN - 2:
            for connection in select.select(held, [], [], 0.1)[0]:
                assert connection.recv(12) == b"HTTP/1.1 503"
                held.remove(connection)
        assert len(held) == bodies.FROM_ONE
        while held and time.monotonic() < began + 3 * bodies.WITHIN:
            for connection in select.select(held, [], [], 0.1)[0]:
                connection.recv(12)
                held.remove(connection)
        assert held == []
    finally:
        for connection in waiting:
            connection.close()


def test_silent_files_of_an_owner_keep_nobody_from_the_table(server: Site) -> None:
    """More of them than are answered at once."""
    head = HEAD.replace(b"Cookie: ", b"Cookie: own=" + server.owner().encode() + b"; ")
    kind = b"Content-Type: multipart/form-data; boundary=x\r\n"
    upload = b"POST /out/in/ HTTP/1.1\r\n" + head + kind + b"Content-Length: 999999\r\n\r\n--x\r\nContent-Disp"
    waiting = [connect(server) for _ in range(20)]
    try:
        for connection in waiting:
            connection.sendall(upload)
        held, until = waiting[:], time.monotonic() + bodies.WITHIN - 2
        while len(held) > bodies.FILES_FROM_ONE and time.monotonic() < until:
            for connection in select.select(held, [], [], 0.1)[0]:
                assert connection.recv(12) == b"HTTP/1.1 503"
                held.remove(connection)
        assert len(held) == bodies.FILES_FROM_ONE
        assert answer_to(server, b"GET /people/ HTTP/1.1\r\n" + head + b"\r\n").startswith("HTTP/1.1 200 ")
    finally:
        for connection in waiting:
            connection.close()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> connections.Watch:
    """One that looks five times a second, and waits as long for something to come."""
    monkeypatch.setattr(connections, "EVERY", 0.2)
    return connections.Watch(1.0, 5)


@contextmanager
def connected() -> Iterator[tuple[int, socket.socket, socket.socket]]:
    """A port that is listened at, a phone that has connected to it, and the connection as the server has it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as phone, listening.accept()[0] as connection:
            connection.settimeout(10)  # what is not ended would be waited for
            yield port, phone, connection


def is_open(connection: socket.socket) -> bool:
    try:
        connection.setblocking(False)
        return connection.recv(64) != b""
    except BlockingIOError:
        return True


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what is told of connections is Linux's")


@LINUX
def test_half_a_form_of_a_phone_that_never_comes_to_its_end_is_given_up(watch: connections.Watch) -> None:
    with connected() as (port, phone, connection), watch.asked("127.0.0.1", port) as asked:
        over = threading.Event()

        def send() -> None:
            with suppress(OSError):
                while not over.wait(0.1):
                    phone.sendall(b"x")

        sending = threading.Thread(target=send)
        sending.start()
        began = time.monotonic()
        with connection.makefile("rb") as stream:
            assert 5 < len(bodies.Timely(stream, watch, asked).read(1000)) < 50
        assert 1 <= time.monotonic() - began < 5
        over.set()
        sending.join()


@LINUX
def test_half_a_form_that_came_with_a_whole_request_is_given_up_too(watch: connections.Watch) -> None:
    with connected() as (port, phone, connection), watch.asked("127.0.0.1", port) as asked:
        phone.sendall(b"whole" + b"half")
        with connection.makefile("rb") as stream:
            stream.read(5)
            connection.sendall(b"the answer to the whole one")
            began = time.monotonic()
            assert bodies.Timely(stream, watch, asked).read(1000) == b"half"
        assert 1 <= time.monotonic() - began < 5


@LINUX
def test_no_connection_is_ended_whose_request_is_whole(watch: connections.Watch) -> None:
    """Nor one that is at rest, nor one of this process's own, as that to a database of the same machine."""
    with ExitStack() as places:
        half, whole, rests, own = (places.enter_context(connected()) for _ in range(4))
        for _, phone, _ in (half, whole, rests):
            phone.sendall(b"what came")
        for _, _, connection in (rests, own):
            connection.sendall(b"what was answered")
        asked = [places.enter_context(watch.asked("127.0.0.1", port)) for port, _, _ in (half, rests, own)]
        with ExitStack() as read:
            with watch.asked("127.0.0.1", whole[0]):
                for one in asked:
                    read.enter_context(watch.reading(one))
                time.sleep(2)
                assert is_open(half[2]), "it may be the one that is whole"
            until = time.monotonic() + 5
            while is_open(half[2]) and time.monotonic() < until:
                time.sleep(0.05)
        assert not is_open(half[2])
        assert is_open(rests[1])
        assert is_open(own[1])


def test_a_form_from_elsewhere_is_read_while_one_address_sends_too_many() -> None:
    with ExitStack() as taken:
        reading = bodies.Bodies(by_address=True)._forms
        found = [taken.enter_context(reading.one_for("192.0.2.1")) for _ in range(bodies.FROM_ONE + 1)]
        assert found == [*[True] * bodies.FROM_ONE, False]
        assert taken.enter_context(reading.one_for("192.0.2.2"))
        behind_a_proxy = bodies.Bodies(by_address=False)._forms
        found = [taken.enter_context(behind_a_proxy.one_for("")) for _ in range(bodies.AT_ONCE + 1)]
        assert found.count(False) == 1
    with reading.one_for("192.0.2.1") as again:
        assert again


def test_who_waits_for_a_file_lets_others_be_answered_and_waits_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    answering = threading.BoundedSemaphore(1)

    class Slow:
        def read(self, size: int = -1) -> bytes:
            with answering:
                return b"x" * size

    file = bodies.Aside(Slow(), answering)
    with answering:
        assert file.read(10) == b"x" * 10
        assert len(file.read()) == bodies.FORM
        monkeypatch.setattr(file, "_until", 0.0)
        with pytest.raises(OSError, match="too long"):
            file.read(10)
    assert answering.acquire(blocking=False)


def asked(**more: str) -> dict[str, Any]:
    return {"SERVER_PORT": "80", "wsgi.input": BytesIO(), **more}


def test_phones_that_ask_again_are_answered_one_by_one_and_behind_nobody_else() -> None:
    answers, ended, ready = bodies.Bodies(by_address=False), threading.Event(), threading.Semaphore(0)
    again, told = asked(**{bodies.AGAIN: "1-abc"}), []

    def long() -> None:
        ready.release()
        ended.wait(30)

    def short() -> None:
        told.append("in")
        time.sleep(0.01)
        told.append("out")

    threads = [threading.Thread(target=answers.answer, args=(asked(), long)) for _ in range(bodies.ANSWERED_AT_ONCE)]
    threads += [threading.Thread(target=answers.answer, args=(dict(again), short)) for _ in range(5)]
    for thread in threads[: bodies.ANSWERED_AT_ONCE]:
        thread.start()
        assert ready.acquire(timeout=30)
    for thread in threads[bodies.ANSWERED_AT_ONCE :]:
        thread.start()
    for thread in threads[bodies.ANSWERED_AT_ONCE :]:
        thread.join(30)
    assert told == ["in", "out"] * 5
    ended.set()
    for thread in threads:
        thread.join(30)


def test_who_brings_a_file_is_in_the_place_of_no_phone_that_asks_again() -> None:
    answers = bodies.Bodies(by_address=False)
    brought = asked(**{bodies.AGAIN: "1-abc", "CONTENT_LENGTH": str(bodies.FORM + 1)})
    brought["wsgi.input"] = BytesIO(b"x" * (bodies.FORM + 1))
    assert answers.answer(brought, lambda: brought["wsgi.input"].read(10)) == b"x" * 10


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
