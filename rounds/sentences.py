"""The sentences of `wording`: simplified, traditional, English. What stands in braces is filled in there."""

from collections.abc import Mapping

Sentence = tuple[str, str, str]

FANS: Mapping[str, Sentence] = {
    "called": ("报", "報", "called"),
    "root": ("根", "根", "根 root"),
    "after_kong": ("杠上花", "槓上花", "杠上花 kong bloom"),
    "add_fan": ("自摸", "自摸", "自摸 self-draw"),
}
"""Sources of fans that are no member of an enumeration."""

WHY: Mapping[str, Sentence] = {
    "price": (
        "{steps} ×{multiplier} · 底{base}",
        "{steps} ×{multiplier} · 底{base}",
        "{steps} ×{multiplier} · base {base}",
    ),
    "capped": ("{steps}，封顶{paid}番", "{steps}，封頂{paid}番", "{steps}, capped at {paid}番"),
    "self_draw": ("自摸加底 · 底{base}", "自摸加底 · 底{base}", "自摸加底 self-draw extra · base {base}"),
    "kong": ("{kong} {times} × 底{base}", "{kong} {times} × 底{base}", "{kong} {times} × base {base}"),
    "kong_transfer": (
        "杠上炮，{kong}的钱转给胡的人",
        "槓上炮，{kong}的錢轉給胡的人",
        "杠上炮: the money of the {kong} moves on",
    ),
    "kong_transfer_shared": (
        "杠上炮，{kong}的钱转给胡的人，{rule}",
        "槓上炮，{kong}的錢轉給胡的人，{rule}",
        "杠上炮: the money of the {kong} moves on, {rule}",
    ),
    "kong_refund": ("{state}，{kong}退税", "{state}，{kong}退稅", "{state}: the money of the {kong} goes back"),
    "kong_return": ("杠上炮，{kong}的钱退回", "槓上炮，{kong}的錢退回", "杠上炮: the money of the {kong} goes back"),
    "flower_pig": ("花猪 {times} × 底{base}", "花豬 {times} × 底{base}", "花猪 flower pig {times} × base {base}"),
    "ready_check": ("{rule}：{price}", "{rule}：{price}", "{rule}: {price}"),
    "price_difference": (
        "补差价：×{more} 减 ×{less} · 底{base}",
        "補差價：×{more} 減 ×{less} · 底{base}",
        "补差价 price difference: ×{more} less ×{less} · base {base}",
    ),
    "leave": ("离开 {times} × 底{base}", "離開 {times} × 底{base}", "left {times} × base {base}"),
    "leave_ready": ("离开，付下叫的牌：{price}", "離開，付下叫的牌：{price}", "left, pays the ready hand: {price}"),
    "leave_forfeit": (
        "胡了以后离开，{source}退回",
        "胡了以後離開，{source}退回",
        "left after winning, gives back: {source}",
    ),
    "transfer": ("转账", "轉賬", "transfer"),
    "transfer_noted": ("{note}", "{note}", "{note}"),
    "side_bet": ("叫马，跟{source}", "叫馬，跟{source}", "叫马 side bet on: {source}"),
    "stakes": ("输光为止，只带了{limit}", "輸光為止，只帶了{limit}", "stakes run out, brought {limit}"),
}
"""Why an entry has its points."""

