"""The course of a season in many playouts at once, from the draw of its event to the end of winter.

It is the twin of `fast_season`, on a `BatchState`: a change of a rule there needs one here. Questions are answered
the same; chance comes from numbers drawn beforehand (`Luck`) by what they are for, so that playouts of different moves
meet the same luck. Rows don't wait for each other: each round, all of them go on to their next march or revolt,
whichever action that belongs to, and all cubes of a round are thrown together.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from shogun.games.shogun.opponents.rollouts.batch_marches import MarchSearch
from shogun.games.shogun.opponents.rollouts.batch_state import (
    ARMIES_CARD,
    ATTACK_CARD,
    BITS,
    CALMING,
    CHEST_CARD,
    DEFENCE_CARD,
    FEWER,
    KIND_OF_EVENT,
    LOSSES,
    NUMBER_BUILT,
    RICE_CARD,
    STRONG,
    TWO,
    BatchState,
    Flags,
    Floats,
    Ints,
)
from shogun.games.shogun.opponents.rollouts.batch_throws import batch_throws, numbers_for
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS
from shogun.games.shogun.opponents.rollouts.fast_season import CASTLE, FIELDS, THEATRE
from shogun.games.shogun.rules.actions import COST, DEPLOYED, SIX
from shogun.games.shogun.rules.actions import FEWER as DEPLOYED_FEWER
from shogun.games.shogun.rules.cards import ACTIONS, BATTLES, BUILDINGS, SPECIALS, SUPPLY
from shogun.games.shogun.rules.winter import SUPPLY_TABLE
from shogun.tower.quick_model import OutcomeModel

BUILD, HARVEST, DEPLOY, STEP, BATTLE = range(5)
CLASSES = np.array(
    [
        BUILD if action in KINDS else BATTLE if action in BATTLES else STEP if action == "deploy1" else DEPLOY
        if action in DEPLOYED else HARVEST
        for action in ACTIONS
    ]
)  # fmt: skip
"""How each action is carried out: for all seats at once, or from turn to turn."""
COSTS = np.array([COST.get(action, 0) for action in ACTIONS], dtype=np.int16)
ARMIES = np.array([[each.get(action, 0) for each in (DEPLOYED, DEPLOYED_FEWER)] for action in ACTIONS], dtype=np.int16)
"""Armies that each action deploys, usually and under the event "fewer"."""
KINDS_OF_BUILDINGS = len(BUILDINGS)
SUPPLIES = np.array([SUPPLY[kind] for kind in BUILDINGS])
REVOLTS, REBELS = (np.array(column) for column in zip(*SUPPLY_TABLE, strict=True))
"""Revolts, and extra peasants in each, by the shortfall of rice (8.2)."""
MOST_REVOLTS = int(REVOLTS.max())
SOME = 8
"""The share of rows, as a divisor, that is worth a step of its own."""


class Luck(Struct):
    """Numbers drawn from [0, 1) for some scenarios, by what they decide; the first index is the scenario's."""

    event: Floats
    lots: Floats
    """Shape (n, seats)."""
    revolts: Floats
    """Provinces that revolt in winter: those with the least, shape (n, provinces)."""
    throws: npt.NDArray[np.float64]
    """Shape (n, actions and winter's revolts, turns, numbers for a throw)."""

    def __len__(self) -> int:
        return len(self.event)

    def joined(self, other: "Luck") -> "Luck":
        """Return this luck with that of further scenarios."""
        mine, theirs = (
            (self.event, self.lots, self.revolts, self.throws),
            (
                other.event,
                other.lots,
                other.revolts,
                other.throws,
            ),
        )
        return Luck(*map(np.concatenate, zip(mine, theirs, strict=True)))


def draw_luck(rng: np.random.Generator, scenarios: int, seats: int, provinces: int) -> Luck:
    """Draw the luck of some scenarios."""
    shape = (scenarios, len(ACTIONS) + MOST_REVOLTS, seats, numbers_for(seats + 1))
    return Luck(
        rng.random(scenarios), rng.random((scenarios, seats)), rng.random((scenarios, provinces)), rng.random(shape)
    )


