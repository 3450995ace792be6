"""Deploying by dice (chapter 4, and 9.5 to 9.7)."""

from collections.abc import Iterator, Sequence

from shogun.game.chance import Roll, Rolled
from shogun.game.questions import OneOf
from shogun.games.rumble_nation.rules.components import DICE, soldiers_of
from shogun.games.rumble_nation.rules.events import Deployed, DiceRolled
from shogun.games.rumble_nation.rules.moves import RESERVE, Deploy, Move, RollAgain, Transfer
from shogun.games.rumble_nation.rules.playing import Play
from shogun.games.rumble_nation.rules.state import Deploying, Player, Rolling, State


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
    """Yield the soldiers that leave the reserve, and whether the daimyo does, where so many pieces are wanted.

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
