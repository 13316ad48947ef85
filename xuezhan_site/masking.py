"""Keeps the secrets of links, and tracebacks of requests that were refused, out of the log."""

import logging
import re

SECRET = re.compile(r"(/k/)[^/\s\"'?]+")


class MaskingFormatter(logging.Formatter):
    """Masks what follows `/k/`, wherever a line of the log has it: message, arguments or traceback."""

    def format(self, record: logging.LogRecord) -> str:
        if record.levelno < logging.ERROR:  # a form that cannot be read is no fault of ours: one line, no traceback
            record.exc_info, record.exc_text = None, None
        return SECRET.sub(r"\1…", super().format(record))
