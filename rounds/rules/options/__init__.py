"""规矩 guī ju: every option as people at a table speak of it, a row each; forms and texts are drawn from here."""

from collections.abc import Iterator, Mapping

from rounds.rules.options.fans import FANS
from rounds.rules.options.kinds import Choice, Number, Option, Switch, Table, Unit
from rounds.rules.options.kongs import KONGS
from rounds.rules.options.play import PLAY
from rounds.rules.options.price import PRICE
from rounds.rules.options.wall import WALL
from rounds.rules.terms import Named

__all__ = ["OPTIONS", "Choice", "Group", "Number", "Option", "Switch", "Table", "Unit", "leaves", "rows", "value_at"]


class Group(Named):
    """The options that players speak of together."""

    PRICE = "price", "底和封顶", "底和封頂", "dǐ hé fēng dǐng", "price"
    KONGS = "kongs", "杠", "槓", "gàng", "kongs"
    WALL = "wall", "流局", "流局", "liú jú", "the end of the wall"
    FANS = "fans", "番", "番", "fān", "fans"
    PLAY = "play", "打法", "打法", "dǎ fǎ", "play"


OPTIONS: Mapping[Group, tuple[Option, ...]] = {
    Group.PRICE: PRICE,
    Group.KONGS: KONGS,
    Group.WALL: WALL,
    Group.FANS: FANS,
    Group.PLAY: PLAY,
}
"""Every option of a rule set, once, in the order in which players ask."""


def rows() -> Iterator[Option]:
    """Every option, in order."""
    for options in OPTIONS.values():
        yield from options


def leaves(option: Option) -> Iterator[tuple[str, Option]]:
    """What can be set under an option, by its place in the rule set: "cap", or each "kong_pay.exposed"."""
    if isinstance(option.kind, Table):
        for entry in option.kind.entries:
            yield f"{option.name}.{entry.name}", entry
    else:
        yield option.name, option


def value_at(options: Mapping[str, object], place: str) -> object:
    """The value at such a place of an option set as JSON; None for an entry that its table does not have."""
    name, _, entry = place.partition(".")
    value = options[name]
    return value.get(entry) if entry and isinstance(value, dict) else value
