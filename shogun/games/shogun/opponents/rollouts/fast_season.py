"""The course of a season in a playout, from the draw of its event to the end of winter, on a `FastState`.

It is the twin of `rules` from chapter 4 to 8.6: of `season`, `actions`, `battle` and `winter`; a change of a rule there
may need one here, and one in `batch_season`. Every question is answered as `planner.decide` answers it; chance is drawn
in the rules' order.
"""

from shogun.games.shogun.opponents.planning.valuation_weights import HELPS
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS, NO_CARD, NOBODY, number_of
from shogun.games.shogun.opponents.rollouts.fast_marches import best_march, missing_after
from shogun.games.shogun.opponents.rollouts.fast_state import FastState, Marched
from shogun.games.shogun.rules.actions import COST, DEPLOYED, FEWER, SIX
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, EVENTS, SUPPLY, Action, Special
from shogun.games.shogun.rules.season import bid_rank
from shogun.games.shogun.rules.state import Acting
from shogun.games.shogun.rules.winter import revolts_for

HELPED = {card: tuple(map(number_of, actions)) for card, actions in HELPS.items()}
"""The action fields that each special card helps."""
FIELDS = {action: number_of(action) for action in ACTIONS}
TEMPLE, CASTLE, THEATRE = KINDS["temple"], KINDS["castle"], KINDS["theatre"]


# Event, bids, special cards (4.5, 4.6)


def draw_event(fast: FastState) -> None:
    """Draw the season's event."""
    event = fast.rng.sample(fast.events, 1)[0]
    fast.events = tuple(name for name in fast.events if name != event)
    fast.hold(event)


def choosers(fast: FastState) -> tuple[int, ...]:
    """Pay the bids, and return the seats in the order in which they choose; lots decide between equal bids."""
    ranks = [bid_rank(bid) for bid in fast.bids]
    for seat, bid in enumerate(fast.bids):
        if isinstance(bid, int):
            fast.chests[seat] -= bid
    tied = tuple(seat for seat, rank in enumerate(ranks) if ranks.count(rank) > 1)
    lots = fast.rng.sample(tied, len(tied)) if tied else []
    place = [lots.index(seat) if seat in tied else 0 for seat in range(len(ranks))]
    return tuple(sorted(range(len(ranks)), key=lambda seat: (ranks[seat], place[seat])))


def take_specials(fast: FastState, queue: tuple[int, ...]) -> None:
    """Let seats take the special cards that help them most; the places then give the turn order."""
    for seat in queue:
        left = [card for card in fast.specials if card not in fast.taken]
        fast.taken[seat] = max(left, key=lambda card: special_worth(fast, seat, card))
    fast.order = tuple(fast.taken.index(card) for card in fast.specials if card in fast.taken)


def special_worth(fast: FastState, seat: int, card: Special) -> float:
    """Return the worth of a special card to a seat with its plan; an early turn counts a little."""
    plan, worth = fast.plans[seat], 0.0
    if card == "defence":
        worth = fast.scales.army * 1.5
    else:
        uses = sum([plan[field] != NO_CARD for field in HELPED[card]])
        if uses:
            worth = uses * _help(fast, seat, card)
    return worth - 0.1 * fast.specials.index(card)


def _help(fast: FastState, seat: int, card: Special) -> float:
    """Return the worth that a special card adds to one action."""
    if card == "chest":
        return fast.scales.chest
    return _extra_rice(fast, seat) if card == "rice" else fast.scales.army * 1.5


def _extra_rice(fast: FastState, seat: int) -> float:
    missing = missing_after(fast, seat)
    return fast.scales.price(fast.events, missing) - fast.scales.price(fast.events, missing - 1)


# The ten actions (4.7, 5)


def reveal_until(fast: FastState, action: int, turn: int) -> None:
    """Note the cards revealed once the seat at this turn of this action has shown its own."""
    for seat, plan in enumerate(fast.plans):
        had_turn = seat in fast.order[: turn + 1]
        for done in fast.actions[: action + had_turn]:
            if plan[number_of(done)] != NO_CARD:
                fast.spent[plan[number_of(done)]] = True


def act(fast: FastState, action: int, turn: int) -> None:
    """Carry out all that is planned, from this turn of this action to the end of the season."""
    for number in range(action, len(ACTIONS)):
        name = fast.actions[number]
        field = FIELDS[name]
        for seat in fast.order[turn:]:
            place = fast.plans[seat][field]
            if place != NO_CARD:
                fast.spent[place] = True
                _perform(fast, seat, name, number, place)
        turn = 0


