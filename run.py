#!/usr/bin/env python3
"""Everything this project is run by, from a bare Python 3.11 on.

python3 run.py [--host H] [--port P]   set up what is missing, then serve (also by HOST and PORT)
python3 run.py setup                   set up only, with the tools for development
python3 run.py test [ARGUMENTS]        all tests; ARGUMENTS go to pytest
python3 run.py check                   format, lint, types, migrations, templates, Django's checks, all tests
python3 run.py manage COMMAND …        any Django command
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn


def fail(sentence: str) -> NoReturn:
    """Say why nothing was done, and end with status 2."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


if sys.version_info < (3, 11):
    fail("xuezhan needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK, DEV_LOCK = HERE / "requirements.txt", HERE / "requirements-dev.txt"

CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("django", "makemigrations", "--check", "--dry-run"),
    ("django", "check"),
)


def main(words: list[str]) -> int:
    os.chdir(HERE)
    match words:
        case ["setup"]:
            install(DEV_LOCK)
            return python("-m", "xuezhan_site.prepare")
        case ["test", *arguments]:
            install(DEV_LOCK)
            return test(arguments)
        case ["check"]:
            install(DEV_LOCK)
            return check()
        case ["manage", *arguments]:
            install(LOCK)
            return python("manage.py", *arguments)
        case ["--help" | "-h"]:
            print(__doc__)
            return 0
        case [word, *_] if not word.startswith("-"):
            fail(f"“{word}” is not a word of run.py: it knows setup, test, check and manage.")
        case arguments:
            install(LOCK)
            return python("-m", "xuezhan_site.serve", *arguments)


def install(lock: Path) -> None:
    """Bring `.venv` to what the lock says. Nothing is done when the stamp says that this was done before."""
    stamp = VENV / f"{lock.name}.installed"
    wanted = "%d.%d " % sys.version_info[:2] + hashlib.sha256(lock.read_bytes()).hexdigest()
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    if importlib.util.find_spec("pip") is None:
        fail("This Python has no pip; install it (on Debian: apt install python3-pip) and run this again.")
    print(f"Installing {lock.name} into .venv …", file=sys.stderr)
    made = subprocess.call([sys.executable, "-m", "venv", "--without-pip", str(VENV)])
    pip = (sys.executable, "-m", "pip", "--python", str(PYTHON), "install")
    if made or subprocess.call([*pip, "--quiet", "--require-hashes", "--only-binary", ":all:", "-r", str(lock)]):
        fail(f"{lock.name} could not be installed into .venv; what pip says stands above.")
    stamp.write_text(wanted)


def python(*arguments: str) -> int:
    """Run the interpreter of `.venv` to its end."""
    with subprocess.Popen([str(PYTHON), *arguments]) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue  # Ctrl-C reaches the child as well: it ends, and then so do we


def test(arguments: list[str]) -> int:
    return python("-m", "pytest", *arguments)


def check() -> int:
    for tool, *arguments in CHECKS:
        print("—", tool, *arguments, flush=True)
        status = python("manage.py", *arguments) if tool == "django" else python("-m", tool, *arguments)
        if status:
            return status
    return test([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