class Throwing(NamedTuple):
    """Attacks or revolts whose cubes wait to be thrown, each in a row of its own."""

    rows: Ints
    seats: Ints
    places: Ints


class Shown(NamedTuple):
    """The cards of all seats in one action of some rows: k of them."""

    rows: Ints
    seats: Ints
    """Seats in the order of their turns, shape (k, seats); `cards` are the provinces."""
    cards: Ints
    action: Ints
    """Number of the action, shape (k,)."""

    def at(self, chosen: Ints) -> "Shown":
        """Return some of them."""
        return Shown(*(array[chosen] for array in self))


class BatchSeason:
    """A season in n playouts; it changes `state`."""

    def __init__(self, state: BatchState, model: OutcomeModel, luck: Luck, scenarios: Ints) -> None:
        self.state, self._throws = state, batch_throws(model)
        self.luck, self._scenarios = luck, scenarios
        """The numbers drawn, and the scenario of each row."""
        count, seats = len(state), state.seats
        self._place = np.zeros(count, dtype=np.int64)
        """Place of the action that a row is at."""
        self._turn = np.zeros(count, dtype=np.int64)
        self._is_new = np.ones(count, dtype=np.bool_)
        """True until the seats of an action have done what they can do at once."""
        self._angry = np.zeros((count, seats), dtype=np.bool_)
        """Turns of the action in which a revolt breaks out."""
        self._turns = np.arange(seats)

    # Event, bids, special cards (4.5, 4.6)

    def draw_event(self) -> None:
        """Draw the season's event."""
        state, luck = self.state, self.luck.event[self._scenarios]
        for number in np.unique(state.events).tolist():
            rows = (state.events == number).nonzero()[0]
            among = (number & BITS).nonzero()[0]
            drawn = among[(luck[rows] * len(among)).astype(np.int64)]
            state.event[rows] = KIND_OF_EVENT[drawn]
            state.events[rows] = number & ~BITS[drawn]

    def choosers(self) -> Ints:
        """Pay the bids, and return the seats in the order in which they choose; lots decide between equal bids."""
        state = self.state
        state.chests -= state.bid_chests
        return np.argsort(state.bid_ranks + self.luck.lots[self._scenarios], axis=1)

    def take_specials(self, queue: Ints) -> None:
        """Let seats take the special cards that help them most; the places then give the turn order."""
        state, rows = self.state, np.arange(len(self.state))
        for seats in queue.T:
            worth = np.take_along_axis(self._special_worths(rows, seats), state.specials, axis=1)
            worth -= 0.1 * np.arange(len(SPECIALS))
            is_gone = (state.specials[:, :, None] == state.taken[:, None, :]).any(axis=2)
            worth[is_gone] = -np.inf
            state.taken[rows, seats] = state.specials[rows, worth.argmax(axis=1)]
        places = np.argsort(state.specials, axis=1)
        state.order = np.argsort(np.take_along_axis(places, state.taken.astype(np.int64), axis=1), axis=1)

    def _special_worths(self, rows: Ints, seats: Ints) -> Floats:
        """Return the worth of each special card to a seat with its plan, by the card's number."""
        state = self.state
        laid = state.plans[rows, seats] != state.ground.none
        missing = state.missing_after(rows, seats)
        worth, army = np.zeros((len(rows), len(SPECIALS))), state.scales.army * 1.5
        worth[:, CHEST_CARD] = laid[:, FIELDS["taxes"]] * state.scales.chest
        worth[:, RICE_CARD] = laid[:, FIELDS["rice"]] * state.worths.mouth(state.events, missing - 1)
        worth[:, ARMIES_CARD] = laid[:, FIELDS["deploy5"]] * army
        worth[:, ATTACK_CARD] = (laid[:, FIELDS["battle_a"]].astype(np.int8) + laid[:, FIELDS["battle_b"]]) * army
        worth[:, DEFENCE_CARD] = army
        return worth

    # The ten actions (4.7, 5)

    def act(self, action: int = 0, turn: int = 0) -> None:
        """Carry out all that is planned, from this turn of this action to the end of the season."""
        self.begin(action, turn)
        going = self._place < len(ACTIONS)
        waiting = np.zeros(len(self.state), dtype=np.bool_)
        while going.any():
            rows = (going & ~waiting).nonzero()[0]
            while rows.size * SOME >= len(going) or (rows.size and not waiting.any()):
                is_due = self._advance(rows)
                waiting[rows[is_due]] = True
                rows = rows[~is_due]
                rows = rows[self._place[rows] < len(ACTIONS)]
            going = self._place < len(ACTIONS)
            due = waiting.nonzero()[0]
            if due.size:
                self._take_turns(due)
                waiting[due] = False

    def _advance(self, rows: Ints) -> Flags:
        """Carry out what all seats can do at once, and return where a march or a revolt is due.

        Such rows are then at its turn, the others at the beginning of the next action.
        """
        state, place, width = self.state, self._place[rows], len(ACTIONS)
        action = state.actions.ravel().take(rows * width + place)
        seats = state.order.take(rows, axis=0)
        cards = state.plans.ravel().take((rows * state.seats * width + action)[:, None] + seats * width)
        turn = self._turn[rows]
        if turn.any():
            cards[self._turns < turn[:, None]] = state.ground.none
        kind = CLASSES.take(action)
        first, shown = np.full(len(rows), state.seats), Shown(rows, seats, cards, action)
        for number, count in enumerate(np.bincount(kind).tolist()):
            if count == len(rows):
                first[:] = self._carry_out(number, shown)
            elif count:
                chosen = (kind == number).nonzero()[0]
                first[chosen] = self._carry_out(number, shown.at(chosen))
        is_due = first < state.seats
        passed = np.where(first[:, None] >= self._turns, cards, state.ground.none)
        state.spent.ravel()[(rows * state.width)[:, None] + passed] = True
        self._turn[rows] = np.where(is_due, first, 0)
        self._place[rows] = place + ~is_due
        self._is_new[rows] = ~is_due
        return is_due

    def _carry_out(self, kind: int, shown: Shown) -> Ints | int:
        """Carry out what all seats can do at once in actions of one kind, and return the first turn that is due."""
        if kind == BUILD:
            self._build(shown)
            return self.state.seats
        if kind == DEPLOY:
            self._deploy(shown)
            return self.state.seats
        if kind == HARVEST:
            fresh = self._is_new[shown.rows].nonzero()[0]
            if fresh.size:
                self._harvest(shown.at(fresh))
        due = self._due(kind, shown)
        earliest = due.argmax(axis=1)
        return np.where(due[np.arange(len(due)), earliest], earliest, self.state.seats)

    def _due(self, kind: int, shown: Shown) -> Flags:
        """Return the turns at which something would happen now that has to be done turn by turn."""
        state, (rows, seats, cards, _action) = self.state, shown
        if kind == HARVEST:
            return np.asarray(self._angry[rows] & (cards != state.ground.none))
        if kind == BATTLE:
            return np.asarray(state.armies.ravel().take((rows * state.width)[:, None] + cards) > 1)
        holders = (rows * state.seats)[:, None] + seats
        can_pay = (state.chests.ravel().take(holders) > 0) & (state.reserve.ravel().take(holders) > 0)
        return np.asarray((cards != state.ground.none) & can_pay)

    def _build(self, shown: Shown) -> None:
        """Build, if there are site, chests and tile (5.1); under the theater event a theater calms (6.3)."""
        state, (rows, seats, cards, action) = self.state, shown
        places = (rows * state.width)[:, None] + cards
        holders = (rows * state.seats)[:, None] + seats
        built, cost = state.built.ravel().take(places), COSTS[action][:, None]
        is_full = (built >> action[:, None] & 1 > 0) | (NUMBER_BUILT.take(built) >= state.ground.sites.take(cards))
        builds = ~is_full & (state.chests.ravel().take(holders) >= cost)
        left = SUPPLIES[action] - state.tiles[rows, action]
        if left.min(initial=state.seats) < state.seats:
            builds &= builds.cumsum(axis=1) <= left[:, None]
        state.tiles[rows, action] += builds.sum(axis=1, dtype=np.int8)
        cells = builds.ravel().nonzero()[0]
        which = cells // state.seats
        holders, places = holders.ravel().take(cells), places.ravel().take(cells)
        kinds, regions = action[which], state.ground.regions.take(cards.ravel().take(cells))
        state.chests.ravel()[holders] -= COSTS.take(kinds)
        state.built.ravel()[places] |= (1 << kinds).astype(np.int8)
        state.standing.ravel()[holders] += np.int8(1)
        counts = (rows[which] * state.ground.count_of_regions + regions) * state.seats + seats.ravel().take(cells)
        state.counts.ravel()[counts * KINDS_OF_BUILDINGS + kinds] += np.int8(1)
        calms = (kinds == THEATRE) & (state.event[rows[which]] == CALMING)
        if calms.any():
            calmed = places[calms]
            state.markers.ravel()[calmed] -= state.markers.ravel().take(calmed) > 0

    def _laid(self, shown: Shown) -> tuple[Ints, Ints, Ints, Ints]:
        """Return where cards are laid: their number in `shown`, its row there, and the places of seat and province.

        The places are those in arrays by seat and by province, all rows one after the other.
        """
        state = self.state
        cells = (shown.cards != state.ground.none).ravel().nonzero()[0]
        which = cells // state.seats
        row = shown.rows[which]
        holders = row * state.seats + shown.seats.ravel().take(cells)
        return cells, which, holders, row * state.width + shown.cards.ravel().take(cells)

    def _deploy(self, shown: Shown) -> None:
        """Deploy as many as possible (5.4, 6.2)."""
        state, (_cells, which, holders, places) = self.state, self._laid(shown)
        action, cost = shown.action[which], COSTS.take(shown.action)[which]
        is_fewer = (state.event.take(shown.rows) == FEWER)[which]
        armies, reserve = ARMIES[action, is_fewer.astype(np.int64)], state.reserve.ravel().take(holders)
        deploys = (state.chests.ravel().take(holders) >= cost) & (reserve >= armies)
        has_six = (action == FIELDS["deploy5"]) & (state.taken.ravel().take(holders) == ARMIES_CARD)
        armies = np.where(has_six & (reserve >= SIX), np.int16(SIX), armies) * deploys
        state.chests.ravel()[holders] -= cost * deploys
        state.reserve.ravel()[holders] -= armies
        state.armies.ravel()[places] += armies.astype(np.int8)

    def _harvest(self, shown: Shown) -> None:
        """Take rice or taxes (5.2, 5.3); in calm provinces put a marker down, elsewhere note that a revolt is due."""
        state, (cells, which, holders, places) = self.state, self._laid(shown)
        is_angry = state.markers.ravel().take(places) > 0
        angry = np.zeros(shown.cards.shape, dtype=np.bool_)
        angry.ravel()[cells[is_angry]] = True
        self._angry[shown.rows] = angry
        state.markers.ravel()[places[~is_angry]] = 1
        event, cards = state.event.take(shown.rows)[which], shown.cards.ravel().take(cells)
        taken, is_rice = state.taken.ravel().take(holders), (shown.action == FIELDS["rice"])[which]
        for goods, yields, extra, chosen in (
            (state.rice, state.ground.rice, RICE_CARD, is_rice.nonzero()[0]),
            (state.chests, state.ground.tax, CHEST_CARD, (~is_rice).nonzero()[0]),
        ):
            if chosen.size:
                gained = yields[event[chosen], cards[chosen]] + (taken[chosen] == extra)
                goods.ravel()[holders[chosen]] += gained

    # Marches and revolts, turn by turn

    def _take_turns(self, rows: Ints) -> None:
        """Carry out the march or revolt that is due in each row."""
        state, turn = self.state, self._turn[rows]
        action = state.actions[rows, self._place[rows]]
        seats = state.order[rows, turn]
        places = state.plans[rows, seats, action]
        kind = CLASSES[action]
        revolts = (kind == HARVEST).nonzero()[0]
        attacking = rebelling = NOTHING
        if revolts.size:
            rebelling = Throwing(rows[revolts], seats[revolts], places[revolts])
            self._gather_rebels(rebelling, state.markers[rebelling.rows, rebelling.places])
        marches = (kind != HARVEST).nonzero()[0]
        if marches.size:
            attacking = self._march_on(rows[marches], seats[marches], places[marches], kind[marches] == STEP)
        self._throw(np.concatenate([attacking.rows, rebelling.rows]))
        self._settle(attacking)
        if revolts.size:
            held = self._settle_revolts(rebelling)
            state.markers[rebelling.rows[held], rebelling.places[held]] += np.int8(1)
        self._turn[rows] += 1
        self._is_new[rows] = False

    def _march_on(self, rows: Ints, seats: Ints, sources: Ints, is_step: Flags) -> Throwing:
        """Deploy one army where that comes before a step, march where that is best, and return the attacks."""
        state = self.state
        steps = is_step.nonzero()[0]
        if steps.size:
            state.chests[rows[steps], seats[steps]] -= np.int16(1)
            state.reserve[rows[steps], seats[steps]] -= np.int16(1)
            state.armies[rows[steps], sources[steps]] += np.int8(1)
        best = MarchSearch(state, rows, seats, self._place[rows], sources).best(is_step)
        goes = (best.worth > np.where(is_step, 0, -np.inf)).nonzero()[0]
        return self._march(rows[goes], seats[goes], sources[goes], best.target[goes], best.armies[goes])

    def begin(self, action: int, turn: int) -> None:
        """Go to a turn, in all rows."""
        self._place[:], self._turn[:] = action, turn

    def march(self, rows: Ints, seats: Ints, sources: Ints, targets: Ints, armies: Ints) -> None:
        """Have seats march in these rows at the turn begun; attacks are settled."""
        attacking = self._march(rows, seats, sources, targets, armies)
        self._throw(attacking.rows)
        self._settle(attacking)

    def _march(self, rows: Ints, seats: Ints, sources: Ints, targets: Ints, armies: Ints) -> Throwing:
        """Move armies to own provinces, or send them to attack; return the attacks, all cubes waiting."""
        state = self.state
        small, base, on_board = armies.astype(np.int8), rows * state.width, state.armies.ravel()
        on_board[base + sources] -= small
        entered = base + targets
        is_move = state.owner.ravel().take(entered) == seats
        moves, attacks = is_move.nonzero()[0], (~is_move).nonzero()[0]
        on_board[entered[moves]] += small[moves]
        rows, seats, targets = rows[attacks], seats[attacks], targets[attacks]
        state.waiting[rows, seats] += small[attacks]
        self._reinforce(rows, seats, (state.taken[rows, seats] == ATTACK_CARD) & (state.reserve[rows, seats] > 0))
        return self._defend(rows, seats, targets)

    def _reinforce(self, rows: Ints, seats: Ints, does: Flags) -> None:
        """Throw one more army from a seat's reserve where it does so (6.2, 6.3)."""
        if does.any():
            state, rows, seats = self.state, rows[does], seats[does]
            state.reserve[rows, seats] -= np.int16(1)
            state.waiting[rows, seats] += np.int16(1)

    def _defend(self, rows: Ints, seats: Ints, targets: Ints) -> Throwing:
        """Let defenders reinforce as far as they can, and add all that fights to the throw (6.2, 7.2)."""
        state = self.state
        owners = state.owner.ravel().take(rows * state.width + targets)
        held = (owners < state.seats).nonzero()[0]
        row, owner = rows[held], owners[held]
        has_card = state.taken[row, owner] == DEFENCE_CARD
        if has_card.any():
            castle = self._castle_helps(row, targets[held])
            self._reinforce(row, owner, has_card & (state.reserve[row, owner] > castle))
        return self._fight(rows, seats, targets)

    def _fight(self, rows: Ints, seats: Ints, targets: Ints) -> Throwing:
        """Add the defenders to the throw."""
        state = self.state
        owners = state.owner[rows, targets]
        is_held = owners < state.seats
        held, neutral = is_held.nonzero()[0], (~is_held).nonzero()[0]
        self._add_peasants(rows[neutral], 1 + (state.event[rows[neutral]] == TWO))
        row, owner, target = rows[held], owners[held], targets[held]
        self._reinforce(row, owner, self._castle_helps(row, target) & (state.reserve[row, owner] > 0))
        state.waiting[row, owner] += state.armies[row, target]
        return Throwing(rows, seats, targets)

    def _castle_helps(self, rows: Ints, targets: Ints) -> Flags:
        """Return where the castle event adds an army to a defense (6.3)."""
        is_event = self.state.event.take(rows) == STRONG
        if is_event.any():
            is_event &= self.state.built[rows, targets] >> CASTLE & 1 > 0
        return np.asarray(is_event)

    def fight(self, seat: int, target: int, reinforces: Flags, is_attacker: bool) -> None:
        """Settle an attack under way in all rows, after its attacker or its defender has reinforced or not."""
        rows, targets = np.arange(len(self.state)), np.full(len(self.state), target)
        attackers = self.state.order[rows, self._turn]
        self._reinforce(rows, np.full(len(rows), seat), reinforces)
        attacking = (self._defend if is_attacker else self._fight)(rows, attackers, targets)
        self._throw(rows)
        self._settle(attacking)

    # Cubes (7)

    def _add_peasants(self, rows: Ints, counts: Ints) -> None:
        """Add peasants to the throw, as many as their reserve has (7.7)."""
        state = self.state
        joining = np.minimum(counts, state.peasants[rows]).astype(np.int16)
        state.peasants[rows] -= joining
        state.waiting[rows, state.seats] += joining

    def _throw(self, rows: Ints) -> None:
        """Throw the waiting cubes with those on the tray (7.2)."""
        if not rows.size:
            return
        state = self.state
        luck = self.luck.throws[self._scenarios[rows], self._place[rows], self._turn[rows]]
        tower, thrown = state.tower[rows], state.waiting[rows] + state.tray[rows]
        out = self._throws.drop(tower, thrown, luck)
        state.tray[rows], state.tower[rows], state.waiting[rows] = out, tower + thrown - out, 0

    def _send_home(self, rows: Ints, seats: Ints) -> Ints:
        """Send seats' cubes from the tray to their reserves, and return how many."""
        state = self.state
        cells = rows * (state.seats + 1) + seats
        counts = state.tray.ravel().take(cells)
        state.tray.ravel()[cells] = 0
        state.reserve.ravel()[cells - rows] += counts
        return np.asarray(counts)

    def _send_peasants_home(self, rows: Ints) -> Ints:
        """Send the peasants on the tray to their reserve, and return how many."""
        state = self.state
        counts = state.tray[rows, state.seats]
        state.tray[rows, state.seats] = 0
        state.peasants[rows] += counts
        return np.asarray(counts)

    def _settle(self, attacking: Throwing) -> None:
        """Count battles out and give provinces to their holders, as `fast_season` does."""
        state, (rows, seats, targets) = self.state, attacking
        if not rows.size:
            return
        places = rows * state.width + targets
        owners = state.owner.ravel().take(places).astype(np.int64)
        is_held = owners < state.seats
        held = is_held.nonzero()[0]
        lead, defenders = self._send_home(rows, seats), np.zeros(len(rows), dtype=np.int16)
        defenders[held] = self._send_home(rows[held], owners[held])
        helping = (state.markers.ravel().take(places) == 0).nonzero()[0]
        lead -= defenders
        lead[helping] -= self._send_peasants_home(rows[helping])
        stays = (defenders > 0) & ((lead <= 0) if state.ties else (lead < 0))
        kept = stays.nonzero()[0]
        armies = np.maximum(1, np.minimum(defenders[kept], -lead[kept]))
        state.armies.ravel()[places[kept]] = armies
        state.reserve[rows[kept], owners[kept]] -= armies
        fallen = (~stays).nonzero()[0]
        left, rows, seats, targets = np.maximum(0, lead[fallen]), rows[fallen], seats[fallen], targets[fallen]
        state.reserve[rows, seats] -= left
        state.give(rows, targets, seats, left)
        lost = is_held[fallen].nonzero()[0]
        state.void_cards(rows[lost], owners[fallen[lost]], targets[lost])

    def _gather_rebels(self, rebelling: Throwing, peasants: Ints) -> None:
        """Add peasants and all armies of the provinces in which they rise to the throw (7.6)."""
        rows, seats, places = rebelling
        self._add_peasants(rows, peasants)
        self.state.waiting[rows, seats] += self.state.armies[rows, places]

    def _settle_revolts(self, rebelling: Throwing) -> Ints:
        """Settle revolts, and return those that were put down, by number."""
        state, (rows, seats, places) = self.state, rebelling
        left = self._send_home(rows, seats) - self._send_peasants_home(rows)
        held, lost = (left > 0).nonzero()[0], (left <= 0).nonzero()[0]
        state.armies[rows[held], places[held]] = left[held]
        state.reserve[rows[held], seats[held]] -= left[held]
        if lost.size:
            state.give(rows[lost], places[lost], seats[lost], np.zeros_like(lost))
            state.void_cards(rows[lost], seats[lost], places[lost])
        return held

    # Winter (8)

    def pass_winter(self) -> Ints:
        """Take winter's rice, let the hungry revolt, count the points, and return shortfalls, shape (n, seats)."""
        state = self.state
        loss = np.zeros(len(state), dtype=np.int64)
        for place, bit in enumerate(BITS.tolist()):
            loss[state.events == bit] = LOSSES[place]
        state.rice = np.maximum(state.rice - loss[:, None], 0).astype(np.int16)
        short = np.maximum(state.lands - state.rice, 0)
        self._revolt(short)
        state.points += state.scores().astype(np.int16)
        return np.asarray(short)

    def _revolt(self, short: Ints) -> None:
        """Draw the provinces that revolt, and let them one after the other (8.3)."""
        state = self.state
        step = np.minimum(short, len(REVOLTS) - 1)
        rows, seats = np.nonzero(short)
        if not rows.size:
            return
        turns = (state.order[rows] == seats[:, None]).argmax(axis=1)
        owned = state.owner[rows, :-1] == seats[:, None]
        drawn = np.argsort(np.where(owned, self.luck.revolts[self._scenarios[rows]], 2.0), axis=1)[:, :MOST_REVOLTS]
        count = np.minimum(REVOLTS[step[rows, seats]], owned.sum(axis=1))
        armies = state.armies[rows[:, None], drawn].astype(np.int64)
        is_drawn = np.arange(MOST_REVOLTS) < count[:, None]
        first = np.where(is_drawn, armies, -1) * (state.ground.none + 1) - state.ground.alphabet[drawn]
        ranked = np.take_along_axis(drawn, np.argsort(-first, axis=1), axis=1)
        which, number = is_drawn.nonzero()
        queue = np.lexsort((number, turns[which], rows[which]))
        which, number = which[queue], number[queue]
        self._face(rows[which], seats[which], ranked[which, number], (number, turns[which]))

    def _face(self, rows: Ints, seats: Ints, places: Ints, luck: tuple[Ints, Ints]) -> None:
        """Let revolts break out, sorted by rows, one of each row at a time.

        `luck` are the number of the revolt for its seat and the seat's turn.
        """
        state, extra = self.state, self._extra_rebels(rows, seats)
        begins = (np.diff(rows, prepend=-1)).nonzero()[0]
        depth = np.arange(len(rows)) - np.repeat(begins, np.diff(begins, append=len(rows)))
        for level in range(int(depth.max()) + 1):
            now = (depth == level).nonzero()[0]
            rebelling = Throwing(rows[now], seats[now], places[now])
            self._place[rebelling.rows] = len(ACTIONS) + luck[0][now]
            self._turn[rebelling.rows] = luck[1][now]
            self._gather_rebels(rebelling, state.markers[rebelling.rows, rebelling.places] + extra[now])
            self._throw(rebelling.rows)
            self._settle_revolts(rebelling)

    def _extra_rebels(self, rows: Ints, seats: Ints) -> Ints:
        """Return winter's extra peasants in each revolt, before any of them."""
        short = self.state.lands[rows, seats] - self.state.rice[rows, seats]
        return np.asarray(REBELS[np.minimum(short, len(REBELS) - 1)])


NONE = np.zeros(0, dtype=np.int64)
NOTHING = Throwing(NONE, NONE, NONE)
