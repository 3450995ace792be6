"""Checks of start positions (9.3): invariants of every legal game, the action phase, and whether a game can begin."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from shogun.base.language import _, marked
from shogun.game.bounds import Way
from shogun.game.positions import MOST_COUNT, Found, no_such, not_between, wrong_names, wrong_numbers
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    BUILDINGS,
    CHEST_CARDS,
    EVENTS,
    FACE_DOWN,
    MOST_MARKERS,
    PEASANT,
    PEASANTS,
    SEASONS,
    SPECIALS,
    SUPPLY,
    YEARS,
    Card,
    Season,
)
from shogun.games.shogun.rules.position_file import StartActions, StartPosition, StartProvince, StartWinter
from shogun.games.shogun.rules.state import BattleThrow, RevoltThrow, Setup, State


def problems(state: State) -> list[str]:
    """Return every violation of the invariants of rule 9.3, a sentence each; an empty list if all is well."""
    return [*_cube_problems(state), *_province_problems(state), *_goods_problems(state)]


def _cube_problems(state: State) -> list[str]:
    problems = []
    for seat, player in enumerate(state.players):
        board = sum(province.armies for province in state.provinces.values() if province.owner == seat)
        total = board + player.reserve + _off_board(state, state.colour(seat))
        if total != ARMIES:
            problems.append(f"{state.colour(seat)} has {total} armies in all, not {ARMIES}")
    peasants = state.peasants + _off_board(state, PEASANT)
    if peasants != PEASANTS:
        problems.append(f"there are {peasants} peasants in all, not {PEASANTS}")
    return problems


def _off_board(state: State, colour: str) -> int:
    return sum(place.get(colour, 0) for place in (state.tower, state.tray, state.waiting))


def _under_battle(state: State) -> str | None:
    stage = state.stage
    if isinstance(stage, BattleThrow):
        return stage.battle.target
    return stage.province if isinstance(stage, RevoltThrow) else None


def _province_problems(state: State) -> list[str]:
    problems = []
    for name, province in state.provinces.items():
        if name != _under_battle(state) and (province.owner is None) != (province.armies == 0):
            problems.append(f"{name} has owner {province.owner} and {province.armies} armies")
        if province.armies < 0:
            problems.append(f"{name} has {province.armies} armies")
        if len(province.buildings) > state.board.lands[name].sites:
            problems.append(f"{name} has more buildings than sites: {province.buildings}")
        if len(set(province.buildings)) < len(province.buildings):
            problems.append(f"{name} has two buildings of a kind: {province.buildings}")
        if not 0 <= province.markers <= MOST_MARKERS:
            problems.append(f"{name} has {province.markers} revolt markers")
    return problems


def _goods_problems(state: State) -> list[str]:
    problems = []
    for seat, player in enumerate(state.players):
        if min(player.chests, player.rice, player.reserve, state.peasants) < 0:
            problems.append(f"seat {seat} owns less than nothing: {player}")
        if player.rice > 18:
            problems.append(f"seat {seat} has {player.rice} rice, more than the track holds")
    cubes = [*state.tower.values(), *state.tray.values(), *state.waiting.values()]
    if any(count <= 0 for count in cubes):
        problems.append(f"a count of cubes is not positive: {state.tower} {state.tray} {state.waiting}")
    return problems


# Checks of a position in the action phase: its cards, bids and plans (4.6 to 4.8)

ACTING: Way = ("acting",)


def wrong_actions(setup: Setup, position: StartPosition, acting: StartActions) -> Iterator[Found]:
    """Yield all problems of a season under way."""
    colours = setup.colours[: setup.seats]
    if position.first_season == "winter":
        yield ACTING, _("there are no actions in winter")
    if problem := not_between(acting.action, 1, len(ACTIONS)):
        yield (*ACTING, "action"), problem
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


def _event(position: StartPosition, acting: StartActions) -> Iterator[Found]:
    if acting.event not in EVENTS:
        yield (*ACTING, "event"), no_such(acting.event, tuple(EVENTS))
    elif acting.event in (*position.events, *position.past_events):
        yield (*ACTING, "event"), _("{name!r} is among the other events, too").format(name=acting.event)
    if not position.events:
        yield ("events",), _("name the events that are still to come")


def _specials(position: StartPosition, acting: StartActions, colours: tuple[str, ...]) -> Iterator[Found]:
    way = (*ACTING, "specials")
    if sorted(acting.specials) != sorted(colours):
        yield way, _("name one special card for each color: {colours}").format(colours=", ".join(colours))
    if len(set(acting.specials.values())) < len(acting.specials):
        yield way, _("two seats have the same special card")
    if len(position.specials) != len(SPECIALS):
        yield ("specials",), _("name all special cards in their places, because they set the turn order")


def _plan(setup: Setup, position: StartPosition, acting: StartActions, colour: str) -> Iterator[Found]:
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
    yield from _check_turn_order_cards(setup, cards)
    every = [*known, *([] if bid is None else [bid])]
    if len(set(every)) < len(every):
        yield way, _("a card is there twice")
    yield from _face_down(position, acting, colour, every)


def _check_turn_order_cards(setup: Setup, cards: Mapping[Way, Card]) -> Iterator[Found]:
    for way, card in cards.items():
        is_bid = way[1] == "bids"
        if isinstance(card, int) and card not in CHEST_CARDS:
            yield way, _("must be a chest card (0 to {most}) or a province").format(most=CHEST_CARDS[-1])
        elif isinstance(card, str) and card not in setup.board.lands and (is_bid or card != FACE_DOWN):
            yield way, no_such(card, tuple(setup.board.lands))


def _face_down(position: StartPosition, acting: StartActions, colour: str, known: list[Card]) -> Iterator[Found]:
    """Yield why cards can't be face down: their turn has come, or the seat can't hold that many."""
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


# Checks of whether a game can begin at a position (9.3)

EVENTS_A_YEAR = 4
MOST_RICE = 18
"""Most rice, as the track holds no more (9.3)."""
MOST_GIVEN_UP = 40
"""Most points that a seat may give up for its place, a house rule."""
MOST_REVOLTS = 3
position_defaults: Mapping[str, str] = {
    "year": marked("the first"),
    "season": marked("spring"),
    "seat": marked("everybody has the starting chests, no rice and no points"),
    "province": marked("all provinces are neutral and empty"),
    "tower": marked("the tower is empty"),
    "tray": marked("the tower is empty"),
    "events": marked("the events still to come are drawn at random"),
    "past_events": marked("no event has been revealed yet"),
    "actions": marked("they are shuffled"),
    "specials": marked("they are shuffled"),
    "order": marked("the order of the seats"),
}
"""Meaning of each key that a file leaves out."""


def events_to_come(season: Season) -> int:
    """Return how many events of the year are to come at the beginning of a season, its own among them (4.5)."""
    return EVENTS_A_YEAR - SEASONS.index(season)


def wrong_in(setup: Setup, position: StartPosition) -> Iterator[Found]:
    """Yield all that keeps a game from beginning at a position; the rest of its setup is right."""
    colours = setup.colours[: setup.seats]
    yield from _goods(setup, position)
    for name, province in position.province.items():
        yield from _province(setup, name, province, colours)
    yield from _buildings(position)
    yield from _cubes(position, colours)
    yield from _events(position)
    yield from _cards(position)
    if position.order and sorted(position.order) != sorted(colours):
        sentence = _("name each color once: {colours}")
        yield ("order",), sentence.format(colours=", ".join(colours))
    if position.winter is not None:
        yield from _winter(position, position.winter, colours)
    if position.acting is not None:
        yield from wrong_actions(setup, position, position.acting)


def _goods(setup: Setup, position: StartPosition) -> Iterator[Found]:
    yield from wrong_numbers({("year",): (position.year, 1, YEARS)})
    if len(position.seat) > setup.seats:
        sentence = _("{found} seats are described, but {seats} are playing")
        yield ("seat", setup.seats), sentence.format(found=len(position.seat), seats=setup.seats)
    for number, goods in enumerate(position.seat[: setup.seats]):
        way: Way = ("seat", number)
        yield from wrong_numbers(
            {
                (*way, "chests"): (goods.chests or 0, 0, MOST_COUNT),
                (*way, "rice"): (goods.rice, 0, MOST_RICE),
                (*way, "points"): (goods.points, -MOST_GIVEN_UP, MOST_COUNT),
            }
        )


def _province(setup: Setup, name: str, province: StartProvince, colours: tuple[str, ...]) -> Iterator[Found]:
    way: Way = ("province", name)
    lands = setup.board.lands
    if name in setup.board.left_out:
        yield way, _("this province isn't used with three players")
        return
    if name not in lands:
        yield way, no_such(name, tuple(lands))
        return
    if province.owner and province.owner not in colours:
        yield (*way, "owner"), no_such(province.owner, colours)
    yield from wrong_numbers(
        {
            (*way, "armies"): (province.armies, 0, ARMIES),
            (*way, "markers"): (province.markers, 0, MOST_MARKERS),
        }
    )
    if province.owner and not province.armies:
        yield (*way, "armies"), _("an owner needs at least one army here")
    if province.armies and not province.owner:
        yield (*way, "armies"), _("armies need an owner")
    yield from _sites(way, province, lands[name].sites)


def _sites(way: Way, province: StartProvince, sites: int) -> Iterator[Found]:
    if len(set(province.buildings)) < len(province.buildings):
        yield (*way, "buildings"), _("two buildings of a kind")
    if len(province.buildings) > sites:
        sentence = _("buildings: {count}, but the province has room for {sites}")
        yield (*way, "buildings"), sentence.format(count=len(province.buildings), sites=sites)
    if not province.owner and (province.buildings or province.markers):
        yield way, _("a neutral province has no buildings or markers")


def _buildings(position: StartPosition) -> Iterator[Found]:
    built = Counter(kind for province in position.province.values() for kind in province.buildings)
    for kind in BUILDINGS:
        if built[kind] > SUPPLY[kind]:
            sentence = _("buildings of the kind {kind}: {count}, but the box has {supply}")
            yield ("province",), sentence.format(count=built[kind], kind=kind, supply=SUPPLY[kind])


def _cubes(position: StartPosition, colours: tuple[str, ...]) -> Iterator[Found]:
    boxes = {**dict.fromkeys(colours, ARMIES), PEASANT: PEASANTS}
    for place, cubes in (("tower", position.tower), ("tray", position.tray)):
        for colour, count in cubes.items():
            if colour not in boxes:
                yield (place, colour), no_such(colour, tuple(boxes))
            elif problem := not_between(count, 0, boxes[colour]):
                yield (place, colour), problem
    for colour, box in boxes.items():
        off_board = [cubes.get(colour, 0) for cubes in (position.tower, position.tray)]
        board = [province.armies for province in position.province.values() if province.owner == colour]
        counts = [count for count in (*off_board, *board) if 0 <= count <= box]
        if sum(counts) > box:
            sentence = _("cubes of {colour} on the board, in the tower and on the tray: {count}, but the box has {box}")
            yield _where(position, colour), sentence.format(count=sum(counts), colour=colour, box=box)


def _where(position: StartPosition, colour: str) -> Way:
    """Return where the first of too many cubes of a color are named."""
    owned = [name for name, province in position.province.items() if province.owner == colour]
    return ("province", owned[0], "armies") if owned else ("tower", colour)


def _events(position: StartPosition) -> Iterator[Found]:
    yield from wrong_names(("events",), position.events, tuple(EVENTS))
    yield from wrong_names(("past_events",), position.past_events, tuple(EVENTS))
    both = [name for name in position.events if name in position.past_events]
    if both:
        yield ("past_events",), _("{name!r} is among the events to come, too").format(name=both[0])
    if not 1 <= position.year <= YEARS:
        return
    due = events_to_come(position.first_season) - (position.acting is not None)
    if position.events and len(position.events) != due:
        sentence = _("{season} needs {due} events, or none, not {count}")
        yield ("events",), sentence.format(due=due, season=position.first_season, count=len(position.events))
    drawn = (0 if position.events else due) + EVENTS_A_YEAR * (YEARS - position.year)
    event = position.acting.event if position.acting is not None else ""
    left = len(set(EVENTS) - {*position.events, *position.past_events, event})
    if left < drawn:
        sentence = _("only {left} events are left, but {drawn} are still to be drawn")
        yield ("past_events",), sentence.format(left=left, drawn=drawn)


def _cards(position: StartPosition) -> Iterator[Found]:
    yield from wrong_names(("actions",), position.actions, ACTIONS)
    yield from wrong_names(("specials",), position.specials, SPECIALS)
    if position.specials and len(position.specials) != len(SPECIALS):
        sentence = _("name all {count} special cards, or none, not {found}")
        yield ("specials",), sentence.format(count=len(SPECIALS), found=len(position.specials))
    if position.first_season == "winter":
        for key, cards in (("actions", position.actions), ("specials", position.specials)):
            if cards:
                yield (key,), _("there are no action cards in winter")


def _winter(position: StartPosition, winter: StartWinter, colours: tuple[str, ...]) -> Iterator[Found]:
    if position.first_season != "winter":
        yield ("winter",), _('`season` must be "winter" here, not {season}').format(season=position.first_season)
    if len(position.events) != 1:
        yield ("events",), _("name the one event that set winter's rice loss")
    if winter.next not in colours:
        yield ("winter", "next"), no_such(winter.next, colours)
    for colour, count in winter.short.items():
        if colour not in colours:
            yield ("winter", "short", colour), no_such(colour, colours)
        elif problem := not_between(count, 0, MOST_COUNT):
            yield ("winter", "short", colour), problem
    if winter.next in colours and not winter.short.get(winter.next):
        yield ("winter", "short"), _("{colour} is next, but wasn't short of rice").format(colour=winter.next)
    yield from _revolts(winter, _owned(position.province, winter.next))


def _owned(provinces: Mapping[str, StartProvince], colour: str) -> list[str]:
    return [name for name, province in provinces.items() if province.owner == colour]


def _revolts(winter: StartWinter, owned: Iterable[str]) -> Iterator[Found]:
    yield from wrong_names(("winter", "revolts"), winter.revolts, tuple(owned))
    if len(winter.revolts) > MOST_REVOLTS:
        yield ("winter", "revolts"), _("the maximum number of provinces is {most}").format(most=MOST_REVOLTS)
    if not owned:
        yield ("winter", "next"), _("{colour} has no province for a revolt").format(colour=winter.next)
