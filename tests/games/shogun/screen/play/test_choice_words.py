"""What is said of an answer before it is given is what the rules make of it."""

from collections.abc import Iterator
from random import Random

from shogun.games.shogun import rules
from shogun.games.shogun.rules import questions as mv
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.events import Deployed, RevoltBroke
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, Move, PlayerQuestion
from shogun.games.shogun.rules.state import BattleThrow, Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.panels.prompt_panel import whole_sentences
from shogun.games.shogun.screen.play.choice_words import consequence, march_refusal, next_words
from shogun.games.shogun.words import armies, cubes, peasants
from shogun.table.session import Turn
from shogun.window.kit.drawing.text import width
from tests.window.clicking import session

NAMES = ("Ann", "Bob", "Cyd", "Dan")


def turns(seed: int, setup: Setup | None = None) -> Iterator[tuple[PlayerQuestion, View, Move, Turn]]:
    """Play a whole game; yield each question of a player with its view, and then the move with the turn it made."""
    setup = setup or Setup(4)
    played = session(",".join(["person"] * setup.seats), setup=setup, seed=seed)
    rng = Random(seed)
    while not played.is_over:
        question = played.questions[0]
        if question.seat is None:
            played.advance()
            continue
        view = played.view(question.seat)
        move = question.sample(rng)
        turn = played.answer(question.seat, move)
        yield question, view, move, turn


def test_every_short_answer_of_whole_games_is_explained() -> None:
    explained = set()
    for seed, setup in ((1, Setup(4)), (2, Setup(3, side="moon", line_up="draft")), (5, Setup(5))):
        for question, view, _move, _turn in turns(seed, setup):
            if isinstance(question, Choice | MarchQuestion):
                for move in question.moves[:6]:
                    assert consequence(view, question, move, [*NAMES, "Eve"]), move
                    explained.add(type(move))
                next_words(view, question, [*NAMES, "Eve"])
    assert {mv.TakeCard, mv.DrawCard, mv.PlaceGroup, mv.TakeSpecial, mv.March, mv.Stay, mv.FaceRevolt} <= explained


def test_what_an_attack_would_throw_is_thrown() -> None:
    seen = 0
    for seed in range(3):
        for question, view, move, turn in turns(seed):
            attacks = isinstance(move, mv.March) and view.provinces[move.target].owner != question.seat
            if attacks and isinstance(turn.after.stage, BattleThrow):
                assert cubes(turn.after.waiting) in consequence(view, question, move, NAMES)
                seen += 1
    assert seen > 5


def test_a_deployment_tells_the_armies_afterwards() -> None:
    seen = 0
    for seed in range(8):
        for question, view, move, turn in turns(seed):
            if isinstance(move, mv.Deploy) and isinstance(question, Choice):
                told = consequence(view, question, move, NAMES)
                assert any(isinstance(event, Deployed) for event in turn.events)
                assert armies(turn.after.provinces[question.subject].armies) in told
                seen += 1
    assert seen


def test_a_winter_revolt_tells_its_peasants() -> None:
    seen = 0
    for seed in range(4):
        for question, view, move, turn in turns(seed):
            if isinstance(move, mv.FaceRevolt) and isinstance(question, Choice):
                broke = next(event for event in turn.events if isinstance(event, RevoltBroke))
                if view.peasants >= broke.peasants and broke.peasants == turn.after.waiting.get(PEASANT, 0):
                    assert peasants(broke.peasants) in consequence(view, question, move, NAMES)
                    seen += 1
    assert seen


def test_a_refused_province_says_why() -> None:
    for question, view, _move, _turn in turns(1):
        if not isinstance(question, MarchQuestion):
            continue
        for name in view.board.lands:
            assert (march_refusal(view, question, name) == "") == (name in question.targets), name


def test_who_is_due_next_is_who_is_asked_next() -> None:
    for question, view, _move, turn in turns(4):
        if isinstance(question, Choice) and question.topic == "special":
            told = next_words(view, question, NAMES)
            asked = [q.seat for q in rules.awaited(turn.after) if isinstance(q, Choice) and q.topic == "special"]
            assert all(NAMES[seat] in told for seat in asked)


def test_words_for_which_there_is_no_room_go_by_whole_sentences() -> None:
    text = (
        "Attack on Musashi (Oda). Into the tower, with the cubes on the tray: 4 red, 1 yellow. 1 army stays in Echigo."
    )
    assert whole_sentences(text, 12, width(text, 12)) == text
    assert whole_sentences(text, 12, width(text, 12) - 1) == text.removesuffix(" 1 army stays in Echigo.")
    assert whole_sentences(text, 12, 10) == "Attack on Musashi (Oda)."
