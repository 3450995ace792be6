"""The commands that play games, fit evaluators to them, and have networks learn."""

import sys
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

import fit_evaluators
import training_games
from shogun.games.shogun.opponents.evaluation.evaluators import FittedEvaluator
from shogun.games.shogun.opponents.evaluation.features import TRAITS
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS, gathered
from tests.games.shogun.opponents.evaluation.test_features import BOARDS, BoardOf, positions_of
from tests.games.shogun.opponents.fast_positions import fast_position
from training_games import Kind, play, play_at_once, record, recorded, together

SMALL = Kind("moon", 3, "fitting")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some games of two lots, in files of three."""
    into = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training_games, "IN_A_FILE", 3)
        record(SMALL, 6, into, 1)
        record(Kind("moon", 3, "held-out"), 3, into, 1)
    return into


def test_a_game_leaves_the_beginnings_of_its_seasons_and_its_end() -> None:
    found = play(Kind("sun", 5, "fitting"), 3)
    assert found.positions.period.tolist() == list(range(len(PERIODS)))
    assert found.won.shape == found.points.shape == (6, 5)
    assert (found.won.sum(axis=1) == 1).all()
    assert found.points[0].max() == found.points[0][found.won[0] > 0].max()
    assert (found.positions.goods[0, :, 3] == 0).all(), "nobody has points at first"


def test_the_same_game_is_played_again_and_lots_are_played_otherwise() -> None:
    one, again = (play(SMALL, 2) for _time in range(2))
    assert all((a == b).all() for a, b in zip(one.positions.arrays, again.positions.arrays, strict=True))
    assert (one.positions.owner != play(Kind("moon", 3, "held-out"), 2).positions.owner).any()


@pytest.mark.slow
def test_what_was_recorded_is_read_and_gone_on_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = recorded(SMALL, folder)
    fresh = together([play_at_once(SMALL, 3, first) for first in (0, 3)])
    assert (whole.game == fresh.game).all()
    assert (whole.won == fresh.won).all()
    assert all((a == b).all() for a, b in zip(whole.positions.arrays, fresh.positions.arrays, strict=True))
    monkeypatch.setattr(training_games, "IN_A_FILE", 3)
    monkeypatch.setattr(training_games, "play_at_once", lambda *_games: pytest.fail("these games have been played"))
    record(SMALL, 6, folder, 1)


def test_games_that_were_not_played_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no games have been played"):
        recorded(SMALL, tmp_path)


@pytest.mark.chance
def test_weights_that_made_the_victories_are_found_again() -> None:
    rng = np.random.default_rng(5)
    seen = rng.standard_normal((6000, 4, len(TRAITS))).astype(np.float32)
    period = (np.arange(6000) % len(PERIODS)).astype(np.int8)
    truth = np.zeros(len(TRAITS))
    truth[[0, 3, 10]] = 1.5, -1.0, 0.7
    chances = np.exp(seen @ truth)
    chances /= chances.sum(axis=1, keepdims=True)
    won = np.array([np.eye(4)[rng.choice(4, p=row)] for row in chances], dtype=np.float32)
    evaluator = fit_evaluators.fit(fit_evaluators.Sample(seen, period, won), {})
    mean = np.mean(evaluator.weights, axis=0) / np.array(evaluator.spread)
    assert mean == pytest.approx(truth, abs=0.15)


@pytest.mark.parametrize("board", BOARDS)
def test_states_made_of_positions_are_the_same_positions(board: BoardOf) -> None:
    here = positions_of(board)
    again = gathered([fast_position(state) for state in fit_evaluators.states(here)])
    assert all((one == other).all() for one, other in zip(here.arrays, again.arrays, strict=True))


@pytest.mark.slow
def test_an_evaluator_with_a_usual_one_and_nothing_to_learn_stays_like_it(folder: Path) -> None:
    given = fit_evaluators.sample(recorded(SMALL, folder))
    usual = fit_evaluators.fit(given, {})
    again = fit_evaluators.fit(
        fit_evaluators.Sample(given.traits[:6], given.period[:6], np.full((6, 3), 1 / 3, np.float32)), {}, usual
    )
    assert again.centre == usual.centre
    assert np.abs(np.array(again.weights) - np.array(usual.weights)).max() < np.abs(np.array(usual.weights)).max()


def test_the_commands_write_evaluators_and_tell_their_losses(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--games", str(folder), "--players", "3", "--side", "moon", "--into", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["fit", *words])
    fit_evaluators.main()
    evaluator = msgspec.json.decode((tmp_path / "moon-3.json").read_bytes(), type=FittedEvaluator)
    assert (evaluator.figures["games"], evaluator.figures["held out"]) == (6, 3)
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith("moon 3: first judge")
    assert [float(word) for word in told[-1].split()[-6:]] == pytest.approx(evaluator.figures["log loss"], abs=6e-4)


@pytest.mark.slow
def test_a_network_learns_what_weighted_sums_cannot() -> None:
    pytest.importorskip("torch", reason="the extra `train` brings it")
    import td_learning

    rng = np.random.default_rng(Random(1).getrandbits(32))
    seen = rng.standard_normal((500, 3, len(TRAITS))).astype(np.float32).repeat(len(PERIODS), axis=0)
    best = np.abs(seen[:, :, 0]).argmax(axis=1)
    won = np.eye(3, dtype=np.float32)[best]
    period = (np.arange(len(seen)) % len(PERIODS)).astype(np.int8)
    given = fit_evaluators.Sample(seen, period, won)
    evaluator = fit_evaluators.fit(given, {})
    learnt = td_learning.learn(evaluator, given, 12, 0.7, td_learning.Pace(30, 0.01))
    assert evaluator.layer is None
    assert learnt.layer is not None
    assert share_right(learnt, seen, period, best) > share_right(evaluator, seen, period, best) + 0.2


def share_right(evaluator: FittedEvaluator, seen: np.ndarray, period: np.ndarray, best: np.ndarray) -> float:
    scaled = ((seen - np.array(evaluator.centre)) / np.array(evaluator.spread)).astype(np.float32)
    return float((evaluator.scored(scaled, period).argmax(axis=1) == best).mean())
