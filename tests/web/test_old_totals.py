"""Plain totals of older nights from a table: read whatever Excel writes, whole or not at all, twice as if once."""

from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.urls import reverse

from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.report import say_added, say_replaced, say_uneven
from rounds.imports.totals import MOST, look_into_totals, read_totals, take_totals
from rounds.models import AccessLink, Club, OldTotal, Person
from tests.web.cast import browser

TABLE = "日期,名字,分\n2024-01-31,张三,12\n2024-01-31,李四,-12\n"


def kept(club: Club) -> list[tuple[str, str, int]]:
    rows = OldTotal.objects.filter(club=club).order_by("date", "-points")
    return [(row.date.isoformat(), row.person.name, row.points) for row in rows]


@pytest.mark.parametrize(
    "content",
    [
        TABLE.encode(),
        TABLE.encode("utf-8-sig"),
        TABLE.encode("gb18030"),
        TABLE.replace(",", ";").encode(),
        TABLE.replace(",", "\t").encode(),
        TABLE.replace("\n", "\r\n").encode(),
        b"Date,Player,Points\n" + TABLE.partition("\n")[2].encode(),
        TABLE.partition("\n")[2].encode(),
        "分,日期,备注,名字\n+12,2024/1/31,,张三\n\n−12,2024年1月31日,x, 李四 \n".encode(),
    ],
)
def test_a_table_is_read_whatever_wrote_it(club: Club, content: bytes) -> None:
    zhang = Person.objects.create(club=club, name="张三")
    added = take_totals(content, club)
    assert (added.people, added.totals) == (1, 2)
    assert kept(club) == [("2024-01-31", "张三", 12), ("2024-01-31", "李四", -12)]
    assert OldTotal.objects.get(points=12).person == zhang


def test_looking_writes_nothing_and_the_second_time_nothing_changes(club: Club) -> None:
    looked = look_into_totals(TABLE.encode(), club)
    assert kept(club) == []
    assert Person.objects.count() == 0
    assert take_totals(TABLE.encode(), club) == looked
    assert take_totals(TABLE.encode(), club).nothing
    assert len(kept(club)) == 2


@pytest.mark.parametrize("points", [10**9 + 1, -(10**9) - 1, 2**53])
def test_more_points_than_anybody_ever_lost_in_a_day_are_refused(club: Club, points: int) -> None:
    """Sums of as many days as there may be stay such as every database counts."""
    with pytest.raises(NotTakenIn) as refused:
        take_totals(f"2024-01-31,A,{points}".encode(), club)
    assert (refused.value.code, kept(club)) == ("no_points", [])
    assert take_totals(b"2024-01-31,A,1000000000\n2024-01-31,B,-1000000000", club).totals == 2


@pytest.mark.parametrize("points", [10**9 + 1, -(10**9) - 1, 2**62])
def test_the_database_refuses_what_no_sum_could_be_made_of(club: Club, points: int) -> None:
    person = Person.objects.create(club=club, name="张三")
    with pytest.raises(IntegrityError), transaction.atomic():
        OldTotal.objects.create(club=club, person=person, date=date(2024, 1, 1), points=points)


def test_the_largest_totals_of_many_days_are_summed(club: Club, own: AccessLink) -> None:
    person = Person.objects.create(club=club, name="张三")
    days = (date(2024, 1, 1) + timedelta(days=day) for day in range(365))
    OldTotal.objects.bulk_create(OldTotal(club=club, person=person, date=day, points=10**9) for day in days)
    page = browser(own).get(reverse("statistics"))
    assert (page.status_code, "365,000,000,000" in page.content.decode()) == (200, True)


