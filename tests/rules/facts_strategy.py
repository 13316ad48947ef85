"""Facts that are well formed and nothing more: anybody may do anything, whether it can have happened or not."""

from functools import cache

from hypothesis import strategies as st

from rounds.rules.events import Fact, fact_from_json
from tests.rules.hands_strategy import readable_hands
from tests.rules.options_strategy import BONUSES, KONGS, PATTERNS
from tests.rules.oracle_table import Json

NAMES = st.sampled_from(("A", "B", "C", "D", "Z"))
TILES = st.sampled_from([f"{number}{suit}" for suit in "mps" for number in range(1, 10)])
SAID = ("under_the_sea", "last_chance", "concealed_hand", "no_terminals")
SAID_WITH_TILES = ("under_the_sea", "last_chance", "heavenly", "earthly")
assert set(SAID) < set(BONUSES)


def hands(bonuses: tuple[str, ...], with_tiles: tuple[str, ...]) -> st.SearchStrategy[Json]:
    """Called hands with some of `bonuses`, and tiles with some of `with_tiles`."""
    said = st.lists(st.sampled_from(bonuses), unique=True)
    fans = st.fixed_dictionaries({"fans": st.integers(0, 40)}, optional={"bonuses": said})
    pattern = st.fixed_dictionaries(
        {"pattern": st.sampled_from(PATTERNS)}, optional={"bonuses": said, "roots": st.integers(0, 4)}
    )
    beside = st.lists(st.sampled_from(with_tiles), unique=True) if with_tiles else st.just([])
    tiles = st.builds(lambda hand, bonuses: {"hand": hand, "bonuses": bonuses}, readable_hands(), beside)
    return fans | pattern | tiles


@cache
def states() -> st.SearchStrategy[Json]:
    ready = hands(("concealed_hand", "no_terminals"), ()).map(lambda hand: {"state": "ready", **hand})
    other = st.sampled_from(("not_ready", "flower_pig")).map(lambda state: {"state": state})
    return st.dictionaries(NAMES, ready | other, max_size=5)


def winners() -> st.SearchStrategy[list[Json]]:
    return st.lists(
        st.builds(lambda player, hand: {"player": player, **hand}, NAMES, hands(SAID, SAID_WITH_TILES)), max_size=4
    )


@cache
def facts_as_json() -> st.SearchStrategy[Json]:
    kong = st.fixed_dictionaries(
        {"type": st.just("kong"), "player": NAMES, "kind": st.sampled_from(KONGS)},
        optional={"from": NAMES, "tile": TILES, "robbed": st.booleans()},
    )
    win = st.fixed_dictionaries(
        {
            "type": st.just("win"),
            "by": st.sampled_from(("self_draw", "discard", "robbed_kong")),
            "winners": winners(),
        },
        optional={"from": NAMES, "after_kong": st.booleans()},
    )
    wall_out = st.fixed_dictionaries({"type": st.just("wall_out"), "hands": states()})
    leave = st.fixed_dictionaries({"type": st.just("leave"), "player": NAMES}, optional={"hands": states()})
    transfer = st.fixed_dictionaries(
        {
            "type": st.just("transfer"),
            "from": NAMES,
            "to": st.lists(NAMES | st.just("pot"), max_size=5),
            "points": st.integers(1, 10**6),
        },
        optional={"note": st.text(max_size=20)},
    )
    return kong | win | wall_out | leave | transfer


@cache
def facts() -> st.SearchStrategy[Fact]:
    return facts_as_json().map(fact_from_json)
