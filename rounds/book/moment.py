"""此刻 cǐ kè: a night as far as it has been written, with all that is asked of it before one more line may be."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

from rounds.book.reading import brought_by, next_opening, read_log, standing_payments
from rounds.book.replay import Opening, RoundLog
from rounds.models import Payment, Round, Session


class Moment(Protocol):
    """`session` has the columns `ended_at`, `round_count` and `last_round` of this moment."""

    @property
    def session(self) -> Session: ...

    @property
    def rows(self) -> Sequence[Round]:
        """All rounds, in order."""

    @property
    def newest(self) -> Round:
        """The round that was opened last."""

    @property
    def coming(self) -> Opening:
        """What the next round would be opened with; see `next_opening`."""

    @property
    def payments(self) -> Sequence[Payment]:
        """What has been paid, and not taken back, in order."""

    @property
    def brought(self) -> Mapping[str, int]:
        """输光为止: the points that those have brought who are limited by them, by the person's id."""

    def log(self, row: Round) -> RoundLog:
        """A round as its events tell it."""


class Stored:
    """A night as it is stored, locked for writing: each thing is read when it is first asked for, and once."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @cached_property
    def rows(self) -> Sequence[Round]:
        return list(self.session.played())

    @cached_property
    def newest(self) -> Round:
        return self.session.played().get(number=self.session.round_count)

    @cached_property
    def coming(self) -> Opening:
        return next_opening(self.session, self.newest)

    @cached_property
    def payments(self) -> Sequence[Payment]:
        return list(standing_payments(self.session))

    @cached_property
    def brought(self) -> Mapping[str, int]:
        return brought_by(self.session)

    def log(self, row: Round) -> RoundLog:
        return read_log(self.session, row)
