"""Chapter 7: battles between players and for neutral provinces, and revolts; the cubes on the tray decide."""

from typing import Literal

from msgspec import Struct

from shogun.game.questions import Throw, Thrown
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.events import BattleBegan, BattleSettled, CubesThrown, Reinforced, RevoltBroke
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.questions import Choice, March, Reinforce
from shogun.games.shogun.rules.state import (
    Acting,
    AttackerReinforcing,
    Battle,
    BattleThrow,
    DefenderReinforcing,
    RevoltThrow,
    State,
    Wintering,
)

# The sides of a battle (7.1)


def begin_attack(play: Play, at: Acting, march: March) -> None:
    """Let armies march into another's or a neutral province (5.6); the attacker may then reinforce (6.2)."""
    state = play.state
    attacker = state.order[at.turn]
    defender = state.provinces[march.target].owner
    battle = Battle(attacker, defender, march.source, march.target, at)
    play.put(march.source, attacker, state.provinces[march.source].armies - march.armies)
    state.waiting[state.colour(attacker)] = march.armies
    play.tell(BattleBegan(attacker, defender, march.source, march.target, march.armies))
    if state.special(attacker) == "attack" and state.players[attacker].reserve:
        play.go(AttackerReinforcing(battle))
    else:
        _turn_to_defender(play, battle)


def _turn_to_defender(play: Play, battle: Battle) -> None:
    """Ask the defender for their reinforcement (6.2); the castle's army is compulsory and comes first (6.6)."""
    state, defender = play.state, battle.defender
    may_reinforce = (
        defender is not None
        and state.special(defender) == "defence"
        and state.players[defender].reserve > _castle_helps(state, battle)
    )
    if may_reinforce:
        play.go(DefenderReinforcing(battle))
    else:
        _gather(play, battle)


def _castle_helps(state: State, battle: Battle) -> bool:
    """Return whether the castle event adds an army to this defense, if the reserve has one (6.3)."""
    return state.event_kind == "strong_castle" and "castle" in state.provinces[battle.target].buildings


def ask_attacker(state: State, stage: AttackerReinforcing) -> Choice:
    """Return the question of whether the attacker throws one more army (6.2, 7.8)."""
    battle = stage.battle
    return _ask(state, battle, battle.attacker, "attack")


def ask_defender(state: State, stage: DefenderReinforcing) -> Choice:
    """Return the question of whether the defender throws one more army (6.2, 7.8)."""
    battle = stage.battle
    assert battle.defender is not None, "a neutral province has nobody to ask"
    return _ask(state, battle, battle.defender, "defence")


def _ask(state: State, battle: Battle, seat: int, topic: Literal["attack", "defence"]) -> Choice:
    return Choice(seat, f"{topic}/{state.key(battle.at)}", topic, (Reinforce(0), Reinforce(1)), battle.target)


def reinforce_attack(play: Play, stage: AttackerReinforcing, move: Reinforce) -> None:
    """Let the attacker throw one more army from their reserve, or not (6.2)."""
    if move.armies:
        _add_army(play, stage.battle.attacker, stage.battle.target, "attack")
    _turn_to_defender(play, stage.battle)


def reinforce_defence(play: Play, stage: DefenderReinforcing, move: Reinforce) -> None:
    """Let the defender throw one more army from their reserve, or not (6.2)."""
    if move.armies and stage.battle.defender is not None:
        _add_army(play, stage.battle.defender, stage.battle.target, "defence")
    _gather(play, stage.battle)


def _add_army(play: Play, seat: int, province: str, reason: Literal["attack", "defence", "castle"]) -> None:
    waiting, colour = play.state.waiting, play.state.colour(seat)
    play.goods(seat, reserve=-1)
    waiting[colour] = waiting.get(colour, 0) + 1
    play.tell(Reinforced(seat, province, reason))


# The throw (7.2)


def _gather(play: Play, battle: Battle) -> None:
    """Take all that fight, and the cubes on the tray, for one throw."""
    defender = battle.defender
    if defender is None:
        _add_peasants(play, 2 if play.state.event_kind == "two_peasants" else 1)
    else:
        if _castle_helps(play.state, battle) and play.state.players[defender].reserve:
            _add_army(play, defender, battle.target, "castle")
        _lift_armies(play, defender, battle.target)
    _lift_tray(play)
    play.go(BattleThrow(battle))


def _add_peasants(play: Play, count: int) -> None:
    """Add peasants to the battle, as many as the peasant reserve has (7.7)."""
    state = play.state
    joining = min(count, state.peasants)
    state.peasants -= joining
    if joining:
        state.waiting[PEASANT] = state.waiting.get(PEASANT, 0) + joining


def _lift_armies(play: Play, seat: int, name: str) -> None:
    waiting, colour = play.state.waiting, play.state.colour(seat)
    waiting[colour] = waiting.get(colour, 0) + play.state.provinces[name].armies
    play.put(name, seat, 0)


def _lift_tray(play: Play) -> None:
    waiting = play.state.waiting
    for colour, count in play.state.tray.items():
        waiting[colour] = waiting.get(colour, 0) + count
    play.state.tray.clear()


def ask_battle_throw(state: State, stage: BattleThrow) -> Throw:
    """Return the throw of a battle (7.2)."""
    return Throw(f"throw/{state.key(stage.battle.at)}", state.waiting.copy())


def ask_revolt_throw(state: State, stage: RevoltThrow) -> Throw:
    """Return the throw of a revolt (7.6)."""
    at = stage.at
    moment = state.key(at) if isinstance(at, Acting) else f"{state.moment}/seat{stage.seat}/{stage.province}"
    return Throw(f"throw/{moment}", state.waiting.copy())


