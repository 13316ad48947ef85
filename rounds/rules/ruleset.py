"""The options of a table's house rules, complete: what every settlement depends on (规矩 guī ju)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, Literal

from rounds.rules.patterns import Dearest, Pattern
from rounds.rules.strict import (
    MAX_FANS,
    MAX_POINTS,
    E,
    Malformed,
    read_bool,
    read_int,
    read_map,
    read_object,
    read_variant,
)
from rounds.rules.terms import Named

AtCap = Literal["cap"]
"""A payment as large as the multiplier of the cap."""


class KongKind(Named):
    """杠 gàng: how a kong came about."""

    EXPOSED = "exposed", "直杠", "直槓", "zhí gàng", "exposed kong"
    PROMOTED = "promoted", "弯杠", "彎槓", "wān gàng", "added kong"
    POSTPONED = "postponed", "过手杠", "過手槓", "guò shǒu gàng", "late kong"
    CONCEALED = "concealed", "暗杠", "暗槓", "àn gàng", "concealed kong"


class Bonus(Named):
    """加番 jiā fān: fans that do not come from the pattern."""

    SHOOT_AFTER_KONG = "shoot_after_kong", "杠上炮", "槓上炮", "gàng shàng pào", "discard after a kong"
    ROBBING_KONG = "robbing_kong", "抢杠胡", "搶槓胡", "qiǎng gàng hú", "robbing a kong"
    UNDER_THE_SEA = "under_the_sea", "海底", "海底", "hǎi dǐ", "the last tile of the wall"
    LAST_CHANCE = "last_chance", "绝张", "絕張", "jué zhāng", "the last tile of its kind"
    CONCEALED_HAND = "concealed_hand", "门清", "門清", "mén qīng", "nothing melded"
    NO_TERMINALS = "no_terminals", "中张", "中張", "zhōng zhāng", "no 1 and no 9"


class SelfDraw(Named):
    """自摸 zì mō: what a self-draw earns more."""

    NONE = "none", "不加", "不加", "bù jiā", "nothing more"
    ADD_BASE = "add_base", "自摸加底", "自摸加底", "zì mō jiā dǐ", "each pays one base more"
    ADD_FAN = "add_fan", "自摸加番", "自摸加番", "zì mō jiā fān", "one fan more"


class FedKongWin(Named):
    """点杠花 diǎn gàng huā: who pays a self-draw after one's own exposed kong."""

    SELF_DRAW = "self_draw", "算自摸", "算自摸", "suàn zì mō", "all pay"
    FEEDER = "feeder", "算点炮", "算點炮", "suàn diǎn pào", "the feeder alone pays"


class KongTransfer(Named):
    """呼叫转移 hū jiào zhuǎn yí: what becomes of kong money on 杠上炮."""

    NONE = "none", "不转", "不轉", "bù zhuǎn", "it stays"
    LAST = "last", "转一杠", "轉一槓", "zhuǎn yī gàng", "the newest kong's moves on"
    ALL = "all", "全转", "全轉", "quán zhuǎn", "all of it moves on"
    RETURN = "return", "退回", "退回", "tuì huí", "the newest kong's goes back"


class TransferAfter(Named):
    """转雨 zhuǎn yǔ: after which kong the money moves on."""

    ANY = "any", "什么杠都转", "什麼槓都轉", "shén me gàng dōu zhuǎn", "after any kong"
    PROMOTED = "promoted", "弯杠才转", "彎槓才轉", "wān gàng cái zhuǎn", "only after a promoted kong"


class TransferShares(Named):
    """一炮多响 yī pào duō xiǎng: how several winners share the money that moves on."""

    EACH = "each", "各转一份", "各轉一份", "gè zhuǎn yī fèn", "the full sum to each"
    SPLIT = "split", "平分", "平分", "píng fēn", "equal parts"
    NEAREST = "nearest", "转下家", "轉下家", "zhuǎn xià jiā", "all to the next in turn"
    NONE = "none", "不转", "不轉", "bù zhuǎn", "nothing moves"


class PigPaidTo(Named):
    """查花猪 chá huā zhū: whom a flower pig pays."""

    ALL = "all", "不是花猪的都收", "不是花豬的都收", "bú shì huā zhū de dōu shōu", "all who are no pig"
    IN_PLAY = "in_play", "没胡的收", "沒胡的收", "méi hú de shōu", "those still playing"
    POT = "pot", "交台费", "交台費", "jiāo tái fèi", "the pot"


class ReadyCheck(Named):
    """查叫 chá jiào: by which of his waits a ready hand is paid."""

    BEST = "best", "查大叫", "查大叫", "chá dà jiào", "by the best wait"
    WORST = "worst", "查小叫", "查小叫", "chá xiǎo jiào", "by the worst wait"
    NONE = "none", "不查叫", "不查叫", "bù chá jiào", "not played"


