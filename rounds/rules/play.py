"""The state of a round between two facts: who is in play, whose kongs stand, what has been paid."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rounds.rules.events import Fact, Hand, Kong, Leave, WallOut, Win
from rounds.rules.hands import ShownHand
from rounds.rules.ledger import Entry, Reason
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import KongKind, Mode, RuleSet
from rounds.rules.terms import Named


class Ended(Named):
    """一局完 yī jú wán: how a round came to its end."""

    WINS = "wins", "胡完", "胡完", "hú wán", "one is left"
    WALL_OUT = "wall_out", "流局", "流局", "liú jú", "the wall is empty"
    LEAVE = "leave", "有人走了", "有人走了", "yǒu rén zǒu le", "somebody left"


class StandingKong(NamedTuple):
    """A kong that counts: index of its event, who made it, its kind, its feeder if it was exposed, its tile if told."""

    event: int
    player: str
    kind: KongKind
    feeder: str | None
    tile: str | None = None


@dataclass(slots=True)
class Play:
    """One round as far as it has been told. `players` are in turn order.

    `accept` is the only thing that changes it; who may do what is asked here, what it costs is decided by `settle`.
    """

    rules: RuleSet
    players: tuple[str, ...]
    dealer: str | None = None
    kongs: list[StandingKong] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    winners: list[tuple[str, ...]] = field(default_factory=list)
    first_discarder: str | None = None
    won: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    tiles: set[str] = field(default_factory=set)
    ended: Ended | None = None

    @property
    def in_play(self) -> list[str]:
        """Those who have neither won nor left, in turn order."""
        return [player for player in self.players if player not in self.won and player not in self.left]

    def others(self, player: str) -> list[str]:
        """The other players in play, in turn order from the next on."""
        return [other for other in self.after(player) if other not in self.won and other not in self.left]

    def after(self, player: str) -> list[str]:
        """All other players in turn order, from the next on (下家 xià jiā)."""
        i = self.players.index(player)
        return [*self.players[i + 1 :], *self.players[:i]]

    def kongs_of(self, player: str) -> list[StandingKong]:
        """His kongs that stand, oldest first."""
        return [kong for kong in self.kongs if kong.player == player]

    def kinds_of(self, player: str) -> list[KongKind]:
        """The kinds of his kongs, for the fans they add."""
        return [kong.kind for kong in self.kongs if kong.player == player]

    def kong_at(self, event: int) -> StandingKong:
        """The kong that event number `event` was: the one that an entry's `about` names."""
        return next(kong for kong in self.kongs if kong.event == event)

    def paid_for(self, kong: StandingKong) -> list[Entry]:
        """The entries by which a kong was paid."""
        return [entry for entry in self.entries if entry.event == kong.event and entry.reason is Reason.KONG]

    def has_moved(self, kong: StandingKong) -> bool:
        """Has its money moved on or gone back already? It never does so twice."""
        return any(entry.about == kong.event for entry in self.entries)

    def need_in_play(self, player: str | None) -> str:
        """The player, if he is one who is in play; raises `Impossible`."""
        self.need_player(player)
        assert player is not None
        if player in self.won:
            raise Impossible("has_won", player=player)
        if player in self.left:
            raise Impossible("has_left", player=player)
        return player

    def need_same_kongs(self, player: str, hand: Hand | None) -> None:
        """A shown hand has the kongs that its owner made, those whose tile was told with that tile.

        Raises `Impossible`.
        """
        if not isinstance(hand, ShownHand):
            return
        concealed = [kong.tile for kong in self.kongs_of(player) if kong.kind is KongKind.CONCEALED]
        laid = [kong.tile for kong in self.kongs_of(player) if kong.kind is not KongKind.CONCEALED]
        if len(laid) != len(hand.kongs):
            raise Impossible("kongs_differ", player=player, made=len(laid), shown=len(hand.kongs))
        if len(concealed) != len(hand.concealed_kongs):
            made, shown = len(concealed), len(hand.concealed_kongs)
            raise Impossible("concealed_kongs_differ", player=player, made=made, shown=shown)
        for tiles, shown_tiles in ((laid, hand.kongs), (concealed, hand.concealed_kongs)):
            if missing := next((tile for tile in tiles if tile and tile not in shown_tiles), None):
                raise Impossible("kong_not_shown", player=player, tile=missing)

    def need_player(self, player: str | None) -> None:
        if player not in self.players:
            raise Impossible("unknown_player", player=player)

    def accept(self, event: int, fact: Fact, entries: Sequence[Entry]) -> None:
        """Take in a fact that has been judged, with the entries it causes."""
        self.entries.extend(entries)
        match fact:
            case Kong(player, kind, feeder, tile, robbed):
                if tile:
                    self.tiles.add(tile)
                if not robbed:
                    self.kongs.append(StandingKong(event, player, kind, feeder, tile))
            case Win():
                self._accept_win(fact)
            case Leave(player):
                self._accept_leave(player)
            case WallOut():
                self.ended = Ended.WALL_OUT

    def _accept_win(self, win: Win) -> None:
        if not self.winners:
            self.first_discarder = win.discarder
        winners = tuple(winner.player for winner in win.winners)
        self.winners.append(winners)
        self.won.update(winners)
        if self.rules.mode is Mode.SINGLE_WIN or len(self.in_play) <= 1:
            self.ended = Ended.WINS

    def _accept_leave(self, player: str) -> None:
        self.left.add(player)
        if player not in self.won and (self.rules.leave.ends_round or len(self.in_play) <= 1):
            self.ended = Ended.LEAVE
