"""Which program the browser tests drive."""

import os
import shutil

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Of Debian, in this order: the first is the same browser without a desktop around it, and takes half of the time."""


def chromium() -> str | None:
    """The path of the program that $CHROMIUM names, else of the first that is installed."""
    chosen = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [chosen] if chosen else PROGRAMS)), None)
