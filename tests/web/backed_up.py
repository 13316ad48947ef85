"""A night to back up, in an installation of its own, and the commands that back up and restore."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rounds.backups.faults import BackupFault
from rounds.models import Session
from tests.web.cast import play_round


@pytest.fixture
def played(installation: Path, night: Session) -> Session:
    """A night of a round, in an installation of its own."""
    play_round(night)
    return night


def command(*words: str) -> str:
    """What a command prints, and at the end the fault that it ends with."""
    out = StringIO()
    try:
        call_command(*words, stdout=out)
    except CommandError as fault:
        out.write(f"! {fault}")
    return out.getvalue()


def of(fault: pytest.ExceptionInfo[BackupFault]) -> str:
    """The code of a fault."""
    return fault.value.code
