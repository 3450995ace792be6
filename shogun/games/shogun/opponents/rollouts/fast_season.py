"""The course of a season in a playout, from the draw of its event: chapters 4 to 7 of the rules, on a `FastState`.

Every question is answered as `planner.decide` answers it; chance is asked in the rules' order.
"""

from shogun.games.shogun.opponents.planning.special_cards import HELPS
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS, NO_CARD, NOBODY, number_of
from shogun.games.shogun.opponents.rollouts.fast_marches import Marches, missing_after
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.actions import COST, DEPLOYED, FEWER, SIX
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, EVENTS, SUPPLY, Action, Special
from shogun.games.shogun.rules.season import bid_rank
from shogun.games.shogun.rules.winter import revolts_for

HELPED = {card: tuple(map(number_of, actions)) for card, actions in HELPS.items()}
"""The action fields that each special card helps."""
TEMPLE, CASTLE, THEATRE = KINDS["temple"], KINDS["castle"], KINDS["theatre"]


# Event, bids, special cards (4.5, 4.6)


def draw_event(lean: FastState) -> None:
    """Draw the season's event."""
    event = lean.rng.sample(lean.events, 1)[0]
    lean.events = tuple(name for name in lean.events if name != event)
    lean.hold(event)


def choosers(lean: FastState) -> tuple[int, ...]:
    """Pay the bids, and return the seats in the order in which they choose; lots decide between equal bids."""
    ranks = [bid_rank(bid) for bid in lean.bids]
    for seat, bid in enumerate(lean.bids):
        if isinstance(bid, int):
            lean.chests[seat] -= bid
    tied = tuple(seat for seat, rank in enumerate(ranks) if ranks.count(rank) > 1)
    lots = lean.rng.sample(tied, len(tied)) if tied else []
    place = [lots.index(seat) if seat in tied else 0 for seat in range(len(ranks))]
    return tuple(sorted(range(len(ranks)), key=lambda seat: (ranks[seat], place[seat])))


def take_specials(lean: FastState, queue: tuple[int, ...]) -> None:
    """Let seats take the special cards that help them most; the places then give the turn order."""
    for seat in queue:
        left = [card for card in lean.specials if card not in lean.taken]
        lean.taken[seat] = max(left, key=lambda card: special_worth(lean, seat, card))
    lean.order = tuple(lean.taken.index(card) for card in lean.specials if card in lean.taken)


def special_worth(lean: FastState, seat: int, card: Special) -> float:
    """Return what a special card is worth to a seat with its plan; an early turn counts a little."""
    scales, plan = lean.scales, lean.plans[seat]
    uses = sum([plan[field] != NO_CARD for field in HELPED[card]])
    if card == "chest":
        worth = uses * scales.chest
    elif card == "rice":
        worth = uses * _extra_rice(lean, seat) if uses else 0.0
    else:
        worth = scales.army * 1.5 if card == "defence" else uses * scales.army * 1.5
    return worth - 0.1 * lean.specials.index(card)


def _extra_rice(lean: FastState, seat: int) -> float:
    missing = missing_after(lean, seat)
    return lean.scales.price(lean.events, missing) - lean.scales.price(lean.events, missing - 1)


# The ten actions (4.7, 5)


def reveal_until(lean: FastState, action: int, turn: int) -> None:
    """Note whose cards have been revealed when the seat at this turn of this action has shown its own."""
    for seat, plan in enumerate(lean.plans):
        had_turn = seat in lean.order[: turn + 1]
        for done in lean.actions[: action + had_turn]:
            if plan[number_of(done)] != NO_CARD:
                lean.spent[plan[number_of(done)]] = True


def act(lean: FastState, action: int, turn: int) -> None:
    """Carry out all that is planned, from this turn of this action to the end of the season."""
    for number in range(action, len(ACTIONS)):
        name = lean.actions[number]
        field = number_of(name)
        for seat in lean.order[turn:]:
            place = lean.plans[seat][field]
            if place != NO_CARD:
                lean.spent[place] = True
                _perform(lean, seat, name, number, place)
        turn = 0


