"""What the rule sets that come with the game are called."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

PRESETS: Mapping[str, Sentence] = {
    "chengdu_home": ("成都家庭局", "成都家庭局", "Chengdu home game"),
    "single_player": ("单机版", "單機版", "Single-player app"),
    "huanle": ("欢乐麻将", "歡樂麻將", "Huanle Mahjong"),
    "four_fans_money": ("四番封顶打钱", "四番封頂打錢", "For money, capped at 4番"),
    "chengdu_teahouse": ("成都茶馆", "成都茶館", "Chengdu teahouse"),
    "qq_void_suit": ("QQ定缺", "QQ定缺", "QQ with a void suit"),
    "seven_fans": ("七番封顶", "七番封頂", "Capped at 7番"),
    "price_difference": ("补差价", "補差價", "With price differences"),
    "qq_classic": ("QQ四川麻将", "QQ四川麻將", "QQ Sichuan Mahjong"),
    "multipliers": ("倍数算法", "倍數算法", "By multipliers"),
    "fortune": ("财富版", "財富版", "Fortune"),
    "sbr_2025": ("SBR竞赛规则2025", "SBR競賽規則2025", "SBR tournament rules 2025"),
}
"""By the key of the preset."""
