"""Rules 11.3 and 11.6: what is true after every step of a legal game."""

from collections import Counter
from collections.abc import Iterator

from shogun.games.rumble_nation.rules.components import AREAS, PIECES
from shogun.games.rumble_nation.rules.moves import RESERVE
from shogun.games.rumble_nation.rules.state import LayingCastles, Over, State


def problems(state: State) -> list[str]:
    """Return every violation of the invariants of rule 11.3, a sentence each; an empty list if all is well."""
    return [*_pieces(state), *_castles(state), *_katana(state), *_cards(state)]


def _pieces(state: State) -> Iterator[str]:
    expected = PIECES.soldiers_advanced if state.setup.advanced else PIECES.soldiers
    for seat, player in enumerate(state.players):
        total = player.reserve + sum(there[seat] for there in state.soldiers.values())
        if total != expected:
            yield f"seat {seat} has {total} soldiers in all, not {expected}"
        places = (*AREAS, RESERVE) if state.setup.advanced else (None,)
        if player.daimyo not in places:
            yield f"the daimyo of seat {seat} is at {player.daimyo}"
        if min(player.reserve, *(there[seat] for there in state.soldiers.values())) < 0:
            yield f"seat {seat} has fewer than no soldiers somewhere"


def _castles(state: State) -> Iterator[str]:
    everything, small = list(PIECES.large_castles), Counter(PIECES.small_castles)
    is_laid, is_over = not isinstance(state.stage, LayingCastles), isinstance(state.stage, Over)
    if is_laid and (tuple(state.castles) != AREAS or sorted(state.castles.values()) != everything):
        yield f"the large castles are laid as {state.castles}"
    gone = [*state.set_aside, *(castle for player in state.players for castle in player.large)]
    if sorted(gone) != (everything if is_over else []):
        yield f"the large castles taken or set aside are {sorted(gone)}"
    taken = Counter(castle for player in state.players for castle in player.small)
    if taken - small or (taken and not (is_over and state.counts.small_castles)):
        yield f"the small castles taken are {sorted(taken.elements())}"


def _katana(state: State) -> Iterator[str]:
    held = [player.katana for player in state.players if player.katana is not None]
    if sorted(held, reverse=True) != list(state.counts.katana[: len(held)]):
        yield f"the katana taken are {held}"
    for seat, player in enumerate(state.players):
        if (player.katana is not None) != (player.left == 0):
            yield f"seat {seat} holds katana {player.katana} with {player.left} pieces in the reserve"


def _cards(state: State) -> Iterator[str]:
    played = [player.tactic for player in state.players if player.tactic]
    revealed = {*state.tactics, *played}
    if (state.tactics and len(revealed) != state.counts.tactics) or len(revealed) != len(state.tactics) + len(played):
        yield f"tactics in the pool {state.tactics}, played {played}"
    taken = [player.daimyo_card for player in state.players if player.daimyo_card]
    if len({*taken, *state.daimyo_cards}) != len(taken) + len(state.daimyo_cards):
        yield f"daimyo cards on offer {state.daimyo_cards}, taken {taken}"
