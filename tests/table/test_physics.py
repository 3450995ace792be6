"""Games that began with another physics: real journals of earlier programs, in `past/`, are read and gone on with.

They are as those programs wrote them: `format_1` and `format_2` are whole games of three random opponents (seed 4),
`jammed` is one of five greedy opponents (seed 203) up to the end of the second spring, when 105 cubes were stuck.
"""

import lzma
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shogun.game.questions import Throw, Thrown
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.table import session as sessions
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal import AnswerLine, Contents, TowerInfo, Writer, journal_hash, parse_journal, read_journal
from shogun.table.recordings import recorded_again
from shogun.table.replay import Replay, resume
from shogun.table.session import Session, Turn, run, take_turn, throw_notes
from shogun.tower import load_tower
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.physics.drop_simulation import CLOGGED
from shogun.tower.resting_cubes import TowerState
from tests.games.shogun.test_table import header
from tests.table.toy import history_of

PAST = Path(__file__).parent / "past"
HASHES = {
    "format_1": "324569d97e214901c28f67f3f4d555180013bf88b96773f9d776ffdc81aa395d",
    "format_2": "069f5d7a99a112800405ba4bc4987334aaefbfb6697d350a6827010a747b7f0b",
    "jammed": "df9634d7bffd6a42e8afadf0a391a16947e0c70983d73e8b2cb55f91fed75cce",
}
"""The hashes of the journals as those programs told them."""


def past(name: str) -> bytes:
    """Return a journal of an earlier program."""
    return lzma.decompress((PAST / f"{name}.journal.xz").read_bytes())


def until_throws(session: Session, count: int) -> list[Turn]:
    """Play on by greedy opponents and return the next throws."""
    throws: list[Turn] = []
    while len(throws) < count and not session.is_over:
        turn = take_turn(session, [opponent("greedy")] * len(session.players))
        throws += [turn] if turn.fall else []
    return throws


def resting(turn: Turn) -> int:
    assert turn.fall
    assert isinstance(turn.fall.inside, TowerState)
    return len(turn.fall.inside.resting)


def told(contents: Contents) -> list[str]:
    return [text for line in contents.lines if isinstance(line, AnswerLine) for text in throw_notes(line)]


@pytest.fixture
def jammed(tmp_path: Path) -> Path:
    path = tmp_path / "jammed.journal"
    path.write_bytes(past("jammed"))
    return path


@pytest.mark.parametrize("name", HASHES)
def test_a_journal_of_an_earlier_program_agrees_with_the_rules_and_keeps_its_hash(name: str) -> None:
    contents = parse_journal(game_of, past(name))
    course = Replay(contents).run()
    assert journal_hash(contents.header, course.answers) == HASHES[name]
    assert contents.header.first_physics == course.physics == 1
    assert contents.header.format == (1 if name == "format_1" else 2)
    assert told(contents) == []


@pytest.mark.parametrize("name", HASHES)
def test_lines_of_an_earlier_program_are_written_alike(name: str) -> None:
    contents = parse_journal(game_of, past(name))
    writer = Writer()
    for line in (contents.header, *contents.lines):
        writer.write(line)
    bodies = [[line.split(b',"crc"')[0] for line in lines] for lines in (writer.lines, contents.raw)]
    assert bodies[0][1:] == bodies[1][1:]
    assert b"physics" not in bodies[0][0]


