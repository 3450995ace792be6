"""`shogun games`: the available games, the packages that provide them, and opponents from packages."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun import __distribution__, __version__
from shogun.base.language import _
from shogun.base.tables import Column, Output, Table, words
from shogun.cli.errors import tell
from shogun.cli.game_options import OPPONENTS
from shogun.game.entry_points import NotLoaded, package_entries, try_import, unreadable_packages
from shogun.games import GAMES, installed_games, try_game
from shogun.players.custom_opponents import try_opponent


class ListedGame(Struct):
    """A game in the JSON object."""

    code: str
    title: str
    package: str
    version: str
    opponents: tuple[str, ...]
    """The game's own opponents, the weakest first."""


class ListedOpponent(Struct):
    """An opponent in the JSON object."""

    name: str
    game: str
    """The only game that it plays; empty: all."""
    place: str
    package: str
    version: str


class Listing(Struct):
    """The JSON object."""

    games: tuple[ListedGame, ...]
    opponents: tuple[ListedOpponent, ...]
    """Opponents from installed packages."""
    failures: tuple[str, ...]
    """A sentence for each game or opponent that can't be used."""


def show_games(*, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """List the games and from which installed package each comes, and opponents that packages bring.

    Each is tried in a process of its own; nothing but its name in --game or --opponents has it imported to be played.

    Parameters
    ----------
    json
        Print one JSON object.
    """
    failures = unreadable_packages()
    listing = Listing(tuple(_games(failures)), tuple(_opponents(failures)), tuple(failures))
    if json:
        print(msgspec.json.encode(listing).decode())
    else:
        _print(listing)
        for sentence in failures:
            tell(sentence)
    return 0


def _games(failures: list[str]) -> Iterator[ListedGame]:
    """Yield all playable games; add a sentence for each of the others."""
    for entry in GAMES.values():
        yield ListedGame(entry.code, entry.title, __distribution__, __version__, tuple(entry.opponents.codes()))
    for game in installed_games().values():
        try:
            title, opponents = try_import(game, try_game)
        except NotLoaded as error:
            failures.append(str(error))
        else:
            yield ListedGame(game.name, title, game.package, game.version, tuple(opponents))


def _opponents(failures: list[str]) -> Iterator[ListedOpponent]:
    """Yield all usable opponents from packages; add a sentence for each of the others."""
    for opponent in package_entries(OPPONENTS):
        try:
            try_import(opponent, try_opponent)
        except NotLoaded as error:
            failures.append(str(error))
            continue
        game, _dot, name = opponent.name.rpartition(".")
        yield ListedOpponent(name, game, opponent.place, opponent.package, opponent.version)


def _code_and_name(game: str, code: str) -> str:
    """Return an opponent's code, with its name if that differs; packages aren't imported for that."""
    title = GAMES[game].opponents.title(code) if game in GAMES else code
    return code if title.lower() == code else f"{code} ({title})"


def _print(listing: Listing) -> None:
    output = Output()
    columns = [*words(_("Code"), _("Game"), _("Package")), Column(_("Opponents"), wraps=True)]
    rows = [
        (game.code, game.title, f"{game.package} {game.version}",
         ", ".join(_code_and_name(game.code, code) for code in game.opponents))
        for game in listing.games
    ]  # fmt: skip
    output.print_table(Table(_("Games"), columns, rows))
    if not listing.opponents:
        return
    columns = words(_("Name"), _("Game"), _("Package"), _("Function"))
    rows = [
        (opponent.name, opponent.game or _("all"), f"{opponent.package} {opponent.version}", opponent.place)
        for opponent in listing.opponents
    ]
    output.print_table(Table(_("Opponents from installed packages"), columns, rows))
