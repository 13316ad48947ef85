"""二维码 èr wéi mǎ: an address as a picture that a phone reads."""

from dataclasses import dataclass

import segno

QUIET = 4
"""Light modules around the code, as the standard asks."""


@dataclass(frozen=True, slots=True)
class Qr:
    """An SVG path over a square of `size` units, one for each module, its quiet zone included."""

    size: int
    path: str


def qr(address: str) -> Qr:
    """The code of an address; it is read with up to 15 % of it covered."""
    matrix = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=QUIET)]
    return Qr(len(matrix), "".join(_runs(y, row) for y, row in enumerate(matrix)))


def _runs(y: int, row: bytes) -> str:
    """One line of modules: a rectangle for each run of dark ones."""
    drawn, x = [], 0
    for run in row.split(b"\0"):
        if run:
            drawn.append(f"M{x} {y}h{len(run)}v1h-{len(run)}z")
        x += len(run) + 1
    return "".join(drawn)
