"""Where static files are found: scripts that pages load together are one file, made of those in which they are written.

One request instead of six; and what they have in common, which is much, is compressed once.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage, Storage

TOGETHER: Mapping[str, tuple[str, ...]] = {
    "app.js": ("outbox.js", "unsent.js", "refused.js", "sheets.js", "pad.js", "turn.js", "watch.js"),
}
PARTS = frozenset(part for parts in TOGETHER.values() for part in parts)


class Finder(FileSystemFinder):
    """Finds what is in the folders, with each joined file in the place of its parts.

    A joined file is brought up to date whenever it is looked for: in development it is served from where it is found.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.joined = FileSystemStorage(location=settings.DATA_DIR / "joined")

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        return self._join(path) if path in TOGETHER else super().find_location(root, path, prefix)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        yield from (found for found in super().list(ignore_patterns) if found[0] not in PARTS)
        for path in TOGETHER:
            self._join(path)
            yield path, self.joined

    def _join(self, path: str) -> str:
        """Write the file anew where its parts have changed; returns where it is."""
        text = "\n".join(Path(self.find(part) or part).read_text(encoding="utf-8") for part in TOGETHER[path])
        target = Path(self.joined.path(path))
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return str(target)
