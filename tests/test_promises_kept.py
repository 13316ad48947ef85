"""The list of what is promised names code and tests that are there."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent
TEXT = (HERE / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.(?:py|js|md))(?:::(\w+))?`", TEXT)) - {("docs/reliability.md", "")})


@pytest.mark.parametrize(("path", "test"), NAMED)
def test_what_the_list_names_is_there(path: str, test: str) -> None:
    text = (HERE / path).read_text(encoding="utf-8")
    assert not test or re.search(rf"^def {test}\(", text, re.MULTILINE)


def test_every_rule_and_every_fault_has_a_test() -> None:
    rows = [row for row in TEXT.splitlines() if row.startswith("| ") and not row.startswith(("| rule", "| fault"))]
    assert [row for row in rows if "::test_" not in row] == []
    assert [int(row.split(".")[0][2:]) for row in rows if row[2].isdigit()] == list(range(1, 16))
