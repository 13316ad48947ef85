"""Static files as they are found and collected: shorter, some of them together, and saying the same."""

from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.core.files.base import ContentFile

from xuezhan_site.finders import PARTS, TOGETHER, Finder
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


def found(path: str) -> Path:
    return Path(Finder().find(path) or "nowhere")


@pytest.mark.parametrize("joined", TOGETHER)
def test_scripts_that_go_together_are_found_as_one_in_their_order(joined: str) -> None:
    text = found(joined).read_text()
    places = [text.index((Path(settings.BASE_DIR, "static") / part).read_text()) for part in TOGETHER[joined]]
    assert places == sorted(places)
    assert Finder().find(joined, find_all=True) == [str(found(joined))]


def test_what_goes_together_is_collected_together_alone() -> None:
    paths = [path for path, _storage in Finder().list([])]
    assert len(paths) == len(set(paths))
    assert set(TOGETHER) <= set(paths)
    assert not PARTS & set(paths)
    assert {"app.css", "kept.js", "vendor/htmx.min.js"} <= set(paths)


def test_a_joined_file_follows_its_parts(tmp_path: Path, settings: LazySettings) -> None:
    settings.STATICFILES_DIRS, settings.DATA_DIR = [tmp_path / "static"], tmp_path
    (tmp_path / "static").mkdir()
    for part in PARTS:
        (tmp_path / "static" / part).write_text(f"// {part}")
    first = found("app.js").read_text()
    assert first.splitlines() == [f"// {part}" for part in TOGETHER["app.js"]]
    (tmp_path / "static" / "pad.js").write_text("// mended")
    assert "// mended" in found("app.js").read_text()
