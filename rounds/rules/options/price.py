"""底和封顶 dǐ hé fēng dǐng: what a win is worth to whom."""

from rounds.rules.options.kinds import Choice, Number, Option, Unit
from rounds.rules.ruleset import FedKongWin, SelfDraw
from rounds.rules.strict import MAX_FANS, MAX_POINTS
from rounds.rules.terms import Term

_NO_CAP = Term("不封顶", "不封頂", "bù fēng dǐng", "no cap")

PRICE = (
    Option(
        "base",
        Term("底", "底", "dǐ", "base"),
        Number(Unit.POINTS, 1, MAX_POINTS, (1, 2, 5, 10)),
        (
            "×1 的牌值几分；杠钱、花猪也照底算。",
            "×1 的牌值幾分；槓錢、花豬也照底算。",
            "What a hand of ×1 is worth; kongs and flower pigs are counted in it too.",
        ),
    ),
    Option(
        "cap",
        Term("封顶", "封頂", "fēng dǐng", "cap"),
        Number(Unit.FANS, 0, MAX_FANS, (2, 3, 4), from_plain=True, none=_NO_CAP),
        (
            "一副牌最多按几番付；杠钱和自摸加的底不封。",
            "一副牌最多按幾番付；槓錢和自摸加的底不封。",
            "The most fans that a hand is paid for; kongs and the base of a self-draw are not capped.",
        ),
    ),
    Option(
        "plain_fans",
        Term("平胡", "平胡", "píng hú", "plain hand"),
        Number(Unit.FANS, 0, 1, (0, 1)),
        (
            "平胡叫0番还是1番，都是 ×1；番型和封顶的番数跟着它数。",
            "平胡叫0番還是1番，都是 ×1；番型和封頂的番數跟著它數。",
            "Whether a plain hand is called 0 or 1 fan; it is ×1 either way, and all fans are counted from it.",
        ),
    ),
    Option(
        "self_draw",
        Term("自摸", "自摸", "zì mō", "self-draw"),
        Choice(SelfDraw),
        ("自摸比点炮多收什么。", "自摸比點炮多收什麼。", "What a self-draw earns more than a discard."),
    ),
    Option(
        "fed_kong_win",
        Term("点杠花", "點槓花", "diǎn gàng huā", "kong bloom after an exposed kong"),
        Choice(FedKongWin),
        (
            "直杠以后杠上花，各家都付，还是引杠的一个人付。",
            "直槓以後槓上花，各家都付，還是引槓的一個人付。",
            "After an exposed kong and a self-draw: do all pay, or the feeder alone?",
        ),
    ),
)
