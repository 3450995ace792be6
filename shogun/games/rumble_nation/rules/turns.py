"""Turns of the deployment (chapters 3 and 5, 9.4), and deploying by dice (4, 9.5 to 9.7)."""

from collections.abc import Iterator, Sequence

from shogun.game.questions import OneOf, Roll, Rolled
from shogun.games.rumble_nation.rules import cards
from shogun.games.rumble_nation.rules.components import CARDS, DICE, TACTICS, soldiers_of
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CardPlayed,
    CarryOut,
    Choosing,
    Deploy,
    Deployed,
    Deploying,
    DiceRolled,
    Finished,
    Move,
    PlayCard,
    Player,
    Playing,
    RollAgain,
    RollDice,
    Rolling,
    State,
    Transfer,
)
from shogun.games.rumble_nation.rules.war import wage

# Deploying by dice (chapter 4, 9.5 to 9.7)


def ask_roll(state: State, stage: Rolling) -> Roll:
    """Ask for the three dice (4.1); each roll has a key of its own, so that none depends on a choice."""
    return Roll(f"{state.key}/roll{2 if stage.again else 1}", DICE)


def show_roll(play: Play, stage: Rolling, answer: Rolled) -> None:
    """Let the seat on turn split these dice."""
    play.tell(DiceRolled(play.state.turn, answer.dice, stage.again))
    play.go(Deploying(answer.dice, stage.again))


def ask_split(state: State, stage: Deploying) -> OneOf[Move]:
    """Ask which die is set apart, and whether the daimyo goes (4.3, 9.5); or roll again (4.2)."""
    moves: list[Move] = sorted(splits(state, stage.dice))
    again = () if stage.again else (RollAgain(),)
    return OneOf(state.turn, f"{state.key}/split{2 if stage.again else 1}", (*moves, *again), "4.3")


def splits(state: State, dice: Sequence[int]) -> Iterator[Deploy]:
    """Yield each way to deploy by these dice: one for each different number, or two with a daimyo (4.3, 9.5)."""
    for single in set(dice):
        area = state.area_of(sum(dice) - single)
        for soldiers, daimyo in companies(state.players[state.turn], soldiers_of(single)):
            yield Deploy(area, soldiers, daimyo)


def companies(player: Player, wanted: int) -> Iterator[tuple[int, bool]]:
    """Yield the soldiers that leave the reserve, and whether the daimyo goes with them, for a number of pieces.

    If the reserve holds no more than that, all go (4.5, 9.6); else the daimyo may be one of them (9.5).
    """
    has_daimyo = player.daimyo == RESERVE
    if player.left <= wanted:
        yield player.reserve, has_daimyo
        return
    yield wanted, False
    if has_daimyo:
        yield wanted - 1, True


def deploy(play: Play, move: Deploy) -> None:
    """Put pieces from the reserve into an area (4.5)."""
    seat = play.state.turn
    play.transfer(Transfer(seat, RESERVE, move.area, move.soldiers, move.daimyo))
    play.tell(Deployed(seat, move.area, play.state.castles[move.area], move.soldiers, move.daimyo))


# Turns (chapters 3 and 5, 9.4)

_WAYS = {**cards.TACTICS_WAYS, **cards.DAIMYO_WAYS}


def held(state: State) -> Iterator[str]:
    """Yield the cards that rules 3.3, 5.2, 9.4 and 9.10 allow the seat on turn, even if they can't be carried out."""
    if state.is_any_finished:
        return
    player = state.players[state.turn]
    if player.tactic is None:
        yield from state.tactics
    if player.daimyo_card and not player.daimyo_played and player.daimyo != RESERVE:
        yield player.daimyo_card


def ways(state: State, card: str) -> Iterator[tuple[Transfer, ...]]:
    """Yield all ways in which the seat on turn can carry out a card."""
    return _WAYS[card](state, state.turn)


def playable(state: State) -> list[str]:
    """Return the cards that the seat on turn can carry out completely (5.4, 9.10)."""
    return sorted(card for card in held(state) if next(ways(state, card), None))


def ask_turn(state: State, _stage: Choosing) -> OneOf[Move]:
    """Ask whether the seat on turn rolls or plays a card, and which (3.1)."""
    return OneOf(state.turn, f"{state.key}/turn", (RollDice(), *map(PlayCard, playable(state))), "3.1")


def choose(play: Play, _stage: Choosing, move: RollDice | PlayCard) -> None:
    """Roll, or ask how a card is carried out."""
    play.go(Playing(move.card) if isinstance(move, PlayCard) else Rolling(again=False))


def split(play: Play, _stage: Deploying, move: Deploy | RollAgain) -> None:
    """Roll again, or deploy and end the turn."""
    if isinstance(move, RollAgain):
        play.go(Rolling(again=True))
    else:
        deploy(play, move)
        end_turn(play)


def ask_way(state: State, stage: Playing) -> OneOf[Move]:
    """Ask how a card is carried out."""
    moves = tuple(CarryOut(way) for way in sorted(ways(state, stage.card)))
    return OneOf(state.turn, f"{state.key}/card", moves, CARDS[stage.card].rule)


def lay_down(play: Play, seat: int, card: str) -> None:
    """Lay a card down for good before its player (5.1, 9.4)."""
    if card in TACTICS:
        play.change(tactics=tuple(other for other in play.state.tactics if other != card))
        play.change_player(seat, tactic=card)
    else:
        play.change_player(seat, daimyo_played=True)


def carry_out(play: Play, stage: Playing, move: CarryOut) -> None:
    """Lay the card down for good, move the pieces, and end the turn (5.1, 9.4)."""
    state, card = play.state, stage.card
    lay_down(play, state.turn, card)
    for transfer in move.transfers:
        play.transfer(transfer)
    play.tell(CardPlayed(state.turn, card, move.transfers))
    end_turn(play)


def end_turn(play: Play) -> None:
    """Give a katana to a seat that has placed everything; then the next is on turn, or the war begins (3.2, 3.5)."""
    seat = play.state.turn
    if not play.state.players[seat].left:
        _finish(play, seat)
    _next_turn(play)


def _finish(play: Play, seat: int) -> None:
    state = play.state
    katana = state.counts.katana[sum(player.katana is not None for player in state.players)]
    play.change_player(seat, katana=katana)
    play.tell(Finished(seat, katana))


def next_seat(state: State) -> int:
    """Return the seat on turn after this one: finished players are skipped (3.5); if all are, this seat again."""
    seats = state.setup.seats
    later = ((state.turn + further) % seats for further in range(1, seats + 1))
    return next((seat for seat in later if state.players[seat].katana is None), state.turn)


def _next_turn(play: Play) -> None:
    state, seat = play.state, next_seat(play.state)
    if state.players[seat].katana is not None:
        wage(play)
        return
    seats = state.setup.seats
    further = (seat - state.turn) % seats or seats
    has_passed_first = (state.turn - state.first) % seats + further >= seats
    play.change(turn=seat, round=state.round + has_passed_first, stage=Choosing())