def _perform(fast: FastState, seat: int, action: Action, number: int, place: int) -> None:
    """Carry out an action, or skip it where that is impossible (5.0)."""
    if action in KINDS:
        _build(fast, seat, KINDS[action], place)
    elif action == "rice":
        fast.rice[seat] += fast.harvest.rice[place] + (fast.taken[seat] == "rice")
        _provoke(fast, seat, place)
    elif action == "taxes":
        fast.chests[seat] += fast.harvest.tax[place] + (fast.taken[seat] == "chest")
        _provoke(fast, seat, place)
    elif action in DEPLOYED:
        _deploy(fast, seat, action, number, place)
    elif fast.armies[place] > 1:
        _battle(fast, seat, number, place)


def _build(fast: FastState, seat: int, kind: int, place: int) -> None:
    """Build, if there are site, chests and tile (5.1); under the theater event a theater calms (6.3)."""
    built, name = fast.built[place], BUILDINGS[kind]
    is_full = kind in built or len(built) >= fast.ground.sites[place]
    if is_full or fast.chests[seat] < COST[name] or fast.tiles[kind] >= SUPPLY[name]:
        return
    fast.chests[seat] -= COST[name]
    fast.build(place, kind)
    if kind == THEATRE and fast.event == "calming_theatre" and fast.markers[place]:
        fast.markers[place] -= 1


def _provoke(fast: FastState, seat: int, place: int) -> None:
    """Start a revolt if a marker is there, else put the first one there (5.3)."""
    markers = fast.markers[place]
    if not markers or revolt(fast, seat, place, markers):
        fast.markers[place] += 1


def _deploy(fast: FastState, seat: int, action: Action, number: int, place: int) -> None:
    """Deploy as many as possible, and by deploy 1 move on where that is worth it (5.4, 5.5, 6.2)."""
    armies = (FEWER if fast.event == "fewer_deployed" else DEPLOYED)[action]
    if fast.chests[seat] < COST[action] or fast.reserve[seat] < armies:
        return
    if action == "deploy5" and fast.taken[seat] == "armies" and fast.reserve[seat] >= SIX:
        armies = SIX
    fast.chests[seat] -= COST[action]
    fast.reserve[seat] -= armies
    fast.armies[place] += armies
    if action == "deploy1":
        _move_on(fast, seat, number, place)


def march_on(fast: FastState, at: Acting, place: int) -> None:
    """Let the seat that is due march from a province with what the action that is carried out allows (5.5, 5.6)."""
    seat = fast.order[at.turn]
    go = _move_on if fast.actions[at.action] == "deploy1" else _battle
    go(fast, seat, at.action, place)


def _move_on(fast: FastState, seat: int, number: int, source: int) -> None:
    own = tuple([near for near in fast.ground.neighbours[source] if fast.owner[near] == seat])
    if own:
        worth, target, armies = best_march(fast, seat, number, source, own)
        if worth > 0:
            move(fast, source, target, armies)


def _battle(fast: FastState, seat: int, number: int, source: int) -> None:
    """March where that is worth most, or least harmful (5.6)."""
    targets = fast.ground.neighbours[source]
    if fast.event == "sacred_temple":
        owner, built = fast.owner, fast.built
        targets = tuple(to for to in targets if owner[to] == seat or TEMPLE not in built[to])
    if fast.aim is not None and fast.aim[0] == seat and fast.aim[1] in targets and fast.owner[fast.aim[1]] != seat:
        target, armies = fast.aim[1], fast.armies[source] - 1
    elif targets:
        _worth, target, armies = best_march(fast, seat, number, source, targets)
    else:
        return
    is_attack = fast.owner[target] != seat
    march(fast, seat, source, target, armies)
    if fast.marched is not None:
        fast.marched.append(Marched(seat, fast.actions[number], target, is_attack, fast.owner[target] == seat))


def march(fast: FastState, seat: int, source: int, target: int, armies: int) -> None:
    """Move armies to an own province, or attack."""
    if fast.owner[target] == seat:
        move(fast, source, target, armies)
        return
    fast.armies[source] -= armies
    fast.add_armies(seat, armies)
    if fast.taken[seat] == "attack" and fast.reserve[seat]:
        reinforce(fast, seat)
    defend(fast, seat, target)


