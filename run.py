#!/usr/bin/env python3
"""Everything this project is run by, from a bare Python 3.11 on.

python3 run.py [--host H] [--port P]   set up what is missing, then serve (HOST and PORT do the same)
python3 run.py demo [--port P]         serve a club with a year of nights, from a data folder of its own
python3 run.py setup                   set up only, with the tools for development
python3 run.py test [ARGUMENTS]        all tests; ARGUMENTS go to pytest
python3 run.py test --postgres [ARG…]  those that the database has a part in, on a PostgreSQL server to throw away
python3 run.py coverage                do the core's own tests reach every line and branch of it?
python3 run.py coverage --writing      and those of the pages 95 of 100 of whatever writes?
python3 run.py check                   format, lint, types, what no code may do, templates, migrations, coverage, and
                                       the tests on PostgreSQL and on SQLite
python3 run.py manage COMMAND ...      any Django command
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn


def fail(sentence: str) -> NoReturn:
    """Say in one sentence why nothing was done, and end with status 2."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
if sys.version_info < (3, 11):  # noqa: UP036 (this file is read by whichever Python is at hand)
    fail(f"xuezhan needs Python 3.11 or newer; this is {VERSION}.")

from xuezhan_site import data  # noqa: E402

HERE = Path(__file__).resolve().parent
VENV, LINT_VENV = HERE / ".venv", HERE / ".venv-lint"
PROGRAMS, PROGRAM = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
PYTHON = VENV / PROGRAMS / f"python{PROGRAM}"
LOCK = HERE / "requirements.txt"
POSTGRES_LOCK = HERE / "requirements-postgresql.txt"
DEV_LOCK = HERE / "requirements-dev.txt"
LINT_LOCK = HERE / "requirements-lint.txt"
HOLDS = {LOCK: (LOCK,), POSTGRES_LOCK: (LOCK, POSTGRES_LOCK), DEV_LOCK: (LOCK, POSTGRES_LOCK, DEV_LOCK)}
"""What is installed with a lock: all of these; with any other, itself alone."""
MANAGE = str(HERE / "manage.py")
ON_EVERY_PROCESSOR = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
"""For pytest: a process for each, and one more, since those in the browser wait now and then."""

OF_THE_DATABASE = ("tests/postgres", "tests/web")
"""What a check runs on PostgreSQL. `run.py test --postgres` runs there also what starts servers of its own."""


