"""The game in words: everything that can happen or be asked has one clear sentence."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from shogun.games.shogun import words
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, EVENTS, SEASONS, SPECIALS, board
from shogun.games.shogun.rules.events import BattleSettled, CubesThrown, Event
from shogun.games.shogun.rules.questions import Choice, DrawCard, ExchangeCards, MarchQuestion, Move, Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from tests.games.shogun.rules.random_games import TOWERS, Turn, turns

NAMES = ("Ana", "Ben", "Cem", "Dua", "Eve")


@pytest.fixture(scope="module")
def turns_of_several_games() -> list[Turn]:
    setups = [Setup(3, "moon", "draft"), Setup(4), Setup(5, "sun", "draft"), Setup(3)]
    return [turn for number, setup in enumerate(setups) for turn in turns(setup, TOWERS["mixed"], Random(number))]


def assert_is_a_sentence(text: str) -> None:
    assert re.fullmatch(r"[A-Z0-9].*[.?!]", text), text
    assert not re.search(r"[{}_]|None|\bTrue\b|  ", text), text


def test_everything_that_happens_is_told_in_a_sentence(turns_of_several_games: list[Turn]) -> None:
    kinds = set()
    for turn in turns_of_several_games:
        for event in turn.step.events:
            kinds.add(type(event))
            assert_is_a_sentence(words.sentence(event, NAMES))
    assert kinds >= set(get_args(Event)) - {get_args(Event)[1]}  # an exchange is rare


def test_everything_that_is_asked_names_who_is_asked(turns_of_several_games: list[Turn]) -> None:
    for turn in turns_of_several_games:
        text = words.question_text(turn.question, None, NAMES)
        assert_is_a_sentence(text)
        assert turn.question.seat is None or text.startswith(NAMES[turn.question.seat])


def moves(turns_: list[Turn]) -> Iterator[Move]:
    yield from (DrawCard(), ExchangeCards(), Plan((None,) * 10, None))
    for turn in turns_:
        if isinstance(turn.question, Choice | MarchQuestion):
            yield from turn.question.moves
        elif isinstance(turn.question, PlanQuestion):
            yield turn.question.sample(Random(0))


def test_every_move_has_a_few_words_for_a_button(turns_of_several_games: list[Turn]) -> None:
    for move in moves(turns_of_several_games):
        text = words.move_text(move)
        assert re.fullmatch(r"[A-Z0-9+][^{}_]{1,28}", text), text


def test_every_card_has_a_name() -> None:
    assert set(words.ACTION_NAMES) == set(ACTIONS)
    assert set(words.SPECIAL_NAMES) == set(words.SPECIAL_TEXTS) == set(SPECIALS)
    assert set(words.BUILDING_NAMES) == set(BUILDINGS)
    assert set(words.SEASON_NAMES) == set(SEASONS)
    for card in EVENTS:
        assert words.event_name(card)
        assert_is_a_sentence(words.event_text(card))
    for name in board("sun", 4).lands:
        assert words.card_text(name) == name
    assert [words.card_text(card) for card in (0, 1, 4, None)] == ["0 chests", "1 chest", "4 chests", "no card"]


@pytest.mark.parametrize(
    ("settled", "told"),
    [
        (("Kai", 0, 1, 3, 1, 0, 0, 2, "players", False), "Ana takes Kai from Ben (3:1) and keeps 2 armies there."),
        (("Kai", 0, 1, 1, 2, 2, 1, 2, "players", False), "Ben holds Kai against Ana (4:1) and keeps 2 armies there."),
        (("Kai", 0, 1, 2, 2, 0, None, 0, "players", True), "Nobody keeps Kai (2:2); it is now neutral."),
        (("Kai", 0, 1, 0, 0, 0, None, 0, "players", True), "Nobody keeps Kai (0:0); it is now neutral."),
        (("Kai", 0, 1, 1, 0, 3, None, 0, "players", True), "The peasants keep Kai from both (3:1); it is now neutral."),
        (("Kai", 0, None, 2, 0, 1, 0, 1, "neutral", False), "Ana takes Kai (2:1) and keeps 1 army there."),
        (("Kai", 0, None, 1, 0, 1, None, 0, "neutral", True), "Nobody takes Kai (1:1); it stays neutral."),
        (("Kai", 0, None, 0, 0, 2, None, 0, "neutral", False), "The peasants hold Kai (2:0); it stays neutral."),
        (("Kai", None, 1, 0, 5, 2, 1, 3, "revolt", False), "Ben holds Kai against the peasants (5:2) and keeps 3 armies there."),  # noqa: E501
        (("Kai", None, 1, 0, 1, 3, None, 0, "revolt", False), "The peasants drive Ben out of Kai (3:1); it is now neutral."),  # noqa: E501
        (("Kai", None, 1, 0, 2, 2, None, 0, "revolt", True), "Nobody keeps Kai (2:2); it is now neutral."),
    ],
)  # fmt: skip
def test_a_battles_end_is_told_by_who_holds_the_province_and_the_winners_number_first(
    settled: tuple[Any, ...], told: str
) -> None:
    assert words.sentence(BattleSettled(*settled), NAMES) == told


def test_nothing_that_follows_from_a_battle_is_told_before_its_end(turns_of_several_games: list[Turn]) -> None:
    for turn in turns_of_several_games:
        kinds = [type(event) for event in turn.step.events]
        if BattleSettled in kinds:
            assert set(kinds[: kinds.index(BattleSettled)]) <= {CubesThrown}