PROBLEMS: Mapping[str, Sentence] = {
    "unknown_player": ("{player} 不在桌上", "{player} 不在桌上", "{player} is not at the table"),
    "round_over": (
        "这一局已经完了（{ended}），只能再记转账",
        "這一局已經完了（{ended}），只能再記轉賬",
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
        "{tile} 已经有人杠过，{player} 不能再杠",
        "{tile} 已經有人槓過，{player} 不能再槓",
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
    "no_payee": ("{player} 的转账没说付给谁", "{player} 的轉賬沒說付給誰", "whom {player} pays is missing"),
    "pays_himself": ("{player} 不能付给自己", "{player} 不能付給自己", "{player} cannot pay himself"),
    "paid_twice": ("付给 {player} 写了两次", "付給 {player} 寫了兩次", "{player} is paid twice"),
}
"""What cannot have happened."""

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
    "repeated_key": ("{key} 写了两次", "{key} 寫了兩次", "the key {key} stands twice"),
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
    "tiles_not_read": (
        "{place} 是一张张报的牌，现在只认报番数（fans）和牌型（pattern）",
        "{place} 是一張張報的牌，現在只認報番數（fans）和牌型（pattern）",
        "{place} gives tiles, but only called hands (fans or pattern) are read so far",
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
    "bettor_plays": (
        "{place}：{value} 自己在打，不能叫马",
        "{place}：{value} 自己在打，不能叫馬",
        "{place}: {value} plays, so cannot bet",
    ),
    "not_json": ("这一行不是 JSON：{detail}", "這一行不是 JSON：{detail}", "this is no JSON: {detail}"),
    "not_utf8": ("这一行不是 UTF-8 文字", "這一行不是 UTF-8 文字", "this is no UTF-8 text"),
    "not_finite": ("{value} 不是数", "{value} 不是數", "{value} is no number"),
    "too_deep": ("套得太深了", "套得太深了", "nested too deeply"),
    "too_long": ("超过了 1 MiB", "超過了 1 MiB", "longer than 1 MiB"),
}
"""What cannot be read."""

REFUSALS: Mapping[str, Sentence] = {
    "stale": (
        "刚才有人改过账，这一下没记上，看一眼再点",
        "剛才有人改過賬，這一下沒記上，看一眼再點",
        "the log has moved on, this was not recorded: look again before you tap",
    ),
    "key_reused": (
        "这一下和先前的一下用了同一个号，没记上，请重新点",
        "這一下和先前的一下用了同一個號，沒記上，請重新點",
        "this tap has the key of another one and was not recorded: tap anew",
    ),
    "busy": ("没有记上，正在重试", "沒有記上，正在重試", "not confirmed, trying again"),
    "night_ended": (
        "这一场已经结束，要接着记先重开",
        "這一場已經結束，要接著記先重開",
        "the night has ended; reopen it first",
    ),
    "night_running": ("这一场还没结束", "這一場還沒結束", "the night has not ended"),
    "round_over": ("这一局已经打完了", "這一局已經打完了", "this round is over"),
    "round_running": ("这一局还没打完", "這一局還沒打完", "this round is still running"),
    "no_such_round": ("没有这一局", "沒有這一局", "there is no such round"),
    "no_such_event": ("这一笔已经不在了", "這一筆已經不在了", "this event no longer stands"),
    "no_changes": ("什么都没改", "什麼都沒改", "nothing was changed"),
    "two_facts": ("一次只能记一笔", "一次只能記一筆", "one event at a time"),
    "too_many_points": ("点数太大，记不下", "點數太大，記不下", "too many points to write down"),
    "nothing_to_undo": ("没有可以撤销的了", "沒有可以撤銷的了", "there is nothing left to undo"),
    "dealer_needed": ("下一局谁坐庄？", "下一局誰坐莊？", "who deals the next round?"),
    "dealer_settled": (
        "下一局该 {dealer} 坐庄",
        "下一局該 {dealer} 坐莊",
        "{dealer} deals the next round",
    ),
    "problems_stand": (
        "第{round}局有一笔对不上（标红的），改好了才能结束",
        "第{round}局有一筆對不上（標紅的），改好了才能結束",
        "an event of round {round} cannot have happened (in red): mend it first",
    ),
    "seats": (
        "要两到四个人，名字从上往下填",
        "要兩到四個人，名字從上往下填",
        "two to four players, filled in from the top",
    ),
    "points_unread": (
        "分数要写 1 到 1000000 的整数",
        "分數要寫 1 到 1000000 的整數",
        "points are a whole number from 1 to 1000000",
    ),
    "note_unread": (
        "说明太长，或者有不能用的字",
        "說明太長，或者有不能用的字",
        "the note is too long, or has characters that cannot be kept",
    ),
    "reserved_name": (
        "台费是账上的名字，不能当人名，加个字",
        "台費是賬上的名字，不能當人名，加個字",
        "台费 and pot are names in the ledger, no player can have them",
    ),
    "same_names": ("两个人名字一样，加个字分清楚", "兩個人名字一樣，加個字分清楚", "two players have the same name"),
}
"""Why a tap was not written down."""
