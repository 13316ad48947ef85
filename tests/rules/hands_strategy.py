"""Random hands as tiles: of every kind that can be won with, nearly won with, or not at all.

Everything is drawn from one `Random`, so that a seed gives the same hands for ever, and hypothesis, which hands in a
`Random` of its own, can shrink them.
"""

from collections.abc import Callable, Sequence
from random import Random

from hypothesis import strategies as st

from tests.rules.hand_kinds import (
    SUITS,
    TILES,
    Table,
    all_alike,
    any_tiles,
    five_alike,
    generals,
    golden_wait,
    hidden_kongs,
    mixed,
    pairs_that_are_sets,
    rooted,
    seven_pairs,
    terminals,
    three_suits,
)
from tests.rules.oracle_table import Json

Kind = Callable[[Table], None]

KINDS: dict[Kind, int] = {
    mixed: 6,
    rooted: 3,
    all_alike: 3,
    generals: 2,
    terminals: 3,
    seven_pairs: 4,
    pairs_that_are_sets: 2,
    golden_wait: 3,
    hidden_kongs: 1,
    five_alike: 2,
    any_tiles: 3,
    three_suits: 1,
}
"""The kinds of hands, and how often each is drawn."""

CHINESE = str.maketrans("mps123456789", "万筒条１２３４５６７８９")


def numbered_hand(seed: int | str) -> Json:
    """The same hand for the same seed, whoever asks."""
    return random_hand(Random(seed))  # noqa: S311 - no secret hangs on these hands


def hands() -> st.SearchStrategy[Json]:
    """Hands for hypothesis, in the form of a round document."""
    return st.randoms(use_true_random=False).map(random_hand)


def random_hand(rng: Random) -> Json:
    """A hand of 14 tiles or 13, in the form of a round document; now and then one that no hand can be."""
    table = Table(rng, rng.sample(SUITS, 3))
    put_together(table, KINDS)
    if table.imagined or table.chance(50):
        lay_aside(table)
    hand = written(table) | void_suit(table)
    return spoilt(table, hand) if table.chance(2) else hand


def hand_beside_kongs(
    rng: Random, suits: Sequence[str], kongs: list[str], concealed_kongs: list[str], *, waiting: bool
) -> Json:
    """A hand whose kongs are those of a round: each text names the tiles that one kong may be of."""
    table = Table(rng, list(suits), kinds_of_melds=("pungs",))
    for kind, laid_down in (("kongs", kongs), ("concealed_kongs", concealed_kongs)):
        for tiles in laid_down:
            table.lay_down(kind, [tile for tile in TILES if tile in tiles])
    pairs_too = not kongs and not concealed_kongs
    put_together(table, {k: often for k, often in KINDS.items() if pairs_too or k not in (seven_pairs, any_tiles)})
    if waiting or table.imagined:
        lay_aside(table)
    return written(table) | void_suit(table)


def put_together(table: Table, kinds: dict[Kind, int]) -> None:
    table.rng.choices(list(kinds), list(kinds.values()))[0](table)
    table.fill(TILES)
    if table.concealed and table.chance(12):
        # One tile that does not fit the others.
        table.concealed.pop(table.rng.randrange(len(table.concealed)))
        table.fill(TILES)


def lay_aside(table: Table) -> None:
    """One tile less: the one that was imagined, or any."""
    fifth = [table.imagined] if table.imagined in table.concealed else table.concealed
    table.concealed.remove(table.rng.choice(fifth))


def void_suit(table: Table) -> Json:
    """Often none; mostly the suit that the hand takes to last."""
    if table.chance(65):
        return {}
    return {"void_suit": table.suits[2] if table.chance(70) else table.rng.choice(SUITS)}


def written(table: Table) -> Json:
    """The hand in the form of a round document: in order, in none, or in Chinese."""
    lists = {"concealed": table.concealed, **{kind: tiles for kind, tiles in table.melds.items() if tiles}}
    how = table.rng.randrange(10)
    if how < 5:
        lists = {name: sorted(tiles, key=TILES.index) for name, tiles in lists.items()}
    elif how < 9:
        lists = {name: table.rng.sample(tiles, len(tiles)) for name, tiles in lists.items()}
    texts = {name: text_of(tiles) for name, tiles in lists.items()}
    return {name: text.translate(CHINESE) for name, text in texts.items()} if how == 9 else texts


def text_of(tiles: list[str]) -> str:
    """mpsz text: a suit's letter stands where the next tile is of another."""
    text = ""
    for tile in tiles:
        text = text[:-1] + tile if text.endswith(tile[1]) else text + tile
    return text


def spoilt(table: Table, hand: Json) -> Json:
    """With a tile too many, too few or unknown, or a fifth copy."""
    concealed = hand["concealed"]
    alike = table.rng.choice([*table.concealed, *table.melds["pungs"]])
    return hand | table.rng.choice(
        (
            {"concealed": concealed + table.rng.choice(TILES)},
            {"concealed": concealed[2:]},
            {"concealed": concealed + table.rng.choice(("0m", "1z", "5", "m"))},
            {"concealed": concealed + 5 * alike},
            {"pungs": 2 * alike},
            {"kongs": alike, "concealed_kongs": alike},
        )
    )
