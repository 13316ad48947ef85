"""Brings the database and the collected static files of this installation up to date; quick when they are."""

import hashlib
import os
import sys
from typing import NoReturn

import django
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError

from rounds.imports.kept import forget_old
from xuezhan_site import data


def prepare() -> None:
    """Ends with one sentence and status 1 where this installation cannot be served as it is."""
    from xuezhan_site import database  # its models are there when Django is set up, not before

    try:
        data.seal(settings.DATA_DIR)
        forget_old()
        database.inspect()
        database.migrate()
        collect()
    except database.Refused as refused:
        sys.exit(str(refused))
    except DatabaseError as fault:
        why = str(fault).partition("\n")[0]  # PostgreSQL gives advice below
        sys.exit(str(database.Refused(database.AWAY, why=why)))
    except OSError as fault:
        refuse(fault)


def refuse(fault: OSError) -> NoReturn:
    """End with the sentence about a data folder in which something cannot be written."""
    from xuezhan_site import database

    sys.exit(str(database.Refused(database.READ_ONLY, why=f"{fault.filename} {fault.strerror}")))


def collect() -> None:
    """Collect, hash and compress the static files, unless the same ones were collected last time."""
    stamp = settings.DATA_DIR / "static.collected"
    wanted = _fingerprint()
    if stamp.exists() and stamp.read_text() == wanted and settings.STATIC_ROOT.is_dir():
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(wanted)


def _fingerprint() -> str:
    """Of the files, and of what writes them: our own code, and in the lock that of others."""
    digest = hashlib.sha256()
    for maker in ("requirements.txt", "xuezhan_site/finders.py", "xuezhan_site/storage.py"):
        digest.update((settings.BASE_DIR / maker).read_bytes())
    for folder in settings.STATICFILES_DIRS:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(f"\0{path.relative_to(folder)}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "xuezhan_site.settings")
    django.setup()
    prepare()
