"""Games begun in the middle: `shogun branch` continues another game, `shogun position` checks or exports a position."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.files import write_new
from shogun.base.language import _, ngettext, shown
from shogun.base.random_streams import drawn_seed
from shogun.cli.errors import DONE, WRONG, WrongInput, tell
from shogun.cli.game_options import Seed, WholeNumber, read_game, tower_of
from shogun.games import game_of
from shogun.table.branch import branch as branch_of
from shogun.table.branch import save_branch
from shogun.table.errors import LONGEST_PATH, TowerTooSmall
from shogun.table.journal import Header
from shogun.table.position_draft import exported
from shogun.table.positions import SUFFIX, MissingPosition, PositionError, PositionFile, position_text, read_position
from shogun.table.saved_games import SUFFIX as GAME_SUFFIX
from shogun.table.towers import with_filled_tower
from shogun.table.visible_past import place_after
from shogun.tower.file.geometry_check import Finding


def branch(
    journal: Path,
    /,
    *,
    line: WholeNumber,
    as_it_came: Annotated[bool, Parameter(negative="")] = False,
    seed: Seed | None = None,
    output: Path | None = None,
    game: str | None = None,
) -> int:
    """Start a new game from a moment of another one, with the same seats; the other game isn't changed.

    Everything left to chance is drawn again, and so is everything hidden at that moment: face-down decks and the plans
    that others were making. In an unfinished game, this includes hands that its only human player hasn't seen.

    Parameters
    ----------
    journal
        The game's file.
    line
        Line of the journal after which the new game continues; 1 is the beginning.
    as_it_came
        Keep the seed: luck stays the same as long as everyone makes the same decisions. Finished games only.
    seed
        Seed of the new game; by default a secret one.
    output
        File of the new game, ending in .journal; by default it is added to your games.
    game
        Refuse the file unless it is of this game: shogun, rumble-nation, river-of-gold, or another that `shogun games`
        lists.
    """
    if as_it_came and seed is not None:
        raise WrongInput(_("--seed can't be combined with --as-it-came, which keeps the game's seed"))
    if output is not None and output.suffix != GAME_SUFFIX:
        raise WrongInput(_("--output {path}: the name must end in .journal").format(path=output))
    contents = read_game(journal, game)
    last = len(contents.raw)
    if not 1 <= line <= last:
        raise WrongInput(_("--line {line}: choose a line from 1 to {last}").format(line=line, last=last))
    new = None if as_it_came else drawn_seed() if seed is None else seed
    created = f"{datetime.now():%Y-%m-%dT%H:%M:%S}"
    new_game = branch_of(contents, place_after(contents, line), seed=new, created=created)
    path = save_branch(new_game, journal, output)
    sentence = ngettext(
        "{path}: a branch that starts with {n} answer from {journal}",
        "{path}: a branch that starts with {n} answers from {journal}",
        new_game.answers,
    )
    print(sentence.format(path=path, n=new_game.answers, journal=journal))
    return 0


# `shogun position`: checking a position's file, and exporting one from a game


class PositionReport(Struct):
    """The JSON object of `shogun position check --json`."""

    file: str
    passed: bool
    findings: tuple[Finding, ...] = ()
    unsaid: tuple[str, ...] = ()
    """Settings that the file doesn't give, with the values used instead."""


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
        elif isinstance(error, MissingPosition):
            tell(str(error))
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


def _check_room(position: PositionFile, name: str, source: str) -> None:
    """Raise PositionError if a tower can't hold the position's cubes, GeometryError if there is no such tower."""
    tower = tower_of(position.game, name)
    if position.resting is not None:
        return  # where they lie is known
    header = Header(game=position.game.code, seed=1, setup=position.setup, seats=(), tower=tower)
    try:
        with_filled_tower(position.game, header)
    except TowerTooSmall as error:
        raise PositionError(source, [Finding("problem", ("tower",), str(error))]) from None


def export(journal: Path, /, *, line: WholeNumber, output: Path | None = None, game: str | None = None) -> int:
    """Write the position at a moment of a game, as everybody may know it; an unfinished game's secrets stay hidden.

    Parameters
    ----------
    journal
        The game's file.
    line
        Line of the journal after which the position is taken; 1 is the beginning.
    output
        New file, ending in .position.toml; by default the position is printed.
    game
        Refuse the file unless it is of this game: shogun, rumble-nation, river-of-gold, or another that `shogun games`
        lists.
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
