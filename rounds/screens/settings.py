"""设置 shè zhì: what can be chosen on this phone, and what is."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings as site
from django.utils.translation import gettext as _

from rounds.preferences import ALOUD, WESTERN, Preferences
from rounds.screens.aloud import sample
from rounds.spoken import SAYINGS
from rounds.wording import in_script


@dataclass(frozen=True, slots=True)
class Key:
    """One of the keys of a choice: `value` in the form, what stands on it, in which language if another."""

    value: str
    label: str
    on: bool
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose, with its keys."""

    name: str
    label: str
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """The form as it stands; `sample` is what the phone says when it is to read aloud."""

    language: Choice
    words: tuple[Choice, ...]
    western: Choice
    aloud: Choice
    sample: str


def settings(now: Preferences) -> Settings:
    """The form with what is chosen."""
    return Settings(
        language=Choice("language", _("语言"), tuple(_languages(now.language))),
        words=tuple(_words(now)),
        western=_switch(WESTERN, _("颜色"), _("红的是赢"), _("绿的是赢"), on=now.western),
        aloud=_switch(ALOUD, _("记一笔念一声"), _("不念"), _("念"), on=now.aloud),
        sample=sample(),
    )


def _languages(now: str) -> Iterable[Key]:
    """Each by its own name, whatever the language of the page."""
    return (Key(code, name, code == now, code) for code, name in site.LANGUAGES)


def _words(now: Preferences) -> Iterable[Choice]:
    labels = {"promoted": _("碰了再补"), "exposed": _("别人打的"), "not_ready": _("没听牌"), "round": _("打一副叫")}
    for name, saying in SAYINGS.items():
        usual, other = in_script(saying.usual), in_script(saying.other)
        lang = "zh-hant" if usual == saying.usual.hant else "zh-hans"
        keys = Key("", usual, name not in now.words, lang), Key("on", other, name in now.words, lang)
        yield Choice(name, labels[name], keys)


def _switch(name: str, label: str, off_label: str, on_label: str, *, on: bool) -> Choice:
    return Choice(name, label, (Key("", off_label, not on), Key("on", on_label, on)))
