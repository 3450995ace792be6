"""The state of a game that begins at a position, and the position of a state."""

from collections.abc import Collection

from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.errors import NoPosition
from shogun.games.rumble_nation.rules.components import AREAS
from shogun.games.rumble_nation.rules.moves import RESERVE
from shogun.games.rumble_nation.rules.start.position_checks import left_of, seats_of
from shogun.games.rumble_nation.rules.start.start_position import Ground, SeatPieces, StartPosition
from shogun.games.rumble_nation.rules.state import (
    Choosing,
    Deploying,
    LayingCastles,
    Over,
    Player,
    Playing,
    RevealingTactics,
    Rolling,
    Setup,
    Stage,
    State,
)


def laid(setup: Setup, position: StartPosition) -> State:
    """Return the state of a position that was checked; what isn't known of it is still to be drawn."""
    nobody, areas = (0,) * setup.seats, {area: position.area.get(area, Ground()) for area in AREAS}
    castles = {area: ground.castle for area, ground in areas.items() if ground.castle is not None}
    return State(
        castles=castles,
        soldiers={area: ground.soldiers or nobody for area, ground in areas.items()},
        tactics=position.tactics,
        players=tuple(_player(setup, position, seat) for seat in range(setup.seats)),
        turn=position.turn,
        first=position.first,
        round=position.round,
        stage=first_stage(position, bool(castles), bool(position.tactics)),
        setup=setup,
    )


def first_stage(position: StartPosition, has_castles: bool, has_tactics: bool) -> Stage:
    """Return what comes first where castles and pool are known or still to be drawn."""
    if not has_castles:
        return LayingCastles()
    if not has_tactics:
        return RevealingTactics()
    return Deploying(position.dice, position.rolled_again) if position.dice else Choosing()


def _player(setup: Setup, position: StartPosition, seat: int) -> Player:
    pieces = seats_of(setup, position)[seat]
    return Player(
        reserve=left_of(setup, position, seat),
        daimyo=(pieces.daimyo or RESERVE) if setup.advanced else None,
        katana=pieces.katana,
        tactic=pieces.tactic,
        daimyo_card=pieces.daimyo_card,
        daimyo_played=pieces.daimyo_played,
    )


def position_of(state: State, _seats: Collection[int] = ()) -> Setup:
    """Return the setup of a game that begins at this turn, as far as it has come. Raises `NoPosition`."""
    stage = state.stage
    if not state.round or isinstance(stage, Over):
        raise NoPosition(_("a position must be taken during a player's turn, before the war begins"))
    if isinstance(stage, Rolling | Playing):
        raise NoPosition(
            _("a position must be at the beginning of a turn or after a roll, not in the middle of a card")
        )
    assert isinstance(stage, LayingCastles | RevealingTactics | Choosing | Deploying)
    position = StartPosition(
        turn=state.turn,
        first=state.first,
        round=state.round,
        seat=tuple(map(_pieces, state.players)),
        area={area: _ground(state, area) for area in AREAS if _ground(state, area) != Ground()},
        tactics=state.tactics,
        dice=stage.dice if isinstance(stage, Deploying) else (),
        rolled_again=isinstance(stage, Deploying) and stage.again,
    )
    return replace(state.setup, first_seat=None, position=position)


def _pieces(player: Player) -> SeatPieces:
    daimyo = None if player.daimyo == RESERVE else player.daimyo
    return SeatPieces(player.katana, player.tactic, daimyo, player.daimyo_card, player.daimyo_played)


def _ground(state: State, area: str) -> Ground:
    soldiers = state.soldiers[area]
    return Ground(state.castles.get(area), soldiers if any(soldiers) else ())
