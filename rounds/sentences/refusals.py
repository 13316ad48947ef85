"""Why a tap was not written down."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

REFUSALS: Mapping[str, Sentence] = {
    "stale": (
        "刚才有人改过账，这一下没记上，看一眼再点",
        "剛才有人改過帳，這一下沒記上，看一眼再點",
        "the log has moved on, this was not recorded: look again before you tap",
    ),
    "key_reused": (
        "这一下和先前的一下用了同一个号，没记上，请重新点",
        "這一下和先前的一下用了同一個號，沒記上，請重新點",
        "this tap has the key of another one and was not recorded: tap anew",
    ),
    "busy": ("没有记上，正在重试", "沒有記上，正在重試", "not confirmed, trying again"),
    "last_phone": (
        "只剩这一台了，停用了就谁也进不来",
        "只剩這一台了，停用了就誰也進不來",
        "this is the only phone left: without it nobody could get in",
    ),
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
        "第{round}局有一笔对不上（标红的），先把它改好",
        "第{round}局有一筆對不上（標紅的），先把它改好",
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
    "person_taken": (
        "已经有人叫这个名字，加个字分清楚",
        "已經有人叫這個名字，加個字分清楚",
        "somebody of the club has this name: add something to tell them apart",
    ),
    "reserved_name": (
        "台费是账上的名字，不能当人名，加个字",
        "台費是帳上的名字，不能當人名，加個字",
        "台费 and pot are names in the ledger, no player can have them",
    ),
    "name_taken": (
        "已经有一套规矩叫这个名字：换个名字，或者去改那一套",
        "已經有一套規矩叫這個名字：換個名字，或者去改那一套",
        "another rule set has this name: take another name, or change that set",
    ),
    "too_many_people": (
        "最多{most}个人",
        "最多{most}個人",
        "{most} people at most",
    ),
    "no_such_person": ("这一场没有这个人", "這一場沒有這個人", "nobody of that name was here tonight"),
    "bettor_plays": ("在打的人不能叫马", "在打的人不能叫馬", "who plays in the round cannot bet on it"),
    "no_such_seat": ("没有这个座位", "沒有這個座位", "there is no such seat"),
    "countdown": ("最多再打{most}局", "最多再打{most}局", "{most} more rounds at most"),
    "other_currency": (
        "这一场已经按别的算过钱，要改就整场一起改",
        "這一場已經按別的算過錢，要改就整場一起改",
        "money of this night has been counted in another unit: change the whole night",
    ),
    "paid_otherwise": (
        "已经按原来的付过钱：先把付过的取消，再改怎么算",
        "已經按原來的付過錢：先把付過的取消，再改怎麼算",
        "payments were made in another unit: take them back before money is counted otherwise",
    ),
    "money_changes": (
        "下一局起换了算法，现在还不能付：先开下一局，或者先把算钱改回来",
        "下一局起換了算法，現在還不能付：先開下一局，或者先把算錢改回來",
        "money is counted in another unit from the next round on: start it before you pay, or change that back",
    ),
    "since_when": (
        "从哪一局起这样算？按下面的一个钮",
        "從哪一局起這樣算？按下面的一個鈕",
        "from which round on? Press one of the buttons below",
    ),
    "same_person": ("自己不用付给自己", "自己不用付給自己", "nobody pays himself"),
    "nothing_paid": ("付多少？至少是1", "付多少？至少是1", "how much was paid? at least 1"),
    "nothing_owed": (
        "{name} 不欠谁，也没人欠 {name}",
        "{name} 不欠誰，也沒人欠 {name}",
        "{name} owes nobody, and nobody owes {name}",
    ),
    "sum_unread": (
        "付了多少？写数目，比如 {example}",
        "付了多少？寫數目，比如 {example}",
        "how much was paid? a sum such as {example}",
    ),
    "buy_in_unread": (
        "再买多少分？写 1 到 {most} 的整数",
        "再買多少分？寫 1 到 {most} 的整數",
        "how many points more? a whole number from 1 to {most}",
    ),
    "nothing_brought": (
        "{name} 没有限输多少，没有分可退",
        "{name} 沒有限輸多少，沒有分可退",
        "{name} has brought no points, so there are none to take back",
    ),
    "too_much_back": (
        "{name} 最多能退{most}分",
        "{name} 最多能退{most}分",
        "{name} can take back {most} points at most",
    ),
    "too_much_money": (
        "钱数太大，记不下：一分少值点",
        "錢數太大，記不下：一分少值點",
        "too much money to write down: make a point worth less",
    ),
    "no_such_payment": ("这一笔已经不算付过了", "這一筆已經不算付過了", "this payment no longer stands"),
    "same_names": ("两个人名字一样，加个字分清楚", "兩個人名字一樣，加個字分清楚", "two players have the same name"),
}
"""Why a tap was not written down."""
