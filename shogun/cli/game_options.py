"""Options that several commands share: games, seats by code, towers by name, and strictly read numbers."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from inspect import Parameter as SignatureParameter
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

from cyclopts import Parameter, Token

from shogun.base.language import _, shown
from shogun.base.random_streams import LARGEST_SEED
from shogun.base.worker_pool import MOST_JOBS, processors
from shogun.cli.errors import WrongInput, tell
from shogun.game.entry_points import package_entries
from shogun.game.errors import UnknownOpponent
from shogun.game.options import Flag
from shogun.game.protocol import AnyGame, only
from shogun.game.words import Words
from shogun.games import GAMES, Game, entry_of, game_of
from shogun.players.custom_opponents import check_coded
from shogun.players.seating import Opponents, code_called, is_coded
from shogun.table.journal import Contents, Header, SeatInfo, TowerInfo
from shogun.table.report_file import read_reported
from shogun.table.towers import fitted_model, tower_info
from shogun.tower.physics.constants import LONGEST_COLOUR, MOST_CUBES

AnyCommand = TypeVar("AnyCommand", bound=Callable[..., int])
OPPONENTS = "shogun.opponents"
"""The entry point group of opponents from installed packages: a name, and a function in code."""


def with_game_options(after: str) -> Callable[[AnyCommand], AnyCommand]:
    """Add the flags of the games' options to a command, which receives them as its keyword `wishes`.

    In its help they follow the parameter `after`. Games of installed packages add none: that would import
    them.
    """

    def extended(command: AnyCommand) -> AnyCommand:
        own = signature(command)
        parameters = [one for one in own.parameters.values() if one.kind is not SignatureParameter.VAR_KEYWORD]
        place = [parameter.name for parameter in parameters].index(after) + 1
        flags = list(_flag_parameters())
        parameters[place:place] = flags
        cast(Any, command).__signature__ = own.replace(parameters=parameters)
        command.__annotations__ |= {flag.name: flag.annotation for flag in flags}
        return command

    return extended


def _flag_parameters() -> Iterator[SignatureParameter]:
    """Yield a parameter for each flag; a flag that several games share has each game's help, in paragraphs."""
    flags: dict[str, list[Flag]] = {}
    for game in GAMES.values():
        for option in game.options:
            for flag in option.flags:
                flags.setdefault(flag.name, []).append(flag)
    for name, same in flags.items():
        help_text = "\n\n".join(flag.help for flag in same)
        kind: Any = Annotated[str | None, Parameter(help=help_text)]
        if same[0].means:
            kind = Annotated[bool, Parameter(help=help_text, negative="")]
        default = False if same[0].means else None
        yield SignatureParameter(name, SignatureParameter.KEYWORD_ONLY, default=default, annotation=kind)


def with_code(entry: Game, words: Sequence[str]) -> tuple[Game, tuple[str, ...]]:
    """Return the game with the opponents in code among these words of a command line, and the words.

    What an installed package brings by that name stands as its code in the words. Raises UnknownOpponent if one can't
    be imported.
    """
    words = tuple(_code_of(entry, word) for word in words)
    codes = tuple(dict.fromkeys(word for word in words if is_coded(word)))
    check_coded(codes)
    return entry.with_coded(codes), words


def _code_of(entry: Game, word: str) -> str:
    """Return the code of an opponent that an installed package provides by this name, or of a strength with this name.

    Any other word stays as it is.
    """
    if is_coded(word):
        return word
    try:
        entry.opponents.named([word])
    except UnknownOpponent:
        return installed_opponents(entry.code).get(word) or code_called(word, entry.opponents.codes())
    return word


def installed_opponents(game: str) -> dict[str, str]:
    """Return the opponents that installed packages provide for a game: their code by name; nothing is imported.

    An entry point is called by the game's code, a dot and the name, or by the name alone if it plays all games.
    """
    codes = {}
    for opponent in package_entries(OPPONENTS):
        owner, dot, name = opponent.name.rpartition(".")
        if not dot or owner == game:
            codes[name] = opponent.place
    return codes


def listed(words: str) -> tuple[str, ...]:
    """Return the items of a comma-separated list."""
    return tuple(word.strip() for word in words.split(","))


def read_game(journal: Path, game: str | None) -> Contents:
    """Return a journal, or a report's, which must be of this game if one is named.

    Raises UnknownGame, JournalError.
    """
    if game is None:
        return read_reported(game_of, journal)
    wanted = only(entry_of(game).rules)
    return read_reported(lambda code: wanted(game_of(code).code), journal)


