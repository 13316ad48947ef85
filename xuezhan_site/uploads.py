"""Files that a form brings: one page alone takes one, from an owner; every other is refused before a byte is kept."""

from contextlib import suppress
from typing import BinaryIO, cast

from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import SkipFile, TemporaryFileUploadHandler
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest

from rounds.access import owner

ROUTE = "look_in"
MOST = 64 << 20
"""Bytes of a file."""

AROUND = 64 << 10
"""Bytes that a form has around its file at most, more than it has."""


class OneFile(TemporaryFileUploadHandler):
    """Keeps the file outside the memory until the answer is sent.

    It is read before the view is asked, with the CSRF token: so who may send one is asked here too. What is not kept
    is not there for the view, which says so. `fault`: there is no room for it.
    """

    fault: OSError | None = None

    def new_file(
        self,
        field_name: str,
        file_name: str,
        content_type: str,
        content_length: int | None,
        charset: str | None = None,
        content_type_extra: dict[str, bytes] | None = None,
    ) -> None:
        request = self.request
        if request is None or request.resolver_match is None or request.resolver_match.url_name != ROUTE:
            raise TooManyFilesSent
        if is_too_large(request) or not _owned(request):
            raise SkipFile
        try:
            super().new_file(field_name, file_name, content_type, content_length, charset, content_type_extra)
        except OSError as fault:
            self.fault = fault

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if self.fault is None:
            try:
                super().receive_data_chunk(raw_data, start)
            except OSError as fault:
                self._fail(fault)

    def file_complete(self, file_size: int) -> "UploadedFile[bytes] | None":
        """Writes the rest of the file, for which there may be no room either."""
        if self.fault is None:
            try:
                self.file.flush()
                return super().file_complete(file_size)
            except OSError as fault:
                self._fail(fault)
        return None

    def _fail(self, fault: OSError) -> None:
        self.fault = fault
        with suppress(OSError):  # it writes the rest again
            self.file.close()


def is_too_large(request: HttpRequest) -> bool:
    """No more is read of a request than its head says."""
    try:
        return int(request.META.get("CONTENT_LENGTH", "")) > MOST + AROUND
    except ValueError:
        return False  # then nothing is read


def file_of(request: HttpRequest) -> BinaryIO | None:
    """The file that the request brings. Raises `OSError` where there was no room for it."""
    uploaded = request.FILES.get("file")
    for handler in request.upload_handlers:
        if isinstance(handler, OneFile) and handler.fault:
            raise handler.fault
    return cast(BinaryIO, uploaded.file) if uploaded else None


def _owned(request: HttpRequest) -> bool:
    try:
        owner(request)
    except (Http404, InterfaceError, OperationalError):  # the view asks again, and says so
        return False
    return True
