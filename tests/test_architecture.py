"""The arrows between modules, and the habits that keep the code small and the pages safe."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROUNDS = HERE / "rounds"
CORE = ROUNDS / "rules"

LADDER = (
    {"rules"},
    {"models"},
    {"scorebook"},
    {"access", "exports", "forms", "screens"},
    {"views"},
    {"urls", "management"},
)
"""The arrows: what stands on a rung never reaches a rung above it, by whatever way. Other modules stand between."""

IMPURE_MODULES = {"io", "logging", "os", "random", "secrets", "socket", "subprocess", "threading", "time", "uuid"}
IMPURE_CALLS = {"input", "now", "open", "print", "today", "utcnow"}
BROKEN_NUMBERS = {"decimal", "fractions", "math", "numbers", "statistics"}
DIVIDING = {
    "apportion": "the one function that shares points out",
    "hands": "bits of a word that counts tiles",
    "presets": "the path of a file",
    "readings": "tiles as pairs",
}
"""Where the core has a sign of division, and of what."""
EDGE = ("views/*.py", "forms.py", "typed_*.py", "cells.py", "recording.py", "correcting.py", "search.py", "access.py")
"""What reads the fields of forms and addresses."""
MAX_FILE, MAX_FUNCTION = 350, 60

FORBIDDEN = (r"mark_safe", r"\|\s*safe\b", r"csrf_exempt", r"autoescape\s+off")
"""What would let a player's name become markup, or a foreign page write."""

AGAINST_THE_POLICY = (
    r"\sstyle\s*=",
    r"<style\b",
    r"<script(?![^>]*\bsrc=)",
    r"\son[a-z]+\s*=",
    r"\bhx-on\b",
    r"javascript:",
)
"""What the content security policy of our pages refuses, so that it would only seem to work."""


def sources(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"), str(path))


def name(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def imported(path: Path, tree: ast.Module) -> Iterator[str]:
    """Full names of what a module imports; `from rounds import models` counts as `rounds.models`."""
    package = path.relative_to(HERE).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def graph() -> dict[str, set[str]]:
    """The modules and packages of `rounds`, and which others of them each imports."""
    arrows: dict[str, set[str]] = {}
    for path, tree in sources(ROUNDS):
        inside = path.relative_to(ROUNDS).with_suffix("").parts[0]
        targets = {module.split(".")[1] for module in imported(path, tree) if module.startswith("rounds.")}
        arrows.setdefault(inside, set()).update(targets - {inside})
    return arrows


def reached(start: str, arrows: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = arrows.get(waiting.pop(), set()) - seen
        seen |= fresh
        waiting += fresh
    return seen


def test_the_core_imports_nothing_but_the_standard_library_and_itself() -> None:
    foreign = [
        f"{name(path)} imports {module}"
        for path, tree in sources(CORE)
        for module in imported(path, tree)
        if not module.startswith("rounds.rules") and module.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert foreign == []


def test_the_core_has_no_clock_chance_or_input_of_its_own() -> None:
    found = []
    for path, tree in sources(CORE):
        found += [f"{name(path)} imports {m}" for m in imported(path, tree) if m.partition(".")[0] in IMPURE_MODULES]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in IMPURE_CALLS:
                    found.append(f"{name(path)}:{node.lineno} calls {called}")
    assert found == []


def test_points_are_never_divided_but_by_the_one_function_that_loses_none() -> None:
    found = []
    for path, tree in sources(CORE):
        found += [f"{name(path)} imports {m}" for m in imported(path, tree) if m.partition(".")[0] in BROKEN_NUMBERS]
        for node in ast.walk(tree):
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div | ast.FloorDiv):
                found += [] if path.stem in DIVIDING else [f"{name(path)}:{node.lineno} divides"]
            elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                found.append(f"{name(path)}:{node.lineno} has a fraction")
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("float", "round", "divmod"):
                found.append(f"{name(path)}:{node.lineno} calls {ast.unparse(node.func)}")
    assert found == []


def test_what_was_typed_is_read_as_a_number_by_the_strict_reader_alone() -> None:
    """`int` also reads `1_000`, blanks and the digits of other scripts."""
    found = [
        f"{name(path)}:{node.lineno} calls {ast.unparse(node)}"
        for pattern in EDGE
        for path in sorted(ROUNDS.glob(pattern))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("int", "float", "Decimal")
    ]
    assert found == []


def test_nothing_reaches_what_stands_above_it() -> None:
    arrows = graph()
    for height, rung in enumerate(LADDER):
        above = set().union(*LADDER[height + 1 :])
        upward = {module: found for module in rung if (found := reached(module, arrows) & above)}
        assert upward == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    arrows = graph()
    assert [module for module in arrows if module in reached(module, arrows)] == []


def test_screens_know_no_http() -> None:
    found = [
        f"{name(path)} imports {module}"
        for path, tree in sources(ROUNDS / "screens")
        for module in imported(path, tree)
        if module.startswith(("django.http", "django.shortcuts", "django.views"))
    ]
    assert found == []


def test_files_and_functions_stay_small() -> None:
    long = []
    for path, tree in sources(ROUNDS):
        if "migrations" in path.parts:
            continue
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MAX_FILE:
            long.append(f"{name(path)}: {lines} lines")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION:
                long.append(f"{name(path)}: {node.name} has {(node.end_lineno or 0) - node.lineno + 1} lines")
    assert long == []


def test_a_program_runs_when_all_that_it_needs_is_defined() -> None:
    """Imported, a file is whole before anything of it is called; as a program, it is whole only down to its call."""
    programs = [
        (name(path), tree.body[-1])
        for folder in ("bench", "rounds", "tests", "xuezhan_site")
        for path, tree in sources(HERE / folder)
        if any(is_call_of_program(node) for node in tree.body)
    ]
    assert len(programs) > 10
    assert [path for path, last in programs if not is_call_of_program(last)] == []


def is_call_of_program(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def test_no_code_and_no_template_has_a_word_that_opens_a_door() -> None:
    files = [*ROUNDS.rglob("*.py"), *(HERE / "xuezhan_site").rglob("*.py"), *(HERE / "templates").rglob("*.html")]
    assert matches(files, FORBIDDEN) == []


def test_no_template_has_what_the_content_security_policy_refuses() -> None:
    assert matches(sorted((HERE / "templates").rglob("*.html")), AGAINST_THE_POLICY) == []


def matches(files: list[Path], patterns: tuple[str, ...]) -> list[str]:
    found = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        for pattern in patterns:
            found += [f"{name(path)}: {match.group()}" for match in re.finditer(pattern, text)]
    return found


def test_the_checks_above_see_what_they_look_for() -> None:
    tree = ast.parse("from . import views\nfrom rounds import models\nimport django.http\n")
    assert list(imported(ROUNDS / "scorebook.py", tree)) == ["rounds.views", "rounds.models", "django.http"]
    assert reached("a", {"a": {"b"}, "b": {"c", "a"}, "d": {"e"}}) == {"a", "b", "c"}
    assert {"models", "rules"} <= reached("scorebook", graph())
    for text in ('<p style="x">', "<script>", '<b onclick="f()">', '<i hx-on:click="f">'):
        assert any(re.search(pattern, text) for pattern in AGAINST_THE_POLICY), text
    for text in ("{{ name|safe }}", "{{ name | safe }}", "{% autoescape off %}"):
        assert any(re.search(pattern, text) for pattern in FORBIDDEN), text
