"""打法 dǎ fǎ: how a round begins, ends, and who deals."""

from rounds.rules.options.kinds import Choice, Number, Option, Switch, Table, Unit
from rounds.rules.ruleset import Mode, NextDealer
from rounds.rules.strict import MAX_POINTS
from rounds.rules.terms import Term

_PAYS_NOTHING = Term("不付", "不付", "bú fù", "nothing")

PLAY = (
    Option(
        "void_suit",
        Term("定缺", "定缺", "dìng quē", "void suit"),
        Switch(Term("定缺", "定缺", "dìng quē", "played"), Term("不定缺", "不定缺", "bú dìng quē", "not played")),
        (
            "开打前要不要说好缺哪一门；那一门没打完就是花猪。",
            "開打前要不要說好缺哪一門；那一門沒打完就是花豬。",
            "Whether each names a suit to be rid of; who still holds it is a flower pig.",
        ),
    ),
    Option(
        "mode",
        Term("打到什么时候", "打到什麼時候", "dǎ dào shén me shí hou", "how long a round lasts"),
        Choice(Mode),
        (
            "有人胡了，剩下的接着打，还是这一局就完。",
            "有人胡了，剩下的接著打，還是這一局就完。",
            "Whether the others play on after a win.",
        ),
    ),
    Option(
        "next_dealer",
        Term("下一局的庄", "下一局的莊", "xià yì jú de zhuāng", "next dealer"),
        Choice(NextDealer),
        ("下一局谁坐庄。", "下一局誰坐莊。", "Who deals the next round."),
    ),
    Option(
        "leave",
        Term("中途走", "中途走", "zhōng tú zǒu", "leaving"),
        Table(
            (
                Option(
                    "pays",
                    Term("走的付", "走的付", "zǒu de fù", "who leaves pays"),
                    Number(Unit.BASES, 0, MAX_POINTS, (0,), zero=_PAYS_NOTHING, cap=True),
                    ("付每家几个底。", "付每家幾個底。", "What he pays each of the others, in bases."),
                ),
                Option(
                    "ends_round",
                    Term("这一局", "這一局", "zhè yì jú", "the round"),
                    Switch(Term("就完", "就完", "jiù wán", "ends"), Term("接着打", "接著打", "jiē zhe dǎ", "goes on")),
                    ("剩下的还打不打。", "剩下的還打不打。", "Whether the others play on."),
                ),
                Option(
                    "winner_forfeits",
                    Term("胡了再走", "胡了再走", "hú le zài zǒu", "leaving after a win"),
                    Switch(
                        Term("退钱", "退錢", "tuì qián", "gives it back"), Term("不退", "不退", "bú tuì", "keeps it")
                    ),
                    ("胡牌收的钱退不退。", "胡牌收的錢退不退。", "Whether what he won goes back."),
                    lambda rules: rules.mode is Mode.BLOOD_BATTLE,
                ),
                Option(
                    "refund_to_leaver",
                    Term("退税给他", "退稅給他", "tuì shuì gěi tā", "refunds to him"),
                    Switch(Term("也退", "也退", "yě tuì", "yes"), Term("不退", "不退", "bú tuì", "no")),
                    ("后来退的杠钱有没有他的。", "後來退的槓錢有沒有他的。", "Whether kong money goes back to him."),
                    lambda rules: rules.kong_refund,
                ),
            )
        ),
        (
            "一局没完就走的人付什么，剩下的怎么办。",
            "一局沒完就走的人付什麼，剩下的怎麼辦。",
            "What it costs to leave before the round is over.",
        ),
    ),
)
