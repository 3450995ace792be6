"""A game as it may be, made of what a seat sees (determinization): everything hidden is dealt anew."""

from random import Random

from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, tiles_of
from shogun.games.river_of_gold.rules.state import State
from shogun.games.river_of_gold.rules.views import View


def dealt(view: View, rng: Random) -> State:
    """Return a game that looks to its seat as the view does; the others' hands, the deck and the stacks are random."""
    state = State(
        setup=view.setup,
        pending=list(view.pending),
        players=[player.copy() for player in view.players],
        hands=[() for _player in view.players],
        order=view.order,
        turn=view.turn,
        last_turn=view.last_turn,
        answers=view.answers,
        scoring=view.scoring,
        masteries=view.masteries,
        claims=view.claims,
        discards=view.discards,
        tiles=list(view.tiles),
        markers=list(view.markers),
        row=view.row,
        gone=view.gone,
        table=view.table,
        scores=view.scores,
    )
    deal_again(state, view, rng)
    return state


def deal_again(state: State, view: View, rng: Random) -> None:
    """Deal everything hidden of a game anew."""
    delivered = {name for player in view.players for name in player.delivered}
    seen = {*delivered, *view.hand, *view.discards}
    cards = [name for name in CUSTOMERS if name not in seen]
    rng.shuffle(cards)
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            state.hands[seat] = view.hand
        else:
            state.hands[seat], cards = tuple(cards[:size]), cards[size:]
    state.deck = tuple(cards[: view.deck_size])
    out = {*view.tiles, *view.row, *view.gone}
    state.era_1 = tuple(rng.sample([name for name in _ERA_1 if name not in out], view.era_1_size))
    state.era_2 = tuple(rng.sample([name for name in _ERA_2 if name not in out], view.era_2_size))


_ERA_1, _ERA_2 = tiles_of("era 1"), tiles_of("era 2")