@pytest.mark.parametrize("name", ["format_1", "format_2"])
def test_a_game_of_an_earlier_program_is_gone_on_with_by_the_present_physics(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(b"".join(past(name).splitlines(keepends=True)[:70]))
    session = resume(read_journal(game_of, path))
    run(session, [opponent("random")] * 3)
    session.close()
    contents = read_journal(game_of, path)
    assert told(contents) == [f"From here on cubes fall with version {PHYSICS} of the program's physics."]
    course = Replay(contents).run()
    assert (course.physics, course.state) == (PHYSICS, session.state)
    assert contents.header.format == (1 if name == "format_1" else 2)


def test_a_jammed_game_recovers_when_it_is_gone_on_with(jammed: Path, tmp_path: Path) -> None:
    session = resume(read_journal(game_of, jammed))
    assert isinstance(session.inside, TowerState)
    assert len(session.inside.resting) > 100
    throws = until_throws(session, 4)
    session.close()
    assert len(throws) == 4
    assert all(resting(turn) <= CLOGGED for turn in throws)
    assert not any(problem for turn in throws for problem in rules.problems(turn.after))
    first = throws[0]
    assert first.taps > 0
    assert [len(throw_notes(turn)) for turn in throws] == [2, 0, 0, 0]
    assert "The tower was clogged and was tapped" in throw_notes(first)[1]

    contents = read_journal(game_of, jammed)
    assert told(contents) == throw_notes(first)
    assert Replay(contents).run().state == session.state
    history = history_of(contents)
    assert [step.physics for step in history.steps if isinstance(step.question, Throw)][-5:] == [1, *[PHYSICS] * 4]
    assert take_in(game_of, export_game(jammed, tmp_path / "given"), tmp_path / "taken").read_bytes() == (
        jammed.read_bytes()
    )


def test_no_cube_is_lost_when_a_jam_is_opened(jammed: Path) -> None:
    session = resume(read_journal(game_of, jammed))
    assert isinstance(session.inside, TowerState)
    before = Counter(cube.colour for cube in session.inside.resting)
    while not isinstance(session.chance, Throw):
        take_turn(session, [opponent("greedy")] * 5)
    thrown = session.chance.cubes
    fall = session.advance().fall
    assert fall
    assert isinstance(fall.inside, TowerState)
    after = Counter(cube.colour for cube in fall.inside.resting)
    assert before + Counter(dict(thrown)) == after + Counter(fall.out)


def test_a_throw_by_another_physics_is_not_made_again(jammed: Path) -> None:
    session = resume(read_journal(game_of, jammed))
    until_throws(session, 1)
    session.close()
    contents = read_journal(game_of, jammed)
    history = history_of(contents)
    throws = [place for place, step in enumerate(history.steps, 1) if isinstance(step.question, Throw)]
    again: list[Any] = []
    for place in (*throws[:1], *throws[-2:]):
        job = history.throw_job(place)
        assert job
        again.append(recorded_again(job, dict(history.steps[place - 1].line.answer.out)))
    assert again[:2] == [None, None]
    assert again[2] is not None and again[2].taps
    jobs = [shown.job for shown in Replay(contents) if shown.job]
    assert [job.physics for job in jobs] == [1] * (len(throws) - 1) + [PHYSICS]


def test_the_header_of_a_new_game_with_a_simulated_tower_names_the_physics() -> None:
    simulated = Session.start(rules, header(tower=TowerInfo.of(load_tower("classic"))))
    modelled = Session.start(rules, header())
    assert simulated.header.physics == PHYSICS
    assert b'"physics":%d' % PHYSICS in simulated.writer.lines[0]
    assert b"physics" not in modelled.writer.lines[0]
    assert parse_journal(game_of, simulated.writer.lines[0]).header == simulated.header


def test_a_game_that_is_gone_on_with_by_yet_another_physics_tells_each_change_once(
    jammed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = resume(read_journal(game_of, jammed))
    until_throws(session, 2)
    session.close()
    monkeypatch.setattr(sessions, "PHYSICS", PHYSICS + 1)
    session = resume(read_journal(game_of, jammed))
    until_throws(session, 2)
    session.close()
    changes = [text for text in told(read_journal(game_of, jammed)) if "physics" in text]
    assert changes == [
        f"From here on cubes fall with version {version} of the program's physics."
        for version in (PHYSICS, PHYSICS + 1)
    ]


def test_taps_are_told_in_words() -> None:
    lines = [AnswerLine(1, None, "throw", Thrown({}), taps=taps) for taps in range(6)]
    assert [throw_notes(line)[0].split("was tapped ")[1] for line in lines[1:]] == [
        "once.",
        "twice.",
        "three times.",
        "four times.",
        "5 times.",
    ]
    assert throw_notes(lines[0]) == []
