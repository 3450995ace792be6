"""How the war would end if it began now, and after an answer that is being weighed."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.rules.moves import RESERVE, CarryOut, Deploy, Transfer
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.state import Player, State
from shogun.games.rumble_nation.rules.turns import lay_down, next_seat
from shogun.games.rumble_nation.rules.war import fight


class WarForecast(Struct, frozen=True):
    """A war as it would go: area by area in its order, and the points that each seat would get."""

    outcomes: tuple[AreaResolved, ...]
    points: tuple[int, ...]

    def of(self, area: str) -> AreaResolved:
        """Return how an area would be resolved."""
        return next(outcome for outcome in self.outcomes if outcome.area == area)


def war_now(state: State) -> WarForecast | None:
    """Return how the war would end if it began now; None before the castles are laid.

    Whoever isn't finished is taken to get the katana in the order of their reserves, the smallest first; of equal
    ones, who is on turn sooner.
    """
    if not state.castles:
        return None
    outcomes = tuple(fight(replace(state, players=_with_katana(state))))
    return WarForecast(outcomes, points_of(outcomes, state.setup.seats))


def points_of(outcomes: tuple[AreaResolved, ...], seats: int) -> tuple[int, ...]:
    """Return the points that each seat gets in these areas (7.5, 8.1)."""
    points = [0] * seats
    for outcome in outcomes:
        if outcome.winner is not None:
            points[outcome.winner] += outcome.castle
        if outcome.second is not None:
            points[outcome.second] += outcome.small or 0
    return tuple(points)


def taken_castles(outcomes: Iterable[AreaResolved], seat: int) -> tuple[list[int], list[int]]:
    """Return the large and the small castles that a seat has taken in these areas (7.5), in their order."""
    resolved = tuple(outcomes)
    large = [outcome.castle for outcome in resolved if outcome.winner == seat]
    small = [outcome.small for outcome in resolved if outcome.second == seat and outcome.small is not None]
    return large, small


def _with_katana(state: State) -> tuple[Player, ...]:
    held = {player.katana for player in state.players}
    left = [katana for katana in state.counts.katana if katana not in held]
    seats = [seat for seat, player in enumerate(state.players) if player.katana is None]
    order = sorted(seats, key=lambda seat: (state.players[seat].left, (seat - state.turn) % state.setup.seats))
    given = dict(zip(order, left, strict=True))
    return tuple(
        replace(player, katana=given[seat]) if seat in given else player for seat, player in enumerate(state.players)
    )


def transfers_of(state: State, move: Deploy | CarryOut) -> tuple[Transfer, ...]:
    """Return what goes where by an answer of the seat on turn."""
    if isinstance(move, CarryOut):
        return move.transfers
    return (Transfer(state.turn, RESERVE, move.area, move.soldiers, move.daimyo),)


def moved(state: State, transfers: tuple[Transfer, ...]) -> State:
    """Return the state after the seat on turn has moved these pieces: the next one is on turn, all else is the same."""
    play = Play(state)
    for transfer in transfers:
        play.transfer(transfer)
    play.change(turn=next_seat(state))
    return play.state


def laid_down(state: State, seat: int, card: str) -> State:
    """Return the state after a seat has played a card, without what the card does."""
    play = Play(state)
    lay_down(play, seat, card)
    return play.state


def finished(state: State, seat: int, katana: int) -> State:
    """Return the state after a seat has taken this katana."""
    play = Play(state)
    play.change_player(seat, katana=katana)
    return play.state
