"""Seasons played out in batches come to what they come to one by one: exactly without luck, else on average."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from shogun.games.shogun.opponents.evaluation.position_arrays import Positions, gathered
from shogun.games.shogun.opponents.rollouts import fast_marches, fast_season
from shogun.games.shogun.opponents.rollouts.batch_marches import MarchSearch
from shogun.games.shogun.opponents.rollouts.batch_rollout import BatchScenarios, end_season
from shogun.games.shogun.opponents.rollouts.batch_season import BatchSeason, draw_luck
from shogun.games.shogun.opponents.rollouts.batch_state import ARRAYS, BatchState, batch_state
from shogun.games.shogun.opponents.rollouts.batch_throws import BatchThrows, numbers_for
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.rollouts.rollout import End, Imagined, Scenario, dealt_state
from shogun.games.shogun.opponents.rollouts.rollout import end_season as end_one
from shogun.games.shogun.rules.cards import ARMIES, PEASANTS, SUPPLY
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import Setup
from shogun.tower import load_tower
from shogun.tower.quick_model import FEATURES, FIXED, Coefficients, Fit, Line, OutcomeModel, model_for
from tests.games.shogun.opponents.by_rules import HOUSE_RULED, SETUPS, TRUST, Begun, scenario_of, seasons

PLAIN = Line(1.0, 0.0)
NO_LUCK = OutcomeModel(
    fit=Fit(0, 1, 20, Coefficients((90.0,) * FEATURES, (-90.0,) * FEATURES, PLAIN, PLAIN, Line(0.0, 0.0)))
)
"""A tower in which whatever is thrown comes out, and nothing else."""
NOT_COMPARED = {"spent", "plans", "battles_left", "bid_ranks", "bid_chests", "waiting"}
"""Arrays that a season leaves behind, or that it doesn't change."""
BASE = 5


def test_a_tower_without_luck_has_none() -> None:
    chances = NO_LUCK.chances(5, 7)
    assert chances[5][0] == pytest.approx(1)


@cache
def begun_in(game: int, setups: tuple[Setup, ...] = SETUPS) -> tuple[Begun, ...]:
    """Return all that is weighed in a random game, played once for all tests."""
    return tuple(seasons(game, setups))


def planned(games: int, setups: tuple[Setup, ...] = SETUPS) -> Iterator[Begun]:
    """Yield where plans are laid in some random games, one move of each question."""
    for game in range(games):
        view = None
        for begun in begun_in(game, setups):
            if isinstance(begun.move, Plan) and begun.view is not view:
                view = begun.view
                yield begun


def dealt(begun: Begun, seed: int, model: OutcomeModel) -> FastState:
    """Return a scenario in which all plans are laid."""
    setup, rng = begun.view.setup, Random(seed)
    scales = ValueTables(begun.values, fast_board(setup.side, setup.seats), begun.view.year, begun.view.season)
    fast = dealt_state(begun.view, Imagined(begun.imagined, TRUST), scales, model, rng)
    assert isinstance(begun.move, Plan)
    fast.lay(begun.question.seat, begun.move)
    return fast.copy(rng)


def batch_of(tables: Sequence[FastState]) -> BatchSeason:
    """Return the same states in a season of their own, with any luck."""
    luck = draw_luck(np.random.default_rng(1), len(tables), len(tables[0].points), len(tables[0].owner))
    return BatchSeason(batch_state(tables), tables[0].model, luck, np.arange(len(tables)))


def differences(batch: BatchState, tables: Sequence[FastState]) -> list[str]:
    """Return the names of arrays that aren't those of the states."""
    other = batch_state(tables)
    names = [name for name in ARRAYS if name not in NOT_COMPARED]
    return [name for name in names if (getattr(batch, name) != getattr(other, name)).any()]


@pytest.mark.parametrize("setups", [SETUPS, HOUSE_RULED], ids=["rulebook", "house rules"])
@pytest.mark.parametrize("games", [9, pytest.param(27, marks=pytest.mark.slow)])
def test_without_luck_a_season_comes_to_the_same_as_one_by_one(games: int, setups: tuple[Setup, ...]) -> None:
    compared = 0
    for begun in planned(games, setups):
        tables = [dealt(begun, seed, NO_LUCK) for seed in range(4)]
        queues = []
        for fast in tables:
            fast_season.draw_event(fast)
            queues.append(fast_season.choosers(fast))
        season = batch_of(tables)
        season.take_specials(np.array(queues))
        for fast, queue in zip(tables, queues, strict=True):
            fast_season.take_specials(fast, queue)
        assert not differences(season.state, tables)
        season.act()
        for fast in tables:
            fast_season.act(fast, 0, 0)
        assert not differences(season.state, tables)
        compare_ends(season, tables, begun.question.seat)
        compared += len(tables)
    assert compared > 5 * games


