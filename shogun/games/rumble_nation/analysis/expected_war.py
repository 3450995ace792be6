"""How the war would end if it began now, and after an answer that is being weighed."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.rules.moves import RESERVE, CarryOut, Deploy, Transfer
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.state import State
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
    return war_with(state, expected_katana(state))


def war_with(state: State, katana: Sequence[int]) -> WarForecast:
    """Return how the war would end if it began now and each seat held this katana."""
    outcomes = tuple(fight(with_katana(state, katana)))
    return WarForecast(outcomes, points_of(outcomes, state.setup.seats))


def with_katana(state: State, katana: Sequence[int]) -> State:
    """Return the state in which each seat holds this katana."""
    players = zip(state.players, katana, strict=True)
    return replace(state, players=tuple(replace(player, katana=held) for player, held in players))


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


def expected_katana(state: State) -> tuple[int, ...]:
    """Return the katana that each seat holds, or is taken to get (`war_now`)."""
    left = iter(loose_katana(state))
    order = sorted(
        unfinished(state), key=lambda seat: (state.players[seat].left, (seat - state.turn) % len(state.players))
    )
    given = {seat: next(left) for seat in order}
    return tuple(player.katana or given[seat] for seat, player in enumerate(state.players))


def unfinished(state: State) -> list[int]:
    """Return the seats that hold no katana yet."""
    return [seat for seat, player in enumerate(state.players) if player.katana is None]


def loose_katana(state: State) -> list[int]:
    """Return the katana that nobody holds yet, the highest first."""
    held = {player.katana for player in state.players}
    return [katana for katana in state.counts.katana if katana not in held]


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
