"""Keeps the secrets of links, and tracebacks of requests that were refused, out of the log."""

import logging
import re

SECRET = re.compile(r"(/k/)[^/\s\"'?]+")


REFUSED = "django.security."
"""Tells of requests that ask for another host, say: whoever sends them could fill the disk."""


class MaskingFormatter(logging.Formatter):
    """Masks what follows `/k/`, wherever a line of the log has it: message, arguments or traceback."""

    def format(self, record: logging.LogRecord) -> str:
        # No fault of ours, as a form that cannot be read: one line, no traceback.
        if record.levelno < logging.ERROR or record.name.startswith(REFUSED):
            record.exc_info, record.exc_text = None, None
        return SECRET.sub(r"\1…", super().format(record))
