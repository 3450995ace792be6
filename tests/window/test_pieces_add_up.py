"""At every moment that a game's screen shows, no piece is lost or doubled; at rest all figures are the rules' own.

Asked of every game. A moment is what stands on the screen until time lets something else be shown: between two events
of a turn, while a drop falls, while survivors walk home.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.games import GAMES
from shogun.games.river_of_gold.rules.components import CUSTOMERS
from shogun.games.river_of_gold.rules.components import PLAYERS as BOXES
from shogun.games.river_of_gold.rules.position import IMPERIAL
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.shogun.rules.cards import ARMIES, PEASANT, PEASANTS
from shogun.games.shogun.rules.references import GOODS_RULES
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session
from shogun.tower.tower_lookup import load_tower
from shogun.window.kit.runtime.app import App

from .clicking import A_LONG_TIME, show_game, window

A_MOMENT = 0.15
"""Seconds between two looks while cubes fall."""


def cubes_of_shogun(model: Any) -> Iterator[str]:
    """Yield what is wrong with the cubes on the screen."""
    view = model.view
    for seat, player in enumerate(view.players):
        board = sum(land.armies for land in view.provinces.values() if land.owner == seat)
        total = board + player.reserve + elsewhere(view, view.colour(seat))
        if total != ARMIES:
            yield f"{view.colour(seat)} has {total} cubes in all, not {ARMIES}"
    peasants = view.peasants + elsewhere(view, PEASANT)
    if peasants != PEASANTS and view.waiting | view.tower:
        yield f"there are {peasants} peasants in all, not {PEASANTS}"
    if model.is_watching:
        seen = Counter(model.tray) + Counter(model.inside)
        if seen - (Counter(view.waiting) + Counter(view.tower)):
            yield f"{seen} are seen to fall of {view.waiting} into {view.tower}"
        return
    if counts(model.inside) != counts(view.tower):
        yield f"the tower shows {model.inside}, not {view.tower}"
    if counts(model.tray) != counts(view.tray) and not (counts(model.tray) <= counts(view.waiting)):
        yield f"the tray shows {model.tray}, not {view.tray}"


def elsewhere(view: Any, colour: str) -> int:
    """Return the cubes of a colour that lie neither in a province nor in the reserve."""
    return sum(pile.get(colour, 0) for pile in (view.tower, view.tray, view.waiting))


def counts(pile: Mapping[str, int]) -> Counter[str]:
    return +Counter(pile)


def pieces_of_rumble_nation(model: Any) -> Iterator[str]:
    """Yield what is wrong with the soldiers on the screen, also of what is weighed."""
    expected = PIECES.soldiers_advanced if model.view.setup.advanced else PIECES.soldiers
    for state in (model.view, model.before, model.weighed_state):
        for seat, player in enumerate(state.players):
            total = player.reserve + sum(there[seat] for there in state.soldiers.values())
            if total != expected:
                yield f"seat {seat} has {total} soldiers in all, not {expected}"


def pieces_of_river_of_gold(model: Any) -> Iterator[str]:
    """Yield what is wrong with tiles, customers and ships on the screen."""
    view = model.view
    if view.turn < 0:
        return
    box = BOXES[view.seats]
    expected = box.starting_tiles + IMPERIAL + box.era_1 + box.era_2
    tiles = [*filter(None, view.tiles), *view.row, *view.gone]
    if len(set(tiles)) != len(tiles) or len(tiles) + view.era_1_size + view.era_2_size != expected:
        yield f"{len(tiles)} tiles lie on the board, {view.era_1_size} and {view.era_2_size} in the stacks"
    delivered = [name for player in view.players for name in player.delivered]
    customers = len(delivered) + sum(view.hand_sizes) + view.deck_size + len(view.discards)
    if customers != len(CUSTOMERS):
        yield f"there are {customers} customers in all, not {len(CUSTOMERS)}"
    if any(len(player.ships) != 2 for player in view.players):
        yield "somebody hasn't two ships"


WRONG: Mapping[str, Callable[[Any], Iterator[str]]] = {
    "shogun": cubes_of_shogun,
    "rumble-nation": pieces_of_rumble_nation,
    "river-of-gold": pieces_of_river_of_gold,
}

SEATS = {"shogun": (3, 5), "rumble-nation": (2, 4), "river-of-gold": (2, 4)}


def new_game(code: str, seed: int, tower: str) -> Session:
    """Return a game of a person, whose answers are drawn, and of opponents that are fast."""
    rules: Any = GAMES[code].rules
    least, most = SEATS[code]
    seats = least + seed % (most - least + 1)
    setup = rules.Setup(seats)
    players = ["person", *["random"] * (seats - 1)]
    infos = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players, 1))
    header = Header(game=code, seed=seed, setup=setup, seats=infos)
    if code == "shogun":
        header = replace(header, tower=TowerInfo.of(load_tower(tower)) if tower else TowerInfo())
    return Session.start(rules, header, None)


def rows_say(scene: Any, app: App) -> None:
    """Assert that the players' rows of Shogun say what the rules count: all five figures of everybody."""
    app.step(0.0)
    told = {place.name: place.tooltip for place in scene.players.layer.targets}
    state = scene.driver.session.state
    for seat, player in enumerate(state.players):
        figures = player.chests, player.rice, player.reserve, len(state.owned(seat)), player.points
        for good, figure in zip(GOODS_RULES, figures, strict=False):
            assert told[f"{good}-{seat}"].endswith(f": {figure}"), (seat, good)


def watch(app: App, code: str, seed: int, *, tower: str = "", draws: bool = False) -> Counter[str]:
    """Play a game to its end and look at every moment of it; return what was looked at."""
    played, rng, seen = new_game(code, seed, tower), Random(seed), Counter[str]()
    show_game(app, played, [])
    scene: Any = app.scene
    while scene.model.result is None:
        model = scene.model
        scene.update(A_MOMENT if model.is_watching else A_LONG_TIME)
        seen["moments"] += 1
        seen["falling"] += model.is_watching
        wrong = list(WRONG[code](model))
        assert not wrong, (code, seed, wrong, model.prompt, [line.text for line in model.log[-3:]])
        if scene.showing.is_over:
            assert model.view == GAMES[code].rules.view(played.state, model.viewer), (code, seed, model.prompt)
        elif not scene.is_moving() or getattr(model, "is_held", False):
            seen["waits"] += 1  # for somebody who has seen it
            scene.presenter.skip()
        assert seen["moments"] < 20_000, "the game never ends"
        if scene.showing.is_over and model.question is not None:
            seen["rest"] += 1
            if draws and code == "shogun":
                rows_say(scene, app)
            scene.answer(model.question.sample(rng))
    return seen


@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=pytest.mark.slow if code == "shogun" else ()) for code in GAMES]
)
def test_no_piece_is_lost_or_doubled_at_any_moment_that_is_shown(code: str) -> None:
    with window() as app:
        seen = sum((watch(app, code, seed, draws=not seed) for seed in range(2)), Counter[str]())
    assert seen["moments"] > 200
    assert seen["rest"] > 20


def test_none_is_while_real_cubes_fall() -> None:
    with window() as app:
        seen = watch(app, "shogun", 3, tower="classic")
    assert seen["falling"] > 300


@pytest.mark.parametrize(
    "games", [pytest.param(40, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.study)]
)
@pytest.mark.parametrize("code", GAMES)
def test_none_is_in_many_games(code: str, games: int) -> None:
    with window() as app:
        seen = sum((watch(app, code, seed) for seed in range(2, 2 + games)), Counter[str]())
    assert seen["moments"] > games * 100
