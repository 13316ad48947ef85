"""亮牌 liàng pái: at the end of the wall a player's tiles are laid out on the pad, and tell his state."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.cells import TILE_FIELDS, NoSuchCell, field_of, read_tiles_of, tiles_told
from rounds.rules.events import WallState
from rounds.rules.hands import WAITING, ShownHand
from rounds.screens.laying import Room, made_by
from rounds.screens.moment import Moment
from rounds.screens.pad import Desk, Key, Pad, desk, pad, read_view
from rounds.screens.verdict import Holder, Verdict, verdict
from rounds.wording import word

PAD = "pad"
"""The field that names the player whose tiles are being laid out."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """The pad of one player on the sheet of the wall: `done` leads back with his state, `undone` without it."""

    name: str
    pad: Pad
    verdict: Verdict
    done: Key
    undone: Key


def showdown(moment: Moment, fields: Mapping[str, str]) -> Showdown | None:
    """The pad that the fields of the sheet ask for, if they do; raises `NoSuchCell`."""
    player = fields.get(PAD, "")
    if not player:
        return None
    if player not in moment.play.in_play:
        raise NoSuchCell(PAD)
    rules, names = moment.play.rules, moment.log.opening.names
    others = _others(moment, fields, player)
    room = Room(WAITING, made_by(moment.play, player))
    hand = read_tiles_of(fields, player) or ShownHand(())
    kept = {**others, PAD: player}
    laid = desk(hand, read_view(fields), room, kept, void_played=rules.void_suit, of=player)
    found = verdict(Holder(rules, moment.play, player, names), laid.hand, room)
    return Showdown(
        name=moment.name(player),
        pad=pad(laid),
        verdict=found,
        done=_done(laid, found, others, player),
        undone=Key("undone", _("不摆了"), urlencode(_without(fields, others, player), safe=",:")),
    )


def _others(moment: Moment, fields: Mapping[str, str], player: str) -> dict[str, str]:
    """The states of the others, with their tiles."""
    names = [field_of(name, other) for other in moment.others(player) for name in ("state", *TILE_FIELDS)]
    return {"cell": "wall_out", **{name: fields[name] for name in names if name in fields}}


def _without(fields: Mapping[str, str], others: Mapping[str, str], player: str) -> Mapping[str, str]:
    """The sheet without these tiles; a state that was chosen without any stays."""
    state = field_of("state", player)
    plain = fields.get(state, "")
    return {**others, state: plain} if plain and not plain.endswith(":hand") else others


def _done(laid: Desk, found: Verdict, others: Mapping[str, str], player: str) -> Key:
    """好了 hǎo le: back to the sheet with what the tiles say."""
    if found.state is None:
        return Key("done", _("还没摆完"), "")
    state = field_of("state", player)
    if found.state is not WallState.READY:
        query = urlencode({**others, state: found.state.value}, safe=",:")
        return Key("done", _("记{state}").format(state=word(found.state)), query)
    told = {**others, state: f"{WallState.READY.value}:hand", **tiles_told(laid.hand, player)}
    return Key("done", _("记下叫 ×{times}").format(times=found.times), urlencode(told, safe=",:"))
