"""Branches: new games that go on from any place of others, asked of every game."""

import lzma
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from shogun.game.protocol import AnyGame
from shogun.game.questions import Drawn
from shogun.games.river_of_gold.rules import Setup as RiverSetup
from shogun.games.rumble_nation.rules import Setup as RumbleSetup
from shogun.games.shogun.rules import Setup as ShogunSetup
from shogun.players.ratings import may_count
from shogun.table.branch import branch, original, save_branch
from shogun.table.errors import Disagreement, JournalError, NoBranch, NothingToUndo
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal import FORMAT, PERSON, BranchInfo, Contents, Header, Writer, parse_journal, read_journal
from shogun.table.recordings import _ENTRY, drops_path
from shogun.table.replay import History, Replay, again, resume
from shogun.table.saved_games import SUFFIX
from shogun.table.session import Session
from shogun.table.visible_past import excerpt, is_original
from tests.table import toy
from tests.table.dice import rules as dice
from tests.table.forging import Line, forged
from tests.table.test_excerpts import header as computers

SETUPS: dict[str, Any] = {
    "shogun": ShogunSetup(3, "moon", "draft"),
    "rumble-nation": RumbleSetup(2),
    "river-of-gold": RiverSetup(2),
    "toy": toy.Setup(),
    "dice": dice.Setup(),
}
HIDING = {"shogun", "river-of-gold", "toy"}
"""The games in which lots stay hidden."""
EVERY = [pytest.param(17, id="some"), pytest.param(1, id="all", marks=pytest.mark.slow)]
"""Places of whole games that are tried: a few, and slowly each."""
PAST = Path(__file__).parent / "past"
"""Journals of earlier programs."""
SEED = 98
"""Of the branches whose chance comes anew."""


def told(game: AnyGame, setup: Any, seed: int, people: Sequence[int] = ()) -> Header:
    found = computers(game, setup, seed)
    seats = tuple(replace(one, player=PERSON) if seat in people else one for seat, one in enumerate(found.seats))
    return replace(found, seats=seats)


def go_on(session: Session, rng: Random, answers: int | None = None) -> Session:
    """The session, gone on with by lot to its end, or until so many answers stand."""
    while not session.is_over and (answers is None or len(session.course.answers) < answers):
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
    return session


def read(session: Session) -> Contents:
    return parse_journal(toy.game_of, b"".join(session.writer.lines))


def whole(code: str, seed: int = 5, people: Sequence[int] = (), answers: int | None = None) -> Contents:
    """A game that was played, to its end or so far."""
    game = toy.game_of(code)
    return read(go_on(Session.start(game, told(game, SETUPS[code], seed, people)), Random(seed), answers))


def begun(contents: Contents, place: int, seed: int | None) -> Session:
    """The session of a branch, which its journal alone has made."""
    return resume(parse_journal(toy.game_of, branch(contents, place, seed=seed).journal))


def history(contents: Contents) -> History:
    return toy.history_of(contents)


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("code", SETUPS)
def test_a_branch_begins_with_the_very_state(code: str, every: int) -> None:
    """With all that rests in the tower, and so that its journal replays alone."""
    contents = whole(code)
    past = history(contents)
    for place in range(0, len(past), 1 if len(past) < 20 else every):
        session = begun(contents, place, None)
        assert (session.state, session.inside) == (past.state(place), past.inside(place))
        assert session.header.seed == contents.header.seed
        assert session.players == [seat.player for seat in contents.header.seats]


