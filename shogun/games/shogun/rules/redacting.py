"""What everybody may have of a game's past (redaction): cards that nobody has seen are laid anew."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from shogun.game.chance import Draw, Drawn, Order, Shuffle, as_listed, laid_anew
from shogun.game.protocol import Given
from shogun.games.shogun.rules.cards import FACE_DOWN
from shogun.games.shogun.rules.moves import DrawCard, TakeCard
from shogun.games.shogun.rules.start.plan_dealing import held_cards
from shogun.games.shogun.rules.state import DealingPlan, Exchanging, ShufflingActions, ShufflingDeck, State
from shogun.games.shogun.rules.views import view

FACE_UP = 2
"""Province cards that lie face up in the draft (2.4)."""


def redacted(past: Sequence[Given], seats: Collection[int] = (), order: Order = as_listed) -> Sequence[Any]:
    """Return the answers of a past with the cards laid anew that lie face down or are left in the deck (2.4, 4.1).

    No seat has seen one that others haven't, but for its own plan where a game began in the action phase (4.3).
    """
    seen, state = _seen_in_draft(past), past[-1].after
    return [
        _dealt(given, state, seats, order)
        if isinstance(given.before.stage, DealingPlan)
        else _redacted(given, seen, state, order)
        for given in past
    ]


def _dealt(given: Given, state: State, seats: Collection[int], order: Order) -> Any:
    """Return the cards that were dealt to a seat, those that still lie face down laid anew: such as it still holds."""
    seat, drawn, question = given.before.stage.seat, given.answer, given.question
    assert isinstance(question, Draw), "that is how plans are dealt"
    if seat in seats or given.before.moment != state.moment or state.event is None:
        return drawn
    places = [place for place, card in enumerate(given.before.plans[seat].fields) if card == FACE_DOWN]
    shown = view(state, None).boards[seat]
    known = {at: drawn.items[at] for at, place in enumerate(places) if shown[place] != FACE_DOWN}
    held = held_cards(state, seat)
    return laid_anew(drawn, known, [card for card in order(question) if card in held or card in known.values()])


def _redacted(given: Given, seen: Mapping[str, list[int]], state: State, order: Order) -> Any:
    """Return an answer, if it is lots that are hidden now with those laid anew."""
    drawn, question = given.answer, given.question
    if not isinstance(drawn, Drawn) or not isinstance(question, Shuffle | Draw):
        return drawn
    if isinstance(given.before.stage, ShufflingActions) and given.before.moment == state.moment and state.actions:
        laid = len(given.before.actions)  # by a position, before the others were shuffled
        face_up = {place: card for place, card in enumerate(view(state, None).actions[laid:]) if card is not None}
        return laid_anew(drawn, face_up, order(question))
    if isinstance(given.before.stage, ShufflingDeck | Exchanging):
        return laid_anew(drawn, {place: drawn.items[place] for place in seen.get(question.key, ())}, order(question))
    return drawn


def _seen_in_draft(past: Sequence[Given]) -> dict[str, list[int]]:
    """Return which places of the draft's shuffles have been revealed, by the keys of those; the deck's top is first."""
    deck: list[tuple[str, int]] = []
    revealed = 0
    for given in past:
        if isinstance(given.before.stage, ShufflingDeck | Exchanging):
            deck += [(given.question.key, place) for place in range(len(given.answer.items))]
            revealed += FACE_UP
        revealed += isinstance(given.answer, TakeCard | DrawCard)
    seen: dict[str, list[int]] = {}
    for key, place in deck[:revealed]:
        seen.setdefault(key, []).append(place)
    return seen
