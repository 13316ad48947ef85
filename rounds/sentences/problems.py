"""What cannot have happened."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

PROBLEMS: Mapping[str, Sentence] = {
    "not_14_tiles": (
        "{player} 胡的牌有 {count} 张，要 14 张（碰和杠都算 3 张）",
        "{player} 胡的牌有 {count} 張，要 14 張（碰和槓都算 3 張）",
        "{player} wins with {count} tiles; it takes 14, each meld counting as 3",
    ),
    "not_13_tiles": (
        "{player} 听的牌有 {count} 张，要 13 张（碰和杠都算 3 张）",
        "{player} 聽的牌有 {count} 張，要 13 張（碰和槓都算 3 張）",
        "{player} waits with {count} tiles; it takes 13, each meld counting as 3",
    ),
    "three_suits": (
        "{player} 的牌三门都有，是花猪",
        "{player} 的牌三門都有，是花豬",
        "{player} holds all three suits: a flower pig",
    ),
    "void_suit_held": (
        "{player} 定缺{suit}，手里还有{suit}，是花猪",
        "{player} 定缺{suit}，手裡還有{suit}，是花豬",
        "{player} still holds the void suit, {suit}: a flower pig",
    ),
    "not_complete": (
        "{player} 的牌没有胡：凑不成四副牌加一对，也不是七对",
        "{player} 的牌沒有胡：湊不成四副牌加一對，也不是七對",
        "{player}'s hand is no win: neither four sets and a pair nor seven pairs",
    ),
    "not_ready": (
        "{player} 的牌没叫：哪张来了都不胡",
        "{player} 的牌沒叫：哪張來了都不胡",
        "{player}'s hand is not ready: no tile completes it",
    ),
    "kongs_differ": (
        "{player} 记了 {made} 个明杠，亮的牌里是 {shown} 个",
        "{player} 記了 {made} 個明槓，亮的牌裡是 {shown} 個",
        "{player}'s open kongs: {made} in the log, {shown} shown",
    ),
    "concealed_kongs_differ": (
        "{player} 记了 {made} 个暗杠，亮的牌里是 {shown} 个",
        "{player} 記了 {made} 個暗槓，亮的牌裡是 {shown} 個",
        "{player}'s concealed kongs: {made} in the log, {shown} shown",
    ),
    "kong_not_shown": (
        "{player} 杠的是{tile}，亮的牌里没有这一杠",
        "{player} 槓的是{tile}，亮的牌裡沒有這一槓",
        "{player} konged {tile}, which is not among the kongs shown",
    ),
    "unknown_player": ("{player} 不在桌上", "{player} 不在桌上", "{player} is not at the table"),
    "round_over": (
        "这一局已经完了（{ended}），只能再记转账",
        "這一局已經完了（{ended}），只能再記轉帳",
        "the round is over ({ended}), only transfers can follow",
    ),
    "has_won": ("{player} 已经胡了", "{player} 已經胡了", "{player} has won already"),
    "has_left": ("{player} 已经走了", "{player} 已經走了", "{player} has left already"),
    "not_robbable": (
        "{player} 的{kind}抢不了，只有弯杠和过手杠能抢",
        "{player} 的{kind}搶不了，只有彎槓和過手槓能搶",
        "the {kind} of {player} cannot be robbed, only 弯杠 and 过手杠 can",
    ),
    "five_kongs": ("{player} 已经杠了四次", "{player} 已經槓了四次", "{player} has four kongs already"),
    "tile_konged": (
        "{tile}已经有人杠过，{player} 不能再杠",
        "{tile}已經有人槓過，{player} 不能再槓",
        "{tile} has been konged already, {player} cannot kong it again",
    ),
    "feeder_not_asked": (
        "{player} 的{kind}没有引杠的人",
        "{player} 的{kind}沒有引槓的人",
        "nobody feeds the {kind} of {player}",
    ),
    "feeder_missing": (
        "{player} 的直杠没说是谁打的",
        "{player} 的直槓沒說是誰打的",
        "who fed the 直杠 of {player} is missing",
    ),
    "feeds_himself": (
        "{player} 不能直杠自己打的牌",
        "{player} 不能直槓自己打的牌",
        "{player} cannot kong his own discard",
    ),
    "no_winner": ("没说谁胡了", "沒說誰胡了", "nobody is named as the winner"),
    "self_draw_of_two": (
        "自摸只有一家胡，{player} 不能一起胡",
        "自摸只有一家胡，{player} 不能一起胡",
        "a self-draw has one winner, {player} cannot win with it",
    ),
    "wins_twice": ("{player} 写了两次胡", "{player} 寫了兩次胡", "{player} is named as a winner twice"),
    "discarder_not_asked": (
        "{player} 自摸，没有点炮的人",
        "{player} 自摸，沒有點炮的人",
        "{player} drew the tile himself, nobody dealt in",
    ),
    "discarder_missing": (
        "{player} 胡了，没说是谁的牌",
        "{player} 胡了，沒說是誰的牌",
        "who dealt in to {player} is missing",
    ),
    "wins_own_discard": (
        "{player} 不能胡自己打的牌",
        "{player} 不能胡自己打的牌",
        "{player} cannot win on his own discard",
    ),
    "after_kong_and_robbed": (
        "{player} 抢杠胡，不能又算杠上",
        "{player} 搶槓胡，不能又算槓上",
        "{player} robbed a kong, that is not also after a kong",
    ),
    "no_kong_before": (
        "{player} 还没杠过，不算杠上",
        "{player} 還沒槓過，不算槓上",
        "{player} has no kong, so this is not after a kong",
    ),
    "state_missing": (
        "没说 {player} 是下叫、没叫还是花猪",
        "沒說 {player} 是下叫、沒叫還是花豬",
        "whether {player} is ready, not ready or a flower pig is missing",
    ),
    "hand_missing": ("没说 {player} 听的几番", "沒說 {player} 聽的幾番", "the ready hand of {player} is missing"),
    "own_state": (
        "走的是 {player}，不用报自己的牌",
        "走的是 {player}，不用報自己的牌",
        "{player} is the one who leaves, his own hand is not asked",
    ),
    "hands_not_asked": (
        "{player} 胡了才走，不用报牌",
        "{player} 胡了才走，不用報牌",
        "{player} has won before leaving, no hands are asked",
    ),
    "fans_below_plain": (
        "{player} 报{fans}番，这桌最少{plain}番",
        "{player} 報{fans}番，這桌最少{plain}番",
        "{player} called {fans}番, this table starts at {plain}番",
    ),
    "pattern_not_played": (
        "这桌不算{pattern}，{player} 胡不了",
        "這桌不算{pattern}，{player} 胡不了",
        "this table does not play {pattern}, called for {player}",
    ),
    "pairs_with_kong": (
        "{player} 杠过，不能是{pattern}",
        "{player} 槓過，不能是{pattern}",
        "{player} has a kong, so the hand is no {pattern}",
    ),
    "no_payee": ("{player} 的转账没说付给谁", "{player} 的轉帳沒說付給誰", "whom {player} pays is missing"),
    "pays_himself": ("{player} 不能付给自己", "{player} 不能付給自己", "{player} cannot pay himself"),
    "paid_twice": ("付给 {player} 写了两次", "付給 {player} 寫了兩次", "{player} is paid twice"),
}
"""What cannot have happened."""
