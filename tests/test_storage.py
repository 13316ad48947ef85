"""Static files as they are collected: shorter, and saying the same."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile

from xuezhan_site.storage import Storage

SOURCES = sorted(Path(settings.BASE_DIR, "static").glob("*.[cj]s*"))


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(location=tmp_path)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_styles_and_scripts_lose_what_is_for_their_readers(storage: Storage, source: Path) -> None:
    text = source.read_bytes()
    served = Path(storage.path(storage.save(source.name, ContentFile(text)))).read_bytes()
    assert 0 < len(served) < len(text)
    assert b"/*" not in served
    assert not any(line.lstrip().startswith(b"//") for line in served.splitlines())
    assert text.count(b"{") - text.count(b"${") == served.count(b"{") - served.count(b"${")


def test_what_was_read_before_is_kept_whole(storage: Storage) -> None:
    content = ContentFile(b"let a = 1; // one\n")
    content.read()
    assert Path(storage.path(storage.save("a.js", content))).read_bytes().strip() == b"let a=1;"


@pytest.mark.parametrize("name", ["vendor/x.js", "icon.svg"])
def test_vendored_files_and_pictures_stay_as_they_are(storage: Storage, name: str) -> None:
    text = b"/* their licence */ let a = 1; // one\n"
    assert Path(storage.path(storage.save(name, ContentFile(text)))).read_bytes() == text