def test_the_day_is_tomorrow_at_the_latest(club: Club) -> None:
    today = datetime.now(UTC).date()
    assert take_totals(f"{today + timedelta(days=1)},A,1\n1900-01-01,B,1".encode(), club).totals == 2
    with pytest.raises(NotTakenIn) as refused:
        take_totals(f"{today + timedelta(days=3)},A,1".encode(), club)
    assert refused.value.code == "far_day"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "里面没有旧账：每行要有日期、名字、分"),
        ("日期,名字,分\n".encode(), "里面没有旧账：每行要有日期、名字、分"),
        ("日期,名字\n2024-01-31,张三".encode(), "第1行：表头要有日期、名字、分这三栏，每样一栏"),
        (TABLE.encode() + b"2024-02-30,A,1", "第4行：日期要写成 2025-01-31 这样"),
        (TABLE.encode() + b"2024-02-03", "第4行：名字空着，或者存不下"),
        (TABLE.encode() + "2024-02-03,a\u202eb,1".encode(), "第4行：名字空着，或者存不下"),
        (TABLE.encode() + b"2024-02-03,A,1.5", "第4行：分要是整数，最多10亿"),
        (TABLE.encode() + b"2024-02-03,A,", "第4行：分要是整数，最多10亿"),
        (TABLE.encode() + "2024-01-31,张三,12".encode(), "第4行：张三 同一天写了两次"),
        ("日期,名字,分,分\n2024-01-31,张三,1,2".encode(), "第1行：表头要有日期、名字、分这三栏，每样一栏"),
        (TABLE.encode() + b'2024-02-03,"' + b"x" * 140_000 + b'",1', "第4行：有一格太长了，读不下去"),
        (b'{"a":' * 40_000, "第1行：有一格太长了，读不下去"),
        (TABLE.encode() + '2024-02-03,"张\n三",1'.encode(), "第4行：名字空着，或者存不下"),
        (TABLE.encode() + '2024-02-03,"张\n三,1\n2024-02-03,李四,1'.encode(), "第4行：有一处引号没有成对"),
        (TABLE.encode() + b'2024-02-03,A,"1"2', "第4行：有一处引号没有成对"),
        (TABLE.encode() + b"2024-02-03,A,1,234", "第4行：多出一格，只有3栏：数字里的逗号去掉再来"),
        (
            "日期,名字,分,备注\n2024-01-31,张三,5,\n2024-01-31,李四,-1,234,".encode(),
            "第3行：多出一格，只有4栏：数字里的逗号去掉再来",
        ),
        (TABLE.encode() + b'"2024-02-03\n",A,1\n2024-02-03,B,x', "第6行：分要是整数，最多10亿"),
        (TABLE.encode() + "2024-02-03,台费,1".encode(), "第4行：台费 是账上的名字，不能当人名，加个字"),
        (TABLE.encode() + "2024-02-03,台費,1".encode(), "第4行：台費 是账上的名字，不能当人名，加个字"),
        (TABLE.encode() + b"2024-02-03,pot,1", "第4行：pot 是账上的名字，不能当人名，加个字"),
        (TABLE.encode() + b"0001-01-01,A,1", "第4行：日期要在1900年到明天之间"),
        (TABLE.encode() + b"1899-12-31,A,1", "第4行：日期要在1900年到明天之间"),
        (TABLE.encode() + b"9999-12-31,A,1", "第4行：日期要在1900年到明天之间"),
        (b"PK\x03\x04\x14\x00", "Excel 和压缩文件读不了：整场拿 JSON 来，旧账拿 CSV 来"),
        (b"\xff\xff\xff", "读不出文字：存成 UTF-8 的 CSV 再来"),
        (b" " * (MOST + 1), "文件太大了，最多1 MB"),
    ],
)
def test_a_table_that_is_wrong_is_refused_whole_with_the_line(club: Club, content: bytes, said: str) -> None:
    for take in (look_into_totals, take_totals):
        with pytest.raises(NotTakenIn) as refused:
            take(content, club)
        assert say_refusal(refused.value) == said
    assert kept(club) == []
    assert Person.objects.count() == 0


OTHER = TABLE.replace("张三,12", "张三,13").encode() + "2024-03-01,王五,1".encode()


