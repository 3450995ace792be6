"""Files of positions: written and read again, and all that is wrong with one at once."""

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from shogun.game.errors import NoPosition
from shogun.table.journal import TowerInfo, parse_journal
from shogun.table.position_draft import exported, placed, position_at
from shogun.table.positions import PositionError, _table, cubes_of, parse_position, position_text, read_position
from shogun.table.session import Session
from shogun.tower.tower_lookup import load_tower
from tests.games.test_positions import SETUPS, states
from tests.manual_pages import blocks
from tests.systems import needs_pipes
from tests.table import toy
from tests.table.toy import game_of, header, to_planning

TOY = 'format = 1\ngame = "toy"\n'


@pytest.mark.slow
@pytest.mark.parametrize("code", SETUPS)
def test_what_is_written_is_read_again(code: str) -> None:
    game: Any = game_of(code)
    written = 0
    for state in states(game, game.types.setup(**SETUPS[code][1]), 3):
        try:
            setup = game.position_of(state)
        except NoPosition:
            continue
        found = parse_position(game_of, position_text(game, setup, title='A "day"'), "x.position.toml")
        assert (found.setup, found.title) == (setup, 'A "day"')
        written += 1
    assert written > 20


def toy_game(tower: TowerInfo | None = None) -> Session:
    session = to_planning(Session.start(toy, header(tower=tower)))
    while session.state.round == 1:
        questions = session.questions
        if session.chance is not None:
            session.advance()
        else:
            session.answer(questions[0].seat, questions[0].moves[-1])
    return session


def test_cubes_lie_where_they_lay() -> None:
    session = toy_game(TowerInfo.of(load_tower("classic")))
    found = position_at(toy, session.state, session.inside)
    read = parse_position(game_of, position_text(toy, found.setup, found.resting), "x")
    assert read.resting == found.resting
    again = Session.start(toy, placed(session.header, read))
    assert again.inside == session.inside
    other = Session.start(toy, placed(header(tower=TowerInfo()), read))
    assert other.inside.counts() == session.inside.counts()
    with pytest.raises(NoPosition, match="are in another tower, classic"):
        placed(header(tower=TowerInfo.of(load_tower("hoard"))), read)


def test_of_a_running_game_only_what_a_branch_may_begin_with() -> None:
    session = toy_game()
    session.advance()
    contents = parse_journal(game_of, b"".join(session.writer.lines))
    number = len(session.course.answers)
    assert exported(contents, number).setup == toy.position_of(session.state)
    with pytest.raises(NoPosition, match="at the beginning of a round; a position can be taken after line"):
        exported(contents, number - 2)


def test_a_game_without_positions_says_so() -> None:
    with pytest.raises(PositionError, match="this game has no positions"):
        parse_position(game_of, 'format = 1\ngame = "dice"\n', "x")
    with pytest.raises(NoPosition):
        position_at(game_of("dice"), None, toy_game().inside)


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_lines() -> None:
    text = TOY + 'round = 9\ntowr = 3\npoints = [1, "2"]\n[tower]\ngreen = 1\nred = inf\n'
    with pytest.raises(PositionError) as caught:
        parse_position(game_of, text, "x")
    assert [(one.places[0], one.line) for one in caught.value.findings] == [
        ("round", 3), ("towr", 4), ("points[1]", 5), ("tower.green", 7), ("tower.red", 8),
    ]  # fmt: skip
    assert str(caught.value) == "x: `round`: must be a number from 1 to 3, not 9 (line 3). (and 4 more)"


def test_what_is_not_said_is_told() -> None:
    found = parse_position(game_of, TOY + "round = 2\n", "x")
    assert found.unsaid == ("`tower`: it is empty", "`points`: none")
    assert found.setup.position.round == 2


