"""What cannot be read."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

LINE: Sentence = ("这一行", "這一行", "this line")
"""The place of a fault for which nothing could be read."""

MALFORMED: Mapping[str, Sentence] = {
    "not_an_object": (
        "{place} 应该是一个对象，不是 {value}",
        "{place} 應該是一個物件，不是 {value}",
        "{place} should be an object, not {value}",
    ),
    "not_a_list": (
        "{place} 应该是一个列表，不是 {value}",
        "{place} 應該是一個列表，不是 {value}",
        "{place} should be a list, not {value}",
    ),
    "not_a_number": (
        "{place} 应该是 {least} 到 {most} 的整数，不是 {value}",
        "{place} 應該是 {least} 到 {most} 的整數，不是 {value}",
        "{place} should be a whole number from {least} to {most}, not {value}",
    ),
    "not_a_bool": (
        "{place} 应该是 true 或 false，不是 {value}",
        "{place} 應該是 true 或 false，不是 {value}",
        "{place} should be true or false, not {value}",
    ),
    "not_a_text": (
        "{place} 应该是文字，不是 {value}",
        "{place} 應該是文字，不是 {value}",
        "{place} should be text, not {value}",
    ),
    "not_a_name": (
        "{place} 应该是 1 到 40 个字的名字，不能是 pot，不是 {value}",
        "{place} 應該是 1 到 40 個字的名字，不能是 pot，不是 {value}",
        "{place} should be a name of 1 to 40 characters other than pot, not {value}",
    ),
    "not_an_id": ("{place} 不是编号：{value}", "{place} 不是編號：{value}", "{place} is no id: {value}"),
    "not_a_hash": ("{place} 不是校验码：{value}", "{place} 不是校驗碼：{value}", "{place} is no hash: {value}"),
    "not_a_key": ("{place} 不是钥匙：{value}", "{place} 不是鑰匙：{value}", "{place} is no key: {value}"),
    "not_a_moment": ("{place} 不是时间：{value}", "{place} 不是時間：{value}", "{place} is no time: {value}"),
    "not_a_zone": ("{place} 不是时区：{value}", "{place} 不是時區：{value}", "{place} is no time zone: {value}"),
    "not_clean": (
        "{place} 里有存不下的文字：{value}",
        "{place} 裡有存不下的文字：{value}",
        "{place} has text that is not kept: {value}",
    ),
    "not_canonical": (
        "{place} 不是这里的写法",
        "{place} 不是這裡的寫法",
        "{place} is not written as this program writes it",
    ),
    "not_a_tile": (
        "{place} 应该是一张牌，比如 5m，不是 {value}",
        "{place} 應該是一張牌，比如 5m，不是 {value}",
        "{place} should be a tile such as 5m, not {value}",
    ),
    "not_one_of": (
        "{place} 应该是 {known} 之一，不是 {value}",
        "{place} 應該是 {known} 之一，不是 {value}",
        "{place} should be one of {known}, not {value}",
    ),
    "missing_key": ("{place} 缺 {key}", "{place} 缺 {key}", "{place} lacks {key}"),
    "unknown_key": ("{place} 里不认识 {key}", "{place} 裡不認識 {key}", "{place} has an unknown key {key}"),
    "repeated_key": ("{place}里 {key} 写了两次", "{place}裡 {key} 寫了兩次", "{place} has the key {key} twice"),
    "twice": ("{place} 重复了 {value}", "{place} 重複了 {value}", "{place} repeats {value}"),
    "not_one_hand": (
        "{place} 要写 fans、pattern、hand 当中的一个，只写一个",
        "{place} 要寫 fans、pattern、hand 當中的一個，只寫一個",
        "{place} needs exactly one of fans, pattern, hand",
    ),
    "roots_without_pattern": (
        "{place} 只能跟 pattern 一起写",
        "{place} 只能跟 pattern 一起寫",
        "{place} goes with a pattern only",
    ),
    "not_tiles": (
        "{place} 应该是一手牌，比如 123m44p，不是 {value}",
        "{place} 應該是一手牌，比如 123m44p，不是 {value}",
        "{place} should be tiles such as 123m44p, not {value}",
    ),
    "fifth_copy": (
        "{place} 有五张{tile}，一副牌里只有四张",
        "{place} 有五張{tile}，一副牌裡只有四張",
        "{place} has a fifth {tile}; there are four of each",
    ),
    "no_bonuses": (
        "{place} 要空着：听的牌只算牌上看得出的番",
        "{place} 要空著：聽的牌只算牌上看得出的番",
        "{place} must be empty: a hand that waits earns only what its tiles show",
    ),
    "not_13_or_14": (
        "{place} 有 {count} 张，要 13 张（听牌）或 14 张（胡牌），碰和杠都算 3 张",
        "{place} 有 {count} 張，要 13 張（聽牌）或 14 張（胡牌），碰和槓都算 3 張",
        "{place} has {count} tiles; it takes 13 (ready) or 14 (won), each meld counting as 3",
    ),
    "plain_missing": ("{place} 里没有平胡（plain）", "{place} 裡沒有平胡（plain）", "{place} lacks plain"),
    "below_plain": (
        "{place} 是{fans}番，比平胡的{plain}番还低",
        "{place} 是{fans}番，比平胡的{plain}番還低",
        "{place} is {fans}, below the plain hand's {plain}",
    ),
    "no_cap": (
        "{place} 写的是 cap，可这套规矩没有封顶",
        "{place} 寫的是 cap，可這套規矩沒有封頂",
        "{place} says cap, but these rules have no cap",
    ),
    "not_two_to_four": (
        "{place} 应该有 2 到 4 个人，不是 {count} 个",
        "{place} 應該有 2 到 4 個人，不是 {count} 個",
        "{place} should name 2 to 4 players, not {count}",
    ),
    "no_such_player": (
        "{place} 里没有 {value} 这个人",
        "{place} 裡沒有 {value} 這個人",
        "{place} names nobody at the table: {value}",
    ),
    "round_too_long": (
        "{place} 有 {count} 个人，这一局有 {events} 件事，太多了",
        "{place} 有 {count} 個人，這一局有 {events} 件事，太多了",
        "{place} names {count} people, too many for a round of {events} events",
    ),
    "too_many_bettors": (
        "{place} 最多 {most} 个人，不是 {count} 个",
        "{place} 最多 {most} 個人，不是 {count} 個",
        "{place} may name {most} people at most, not {count}",
    ),
    "bettor_plays": (
        "{place}：{value} 自己在打，不能叫马",
        "{place}：{value} 自己在打，不能叫馬",
        "{place}: {value} plays, so cannot bet",
    ),
    "not_json": (
        "{place}不是 JSON：从第 {at} 个字起读不下去",
        "{place}不是 JSON：從第 {at} 個字起讀不下去",
        "{place} is no JSON: it cannot be read on from character {at}",
    ),
    "too_many_digits": (
        "{place}里有一个数太长了",
        "{place}裡有一個數太長了",
        "{place} has a number that is too long",
    ),
    "not_utf8": ("{place}不是 UTF-8 文字", "{place}不是 UTF-8 文字", "{place} is no UTF-8 text"),
    "not_finite": (
        "{place}里的 {detail} 不是数",
        "{place}裡的 {detail} 不是數",
        "{place} has {detail}, which is no number",
    ),
    "too_deep": ("{place} 套得太深了", "{place} 套得太深了", "{place} is nested too deeply"),
    "too_long": ("{place}超过了 1 MiB", "{place}超過了 1 MiB", "{place} is longer than 1 MiB"),
}
"""What cannot be read."""
