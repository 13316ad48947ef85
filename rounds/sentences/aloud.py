"""What the phone says aloud of an event, as somebody at the table would: whole words, no signs, no brackets."""

from collections.abc import Mapping

from rounds.sentences.sentence import Sentence

ALOUD: Mapping[str, Sentence] = {
    "self_draw": ("{winners}自摸，{worth}", "{winners}自摸，{worth}", "{winners} won by self-draw, {worth}"),
    "after_kong": (
        "{winners}杠上花，{worth}",
        "{winners}槓上花，{worth}",
        "{winners} won by self-draw after a kong, {worth}",
    ),
    "discard": (
        "{winners}胡，{discarder}点炮，{worth}",
        "{winners}胡，{discarder}點炮，{worth}",
        "{winners} won, {discarder} dealt in, {worth}",
    ),
    "discard_after_kong": (
        "{winners}胡，{discarder}杠上炮，{worth}",
        "{winners}胡，{discarder}槓上炮，{worth}",
        "{winners} won, {discarder} dealt in after a kong, {worth}",
    ),
    "robbed_kong": (
        "{winners}抢杠胡，{discarder}的杠，{worth}",
        "{winners}搶槓胡，{discarder}的槓，{worth}",
        "{winners} won by robbing the kong of {discarder}, {worth}",
    ),
    "own_worth": ("{winner}{worth}", "{winner}{worth}", "{winner} {worth}"),
    "kong": ("{player}{kong}", "{player}{kong}", "{player}, {kong}"),
    "fed_kong": (
        "{player}{kong}，{feeder}打的",
        "{player}{kong}，{feeder}打的",
        "{player}, {kong}, fed by {feeder}",
    ),
    "lost_kong": ("{player}{kong}，被抢了", "{player}{kong}，被搶了", "{player}, {kong}, robbed"),
    "wall_out": ("流局，{sums}", "流局，{sums}", "The wall is empty. {sums}"),
    "leave": ("{player}走了，{sums}", "{player}走了，{sums}", "{player} left. {sums}"),
    "transfer": (
        "{payer}给{payees}{points}分",
        "{payer}給{payees}{points}分",
        "{payer} pays {payees} {points}",
    ),
    "everybody": ("每人", "每人", "each of the others"),
    "pot": ("台费", "台費", "the pot"),
    "plus": ("{player}赢{points}", "{player}贏{points}", "{player} wins {points}"),
    "minus": ("{player}输{points}", "{player}輸{points}", "{player} loses {points}"),
    "even": ("没有输赢", "沒有輸贏", "nobody wins or loses"),
    "fans_two": ("两番", "兩番", "2 fan"),
    "fans": ("{count}番", "{count}番", "{count} fan"),
    "corrected": ("更正：{fact}", "更正：{fact}", "Corrected: {fact}"),
    "added": ("补记：{fact}", "補記：{fact}", "Added: {fact}"),
    "impossible": ("{fact}，这一笔对不上", "{fact}，這一筆對不上", "{fact}. This cannot have happened"),
    "undone": ("撤销了一笔", "撤銷了一筆", "Taken back"),
    "sample": (
        "张三自摸，两番",
        "張三自摸，兩番",
        "Zhang San won by self-draw, 2 fan",
    ),
}