STRANGE = {
    "": "the first line must be `format = 1`",
    "hello": "can't be read as TOML",
    "format = 2\ngame = 'toy'": "the first line must be `format = 1`",
    "format = 1": "name the game by its code",
    "format = 1\ngame = 'chess'": "there is no game 'chess'",
    TOY + "a" + ".a" * 90_000 + " = 1": "joined by periods",
    TOY + "a = " + "[" * 90_000: "too deep",
    TOY + "round = " + "9" * 9000: "too many digits",
    TOY + "round = 1e400": "must be a whole number",
    TOY + "[tower]\nred = 2\n[resting]\ntower = 'x'\nhash = 'y'\ncubes = []": "place: 0, but the tower holds red 2",
    TOY + "[setup]\nseats = 3": "two play this",
    TOY + "tower = 5": "must be a table",
}


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_files_of_strangers_get_a_sentence(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(game_of, text, "x")
    assert STRANGE[text] in str(caught.value)
    assert len(str(caught.value)) < 400


@needs_pipes
def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"# \xe9")
    (tmp_path / "large").write_bytes(b"#" * 300_000)
    os.mkfifo(tmp_path / "pipe")
    for name in ("latin", "large", "pipe", "."):
        with pytest.raises(PositionError, match="can't be read"):
            read_position(game_of, tmp_path / name)
    with pytest.raises(PositionError, match="can't be read"):
        read_position(game_of, Path("/dev/zero"))
    with pytest.raises(PositionError, match="there is no file"):
        read_position(game_of, tmp_path / "missing")


def test_the_examples_of_the_manual_are_right() -> None:
    examples = [block.code for block in blocks("program/positions") if block.language == "toml"]
    assert [parse_position(game_of, one, "example").game.code for one in examples] == [*SETUPS]


@pytest.mark.parametrize("code", SETUPS)
def test_the_first_positions_of_a_game_are_written_and_read_again(code: str) -> None:
    game: Any = game_of(code)
    written = 0
    for state in islice(states(game, game.types.setup(**SETUPS[code][1]), 3), 150):
        with suppress(NoPosition):
            setup = game.position_of(state)
            found = parse_position(game_of, position_text(game, setup, title="Friday"), "x.position.toml")
            assert (found.setup, found.title) == (setup, "Friday")
            written += 1
        if written == 3:
            break
    assert written


@pytest.mark.parametrize("row", ["nan, 5, 0", "5, inf, 0", "5, 5, nan"])
def test_a_cube_lies_at_a_place_and_at_an_angle(row: str) -> None:
    text = TOY + f"[tower]\nred = 1\n[resting]\ntower = 'x'\nhash = 'y'\ncubes = [['red', {row}, true]]\n"
    with pytest.raises(PositionError, match="places must be in mm and angles in rad"):
        parse_position(game_of, text, "x")


def test_of_many_wrong_colors_of_cubes_six_are_named() -> None:
    rows = ", ".join(f"['{colour}', 1, 1, 0, true]" for colour in "abcdefgh")
    text = TOY + f"[tower]\nred = 1\n[resting]\ntower = 'x'\nhash = 'y'\ncubes = [{rows}]\n"
    with pytest.raises(
        PositionError, match="cubes with a place: a 1, b 1, c 1, d 1, e 1, f 1, but the tower holds red 1"
    ):
        parse_position(game_of, text, "x")


def test_a_single_fault_is_told_once() -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(game_of, TOY + "round = 9\n", "x")
    assert [one.places for one in caught.value.findings] == [("round",)]


def test_without_places_there_are_no_cubes() -> None:
    assert cubes_of(parse_position(game_of, TOY, "x").resting) == ()


def test_a_table_stands_below_what_is_single_and_what_a_table_of_tables_holds_has_a_line_each() -> None:
    setup = toy.Setup(position=toy.StartPosition(2, {"red": 3}, (1, 4)))
    assert position_text(toy, setup, title="Friday") == (
        'format = 1\ngame = "toy"\ntitle = "Friday"\n\n'
        "round = 2\npoints = [1, 4]\n\n"
        "[setup]\nseats = 2\n\n"
        "[tower]\nred = 3\n"
    )
    deep = {"x": {"y": {"z": 1}, "n": 2}, "flat": {"q": 1}, "s": 5}
    assert [*_table("a", deep)] == ["[a]\nflat = { q = 1 }\ns = 5", "[a.x]\ny = { z = 1 }\nn = 2"]
