"""Everything that can happen, and every move, is told in words without a code in them."""

import re
from random import Random

import pytest

from shogun.games.river_of_gold import GAME, words
from shogun.games.river_of_gold.rules import state as mv
from shogun.games.river_of_gold.rules.events import Event, Gained
from shogun.games.river_of_gold.rules.state import Setup

from .rules.random_games import SETUPS, turns

CODE = re.compile(r"\b([ab]\d\d|[sm]\d|\w+_\w+)\b|[{}]")


@pytest.mark.parametrize("setup", SETUPS[:9:4], ids=str)
def test_all_of_a_game_is_told(setup: Setup) -> None:
    names = words.seat_names(setup)
    for turn in turns(setup, Random(2)):
        if turn.question.seat is not None:
            for move in turn.question.moves:
                assert not CODE.search(" ".join(words.move_lines(move)))
        for event in turn.step.events:
            assert not CODE.search(words.sentence(event, names))


def test_every_kind_of_move_and_event_has_words() -> None:
    assert set(mv.Move.__args__) == set(words._MOVES)
    assert set(Event.__args__) == set(words._SENTENCES)


def test_patrons_are_wished_for() -> None:
    assert GAME.agreed(2, {}).patrons == "none"
    assert GAME.agreed(2, {"patrons": ""}).patrons == "table"
    assert GAME.agreed(3, {"setup": "lot"}).patrons == "lot"


def test_what_the_limit_leaves_out_is_told_as_a_person_would() -> None:
    def told(number: int, lost: int, shore: int = 0) -> str:
        return words.sentence(Gained(0, "silk", number, lost=lost, shore=shore), ["Anna"])

    assert told(2, 0) == "Anna gains 2 silk"
    assert told(2, 0, 7) == "Anna gains 2 silk (space 7)"
    assert told(1, 2) == "Anna gains 1 silk, reaching the limit"
    assert told(0, 1) == "Anna would gain 1 silk, but is at the limit"
