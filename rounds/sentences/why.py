"""What earned fans, and why an entry has its points."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

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
    "waiting": ("听{tile}：{price}", "聽{tile}：{price}", "waits for {tile}: {price}"),
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
    "kong_refund": ("{rule}，{kong}退税", "{rule}，{kong}退稅", "{rule}: the money of the {kong} goes back"),
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
    "transfer": ("转账", "轉帳", "transfer"),
    "transfer_noted": ("{note}", "{note}", "{note}"),
    "side_bet": ("叫马，跟{source}", "叫馬，跟{source}", "叫马 side bet on: {source}"),
    "stakes": ("输光为止，只带了{limit}", "輸光為止，只帶了{limit}", "stakes run out, brought {limit}"),
}
"""Why an entry has its points."""
