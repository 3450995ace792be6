"""`shogun play`: the window, opened as the options say."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from shogun.base.files import absolute
from shogun.base.language import _, shown
from shogun.cli.errors import WrongInput, tell
from shogun.cli.game_options import Seed, installed_opponents, listed, with_game_options
from shogun.cli.window_start import open_window
from shogun.game.options import Wish, wished_choices, wishes_of
from shogun.game.protocol import only
from shogun.games import GAMES, Game, entry_of, game_of
from shogun.players.custom_opponents import check_coded
from shogun.players.puzzles.puzzle import SUFFIX as PUZZLE
from shogun.players.puzzles.verdict import open_puzzle
from shogun.players.seating import is_coded
from shogun.table.game_archive import SHARED, take_in
from shogun.table.journal import read_journal
from shogun.table.positions import SUFFIX as POSITION
from shogun.table.positions import read_position
from shogun.table.replay import Replay
from shogun.table.saved_games import check_writable, games_folder, is_in_use
from shogun.window.kit.runtime.start_options import SMALLEST, PlayOptions

LARGEST = (7680, 4320)
_AFTER = 5.0
"""Seconds before a picture is taken, unless the command line says otherwise."""


@with_game_options(after="game")
def play(
    journal: Path | None = None,
    /,
    *,
    opponents: str | None = None,
    autoplay: Annotated[bool, Parameter(negative="")] = False,
    seed: Seed | None = None,
    screenshot: Path | None = None,
    after: float | None = None,
    size: str | None = None,
    game: str | None = None,
    text: Annotated[bool, Parameter(negative="")] = False,
    **wishes: Wish,
) -> int:
    """Open the window, or play in this terminal.

    Parameters
    ----------
    journal
        What to open: a journal to continue; an exported game (.shogun), which is added to your games; a position
        (NAME.position.toml) to start a game from; or a puzzle (NAME.puzzle).
    opponents
        Your own functions that may take a seat, as package.module:function, separated by commas. Without this option,
        nothing is imported, and in a saved game the usual opponent takes the seats of such functions.
    autoplay
        Let computers play all seats, starting at once.
    seed
        Seed of the game.
    screenshot
        PNG file for a picture taken when the window closes.
    after
        Close the window after this many seconds.
    size
        Width and height of the window in pixels, for instance 1600x1000.
    game
        Which game: opens its new-game form, lets computers play it with --autoplay, or says which game the file must
        be.
    text
        Play in this terminal, without a window: what happens comes as sentences, and choices are numbered. It works
        with screen readers. Every game can be continued in the window, and the other way round.
    """
    if text:
        _check_text(autoplay=autoplay, screenshot=screenshot, after=after, size=size)
    if after is not None and not 0 < after < 1e6:
        raise WrongInput(_("--after {after} must be a number of seconds above 0").format(after=after))
    if screenshot is not None:
        screenshot = absolute(screenshot)
        _check_picture(screenshot)
        after = after or _AFTER
    pixels = _parse_size(size) if size else None
    code = entry_of(game).code if game is not None else ""
    chosen = _chosen(code, wishes_of(wishes))
    entries: Mapping[str, Game] = {**GAMES, code: entry_of(code)} if code else GAMES
    if opponents is not None:
        entries = _with_code(entries, opponents)
    position, puzzle = _position_file(journal, code), _puzzle_file(journal, code)
    journal = None if position or puzzle else _game_file(journal, code, autoplay=autoplay)
    if text:
        if puzzle is not None:
            raise WrongInput(_("--text: puzzles need the window"))
        wished = wishes_of(wishes)
        return _play_text(entries, code, journal=journal, position=position, seed=seed, wishes=wished)
    if journal is not None and is_in_use(journal):
        tell(_("{path} is being played in another window; you can watch it here.").format(path=journal))
    options = PlayOptions(
        entries=entries, autoplay=autoplay, seed=seed, screenshot=screenshot, after=after, size=pixels, journal=journal,
        game=code, chosen=chosen, position=position, puzzle=puzzle,
    )  # fmt: skip
    return open_window(options)


def _check_text(**others: Any) -> None:
    """Raise WrongInput if an option of the window is given too."""
    for option, value in others.items():
        if value:
            raise WrongInput(_("--{option} can't be combined with --text").format(option=option))


def _play_text(
    games: Mapping[str, Game], code: str, *, journal: Path | None, position: Path | None, seed: int | None,
    wishes: Mapping[str, str],
) -> int:  # fmt: skip
    from shogun.cli.game_commands.text_play import Agreed, play_text

    found = read_position(game_of, position) if position is not None else None
    code = found.game.code if found is not None else code
    return play_text(games, Agreed(games[code] if code else None, seed, wishes, found), journal)


def _chosen(code: str, wishes: Mapping[str, str]) -> dict[str, str]:
    """Return the options requested for a game. Raises WrongInput, UnknownOption, IllegalSetup."""
    if not wishes:
        return {}
    if not code:
        raise WrongInput(_("--{option} needs --game").format(option=next(iter(wishes))))
    game = entry_of(code)
    game.agreed(game.words.SEATS, wishes)
    return wished_choices(game.options, wishes)


def _with_code(entries: Mapping[str, Game], opponents: str) -> dict[str, Game]:
    """Return all games with these opponents in code. Raises WrongInput, UnknownOpponent."""
    found = {}
    for code, entry in entries.items():
        brought = installed_opponents(code)
        found[code] = entry.with_coded(tuple(dict.fromkeys(brought.get(word, word) for word in listed(opponents))))
    words = dict.fromkeys(word for entry in found.values() for word in entry.coded)
    for word in words:
        if not is_coded(word):
            sentence = _("--opponents {word}: name functions of your own as package.module:function")
            raise WrongInput(sentence.format(word=shown(word)))
    check_coded(words)
    return found


def _game_file(file: Path | None, code: str, *, autoplay: bool) -> Path | None:
    """Return the journal to open, one of an exported game among the player's own.

    Raises TableError here, before a window opens, if there is no game to open or no place to keep a new one, and
    OSError if it can't be found again from elsewhere.
    """
    games = only(entry_of(code).rules) if code else game_of
    if file is not None and file.suffix == SHARED:
        return take_in(games, file)
    if file is not None:
        file = absolute(file)
        Replay(read_journal(games, file)).run()
    elif autoplay:
        check_writable(games_folder())
    return file


def _position_file(file: Path | None, code: str) -> Path | None:
    """Return a position's file if it is to be opened. Raises PositionError, also for another game's position."""
    if file is None or not file.name.endswith(POSITION):
        return None
    file = absolute(file)
    position = read_position(game_of, file)
    if code and position.game.code != code:
        raise WrongInput(_("{path}: this is a position of {game}").format(path=shown(file), game=position.game.code))
    return file


def _puzzle_file(file: Path | None, code: str) -> Path | None:
    """Return a puzzle's file if it is to be opened. Raises PuzzleError, also for another game's puzzle."""
    if file is None or file.suffix != PUZZLE:
        return None
    file = absolute(file)
    found = open_puzzle(entry_of, file)
    if code and found.game.code != code:
        raise WrongInput(_("{path}: this is a puzzle of {game}").format(path=shown(file), game=found.game.code))
    return file


def _check_picture(path: Path) -> None:
    if path.suffix.lower() != ".png":
        raise WrongInput(_("--screenshot {path}: the name must end in .png").format(path=path))
    if path.is_dir():
        raise WrongInput(_("--screenshot {path} is a folder").format(path=path))
    if not path.parent.is_dir():
        raise WrongInput(_("--screenshot {path}: its folder does not exist").format(path=path))


def _parse_size(text: str) -> tuple[int, int]:
    """Return width and height from "1600x1000". Raises WrongInput."""
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)):
        sentence = _("--size {text}: write it as WIDTHxHEIGHT, from {small[0]}x{small[1]} to {large[0]}x{large[1]}")
        raise WrongInput(sentence.format(text=text, small=SMALLEST, large=LARGEST))
    return size
