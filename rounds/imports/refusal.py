"""Why a file is not taken in. Nothing has changed when this is raised."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rounds.book.refusals import Refused
from rounds.rules.strict import Malformed
from rounds.wording import say_malformed
from rounds.wording import say_refusal as say_why


class NotTakenIn(Exception):
    """`line` of the file, from 1 on (0: the file as a whole); `code` and `figures`, or the `fault` in reading it, or
    `why` the place that `figures` name would not have been written."""

    def __init__(
        self, line: int, code: str, fault: Malformed | None = None, why: Refused | None = None, **figures: object
    ) -> None:
        super().__init__(f"{line}: {code}")
        self.line = line
        self.code = code
        self.fault = fault
        self.why = why
        self.figures = figures


SENTENCES = {
    "foreign": gettext_noop("这不是血战记分导出的文件"),
    "no_file": gettext_noop("先选一个文件"),
    "empty": gettext_noop("文件是空的"),
    "too_large": gettext_noop("文件太大了，最多{most} MB"),
    "too_much": gettext_noop("里面改来改去的太多，在这里算不完：请开机器的人用 import_json 导入"),
    "half": gettext_noop("文件不全：该有{count}场，只有{found}场"),
    "more": gettext_noop("文件后面多出来一行"),
    "other_night": gettext_noop("这一行该是别的一场"),
    "altered": gettext_noop("这一行被改过"),
    "changed": gettext_noop("第{position}条记录被改过，或者接不上前一条"),
    "not_replayable": gettext_noop("照这些记录算不下去"),
    "misfit": gettext_noop("第{position}条记录（第{round}局）不是这里记下的：{why}"),
    "not_what_follows": gettext_noop("{place} 和记录算出来的不一样"),
    "person_missing": gettext_noop("记录里有一个人，名单上没有"),
    "other_club": gettext_noop("这是别的牌桌的文件：只能导入到原来的牌桌，或者空的牌桌"),
    "elsewhere": gettext_noop("里面的编号在别的牌桌上用着"),
    "other_history": gettext_noop("{date} 这一场，从第{position}条记录起，和这里存的不一样"),
    "other_total": gettext_noop("{date} {name} 这里已经记着{points}分"),
    "workbook": gettext_noop("Excel 和压缩文件读不了：整场拿 JSON 来，旧账拿 CSV 来"),
    "no_text": gettext_noop("读不出文字：存成 UTF-8 的 CSV 再来"),
    "no_totals": gettext_noop("里面没有旧账：每行要有日期、名字、分"),
    "no_headings": gettext_noop("表头要有日期、名字、分这三栏，每样一栏"),
    "long_cell": gettext_noop("有一格太长了，读不下去"),
    "open_quote": gettext_noop("有一处引号没有成对"),
    "more_cells": gettext_noop("多出一格，只有{most}栏：数字里的逗号去掉再来"),
    "no_day": gettext_noop("日期要写成 2025-01-31 这样"),
    "far_day": gettext_noop("日期要在{year}年到明天之间"),
    "reserved": gettext_noop("{name} 是账上的名字，不能当人名，加个字"),
    "no_name": gettext_noop("名字空着，或者存不下"),
    "no_points": gettext_noop("分要是整数，最多10亿"),
    "total_twice": gettext_noop("{name} 同一天写了两次"),
    "two_of_a_name": gettext_noop("有两个人都叫 {name}，先改名分清楚"),
    "not_storable": gettext_noop("里面有存不下的数"),
}


OTHERWISE = {
    "other_place": gettext_noop("这种记录不能在这个位置"),
    "not_the_newest": gettext_noop("撤销的不是最新的一条"),
    "other_date": gettext_noop("日期和开始的时间对不上"),
    "other_opening": gettext_noop("这一局的规矩或算钱和前面说的不一样"),
    "other_seats": gettext_noop("轮到谁下，和前面说的不一样"),
    "other_unit": gettext_noop("付的和这一场算的不是同一种钱"),
    "not_at_zero": gettext_noop("先走的人没有付清"),
}
"""Why an event would not have been written so, whatever was tapped."""


def say_refusal(refused: NotTakenIn) -> str:
    """The refusal in one sentence, with the line where it is one of several."""
    said = say_malformed(refused.fault) if refused.fault else _say(refused)
    return _("第{line}行：{sentence}").format(line=refused.line, sentence=said) if refused.line else said


def _say(refused: NotTakenIn) -> str:
    figures = dict(refused.figures)
    if why := refused.why:
        told = _(OTHERWISE[why.code]) if why.code in OTHERWISE else say_why(why.code, why.figures, {})
        figures["why"] = told
    return _(SENTENCES[refused.code]).format(**figures)