def check_seats(header: Header, wanted: Iterable[int]) -> None:
    """Raise WrongInput if one of these seats isn't a seat of the game."""
    for seat in wanted:
        if not 0 <= seat < len(header.seats):
            last = len(header.seats) - 1
            raise WrongInput(_("--seat {seat} must be from 0 to {last}").format(seat=seat, last=last))


def tower_of(game: AnyGame, name: str) -> TowerInfo | None:
    """Return the tower of that name if the game is played with one. Raises GeometryError."""
    return tower_info(name) if game.has_tower else None


def prepare_models(
    entry: Game, tower: TowerInfo | None, players: Sequence[str], *, judge_needs_one: bool = False
) -> None:
    """Fit a model to a tower if an opponent or the judge needs one, so that all games of a seed use the same."""
    is_needed = judge_needs_one or not set(players).issubset(entry.opponents.WITHOUT_MODEL)
    if tower and tower.geometry is not None and is_needed:
        fitted_model(tower.geometry)


def header_of(entry: Game, seed: int, setup: Any, players: Sequence[str], tower: TowerInfo | None) -> Header:
    """Return the header of a new game among opponents of these codes; seats are named as the game names them."""
    names = entry.words.seat_names(setup)
    seats = tuple(SeatInfo(name, player=player) for name, player in zip(names, players, strict=False))
    created = datetime.now().isoformat(timespec="seconds")
    return Header(game=entry.code, created=created, seed=seed, setup=setup, seats=seats, tower=tower)


def titled(opponents: Opponents, header: Header, code: str) -> str:
    """Return the title of a game's opponent."""
    return opponents.title(code, header.descriptions)


def in_words(words: Words, events: Sequence[Any], header: Header) -> Iterator[str]:
    """Yield a sentence for each event."""
    names = [seat.name for seat in header.seats]
    for event in events:
        yield words.sentence(event, names)


# Kinds of arguments that several commands share, read strictly


def _whole_number(_kind: Any, tokens: Sequence[Token]) -> int:
    """Return the number of one token; cyclopts alone would round 1.5."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise ValueError(_("must be a whole number, not {text}").format(text=shown(text)))
    return int(text)


def _seed(_kind: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    digits = text.removeprefix("+").lstrip("0") or "0"
    if not re.fullmatch(r"\+?[0-9]+", text) or len(digits) > len(str(LARGEST_SEED)) or int(digits) > LARGEST_SEED:
        sentence = _("must be a whole number from 0 to {most}, not {text}")
        raise ValueError(sentence.format(most=LARGEST_SEED, text=shown(text)))
    return int(digits)


def jobs_of(jobs: int | None) -> int:
    """Return the number of processes: by default one for each processor, at most MOST_JOBS.

    Reports in a sentence if more were requested. Raises WrongInput.
    """
    if jobs is not None and jobs < 1:
        raise WrongInput(_("{option} {number} must be at least 1").format(option="--jobs", number=jobs))
    if jobs is not None and jobs > MOST_JOBS:
        tell(_("--jobs {count} is too many: the maximum is {most} processes").format(count=jobs, most=MOST_JOBS))
    return processors() if jobs is None else min(jobs, MOST_JOBS)


def parse_cubes(text: str) -> dict[str, int]:
    """Return cubes by color from "red=5,blue=3". Raises WrongInput."""
    cubes: dict[str, int] = {}
    for part in text.split(","):
        colour, _equals, number = (piece.strip() for piece in part.partition("="))
        if not re.fullmatch("[0-9]+", number) or not _is_colour(colour) or colour in cubes:
            sentence = _(
                "--cubes {text}: name each color once with its number, for instance red=5,blue=3 (at most "
                "{most} characters)"
            )
            raise WrongInput(sentence.format(text=shown(text), most=LONGEST_COLOUR))
        cubes[colour] = _number(number)
    return cubes


def _is_colour(text: str) -> bool:
    return 0 < len(text) <= LONGEST_COLOUR and text.isprintable()


def _number(digits: str) -> int:
    """Return a number of cubes, however many digits it has. Raises WrongInput for one that no tower holds."""
    if len(digits.lstrip("0")) > len(str(MOST_CUBES)) + 2:  # the tower itself rejects readable numbers
        sentence = _("--cubes: {number} cubes are too many; the maximum is {most}")
        raise WrongInput(sentence.format(number=shown(digits, 30), most=MOST_CUBES))
    return int(digits)


WholeNumber = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number, as an option."""
Seed = Annotated[int, Parameter(converter=_seed)]
"""The seed of everything left to chance: 0 to 2**64 - 1, so that each printed seed can be given."""
CommandFlag = Annotated[bool, Parameter(negative="")]
"""An option without a value."""
Several = Annotated[tuple[str, ...], Parameter(negative="")]
"""An option that may be given several times."""
