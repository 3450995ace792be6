"""What people have lost by their decisions over several games, asked of all games: only what was kept is read."""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from shogun.games import GAMES, entry_of
from shogun.players.review.decision_sums import ALL, TREND_FROM, DecisionSums, PlayedGame, decision_sums, player_names
from shogun.players.review.decision_verdicts import NONE, Decision, Difference, JudgedSeat
from shogun.players.review.decision_work import played_game
from shogun.players.review.words import average_points, judged_words, most_expensive_words, sum_figures, trend_words
from tests.players.review.judged_games import MISTAKE, judge, play
from tests.players.review.test_decisions import FEW, TOYS, Judged
from tests.players.review.test_game_review import SETUPS

pytest.importorskip("numpy")


def game_of(code: str) -> Any:
    """Return a game with its judge, also a toy."""
    return Judged(TOYS[code]) if code in TOYS else entry_of(code)


@pytest.mark.parametrize("code", SETUPS)
def test_a_game_counts_once_all_its_decisions_are_judged(code: str, tmp_path: Path) -> None:
    game, path = game_of(code), tmp_path / "1.journal"
    play(game.rules, SETUPS[code], path)
    unjudged = played_game(game, path, FEW[code])
    assert unjudged == PlayedGame(path, "1", ("Seat 0",))
    dear = game.decisions.KINDS[-1]
    judge(game, path, [dear, dear], FEW[code], left=1)
    assert played_game(game, path, FEW[code]) == unjudged, "one decision is left"
    judge(game, path, [dear, dear], FEW[code])
    assert played_game(game, path, FEW[code] + 1) == unjudged, "they were judged otherwise"
    found = played_game(game, path, FEW[code])
    assert found is not None
    assert found.is_judged
    sums = decision_sums([found], game.decisions.KINDS)
    assert [sums.games, sums.judged, len(sums.kinds)] == [1, 1, len(game.decisions.KINDS) + 1]
    assert sums.most_expensive is not None
    assert sums.most_expensive.kind == dear
    assert sums.most_expensive.lost.mean == sums.kinds[-1].lost.mean == pytest.approx(2 * MISTAKE)


@pytest.mark.parametrize("code", ["rumble-nation", *TOYS])
def test_what_is_not_over_or_nobody_played_is_no_game_of_a_person(code: str, tmp_path: Path) -> None:
    game, path = game_of(code), tmp_path / "1.journal"
    play(game.rules, SETUPS[code], path, people=())
    assert played_game(game, path, 1) is None
    path.unlink()
    play(game.rules, SETUPS[code], path, answers=2)
    assert played_game(game, path, 1) is None
    path.write_bytes(b"x")
    assert played_game(game, path, 1) is None
    assert played_game(game, tmp_path / "gone.journal", 1) is None


def lost(*mistakes: tuple[str, float]) -> JudgedSeat:
    """Return a seat that has lost so much by decisions of these kinds, and a bit that is no more than chance."""
    several = [("a", Difference(0.3, 0.2)), *((kind, Difference(mean, 0.001)) for kind, mean in mistakes)]
    return JudgedSeat(0, tuple(Decision(0, 0, kind, ({},), {}, one, NONE) for kind, one in several))


def summed(seats: Sequence[JudgedSeat], player: str = "") -> DecisionSums:
    """Return the sums over games of one person each, handed over with the last one first."""
    games = [PlayedGame(Path(f"{n}"), f"{n:03}", ("A",), (seat,)) for n, seat in enumerate(seats)]
    return decision_sums(games[::-1], ("a", "b"), player)


def test_sums_are_means_over_games_with_their_standard_errors() -> None:
    sums = summed([lost(("b", 0.1), ("a", 0.05)), lost(("b", 0.2), ("b", 0.1)), lost()])
    dear, cheap, whole = sums.kinds
    assert [dear.kind, cheap.kind, whole.kind] == ["b", "a", ALL]
    assert dear.by_game == pytest.approx((0.1, 0.3, 0.0))
    assert dear.lost.mean == pytest.approx(0.4 / 3)
    assert dear.lost.error == pytest.approx(sqrt(0.07 / 3 / 3), rel=1e-6)
    assert dear.mistakes == pytest.approx(1.0)
    assert cheap.by_game == pytest.approx((0.05, 0.0, 0.0)), "what may be chance is no mistake"
    assert whole.by_game == pytest.approx((0.15, 0.3, 0.0))
    assert dear.halves is None
    assert sum_figures(dear)[2:] == ("–", "–")
    assert average_points(summed([lost(("a", 0.1))]).kinds[0].lost) == "10.0", "of one game no error is known"
    assert most_expensive_words(sums).startswith("B: ")
    assert summed([lost()]).most_expensive is None


def test_the_second_half_is_told_apart_only_where_that_is_more_than_chance() -> None:
    much, little = [lost(("a", 0.1)), lost(("a", 0.12))], [lost(("a", 0.05)), lost(("a", 0.06))]
    better, worse = summed(much * 3 + little * 3), summed(little * 3 + much * 3)
    assert [sums.kinds[0].trend for sums in (better, worse)] == ["less", "more"]
    halves = better.kinds[0].halves
    assert halves is not None
    first, second = halves
    assert [first.mean, second.mean] == pytest.approx([0.11, 0.055])
    assert summed((much + little) * 3).kinds[0].trend is None
    few = summed(much + little)
    assert few.kinds[0].halves is not None
    assert few.kinds[0].trend is None, f"{TREND_FROM} games are needed"
    told = {trend_words(sums.kinds[0]) for sums in (better, worse, few, summed((much + little) * 3))}
    assert len(told) == 4


def test_of_several_people_one_can_be_told_of_by_name() -> None:
    both = PlayedGame(Path("1"), "1", ("A", "B"), (lost(("a", 0.1)), lost(("b", 0.2))))
    unjudged = PlayedGame(Path("2"), "2", ("B",))
    assert player_names([both, unjudged]) == ["B", "A"]
    everybody, only_a, only_b = (decision_sums([both, unjudged], ("a", "b"), name) for name in ("", "A", "B"))
    assert [judged_words(sums) for sums in (everybody, only_a)] == ["1 of 2 games are judged", "1 of 1 game is judged"]
    assert everybody.kinds[-1].by_game == pytest.approx((0.1, 0.2))
    assert only_a.kinds[-1].by_game == pytest.approx((0.1,))
    assert [only_b.games, only_b.judged, only_b.kinds[-1].lost.mean] == [2, 1, pytest.approx(0.2)]
    assert decision_sums([unjudged], ("a", "b")) == DecisionSums(1, 0, ())


@pytest.mark.parametrize("code", GAMES)
def test_every_kind_is_explained_somewhere(code: str) -> None:
    judge_of_game = entry_of(code).decisions
    assert judge_of_game is not None
    assert set(judge_of_game.EXPLAINED) == set(judge_of_game.KINDS)
