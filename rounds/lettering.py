"""How wide a text is in a drawing, and as much of it as there is room for: nobody measures letters on the server."""

import unicodedata

import regex

SIZE = 12
"""The size of the letters that the widths are for."""


def width_of(text: str) -> int:
    """How wide a text is at most in letters of `SIZE`; signs of several that no font joins stand side by side."""
    return sum(map(_width_of, text))


def _width_of(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or letter in "WM@…":
        return 12
    return 8 if letter.isascii() and letter not in "mw" and not letter.isupper() else 10


def cut(name: str, width: int) -> str:
    """The name, or as much of its beginning as is no wider than that, and an ellipsis."""
    if width_of(name) <= width:
        return name
    kept = ""
    for character in regex.findall(r"\X", name):
        if width_of(f"{kept}{character}…") > width:
            break
        kept += character
    return f"{kept}…"
