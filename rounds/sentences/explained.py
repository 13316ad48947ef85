"""Why a line of the log paid what it paid: whole sentences, as one player tells another."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

EXPLAINED: Mapping[str, Sentence] = {
    "discard": (
        "{winner} {hand}，×{multiplier}；{payer}点炮，付 {cost}",
        "{winner} {hand}，×{multiplier}；{payer}點炮，付 {cost}",
        "{winner}: {hand}, ×{multiplier}; {payer} 点炮 dealt in and pays {cost}",
    ),
    "discard_after_kong": (
        "{winner} {hand}，×{multiplier}；{payer}杠上炮，付 {cost}",
        "{winner} {hand}，×{multiplier}；{payer}槓上炮，付 {cost}",
        "{winner}: {hand}, ×{multiplier}; {payer} dealt in after a kong (杠上炮) and pays {cost}",
    ),
    "robbed_kong": (
        "{winner} {hand}，×{multiplier}；{payer}的杠被抢，付 {cost}",
        "{winner} {hand}，×{multiplier}；{payer}的槓被搶，付 {cost}",
        "{winner}: {hand}, ×{multiplier}; {payer}, whose kong was robbed (抢杠), pays {cost}",
    ),
    "self_draw": (
        "{winner} 自摸 {hand}，×{multiplier}；{paid}",
        "{winner} 自摸 {hand}，×{multiplier}；{paid}",
        "{winner} 自摸 drew the tile: {hand}, ×{multiplier}; {paid}",
    ),
    "self_draw_after_kong": (
        "{winner} 杠上花 {hand}，×{multiplier}；{paid}",
        "{winner} 槓上花 {hand}，×{multiplier}；{paid}",
        "{winner} 杠上花 drew the tile after a kong: {hand}, ×{multiplier}; {paid}",
    ),
    "two_win": (
        "一炮双响：{payer}点炮，{winners}都胡",
        "一炮雙響：{payer}點炮，{winners}都胡",
        "一炮双响: {payer} dealt in, {winners} both won",
    ),
    "three_win": (
        "一炮三响：{payer}点炮，{winners}都胡",
        "一炮三響：{payer}點炮，{winners}都胡",
        "一炮三响: {payer} dealt in, {winners} all won",
    ),
    "rob_together": (
        "{payer}的杠被{winners}一起抢了",
        "{payer}的槓被{winners}一起搶了",
        "the kong of {payer} was robbed by {winners} together",
    ),
    "moved_on": (
        "杠上炮，{payer}把{kong}的钱转给{payee}：{points}",
        "槓上炮，{payer}把{kong}的錢轉給{payee}：{points}",
        "杠上炮: {payer} hands the money of the {kong} on to {payee}: {points}",
    ),
    "moved_on_shared": (
        "杠上炮，{payer}{kong}的钱要转，{rule}：{payee}得 {points}",
        "槓上炮，{payer}{kong}的錢要轉，{rule}：{payee}得 {points}",
        "杠上炮: the money of {payer}'s {kong} moves on, {rule}: {points} for {payee}",
    ),
    "moved_back": (
        "杠上炮，{payer}把{kong}的钱退给{payees}：{points}",
        "槓上炮，{payer}把{kong}的錢退給{payees}：{points}",
        "杠上炮: {payer} gives the money of the {kong} back to {payees}: {points}",
    ),
    "moved_back_each": (
        "杠上炮，{payer}把{kong}的钱退给{payees}，各 {points}",
        "槓上炮，{payer}把{kong}的錢退給{payees}，各 {points}",
        "杠上炮: {payer} gives the money of the {kong} back to {payees}: {points} each",
    ),
    "kong": (
        "{player} {kong}；{paid}",
        "{player} {kong}；{paid}",
        "{player}: {kong}; {paid}",
    ),
    "kong_fed": (
        "{player} {kong}，{feeder}打的；{paid}",
        "{player} {kong}，{feeder}打的；{paid}",
        "{player}: {kong} on a tile of {feeder}; {paid}",
    ),
    "kong_free": (
        "{player} {kong}，谁也不付",
        "{player} {kong}，誰也不付",
        "{player}: {kong}, nobody pays",
    ),
    "kong_robbed": (
        "{player} 的{kong}被抢了，不算，谁也不付",
        "{player} 的{kong}被搶了，不算，誰也不付",
        "the {kong} of {player} was robbed: it does not count, nobody pays",
    ),
    "wall_out": ("流局：{states}", "流局：{states}", "流局 wall out: {states}"),
    "flower_pig": (
        "{payer}是花猪，赔{payees} {cost}",
        "{payer}是花豬，賠{payees} {cost}",
        "{payer} is a 花猪 flower pig and pays {payees} {cost}",
    ),
    "flower_pig_each": (
        "{payer}是花猪，赔{payees}各 {cost}",
        "{payer}是花豬，賠{payees}各 {cost}",
        "{payer} is a 花猪 flower pig and pays {payees} {cost} each",
    ),
    "ready_check": (
        "{rule}：{payer}没叫，赔{payee} {hand}，×{multiplier}，付 {cost}",
        "{rule}：{payer}沒叫，賠{payee} {hand}，×{multiplier}，付 {cost}",
        "{rule}: {payer} is not ready and pays {payee}'s hand: {hand}, ×{multiplier}, {cost}",
    ),
    "ready_check_pig": (
        "{rule}：{payer}是花猪，也赔{payee} {hand}，×{multiplier}，付 {cost}",
        "{rule}：{payer}是花豬，也賠{payee} {hand}，×{multiplier}，付 {cost}",
        "{rule}: {payer}, a 花猪 flower pig, pays {payee}'s hand too: {hand}, ×{multiplier}, {cost}",
    ),
    "price_difference": (
        "补差价：{payee}的牌 ×{more}，{payer}的 ×{less}，{payer}补 {points}",
        "補差價：{payee}的牌 ×{more}，{payer}的 ×{less}，{payer}補 {points}",
        "补差价 price difference: {payee} has ×{more}, {payer} ×{less}; {payer} makes up {points}",
    ),
    "refund": (
        "退税：{payer}{state}，{kong}的钱退给{payees}：{points}",
        "退稅：{payer}{state}，{kong}的錢退給{payees}：{points}",
        "退税: {payer} is {state}, the money of the {kong} goes back to {payees}: {points}",
    ),
    "refund_each": (
        "退税：{payer}{state}，{kong}的钱退给{payees}，各 {points}",
        "退稅：{payer}{state}，{kong}的錢退給{payees}，各 {points}",
        "退税: {payer} is {state}, the money of the {kong} goes back to {payees}: {points} each",
    ),
    "no_ready": (
        "没人下叫，{payers}不用赔",
        "沒人下叫，{payers}不用賠",
        "nobody is 下叫 ready: nothing to pay for {payers}",
    ),
    "no_ready_check": (
        "这桌不查叫，{payers}不用赔",
        "這桌不查叫，{payers}不用賠",
        "no 查叫 ready check at this table: nothing to pay for {payers}",
    ),
    "kept_moved": (
        "{payer}的{kong}已经转走，不退",
        "{payer}的{kong}已經轉走，不退",
        "the money of {payer}'s {kong} has moved on already: nothing goes back",
    ),
    "kept_returned": (
        "{payer}的{kong}已经退过，不再退",
        "{payer}的{kong}已經退過，不再退",
        "the money of {payer}'s {kong} went back already",
    ),
    "kept_by_rule": (
        "这桌不退税，{payer}的{kong}不退",
        "這桌不退稅，{payer}的{kong}不退",
        "no 退税 at this table: the money of {payer}'s {kong} stays",
    ),
    "kept_left": (
        "付{payer}{kong}的已经走了，不退",
        "付{payer}{kong}的已經走了，不退",
        "who paid for {payer}'s {kong} has left: nothing goes back",
    ),
    "kept_ready": (
        "{payer}下叫，{kong}不退",
        "{payer}下叫，{kong}不退",
        "{payer} is 下叫 ready: the money of the {kong} stays",
    ),
    "leave": (
        "{player} 走了，赔{payees} {cost}",
        "{player} 走了，賠{payees} {cost}",
        "{player} left and pays {payees} {cost}",
    ),
    "leave_each": (
        "{player} 走了，赔{payees}各 {cost}",
        "{player} 走了，賠{payees}各 {cost}",
        "{player} left and pays {payees} {cost} each",
    ),
    "leave_free": ("{player} 走了，不付钱", "{player} 走了，不付錢", "{player} left and pays nothing"),
    "leave_ready": (
        "{player} 走了，赔{payee}下叫的牌：{hand}，×{multiplier}，付 {cost}",
        "{player} 走了，賠{payee}下叫的牌：{hand}，×{multiplier}，付 {cost}",
        "{player} left and pays {payee}'s ready hand: {hand}, ×{multiplier}, {cost}",
    ),
    "leave_forfeit": (
        "{player} 胡了以后走，把赢{payee}的退回去：{points}",
        "{player} 胡了以後走，把贏{payee}的退回去：{points}",
        "{player} left after winning and gives back what {payee} paid: {points}",
    ),
    "transfer": ("{payer} 付{payees} {points}", "{payer} 付{payees} {points}", "{payer} pays {payees} {points}"),
    "transfer_each": (
        "{payer} 付{payees}各 {points}",
        "{payer} 付{payees}各 {points}",
        "{payer} pays {payees} {points} each",
    ),
    "transfer_noted": (
        "{payer} {note}，付{payees} {points}",
        "{payer} {note}，付{payees} {points}",
        "{payer}, {note}: pays {payees} {points}",
    ),
    "transfer_noted_each": (
        "{payer} {note}，付{payees}各 {points}",
        "{payer} {note}，付{payees}各 {points}",
        "{payer}, {note}: pays {payees} {points} each",
    ),
    "side_bet": (
        "{bettors} 叫 {player} 的马，输赢跟他一样",
        "{bettors} 叫 {player} 的馬，輸贏跟他一樣",
        "{bettors} bet on {player} (叫马) and wins or loses the same",
    ),
    "nobody": ("谁也不付谁", "誰也不付誰", "nobody pays anybody"),
}
"""The sentences. `hand`, `cost`, `paid` and `states` are said by PART."""

PART: Mapping[str, Sentence] = {
    "told": ("{fact}：{details}", "{fact}：{details}", "{fact}: {details}"),
    "pot": ("台费", "台費", "台费 the pot"),
    "pays": ("{payers}付 {cost}", "{payers}付 {cost}", "{payers} pays {cost}"),
    "pay_each": ("{payers}各付 {cost}", "{payers}各付 {cost}", "{payers} pay {cost} each"),
    "cost": ("{times}×底{base}", "{times}×底{base}", "{times} × base {base}"),
    "cost_sum": ("{times}×底{base}＝{points}", "{times}×底{base}＝{points}", "{times} × base {base} = {points}"),
    "cost_extra": (
        "{times}×底{base}，加底{extra}，共{points}",
        "{times}×底{base}，加底{extra}，共{points}",
        "{times} × base {base} + {extra} for the draw = {points}",
    ),
    "is_pig": ("{players}花猪", "{players}花豬", "{players} 花猪 flower pig"),
    "is_not_ready": ("{players}没叫", "{players}沒叫", "{players} 没叫 not ready"),
    "is_ready": ("{player}下叫 {hand}", "{player}下叫 {hand}", "{player} 下叫 ready with {hand}"),
    "is_waiting": (
        "{player}听{tile} {hand}",
        "{player}聽{tile} {hand}",
        "{player} 下叫 waits for {tile}, {hand}",
    ),
    "is_waiting_for_more": (
        "{player}听{tiles}，按{tile} {hand}",
        "{player}聽{tiles}，按{tile} {hand}",
        "{player} 下叫 waits for {tiles}, valued with {tile}, {hand}",
    ),
}
"""What stands several times in one sentence: who pays how much, and how each player stood at the end of the wall."""