def main(words: list[str]) -> int:
    word = words[0] if words and not words[0].startswith("-") else ""
    if words[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if word == "manage":
        install(runtime_lock())
        prepare_data()
        return become(MANAGE, *words[1:])
    os.chdir(HERE)
    if word == "setup":
        install(DEV_LOCK)
        prepare_data()
        return become("-m", "xuezhan_site.prepare")
    if word == "test":
        install(DEV_LOCK)
        return test_on_postgres(words[2:]) if words[1:2] == ["--postgres"] else test_and_tell(words[1:])
    if word == "coverage":
        install(DEV_LOCK)
        return coverage_of_writing() if words[1:2] == ["--writing"] else coverage()
    if word == "check":
        install(DEV_LOCK)
        return check()
    if word == "demo":
        return demo(words[1:])
    if word:
        fail(f"run.py does not know “{word}”; it knows demo, setup, test, coverage, check and manage.")
    install(runtime_lock())
    prepare_data()
    return become("-m", "xuezhan_site.serve", *words)


def runtime_lock() -> Path:
    """What serving needs: PostgreSQL's driver with it where DATABASE_URL asks for it, and nowhere else."""
    return POSTGRES_LOCK if on_postgres() else LOCK


def on_postgres() -> bool:
    return os.environ.get("DATABASE_URL", "").startswith(("postgres:", "postgresql:", "psql:", "pgsql:"))


def demo(words: list[str]) -> int:
    """Serve the club of the demonstration; the players' own data is none of its business."""
    os.environ["XUEZHAN_DATA"] = str(data.demo_folder())
    os.environ.pop("DATABASE_URL", None)
    install(LOCK)
    prepare_data()
    return become("-m", "xuezhan_site.serve", "--demo", *words)


def install(lock: Path, place: Path = VENV) -> None:
    """Bring `place` to what the lock says, unless the stamp says that this was done for this Python and lock."""
    inside, stamp = place / PROGRAMS / f"python{PROGRAM}", place / f"{lock.name}.installed"
    if inside.exists() and stamp.exists() and stamp.read_text() == _state(lock):
        return
    if importlib.util.find_spec("pip") is None:
        if Path(sys.prefix) == place:
            fail(f"{lock.name} has changed: run this by the Python that {place.name} was made with, as python3 run.py.")
        fail("This Python has no pip: install it (Debian: apt install python3-pip) and run this again.")
    print(f"Installing {lock.name} into {place.name}; this is done once …", file=sys.stderr)
    # Without ensurepip, which Debian keeps in another package: the pip outside installs into the inside.
    made = subprocess.call([sys.executable, "-m", "venv", "--without-pip", str(place)])
    pip = [sys.executable, "-m", "pip", "--python", str(inside), "--disable-pip-version-check", "-qq", "install"]
    if made or subprocess.call([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(lock)]):
        fail(f"{lock.name} could not be installed into {place.name}; the reason stands above.")
    for done in HOLDS.get(lock, (lock,)):
        (place / f"{done.name}.installed").write_text(_state(done))


def _state(lock: Path) -> str:
    return f"{VERSION} {hashlib.sha256(lock.read_bytes()).hexdigest()}"


def prepare_data() -> None:
    place = data.folder()
    try:
        data.prepare(place)
        data.secret_key(place)
    except OSError as error:
        sys.exit(
            f"数据文件夹 {place} 写不进去（{error.strerror}），用 XUEZHAN_DATA 另指一个。"
            f" The data folder {place} cannot be written ({error.strerror}); name another in XUEZHAN_DATA."
        )
    except ValueError as error:
        sys.exit(str(error))


def become(*arguments: str) -> int:
    """Hand over to the Python of `.venv`: signals and the exit status are its own from here on."""
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(PYTHON, [str(PYTHON), *arguments])  # noqa: S606
    return python(*arguments)


def python(*arguments: str, **environment: str) -> int:
    """Run the Python of `.venv` to its end.

    It keeps what it compiles, also where the environment says not to: the many processes of the tests would each
    compile everything anew, for a third of a minute.
    """
    return wait_for(str(PYTHON), *arguments, **{"PYTHONDONTWRITEBYTECODE": "", **environment})


def wait_for(*command: str, **environment: str) -> int:
    """Run a command to its end. Ctrl-C reaches it as well: it ends first, then so do we."""
    with subprocess.Popen(command, env={**os.environ, **environment}) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue


def test_and_tell(arguments: list[str]) -> int:
    if not on_postgres():
        print("Not run: the same tests on PostgreSQL; run.py test --postgres runs them there.")
    return test(arguments)


def test(arguments: list[str]) -> int:
    """Run pytest, and name what is not run here. On a server for tests (CI) nothing may be left out."""
    from tests.browser.program import chromium

    chosen = bool(arguments)
    if chromium() is None:
        if os.environ.get("CI"):
            fail("Chromium is missing, and CI must run the browser tests.")
        print("Not run: tests/browser, for want of Chromium (apt install chromium-headless-shell fonts-noto-cjk).")
        arguments = [*arguments, "--ignore=tests/browser"]
    sys.stdout.flush()
    return python("-m", "pytest", *([] if chosen else ON_EVERY_PROCESSOR), *arguments)


def test_on_postgres(arguments: list[str]) -> int:
    """Run pytest on a PostgreSQL server of its own, which is gone afterwards. On a server for tests (CI) there is one.

    Not run twice: the core, which knows no database, and the browser's, which learn nothing new from another one.
    """
    from tests.postgres.server import Server, programs

    if programs() is None:
        if os.environ.get("CI"):
            fail("PostgreSQL is missing, and CI must run the tests on it.")
        print("Not run: the tests on PostgreSQL, for want of a server (Debian: apt install postgresql).")
        return 0
    everything = ["tests", "--ignore=tests/browser", "--ignore=tests/rules", *ON_EVERY_PROCESSOR]
    with Server(durable=False) as server:
        return python("-m", "pytest", *(arguments or everything), DATABASE_URL=server.url)


def coverage() -> int:
    """Run the tests of the core that draw nothing at random; fail below all of its lines and branches."""
    drawn = ("--ignore=tests/rules/test_oracle.py", "--ignore=tests/rules/test_hand_oracle.py")
    chosen = ("tests/rules", "-q", "-m", "not hypothesis", *drawn)
    told = ("--cov=rounds/rules", "--cov-branch", "--cov-report=term-missing:skip-covered", "--cov-fail-under=100")
    return python("-m", "pytest", *chosen, *told)


def coverage_of_writing() -> int:
    """Run the tests of the pages; fail below 95 of 100 lines and branches of what tests/writing.ini names."""
    told = ("--cov", "--cov-config=tests/writing.ini", "--cov-report=term-missing:skip-covered")
    return python("-m", "pytest", "tests/web", "-q", *ON_EVERY_PROCESSOR, *told)


def check() -> int:
    """Everything that a commit must pass, the quick things first; the first that fails ends it."""
    python, djade = str(PYTHON), str(PYTHON.with_name("djade"))  # a program, not a module
    templates = [str(path) for path in sorted((HERE / "templates").rglob("*.html"))]
    with tempfile.TemporaryDirectory(prefix="xuezhan-check-") as folder:
        os.environ["XUEZHAN_DATA"] = folder  # the players' own data is none of a check's business
        for command in (
            (python, "-m", "ruff", "format", "--check", "."),
            (python, "-m", "ruff", "check", "."),
            (djade, "--check", "--target-version", "5.2", *templates),
            (python, "-m", "mypy"),
            (python, MANAGE, "makemigrations", "--check", "--dry-run"),
            (python, MANAGE, "check"),
        ):
            status = wait_for(*command)
            if status:
                return status
    return security() or coverage() or test_on_postgres([*ON_EVERY_PROCESSOR, *OF_THE_DATABASE]) or test([])


def security() -> int:
    """What no code of ours may do (tests/lint), after a look at whether the rules see it where it is done."""
    install(LINT_LOCK, LINT_VENV)
    bandit, semgrep = (str(LINT_VENV / PROGRAMS / f"{name}{PROGRAM}") for name in ("bandit", "semgrep"))
    scan = (semgrep, "scan", "--quiet", "--metrics", "off", "--disable-version-check")
    ours = ("rounds", "xuezhan_site", "run.py", "manage.py")
    for command in (
        (*scan, "--test", "tests/lint"),
        (*scan, "--error", "--strict", "--config", "tests/lint", "templates", *ours),
        (bandit, "--quiet", "--configfile", "pyproject.toml", "--recursive", *ours),
    ):
        status = wait_for(*command)
        if status:
            return status
    if not subprocess.call([bandit, "--quiet", "tests/lint/python.py"], stdout=subprocess.DEVNULL):
        fail("bandit passes over what it must find, in tests/lint/python.py.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
