"""流局 liú jú: what is paid when the wall is empty."""

from rounds.rules.options.kinds import Choice, Number, Option, Switch, Unit
from rounds.rules.ruleset import DeadWait, PigPaidTo, ReadyCheck
from rounds.rules.strict import MAX_POINTS
from rounds.rules.terms import Term

_AS_NOT_READY = Term("当没叫", "當沒叫", "dàng méi jiào", "as not ready")
_PAYS_NOTHING = Term("不付", "不付", "bú fù", "nothing")

WALL = (
    Option(
        "ready_check",
        Term("查叫", "查叫", "chá jiào", "ready check"),
        Choice(ReadyCheck),
        (
            "流局时，没叫的赔给每个下叫的；下叫的按能胡的哪一副算。",
            "流局時，沒叫的賠給每個下叫的；下叫的按能胡的哪一副算。",
            "At the end of the wall those who are not ready pay those who are, by one of the hands they could win.",
        ),
    ),
    Option(
        "dead_wait",
        Term("死叫", "死叫", "sǐ jiào", "dead wait"),
        Choice(DeadWait),
        (
            "听的那张自己已经有四张，就不算下叫；碰出去和杠了的算不算在四张里。",
            "聽的那張自己已經有四張，就不算下叫；碰出去和槓了的算不算在四張裡。",
            "A wait for a tile of which one has all four is none; do those in melds count?",
        ),
    ),
    Option(
        "flower_pig_pays",
        Term("花猪付", "花豬付", "huā zhū fù", "a flower pig pays"),
        Number(Unit.BASES, 0, MAX_POINTS, (), zero=_PAYS_NOTHING, none=_AS_NOT_READY, cap=True),
        (
            "流局时手里还有三门，或者缺的那门没打完，付每家几个底。",
            "流局時手裡還有三門，或者缺的那門沒打完，付每家幾個底。",
            "What one pays each who still holds three suits, or his void suit, at the end of the wall.",
        ),
    ),
    Option(
        "flower_pig_paid_to",
        Term("花猪付给谁", "花豬付給誰", "huā zhū fù gěi shéi", "whom a flower pig pays"),
        Choice(PigPaidTo),
        (
            "已经胡了的收不收；或者谁也不收，交台费。",
            "已經胡了的收不收；或者誰也不收，交台費。",
            "Whether those who have won are paid too, or nobody but the pot.",
        ),
        lambda rules: rules.flower_pig_pays not in (None, 0),
    ),
    Option(
        "flower_pig_ready_check",
        Term("花猪还查叫", "花豬還查叫", "huā zhū hái chá jiào", "ready check of a flower pig"),
        Switch(Term("还要查", "還要查", "hái yào chá", "yes"), Term("不查了", "不查了", "bù chá le", "no")),
        (
            "花猪付过以后，是不是像没叫的一样再赔一次。",
            "花豬付過以後，是不是像沒叫的一樣再賠一次。",
            "Whether a flower pig pays the ready hands as well.",
        ),
        lambda rules: rules.flower_pig_pays is not None and rules.ready_check is not ReadyCheck.NONE,
    ),
    Option(
        "price_difference",
        Term("补差价", "補差價", "bǔ chā jià", "price difference"),
        Switch(Term("补", "補", "bǔ", "played"), Term("不补", "不補", "bù bǔ", "not played")),
        (
            "都下叫了，听小的要不要把差的补给听大的。",
            "都下叫了，聽小的要不要把差的補給聽大的。",
            "Whether the smaller of two ready hands pays the larger the difference.",
        ),
    ),
    Option(
        "kong_refund",
        Term("退税", "退稅", "tuì shuì", "kong money given back"),
        Switch(Term("退", "退", "tuì", "given back"), Term("不退", "不退", "bú tuì", "kept")),
        (
            "流局时没叫的、花猪，收过的杠钱要不要退给付的人。",
            "流局時沒叫的、花豬，收過的槓錢要不要退給付的人。",
            "Whether one who is not ready gives back at the end of the wall what his kongs earned.",
        ),
    ),
)
