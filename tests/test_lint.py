"""The rules of tests/lint, which `run.py check` runs: each has a sample that it must find, and one that it must not."""

import re
from pathlib import Path

import pytest

LINT = Path(__file__).resolve().parent / "lint"


@pytest.mark.parametrize(("rules", "sample"), [("python.yml", "python.py"), ("templates.yml", "templates.html")])
def test_every_rule_is_proven_by_samples(rules: str, sample: str) -> None:
    names = re.findall(r"- id: (\S+)", (LINT / rules).read_text(encoding="utf-8"))
    text = (LINT / sample).read_text(encoding="utf-8")
    assert names
    for name in names:
        assert f"ruleid: {name}\n" in text.replace(" -->", ""), f"nothing that {name} must find"
        assert f"ok: {name}\n" in text.replace(" -->", ""), f"nothing that {name} must pass over"
