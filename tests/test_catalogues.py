"""Everything that is said is marked, translated, compiled, and in the language that it says it is in."""

import ast
import gettext
import io
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.utils.translation import gettext as say

from rounds.rules.presets import presets
from rounds.sentences import GAME_WORDS, PRESETS, SHORT
from rounds.spoken import SAYINGS, speaking
from rounds.wording import LANGUAGES
from tests import catalogues
from tests.catalogues import CALLS, HERE

CHINESE = re.compile(r"[\u3400-\u9fff]+")
CHINESE_OR_FULL_WIDTH = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+")
PLACES = re.compile(r"%\((\w+)\)[sd]")

ALIKE = {"番", "＋", "＝", "？", "①", "："}
"""What is written alike in all three languages, or stands in code for every one of them."""

# Where Chinese is data: rules and sentences carry all three languages themselves; what is printed at the start is in
# two at once; a name or a note that is kept is in the table's own words.
CARRIES_ITS_LANGUAGES = (
    "rounds/rules/",
    "rounds/sentences/",
    "rounds/spoken.py",
    "rounds/migrations/",
    "rounds/book/seating.py",
    "rounds/clubs.py",
    "rounds/demo/",
    "rounds/imports/totals.py",
    "rounds/money.py",
    "rounds/screens/paying.py",
    "rounds/settlements.py",
    "rounds/signs.py",
    "xuezhan_site/serve.py",
    "xuezhan_site/data.py",
    "xuezhan_site/postgresql.py",
    "xuezhan_site/settings.py",
)

OF_SIMPLIFIED_ALONE = frozenset(
    "与两个为乐书从会体关内写况减凑凭则刚删别办动势单却双发变号吗听启响图场墙声处备复够对导将带庄库应废开张弯归当录总战扫抢护报换摆数无旧时暂机条来标栏样欢汉没浏点猪"
    "现电码离税竞笔简紧红线细经结给绝继续维绿编网脑补见规览计认记许设证识诈试该详语说请读谁财账费赔赛赢赵转轮载输边过还这进连选针钓钩钱链销错键长门问间随页顶项顺预"
    "颜饼馆马齐龙"
)
"""Characters of the sources that 繁體 writes otherwise."""


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def messages(language: str) -> Iterator[tuple[str, Message]]:
    """Each string in 简体 with what it is in this language."""
    for message in catalogues.read(language):
        if message.id:
            yield (message.id if isinstance(message.id, str) else message.id[0]), message


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_string_of_the_sources_is_translated_and_nothing_else(language: str) -> None:
    """`.venv/bin/python -m tests.catalogues` puts new strings into the catalogues; then they are to be translated."""
    catalogue = catalogues.read(language)
    told = {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalogue if message.id}
    sources = set(catalogues.in_sources())
    assert sources - told == set(), "python -m tests.catalogues"
    assert told - sources == set(), "python -m tests.catalogues"
    assert catalogues.missing(catalogue) == []
    assert [message.id for message in catalogue if message.fuzzy] == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_translation_fills_in_the_same_names_and_figures(language: str) -> None:
    for chinese, message in messages(language):
        for text in texts(message):
            assert braces(text) <= braces(chinese), chinese
            assert braces(chinese) - braces(text) <= {"year", "count"}, chinese
            assert set(PLACES.findall(text)) == set(PLACES.findall(chinese)), chinese
            assert bool(text.strip()), chinese


