"""What the list of games tells of a saved game: how far it has come, as all may know it. Never a secret."""

from typing import Any, TypeAlias

from msgspec import Struct

from shogun.table.storage.journal import PERSON


class Summary(Struct, frozen=True):
    """One saved game in short."""

    view: Any
    """The last state, as an onlooker sees it."""
    asked: tuple[int, ...]
    """The seats whose answers are waited for."""
    players: tuple[str, ...]
    """Who plays each seat now: `PERSON`, or the code of an opponent."""
    result: Any
    """How it ended, None while it runs."""
    answers: int
    """How many answers stand."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that persons play now."""
        return tuple(seat for seat, player in enumerate(self.players) if player == PERSON)


Known: TypeAlias = Summary | str | None
"""What is known of a game by now; a sentence if it is damaged."""
