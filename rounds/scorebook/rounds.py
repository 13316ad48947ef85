"""A round: what happens in it, is corrected or taken back; the next one, and its rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rounds.book import guards
from rounds.book.company import Company
from rounds.book.moment import Stored
from rounds.book.projection import store_opened, store_rounds
from rounds.book.reading import next_ruling, read_log
from rounds.book.refusals import Impossible
from rounds.book.replay import RoundLog, replay
from rounds.book.revision import revise
from rounds.book.ruling import Ruling
from rounds.book.taps import Answer, Line, Tap
from rounds.models import Event, Person, Session
from rounds.rules.log import Change, Step, change_to_json
from rounds.scorebook.writing import newest_of, round_of, write

Kind = Event.Kind


def change(session: Session, tap: Tap, round_number: int, changes: Sequence[Change]) -> Answer:
    """Write down what was seen or corrected in a round: changes that stand and fall together.

    Raises `Impossible` when a fact that they bring or amend cannot have happened. Facts after it that become
    impossible are kept, and stand as problems. Raises `NotNow` as `revise` does, and for `no_such_round`.
    """
    told = {"round": round_number, "changes": [change_to_json(change) for change in changes]}
    return change_as_asked(session, tap, round_number, told, lambda log: changes)


def change_as_asked(
    session: Session,
    tap: Tap,
    round_number: int | None,
    told: Mapping[str, object],
    changes: Callable[[RoundLog], Sequence[Change]],
) -> Answer:
    """As `change`, where what is to be written depends on what stands: 也胡 on the win that was recorded last.

    `told` is what was asked, by which the same tap is known when it comes again on a log that has moved on by it;
    `changes` says what that means in the round (the newest if `round_number` is None), and may raise what it likes.
    """

    def append(line: Line) -> Event:
        number = round_number or line.session.round_count
        row = round_of(line.session, number)
        log = read_log(line.session, row)
        step = Step(line.position, tuple(changes(log)))
        revision = revise(line.session, number, log, step, tap.at)
        if revision.own:
            raise Impossible(revision.own)
        event = line.write({"changes": [change_to_json(change) for change in step.changes]}, round=row.opened)
        store_rounds(line.session, {number: revision.after}, [row])
        return event

    return write(session, tap, Kind.CHANGE, told, append)


def open_round(session: Session, tap: Tap, dealer: str | None = None) -> Answer:
    """下一局 xià yì jú: open the round after the newest.

    People, rules and worth of a point are those of the newest round, unless they have been changed since; where some
    wait for a seat, one of them sits down as the rotation says. `dealer` is asked for where they do not say who
    deals. Raises `NotNow`: `night_ended`, `round_running`, `paid_otherwise`, `dealer_needed`, `dealer_settled`.
    """

    def append(line: Line) -> Event:
        opening = guards.opened(Stored(line.session), dealer)
        now = opening.company.called(_names_now(opening.company))
        opening = replace(opening, company=now if now.apart else opening.company)
        event = line.write(opening.to_json(), round=line.position)
        line.session.round_count += 1
        store_opened(line.session, line.session.round_count, replay([event]))
        return event

    return write(session, tap, Kind.OPEN_ROUND, {"dealer": dealer}, append)


def _names_now(company: Company) -> dict[str, str]:
    """What those people are called now: names may have changed since the last round. Two may be called the same since a
    file was taken in from where they are called otherwise."""
    return {str(person.pk): person.name for person in Person.objects.filter(pk__in=company.people)}


def set_rules(session: Session, tap: Tap, ruling: Ruling) -> Answer:
    """改规矩 gǎi guī ju: play by other rules from the next round on; rounds that have begun keep theirs.

    Raises `NotNow`: `night_ended`, or `no_changes` where the next round would be played by these anyhow.
    """
    return set_rules_as_asked(session, tap, ruling.to_json(), lambda now: ruling)


def set_rules_as_asked(
    session: Session, tap: Tap, told: Mapping[str, object], ruling: Callable[[Ruling], Ruling]
) -> Answer:
    """As `set_rules`, where the rules that were asked for depend on what stands: a set that the club may yet rename.

    `told` is what was asked; `ruling` says what that means beside the rules that the next round would have, and may
    raise what it likes.
    """

    def append(line: Line) -> Event:
        guards.refuse_ended(line.session)
        now = next_ruling(line.session, newest_of(line.session))
        new = ruling(now)
        guards.refuse_ruling(line.session, now, new)
        return line.write(new.to_json())

    return write(session, tap, Kind.SET_RULES, told, append)
