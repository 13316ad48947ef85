"""番 fān: what a hand has."""

from rounds.rules.options.kinds import Number, Option, Switch, Table, Unit, each_of, fans
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import Bonus, KongKind
from rounds.rules.strict import MAX_FANS
from rounds.rules.terms import Term

_NO_FANS = Term("不加", "不加", "bù jiā", "none")
_NOT_COUNTED = Term("不算", "不算", "bú suàn", "not played")
_NOT_PLAYED = Term("不打", "不打", "bù dǎ", "not played")

FANS = (
    Option(
        "patterns",
        Term("番型", "番型", "fān xíng", "patterns"),
        Table(
            tuple(
                Option(
                    pattern.value,
                    pattern.term,
                    Number(Unit.FANS, 0, MAX_FANS, ()),
                    ("算几番。", "算幾番。", "How many fans it has."),
                )
                for pattern in Pattern
            ),
            missing=_NOT_PLAYED,
        ),
        (
            "每种牌型几番，只算最大的一种；空着的这桌不打。",
            "每種牌型幾番，只算最大的一種；空著的這桌不打。",
            "The fans of each pattern, of which the dearest alone counts; one left empty is not played.",
        ),
    ),
    Option(
        "root_fans",
        Term("根", "根", "gēn", "root"),
        fans(_NOT_COUNTED),
        (
            "四张一样又没有杠的，每一个加几番。",
            "四張一樣又沒有槓的，每一個加幾番。",
            "Fans for each four alike that are not konged.",
        ),
    ),
    Option(
        "dragon_absorbs_root",
        Term("龙七对的根", "龍七對的根", "lóng qī duì de gēn", "the root of a dragon"),
        Switch(Term("减1根", "減1根", "jiǎn yì gēn", "absorbed"), Term("另外算", "另外算", "lìng wài suàn", "counted")),
        (
            "龙七对里四张一样的那个根，已经算在番型里，还是另外再加。",
            "龍七對裡四張一樣的那個根，已經算在番型裡，還是另外再加。",
            "Whether the root that makes a dragon is part of the pattern, or adds fans of its own.",
        ),
        lambda rules: rules.root_fans > 0 and any(pattern.dragon for pattern in rules.patterns),
    ),
    Option(
        "kong_fans",
        Term("杠的番", "槓的番", "gàng de fān", "fans of kongs"),
        Table(each_of(KongKind, _NO_FANS, ("每个加几番。", "每個加幾番。", "Fans for each."))),
        ("胡的人自己每个杠加几番。", "胡的人自己每個槓加幾番。", "Fans for each kong of who wins."),
    ),
    Option(
        "win_after_kong_fans",
        Term("杠上花", "槓上花", "gàng shàng huā", "kong bloom"),
        Table(each_of(KongKind, _NO_FANS, ("杠后自摸加几番。", "槓後自摸加幾番。", "Fans of a self-draw after it."))),
        (
            "杠完摸上来就胡，再加几番；看是什么杠。",
            "槓完摸上來就胡，再加幾番；看是什麼槓。",
            "Fans of a self-draw right after a kong, by its kind.",
        ),
    ),
    Option(
        "bonus_fans",
        Term("加番", "加番", "jiā fān", "bonuses"),
        Table(each_of(Bonus, _NOT_COUNTED, ("加几番，0就是不算。", "加幾番，0就是不算。", "Its fans; 0: not played."))),
        ("这些各加几番，0就是不算。", "這些各加幾番，0就是不算。", "The fans of each; 0 is not played."),
    ),
)