@pytest.mark.parametrize("code", SETUPS)
def test_as_it_came_the_same_answers_lead_to_the_same_journal(code: str) -> None:
    contents = whole(code)
    past = history(contents)
    for place in (0, len(past) // 3, len(past) * 2 // 3, len(past) - 1):
        session = begun(contents, place, None)
        for step in past.steps[place:]:
            seat = step.question.seat
            turn = session.advance() if seat is None else session.answer(seat, step.answer)
            assert turn.answer == step.answer
        original = Session.start(contents.game, contents.header)
        assert session.state == past.state(len(past))
        assert session.hash() == _hash(original, contents)


def _hash(session: Session, contents: Contents) -> str:
    session.course = Replay(contents).run()
    return session.hash()


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("code", SETUPS)
def test_anew_everybody_sees_the_same_and_what_is_hidden_differs(code: str, every: int) -> None:
    contents = whole(code)
    past, game, differing, dropped = history(contents), contents.game, 0, 0
    for place in range(0, len(past), 1 if len(past) < 20 else every):
        session, state = begun(contents, place, SEED), past.state(place)
        if len(session.course.answers) < place:
            dropped += 1
            continue
        for seat in (None, *range(len(session.players))):
            assert session.view(seat) == game.view(state, seat)
        assert session.inside.counts() == past.inside(place).counts()
        drawn = [(one.answer, other.answer) for one, other in zip(session.course.answers, past.steps, strict=False)]
        differing += any(one != other for one, other in drawn if isinstance(one, Drawn))
        assert all(one == other for one, other in drawn if not isinstance(one, Drawn))
    assert (differing > 0) == (code in HIDING)
    assert (dropped > 0) == (code in ("shogun", "toy"))


@pytest.mark.parametrize("code", SETUPS)
def test_chance_to_come_is_another(code: str) -> None:
    contents = whole(code)
    place = len(history(contents)) // 2
    ends = {go_on(begun(contents, place, seed), Random(1)).hash() for seed in (None, 1, 2, 3)}
    assert len(ends) == 4
    assert go_on(begun(contents, place, 1), Random(1)).hash() in ends


@pytest.mark.parametrize("code", ["shogun", "river-of-gold"])
def test_nothing_hidden_of_a_game_that_runs_shows_in_a_branch_of_it(code: str) -> None:
    """Two games that differ only in what their person can't see have the same branches, but for the hash."""
    contents = whole(code, people=(0,), answers=90)
    past, game = history(contents), contents.game
    answers = game.redacted([*past.steps], (0,), lambda question: tuple(reversed(question.items)))  # type: ignore[attr-defined]
    other = _rewritten(contents, answers)
    last = _last_allowed(contents)
    assert history(other).state(last) != past.state(last)
    for place in (last, last // 2):
        one, same = (parse_journal(toy.game_of, branch(found, place, seed=SEED).journal) for found in (contents, other))
        assert one.lines == same.lines
        if one.header.taken_over == place:
            assert game.view(Replay(one).run().state, 0) == game.view(past.state(place), 0)


def _rewritten(contents: Contents, answers: Sequence[Any]) -> Contents:
    """The same game in which other lots were drawn, as a branch of nothing: its lots are compared with no seed."""
    mark = BranchInfo("", "", len(answers), len(answers), len(answers))
    writer, given = Writer(), iter(answers)
    writer.write(replace(contents.header, branch=mark))
    for step in history(contents).steps:
        writer.write(replace(step.line, n=writer.next_number, answer=next(given)))
    return parse_journal(toy.game_of, b"".join(writer.lines))


def _last_allowed(contents: Contents) -> int:
    for place in range(len(history(contents)), 0, -1):
        try:
            branch(contents, place, seed=SEED)
        except NoBranch:
            continue
        return place
    raise AssertionError("no branch is allowed")


def test_the_person_s_hand_stays_and_others_hands_are_dealt_anew() -> None:
    contents = whole("river-of-gold", people=(0,), answers=60)
    state, anew = history(contents).state(60), begun(contents, 60, SEED).state
    assert anew.hands[0] == state.hands[0]
    assert anew.hands[1] != state.hands[1]
    assert anew.deck != state.deck
    nobody = begun(whole("river-of-gold", people=(0, 1), answers=60), 60, SEED).state
    assert nobody.hands[0] != state.hands[0]


def test_plans_that_others_were_laying_are_asked_for_again() -> None:
    game = toy.game_of("toy")
    session = toy.to_planning(Session.start(game, told(game, toy.Setup(), 7, people=(0,))))
    session.answer(0, toy.Name(5))
    session.answer(1, toy.Name(4))
    mine, both = begun(read(session), 2, SEED), read(session)
    assert mine.state.numbers == (5, None)
    with pytest.raises(NoBranch, match="is still hidden"):
        branch(both, 3, seed=SEED)
    end = go_on(session, Random(1))
    assert begun(read(end), 3, SEED).state.numbers == (5, 4)


def test_a_plan_of_another_seat_is_left_out() -> None:
    game = toy.game_of("toy")
    session = toy.to_planning(Session.start(game, told(game, toy.Setup(), 7, people=(0,))))
    session.answer(1, toy.Name(4))
    found = begun(read(session), 2, SEED)
    assert found.state.numbers == (None, None)
    assert [question.seat for question in found.questions] == [0, 1]
    assert found.header.branch_of == BranchInfo(session.hash(), "", 2, 1, 1)


def test_a_game_that_runs_is_never_tried_as_it_comes() -> None:
    contents = whole("rumble-nation", answers=40)
    with pytest.raises(NoBranch, match="still running"):
        branch(contents, 20, seed=None)
    assert len(begun(contents, 40, SEED).course.answers) == 40


def test_where_a_game_is_over_nothing_is_tried() -> None:
    contents = whole("dice")
    with pytest.raises(NoBranch, match="is over here"):
        branch(contents, len(history(contents)), seed=SEED)


@pytest.mark.parametrize("code", SETUPS)
def test_a_past_without_its_seed_can_be_tried_anew_only(code: str) -> None:
    past = parse_journal(toy.game_of, excerpt(whole(code))[0])
    place = len(Replay(past).run().answers) // 2
    with pytest.raises(NoBranch, match="luck can only be new"):
        branch(past, place, seed=None)
    session = begun(past, place, SEED)
    assert not session.header.is_excerpt
    assert go_on(session, Random(1)).is_over


def test_the_past_of_a_branch_is_given_away_without_the_hash_of_the_other() -> None:
    running = read(go_on(begun(whole("river-of-gold"), 30, SEED), Random(1), 80))
    past = parse_journal(toy.game_of, excerpt(running)[0])
    told = running.header.branch_of
    assert told is not None
    assert told.of
    assert past.header.branch_of == replace(told, of="")
    assert Replay(past).run().answers


@pytest.mark.parametrize("name", ["format_1", "format_2", "format_3"])
def test_games_of_earlier_programs_are_gone_on_with(name: str) -> None:
    """With the physics and the resting cubes of then; what is thrown from now on falls by the present one."""
    data = lzma.decompress((PAST / f"{name}.journal.xz").read_bytes())
    contents = parse_journal(toy.game_of, data)
    past = history(contents)
    place = max(n for n, step in enumerate(past.steps, 1) if _is_throw(step))
    place = place if place < len(past) else place - 1
    for seed in (None, SEED) if contents.is_finished else (SEED,):
        session = begun(contents, place, seed)
        assert session.inside == past.inside(place)
        assert session.course.physics == past.physics(place)
        assert session.header.format == FORMAT


@pytest.mark.parametrize("code", SETUPS)
def test_a_branch_of_a_branch(code: str) -> None:
    first = read(go_on(begun(whole(code), 9, SEED), Random(3)))
    place = len(history(first)) - 4
    for seed in (None, 7):
        session = begun(first, place, seed)
        unseeded = session.header.taken_over if seed else min(first.header.unseeded, place)
        assert session.header.unseeded == unseeded
        assert go_on(session, Random(4)).is_over
        Replay(read(session)).run()


def test_nothing_is_taken_back_that_another_game_has_given() -> None:
    game = toy.game_of("dice")
    careful = replace(computers(game, dice.Setup(careful=True), 3), seed=3)
    session = go_on(Session.start(game, careful), Random(1))
    past = history(read(session))
    place = next(n for n, step in enumerate(past.steps, 1) if isinstance(step.answer, dice.Keep))
    found = begun(read(session), place, None)
    seat = past.steps[place - 1].question.seat
    assert seat is not None
    assert not found.undoable(seat)
    with pytest.raises(NothingToUndo):
        found.course.undo_line(found.course.answers[-1].n)


def test_a_branch_can_be_taken_back_as_far_as_it_goes() -> None:
    game = toy.game_of("toy")
    original = read(go_on(Session.start(game, computers(game, toy.Setup(), 7)), Random(1)))
    found = begun(original, 1, SEED)
    found.answer(1, toy.Name(2))
    assert found.undo(1).answer == toy.Name(2)
    assert not found.undoable(1)
    assert Replay(read(found)).run().state == found.state


def test_changes_of_seats_come_along() -> None:
    game = toy.game_of("toy")
    session = toy.to_planning(Session.start(game, computers(game, toy.Setup(), 7)))
    session.change_seat(1, "greedy")
    session.answer(0, toy.Name(1))
    session.change_seat(0, "greedy")
    contents = read(go_on(session, Random(1)))
    assert begun(contents, 1, SEED).players == ["random", "greedy"]
    assert begun(contents, 2, None).players == ["greedy", "greedy"]


def test_what_was_taken_back_is_not_copied() -> None:
    game = toy.game_of("toy")
    session = toy.to_planning(Session.start(game, computers(game, toy.Setup(), 7)))
    session.answer(0, toy.Name(5))
    session.undo(0)
    session.answer(0, toy.Name(4))
    contents = read(go_on(session, Random(1)))
    assert b'"number":5' not in branch(contents, 2, seed=None).journal


def test_a_branch_is_a_game_of_its_own(tmp_path: Path) -> None:
    """It is exported, taken in and gone on with where nobody has the game that it comes from."""
    path = tmp_path / "Kai in spring.journal"
    path.write_bytes(b"".join(whole("river-of-gold").raw))
    contents = read_journal(toy.game_of, path)
    new = save_branch(branch(contents, 30, seed=SEED), path, tmp_path / f"tried{SUFFIX}")
    path.unlink()
    shared, elsewhere = export_game(new, tmp_path), tmp_path / "elsewhere"
    session = resume(read_journal(toy.game_of, take_in(toy.game_of, shared, elsewhere)))
    assert session.header.branch_of is not None
    assert (session.header.branch_of.name, session.header.branch_of.step) == ("Kai in spring", 30)
    end = go_on(session, Random(1))
    assert Replay(read_journal(toy.game_of, end.path or path)).run().state == end.state
    end.close()


def test_a_branch_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    there = tmp_path / f"there{SUFFIX}"
    there.write_text("mine")
    with pytest.raises(FileExistsError):
        save_branch(branch(whole("dice"), 3, seed=SEED), None, there)
    assert there.read_text() == "mine"


@pytest.mark.parametrize("code", ["toy", "river-of-gold"])
def test_a_branch_that_lost_its_end_is_gone_on_with(code: str, tmp_path: Path) -> None:
    """Even if not all that it took over is left: that is played otherwise then, and stays."""
    found = branch(whole(code), 12, seed=SEED).journal
    lines = found.splitlines(keepends=True)
    for kept in (2, len(lines) // 2, len(lines)):
        path = tmp_path / f"{kept}{SUFFIX}"
        path.write_bytes(b"".join(lines[:kept]) + b'{"line":"answer","n":')
        session = go_on(resume(read_journal(toy.game_of, path)), Random(1))
        assert session.is_over
        session.close()
        assert Replay(read_journal(toy.game_of, path)).run().state == session.state


def test_a_game_is_known_again_whatever_came_to_it_since() -> None:
    game = toy.game_of("rumble-nation")
    session = go_on(Session.start(game, computers(game, RumbleSetup(2), 5)), Random(5), 30)
    found = begun(read(session), 20, SEED).header.branch_of
    assert found is not None
    go_on(session, Random(5))
    assert is_original(read(session), found)
    assert not is_original(whole("rumble-nation", seed=6), found)


def test_a_branch_does_not_count() -> None:
    game = toy.game_of("toy")
    contents = read(go_on(Session.start(game, told(game, toy.Setup(), 7, people=(0,))), Random(1)))
    session = begun(contents, 1, SEED)
    session.writer.path = Path("here")
    assert not may_count(session)
    session.header = replace(session.header, branch=UNSET)
    assert may_count(session)


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({"of": 5}, "Expected `str`"),
        ({"answers": 99999}, "Expected `int` <= 5000"),
        ({"answers": -1}, "Expected `int` >= 0"),
        ({"unseeded": 12}, "can't have more answers"),
        ({"step": 3}, "can't have more answers"),
        ({"name": "a\x1bb"}, "without such signs"),
        ({"name": "a" * 61}, "length <= 60"),
    ],
)
def test_what_a_stranger_claims_of_a_branch_is_refused_in_a_sentence(claim: Line, why: str) -> None:
    def change(lines: list[Line]) -> None:
        lines[0]["branch"].update(claim)

    with pytest.raises(JournalError, match=why):
        parse_journal(toy.game_of, forged(branch(whole("dice"), 5, seed=SEED).journal, change))


@pytest.mark.parametrize("answers", [3, None])
def test_lots_of_another_seed_are_named_only_where_the_game_is_over(answers: int | None) -> None:
    found, writer = whole("toy", answers=answers), Writer()
    other = next(seed for seed in range(20) if whole("toy", seed, answers=1).lines != found.lines[:1])
    writer.write(replace(found.header, seed=other), *found.lines)
    with pytest.raises(Disagreement) as caught:
        Replay(parse_journal(toy.game_of, b"".join(writer.lines))).run()
    assert ("Drawn" in str(caught.value)) == (answers is None)


def test_lots_after_the_branch_are_compared_with_its_seed() -> None:
    session = go_on(begun(whole("dice"), 4, SEED), Random(1))
    writer, found = Writer(), read(session)
    writer.write(replace(found.header, seed=SEED + 1), *found.lines)
    with pytest.raises(Disagreement, match="the rules say"):
        Replay(parse_journal(toy.game_of, b"".join(writer.lines))).run()


def test_throws_whose_seed_is_gone_are_not_made_again() -> None:
    contents = whole("toy")
    found = begun(contents, 12, SEED)
    thrown = [throw.n for shown in Replay(read(go_on(found, Random(2)))) for throw in again(shown)]
    assert all(n > 12 for n in thrown)
    assert thrown
    same = read(begun(contents, 12, None))
    assert all(throw.is_same for shown in Replay(same) for throw in again(shown))
    job = history(read(found)).throw_job(
        next(n for n, step in enumerate(history(contents).steps, 1) if _is_throw(step))
    )
    assert job is not None
    assert job.seed is None


def _is_throw(step: Any) -> bool:
    return type(step.answer).__name__ == "Thrown"


def test_recordings_come_along(tmp_path: Path) -> None:
    path = tmp_path / f"old{SUFFIX}"
    path.write_bytes(b"".join(whole("toy").raw))
    contents = read_journal(toy.game_of, path)
    found = branch(contents, 12, seed=SEED)
    (n, checksum), (new_n, new_checksum) = next(iter(found.throws.items()))
    drops_path(path).write_bytes(_ENTRY.pack(b"DROP", n, checksum, 3) + b"abc")
    new = save_branch(found, path, tmp_path / f"new{SUFFIX}")
    assert drops_path(new).read_bytes() == _ENTRY.pack(b"DROP", new_n, new_checksum, 3) + b"abc"


def test_the_game_of_a_branch_is_found_next_to_it_until_it_has_become_another(tmp_path: Path) -> None:
    game, path = toy.game_of("toy"), tmp_path / f"mine{SUFFIX}"
    session = go_on(Session.start(game, told(game, toy.Setup(), 5), path), Random(5))
    session.close()
    found = branch(read_journal(toy.game_of, path), 9, seed=SEED)
    saved = save_branch(found, None, tmp_path / f"other{SUFFIX}")
    header = read_journal(toy.game_of, saved).header
    mine = original(toy.game_of, header, saved)
    assert mine is not None and mine.path == path
    assert original(toy.game_of, header, None) is None
    assert original(toy.game_of, mine.header, path) is None, "it is no branch"
    path.unlink()
    assert original(toy.game_of, header, saved) is None
    go_on(Session.start(game, told(game, toy.Setup(), 6), path), Random(6)).close()
    assert original(toy.game_of, header, saved) is None