class Given(Random):
    """Chance that draws the provinces with the least numbers."""

    def __new__(cls, numbers: Sequence[float]) -> "Given":
        return super().__new__(cls)

    def __init__(self, numbers: Sequence[float]) -> None:
        super().__init__(0)
        self.numbers = numbers

    def sample(self, population: Sequence[Any], k: int, **_counts: Any) -> list[Any]:
        return sorted(population, key=self.numbers.__getitem__)[:k]


def compare_ends(season: BatchSeason, tables: Sequence[FastState], seat: int) -> None:
    """Compare what evaluators see of the ends."""
    batch = end_season(season, seat)
    for fast, numbers in zip(tables, season.luck.revolts.tolist(), strict=True):
        fast.rng = Given(numbers)
    ends = [end_one(fast, seat) for fast in tables]
    assert batch.hunger.tolist() == pytest.approx([end.hunger for end in ends])
    assert (batch.positions is None) == ends[0].is_over
    assert batch.points.tolist() == [fast.points for fast in tables]
    assert batch.chests.tolist() == [fast.chests for fast in tables]
    if batch.positions is not None:
        pairs = zip(batch.positions.arrays, gathered(tables).arrays, strict=True)
        assert all((one == other).all() for one, other in pairs)


# Marches and throws on their own


def test_the_best_marches_are_those_found_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[FastState, int, int, int, bool]] = []
    best: list[tuple[float, int, int]] = []

    def best_march(fast: FastState, seat: int, action: int, source: int, targets: tuple[int, ...]) -> Any:
        found = fast_marches.best_march(fast, seat, action, source, targets)
        asked.append((fast.copy(Random(0)), seat, action, source, fast.actions[action] == "deploy1"))
        best.append(found)
        return found

    monkeypatch.setattr(fast_season, "best_march", best_march)
    compared = 0
    for begun in (one for game in range(9) for one in begun_in(game)):
        asked.clear()
        best.clear()
        scenario_of(begun).play_out(begun.move)
        if not asked:
            continue
        found = MarchSearch(
            batch_state([each[0] for each in asked]),
            np.arange(len(asked)),
            *(np.array([each[part] for each in asked]) for part in (1, 2, 3)),
        ).best(np.array([each[4] for each in asked]))
        assert found.worth == pytest.approx(np.array([each[0] for each in best]), abs=0.01)
        assert list(zip(found.target.tolist(), found.armies.tolist(), strict=True)) == [each[1:] for each in best]
        compared += len(asked)
    assert compared > 1000


@pytest.mark.parametrize("model", [FIXED, model_for(load_tower("classic"))], ids=["fixed", "fitted"])
@pytest.mark.chance
def test_throws_in_batches_come_out_as_the_model_says(model: OutcomeModel) -> None:
    count, rng = 20_000, np.random.default_rng(3)
    tower, thrown = np.array([[2, 0, 3, 4]]), np.array([[6, 0, 3, 1]])
    many = [np.repeat(cubes, count, axis=0).astype(np.int16) for cubes in (tower, thrown)]
    out = BatchThrows(model).drop(many[0], many[1], rng.random((count, numbers_for(4))))
    names = ("a", "b", "c", "d")
    inside, falling = (dict(zip(names, counts[0].tolist(), strict=True)) for counts in (tower, thrown))
    fallen = [model.drop(inside, falling, seed) for seed in range(count)]
    one_by_one = np.array([[each.get(name, 0) for name in names] for each in fallen])
    assert (out <= tower + thrown).all()
    for moment in (1, 2):
        batch, single = out.astype(np.float64) ** moment, one_by_one.astype(np.float64) ** moment
        error = np.sqrt((batch.var(axis=0) + single.var(axis=0)) / count)
        assert (np.abs(batch.mean(axis=0) - single.mean(axis=0)) <= 4 * error).all()
    assert np.corrcoef(out.T[[0, 2, 3]]) == pytest.approx(np.corrcoef(one_by_one.T[[0, 2, 3]]), abs=0.04)


