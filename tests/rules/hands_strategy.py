"""Random hands as tiles: of every kind that can be won with, nearly won with, or not at all.

Everything is drawn from one `Random`, so that a seed gives the same hands for ever, and hypothesis, which hands in a
`Random` of its own, can shrink them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from tests.rules.hand_kinds import (
    MELDS,
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


@dataclass(frozen=True)
class Told:
    """A hand in the form of a round document, and what the tiles do not say: kinds of its kongs, 天胡 and 地胡."""

    hand: Json
    kinds: tuple[str, ...]
    luck: tuple[str, ...]


def numbered_hand(seed: int | str) -> Json:
    """The same hand for the same seed, whoever asks."""
    return random_hand(Random(seed))  # noqa: S311 - no secret hangs on these hands


def numbered_told(seed: int | str) -> Told:
    """The same hand again, with what its tiles do not say."""
    return random_told(Random(seed))  # noqa: S311 - no secret hangs on these hands


def told_hands() -> st.SearchStrategy[Told]:
    """Hands for hypothesis."""
    return st.randoms(use_true_random=False).map(random_told)


def random_told(rng: Random) -> Told:
    hand = random_hand(rng)
    kongs, concealed_kongs = (sum(letter.isdigit() for letter in hand.get(name, "")) for name in MELDS[1:])
    kinds = [rng.choice(("exposed", "promoted", "postponed")) for _ in range(kongs)] + ["concealed"] * concealed_kongs
    luck = [name for name in ("heavenly", "earthly") if rng.randrange(100) < 6]
    return Told(hand, tuple(kinds), tuple(luck))


def random_hand(rng: Random) -> Json:
    """A hand of 14 tiles or 13, in the form of a round document; now and then one that no hand can be."""
    hand = readable_hand(rng)
    return spoilt(rng, hand) if rng.randrange(100) < 2 else hand


def readable_hand(rng: Random) -> Json:
    table = Table(rng, rng.sample(SUITS, 3))
    put_together(table, KINDS, 12)
    if table.imagined or table.chance(50):
        lay_aside(table)
    return written(table) | void_suit(table, 70)


def readable_hands() -> st.SearchStrategy[Json]:
    """Hands for hypothesis that can be read, whatever they are worth."""
    return st.randoms(use_true_random=False).map(readable_hand)


def hand_beside_kongs(
    rng: Random, suits: list[str], kongs: list[list[str]], concealed_kongs: list[list[str]], *, waiting: bool
) -> Json:
    """A hand whose kongs are those of a round; each list has the tiles that the kong may be of."""
    table = Table(rng, list(suits), kinds_of_melds=("pungs",))
    for kind, laid_down in (("kongs", kongs), ("concealed_kongs", concealed_kongs)):
        for tiles in laid_down:
            table.lay_down(kind, tiles)
    unfit = {seven_pairs, pairs_that_are_sets, any_tiles, three_suits} if kongs or concealed_kongs else {three_suits}
    unfit |= set() if waiting else {five_alike}
    put_together(table, {kind: often for kind, often in KINDS.items() if kind not in unfit}, 5)
    if waiting:
        lay_aside(table)
    return written(table) | void_suit(table, 90)


def put_together(table: Table, kinds: dict[Kind, int], unfit: int) -> None:
    """A hand of one of these kinds, `unfit` percent of them with a tile that does not fit the others."""
    table.rng.choices(list(kinds), list(kinds.values()))[0](table)
    table.fill(TILES)
    if table.chance(unfit):
        table.concealed.pop(table.rng.randrange(len(table.concealed)))
        table.fill(TILES)


def lay_aside(table: Table) -> None:
    """One tile less: the one that was imagined, or any."""
    fifth = [table.imagined] if table.imagined in table.concealed else table.concealed
    table.concealed.remove(table.rng.choice(fifth))


def void_suit(table: Table, last: int) -> Json:
    """Often none; `last` percent of them the suit that the hand takes to last."""
    if table.chance(65):
        return {}
    return {"void_suit": table.suits[2] if table.chance(last) else table.rng.choice(SUITS)}


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


def spoilt(rng: Random, hand: Json) -> Json:
    """With a tile too many, too few or unknown, a fifth copy, or a suit that is none."""
    concealed, tile = hand["concealed"], rng.choice(TILES)
    return hand | rng.choice(
        (
            {"concealed": concealed + tile},
            {"concealed": concealed[2:]},
            {"concealed": concealed + rng.choice(("0m", "1z", "5", "m"))},
            {"concealed": concealed + 5 * tile},
            {"pungs": 2 * tile},
            {"kongs": tile, "concealed_kongs": tile},
            {"void_suit": rng.choice(("z", "mp", "5m"))},
        )
    )
