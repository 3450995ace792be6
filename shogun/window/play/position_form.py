"""The form of a game that begins at a position: everything is fixed but the players."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from shogun.game.options import Option
from shogun.players.place_chances import PlaceChances
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import GamePlugin, NewGameForm


class PositionForm:
    """The form of a game whose only open setting is its players."""

    def __init__(self, form: NewGameForm, setup: Any) -> None:
        self._form = form
        self._setup = setup

    def __getattr__(self, name: str) -> Any:
        return getattr(self._form, name)

    def counts(self) -> Sequence[int]:
        """Return how many play."""
        return (self._setup.seats,)

    def usual_count(self) -> int:
        """Return how many play."""
        return int(self._setup.seats)

    def colours(self) -> Mapping[str, str]:
        """Return nothing: the position says it."""
        return {}

    def default_seats(self, people: int = 1) -> list[SeatChoice]:
        """Return seats in the colors of the position."""
        seats = self._form.default_seats(people)
        wanted: Sequence[str] = getattr(self._setup, "colours", ())
        if not wanted:
            return list(seats)
        kinds, by_colour = [seat.kind for seat in seats], {seat.colour: seat for seat in seats}
        taken = [replace(by_colour[colour], kind=kind) for colour, kind in zip(wanted, kinds, strict=False)]
        return [*taken, *(seat for seat in seats if seat.colour not in wanted)]

    def choices(self) -> Sequence[Option]:
        """Return nothing: everything else is fixed."""
        return ()

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return nothing: the position says who begins."""
        return ""

    def setup(self, _seats: Sequence[SeatChoice], _chosen: Mapping[str, str], _first_seat: int | None) -> Any:
        """Return the settings."""
        return self._setup


class PositionPlugin:
    """A game whose new games begin at a position."""

    minutes = 0
    """Not known: it isn't a whole game."""

    def __init__(self, game: GamePlugin, setup: Any) -> None:
        self._game = game
        self.form: NewGameForm = PositionForm(game.form, setup)

    @property
    def place_chances(self) -> Sequence[PlaceChances]:
        """Return nothing: those at the game's beginning don't count here."""
        return ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)
