"""Makes the databases that are missing: `.venv/bin/python -m tests.released.make`.

For a new migration: the commit before it goes into COMMITS. What was made once is never made anew.
"""

import gzip
import io
import os
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

COMMITS = {
    "0002_append_only": "aad7414",
    "0003_house_rules": "55be5da",
    "0004_unbooked": "a65e44d",
    "0005_people_and_money": "3c3d895",
    "0006_people": "ac5f0ed",
    "0007_history": "cf29403",
    "0008_payments_at_once": "416fdf5",
    "0009_history_indexes": "31d74dc",
}
"""The newest migration of a database, and the last commit that left it at that."""


def path_of(migration: str) -> Path:
    return HERE / f"{migration}.sqlite3.gz"


def make(migration: str, commit: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program, data, copy = Path(folder, "program"), Path(folder, "data"), Path(folder, "copy.sqlite3")
        archive = subprocess.check_output(["git", "archive", commit], cwd=ROOT)  # noqa: S607
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(program, filter="data")
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
            "XUEZHAN_DATA": str(data),
            "PYTHONPATH": str(program),
            "DJANGO_SETTINGS_MODULE": "xuezhan_site.settings",
        }
        subprocess.run([sys.executable, str(HERE / "evening.py")], cwd=program, env=environment, check=True)
        with closing(sqlite3.connect(data / "xuezhan.sqlite3")) as connection:
            connection.execute("VACUUM INTO ?", [str(copy)])
        path_of(migration).write_bytes(gzip.compress(copy.read_bytes(), mtime=0))


if __name__ == "__main__":
    for migration, commit in COMMITS.items():
        if not path_of(migration).exists():
            make(migration, commit)
            print(path_of(migration))