def test_a_throw_depends_on_its_own_numbers_only() -> None:
    rng, throws = np.random.default_rng(4), BatchThrows(model_for(load_tower("classic")))
    tower, thrown = rng.integers(0, 5, (50, 4)), rng.integers(0, 9, (50, 4))
    thrown[7] = 30
    luck = rng.random((50, numbers_for(4)))
    together = throws.drop(tower, thrown, luck)
    alone = [throws.drop(tower[[row]], thrown[[row]], luck[[row]])[0] for row in range(50)]
    assert (together == np.array(alone)).all()


# Whole playouts, from all that a strategist weighs


def batch_for(begun: Begun, model: OutcomeModel | None = None) -> BatchScenarios:
    setup, view = begun.view.setup, begun.view
    scales = ValueTables(begun.values, fast_board(setup.side, setup.seats), view.year, view.season)
    return BatchScenarios(view, Imagined(begun.imagined, TRUST), scales, model or begun.model, BASE)


def ends_for(begun: Begun, count: int, model: OutcomeModel | None = None) -> list[End]:
    setup, view = begun.view.setup, begun.view
    scales = ValueTables(begun.values, fast_board(setup.side, setup.seats), view.year, view.season)
    imagined, tower = Imagined(begun.imagined, TRUST), model or begun.model
    return [
        Scenario(view, imagined, scales, tower, Random(f"{BASE}/{number}")).play_out(begun.move)
        for number in range(count)
    ]


@pytest.mark.parametrize("games", [9, pytest.param(27, marks=pytest.mark.slow)])
def test_without_luck_playouts_from_all_questions_in_the_action_phase_come_to_the_same(games: int) -> None:
    compared = set[str]()
    for begun in (one for game in range(games) for one in begun_in(game)):
        topic = begun.question.key.split("/")[0]
        if topic == "plan" or begun.view.season == "autumn":  # events, lots and revolts are drawn
            continue
        ends, batch = ends_for(begun, 3, NO_LUCK), batch_for(begun, NO_LUCK).play_out([begun.move] * 3, range(3))
        assert batch.positions is not None
        pairs = zip(batch.positions.arrays, gathered([end.fast for end in ends]).arrays, strict=True)
        assert all((one == other).all() for one, other in pairs)
        assert batch.hunger.tolist() == pytest.approx([end.hunger for end in ends])
        compared.add(topic)
    assert compared == {"special", "march", "attack", "defence"}


def test_playouts_in_a_batch_dont_depend_on_each_other() -> None:
    begun = next(planned(1))
    moves = [one.move for one in begun_in(0) if one.question.key == begun.question.key and isinstance(one.move, Plan)]
    numbers = [number for _move in moves for number in range(20)]
    together = batch_for(begun).play_out([move for move in moves for _number in range(20)], numbers)
    for place, move in enumerate(moves):
        scenarios = batch_for(begun)
        apart = [scenarios.play_out([move] * 10, range(first, first + 10)) for first in (0, 10)]
        for name in ("points", "chests", "hunger"):
            parts = np.concatenate([getattr(part, name) for part in apart])
            assert (getattr(together, name)[20 * place : 20 * place + 20] == parts).all()
        assert together.positions is not None
        for part, first in zip(apart, (0, 10), strict=True):
            assert part.positions is not None
            mine = together.positions.at(slice(20 * place + first, 20 * place + first + 10))
            assert all((one == other).all() for one, other in zip(mine.arrays, part.positions.arrays, strict=True))


@pytest.mark.parametrize("setups", [SETUPS, HOUSE_RULED], ids=["rulebook", "house rules"])
def test_no_cube_chest_or_tile_is_lost_or_made(setups: tuple[Setup, ...]) -> None:
    for begun in planned(9, setups):
        season = batch_of([dealt(begun, seed, begun.model) for seed in range(8)])
        season.draw_event()
        season.take_specials(season.choosers())
        season.act()
        check_sums(season.state)
        end_season(season, 0)
        check_sums(season.state)


