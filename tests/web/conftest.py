import pytest

from rounds.clubs import own_link
from rounds.models import AccessLink, Club, HouseRules, Session
from rounds.rules.presets import presets
from tests.web.cast import START, open_night, score_link
from tests.web.kept import kept
from tests.web.routes import HOUSE


@pytest.fixture
@kept
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


@pytest.fixture
@kept
def house(club: Club) -> None:
    """The club has named a rule set."""
    preset = presets()["huanle"]
    HouseRules.objects.create(id=HOUSE, club=club, name="我们家的", preset="huanle", rules=preset.rules.to_json())
