"""The ten actions (chapter 5), as special cards and events change them (6)."""

from shogun.game.questions import Thrown
from shogun.games.shogun.rules.battle import begin_attack, begin_revolt, settle_revolt
from shogun.games.shogun.rules.cards import BATTLES, SUPPLY, Action, Building
from shogun.games.shogun.rules.events import (
    ActionSkipped,
    Built,
    Deployed,
    MarkerPlaced,
    Moved,
    RiceConfiscated,
    SkipReason,
    TaxesCollected,
)
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.questions import Choice, Deploy, March, MarchQuestion, Stay
from shogun.games.shogun.rules.state import (
    Acting,
    Deploying,
    Marching,
    Position,
    Province,
    RevoltThrow,
    State,
    Wintering,
)

COST: dict[Action, int] = {"castle": 3, "temple": 2, "theatre": 1, "deploy5": 3, "deploy3": 2, "deploy1": 1}
"""Chests that an action costs (5.1, 5.4, 5.5)."""
DEPLOYED: dict[Action, int] = {"deploy5": 5, "deploy3": 3, "deploy1": 1}
FEWER: dict[Action, int] = {"deploy5": 3, "deploy3": 2, "deploy1": 1}
"""Armies that deploying puts down under the event "fewer" (6.3)."""
SIX = 6
"""Armies that the special card "6 armies" deploys (6.2)."""


def obstacle(state: Position, seat: int, action: Action, name: str) -> SkipReason | None:
    """Return why a seat can't carry out this action completely in its province now, None if it can (5.0)."""
    if action in ("castle", "temple", "theatre"):
        return _obstacle_to_building(state, seat, action, name)
    if action in DEPLOYED:
        return _obstacle_to_deploying(state, seat, action)
    if action in BATTLES:
        return _obstacle_to_marching(state, seat, name)
    return None


def _obstacle_to_building(state: Position, seat: int, building: Building, name: str) -> SkipReason | None:
    """A building needs a free site, none of its kind there, the chests, and a tile in the supply (5.1)."""
    buildings = state.provinces[name].buildings
    if building in buildings:
        return "has_building"
    if len(buildings) >= state.board.lands[name].sites:
        return "no_site"
    if state.players[seat].chests < COST[building]:
        return "no_chests"
    built = sum(building in province.buildings for province in state.provinces.values())
    return "no_tile" if built >= SUPPLY[building] else None


def _obstacle_to_deploying(state: Position, seat: int, action: Action) -> SkipReason | None:
    """Deploying needs the chests and the armies, counted after the event (5.4, 5.5, 5.8)."""
    player = state.players[seat]
    if player.chests < COST[action]:
        return "no_chests"
    return "no_reserve" if player.reserve < armies_deployed(state, action) else None


def _obstacle_to_marching(state: Position, seat: int, name: str) -> SkipReason | None:
    """Return why armies can't march: it takes a second army, and a neighbor that may be entered (5.6, 5.7, 10.9)."""
    if state.provinces[name].armies < 2:
        return "lone_army"
    return None if targets(state, seat, name) else "no_target"


def armies_deployed(state: Position, action: Action) -> int:
    """Return how many armies a deploy action puts down under the season's event (6.3)."""
    return FEWER[action] if state.event_kind == "fewer_deployed" else DEPLOYED[action]


def targets(state: Position, seat: int, source: str) -> tuple[str, ...]:
    """Return the neighbors that armies may enter by battle A or B, in alphabetical order (5.6)."""
    neighbours = state.board.neighbours[source]
    if state.event_kind != "sacred_temple":
        return neighbours
    return tuple(to for to in neighbours if not _is_sacred(state.provinces[to], seat))


def _is_sacred(province: Province, seat: int) -> bool:
    return "temple" in province.buildings and province.owner != seat


def perform(play: Play, at: Acting, action: Action, name: str) -> None:
    """Carry out a planned action, or skip it (5.0); play continues with the next turn or with a question."""
    seat = play.state.order[at.turn]
    play.go(at.next_turn())
    reason = obstacle(play.state, seat, action, name)
    if reason:
        play.tell(ActionSkipped(seat, action, name, reason))
    elif action in ("castle", "temple", "theatre"):
        build(play, seat, action, name)
    elif action == "rice":
        confiscate_rice(play, at, name)
    elif action == "taxes":
        collect_taxes(play, at, name)
    elif action in DEPLOYED:
        deploy(play, at, action, name)
    else:
        play.go(Marching(at, name))


# Building (5.1)


def build(play: Play, seat: int, building: Building, name: str) -> None:
    """Build for its price; under the theater event a theater removes a revolt marker (6.3, 6.7)."""
    province = play.state.provinces[name]
    calmed = int(building == "theatre" and play.state.event_kind == "calming_theatre" and province.markers > 0)
    play.goods(seat, chests=-COST[building])
    play.state.provinces[name] = Province(
        seat, province.armies, (*province.buildings, building), province.markers - calmed
    )
    play.tell(Built(seat, name, building, COST[building], calmed))


# Rice and taxes (5.2, 5.3)


def rice_yield(state: Position, seat: int, name: str) -> int:
    """Return the rice that confiscating brings: the event first, then the special card (6.1, 6.2, 6.3)."""
    rice = state.board.lands[name].rice
    if state.event_kind == "rice_at_least_4":
        rice = max(rice, 4)
    elif state.event_kind == "rice_at_most_3":
        rice = min(rice, 3)
    return rice + (state.special(seat) == "rice")


