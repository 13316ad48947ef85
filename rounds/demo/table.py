"""一局 yì jú: a round from its opening to its end, with the slips of who scores it."""

from collections.abc import Sequence

from rounds.book.replay import Opening
from rounds.demo.luck import WALL, Luck, happens
from rounds.demo.pen import Pen
from rounds.rules.events import Fact, Kong, Win
from rounds.rules.log import Amend, Change, Insert, Record, Retract, Standing, Step, standing
from rounds.rules.play import Play
from rounds.rules.ruleset import KongKind
from rounds.rules.settle import played

GOING_ON = 3
"""So many facts a round has that is still played."""


class Table:
    """The newest round of the book. `skill`: of who sits there, in turn order."""

    def __init__(self, pen: Pen, opening: Opening, skill: Sequence[int]) -> None:
        self._pen = pen
        self._opening = opening
        self._luck = Luck(pen.rng, skill)
        self._steps: list[Step] = []
        self._play = self._replayed([])
        self._left = WALL

    def play(self, *, over: bool) -> None:
        """To its end, or not quite."""
        while not self._play.ended and (over or len(self._facts) < GOING_ON):
            self._draw()
            self._slip()
        if self._pen.chance(4):
            self._amend()

    def _draw(self) -> None:
        """Tiles are drawn, and something happens; now and then something else is tapped first, and taken back."""
        drawn = self._pen.rng.randint(3, 11)
        self._left -= drawn
        number = len(self._facts)
        if self._pen.chance(3):
            wrong = self._luck.next(self._replayed([fact.fact for fact in self._facts]), number, self._left)
            self._write(drawn * 7, Record(wrong))
            self._pen.book.undo(self._pen.tap(4))
            self._steps.append(Step(self._pen.book.position, undoes=self._pen.book.position - 1))
        self._write(drawn * 7, Record(self._luck.next(self._play, number, self._left)))

    def _slip(self) -> None:
        if self._pen.chance(2):
            self._amend()
        elif self._pen.chance(1):
            self._insert()
        elif self._pen.chance(1):
            self._retract()

    def _amend(self) -> None:
        wins = [fact for fact in self._facts if isinstance(fact.fact, Win)]
        if wins:
            chosen = self._pen.rng.choice(wins)
            assert isinstance(chosen.fact, Win)
            self._mend(Amend(self._luck.better(self._play, chosen.fact), chosen.id))

    def _insert(self) -> None:
        before = self._pen.rng.choice(self._facts)
        player = self._pen.rng.choice(list(self._opening.seats))
        self._mend(Insert(Kong(player, KongKind.CONCEALED), before.id))

    def _retract(self) -> None:
        kongs = [fact for fact in self._facts if isinstance(fact.fact, Kong)]
        if kongs:
            self._mend(Retract(self._pen.rng.choice(kongs).id))

    def _mend(self, change: Change) -> None:
        """Write a correction down, if everything after it stays possible and it changes something."""
        before = [fact.fact for fact in self._facts]
        after = [fact.fact for fact in standing([*self._steps, Step(self._pen.book.position + 1, (change,))])]
        play, problems = played(self._opening.rules, tuple(self._opening.seats), after, self._opening.dealer)
        if problems or after == before or (self._play.ended and not play.ended):
            return
        self._write(25, change)
        self._play = play

    def _write(self, seconds: int, change: Change) -> None:
        tap = self._pen.tap(seconds)
        self._pen.book.change(tap, [change])
        self._steps.append(Step(tap.expected + 1, (change,)))

    @property
    def _facts(self) -> tuple[Standing, ...]:
        return standing(self._steps)

    def _replayed(self, facts: Sequence[Fact]) -> Play:
        play = Play(self._opening.rules, tuple(self._opening.seats), self._opening.dealer)
        for number, fact in enumerate(facts):
            happens(play, number, fact)
        return play
