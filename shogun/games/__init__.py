"""The registry of games: each by its code, declared in its folder by a `Game`, whose parts are loaded when asked for.

A new game is a name in `GAMES` and a folder of its own; the manual (`program/game`) says what such a folder holds.
An installed package can bring one too, by an entry point: it is imported when it is asked for by name.
Nobody below this room looks here: whoever needs a game is handed it, or `game_of` to find it by its code.
"""

from msgspec.structs import replace

from shogun.base.language import _, shown
from shogun.game.entry_points import PackageEntry, loaded, not_loaded, package_entries, try_import
from shogun.game.errors import UnknownGame
from shogun.game.protocol import AnyGame, look_up
from shogun.games.declaration import Game
from shogun.games.river_of_gold import GAME as RIVER_OF_GOLD
from shogun.games.rumble_nation import GAME as RUMBLE_NATION
from shogun.games.shogun import GAME as SHOGUN

__all__ = [
    "DEFAULT", "GAMES", "GROUP", "Game", "entry_of", "game_of", "installed_games", "loaded_game", "try_game",
]  # fmt: skip

DEFAULT = "shogun"
"""The game that is meant where none is named."""
GAMES: dict[str, Game] = {game.code: game for game in (SHOGUN, RUMBLE_NATION, RIVER_OF_GOLD)}
"""All games of this program, in the order in which they are offered."""


GROUP = "shogun.games"
"""The entry-point group through which installed packages add games: a code, and where its `Game` is."""
_INSTALLED: dict[str, Game] = {}
"""Games of installed packages that were asked for by name in this process."""


def entry_of(code: str) -> Game:
    """Return the game of this code with all that it brings, also one that an installed package brings.

    Raises UnknownGame, which names those there are, and NotLoaded.
    """
    if code in GAMES or code in _INSTALLED:
        return GAMES.get(code) or _INSTALLED[code]
    points = installed_games()
    if code in points:
        try_import(points[code], try_game, again=True)
        _INSTALLED[code] = loaded_game(points[code])
        return _INSTALLED[code]
    return look_up({**GAMES, **dict.fromkeys(points, GAMES[DEFAULT])}, code)


def installed_games() -> dict[str, PackageEntry]:
    """Return the games that installed packages bring, by their codes; nothing is imported. Own codes stay our own."""
    return {one.name: one for one in package_entries(GROUP) if one.name not in GAMES}


def loaded_game(one: PackageEntry) -> Game:
    """Import a game that a package brings. Raises NotLoaded."""
    game = loaded(one)
    if not isinstance(game, Game) or game.code != one.name:
        raise not_loaded(one, _("{place} isn't a game with that code").format(place=one.place))
    loaded(replace(one, place=f"{one.place}.rules"))
    return game


def try_game(one: PackageEntry) -> tuple[str, tuple[str, ...]]:
    """Return the title and the opponents of a game that a package brings. Raises NotLoaded, or what its code raises."""
    game = loaded_game(one)
    return game.title, tuple(map(str, game.opponents.codes()))


def game_of(code: str) -> AnyGame:
    """Return the rules of the game of this code, as files name it. Raises UnknownGame.

    No file has a package imported: a game that one brings is known once somebody has asked for it by name.
    """
    game = GAMES.get(code) or _INSTALLED.get(code)
    if game is not None:
        return game.rules
    one = installed_games().get(code)
    if one is not None:
        sentence = _("this is a game of {code} from the installed package {package}: add --game {code}")
        raise UnknownGame(sentence.format(code=shown(code), package=shown(one.package)))
    return look_up(GAMES, code).rules
