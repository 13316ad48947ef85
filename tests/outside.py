"""For tests that start programs of the project: where it is, and what they are told."""

import os
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def outside_tests(**variables: str) -> dict[str, str]:
    """The environment of a process that is no test, with these variables: on SQLite, if they say nothing else."""
    ours = {"DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "XUEZHAN_DATA", "DATABASE_URL"}
    return {name: value for name, value in os.environ.items() if name not in ours} | variables
