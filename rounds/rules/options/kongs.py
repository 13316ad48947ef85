"""杠 gàng: kong money, and where it goes."""

from rounds.rules.options.kinds import Choice, Option, Table, bases
from rounds.rules.ruleset import KongKind, KongTransfer, TransferAfter, TransferShares
from rounds.rules.terms import Term

_NOT_PAID = Term("不收", "不收", "bù shōu", "nothing")

KONGS = (
    Option(
        "kong_pay",
        Term("杠钱", "槓錢", "gàng qián", "kong money"),
        Table(
            (
                Option(
                    "exposed",
                    Term("直杠", "直槓", "zhí gàng", "exposed kong"),
                    bases(_NOT_PAID, (1, 2, 3)),
                    ("引杠的付几个底。", "引槓的付幾個底。", "What the feeder pays, in bases."),
                ),
                Option(
                    "exposed_others",
                    Term("家家有", "家家有", "jiā jiā yǒu", "exposed kong, the others"),
                    bases(_NOT_PAID, (0, 1, 2)),
                    ("直杠时别家也付几个底。", "直槓時別家也付幾個底。", "What each of the others pays, in bases."),
                ),
                *(
                    Option(
                        kind.value,
                        kind.term,
                        bases(_NOT_PAID, keys),
                        ("每家付几个底。", "每家付幾個底。", "What each player in play pays, in bases."),
                    )
                    for kind, keys in (
                        (KongKind.PROMOTED, (0, 1, 2)),
                        (KongKind.POSTPONED, (0, 1, 2)),
                        (KongKind.CONCEALED, (1, 2, 4)),
                    )
                ),
            )
        ),
        (
            "每个杠当场收几个底；杠钱不封顶。",
            "每個槓當場收幾個底；槓錢不封頂。",
            "What each kong earns at once, in bases; never capped.",
        ),
    ),
    Option(
        "kong_transfer",
        Term("呼叫转移", "呼叫轉移", "hū jiào zhuǎn yí", "kong money on a discard after a kong"),
        Choice(KongTransfer),
        (
            "杠完打出去就点了炮（杠上炮），收的杠钱归谁。",
            "槓完打出去就點了炮（槓上炮），收的槓錢歸誰。",
            "Who gets the kong money when the tile discarded after a kong is won on.",
        ),
    ),
    Option(
        "kong_transfer_after",
        Term("什么杠转", "什麼槓轉", "shén me gàng zhuǎn", "which kongs"),
        Choice(TransferAfter),
        (
            "什么杠都转，还是弯杠以后才转（转雨）。",
            "什麼槓都轉，還是彎槓以後才轉（轉雨）。",
            "Whether it moves after any kong, or only after one added to a pung.",
        ),
        lambda rules: rules.kong_transfer is not KongTransfer.NONE,
    ),
    Option(
        "kong_transfer_shares",
        Term("一炮多响转给谁", "一炮多響轉給誰", "yī pào duō xiǎng zhuǎn gěi shéi", "several winners"),
        Choice(TransferShares),
        (
            "杠上炮有几家一起胡，杠钱怎么分。",
            "槓上炮有幾家一起胡，槓錢怎麼分。",
            "How several winners on one discard share the kong money.",
        ),
        lambda rules: rules.kong_transfer in (KongTransfer.LAST, KongTransfer.ALL),
    ),
)
