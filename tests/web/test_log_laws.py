"""Laws of the stored log, over random nights."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.projection import rebuild
from rounds.book.refusals import Refused
from rounds.book.ruling import Ruling
from rounds.book.taps import Answer
from rounds.models import Club, Session
from rounds.rules.events import Fact, HandState, WallOut, WallState
from rounds.rules.log import Amend, Append, Change, Insert, Record, Retract
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from tests.web.cast import concealed_kong, discard, open_night, penalty, rows, self_draw, tap

Act = Callable[[Session], Answer]

HOME = presets()["chengdu_home"].rules
SEATS = ("A", "B", "C")
seats = st.sampled_from(SEATS)
positions = st.integers(1, 14)

facts: st.SearchStrategy[Fact] = st.one_of(
    st.builds(self_draw, seats, st.integers(0, 3)),
    st.builds(lambda pair, fans: discard(*pair, fans=fans), st.permutations(SEATS), st.integers(0, 3)),
    st.builds(lambda pair: discard(*pair[:2]), st.permutations(SEATS)),
    st.builds(concealed_kong, seats),
    st.builds(lambda pair: penalty(*pair[:2]), st.permutations([*SEATS, "pot"]).filter(lambda pair: pair[0] != "pot")),
    st.dictionaries(seats, st.sampled_from(WallState).filter(lambda state: state is not WallState.READY)).map(
        lambda states: WallOut({seat: HandState(state) for seat, state in states.items()})
    ),
)
changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(Record, facts),
    st.builds(Amend, facts, positions),
    st.builds(Insert, facts, positions),
    st.builds(Append, facts),
    st.builds(Retract, positions),
)


def write(number: int, *asked: Change) -> Act:
    return lambda night: scorebook.change(night, tap(night.position), number or night.round_count, asked)


def rule(base: int) -> Act:
    return lambda night: scorebook.set_rules(
        night, tap(night.position), Ruling(RuleSet.from_json({**HOME.to_json(), "base": base}), "chengdu_home")
    )


acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(rule, st.integers(1, 3)),
    st.builds(lambda change: write(0, change), changes),
    st.builds(lambda change: write(1, change), changes),
    st.sampled_from(
        [
            lambda night: scorebook.undo(night, tap(night.position)),
            lambda night: scorebook.open_round(night, tap(night.position)),
            lambda night: scorebook.end_night(night, tap(night.position)),
            lambda night: scorebook.reopen_night(night, tap(night.position)),
        ]
    ),
)


def state(night: Session) -> object:
    """What a night comes to, without the marks that every event leaves."""
    told = [[{k: v for k, v in row.items() if k != "last_at"} for row in round_] for round_ in rows(night)]
    return told, night.ended_at, night.round_count


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(played=st.lists(acts, max_size=14))
def test_what_is_stored_follows_from_the_log_and_undo_takes_back_one_step(club: Club, played: list[Act]) -> None:
    night = open_night(club, {"A": "张三", "B": "李四", "C": "王五"})
    for act in played:
        before, position = state(night), night.position
        try:
            answer = act(night)
        except Refused:
            night.refresh_from_db()
            assert (state(night), night.position) == (before, position)
            continue
        night = answer.session
        if answer.event.kind != "undo":
            night = scorebook.undo(night, tap(night.position)).session
            assert state(night) == before
            night = act(night).session
        assert all(sum(row.net.values()) == 0 for row in night.played())
    night.refresh_from_db()
    assert first_fault(night) is None
    stored = state(night)
    rebuild(night)
    assert state(night) == stored
