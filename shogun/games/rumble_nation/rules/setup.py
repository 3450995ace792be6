"""Setting up (chapter 2), and the daimyo of the advanced game (9.1 to 9.3)."""

from collections.abc import Iterator
from typing import Any

from shogun.base.language import _
from shogun.game.errors import IllegalSetup
from shogun.game.positions import Found, check_position
from shogun.game.questions import Draw, Drawn, OneOf, Shuffle
from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, DAIMYO, PIECES, TACTICS
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.position import first_stage, state_at, wrong_in
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CastlesLaid,
    Choosing,
    DaimyoRevealed,
    DaimyoTaken,
    DrawingFirstSeat,
    FirstSeatDrawn,
    LayingCastles,
    Move,
    Player,
    RevealingDaimyo,
    RevealingTactics,
    Setup,
    State,
    TacticsRevealed,
    TakeDaimyo,
    TakingDaimyo,
)


def new(agreed: Setup) -> State:
    """Return a game before anything is laid out (2.4, 9.1), or at its position. Raises IllegalSetup."""
    _verify(agreed)
    if agreed.position:
        check_position(wrong_in(agreed, agreed.position), "11.3")
        return state_at(agreed, agreed.position)
    player = Player(PIECES.soldiers_advanced, RESERVE) if agreed.advanced else Player(PIECES.soldiers)
    nobody = (0,) * agreed.seats
    return State(setup=agreed, players=(player,) * agreed.seats, soldiers=dict.fromkeys(AREAS, nobody))


def _verify(agreed: Setup) -> None:
    if agreed.seats not in COUNTS:
        raise IllegalSetup("1.1", _("the game is for 2 to 4 players, not {seats}").format(seats=agreed.seats))
    if agreed.first_seat is not None and agreed.first_seat not in range(agreed.seats):
        raise IllegalSetup("2.5", _("seat {seat} can't go first: it doesn't exist").format(seat=agreed.first_seat))


def position_problems(agreed: Setup) -> Iterator[Found]:
    """Yield all that keeps a setup with a position from being the beginning of a game."""
    try:
        _verify(agreed)
    except IllegalSetup as error:
        yield ("setup",), str(error)
        return
    if agreed.position:
        yield from wrong_in(agreed, agreed.position)


def ask_castles(_state: State, _stage: LayingCastles) -> Shuffle:
    """Ask for the large castles in the order of the areas (2.1)."""
    return Shuffle("castles", PIECES.large_castles)


def lay_castles(play: Play, _stage: LayingCastles, answer: Drawn) -> None:
    """Lay a large castle on each area (2.1)."""
    castles: dict[str, Any] = dict(zip(AREAS, answer.items, strict=True))
    play.change(castles=castles)
    play.tell(CastlesLaid(tuple(sorted(castles, key=castles.__getitem__))))
    if position := play.state.setup.position:
        play.go(first_stage(position, True, bool(play.state.tactics)))
    else:
        play.go(RevealingTactics())


def ask_tactics(state: State, _stage: RevealingTactics) -> Draw:
    """Ask for the pool: one card more than there are players (2.2), without those that a position has as played."""
    played = [player.tactic for player in state.players if player.tactic]
    return Draw("tactics", tuple(card for card in TACTICS if card not in played), state.counts.tactics - len(played))


def reveal_tactics(play: Play, _stage: RevealingTactics, answer: Drawn) -> None:
    """Reveal the pool; the first player is agreed on, or drawn next (2.5)."""
    pool = tuple(map(str, answer.items))
    play.change(tactics=pool)
    play.tell(TacticsRevealed(pool))
    agreed, position = play.state.setup.first_seat, play.state.setup.position
    if position:
        play.go(first_stage(position, True, True))
    elif agreed is None:
        play.go(DrawingFirstSeat())
    else:
        _begin(play, agreed)


def ask_first_seat(state: State, _stage: DrawingFirstSeat) -> Draw:
    """Ask lots for the first player (2.5)."""
    return Draw("first_seat", tuple(range(state.setup.seats)), 1)


def take_first_seat(play: Play, _stage: DrawingFirstSeat, answer: Drawn) -> None:
    """Let this seat begin (2.5)."""
    seat = int(answer.items[0])
    play.tell(FirstSeatDrawn(seat))
    _begin(play, seat)


def _begin(play: Play, seat: int) -> None:
    """Give the first turn to a seat; in the advanced game daimyo cards come before (2.6)."""
    play.change(first=seat, turn=seat)
    if play.state.setup.advanced:
        play.go(RevealingDaimyo())
    else:
        play.change(round=1, stage=Choosing())


def ask_daimyo(state: State, _stage: RevealingDaimyo) -> Draw:
    """Ask for the daimyo cards: one more than there are players (9.2)."""
    return Draw("daimyo", tuple(DAIMYO), state.counts.daimyo_cards)


def reveal_daimyo(play: Play, _stage: RevealingDaimyo, answer: Drawn) -> None:
    """Reveal the daimyo cards; the player at the first player's right chooses first (9.3)."""
    cards = tuple(map(str, answer.items))
    state = play.state
    play.change(daimyo_cards=cards, turn=(state.first - 1) % state.setup.seats, stage=TakingDaimyo())
    play.tell(DaimyoRevealed(cards))


def ask_daimyo_card(state: State, _stage: TakingDaimyo) -> OneOf[Move]:
    """Ask which daimyo card a seat takes (9.3)."""
    return OneOf(state.turn, f"daimyo/seat{state.turn}", tuple(map(TakeDaimyo, sorted(state.daimyo_cards))), "9.3")


def take_daimyo(play: Play, _stage: TakingDaimyo, move: TakeDaimyo) -> None:
    """Give a daimyo card to the seat; the choice passes anticlockwise, and the first player chooses last (9.3)."""
    state, seat = play.state, play.state.turn
    play.change_player(seat, daimyo_card=move.card)
    play.tell(DaimyoTaken(seat, move.card))
    if seat == state.first:
        play.change(daimyo_cards=(), round=1, stage=Choosing())
    else:
        left = tuple(card for card in state.daimyo_cards if card != move.card)
        play.change(daimyo_cards=left, turn=(seat - 1) % state.setup.seats)
