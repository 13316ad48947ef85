"""哪些场 nǎ xiē chǎng: what can be chosen to look at: months, years, rules."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.book.records import Scope, choices
from rounds.rules.presets import presets
from rounds.screens.days import say_span
from rounds.wording import say_preset


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several things that can be asked for."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Scopes:
    """What there is to choose from; `said`: what is looked at, on one line; `query`: the one that it was asked for by,
    "span=2026&rules=…"."""

    spans: tuple[Choice, ...]
    rules: tuple[Choice, ...]
    said: str
    query: str


def scopes(scope: Scope) -> Scopes:
    """The years in which the club has played, the newest first, with the months of the one that is looked at, or of the
    newest; and its rules, the most played first."""
    months, rules = choices(scope.club)
    looked_at = int(str(scope.span or months[0])[:4]) if scope.span or months else 0
    spans: list[int] = []
    for year in dict.fromkeys(month // 100 for month in months):
        spans += [year, *(month for month in months if month // 100 == year == looked_at)]
    return Scopes(
        spans=tuple(Choice(str(span), say_span(span), span == scope.span) for span in _with(spans, scope.span)),
        rules=tuple(
            Choice(_key(one), say_rules(one), one == scope.rules)
            for one in (rules if scope.rules in (None, *rules) else [*rules, scope.rules])
            if one
        ),
        said=_say(scope),
        query=urlencode(query_of(scope)),
    )


def _with(spans: list[int], chosen: int) -> list[int]:
    """What was asked for stands in the form too where the club did not play then."""
    return spans if not chosen or chosen in spans else [*spans, chosen]


def _key(rules: tuple[str, str]) -> str:
    preset, house = rules
    return f"house:{house}" if house else f"preset:{preset}"


def say_rules(rules: tuple[str, str]) -> str:
    """What a club calls its rules, or what the preset is called; of a preset that is gone only the key is known."""
    preset, house = rules
    return house or (say_preset(preset) if preset in presets() else preset)


def _say(scope: Scope) -> str:
    told = [say_span(scope.span) if scope.span else _("所有日子")]
    return " · ".join([*told, say_rules(scope.rules)] if scope.rules else told)


def query_of(scope: Scope) -> dict[str, str]:
    """The fields by which the scope is asked for, without those that are left open."""
    told = {"span": str(scope.span or ""), "rules": _key(scope.rules) if scope.rules else ""}
    return {name: value for name, value in told.items() if value}
