"""Why a tap was not written down. Nothing has changed when one of these is raised."""

from collections.abc import Mapping
from typing import ClassVar

from rounds.rules.problems import Problem


class Refused(Exception):
    """`code` and `figures` are said by `rounds.wording`, `status` is that of the HTTP answer."""

    status: ClassVar[int] = 422

    def __init__(self, code: str, figures: Mapping[str, object] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures or {}


class Stale(Refused):
    """The log, or what else is written over, has moved on since the page was made that the tap was made on."""

    status = 409

    def __init__(self) -> None:
        super().__init__("stale")


class KeyReused(Refused):
    """The key is that of another request."""

    def __init__(self) -> None:
        super().__init__("key_reused")


class Impossible(Refused):
    """The fact that was recorded, inserted or amended cannot have happened as it is told."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code, problem.figures)
        self.problem = problem


class NotNow(Refused):
    """The log is not in a state for this."""


class Busy(Refused):
    """The database did not confirm. The same tap, sent again with the same key, settles what became of it."""

    status = 503

    def __init__(self) -> None:
        super().__init__("busy")


class Replaced(Exception):
    """Between the moment when a tap was let in and that when it was to be written, another phone took over."""
