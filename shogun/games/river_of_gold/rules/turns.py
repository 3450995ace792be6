"""A turn from its die to the next roll (chapter 4), with the masteries (10)."""

from shogun.game.questions import Roll, Rolled
from shogun.games.river_of_gold.rules.actions import build, build_moves, deliver, deliver_moves, sail, sail_moves
from shogun.games.river_of_gold.rules.components import MASTERIES
from shogun.games.river_of_gold.rules.effects import SIDES, turned
from shogun.games.river_of_gold.rules.events import DieRolled, DieSet, FavorSpent, Gained, MasteryClaimed, TurnBegan
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import MEASURES, score_game
from shogun.games.river_of_gold.rules.state import (
    Build,
    Deliver,
    Effect,
    EndTurn,
    Move,
    Player,
    RollDie,
    Sail,
    SetDie,
    SpendFavor,
    State,
)

TURN, END_TURN, ROLL, NEXT_TURN = "turn", "end_turn", "roll", "next_turn"


def next_turn(play: Play, _effect: Effect) -> None:
    """Begin the next turn, or end the game after the last one (4.1, 11.5)."""
    state = play.state
    if state.turn == state.last_turn:
        score_game(play)
        return
    state.turn += 1
    play.tell(TurnBegan(state.active, state.turn + 1))
    play.then(Effect(TURN, state.active))


# Favor and the action (4.2, 4.3)


def ask_turn(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the actions that a seat may take, and the favor it may spend before."""
    seat = effect.seat
    favor = [SpendFavor(-1), SpendFavor(1)] if state.players[seat].favor else []
    return (*actions(state, seat), *favor)


def actions(state: State, seat: int) -> list[Build | Sail | Deliver]:
    """Return the actions that a seat may take as its die shows now; a sail is always among them (4.3)."""
    return [*build_moves(state, seat), *sail_moves(state, seat), *deliver_moves(state, seat)]


def act(play: Play, effect: Effect, move: SpendFavor | Build | Sail | Deliver) -> None:
    """Spend a point of favor and ask again, or take the action; masteries and the roll come after it."""
    seat = effect.seat
    if isinstance(move, SpendFavor):
        _spend_favor(play, effect, move.by)
        return
    play.then(Effect("masteries", seat), Effect(END_TURN, seat))
    match move:
        case Build():
            build(play, seat, move)
        case Sail():
            sail(play, seat, move)
        case Deliver():
            deliver(play, seat, move)


def _spend_favor(play: Play, effect: Effect, by: int) -> None:
    player = play.state.players[effect.seat]
    player.favor -= 1
    player.die = turned(player.die, by)
    play.tell(FavorSpent(effect.seat, player.die))
    play.then(effect)


# Masteries (10)


def claim_masteries(play: Play, effect: Effect) -> None:
    """Claim every mastery whose requirement is met and that has a free award (10.1)."""
    state, seat = play.state, effect.seat
    for place, name in enumerate(state.masteries):
        claimed, mastery = state.claims[place], MASTERIES[name]
        awards = mastery.awards[state.seats]
        if seat in claimed or len(claimed) == len(awards) or MEASURES[mastery.measure](state, seat) < mastery.needed:
            continue
        state.claims = (*state.claims[:place], (*claimed, seat), *state.claims[place + 1 :])
        play.tell(MasteryClaimed(seat, name, awards[len(claimed)]))
        state.players[seat].points += awards[len(claimed)]
        play.tell(Gained(seat, "points", awards[len(claimed)], points_from="mastery"))


# The roll for the next turn (4.5)


def ask_end(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the ways to end a turn: a roll, unless the game ends; or setting the die for favor (13.5)."""
    if state.last_turn is not None:
        return (EndTurn(),)
    return (RollDie(), *_settings(state.players[effect.seat]))


def _settings(player: Player) -> list[SetDie]:
    if player.backing.ability != "set_die" or player.favor < player.backing.favor:
        return []
    return [SetDie(number) for number in range(1, SIDES + 1)]


def end(play: Play, effect: Effect, move: RollDie | SetDie | EndTurn) -> None:
    """Roll or set the die, and start the next turn."""
    play.then(Effect(NEXT_TURN))
    _roll_or_set(play, effect.seat, move)


def first_die(play: Play, effect: Effect) -> None:
    """Roll for the first turn (2.13); a player who may set their die is asked."""
    can_choose = bool(_settings(play.state.players[effect.seat]))
    play.then(Effect(FIRST_DIE if can_choose else ROLL, effect.seat))


FIRST_DIE = "choose_first_die"


def ask_first_die(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the ways to get the first die where it can be set (2.13, 13.5)."""
    return (RollDie(), *_settings(state.players[effect.seat]))


def choose_first_die(play: Play, effect: Effect, move: RollDie | SetDie) -> None:
    """Roll or set the die for the first turn."""
    _roll_or_set(play, effect.seat, move)


def _roll_or_set(play: Play, seat: int, move: RollDie | SetDie | EndTurn) -> None:
    match move:
        case RollDie():
            play.then(Effect(ROLL, seat))
        case SetDie():
            player = play.state.players[seat]
            player.favor -= player.backing.favor
            player.die = move.number
            play.tell(DieSet(seat, move.number, player.backing.favor))


def ask_roll(state: State, effect: Effect) -> Roll:
    """Return the roll for a seat's next turn."""
    return Roll(f"die/turn{state.turn + 1}/seat{effect.seat}", 1, SIDES)


def take_roll(play: Play, effect: Effect, rolled: Rolled) -> None:
    """Set the die to the rolled number."""
    play.state.players[effect.seat].die = rolled.dice[0]
    play.tell(DieRolled(effect.seat, rolled.dice[0]))
