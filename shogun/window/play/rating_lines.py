"""Records of finished games: their results for ratings, put in words, and the fact that there was one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from shogun.base.language import _, ngettext
from shogun.players.ratings import RatedGame, game_id, is_whole, load, note_end, note_hint, ratings_path
from shogun.table.journal import PERSON, Header
from shogun.table.session import Session
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.start import note_finished

WEAKEST = 1000.0
"""Rating shown for the weakest opponent, so that hardly anybody's is below zero."""


class Keeper(Protocol):
    """The window, as far as it keeps something."""

    options: PlayOptions
    settings: Settings

    def remember(self) -> None:
        """Save changed settings."""

    def keep(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something, later if that isn't possible now."""


def keeper_of_ends(app: Keeper) -> Callable[[Session], None]:
    """Return the function that records a game's end: that there was one, and its result if the settings want it."""
    return partial(_keep_end, app)


def _keep_end(app: Keeper, session: Session) -> None:
    game = brought(app.options, session.header.game)
    if app.settings.rating:
        note = partial(note_end, session, places=game.place_chances, measured=game.opponents.RATINGS)
        app.keep(f"end {game_id(session)}", _("Rating"), note)
    if PERSON in session.players and is_whole(session) and note_finished(app.settings, game):
        app.remember()


def keep_hint(app: Keeper, session: Session) -> None:
    """Record that a hint was given, whatever the settings say: the rating may be switched on before the game ends."""
    app.keep(f"hint {game_id(session)}", _("Rating"), partial(note_hint, session))


class RatingLines:
    """Sentences on people's ratings, worked out once for each game of a list."""

    def __init__(self) -> None:
        self._kept = load(ratings_path())
        self._told: dict[tuple[str, str], str] = {}

    def of(self, game: GamePlugin, header: Header | None = None) -> str:
        """Return a sentence on the person of a game, else on the last to play one of this kind; empty if nobody."""
        played = self._kept.of(game.code)
        name = _name(header, played)
        key = (game.code, name)
        if key not in self._told:
            self._told[key] = _sentence(game, name, played) if name else ""
        return self._told[key]


def _name(header: Header | None, played: Sequence[RatedGame]) -> str:
    """Return the person whose rating is shown: one of the game's who has a rating, else the last to play."""
    rated = [name for game in reversed(played) for name in _people(game)]
    own = [seat.name for seat in header.seats if seat.player == PERSON] if header is not None else []
    return next((name for name in own if name in rated), rated[0] if rated else "")


def _people(game: RatedGame) -> list[str]:
    return [name for name, player in zip(game.names, game.players, strict=True) if player == PERSON]


def _sentence(game: GamePlugin, name: str, played: Sequence[RatedGame]) -> str:
    from shogun.players.ratings import next_opponent, ratings  # loads openskill

    opponents = game.opponents
    rating = ratings(played, opponents.RATINGS, opponents.SUBSTITUTE, game.place_chances)[name]
    low, high = (WEAKEST + bound for bound in rating.interval)
    sentence = ngettext(
        "{name}'s rating in {game}: {points:.0f} ({low:.0f} to {high:.0f}), after {n} game.",
        "{name}'s rating in {game}: {points:.0f} ({low:.0f} to {high:.0f}), after {n} games.",
        rating.games,
    ).format(name=name, game=game.title, points=WEAKEST + rating.points, low=low, high=high, n=rating.games)
    code = next_opponent(rating, opponents.RATINGS, opponents.codes())
    return sentence if code is None else sentence + " " + _("Next, try: {title}.").format(title=opponents.title(code))