class DeadWait(Named):
    """死叫 sǐ jiào: when a wait for a fifth tile is none."""

    OWN_TILES = (
        "own_tiles",
        "四张都在自己这里",
        "四張都在自己這裡",
        "sì zhāng dōu zài zì jǐ zhè lǐ",
        "all four are his, melds too",
    )
    CONCEALED_TILES = (
        "concealed_tiles",
        "四张都在手里",
        "四張都在手裡",
        "sì zhāng dōu zài shǒu lǐ",
        "all four concealed",
    )


class Mode(Named):
    """血战 xuè zhàn: how long a round lasts."""

    BLOOD_BATTLE = "blood_battle", "血战到底", "血戰到底", "xuè zhàn dào dǐ", "until one is left"
    SINGLE_WIN = "single_win", "一家胡就完", "一家胡就完", "yī jiā hú jiù wán", "until the first win"


class NextDealer(Named):
    """下庄 xià zhuāng: who deals next."""

    FIRST_WINNER = "first_winner", "先胡的坐庄", "先胡的坐莊", "xiān hú de zuò zhuāng", "the first winner"
    DISCARDER = "discarder", "点炮的坐庄", "點炮的坐莊", "diǎn pào de zuò zhuāng", "the first discarder"
    DICE = "dice", "打骰子", "打骰子", "dǎ tóu zi", "the dice say"


@dataclass(frozen=True, slots=True)
class KongPay:
    """杠钱 gàng qián: what each payer gives for a kong, in base; `exposed` is the feeder's part."""

    exposed: int
    exposed_others: int
    promoted: int
    postponed: int
    concealed: int


@dataclass(frozen=True, slots=True)
class LeaveRules:
    """中途离开 zhōng tú lí kāi: what leaving costs and undoes; `pays` is in base."""

    pays: int | AtCap
    ends_round: bool
    winner_forfeits: bool
    refund_to_leaver: bool


@dataclass(frozen=True, slots=True)
class RuleSet:
    """规矩 guī ju: one table's complete house rules. Fans and money are whole numbers, money in points.

    Made by `RuleSet.from_json`, which refuses what contradicts itself. `dearest` follows from the options: as which of
    the patterns played a hand is worth most.
    """

    base: int
    plain_fans: int
    cap: int | None
    patterns: Mapping[Pattern, int]
    root_fans: int
    dragon_absorbs_root: bool
    kong_fans: Mapping[KongKind, int]
    win_after_kong_fans: Mapping[KongKind, int]
    bonus_fans: Mapping[Bonus, int]
    self_draw: SelfDraw
    kong_pay: KongPay
    fed_kong_win: FedKongWin
    kong_transfer: KongTransfer
    kong_transfer_after: TransferAfter
    kong_transfer_shares: TransferShares
    flower_pig_pays: int | AtCap | None
    flower_pig_paid_to: PigPaidTo
    flower_pig_ready_check: bool
    ready_check: ReadyCheck
    dead_wait: DeadWait
    price_difference: bool
    kong_refund: bool
    mode: Mode
    next_dealer: NextDealer
    void_suit: bool
    leave: LeaveRules
    dearest: Dearest = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dearest", Dearest(self.patterns, self.root_fans, self.dragon_absorbs_root))

    @classmethod
    def from_json(cls, value: object, place: str = "options") -> "RuleSet":
        """A complete option set in the form of presets.json; raises `Malformed`."""
        rules = cls.read(value, place)
        for fault in rules.contradictions(place):
            raise fault
        return rules

    @classmethod
    def read(cls, value: object, place: str = "options") -> "RuleSet":
        """As `from_json`, but one that contradicts itself is let through, for who wants to name every contradiction."""
        names = option_names()
        options = read_object(value, place, names)
        return cls(**{name: _READERS[name](options[name], f"{place}.{name}") for name in names})

    def to_json(self) -> dict[str, object]:
        """All options in the form of presets.json."""
        return {name: _plain(getattr(self, name)) for name in option_names()}

    def paid_fans(self, fans: int) -> int:
        """封顶 fēng dǐng: the fans that a hand of `fans` is paid for."""
        return fans if self.cap is None else min(fans, self.cap)

    def multiplier(self, fans: int) -> int:
        """番 fān: what a hand of `fans` (at least `plain_fans`) multiplies the base by, under the cap."""
        return 1 << (self.paid_fans(fans) - self.plain_fans)

    def times(self, number: int | AtCap) -> int:
        """A payment in base: the number, or the multiplier of the cap."""
        if isinstance(number, int):
            return number
        assert self.cap is not None, "refused by from_json"
        return self.multiplier(self.cap)

    def contradictions(self, place: str = "options") -> Iterator[Malformed]:
        """What cannot be meant together, each at its place; nobody can be settled by a set that has any."""
        if Pattern.PLAIN not in self.patterns:
            yield Malformed(f"{place}.patterns", "plain_missing")
        for pattern, fans in self.patterns.items():
            if fans < self.plain_fans:
                yield Malformed(f"{place}.patterns.{pattern.value}", "below_plain", fans=fans, plain=self.plain_fans)
        if self.cap is not None and self.cap < self.plain_fans:
            yield Malformed(f"{place}.cap", "below_plain", fans=self.cap, plain=self.plain_fans)
        if self.cap is None:
            for name, number in (("flower_pig_pays", self.flower_pig_pays), ("leave.pays", self.leave.pays)):
                if number == "cap":
                    yield Malformed(f"{place}.{name}", "no_cap")


