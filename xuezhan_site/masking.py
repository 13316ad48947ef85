"""Keeps the secrets of links out of the log."""

import logging
import re

SECRET = re.compile(r"(/k/)[^/\s\"'?]+")


class MaskingFormatter(logging.Formatter):
    """Masks what follows `/k/`, wherever a line of the log has it: message, arguments or traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub(r"\1…", super().format(record))
