"""Deals anew what a seat can't know: if it sees any difference, a secret has leaked."""

from random import Random

from shogun.games.river_of_gold.rules import State
from shogun.games.river_of_gold.rules.components import tiles_of


def dealt_anew(state: State, viewer: int | None, rng: Random) -> State:
    """Return a game that looks the same to `viewer` (None: an onlooker), with everything hidden dealt anew.

    Hidden are the others' hands, the order of the deck, and which tiles lie in the stacks and which left the game.
    """
    other = state.copy()
    others = [seat for seat in range(state.seats) if seat != viewer]
    cards = [*state.deck, *(name for seat in others for name in state.hands[seat])]
    rng.shuffle(cards)
    for seat in others:
        number = len(state.hands[seat])
        other.hands[seat], cards = tuple(cards[:number]), cards[number:]
    other.deck = tuple(cards)
    seen = {*state.tiles, *state.row, *state.gone}
    other.era_1 = tuple(rng.sample([name for name in tiles_of("era 1") if name not in seen], len(state.era_1)))
    other.era_2 = tuple(rng.sample([name for name in tiles_of("era 2") if name not in seen], len(state.era_2)))
    return other
