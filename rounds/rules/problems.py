"""What cannot have happened: data for one sentence each."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """Fact number `event` cannot have happened as it is told, so it moves no points.

    `code` names the fault, `figures` hold players, patterns and numbers for the sentence that says it.
    """

    event: int
    code: str
    figures: Mapping[str, object] = field(default_factory=dict)


class Impossible(Exception):
    """Raised while one fact is judged; becomes a `Problem` beside it."""

    def __init__(self, code: str, **figures: object) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures
