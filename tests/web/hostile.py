"""Names as somebody who means harm would choose them, each clean enough to be kept."""

import html

from rounds.cleaning import clean

MARKUP = "<b>&\"'{{x}}</b>=1+1"
LONG = MARKUP + "e" + "\u0301" * (320 - len(MARKUP) - 1)
"""320 code points that people count as fewer than 40 characters."""

NAMES = {"A": LONG, "B": "=1+1", "C": "عربي", "D": "👨‍👩‍👧‍👦" * 40}

assert all(clean(name) for name in NAMES.values())
assert len(LONG) == 320


def is_escaped(page: str, name: str) -> bool:
    """Does the page show the name, and nowhere as markup?"""
    return html.escape(name) in page and MARKUP not in page
