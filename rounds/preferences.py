"""How this phone wants it: the language, the words of its table, the colours, whether events are read aloud.

Kept in two cookies of the browser, never in the database: who only watches has them too. What a cookie or a form says
is read strictly; what nobody offers is left as if it had not been said.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language_from_request

from rounds.access import COOKIE_AGE
from rounds.spoken import SAYINGS, Words

COOKIE = "prefs"

WESTERN, ALOUD = "western", "aloud"
SWITCHES = (*SAYINGS, WESTERN, ALOUD)
"""What can be other than it is at first; the cookie names those that are, with dots between."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """`western`: green is for plus and red for minus, not as in China; `aloud`: each event is spoken by the phone."""

    language: str
    words: Words = frozenset()
    western: bool = False
    aloud: bool = False

    @property
    def languages(self) -> list[tuple[str, str]]:
        """All that can be chosen, each by its own name."""
        return list(settings.LANGUAGES)

    @property
    def on(self) -> tuple[str, ...]:
        """The switches that are on, in order."""
        told = {*self.words, *([WESTERN] if self.western else []), *([ALOUD] if self.aloud else [])}
        return tuple(name for name in SWITCHES if name in told)


def read_preferences(request: HttpRequest) -> Preferences:
    """Those in the cookies of a request; the language is the browser's while nobody has chosen one."""
    return _preferences(get_language_from_request(request), request.COOKIES.get(COOKIE, "").split("."))


def read_form(data: Mapping[str, str], now: Preferences) -> Preferences:
    """Those of a filled-in form: `language`, and each switch as "on"; without a language that is known, it stays."""
    language = data.get("language", "")
    return _preferences(
        language if is_language(language) else now.language, [name for name in SWITCHES if data.get(name) == "on"]
    )


def is_language(code: str) -> bool:
    """Is it one that pages can be read in?"""
    return code in dict(settings.LANGUAGES)


def keep_language(request: HttpRequest, response: HttpResponseBase, language: str) -> None:
    """Let this browser have its pages in this language from now on."""
    _keep(request, response, settings.LANGUAGE_COOKIE_NAME, language)


def keep(request: HttpRequest, response: HttpResponseBase, told: Preferences) -> None:
    """Let this browser have its pages like this from now on."""
    keep_language(request, response, told.language)
    _keep(request, response, COOKIE, ".".join(told.on))


def _preferences(language: str, on: Iterable[str]) -> Preferences:
    told = set(on)
    return Preferences(language, frozenset(SAYINGS) & told, WESTERN in told, ALOUD in told)


def _keep(request: HttpRequest, response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=COOKIE_AGE, secure=request.is_secure(), httponly=True, samesite="Lax")


def prefs(request: HttpRequest) -> dict[str, Preferences]:
    """For every template: `prefs`."""
    return {"prefs": read_preferences(request)}
