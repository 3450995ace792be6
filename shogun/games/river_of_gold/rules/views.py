"""What one seat may know of a game: everything public, and its own hand."""

from msgspec import Struct

from shogun.games.river_of_gold.rules.state import Effect, Player, Score, Setup, State


class View(Struct, frozen=True):
    """A game as `seat` sees it; `seat` is None for an onlooker, who sees only what is public.

    It holds no order of a deck or a stack and no hand of others; and nothing of the game itself that could be written
    to: what can be changed in it is its own copy.
    """

    seat: int | None
    hand: tuple[str, ...]
    """The own customers, sorted; empty for an onlooker."""
    row: tuple[str, ...]
    """The building row; its last tile lies in slot 4, the end."""
    players: tuple[Player, ...]
    hand_sizes: tuple[int, ...]
    deck_size: int
    discards: tuple[str, ...]
    """The discard pile, face up."""
    scoring: tuple[int, ...]
    masteries: tuple[str, ...]
    claims: tuple[tuple[int, ...], ...]
    tiles: tuple[str, ...]
    markers: tuple[tuple[int, ...], ...]
    era_1_size: int
    era_2_size: int
    gone: tuple[str, ...]
    table: tuple[str, ...]
    answers: int
    scores: tuple[Score, ...]
    setup: Setup
    order: tuple[int, ...]
    turn: int
    """The number of the turn from 0; -1 during setup."""
    last_turn: int | None
    pending: tuple[Effect, ...]
    """What is still to be carried out, the next effect last; it holds nothing secret."""

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def active(self) -> int:
        """The seat on turn; during setup the first of the order, or 0."""
        return self.order[max(0, self.turn) % self.seats] if self.order else 0


def view(state: State, seat: int | None) -> View:
    """Return what a seat may know of a game, or an onlooker (None)."""
    return View(
        seat=seat,
        setup=state.setup,
        order=state.order,
        turn=state.turn,
        last_turn=state.last_turn,
        pending=tuple(state.pending),
        players=tuple(player.copy() for player in state.players),
        hand=() if seat is None else tuple(sorted(state.hands[seat])),
        hand_sizes=tuple(map(len, state.hands)),
        deck_size=len(state.deck),
        discards=state.discards,
        scoring=state.scoring,
        masteries=state.masteries,
        claims=state.claims,
        tiles=tuple(state.tiles),
        markers=tuple(state.markers),
        row=state.row,
        era_1_size=len(state.era_1),
        era_2_size=len(state.era_2),
        gone=state.gone,
        table=state.table,
        answers=state.answers,
        scores=state.scores,
    )
