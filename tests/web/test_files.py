"""The files of a night beside those of test_exports.py: people, everything that was done, the workbook, JSON."""

import csv
import json
from datetime import datetime
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from rounds.book.reading import totals
from rounds.models import AccessLink, Club, Event, Session
from rounds.rules.events import Kong
from rounds.rules.log import Amend, Record
from rounds.rules.ruleset import KongKind
from tests.web import hostile
from tests.web.cast import browser, change, concealed_kong, discard, next_round, open_night, play_round, record, undo
from tests.web.rich_night import rich_night

NAMES = ("ledger_csv", "rounds_csv", "people_csv", "events_csv", "night_xlsx", "night_json")


def fetch(link: AccessLink, session: Session, name: str) -> Any:
    response = browser(link).get(reverse(name, args=[session.pk]))
    assert response.status_code == 200
    return response


def table(link: AccessLink, session: Session, name: str) -> list[dict[str, str]]:
    text = fetch(link, session, name).content.decode("utf-8-sig")
    return list(csv.DictReader(text.splitlines(), strict=True))


def book(link: AccessLink, session: Session) -> Any:
    return load_workbook(BytesIO(fetch(link, session, "night_xlsx").content))


@pytest.fixture
def rich(club: Club, own: AccessLink) -> Session:
    return rich_night(club, own)


def test_the_page_has_every_file(night: Session, watch: AccessLink) -> None:
    page = fetch(watch, night, "files").content.decode()
    for name in NAMES:
        assert reverse(name, args=[night.pk]) in page
    assert reverse("files", args=[night.pk]) in fetch(watch, night, "night").content.decode()


def test_everything_that_was_done_is_a_row_the_voided_and_undone_with_it(rich: Session, own: AccessLink) -> None:
    rows = table(own, rich, "events_csv")
    assert [int(row["第几条"]) for row in rows] == list(range(1, rich.position + 1))
    said = {row["第几条"]: (row["做了什么"], row["原来"], row["现在"], row["还算不算"]) for row in rows}
    assert said["1"] == ("开一场", "", "张三 李四 王五 赵六", "算")
    assert said["3"] == ("记了", "", "王五 暗杠", "第9条作废了")
    assert said["4"] == ("记了", "", "张三 自摸 1番", "第7条改了")
    assert said["5"][0::3] == ("记了", "第6条撤销了")
    assert said["6"] == ("撤销第5条", "", "", "算")
    assert said["7"] == ("更正", "张三 自摸 1番", "张三 自摸 3番", "算")
    assert said["8"][0] == "补记"
    assert said["9"] == ("作废", "王五 暗杠", "", "算")
    assert [row["谁记的"] for row in rows[:3]] == ["主人", "记分人", ""]
    assert {row["局"] for row in rows} == {"1", "2", "3", ""}
    assert rows[0]["时间"] == "2026-11-29 20:30:00"


def test_a_fact_counts_as_it_was_said_last(night: Session, watch: AccessLink) -> None:
    first = record(night, discard("A", "B", fans=1)).event.position
    change(night, Amend(discard("A", "B", "C", fans=1), first))
    change(night, Amend(discard("A", "D", fans=2), first))
    undo(night)
    kong = record(night, Kong("D", KongKind.PROMOTED)).event.position
    change(night, Amend(Kong("D", KongKind.PROMOTED, robbed=True), kong), Record(discard("A", "D")))
    said = {row["第几条"]: row["还算不算"] for row in table(watch, night, "events_csv")}
    ends = {"2": "第3条加了也胡", "4": "第5条撤销了", "6": "第7条说被抢了"}
    assert said == {**dict.fromkeys("1234567", "算"), **ends}


def test_a_payment_that_was_cancelled_does_not_count(rich: Session, own: AccessLink) -> None:
    (unpaid,) = rich.log().filter(kind=Event.Kind.UNPAY)
    said = {row["第几条"]: row["还算不算"] for row in table(own, rich, "events_csv")}
    assert said[str(json.loads(unpaid.data)["payment"])] == f"第{unpaid.position}条取消了"
    assert said[str(unpaid.position)] == "算"


def test_what_was_recorded_in_a_round_that_was_taken_back_is_told_too(night: Session, watch: AccessLink) -> None:
    play_round(night)
    next_round(night)
    record(night, concealed_kong("B"))
    for _ in range(2):
        undo(night)
    rows = table(watch, night, "events_csv")
    assert rows[-3]["做了什么"] == "李四 暗杠"
    assert [row["还算不算"] for row in rows[-4:-2]] == ["第8条撤销了", "第7条撤销了"]