def test_points_that_differ_from_those_that_are_kept_are_refused(club: Club) -> None:
    take_totals(TABLE.encode(), club)
    with pytest.raises(NotTakenIn) as refused:
        take_totals(OTHER, club)
    assert say_refusal(refused.value) == "第2行：2024-01-31 张三 这里已经记着12分"
    assert len(kept(club)) == 2


def test_points_that_differ_are_replaced_by_who_has_seen_which(club: Club) -> None:
    take_totals(TABLE.encode(), club)
    looked = look_into_totals(OTHER, club)
    assert say_replaced(looked) == ("2024-01-31 张三：12分换成13分",)
    assert say_added(looked) == "1个人，1笔旧账，换掉1笔旧账。"
    assert kept(club)[0] == ("2024-01-31", "张三", 12)
    assert take_totals(OTHER, club, looked.mark) == looked
    assert kept(club) == [("2024-01-31", "张三", 13), ("2024-01-31", "李四", -12), ("2024-03-01", "王五", 1)]
    assert take_totals(OTHER, club, looked.mark).nothing, "twice as if once"


def test_other_points_than_were_seen_are_not_replaced(club: Club) -> None:
    take_totals(TABLE.encode(), club)
    mark = look_into_totals(OTHER, club).mark
    OldTotal.objects.filter(points=12).update(points=14)
    with pytest.raises(NotTakenIn) as refused:
        take_totals(OTHER, club, mark)
    assert say_refusal(refused.value) == "第2行：2024-01-31 张三 这里已经记着14分"
    assert len(kept(club)) == 2


def test_a_day_that_does_not_add_up_is_said(club: Club) -> None:
    assert look_into_totals(TABLE.encode(), club).uneven == {}
    added = take_totals(TABLE.encode() + "2024-02-01,张三,3\n2024-02-01,王五,-1".encode(), club)
    assert say_uneven(added) == ("2024-02-01 各人加起来是2分，不是0：看看少了谁，或者哪个写错了",)
    assert look_into_totals("2024-02-01,李四,-2".encode(), club).uneven == {}, "with what is kept of that day already"
    days = "".join(f"2024-03-{day:02},张三,1\n" for day in range(1, 21))
    assert len(say_uneven(look_into_totals(days.encode(), club))) == 13, "the first twelve, and that there are more"


def test_a_name_that_two_have_says_nobody(club: Club) -> None:
    for _ in range(2):
        Person.objects.create(club=club, name="李四")
    with pytest.raises(NotTakenIn) as refused:
        take_totals(TABLE.encode(), club)
    assert say_refusal(refused.value) == "第3行：有两个人都叫 李四，先改名分清楚"


def test_a_name_that_was_neutralised_is_read_as_it_was() -> None:
    assert read_totals(b"2024-01-31,'=1+1,3")[0].name == "=1+1"
    assert read_totals("2024-01-31,'＝1+1,3".encode())[0].name == "＝1+1"


def test_the_command(club: Club, tmp_path: Path) -> None:
    file, out = tmp_path / "old.csv", StringIO()
    file.write_text(TABLE, encoding="utf-8")
    call_command("import_totals", str(file), "--dry-run", stdout=out)
    assert kept(club) == []
    call_command("import_totals", str(file), stdout=out)
    assert out.getvalue() == "2个人，2笔旧账。\n只是看看，什么都没写。\n2个人，2笔旧账。\n"
    assert len(kept(club)) == 2
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_totals", str(tmp_path / "nothing"))
    file.write_bytes(OTHER)
    with pytest.raises(CommandError, match="这里已经记着12分"):
        call_command("import_totals", str(file))
    out = StringIO()
    call_command("import_totals", str(file), "--replace", stdout=out)
    assert out.getvalue().splitlines() == [
        "2024-01-31 张三：12分换成13分",
        "2024-01-31 各人加起来是1分，不是0：看看少了谁，或者哪个写错了",
        "2024-03-01 各人加起来是1分，不是0：看看少了谁，或者哪个写错了",
        "1个人，1笔旧账，换掉1笔旧账。",
    ]
    file.write_text("x")
    with pytest.raises(CommandError, match="第1行"):
        call_command("import_totals", str(file))
