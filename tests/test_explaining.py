"""A line of the log, explained as one player tells another, for every kind of fact and in every language."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest

from rounds.book.company import Company
from rounds.book.replay import Opening, RoundLog
from rounds.book.ruling import Ruling
from rounds.explaining import explain, say_hand, say_states, say_told
from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    HandState,
    Kong,
    Leave,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.hands import ShownHand, hand_from_json
from rounds.rules.log import Record, Step, standing
from rounds.rules.patterns import Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import Bonus, KongKind, RuleSet, changed
from rounds.rules.settle import settle
from rounds.wording import LANGUAGES
from tests.web.cast import NAMES, concealed_kong, discard, nobody_ready, penalty, self_draw

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
FLUSH = Winner("B", CalledPattern(Pattern.FULL_FLUSH, 1))
PIG, UNREADY = HandState(WallState.FLOWER_PIG), HandState(WallState.NOT_READY)
TWO_FANS = HandState(WallState.READY, CalledFans(2))
ONE_FAN = HandState(WallState.READY, CalledFans(1))
SHOWN = HandState(WallState.READY, hand_from_json({"concealed": "111234567m999p5p"}))


def played(facts: Sequence[Fact], **options: object) -> RoundLog:
    rules = RuleSet.from_json(changed(presets()["chengdu_home"].rules.to_json(), options))
    opening = Opening(Company({seat: seat for seat in NAMES}, NAMES), "A", Ruling(rules, "chengdu_home"))
    steps = tuple(Step(position, (Record(fact),)) for position, fact in enumerate(facts, 2))
    times = dict.fromkeys(range(1, len(facts) + 2), NOW)
    return RoundLog(
        1,
        opening,
        steps,
        times,
        dict.fromkeys(times, "score"),
        standing(steps),
        settle(rules, tuple(NAMES), facts, "A"),
    )


def said(facts: Sequence[Fact], options: Mapping[str, object], language: str = "zh-hans") -> list[str]:
    """How the last of these facts is explained."""
    return list(explain(played(facts, **options), len(facts) - 1, language))


CASES: dict[str, tuple[list[Fact], dict[str, object], list[str]]] = {
    "discard": (
        [Win(WinBy.DISCARD, (FLUSH,), "A")],
        {},
        ["李四 清一色 2番＋根 1番＝3番，×8；张三点炮，付 8×底1"],
    ),
    "a base that has to be reckoned": (
        [discard("A", "B", fans=2)],
        {"base": 5},
        ["李四 报 2番，×4；张三点炮，付 4×底5＝20"],
    ),
    "capped": (
        [discard("A", "B", fans=5)],
        {},
        ["李四 报 5番，封顶3番，×8；张三点炮，付 8×底1"],
    ),
    "self-draw": ([self_draw("B", 2)], {}, ["李四 自摸 报 2番，×4；王五、赵六、张三各付 4×底1，加底1，共5"]),
    "self-draw of a fan": (
        [self_draw("B", 1)],
        {"self_draw": "add_fan"},
        ["李四 自摸 报 1番＋自摸 1番＝2番，×4；王五、赵六、张三各付 4×底1"],
    ),
    "self-draw of the last two": (
        [self_draw("A"), self_draw("B"), self_draw("C")],
        {},
        ["王五 自摸 报 0番，×1；赵六付 1×底1，加底1，共2"],
    ),
    "after a kong": (
        [concealed_kong("B"), Win(WinBy.SELF_DRAW, (FLUSH,), after_kong=True)],
        {},
        [
            "李四 杠上花 清一色 2番＋根 1番＋暗杠 1番＋杠上花 1番＝5番，封顶3番，×8；"
            "王五、赵六、张三各付 8×底1，加底1，共9"
        ],
    ),
    "two winners": (
        [discard("A", "B", "C", fans=1)],
        {},
        [
            "一炮双响：张三点炮，李四、王五都胡",
            "李四 报 1番，×2；张三点炮，付 2×底1",
            "王五 报 1番，×2；张三点炮，付 2×底1",
        ],
    ),
    "three winners": (
        [discard("A", "B", "C", "D")],
        {},
        [
            "一炮三响：张三点炮，李四、王五、赵六都胡",
            *(f"{name} 报 0番，×1；张三点炮，付 1×底1" for name in ("李四", "王五", "赵六")),
        ],
    ),
    "a kong robbed by two": (
        [Win(WinBy.ROBBED_KONG, (Winner("B", CalledFans(1)), Winner("C", CalledFans(1))), "A")],
        {},
        [
            "张三的杠被李四、王五一起抢了",
            *(f"{name} 报 1番＋抢杠胡 1番＝2番，×4；张三的杠被抢，付 4×底1" for name in ("李四", "王五")),
        ],
    ),
    "kong money moved on": (
        [concealed_kong("A"), Win(WinBy.DISCARD, (Winner("B", CalledFans(0)),), "A", after_kong=True)],
        {},
        ["李四 报 0番＋杠上炮 1番＝1番，×2；张三杠上炮，付 2×底1", "杠上炮，张三把暗杠的钱转给李四：6"],
    ),
    "kong money shared": (
        [
            concealed_kong("A"),
            Win(WinBy.DISCARD, (Winner("B", CalledFans(0)), Winner("C", CalledFans(0))), "A", after_kong=True),
        ],
        {"kong_transfer_shares": "split"},
        [
            "一炮双响：张三点炮，李四、王五都胡",
            *(f"{name} 报 0番＋杠上炮 1番＝1番，×2；张三杠上炮，付 2×底1" for name in ("李四", "王五")),
            *(f"杠上炮，张三暗杠的钱要转，平分：{name}得 3" for name in ("李四", "王五")),
        ],
    ),
    "kong money returned": (
        [concealed_kong("A"), Win(WinBy.DISCARD, (Winner("B", CalledFans(0)),), "A", after_kong=True)],
        {"kong_transfer": "return"},
        [
            "李四 报 0番＋杠上炮 1番＝1番，×2；张三杠上炮，付 2×底1",
            "杠上炮，张三把暗杠的钱退给李四、王五、赵六，各 2",
        ],
    ),
    "concealed kong": ([concealed_kong("A")], {}, ["张三 暗杠；李四、王五、赵六各付 2×底1"]),
    "exposed kong": ([Kong("A", KongKind.EXPOSED, "C")], {}, ["张三 直杠，王五打的；王五付 2×底1"]),
    "exposed kong that all pay": (
        [Kong("A", KongKind.EXPOSED, "C")],
        {"kong_pay": {"exposed": 2, "exposed_others": 1}},
        ["张三 直杠，王五打的；李四、赵六各付 1×底1，王五付 2×底1"],
    ),
    "kong for nothing": ([Kong("A", KongKind.POSTPONED)], {"kong_pay": {"postponed": 0}}, ["张三 过手杠，谁也不付"]),
    "robbed kong": (
        [Kong("A", KongKind.PROMOTED, robbed=True)],
        {},
        ["张三 的弯杠被抢了，不算，谁也不付"],
    ),
    "wall out": (
        [concealed_kong("A"), WallOut({"A": UNREADY, "B": TWO_FANS, "C": PIG, "D": ONE_FAN})],
        {"price_difference": True},
        [
            "流局：王五花猪，张三没叫，李四下叫 2番，赵六下叫 1番",
            "王五是花猪，赔张三、李四、赵六各 8×底1",
            "查大叫：张三没叫，赔李四 报 2番，×4，付 4×底1",
            "查大叫：张三没叫，赔赵六 报 1番，×2，付 2×底1",
            "补差价：李四的牌 ×4，赵六的 ×2，赵六补 2",
            "退税：张三没叫，暗杠的钱退给李四、王五、赵六，各 2",
        ],
    ),
    "a pig that pays the ready too": (
        [self_draw("A"), self_draw("B"), WallOut({"C": PIG, "D": ONE_FAN})],
        {"flower_pig_ready_check": True, "flower_pig_paid_to": "in_play"},
        [
            "流局：王五花猪，赵六下叫 1番",
            "王五是花猪，赔赵六 8×底1",
            "查大叫：王五是花猪，也赔赵六 报 1番，×2，付 2×底1",
        ],
    ),
    "a pig that pays the pot": (
        [self_draw("A"), self_draw("B"), WallOut({"C": PIG, "D": UNREADY})],
        {"flower_pig_paid_to": "pot"},
        ["流局：王五花猪，赵六没叫", "王五是花猪，赔台费 8×底1", "没人下叫，赵六不用赔"],
    ),
    "a hand that was shown": (
        [self_draw("A"), self_draw("B"), WallOut({"C": SHOWN, "D": UNREADY})],
        {},
        ["流局：赵六没叫，王五听5筒 0番", "查大叫：赵六没叫，赔王五 平胡 0番，×1，付 1×底1"],
    ),
    "a kong that has moved on": (
        [
            Kong("C", KongKind.EXPOSED, "D"),
            Win(WinBy.DISCARD, (Winner("A", CalledFans(0)), Winner("B", CalledFans(0))), "C", after_kong=True),
            WallOut({"C": UNREADY, "D": PIG}),
        ],
        {},
        [
            "流局：赵六花猪，王五没叫",
            "赵六是花猪，赔张三、李四、王五各 8×底1",
            "没人下叫，王五不用赔",
            "王五的直杠已经转走，不退",
        ],
    ),
    "a kong that went back": (
        [
            concealed_kong("C"),
            Win(WinBy.DISCARD, (Winner("A", CalledFans(0)),), "C", after_kong=True),
            WallOut({"B": PIG, "C": UNREADY, "D": ONE_FAN}),
        ],
        {"kong_transfer": "return", "flower_pig_pays": None},
        [
            "流局：李四花猪，王五没叫，赵六下叫 1番",
            "查大叫：王五没叫，赔赵六 报 1番，×2，付 2×底1",
            "查大叫：李四是花猪，也赔赵六 报 1番，×2，付 2×底1",
            "王五的暗杠已经退过，不再退",
        ],
    ),
    "kongs of who is ready, and of who is not": (
        [
            concealed_kong("B"),
            Kong("B", KongKind.PROMOTED),
            Kong("A", KongKind.PROMOTED),
            WallOut({"A": PIG, "B": TWO_FANS, "C": TWO_FANS, "D": TWO_FANS}),
        ],
        {},
        [
            "流局：张三花猪，李四下叫 2番，王五下叫 2番，赵六下叫 2番",
            "张三是花猪，赔李四、王五、赵六各 8×底1",
            "退税：张三花猪，弯杠的钱退给李四、王五、赵六，各 1",
            "李四下叫，暗杠、弯杠不退",
        ],
    ),
    "no refund and no ready check at this table": (
        [concealed_kong("A"), WallOut({"A": UNREADY, "B": PIG, "C": UNREADY, "D": TWO_FANS})],
        {"kong_refund": False, "ready_check": "none"},
        [
            "流局：李四花猪，张三、王五没叫，赵六下叫 2番",
            "李四是花猪，赔张三、王五、赵六各 8×底1",
            "这桌不查叫，张三、王五不用赔",
            "这桌不退税，张三的暗杠不退",
        ],
    ),
    "a kong whose payer has left": (
        [Kong("A", KongKind.EXPOSED, "B"), Leave("B"), nobody_ready("A", "C", "D")],
        {},
        ["流局：张三、王五、赵六没叫", "付张三直杠的已经走了，不退", "谁也不付谁"],
    ),
    "nobody ready": ([nobody_ready("A", "B", "C", "D")], {}, ["流局：张三、李四、王五、赵六没叫", "谁也不付谁"]),
    "leaving for nothing": ([Leave("A")], {}, ["张三 走了，不付钱"]),
    "leaving for a price": ([Leave("A")], {"leave": {"pays": 2}}, ["张三 走了，赔李四、王五、赵六各 2×底1"]),
    "leaving the last two": (
        [self_draw("B"), self_draw("C"), Leave("A")],
        {"leave": {"pays": 2}},
        ["张三 走了，赔赵六 2×底1"],
    ),
    "leaving a ready hand": (
        [Leave("A", {"B": TWO_FANS})],
        {},
        ["张三 走了，赔李四下叫的牌：报 2番，×4，付 4×底1"],
    ),
    "leaving after a win": (
        [discard("B", "A"), Leave("A")],
        {"leave": {"winner_forfeits": True}},
        ["张三 胡了以后走，把赢李四的退回去：1"],
    ),
    "transfer": ([penalty("A", "B")], {}, ["张三 付李四 5"]),
    "transfer to several": ([penalty("A", "B", "pot")], {}, ["张三 付李四、台费各 5"]),
    "penalty": ([Transfer("A", ("B",), 8, "诈胡")], {}, ["张三 诈胡，付李四 8"]),
    "penalty to all": ([Transfer("A", ("B", "C", "D"), 8, "诈胡")], {}, ["张三 诈胡，付李四、王五、赵六各 8"]),
    "what cannot have happened": ([self_draw("A"), self_draw("A")], {}, []),
}


@pytest.mark.parametrize(("facts", "options", "expected"), CASES.values(), ids=CASES.keys())
def test_a_line_is_explained_in_whole_sentences(
    facts: list[Fact], options: dict[str, object], expected: list[str]
) -> None:
    assert said(facts, options) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("facts", "options", "expected"), CASES.values(), ids=CASES.keys())
def test_every_language_says_as_many_sentences_and_names_the_same_players(
    facts: list[Fact], options: dict[str, object], expected: list[str], language: str
) -> None:
    told = said(facts, options, language)
    for sentence, meant in zip(told, expected, strict=True):
        assert [name in sentence for name in NAMES.values()] == [name in meant for name in NAMES.values()]
        assert "{" not in sentence


def test_in_english_it_is_an_english_sentence() -> None:
    assert said([Win(WinBy.DISCARD, (FLUSH,), "A")], {}, "en") == [
        "李四: 清一色 full flush 2番＋根 root 1番＝3番, ×8; 张三 点炮 dealt in and pays 8 × base 1"
    ]


def test_how_everybody_stood_is_said_in_one_line() -> None:
    wall = WallOut({"A": UNREADY, "B": SHOWN, "C": PIG, "D": UNREADY})
    assert say_states(played([wall]), wall) == "王五花猪，张三、赵六没叫，李四听5筒 0番"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (Win(WinBy.DISCARD, (FLUSH,), "A"), "李四 胡 张三 点炮 清一色 根"),
        (self_draw("B", 2), "李四 自摸 2番"),
        (discard("A", "B", "C", fans=1), "李四、王五 胡 张三 点炮：李四 1番，王五 1番"),
        (WallOut({"A": PIG, "B": TWO_FANS}), "流局：张三 花猪，李四 下叫 2番"),
        (penalty("A", "B"), "张三 付李四 5"),
        (Leave("A"), "张三 离开"),
        (concealed_kong("A"), "张三 暗杠"),
    ],
)
def test_all_that_a_fact_tells(fact: Fact, expected: str) -> None:
    assert say_told(played([]), fact) == expected


def test_a_hand_is_said_as_it_was_told() -> None:
    assert say_hand(CalledPattern(Pattern.ALL_TRIPLETS, 2), (Bonus.UNDER_THE_SEA,)) == "对对胡 根×2 海底"
    assert isinstance(SHOWN.hand, ShownHand)
    assert say_hand(SHOWN.hand) == "111234567万9995筒"