def check_sums(state: BatchState) -> None:
    """Check what is true of every state (9.3), and the sums that are kept with it."""
    seats = np.arange(state.seats)
    own = state.owner[:, :-1, None] == seats
    armies, built = state.armies[:, :-1].astype(int), state.built[:, :-1].astype(int)
    kinds = built[:, :, None] >> np.arange(len(SUPPLY)) & 1
    on_board = (own * armies[:, :, None]).sum(axis=1)
    assert (on_board + state.reserve + (state.tower + state.tray + state.waiting)[:, :-1] == ARMIES).all()
    assert (state.peasants + (state.tower + state.tray + state.waiting)[:, -1] == PEASANTS).all()
    assert ((armies > 0) == own.any(axis=2)).all()
    for goods in (state.chests, state.reserve, state.rice, state.points, state.tower, state.tray, state.markers):
        assert goods.min() >= 0
    assert (state.tiles == kinds.sum(axis=1)).all()
    assert (state.tiles <= list(SUPPLY.values())).all()
    assert (kinds.sum(axis=2) <= state.ground.sites[:-1]).all()
    assert (state.lands == own.sum(axis=1)).all()
    assert (state.standing == (own * (1 + kinds.sum(axis=2))[:, :, None]).sum(axis=1)).all()
    regions = np.eye(state.ground.count_of_regions, dtype=int)[state.ground.regions[:-1]]
    assert (state.counts == np.einsum("nps,npk,pr->nrsk", own.astype(int), kinds, regions)).all()
    assert not (state.waiting.any() or state.armies[:, -1].any() or state.built[:, -1].any())


# In distribution


def figures(positions: Positions | None, points: Any, chests: Any, hunger: Any, owner: Sequence[int]) -> Any:
    """Return the figures of each playout's end, shape (n, figures); `owner` were the owners at its beginning."""
    columns = [np.asarray(points), np.asarray(chests), np.asarray(hunger)[:, None]]
    if positions is not None:
        held = positions.owner[:, :, None] == np.arange(positions.seats)
        columns += [held.sum(axis=1), (held * positions.armies[:, :, None]).sum(axis=1)]
        columns += [positions.goods[:, :, place] for place in (1, 2)]
        columns += [(held * positions.markers[:, :, None]).sum(axis=1), positions.tower]
        columns += [(held * (positions.built[:, :, None] > 0)).sum(axis=1)]
        columns += [((positions.owner != owner)[:, :, None] & held).sum(axis=1), positions.events]
    return np.concatenate(columns, axis=1).astype(np.float64)


def deviations(begun: Begun, count: int) -> Any:
    """Return by how many standard errors the means of figures differ between both ways to play out."""
    batch = batch_for(begun).play_out([begun.move] * count, range(count))
    ends = ends_for(begun, count)
    provinces = begun.view.provinces.values()
    owner = [-1 if province.owner is None else province.owner for province in provinces]
    positions = None if ends[0].is_over else gathered([end.fast for end in ends])
    points, chests = [end.fast.points for end in ends], [end.fast.chests for end in ends]
    single = figures(positions, points, chests, [end.hunger for end in ends], owner)
    many = figures(batch.positions, batch.points, batch.chests, batch.hunger, owner)
    error = np.sqrt((single.var(axis=0) + many.var(axis=0)) / count)
    difference = single.mean(axis=0) - many.mean(axis=0)
    assert not difference[error == 0].any()
    return difference[error > 0] / error[error > 0]


def every_period(games: int) -> Iterator[Begun]:
    """Yield questions of different seasons, numbers of players and sides of the board."""
    seen = set[tuple[object, ...]]()
    for begun in (one for game in range(games) for one in begun_in(game)):
        setup, view = begun.view.setup, begun.view
        kind = setup.seats, setup.side, view.year, view.season, begun.question.key.split("/")[0]
        if kind not in seen:
            seen.add(kind)
            yield begun


@pytest.mark.chance
def test_playouts_come_to_the_same_on_average() -> None:
    found = np.concatenate([deviations(begun, 150) for begun in islice(every_period(18), 0, None, 5)])
    assert len(found) > 300
    assert np.abs(found).max() < 5
    assert float(np.sqrt((found**2).mean())) < 1.2


@pytest.mark.study
@pytest.mark.timeout(3600)
@pytest.mark.chance
def test_many_playouts_come_to_the_same_on_average() -> None:
    found = np.concatenate([deviations(begun, 3000) for begun in every_period(36)])
    print(f"{len(found)} figures: {np.sqrt((found**2).mean()):.3f} standard errors, at most {np.abs(found).max():.2f}")
    assert np.abs(found).max() < 5.5
    assert float(np.sqrt((found**2).mean())) < 1.05
