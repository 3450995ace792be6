"""Winter and the end (chapters 8 and 9): rice and shortage, revolts, scoring, the new year, and the result."""

from collections.abc import Sequence
from itertools import pairwise

from shogun.game.questions import Draw, Drawn
from shogun.games.shogun.rules.battle import begin_revolt
from shogun.games.shogun.rules.cards import BUILDINGS, EVENTS, YEARS, Building
from shogun.games.shogun.rules.events import GameEnded, RevoltsDrawn, Scored, Supplied, WinterBegan
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.questions import Choice, FaceRevolt
from shogun.games.shogun.rules.state import (
    BeginningWinter,
    ChoosingRevolt,
    DrawingRevolts,
    Over,
    Player,
    Position,
    Province,
    RevealingEvents,
    State,
    Wintering,
)
from shogun.games.shogun.rules.views import Result

MAJORITY: dict[Building, int] = {"castle": 3, "temple": 2, "theatre": 1}
"""Points for the most buildings of a kind in a region (8.4)."""

SUPPLY_TABLE = ((0, 0), (1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (2, 3), (3, 3))
"""Revolts, and extra peasants in each, by the shortfall of rice; the last line is for every larger one too (8.2)."""
EXTRA_PEASANTS = tuple(sorted({peasants for revolts, peasants in SUPPLY_TABLE if revolts}))
"""Numbers of extra peasants that a revolt in winter can have."""
ONE_REVOLT_MORE = tuple(short for short, (one, more) in enumerate(pairwise(SUPPLY_TABLE)) if more[0] > one[0])
"""Shortfalls of rice; each unit more than one of them causes another revolt."""


def revolts_for(short: int) -> tuple[int, int]:
    """Return the number of revolts and the extra peasants in each, for a shortfall of rice (8.2)."""
    return SUPPLY_TABLE[min(max(0, short), len(SUPPLY_TABLE) - 1)]


# Games that begin with a winter


def ask_winter(state: State, _stage: BeginningWinter) -> Draw:
    """Return the draw of winter's event: the last one, or any for a position that names none (8.1)."""
    return Draw(f"winter/year{state.year}", state.events or state.event_deck, 1)


def open_winter(play: Play, _stage: BeginningWinter, drawn: Drawn) -> None:
    """Let the winter begin by this event."""
    play.state.events = tuple(str(name) for name in drawn.items)
    play.state.event_deck = tuple(name for name in play.state.event_deck if name not in play.state.events)
    begin_winter(play)


# Loss and supply (8.1, 8.2)


def begin_winter(play: Play) -> None:
    """Take the rice that winter's event costs, and count every player's shortfall once, before any revolt."""
    state = play.state
    event = state.events[0]
    loss = EVENTS[event].winter_rice
    play.tell(WinterBegan(state.year, event, loss))
    short = tuple(_supply(play, seat, loss) for seat in range(state.setup.seats))
    play.go(Wintering(0, short))


def _supply(play: Play, seat: int, loss: int) -> int:
    play.goods(seat, rice=-min(loss, play.state.players[seat].rice))
    rice, provinces = play.state.players[seat].rice, len(play.state.owned(seat))
    short = max(0, provinces - rice)
    play.tell(Supplied(seat, rice, provinces, short, *revolts_for(short)))
    return short


# Revolts (8.3)


def pass_winter(play: Play) -> None:
    """Go to the next revolt, to the next seat in autumn's order, or to the scoring.

    Playouts carry out a whole winter, from its loss to its points, in `fast_season.pass_winter`.
    """
    state = play.state
    winter = state.stage
    assert isinstance(winter, Wintering)
    if winter.turn == len(state.order):
        score(play)
    elif len(winter.provinces) > 1:
        play.go(ChoosingRevolt(winter))
    elif winter.provinces:
        _face(play, winter, winter.provinces[0])
    elif winter.short[state.order[winter.turn]]:
        play.go(DrawingRevolts(winter))
    else:
        play.go(winter.next_turn())


def ask_revolts(state: State, stage: DrawingRevolts) -> Draw:
    """Return the draw of the provinces in which revolts break out (8.3)."""
    seat = state.order[stage.winter.turn]
    provinces = tuple(state.owned(seat))
    count = min(revolts_for(stage.winter.short[seat])[0], len(provinces))
    return Draw(f"revolts/year{state.year}/seat{seat}", provinces, count)


def draw_revolts(play: Play, stage: DrawingRevolts, drawn: Drawn) -> None:
    """Reveal the provinces in which revolts break out."""
    winter, names = stage.winter, tuple(str(name) for name in drawn.items)
    play.tell(RevoltsDrawn(play.state.order[winter.turn], names))
    play.go(Wintering(winter.turn, winter.short, names))


def ask_next_revolt(state: State, stage: ChoosingRevolt) -> Choice:
    """Return the choice of the next revolt (8.3)."""
    winter = stage.winter
    seat = state.order[winter.turn]
    key = f"revolt/year{state.year}/seat{seat}/left{len(winter.provinces)}"
    return Choice(seat, key, "revolt", tuple(FaceRevolt(name) for name in sorted(winter.provinces)))


def face_revolt(play: Play, stage: ChoosingRevolt, move: FaceRevolt) -> None:
    """Let the chosen revolt break out."""
    _face(play, stage.winter, move.province)


def _face(play: Play, winter: Wintering, name: str) -> None:
    """Let a winter revolt break out: the province's markers and the extra peasants of the supply table (7.6)."""
    seat = play.state.order[winter.turn]
    peasants = play.state.provinces[name].markers + revolts_for(winter.short[seat])[1]
    begin_revolt(play, seat, name, peasants, winter)


# Scoring (8.4)


def score(play: Play) -> None:
    """Give every player the points of the year, then begin the next year or end the game."""
    for scored in scores(play.state):
        play.goods(scored.seat, points=scored.total)
        play.tell(scored)
    if play.state.year == YEARS:
        _end_game(play)
    else:
        _begin_year(play)


def scores(state: Position) -> list[Scored]:
    """Return each player's score if the year ended now (8.4)."""
    majorities = _majorities(state)
    return [_score(state, seat, majorities) for seat in range(state.setup.seats)]


def _score(state: Position, seat: int, majorities: dict[Building, list[int]]) -> Scored:
    owned = state.owned(seat)
    buildings = sum(len(state.provinces[name].buildings) for name in owned)
    castles, temples, theatres = (majorities[kind][seat] for kind in BUILDINGS)
    total = len(owned) + buildings + castles + temples + theatres
    return Scored(seat, state.year, len(owned), buildings, castles, temples, theatres, total)


def _majorities(state: Position) -> dict[Building, list[int]]:
    """Return each seat's points for majorities, by kind of building, over all regions."""
    points: dict[Building, list[int]] = {kind: [0] * state.setup.seats for kind in BUILDINGS}
    for names in state.board.regions.values():
        for kind in BUILDINGS:
            counts = _buildings_by_seat(state, names, kind)
            for seat, won in enumerate(majority_points(counts, MAJORITY[kind])):
                points[kind][seat] += won
    return points


def _buildings_by_seat(state: Position, names: tuple[str, ...], kind: Building) -> list[int]:
    owners = [state.provinces[name].owner for name in names if kind in state.provinces[name].buildings]
    return [owners.count(seat) for seat in range(state.setup.seats)]


def majority_points(counts: Sequence[int], points: int) -> list[int]:
    """Return each seat's points for the most buildings: full for a single leader, one less each for several (8.4)."""
    most = max(counts)
    if not most:
        return [0] * len(counts)
    won = points if counts.count(most) == 1 else points - 1
    return [won if count == most else 0 for count in counts]


# The new year, and the end (8.6, 9.1)


def _begin_year(play: Play) -> None:
    """Clear revolt markers and rice; everything else stays (8.6)."""
    state = play.state
    for name, province in state.provinces.items():
        if province.markers:
            state.provinces[name] = Province(province.owner, province.armies, province.buildings)
    state.players = [Player(player.chests, player.reserve, 0, player.points) for player in state.players]
    state.events, state.year, state.season = (), state.year + 1, "spring"
    play.go(RevealingEvents())


def _end_game(play: Play) -> None:
    play.go(Over())
    ended = result(play.state)
    assert ended is not None
    play.tell(GameEnded(ended.winners, ended.points, ended.chests))


def result(state: State) -> Result | None:
    """Return the result, None during the game: most points, then most chests, then shared (9.1)."""
    if not isinstance(state.stage, Over):
        return None
    ranks = [(player.points, player.chests) for player in state.players]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Result(winners, tuple(points for points, _chests in ranks), tuple(chests for _points, chests in ranks))
