"""The style sheets: every rule is for something, everything that names a class has a rule or a reason, and the table
needs one sheet alone."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent
APP, PAGES = HERE / "static" / "app.css", HERE / "static" / "pages.css"
SHAPE_ONLY = {"sheet-in", "wait-best"}
"""Classes that scripts and links look for, without a rule of their own."""

NAME = r"-?[_a-z][\w-]*"


def rules(*sheets: Path) -> str:
    texts = (sheet.read_text(encoding="utf-8") for sheet in sheets or (APP, PAGES))
    return re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.S)


def styled(*sheets: Path) -> set[str]:
    """The classes that rules are for; what stands between braces is no selector."""
    selectors = re.sub(r"\{[^{}]*\}", "{}", rules(*sheets))
    return set(re.findall(rf"\.({NAME})", selectors))


def in_templates(pattern: str = "**/*.html") -> Iterator[str]:
    """The classes that templates give; where a part of a name is filled in, a star stands for it."""
    for path in (HERE / "templates").glob(pattern):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\{\{.*?\}\}", "*", re.sub(r"\{%.*?%\}", " ", text))
        for names in re.findall(r'class="([^"]*)"', text):
            yield from names.split()


def in_words() -> set[str]:
    """Whatever may be the name of a class in a script, in what screens tell templates, or in an argument of these."""
    python = [path for part in ("screens", "templatetags") for path in (HERE / "rounds" / part).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in [*(HERE / "static").glob("*.js"), *python]]
    for path in (HERE / "templates").rglob("*.html"):
        texts += re.findall(r"\{%.*?%\}", path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for text in texts:
        for quoted in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`", text):
            found.update(re.findall(NAME, " ".join(quoted)))
    return found


def test_every_rule_is_for_something() -> None:
    given = set(in_templates())
    stars = [name for name in given if "*" in name and name != "*"]
    named = given | in_words()
    unused = {one for one in styled() if one not in named and not any(fnmatchcase(one, star) for star in stars)}
    assert unused == set()


def test_every_class_has_a_rule() -> None:
    without = {name for name in in_templates() if "*" not in name} - styled() - SHAPE_ONLY
    assert without == set()


@pytest.mark.parametrize(
    "pattern", ["base.html", "table/*.html", "rounds/_*.html", "hand/_*.html", "sheets/_chart.html"]
)
def test_what_the_table_shows_needs_no_other_sheet(pattern: str) -> None:
    given = {name for name in in_templates(pattern) if "*" not in name}
    assert given & styled(PAGES) <= styled(APP)


def test_what_a_template_looks_for_by_its_class_is_there() -> None:
    templates = "\n".join(path.read_text(encoding="utf-8") for path in (HERE / "templates").rglob("*.html"))
    assert set(re.findall(rf"(?:closest|find|next|previous) \.({NAME})", templates)) <= set(in_templates())


def test_nothing_moves_by_itself() -> None:
    assert re.findall(r"\b(?:transition|animation|scroll-behavior)\b", rules()) == []


def test_the_checks_see_what_they_look_for() -> None:
    assert {"seat", "at-1", "top-turn"} <= styled()
    assert {"seats", "grid-*", "sheet"} <= set(in_templates())
    assert "cell-old" in in_words()
    assert "top-unsent" in in_words()
