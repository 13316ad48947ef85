"""The game's own words: they stay Chinese in English too, before their gloss. All other words are English alone."""

from collections.abc import Mapping

_BY_SUBJECT = """
    平胡 对对胡 清一色 带幺九 七对 清对 将对 金钩钓 清金钩钓 龙七对 清龙七对 清七对 清幺九 天胡 地胡
    番 番型 加番 根 海底 绝张 门清 中张 万 筒 条 碰

    杠 杠上 直杠 弯杠 过手杠 暗杠 明杠 杠钱 杠上花 杠上炮 点杠花 抢杠 抢杠胡 家家有 呼叫转移 巴杠 点杠

    胡 自摸 自摸加底 自摸加番 点炮 一炮多响 一炮双响 也胡 诈胡 相公 底 封顶 庄 台费 叫马

    流局 查叫 查大叫 查小叫 下叫 没叫 没下叫 叫 听 死叫 花猪 查花猪 补差价 退税

    血战 血战到底 定缺 换三张
"""

GAME_WORDS = frozenset(_BY_SUBJECT.split())
"""Hands, kongs, wins and what is paid, the end of the wall, play."""

SHORT: Mapping[str, str] = {
    "平胡": "plain",
    "对对胡": "triplets",
    "清一色": "flush",
    "带幺九": "1s and 9s",
    "七对": "7 pairs",
    "清对": "flush triplets",
    "将对": "2s 5s 8s",
    "金钩钓": "4 melds",
    "清金钩钓": "flush 4 melds",
    "龙七对": "dragon",
    "清龙七对": "flush dragon",
    "清七对": "flush pairs",
    "清幺九": "flush 1s, 9s",
    "天胡": "on the deal",
    "地胡": "first go",
    "直杠": "exposed",
    "弯杠": "added",
    "过手杠": "late",
    "暗杠": "concealed",
    "杠上炮": "after kong",
    "抢杠胡": "robbed",
    "海底": "last tile",
    "绝张": "last of its kind",
    "门清": "concealed",
    "中张": "no 1, no 9",
    "花猪": "pig",
    "查叫": "check",
    "补差价": "difference",
    "退税": "refund",
}
"""Glosses for keys, where the whole one has no room."""
