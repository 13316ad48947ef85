"""The catalogues of translations: found in the sources, kept in rounds/locale, compiled.

    .venv/bin/python -m tests.catalogues

puts every string that the sources mark into the .po file of each language, where new ones have no translation yet and
those that are gone are dropped, says what is still to be translated, and compiles the .mo files. Nothing but Babel is
needed. Sources are in 简体, so that language has no catalogue. Both kinds of files are kept in the repository;
tests/test_catalogues.py fails while they are not what the sources ask for.
"""

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

HERE = Path(__file__).resolve().parent.parent
LOCALE = HERE / "rounds" / "locale"
LANGUAGES = ("zh_Hant", "en")
PYTHON = ("rounds", "xuezhan_site")
TEMPLATES = "templates"

CALLS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "ngettext": 2}
"""What marks a string in the sources, and how many of its arguments are strings."""

Id = str | tuple[str, str]


class Catalogue(Catalog):
    """One whose head changes only with the language: no dates, no versions."""

    def _head(self) -> list[tuple[str, str]]:
        return [("Content-Type", "text/plain; charset=utf-8"), ("Plural-Forms", self.plural_forms)]

    mime_headers = property(_head)


class Found(NamedTuple):
    """A string that is marked, its plural where it has one, and the file that it stands in."""

    id: Id
    where: str


def in_sources() -> dict[Id, list[str]]:
    """Every marked string, and the files that have it."""
    found: dict[Id, list[str]] = {}
    for one in sorted([*_in_python(), *_in_templates()], key=lambda one: (one.where, str(one.id))):
        if one.where not in found.setdefault(one.id, []):
            found[one.id].append(one.where)
    return found


def _in_python() -> Iterator[Found]:
    for folder in PYTHON:
        for path in sorted((HERE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if texts := _marked(node):
                    yield Found(_id(texts), _name(path))


def _marked(node: ast.AST) -> list[str]:
    """The strings that are marked here; none where it is a name for what `gettext_noop` has marked."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return []
    constants = [str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)]
    return constants[: CALLS.get(node.func.id, 0)]


def _in_templates() -> Iterator[Found]:
    for path in sorted((HERE / TEMPLATES).rglob("*.html")):
        told = templatize(path.read_text(encoding="utf-8"))
        # What Babel reads as Python: without the indentation of the page.
        lines = io.BytesIO("\n".join(line.strip() for line in told.splitlines()).encode())
        for _line, message, _comments, _context in extract(
            "python", lines, dict.fromkeys(CALLS) | {"ngettext": (1, 2)}
        ):
            yield Found(message if isinstance(message, str) else _id(message), _name(path))


def _id(texts: Iterable[str]) -> Id:
    first, *rest = texts
    return (first, rest[0]) if rest else first


def _name(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def po(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as its .po file has it."""
    with po(language).open("rb") as file:
        found = read_po(file, locale=language, abort_invalid=True)
    kept = Catalogue(language, fuzzy=False)
    for message in found:
        if message.id:
            kept[message.id] = message
    return kept


def updated(language: str) -> Catalog:
    """The catalogue with exactly what the sources mark, translated as far as it was."""
    old, new = read(language), Catalogue(language, fuzzy=False)
    for id_, where in in_sources().items():
        known = old.get(id_)
        new.add(id_, known.string if known and known.id == id_ else "", [(name, 0) for name in where])
    return new


def written(catalogue: Catalog) -> bytes:
    """The .po file: in the order of the sources, with a head that changes only with the language."""
    file = io.BytesIO()
    head = "".join(f'"{name}: {value}\\n"\n' for name, value in catalogue.mime_headers)
    write_po(file, catalogue, width=120, include_lineno=False, omit_header=True)
    return f'msgid ""\nmsgstr ""\n{head}\n'.encode() + file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The .mo file."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def missing(catalogue: Catalog) -> list[Id]:
    """What has no translation, or lacks one of its plurals."""
    return [_id([one.id] if isinstance(one.id, str) else one.id) for one in catalogue if one.id and not _is_whole(one)]


def _is_whole(one: Message) -> bool:
    return all([one.string] if isinstance(one.string, str) else one.string or [""])


def main() -> int:
    for language in LANGUAGES:
        po(language).parent.mkdir(parents=True, exist_ok=True)
        po(language).touch()
        catalogue = updated(language)
        po(language).write_bytes(written(catalogue))
        po(language).with_suffix(".mo").write_bytes(compiled(read(language)))
        left = missing(catalogue)
        print(f"{language}: {len(catalogue)} strings, {len(left)} without a translation")
        for id_ in left:
            print(f"    {id_ if isinstance(id_, str) else id_[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
