"""What every answer keeps to, whatever the page: errors in a player's words, headers, limits, odd requests."""

import io
from wsgiref.util import is_hop_by_hop

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path

from xuezhan_site import errors

Environ = dict[str, object]
"""What a server tells of a request, by WSGI."""


def locked(request: HttpRequest) -> HttpResponse:
    raise OperationalError("database is locked")


def wrong(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def form(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.POST)))


urlpatterns = [path("locked/", locked), path("wrong/", wrong), path("form/", form), path("", include("rounds.urls"))]
handler400, handler403, handler404, handler500 = errors.bad_request, errors.forbidden, errors.not_found, errors.broken

with_these_urls = pytest.mark.urls("tests.test_every_answer")


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@with_these_urls
def test_a_database_that_cannot_be_read_is_said_as_503_and_when_to_come_again(visitor: Client) -> None:
    response = visitor.get("/locked/")
    assert (response.status_code, response["Retry-After"]) == (503, "3")
    assert "过几秒再刷新" in response.text


@with_these_urls
@pytest.mark.parametrize(
    ("address", "status", "words"), [("/wrong/", 500, "程序的错"), ("/none/", 404, "这里什么也没有")]
)
def test_an_error_page_says_in_a_players_words_what_happened(
    visitor: Client, address: str, status: int, words: str
) -> None:
    response = visitor.get(address)
    assert response.status_code == status
    assert words in response.text
    assert '<a class="go" href="/">' in response.text


@with_these_urls
@pytest.mark.parametrize("address", ["/form/", "/none/", "/locked/"])
def test_no_page_is_kept_indexed_framed_or_scripted_from_elsewhere(visitor: Client, address: str) -> None:
    response = visitor.get(address)
    assert response["Cache-Control"] == "no-store"
    assert response["X-Robots-Tag"].startswith("noindex")
    assert response["Referrer-Policy"] == "same-origin"
    policy = {part.split()[0]: part.split()[1:] for part in response["Content-Security-Policy"].split("; ")}
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert {source for sources in policy.values() for source in sources} == {"'self'", "'none'"}


@pytest.mark.django_db  # the file is closed with its response, which looks after the database's connections
def test_files_for_the_browser_may_be_kept(visitor: Client) -> None:
    response = visitor.get("/static/app.css")
    assert response.status_code == 200
    assert "no-store" not in response["Cache-Control"]
    response.close()


@with_these_urls
def test_a_form_without_its_token_is_refused_with_a_sentence() -> None:
    response = Client(enforce_csrf_checks=True).post("/form/", {"a": "1"})
    assert response.status_code == 403
    assert "刷新" in response.text


@with_these_urls
@pytest.mark.parametrize(
    ("content", "status"),
    [
        ({"a": "x" * 70_000}, 413),
        ({f"field{n}": "1" for n in range(201)}, 400),
        ({"a": SimpleUploadedFile("a.txt", b"a")}, 400),
    ],
    ids=["long", "many", "file"],
)
def test_a_form_that_is_too_large_or_brings_a_file_is_refused(
    visitor: Client, content: dict[str, object], status: int
) -> None:
    response = visitor.post("/form/", content)
    assert response.status_code == status
    assert "太大" in response.text


@pytest.mark.parametrize("status", [413, 414, 431, 503])
def test_what_was_not_read_is_answered_without_a_header_that_is_the_servers_own(status: int) -> None:
    """Waitress refuses an answer that says anything of the connection."""
    request = RequestFactory().get("/")
    response = errors.not_read(request, status)
    assert response.status_code == status
    assert not any(is_hop_by_hop(name) for name in response.headers)


@pytest.mark.parametrize("status", [400, 403, 404, 413, 414, 431, 500, 503])
def test_every_error_page_links_its_files_and_says_its_language(status: int) -> None:
    text = errors._page(HttpRequest(), status).content.decode()
    assert '<html lang="zh-hans">' in text
    assert '<link rel="icon"' in text
    assert 'name="htmx-config"' in text


def statuses_of(environ: Environ, body: bytes) -> list[str]:
    """What a server is told to answer to a request, past Django's own client, which sends no such ones."""
    from xuezhan_site.wsgi import application

    environ |= {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    environ["wsgi.input"] = io.BytesIO(body)
    statuses: list[str] = []
    b"".join(application(environ, lambda status, _headers: statuses.append(status)))
    return statuses


@pytest.mark.django_db  # the server looks after its connections when a request is over
@pytest.mark.parametrize("charset", ["rot13", "hex", "unicode_escape", "no-such"])
def test_a_charset_that_a_request_names_is_not_looked_up(charset: str) -> None:
    environ: Environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/k/none/",
        "QUERY_STRING": "page=1",
        "CONTENT_TYPE": f"text/plain; charset={charset}",
    }
    assert len(statuses_of(environ, b"")) == 1
    assert environ["CONTENT_TYPE"] == "text/plain"


@pytest.mark.django_db
@pytest.mark.parametrize(("lost", "status"), [(0, "303 See Other"), (1, "403 Forbidden")])
def test_a_form_that_was_cut_short_is_not_taken_for_a_whole_one(lost: int, status: str) -> None:
    token = "a" * 32
    body = f"csrfmiddlewaretoken={token}&language=en".encode()
    environ: Environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/language/",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body) + lost),
        "HTTP_COOKIE": f"csrftoken={token}",
    }
    assert statuses_of(environ, body) == [status]