def _perform(lean: FastState, seat: int, action: Action, number: int, place: int) -> None:
    """Carry out an action, or skip it where that is impossible (5.0)."""
    if action in KINDS:
        _build(lean, seat, KINDS[action], place)
    elif action == "rice":
        lean.rice[seat] += lean.rice_of[place] + (lean.taken[seat] == "rice")
        _provoke(lean, seat, place)
    elif action == "taxes":
        lean.chests[seat] += lean.tax_of[place] + (lean.taken[seat] == "chest")
        _provoke(lean, seat, place)
    elif action in DEPLOYED:
        _deploy(lean, seat, action, number, place)
    elif lean.armies[place] > 1:
        _battle(lean, seat, number, place)


def _build(lean: FastState, seat: int, kind: int, place: int) -> None:
    """Build, if there are site, chests and tile (5.1); under the theatre event a theatre calms (6.3)."""
    built, name = lean.built[place], BUILDINGS[kind]
    is_full = kind in built or len(built) >= lean.ground.sites[place]
    if is_full or lean.chests[seat] < COST[name] or lean.tiles[kind] >= SUPPLY[name]:
        return
    lean.chests[seat] -= COST[name]
    lean.build(place, kind)
    if kind == THEATRE and lean.event == "calming_theatre" and lean.markers[place]:
        lean.markers[place] -= 1


def _provoke(lean: FastState, seat: int, place: int) -> None:
    """Break out a revolt if a marker lies there, else put the first one there (5.3)."""
    markers = lean.markers[place]
    if not markers or revolt(lean, seat, place, markers):
        lean.markers[place] += 1


def _deploy(lean: FastState, seat: int, action: Action, number: int, place: int) -> None:
    """Deploy as many as possible, and by deploy 1 move on where that is worth it (5.4, 5.5, 6.2)."""
    armies = (FEWER if lean.event == "fewer_deployed" else DEPLOYED)[action]
    if lean.chests[seat] < COST[action] or lean.reserve[seat] < armies:
        return
    if action == "deploy5" and lean.taken[seat] == "armies" and lean.reserve[seat] >= SIX:
        armies = SIX
    lean.chests[seat] -= COST[action]
    lean.reserve[seat] -= armies
    lean.armies[place] += armies
    if action == "deploy1":
        _move_on(lean, seat, number, place)


def _move_on(lean: FastState, seat: int, number: int, source: int) -> None:
    own = [near for near in lean.ground.neighbours[source] if lean.owner[near] == seat]
    if own:
        worth, target, armies = Marches(lean, seat, number).best(source, own)
        if worth > 0:
            move(lean, source, target, armies)


def _battle(lean: FastState, seat: int, number: int, source: int) -> None:
    """March where that is worth most, or least harmful (5.6)."""
    targets = lean.ground.neighbours[source]
    if lean.event == "sacred_temple":
        owner, built = lean.owner, lean.built
        targets = tuple(to for to in targets if owner[to] == seat or TEMPLE not in built[to])
    if targets:
        _worth, target, armies = Marches(lean, seat, number).best(source, targets)
        march(lean, seat, source, target, armies)


def march(lean: FastState, seat: int, source: int, target: int, armies: int) -> None:
    """Move armies to an own province, or attack."""
    if lean.owner[target] == seat:
        move(lean, source, target, armies)
        return
    lean.armies[source] -= armies
    lean.add_armies(seat, armies)
    if lean.taken[seat] == "attack" and lean.reserve[seat]:
        reinforce(lean, seat)
    defend(lean, seat, target)


def move(lean: FastState, source: int, target: int, armies: int) -> None:
    """Move armies between provinces of one seat."""
    lean.armies[source] -= armies
    lean.armies[target] += armies


# Battles (7)