def braces(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_what_is_compiled_says_what_the_catalogue_says(language: str) -> None:
    stored = catalogues.po(language).with_suffix(".mo").read_bytes()
    assert stored == catalogues.compiled(catalogues.read(language)), "python -m tests.catalogues"
    spoken = gettext.GNUTranslations(io.BytesIO(stored))
    for chinese, message in messages(language):
        said = spoken.gettext(chinese) if isinstance(message.id, str) else spoken.ngettext(chinese, chinese, 1)
        assert said == texts(message)[0]


def test_traditional_has_no_simplified_characters() -> None:
    left = {text for _, message in messages("zh_Hant") for text in texts(message) if OF_SIMPLIFIED_ALONE & set(text)}
    assert {text: OF_SIMPLIFIED_ALONE & set(text) for text in left} == {}


def test_english_has_no_chinese_but_the_words_of_the_game() -> None:
    """Numbers of tiles and names of seats are no words of it either."""
    for _, message in messages("en"):
        for text in texts(message):
            words = CHINESE_OR_FULL_WIDTH.findall(text)
            assert [word for word in words if word not in GAME_WORDS | {"缺", "简"}] == [], text


def test_every_rule_set_that_comes_with_the_game_has_a_name_in_each_language() -> None:
    assert {key: names[0] for key, names in PRESETS.items()} == {key: one.name for key, one in presets().items()}
    for names in PRESETS.values():
        assert len(set(names)) >= 2
        assert len(names) == len(LANGUAGES)


def test_words_with_a_short_gloss_are_words_of_the_game() -> None:
    assert set(SHORT) <= GAME_WORDS


def test_every_other_word_of_a_table_is_a_word_of_the_game() -> None:
    assert {one.hans for saying in SAYINGS.values() for one in (saying.usual, saying.other)} - GAME_WORDS == {
        "局",
        "把",
    }


@pytest.mark.parametrize("text", ["流局", "牌局", "成都家庭局"])
def test_a_word_that_ends_like_another_stays(text: str) -> None:
    with speaking("zh-hans", ["round"]):
        assert say(text) == text
        assert say("下一局") == "下一把"


# What is not marked


def test_no_python_file_has_words_that_are_not_marked() -> None:
    found = []
    for path in [*sorted((HERE / "rounds").rglob("*.py")), *sorted((HERE / "xuezhan_site").rglob("*.py"))]:
        name = path.relative_to(HERE).as_posix()
        if not name.startswith(CARRIES_ITS_LANGUAGES):
            found += [f"{name}:{line} {text}" for line, text in unmarked(path.read_text(encoding="utf-8"))]
    assert found == []


def unmarked(source: str) -> Iterator[tuple[int, str]]:
    """Strings with Chinese in them that are neither marked nor documentation."""
    tree = ast.parse(source)
    left_out = set(_marked(tree)) | set(_documentation(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            for text in CHINESE_OR_FULL_WIDTH.findall(node.value):
                if text not in ALIKE:
                    yield node.lineno, text


def _marked(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield from map(id, node.args)


def _documentation(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield id(node.value)


def test_no_template_has_words_that_are_not_marked() -> None:
    found = []
    for path in sorted((HERE / "templates").rglob("*.html")):
        words = bare(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(HERE)}: {text}" for text in words if text not in ALIKE]
    assert found == []


MARKED = (
    r"{% comment %}.*?{% endcomment %}",
    r"{% blocktranslate.*?{% endblocktranslate %}",
    r"{% translate .*?%}",
    r"""_\((?:"[^"]*"|'[^']*')\)""",
)


def bare(template: str) -> list[str]:
    """What stands in a template in Chinese without being marked."""
    return CHINESE_OR_FULL_WIDTH.findall(re.sub("|".join(MARKED), "", template, flags=re.DOTALL))


def test_no_script_and_no_style_has_words() -> None:
    """Scripts say what the page hands them."""
    files = [*(HERE / "static").glob("*.js"), *(HERE / "static").glob("*.css")]
    found = {path.name: set(CHINESE.findall(without_comments(path))) - ALIKE for path in files}
    assert {name: words for name, words in found.items() if words} == {}


def without_comments(path: Path) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_checks_above_see_what_they_look_for() -> None:
    assert list(unmarked('"""说"""\nx = _("好")\ny = f"{z}番 {_(\'顶\')}"\nw = "漏了"\n')) == [(4, "漏了")]
    assert bare('{% translate "好" %}漏{% blocktranslate %}好{% endblocktranslate %}{{ _("好") }}') == ["漏"]
    made = Catalog("en")
    made.add("好", "")
    made.add(("一个", "几个"), ("one", ""))
    made.add("行", "yes")
    assert set(catalogues.missing(made)) == {"好", ("一个", "几个")}
    assert "这" in OF_SIMPLIFIED_ALONE
    assert "這" not in OF_SIMPLIFIED_ALONE
