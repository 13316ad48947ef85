"""The one style sheet: every rule is for something, and everything that names a class has a rule or a reason."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
STYLES = HERE / "static" / "app.css"
SHAPE_ONLY = {"sheet-in", "wait-best"}
"""Classes that scripts and links look for, without a rule of their own."""

NAME = r"-?[_a-z][\w-]*"


def rules() -> str:
    return re.sub(r"/\*.*?\*/", "", STYLES.read_text(encoding="utf-8"), flags=re.S)


def styled() -> set[str]:
    """The classes that rules are for; what stands between braces is no selector."""
    selectors = re.sub(r"\{[^{}]*\}", "{}", rules())
    return set(re.findall(rf"\.({NAME})", selectors))


def in_templates() -> Iterator[str]:
    """The classes that templates give; where a part of a name is filled in, a star stands for it."""
    for path in (HERE / "templates").rglob("*.html"):
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


def test_nothing_moves_by_itself() -> None:
    assert re.findall(r"\b(?:transition|animation|scroll-behavior)\b", rules()) == []


def test_the_checks_see_what_they_look_for() -> None:
    assert {"seat", "at-1", "top-turn"} <= styled()
    assert {"seats", "grid-*", "sheet"} <= set(in_templates())
    assert "cell-old" in in_words()
    assert "top-unsent" in in_words()