def reinforce(lean: FastState, seat: int) -> None:
    """Throw one more army from a seat's reserve (6.2, 6.3)."""
    lean.reserve[seat] -= 1
    lean.add_armies(seat, 1)


def defend(lean: FastState, attacker: int, target: int) -> None:
    """Let the defender reinforce as far as it can, then throw and settle (6.2, 7.2)."""
    defender = lean.owner[target]
    if defender != NOBODY and lean.taken[defender] == "defence" and lean.reserve[defender] > castle_helps(lean, target):
        reinforce(lean, defender)
    fight(lean, attacker, target)


def castle_helps(lean: FastState, target: int) -> bool:
    """Return whether the castle event adds an army to a defence (6.3)."""
    return lean.event == "strong_castle" and CASTLE in lean.built[target]


def fight(lean: FastState, attacker: int, target: int) -> None:
    """Throw all that fights, and settle the battle on the tray (7.2-7.4)."""
    defender = lean.owner[target]
    if defender == NOBODY:
        lean.add_peasants(2 if lean.event == "two_peasants" else 1)
    else:
        if lean.reserve[defender] and castle_helps(lean, target):
            reinforce(lean, defender)
        lean.add_armies(defender, lean.armies[target])
    lean.throw()
    _settle(lean, attacker, defender, target)


def _settle(lean: FastState, attacker: int, defender: int, target: int) -> None:
    attackers = lean.send_home(attacker)
    defenders = 0 if defender == NOBODY else lean.send_home(defender)
    peasants = 0 if lean.markers[target] else lean.send_peasants_home()
    lead = attackers - defenders - peasants
    if lead < 0 and defenders:
        lean.armies[target] = min(defenders, -lead)
        lean.reserve[defender] -= lean.armies[target]
        return
    if lead > 0:
        lean.reserve[attacker] -= lead
        lean.give(target, attacker, lead)
    else:
        lean.raze(target)
    if defender != NOBODY:
        lean.void_card(defender, target)


def revolt(lean: FastState, seat: int, place: int, peasants: int) -> bool:
    """Let peasants rise against all armies of a province, and return whether they were put down (7.6)."""
    lean.add_peasants(peasants)
    lean.add_armies(seat, lean.armies[place])
    lean.throw()
    armies = lean.send_home(seat)
    left = armies - lean.send_peasants_home()
    if left > 0:
        lean.armies[place] = left
        lean.reserve[seat] -= left
        return True
    lean.raze(place)
    lean.void_card(seat, place)
    return False


def pass_winter(lean: FastState) -> list[int]:
    """Take winter's rice, let the hungry revolt, count the points, and return each seat's shortfall."""
    loss = EVENTS[lean.events[0]].winter_rice
    lean.rice = [max(0, rice - loss) for rice in lean.rice]
    short = [max(0, lean.owner.count(seat) - rice) for seat, rice in enumerate(lean.rice)]
    for seat in lean.order:
        if short[seat]:
            _revolts(lean, seat, *revolts_for(short[seat]))
    lean.points = [points + won for points, won in zip(lean.points, lean.scores(), strict=True)]
    return short


def _revolts(lean: FastState, seat: int, count: int, peasants: int) -> None:
    """Draw the provinces that revolt; the seat faces first where most armies stand (8.3)."""
    owned = sorted(lean.owned(seat), key=lean.ground.alphabet.__getitem__)
    left = lean.rng.sample(owned, min(count, len(owned)))
    while left:
        place = max(sorted(left, key=lean.ground.alphabet.__getitem__), key=lean.armies.__getitem__)
        left.remove(place)
        revolt(lean, seat, place, lean.markers[place] + peasants)


def begin_year(lean: FastState) -> None:
    """Clear revolt markers and rice (8.6)."""
    lean.markers = [0] * len(lean.markers)
    lean.rice = [0] * len(lean.rice)
    lean.events, lean.year, lean.season = (), lean.year + 1, "spring"
