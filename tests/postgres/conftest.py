"""On another database there is nothing to collect here."""

from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.long.site import Site, site
from tests.postgres.server import Server

collect_ignore_glob = [] if "postgresql" in settings.DATABASES["default"]["ENGINE"] else ["test_*.py"]


@pytest.fixture(scope="package")
def postgres() -> Iterator[Server]:
    """A server that may be spoilt, and writes everything down: not that of the other tests."""
    with Server() as server:
        yield server


@pytest.fixture(scope="package")
def served(postgres: Server) -> Iterator[Site]:
    """The app on that server."""
    with site(postgres.url) as started:
        yield started
