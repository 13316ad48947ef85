"""What happened, in a few words, and how several things are told one after the other."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

FACTS: Mapping[str, Sentence] = {
    "fed": ("{feeder} 打的", "{feeder} 打的", "fed by {feeder}"),
    "robbed": ("被抢", "被搶", "robbed"),
    "won": ("{winners} 胡 {discarder} {how}", "{winners} 胡 {discarder} {how}", "{winners} 胡 won, {discarder} {how}"),
    "hu": ("胡", "胡", "胡"),
    "bloom": ("杠上花", "槓上花", "杠上花"),
    "wall_out": ("流局", "流局", "流局 wall out"),
}
"""What happened, behind the name of the player that it is about."""

STEP: Mapping[bool, Sentence] = {
    False: ("{what}{fans}番", "{what}{fans}番", "{what} {fans}番"),
    True: ("{what} {fans}番", "{what} {fans}番", "{what} {fans}番"),
}
"""Fans from one source; True: from several of a kind, where a figure stands before."""

JOINED: Mapping[str, Sentence] = {
    "list": ("、", "、", ", "),
    "clauses": ("，", "，", ", "),
    "sentences": ("；", "；", "; "),
    "paragraph": ("", "", " "),
}
"""What stands between several of a kind."""
