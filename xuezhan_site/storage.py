"""Static files as they are served: without what is written for their readers, under names that tell their content."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

VENDORED = "vendor/"
"""What is in there is small already, and stays as its hash says."""

SHORTEN: Mapping[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collects styles and scripts without comments and indentation: a fifth of what a phone fetches for the table."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        return str(super()._save(name, shortened(name, content)))


def shortened(name: str, content: "File[bytes]") -> "File[bytes]":
    """The same file without comments and indentation, where it is a style or a script of our own."""
    shorten = SHORTEN.get(PurePosixPath(name).suffix)
    if shorten is None or name.startswith(VENDORED):
        return content
    content.seek(0)  # whoever made the name from the content has read it to its end
    return ContentFile(shorten(content.read().decode()).encode())
