"""A game of dice without a tower at the table: played, saved, resumed, taken back, replayed and looked back at."""

from pathlib import Path

import msgspec
import pytest

from shogun.base.random_streams import Streams
from shogun.game.errors import IllegalMove
from shogun.game.protocol import AnyGame
from shogun.game.questions import Roll, Rolled
from shogun.games import game_of
from shogun.table.errors import Disagreement, NothingToUndo, NotKnownHere
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal import Header, TowerInfo, parse_journal, read_journal
from shogun.table.replay import Replay, resume
from shogun.table.saved_games import all_games
from shogun.table.session import Session, lots, run
from shogun.table.summary import summary
from tests.table import toy
from tests.table.dice import rules as dice
from tests.table.finding import saved_games
from tests.table.toy import history_of

DICE: AnyGame = toy.game_of("dice")
SEATS = [toy.choose, toy.choose]


def lines(session: Session) -> bytes:
    return b"".join(session.writer.lines)


def begun(path: Path | None = None) -> Session:
    """A game of dice in which the first player is asked for the first time."""
    session = Session.start(DICE, dice.header(), path)
    session.advance()
    return session


def played(path: Path | None = None) -> Session:
    session = begun(path)
    run(session, SEATS)
    session.close()
    return session


def test_a_whole_game_is_replayed_and_looked_back_at() -> None:
    session = played()
    contents = parse_journal(toy.game_of, lines(session))
    assert contents.game.code == contents.header.game == "dice"
    assert Replay(contents).run().state == session.state
    history = history_of(contents)
    assert history.state(len(history)) == session.state
    assert history.state(0) == dice.State()
    assert not history.inside(len(history)).counts()
    assert session.result == dice.Result(session.result.winners, session.state.points)
    assert {shown.job for shown in Replay(contents)} == {None}


def test_a_saved_game_is_found_resumed_and_given_away(tmp_path: Path) -> None:
    path = tmp_path / "dice.journal"
    begun(path).close()
    [found] = saved_games(toy.game_of, tmp_path)
    assert (found.header.game, found.header.tower) == ("dice", None)
    session = resume(read_journal(toy.game_of, path))
    run(session, SEATS)
    session.close()
    *_pauses, told = summary(toy.game_of, path)
    assert told and told.result == session.result
    taken = take_in(toy.game_of, export_game(path, tmp_path / "given"), tmp_path / "taken")
    assert Replay(read_journal(toy.game_of, taken)).run().state == session.state


def test_an_answer_is_taken_back_until_dice_have_been_rolled() -> None:
    session = begun()
    keep = session.questions[0].moves[0]
    session.answer(0, keep)
    assert session.undo(0).answer == keep
    session.redo(0)
    session.advance()
    with pytest.raises(NothingToUndo):
        session.undo(0)


def test_dice_are_rolled_again() -> None:
    session = begun()
    session.answer(0, dice.Again())
    assert isinstance(session.chance, Roll)
    turn = session.advance()
    assert isinstance(turn.answer, Rolled) and isinstance(turn.question, Roll)
    assert turn.answer.answers(turn.question)
    assert dice.Again() not in session.questions[0].moves


def test_dice_are_fair_and_follow_from_their_key() -> None:
    rolls = [lots(Roll(f"roll{n}", 3), Streams(5)) for n in range(2000)]
    numbers = [number for roll in rolls if isinstance(roll, Rolled) for number in roll.dice]
    assert len(numbers) == 6000
    assert all(900 < numbers.count(number) < 1100 for number in range(1, 7))
    assert lots(Roll("roll3", 3), Streams(5)) == rolls[3]


@pytest.mark.parametrize("wrong", [(1,), (1, 2, 3), (0, 1), (7, 1), (1.0, 2), (True, 2)])
def test_dice_that_cannot_be_are_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove):
        dice.verify(dice.State(), None, Rolled(wrong))


def test_a_journal_of_a_game_that_is_not_here_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "dice.journal"
    session = played(path)
    before = path.read_bytes()
    with pytest.raises(NotKnownHere, match="there is no game 'dice'"):
        read_journal(game_of, path)
    with pytest.raises(NotKnownHere):
        take_in(game_of, path, tmp_path / "taken")
    [listed] = all_games(game_of, tmp_path)
    assert "there is no game 'dice'" in getattr(listed, "why", "")
    assert path.read_bytes() == before == lines(session)


def test_a_tower_is_neither_given_to_a_game_without_nor_withheld_from_one_with() -> None:
    with pytest.raises(ValueError, match="tower"):
        Session.start(DICE, msgspec.structs.replace(dice.header(), tower=TowerInfo()))
    session = Session.start(DICE, dice.header())
    header = msgspec.structs.replace(session.header, tower=TowerInfo())
    writer = type(session.writer)()
    writer.write(header)
    with pytest.raises(Disagreement, match="tower"):
        Replay(parse_journal(toy.game_of, b"".join(writer.lines)))


def test_a_journal_names_its_game_behind_its_format() -> None:
    session = begun()
    assert session.writer.lines[0].startswith(b'{"line":"header","n":1,"format":3,"game":"dice",')
    assert isinstance(session.header, Header)