def move(fast: FastState, source: int, target: int, armies: int) -> None:
    """Move armies between provinces of one seat."""
    fast.armies[source] -= armies
    fast.armies[target] += armies


# Battles (7)


def reinforce(fast: FastState, seat: int) -> None:
    """Throw one more army from a seat's reserve (6.2, 6.3)."""
    fast.reserve[seat] -= 1
    fast.add_armies(seat, 1)


def defend(fast: FastState, attacker: int, target: int) -> None:
    """Let the defender reinforce as far as it can, then throw and settle (6.2, 7.2)."""
    defender = fast.owner[target]
    if defender != NOBODY and fast.taken[defender] == "defence" and fast.reserve[defender] > castle_helps(fast, target):
        reinforce(fast, defender)
    fight(fast, attacker, target)


def castle_helps(fast: FastState, target: int) -> bool:
    """Return whether the castle event adds an army to a defense (6.3)."""
    return fast.event == "strong_castle" and CASTLE in fast.built[target]


def fight(fast: FastState, attacker: int, target: int) -> None:
    """Throw all that fights, and settle the battle on the tray (7.2-7.4)."""
    defender = fast.owner[target]
    if defender == NOBODY:
        fast.add_peasants(2 if fast.event == "two_peasants" else 1)
    else:
        if fast.reserve[defender] and castle_helps(fast, target):
            reinforce(fast, defender)
        fast.add_armies(defender, fast.armies[target])
    fast.throw()
    _settle(fast, attacker, defender, target)


def _settle(fast: FastState, attacker: int, defender: int, target: int) -> None:
    """Count a battle out and give the province to its holder, as `rules.battle.count_out` and `settle_battle` do."""
    attackers = fast.send_home(attacker)
    defenders = 0 if defender == NOBODY else fast.send_home(defender)
    peasants = 0 if fast.markers[target] else fast.send_peasants_home()
    lead = attackers - defenders - peasants
    if defenders and (lead < 0 or (lead == 0 and fast.defender_holds_ties)):
        fast.armies[target] = min(defenders, -lead) or 1
        fast.reserve[defender] -= fast.armies[target]
        return
    if lead > 0:
        fast.reserve[attacker] -= lead
        fast.give(target, attacker, lead)
    else:
        fast.raze(target)
    if defender != NOBODY:
        fast.void_card(defender, target)


def revolt(fast: FastState, seat: int, place: int, peasants: int) -> bool:
    """Let peasants rise against all armies of a province, and return whether they were put down (7.6)."""
    fast.add_peasants(peasants)
    fast.add_armies(seat, fast.armies[place])
    fast.throw()
    armies = fast.send_home(seat)
    left = armies - fast.send_peasants_home()
    if left > 0:
        fast.armies[place] = left
        fast.reserve[seat] -= left
        return True
    fast.raze(place)
    fast.void_card(seat, place)
    return False


def pass_winter(fast: FastState) -> list[int]:
    """Take winter's rice, let the hungry revolt, count the points, and return each seat's shortfall (8.1 to 8.5).

    The twin of `rules.winter`, from `begin_winter` to `score`.
    """
    loss = EVENTS[fast.events[0]].winter_rice
    fast.rice = [max(0, rice - loss) for rice in fast.rice]
    short = [max(0, lands - rice) for lands, rice in zip(fast.lands, fast.rice, strict=True)]
    for seat in fast.order:
        if short[seat]:
            _revolts(fast, seat, *revolts_for(short[seat]))
    fast.points = [points + won for points, won in zip(fast.points, fast.scores(), strict=True)]
    return short


def _revolts(fast: FastState, seat: int, count: int, peasants: int) -> None:
    """Draw the provinces that revolt; the seat first faces the one with most armies (8.3)."""
    owned = sorted(fast.owned(seat), key=fast.ground.alphabet.__getitem__)
    left = fast.rng.sample(owned, min(count, len(owned)))
    while left:
        place = max(sorted(left, key=fast.ground.alphabet.__getitem__), key=fast.armies.__getitem__)
        left.remove(place)
        revolt(fast, seat, place, fast.markers[place] + peasants)


def begin_year(fast: FastState) -> None:
    """Clear revolt markers and rice (8.6)."""
    fast.markers = [0] * len(fast.markers)
    fast.rice = [0] * len(fast.rice)
    fast.events, fast.year, fast.season = (), fast.year + 1, "spring"