def test_everybody_is_a_row_and_the_sums_are_those_of_the_night(rich: Session, own: AccessLink) -> None:
    rows = table(own, rich, "people_csv")
    assert sorted(int(row["合计"]) for row in rows) == sorted(totals(rich.played()).values())
    assert sum(float(row["还差 元"]) for row in rows) == 0
    for row in rows:
        owed = float(row["输赢 元"]) + float(row["台费 元"]) + float(row["付过 元"])
        assert owed == pytest.approx(float(row["还差 元"]))


def test_the_workbook_has_numbers_as_numbers_and_times_as_times(rich: Session, own: AccessLink) -> None:
    read = book(own, rich)
    assert read.sheetnames == ["合计", "各局", "详细结算", "总账", "结账", "记录"]
    people = list(read["合计"].values)
    total = people[0].index("合计")
    assert sum(row[total] for row in people[1:]) == 0
    assert all(isinstance(row[total], int) for row in people[1:])
    ledger = list(read["总账"].values)
    assert len(ledger) - 1 == rich.ledger().count()
    assert sum(row[6] for row in ledger[1:]) == sum(entry.points for entry in rich.ledger())
    assert read["记录"]["B2"].value == datetime(2026, 11, 29, 20, 30)  # noqa: DTZ001 - as a clock there showed it
    paid = [row for row in read["结账"].values if row[3] != "还没付"]
    assert [row[3] for row in paid[1:3]] == ["不算付过", "付了"]
    assert paid[1][2] == 4.5


def test_the_detailed_sheets_of_the_workbook_add_up(rich: Session, own: AccessLink) -> None:
    blocks: list[list[tuple[Any, ...]]] = [[]]
    for row in book(own, rich)["详细结算"].values:
        if any(cell is not None for cell in row):
            blocks[-1].append(row)
        else:
            blocks.append([])
    assert [block[0][0] for block in blocks] == ["整场", "第1局", "第2局", "第3局"]
    for block in blocks:
        assert block[-1][0] == "合计"
        assert sum(cell for cell in block[-1][1:] if cell is not None) == 0


def test_names_that_mean_harm_are_text_in_the_workbook(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    play_round(session, "B")
    cells = [cell for sheet in book(own, session) for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
    shown = [cell for cell in cells if cell.value == "=1+1"]
    assert shown
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in shown)
    assert {hostile.NAMES["A"], hostile.NAMES["C"]} <= {cell.value for cell in cells}


def test_the_same_night_gives_the_same_bytes(rich: Session, own: AccessLink) -> None:
    for name in NAMES:
        assert fetch(own, rich, name).content == fetch(own, rich, name).content


def test_the_files_are_named_by_the_day(night: Session, watch: AccessLink) -> None:
    for name, plain, named in (
        ("people_csv", "xuezhan-2026-11-29-people.csv", "血战-2026-11-29-人.csv"),
        ("events_csv", "xuezhan-2026-11-29-events.csv", "血战-2026-11-29-记录.csv"),
        ("night_xlsx", "xuezhan-2026-11-29-night.xlsx", "血战-2026-11-29-整场.xlsx"),
        ("night_json", "xuezhan-2026-11-29-night.json", "血战-2026-11-29-整场.json"),
    ):
        disposition = fetch(watch, night, name).headers["Content-Disposition"]
        assert disposition.startswith(f'attachment; filename="{plain}"')
        assert unquote(disposition.split("''")[1]) == named


def test_the_json_is_the_night(rich: Session, own: AccessLink) -> None:
    read = json.loads(fetch(own, rich, "night_json").content)
    assert (read["format"], read["session"]) == ("xuezhan-session/1", str(rich.pk))


def test_the_files_speak_the_language_of_the_page(rich: Session, own: AccessLink) -> None:
    client = browser(own)
    client.cookies["language"] = "en"
    read = load_workbook(BytesIO(client.get(reverse("night_xlsx", args=[rich.pk])).content))
    assert read.sheetnames[0].isascii()
    assert read.sheetnames[-1] == "Events"


def test_the_number_of_queries_does_not_grow_with_the_night(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
        for name, count in (("people_csv", 4), ("events_csv", 3), ("night_xlsx", 5), ("night_json", 3), ("files", 1)):
            with django_assert_num_queries(count):
                fetch(watch, night, name)
