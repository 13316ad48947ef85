"""The commands that take a club or a night home as JSON and take it in."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from rounds.clubs import own_link
from rounds.exports.archive import night_lines
from rounds.links import link_token, new_link
from rounds.models import AccessLink, Club, Right, Session
from tests.web.cast import START, browser
from tests.web.taken_home import everything, nowhere, out, whole
from xuezhan_site import held

__all__ = ["nowhere", "whole"]


def run(name: str, *arguments: str) -> str:
    said = StringIO()
    call_command(name, *arguments, stdout=said)
    return said.getvalue()


def test_by_the_command_a_file_goes_to_nobody_where_there_are_several_clubs(
    whole: Club, nowhere: Callable[[], None], tmp_path: Path
) -> None:
    exported = tmp_path / "club.jsonl"
    exported.write_bytes(out(whole))
    nowhere()
    others = [own_link(START), new_link(Club.objects.create(name="别的"), Right.OWN, None, START)]
    others[1].save()
    assert run("import_json", str(exported), "--dry-run").count(f"owner_link --club {whole.pk}\n") == 1
    assert run("import_json", str(exported)).endswith(f"owner_link --club {whole.pk}\n")
    assert set(Club.objects.all()) == {whole, *(link.club for link in others)}
    for link in others:
        assert "张三" not in browser(link).get("/").content.decode()
    owning = AccessLink.objects.filter(club=whole, right=Right.OWN.word, revoked_at=None)
    assert not owning.exists()
    printed = run("owner_link", "--club", str(whole.pk))
    assert printed == run("owner_link", "--club", str(whole.pk)) == f"/k/{link_token(owning.get())}/\n"
    assert printed != run("owner_link")
    with pytest.raises(CommandError, match="There is no such club"):
        run("owner_link", "--club", "00000000-0000-0000-0000-000000000000")


def test_by_the_command_the_only_club_becomes_that_of_a_file_if_it_is_empty(
    whole: Club, nowhere: Callable[[], None], tmp_path: Path
) -> None:
    exported = tmp_path / "club.jsonl"
    exported.write_bytes(out(whole))
    nowhere()
    link = own_link(START)
    assert "owner_link" not in run("import_json", str(exported))
    assert Club.objects.get() == whole
    assert own_link(START) == link


def test_the_commands_write_a_file_and_take_it_in(whole: Club, nowhere: Callable[[], None], tmp_path: Path) -> None:
    club, night = tmp_path / "club.jsonl", tmp_path / "night.json"
    session = Session.objects.order_by("started_at")[0]
    run("export_club", str(club))
    run("export_night", str(session.pk), str(night))
    assert club.read_bytes() == out(whole)
    assert night.read_bytes() == b"".join(night_lines(session))
    with pytest.raises(CommandError, match="File exists"):
        run("export_club", str(club))
    nowhere()
    assert run("import_json", str(club), "--dry-run").endswith("\n只是看看，什么都没写。\n")
    assert everything() == [0] * 10
    assert run("import_json", str(night)).startswith("新的1场，")
    assert run("import_json", str(club)).startswith("新的1场，")
    assert run("import_json", str(club)) == "没有新的：都已经有了。\n"
    assert run("import_json", str(club), "--language", "en").isascii()


@pytest.mark.parametrize(
    "words", [("import_json", "club.jsonl"), ("import_totals", "old.csv"), ("check_ledger", "--repair")]
)
def test_what_writes_runs_beside_a_server_but_not_while_a_backup_is_brought_back(
    whole: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: LazySettings, words: tuple[str, ...]
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.chdir(tmp_path)
    Path("club.jsonl").write_bytes(out(whole))
    Path("old.csv").write_text("2024-01-31,李四,0\n")
    if server := held.hold(tmp_path):
        with server:
            assert run(*words).count("\n") == 1
    if alone := held.hold_alone(tmp_path):
        with alone, pytest.raises(CommandError, match="正在恢复备份"):
            run(*words)
    assert server
    assert alone


def test_the_commands_say_in_one_sentence_what_is_wrong(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no such club"):
        run("export_club")
    with pytest.raises(CommandError, match="There is no night"):
        run("export_night", "00000000-0000-0000-0000-000000000000")
    with pytest.raises(CommandError, match="No such file"):
        run("import_json", str(tmp_path / "nothing"))
    (tmp_path / "foreign").write_bytes(b"{}")
    with pytest.raises(CommandError, match="第1行：这不是血战记分导出的文件"):
        run("import_json", str(tmp_path / "foreign"))
    Club.objects.create(name="甲")
    Club.objects.create(name="乙")
    with pytest.raises(CommandError, match="--club"):
        run("export_club")
