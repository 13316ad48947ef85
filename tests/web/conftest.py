import pytest

from rounds.clubs import own_link
from rounds.models import AccessLink, Club, Session
from tests.web.cast import START, open_night, score_link


@pytest.fixture
def own(db: None) -> AccessLink:
    """The link that owns the club."""
    return own_link(START)


@pytest.fixture
def club(own: AccessLink) -> Club:
    return own.club


@pytest.fixture
def night(club: Club) -> Session:
    """张三, 李四, 王五 and 赵六 at the table by the default rules, nothing recorded yet."""
    return open_night(club)


@pytest.fixture
def score(night: Session) -> AccessLink:
    """A link that scores the night, beside the owner."""
    return score_link(night)


@pytest.fixture
def watch(night: Session) -> AccessLink:
    """The link that watches the night."""
    return night.links.get(right="watch")
