"""What people are told of how opponents play is what they do, counted in games among each other."""

from collections.abc import Mapping

import pytest

from shogun.games import entry_of
from shogun.games.shogun.opponents import codes, sentence
from shogun.games.shogun.opponents.play_statistics import Habits, ShogunStatisticsCollector, gathered
from shogun.players.seating import seated
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, run

GAMES = 16


def played(*players: str) -> Mapping[str, Habits]:
    """What these four have done in some games, each of which another one of them begins."""
    entry, found = entry_of("shogun"), []
    for seed in range(GAMES):
        turned = (*players[seed % 4 :], *players[: seed % 4])
        seats = tuple(SeatInfo(code, player=code) for code in turned)
        header = Header(seed=seed, setup=entry.agreed(4, {}), seats=seats, tower=TowerInfo())
        watcher = ShogunStatisticsCollector(turned)
        with seated(entry.opponents, turned, {}) as sitting:
            run(Session.start(entry.rules, header), sitting, Budget(), watcher)
        found.append(watcher.habits)
    return gathered(found)


def attacks(habits: Habits) -> float:
    return habits.attacks / habits.winters


def hungry(habits: Habits) -> float:
    return habits.short / habits.winters


@pytest.mark.slow
def test_personalities_play_as_their_sentences_say() -> None:
    done = played("planner", "builder", "conqueror", "hoarder")
    usual = attacks(done["planner"])
    assert "a quarter less often" in sentence("builder") and attacks(done["builder"]) < 0.85 * usual
    assert done["builder"].buildings > 0.9 * done["planner"].buildings
    assert "attacks 50 % more often" in sentence("conqueror") and attacks(done["conqueror"]) > 1.25 * usual
    assert "runs short of rice a quarter less often" in sentence("hoarder")
    assert hungry(done["hoarder"]) < 0.9 * hungry(done["planner"])


@pytest.mark.slow
def test_strengths_play_as_their_sentences_say() -> None:
    done = played("beginner", "hasty", "greedy", "planner")
    assert "short of rice nearly every winter" in sentence("beginner") and hungry(done["beginner"]) > 0.75
    assert "short of rice every other winter" in sentence("greedy") and 0.3 < hungry(done["greedy"]) < 0.65
    bids = {code: habits.bids / habits.plans for code, habits in done.items()}
    built = {code: habits.buildings / habits.winters for code, habits in done.items()}
    assert "builds little" in sentence("hasty") and built["hasty"] < 0.85 * built["planner"]
    assert "overbids" in sentence("hasty") and bids["hasty"] > 3 * bids["planner"]
    assert "rarely bids chests" in sentence("planner") and bids["planner"] < 0.1
    assert "attacks often" in sentence("planner") and attacks(done["planner"]) == max(map(attacks, done.values()))


def test_every_opponent_on_offer_is_described_in_a_sentence_of_its_own() -> None:
    sentences = [sentence(code) for code in codes()]
    assert all(sentences) and len(set(sentences)) == len(sentences)