def throw_cubes(play: Play, thrown: Thrown) -> None:
    """Let the thrown cubes fall: those that come out are on the tray, the rest are in the tower (7.2)."""
    state = play.state
    fallen, tower, out = state.waiting.copy(), state.tower, thrown.out
    for colour, count in fallen.items():
        tower[colour] = tower.get(colour, 0) + count
    for colour, count in out.items():
        tower[colour] -= count
    for colour in [colour for colour, count in tower.items() if not count]:
        del tower[colour]
    state.tray = dict(out)
    state.waiting.clear()
    play.tell(CubesThrown(fallen, out, tower.copy()))


# The result (7.3, 7.4)

BattleKind = Literal["players", "neutral", "revolt"]


class Verdict(Struct, frozen=True):
    """The outcome of a battle: the owner of the province and the surviving armies; None: it is neutral."""

    winner: Literal["attacker", "defender"] | None
    survivors: int
    tie: bool


def count_out(
    kind: BattleKind, attackers: int, defenders: int, peasants: int, *, defender_holds_ties: bool = False
) -> Verdict:
    """Return how a battle ends, given the cubes of each side on the tray that take part (7.4, 7.6).

    In a revolt the peasants rise against the defenders. Else they fight beside the defender and take the losses first.
    By a house rule a defender with an army on the tray keeps the province after a tie, with one army.
    `opponents.rollouts.fast_season` counts out the same, for speed; `test_rollouts` plays both.
    """
    if kind == "revolt":
        armies = defenders - peasants
        return Verdict("defender", armies, tie=False) if armies > 0 else Verdict(None, 0, tie=armies == 0)
    lead = attackers - defenders - peasants
    if lead > 0:
        return Verdict("attacker", lead, tie=False)
    if lead < 0 and defenders:
        return Verdict("defender", min(defenders, -lead), tie=False)
    if lead == 0 and defenders and defender_holds_ties:
        return Verdict("defender", 1, tie=False)
    return Verdict(None, 0, tie=kind == "players" or lead == 0)


def settle_battle(play: Play, stage: BattleThrow, thrown: Thrown) -> None:
    """Count a battle out on the tray and give the province to its holder.

    All cubes that took part go from the tray to their reserves; survivors come out of them again.
    """
    throw_cubes(play, thrown)
    battle, state = stage.battle, play.state
    attackers = play.take_from_tray(state.colour(battle.attacker))
    defenders = play.take_from_tray(state.colour(battle.defender)) if battle.defender is not None else 0
    peasants = 0 if state.provinces[battle.target].markers else play.take_from_tray(PEASANT)
    kind: BattleKind = "neutral" if battle.defender is None else "players"
    holds = state.setup.defender_holds_ties
    verdict = count_out(kind, attackers, defenders, peasants, defender_holds_ties=holds)
    _tell_settled(play, battle, kind, (attackers, defenders, peasants), verdict)
    if verdict.winner == "attacker":
        _conquer(play, battle, verdict.survivors)
    elif battle.defender is not None and verdict.winner == "defender":
        play.goods(battle.defender, reserve=-verdict.survivors)
        play.put(battle.target, battle.defender, verdict.survivors)
    else:
        _leave_neutral(play, battle)
    play.go(battle.at.next_turn())


def _conquer(play: Play, battle: Battle, survivors: int) -> None:
    play.goods(battle.attacker, reserve=-survivors)
    play.put(battle.target, battle.attacker, survivors)
    play.win_card(battle.target)
    if battle.defender is not None:
        play.void_card(battle.defender, battle.target)


def _leave_neutral(play: Play, battle: Battle) -> None:
    play.raze(battle.target)
    if battle.defender is not None:
        play.void_card(battle.defender, battle.target)


def _tell_settled(play: Play, battle: Battle, kind: BattleKind, counts: tuple[int, int, int], verdict: Verdict) -> None:
    """Report the end of the battle, before its consequences."""
    attackers, defenders, peasants = counts
    play.tell(
        BattleSettled(
            province=battle.target,
            attacker=battle.attacker,
            defender=battle.defender,
            attackers=attackers,
            defenders=defenders,
            peasants=peasants,
            winner={"attacker": battle.attacker, "defender": battle.defender, None: None}[verdict.winner],
            survivors=verdict.survivors,
            kind=kind,
            tie=verdict.tie,
        )
    )


# Revolts (7.6)


def begin_revolt(play: Play, seat: int, name: str, peasants: int, at: Acting | Wintering) -> None:
    """Let peasants rise against all armies of a province."""
    armies = play.state.provinces[name].armies
    _add_peasants(play, peasants)
    play.tell(RevoltBroke(seat, name, armies, play.state.waiting.get(PEASANT, 0)))
    _lift_armies(play, seat, name)
    _lift_tray(play)
    play.go(RevoltThrow(seat, name, at))


def settle_revolt(play: Play, stage: RevoltThrow, thrown: Thrown) -> bool:
    """Count a revolt out on the tray, and return whether the player put it down."""
    throw_cubes(play, thrown)
    state, seat, name = play.state, stage.seat, stage.province
    armies, peasants = play.take_from_tray(state.colour(seat)), play.take_from_tray(PEASANT)
    verdict = count_out("revolt", 0, armies, peasants)
    won = verdict.winner == "defender"
    winner = seat if won else None
    play.tell(
        BattleSettled(name, None, seat, 0, armies, peasants, winner, verdict.survivors, "revolt", tie=verdict.tie)
    )
    if won:
        play.goods(seat, reserve=-verdict.survivors)
        play.put(name, seat, verdict.survivors)
    else:
        play.raze(name)
        play.void_card(seat, name)
    return won