def option_names() -> tuple[str, ...]:
    """The names of all options, in their order."""
    return tuple(option.name for option in fields(RuleSet) if option.init)


def changed(options: Mapping[str, object], changes: object, place: str = "options") -> dict[str, object]:
    """The option set `options` with `changes` laid over it, both as JSON; the result is yet to be read.

    Inside a table only the named keys change, except `patterns`, which is replaced whole.
    """
    result = dict(options)
    for name, value in read_map(changes, place).items():
        if name not in options:
            raise Malformed(place, "unknown_key", key=name)
        old = options[name]
        if isinstance(old, dict) and name != "patterns":
            value = {**old, **read_map(value, f"{place}.{name}")}
        result[name] = value
    return result


def _plain(value: object) -> object:
    if isinstance(value, Named):
        return value.value
    if isinstance(value, KongPay | LeaveRules):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key.value: number for key, number in value.items()}
    return value


def _cap(value: object, place: str) -> int | None:
    return None if value is None else read_int(value, place, 0, MAX_FANS)


def _payment(value: object, place: str) -> int | AtCap:
    return "cap" if value == "cap" else read_int(value, place, 0, MAX_POINTS)


def _payment_or_none(value: object, place: str) -> int | AtCap | None:
    return None if value is None else _payment(value, place)


def _fans_by(value: object, place: str, variants: type[E]) -> dict[E, int]:
    table = read_object(value, place, [member.value for member in variants])
    return {member: read_int(table[member.value], f"{place}.{member.value}", 0, MAX_FANS) for member in variants}


def _patterns(value: object, place: str) -> dict[Pattern, int]:
    return {
        read_variant(name, place, Pattern): read_int(fans, f"{place}.{name}", 0, MAX_FANS)
        for name, fans in read_map(value, place).items()
    }


def _kong_pay(value: object, place: str) -> KongPay:
    names = [field.name for field in fields(KongPay)]
    table = read_object(value, place, names)
    return KongPay(*(read_int(table[name], f"{place}.{name}", 0, MAX_POINTS) for name in names))


def _leave(value: object, place: str) -> LeaveRules:
    table = read_object(value, place, [field.name for field in fields(LeaveRules)])
    switches = ("ends_round", "winner_forfeits", "refund_to_leaver")
    return LeaveRules(
        _payment(table["pays"], f"{place}.pays"),
        *(read_bool(table[name], f"{place}.{name}") for name in switches),
    )


_READERS: Mapping[str, Callable[[object, str], Any]] = {
    "base": partial(read_int, least=1, most=MAX_POINTS),
    "plain_fans": partial(read_int, least=0, most=1),
    "cap": _cap,
    "patterns": _patterns,
    "root_fans": partial(read_int, least=0, most=MAX_FANS),
    "dragon_absorbs_root": read_bool,
    "kong_fans": partial(_fans_by, variants=KongKind),
    "win_after_kong_fans": partial(_fans_by, variants=KongKind),
    "bonus_fans": partial(_fans_by, variants=Bonus),
    "self_draw": partial(read_variant, variants=SelfDraw),
    "kong_pay": _kong_pay,
    "fed_kong_win": partial(read_variant, variants=FedKongWin),
    "kong_transfer": partial(read_variant, variants=KongTransfer),
    "kong_transfer_after": partial(read_variant, variants=TransferAfter),
    "kong_transfer_shares": partial(read_variant, variants=TransferShares),
    "flower_pig_pays": _payment_or_none,
    "flower_pig_paid_to": partial(read_variant, variants=PigPaidTo),
    "flower_pig_ready_check": read_bool,
    "ready_check": partial(read_variant, variants=ReadyCheck),
    "dead_wait": partial(read_variant, variants=DeadWait),
    "price_difference": read_bool,
    "kong_refund": read_bool,
    "mode": partial(read_variant, variants=Mode),
    "next_dealer": partial(read_variant, variants=NextDealer),
    "void_suit": read_bool,
    "leave": _leave,
}