def tax_yield(state: Position, seat: int, name: str) -> int:
    """Return the chests that taxes bring: the event first, then the special card (6.1-6.4)."""
    chests = state.board.lands[name].tax
    if state.event_kind == "taxes_at_most_5":
        chests = min(chests, 5)
    elif state.event_kind == "taxes_at_least_6":
        chests = max(chests, 6)
    return chests + (state.special(seat) == "chest")


def confiscate_rice(play: Play, at: Acting, name: str) -> None:
    """Gain a province's rice (5.2); then the peasants have their say (5.3)."""
    seat = play.state.order[at.turn]
    rice = rice_yield(play.state, seat, name)
    play.goods(seat, rice=rice)
    play.tell(RiceConfiscated(seat, name, rice))
    _provoke(play, at, seat, name)


def collect_taxes(play: Play, at: Acting, name: str) -> None:
    """Gain a province's taxes (5.2); then the peasants have their say (5.3)."""
    seat = play.state.order[at.turn]
    chests = tax_yield(play.state, seat, name)
    play.goods(seat, chests=chests)
    play.tell(TaxesCollected(seat, name, chests))
    _provoke(play, at, seat, name)


def _provoke(play: Play, at: Acting, seat: int, name: str) -> None:
    """Start a revolt if a marker is in the province, else put the first marker there (5.3)."""
    markers = play.state.provinces[name].markers
    if markers:
        begin_revolt(play, seat, name, markers, at)
    else:
        _add_marker(play, seat, name)


def _add_marker(play: Play, seat: int, name: str) -> None:
    markers = play.state.provinces[name].markers + 1
    play.mark(name, markers)
    play.tell(MarkerPlaced(seat, name, markers))


def settle(play: Play, stage: RevoltThrow, thrown: Thrown) -> None:
    """Settle a revolt; one put down in an action adds a marker, in winter it adds none (5.3, 8.3)."""
    won = settle_revolt(play, stage, thrown)
    if isinstance(stage.at, Wintering):
        play.go(stage.at.after(stage.province))
        return
    if won:
        _add_marker(play, stage.seat, stage.province)
    play.go(stage.at.next_turn())


# Deploying (5.4, 5.5)


def deploy(play: Play, at: Acting, action: Action, name: str) -> None:
    """Deploy; with "6 armies" the player chooses how many, by deploy 1 they may then move (5.4, 5.5, 6.2)."""
    seat = play.state.order[at.turn]
    has_choice = action == "deploy5" and play.state.special(seat) == "armies"
    if has_choice and play.state.players[seat].reserve >= SIX:
        play.go(Deploying(at, name))
        return
    _put_down(play, seat, action, name, armies_deployed(play.state, action))
    if action == "deploy1" and _own_neighbours(play.state, seat, name):
        play.go(Marching(at, name))


def ask_deploy(state: State, stage: Deploying) -> Choice:
    """Return the question whether 6 armies are deployed in place of the usual number (6.2, 6.5)."""
    usual = armies_deployed(state, "deploy5")
    seat = state.order[stage.at.turn]
    return Choice(seat, f"deploy/{state.key(stage.at)}", "deploy", (Deploy(usual), Deploy(SIX)), stage.province)


def choose_deploy(play: Play, stage: Deploying, move: Deploy) -> None:
    """Deploy the number chosen, for the price of deploy 5 (6.2)."""
    _put_down(play, play.state.order[stage.at.turn], "deploy5", stage.province, move.armies)
    play.go(stage.at.next_turn())


def _put_down(play: Play, seat: int, action: Action, name: str, armies: int) -> None:
    play.goods(seat, chests=-COST[action], reserve=-armies)
    play.put(name, seat, play.state.provinces[name].armies + armies)
    play.tell(Deployed(seat, name, armies, COST[action]))


# Marching (5.5, 5.6)


def _own_neighbours(state: Position, seat: int, name: str) -> tuple[str, ...]:
    return tuple(to for to in state.board.neighbours[name] if state.provinces[to].owner == seat)


def ask_march(state: State, stage: Marching) -> MarchQuestion:
    """Return the question of where armies move: with deploy 1 to own provinces or not at all (5.5, 5.6)."""
    at, source = stage.at, stage.source
    seat, action = state.order[at.turn], state.actions[at.action]
    friendly = action == "deploy1"
    where = _own_neighbours(state, seat, source) if friendly else targets(state, seat, source)
    most = state.provinces[source].armies - 1
    return MarchQuestion(seat, f"march/{state.key(at)}", action, source, where, most, may_stay=friendly)


def march(play: Play, stage: Marching, move: March | Stay) -> None:
    """Move armies to an own province, or attack (5.5, 5.6)."""
    at = stage.at
    play.go(at.next_turn())
    if isinstance(move, Stay):
        return
    seat, provinces = play.state.order[at.turn], play.state.provinces
    if provinces[move.target].owner != seat:
        begin_attack(play, at, move)
        return
    play.put(move.source, seat, provinces[move.source].armies - move.armies)
    play.put(move.target, seat, provinces[move.target].armies + move.armies)
    play.tell(Moved(seat, move.source, move.target, move.armies))
