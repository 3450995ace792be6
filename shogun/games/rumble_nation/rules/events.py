"""What happens in a game, for whoever tells or shows it."""

from msgspec import Struct

from shogun.games.rumble_nation.rules.moves import Transfer


class CastlesLaid(Struct, frozen=True, tag=True):
    """The large castles lie on the areas, which are listed by their castles from 2 to 12 (2.1)."""

    areas: tuple[str, ...]


class TacticsRevealed(Struct, frozen=True, tag=True):
    """The pool of tactics cards (2.2)."""

    cards: tuple[str, ...]


class FirstSeatDrawn(Struct, frozen=True, tag=True):
    """Lots have decided who begins (2.5)."""

    seat: int


class DaimyoRevealed(Struct, frozen=True, tag=True):
    """The daimyo cards among which players choose (9.2)."""

    cards: tuple[str, ...]


class DaimyoTaken(Struct, frozen=True, tag=True):
    """A seat took a daimyo card (9.3)."""

    seat: int
    card: str


class DiceRolled(Struct, frozen=True, tag=True):
    """A seat's dice, of the first roll or of the second (4.1, 4.2)."""

    seat: int
    dice: tuple[int, ...]
    again: bool


class Deployed(Struct, frozen=True, tag=True):
    """Pieces came from the reserve into an area (4.3)."""

    seat: int
    area: str
    castle: int
    soldiers: int
    daimyo: bool


class CardPlayed(Struct, frozen=True, tag=True):
    """A tactics card or a daimyo card was carried out (5.1, 9.4)."""

    seat: int
    card: str
    transfers: tuple[Transfer, ...]


class Finished(Struct, frozen=True, tag=True):
    """A seat has placed everything and took the highest katana left (3.2)."""

    seat: int
    katana: int


class AreaResolved(Struct, frozen=True, tag=True):
    """An area was fought for in the war (7.1 to 7.7)."""

    area: str
    castle: int
    strengths: tuple[int, ...]
    """By seat, with support; 0 for who has no piece there."""
    winner: int | None
    """None: nobody was there, and the castle is set aside (7.2)."""
    second: int | None
    """Who took the small castle."""
    small: int | None
    supported: tuple[str, ...]
    """The areas into which the winner put support."""
    support: int
    """Support pieces in each of them."""

    @property
    def fought(self) -> list[int]:
        """The seats that had pieces there: the winner, the second, then by strength."""
        seats = [seat for seat, strength in enumerate(self.strengths) if strength]
        return sorted(seats, key=lambda seat: (seat != self.winner, seat != self.second, -self.strengths[seat]))

    @property
    def is_tie(self) -> bool:
        """Whether the higher katana has decided who wins."""
        return self.winner is not None and self.strengths.count(self.strengths[self.winner]) > 1


class GameEnded(Struct, frozen=True, tag=True):
    """The game is over (8.1, 8.2)."""

    winner: int
    points: tuple[int, ...]
    by_katana: bool
    """Whether a katana decided between equal points."""


Event = (
    CastlesLaid | TacticsRevealed | FirstSeatDrawn | DaimyoRevealed | DaimyoTaken | DiceRolled | Deployed | CardPlayed
    | Finished | AreaResolved | GameEnded
)  # fmt: skip
