"""`shogun position`: the file of a position is checked, or written from a moment of a game."""

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.files import write_new
from shogun.base.language import _, shown
from shogun.cli.arguments import Whole
from shogun.cli.errors import DONE, WRONG, WrongInput, tell
from shogun.cli.game_options import read_game, tower_of
from shogun.games import game_of
from shogun.table.errors import LONGEST_PATH, TowerTooSmall
from shogun.table.past.copied_past import place_after
from shogun.table.positions.position_export import exported
from shogun.table.positions.position_file import SUFFIX, PositionError, PositionFile, read_position
from shogun.table.positions.position_text import position_text
from shogun.table.running.tower_filling import with_filled_tower
from shogun.table.storage.journal import Header
from shogun.tower.diagnostics.finding import Finding


class PositionReport(Struct):
    """The JSON object of `shogun position check --json`."""

    file: str
    passed: bool
    findings: tuple[Finding, ...] = ()
    unsaid: tuple[str, ...] = ()
    """What the file doesn't say, with what holds instead."""


def check(file: Path, /, *, tower: str = "classic", json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Tell all that is wrong with a position, with lines and what is legal; or that a game can begin at it.

    Exit code 0: fine; 2: something is wrong, or the file can't be read.

    Parameters
    ----------
    file
        Position file, NAME.position.toml.
    tower
        Name of the tower to hold its cubes, path to a .toml file, or `model`.
    json
        Print one JSON object.
    """
    source = shown(file, LONGEST_PATH)
    try:
        found = read_position(game_of, file)
        _check_room(found, tower, source)
    except PositionError as error:
        if json:
            print(msgspec.json.encode(PositionReport(source, passed=False, findings=error.findings)).decode())
        else:
            for finding in error.findings:
                tell(finding.sentence(source))
        return WRONG
    if json:
        print(msgspec.json.encode(PositionReport(source, passed=True, unsaid=found.unsaid)).decode())
        return DONE
    print(_("{file}: a game of {game} can start from it").format(file=source, game=found.game.code))
    for sentence in found.unsaid:
        print(_("  not stated: {what}").format(what=sentence))
    return DONE


def _check_room(found: PositionFile, name: str, source: str) -> None:
    """Raise PositionError if a tower can't hold as many cubes as the position has, GeometryError if there is none."""
    tower = tower_of(found.game, name)
    if found.resting is not None:
        return  # where they lie is known
    header = Header(game=found.game.code, seed=1, setup=found.setup, seats=(), tower=tower)
    try:
        with_filled_tower(found.game, header)
    except TowerTooSmall as error:
        raise PositionError(source, [Finding("problem", ("tower",), str(error))]) from None


def export(journal: Path, /, *, line: Whole, output: Path | None = None, game: str | None = None) -> int:
    """Write the position of a moment of a game, as everybody may know it there; of a running one no secret is told.

    Parameters
    ----------
    journal
        The game's file.
    line
        Line of the journal after which the position is taken; 1 is the beginning.
    output
        New file, ending in .position.toml; by default the position is printed.
    game
        Expected game; a journal says itself which game it is.
    """
    if output is not None and not output.name.endswith(SUFFIX):
        raise WrongInput(_("--output {path}: the name must end in .position.toml").format(path=shown(output)))
    contents = read_game(journal, game)
    last = len(contents.raw)
    if not 1 <= line <= last:
        raise WrongInput(_("--line {line}: choose a line from 1 to {last}").format(line=line, last=last))
    found = exported(contents, place_after(contents, line))
    text = position_text(found.game, found.setup, found.resting)
    if output is None:
        print(text, end="")
    else:
        write_new(output, text.encode())
        print(_("{path}: the position after line {line} of {journal}").format(path=output, line=line, journal=journal))
    return DONE
