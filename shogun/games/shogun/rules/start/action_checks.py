"""What is wrong with a position in the action phase: cards, bids and plans as they may lie there (4.6 to 4.8)."""

from collections.abc import Iterator, Mapping

from shogun.base.language import _
from shogun.game.bounds import Way
from shogun.game.positions import Found, no_such, not_between, wrong_names
from shogun.games.shogun.rules.cards import ACTIONS, CHEST_CARDS, EVENTS, FACE_DOWN, SPECIALS, Card
from shogun.games.shogun.rules.start.start_position import ActionsUnderWay, StartPosition
from shogun.games.shogun.rules.state import Setup

ACTING: Way = ("acting",)


def wrong_actions(setup: Setup, position: StartPosition, acting: ActionsUnderWay) -> Iterator[Found]:
    """Yield all that is wrong with what is said of a season under way."""
    colours = setup.colours[: setup.seats]
    if position.begins == "winter":
        yield ACTING, _("there are no actions in winter")
    if told := not_between(acting.action, 1, len(ACTIONS)):
        yield (*ACTING, "action"), told
    elif len(position.actions) < acting.action:
        sentence = _("the first {count} action cards must be named, because that one is next")
        yield ("actions",), sentence.format(count=acting.action)
    if acting.next not in colours:
        yield (*ACTING, "next"), no_such(acting.next, colours)
    yield from _event(position, acting)
    yield from _specials(position, acting, colours)
    if acting.choosers and sorted(acting.choosers) != sorted(colours):
        yield (*ACTING, "choosers"), _("name each color once: {colours}").format(colours=", ".join(colours))
    yield from wrong_names((*ACTING, "won"), acting.won, tuple(setup.board.lands))
    for key, some in (("bids", acting.bids), ("boards", acting.boards)):
        for colour in some:
            if colour not in colours:
                yield (*ACTING, key, colour), no_such(colour, colours)
    for colour in colours:
        yield from _plan(setup, position, acting, colour)


def _event(position: StartPosition, acting: ActionsUnderWay) -> Iterator[Found]:
    if acting.event not in EVENTS:
        yield (*ACTING, "event"), no_such(acting.event, tuple(EVENTS))
    elif acting.event in (*position.events, *position.past_events):
        yield (*ACTING, "event"), _("{name!r} is among the other events, too").format(name=acting.event)
    if not position.events:
        yield ("events",), _("name the events that are still to come")


def _specials(position: StartPosition, acting: ActionsUnderWay, colours: tuple[str, ...]) -> Iterator[Found]:
    way = (*ACTING, "specials")
    if sorted(acting.specials) != sorted(colours):
        yield way, _("name one special card for each color: {colours}").format(colours=", ".join(colours))
    if len(set(acting.specials.values())) < len(acting.specials):
        yield way, _("two seats have the same special card")
    if len(position.specials) != len(SPECIALS):
        yield ("specials",), _("name all special cards in their places, because they set the turn order")


def _plan(setup: Setup, position: StartPosition, acting: ActionsUnderWay, colour: str) -> Iterator[Found]:
    board = acting.boards.get(colour, {})
    way = (*ACTING, "boards", colour)
    for action in board:
        if action not in ACTIONS:
            yield (*way, action), no_such(action, ACTIONS)
    known = [card for card in board.values() if card != FACE_DOWN]
    bid = acting.bids.get(colour)
    cards = {**{(*way, action): card for action, card in board.items()}}
    if bid is not None:
        cards[(*ACTING, "bids", colour)] = bid
    yield from _cards(setup, cards)
    every = [*known, *([] if bid is None else [bid])]
    if len(set(every)) < len(every):
        yield way, _("a card is there twice")
    yield from _face_down(position, acting, colour, every)


def _cards(setup: Setup, cards: Mapping[Way, Card]) -> Iterator[Found]:
    for way, card in cards.items():
        is_bid = way[1] == "bids"
        if isinstance(card, int) and card not in CHEST_CARDS:
            yield way, _("must be a chest card (0 to {most}) or a province").format(most=CHEST_CARDS[-1])
        elif isinstance(card, str) and card not in setup.board.lands and (is_bid or card != FACE_DOWN):
            yield way, no_such(card, tuple(setup.board.lands))


def _face_down(position: StartPosition, acting: ActionsUnderWay, colour: str, known: list[Card]) -> Iterator[Found]:
    """Yield why cards can't lie face down: their turn has come, or there aren't so many that the seat may hold."""
    board, way = acting.boards.get(colour, {}), (*ACTING, "boards", colour)
    done = position.actions[: max(0, acting.action - 1)]
    for action, card in board.items():
        if card == FACE_DOWN and action in done:
            yield (*way, action), _("this action is over, so its card has been seen")
    owned = [name for name, land in position.province.items() if land.owner == colour and name not in acting.won]
    hidden = [card for card in (*owned, *CHEST_CARDS) if card not in known]
    count = sum(card == FACE_DOWN for card in board.values())
    if count > len(hidden):
        sentence = _("cards face down: {count}, but only {held} can be")
        yield way, sentence.format(count=count, held=len(hidden))
