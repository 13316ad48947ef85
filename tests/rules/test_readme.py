"""The examples of the core's README are run."""

import doctest
from pathlib import Path

README = Path(__file__).resolve().parent.parent.parent / "rounds" / "rules" / "README.md"


def test_every_example_of_the_readme_gives_what_it_says() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.failed == 0
    assert results.attempted >= 10
