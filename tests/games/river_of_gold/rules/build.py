"""Games in which something definite is about to happen."""

from random import Random
from typing import Any

from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import Setup, State, awaited
from shogun.games.river_of_gold.rules.components import PATRONS, TILES
from shogun.games.river_of_gold.rules.state import Effect, Player, RollDie

from .random_games import chance


def bare(seats: int = 2, seed: int = 1) -> State:
    """Return a game at the first turn of seat 0: on the shore the imperial markets alone, and nobody has a customer."""
    rng, state = Random(seed), rules.new(Setup(seats, first_seat=0))
    while state.turn < 0:
        (question,) = awaited(state)
        answer = question.moves[0] if isinstance(question, OneOf) else chance(question, rng)
        state = rules.play(state, question.seat, answer).state
    state.tiles = [tile if tile and TILES[tile].set == "imperial" else "" for tile in state.tiles]
    state.deck = (*state.deck, *(name for hand in state.hands for name in hand))
    state.hands = [()] * seats
    return state


def with_patron(state: State, seat: int, patron: str) -> State:
    """Return a game in which a seat has a patron."""
    other = state.copy()
    other.setup = Setup(state.seats, "table", 0)
    other.players[seat].patron, other.players[seat].clan = patron, PATRONS[patron].clan
    return other


def put(state: State, shore: int, tile: str, *markers: int) -> None:
    """Put a tile with markers on a shore space; wherever else it was it is no more."""
    state.row = tuple(other for other in state.row if other != tile)
    state.tiles = ["" if other == tile else other for other in state.tiles]
    state.tiles[shore - 1], state.markers[shore - 1] = tile, markers


def has(player: Player, **values: Any) -> None:
    """Let a player have something."""
    for name, value in values.items():
        setattr(player, name, value)


def played(state: State, *moves: Any, seed: int = 2) -> tuple[State, list[Any]]:
    """Return the game after these moves, each of whoever is asked, with the events; chance answers in between."""
    rng, events = Random(seed), []
    for move in moves:
        state, some = _chance_answered(state, rng)
        step = rules.play(state, awaited(state)[0].seat, move)
        state = step.state
        events += [*some, *step.events]
    return state, events


def turn_ended(state: State, seed: int = 2) -> State:
    """Return the game at the next turn: whoever is asked rolls."""
    return _chance_answered(played(state, RollDie(), seed=seed)[0], Random(seed))[0]


def _chance_answered(state: State, rng: Random) -> tuple[State, list[Any]]:
    events: list[Any] = []
    while not isinstance((question := awaited(state)[0]), OneOf):
        step = rules.play(state, None, chance(question, rng))
        state = step.state
        events += step.events
    return state, events


def moves(state: State, kind: Any = object) -> list[Any]:
    """Return the moves of a kind that are open."""
    (question,) = awaited(state)
    assert isinstance(question, OneOf)
    return [move for move in question.moves if isinstance(move, kind)]


def gained(state: State, *effects: Effect) -> State:
    """Return a game after some effects were carried out, up to the first that is asked."""
    other = state.copy()
    progress = rules.playing.Play(other)
    progress.then(*effects)
    rules.game.advance(progress)
    return progress.state
