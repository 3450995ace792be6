"""Games by typed lines: at every question of whole games each choice can be typed, and all that is said is whole."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from shogun.base.language import speaking
from shogun.game.dialogue import AnswerList, Misunderstood
from shogun.game.words import calling
from shogun.games import GAMES, Game
from shogun.games.river_of_gold.rules.state import Sail
from shogun.games.rumble_nation.rules.state import Deploy
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session

NAMES = ("Ada", "Ben", "Eva")
TRIED = 3
"""Moves of a question that are looked for among its choices."""
SETUPS: Sequence[tuple[str, dict[str, Any]]] = (
    ("shogun", {"line_up": "draft"}), ("shogun", {"side": "moon", "line_up": "draft"}), ("rumble-nation", {}),
    ("rumble-nation", {"advanced": True}), ("river-of-gold", {}), ("river-of-gold", {"patrons": "table"}),
)  # fmt: skip


def questions(game: Game, agreed: dict[str, Any], rng: Random) -> Iterator[tuple[Session, Any]]:
    """Each question of a game, which is then answered at random."""
    header = Header(
        seed=rng.getrandbits(32),
        setup=game.rules.types.setup(seats=len(NAMES), **agreed),
        seats=tuple(SeatInfo(name) for name in NAMES),
        tower=TowerInfo() if game.rules.has_tower else None,
    )
    session = Session.start(game.rules, header)
    while not session.is_over:
        if session.chance is not None:
            turn = session.advance()
        else:
            question = session.questions[0]
            yield session, question
            turn = session.answer(question.seat, question.sample(rng))
        told = game.dialogue.event_lines(turn.events, game.rules.view(turn.after, None), NAMES)
        assert len(told) >= len(turn.events)


def check_said(lines: Sequence[str]) -> None:
    assert lines
    for line in lines:
        assert line.strip(), "no line is empty"
        assert not any(sign in line for sign in ("{", "}", "None", "Struct", "  ;")), line


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "cs", "pl"])
@pytest.mark.parametrize(("code", "agreed"), SETUPS, ids=str)
def test_every_choice_can_be_typed(code: str, agreed: dict[str, Any], language: str) -> None:
    game, rng = GAMES[code], Random(f"{code}{agreed}")
    dialogue = game.dialogue
    with calling(NAMES), speaking(language):
        for session, question in questions(game, agreed, rng):
            view = session.view(question.seat)
            assert dialogue.question_text(question, view, NAMES).startswith(NAMES[question.seat])
            answering = dialogue.answering(view, session.inside, question, NAMES)
            check_said(answering.lines())
            if rng.random() < 0.2:
                check_said(dialogue.table_lines(view, NAMES))
            with pytest.raises(Misunderstood):
                answering.take("999 999")
            if isinstance(answering, AnswerList) and language == "en":
                check_moves(answering, question, rng)


def check_moves(answering: AnswerList, question: Any, rng: Random) -> None:
    moves = list(question.moves)
    for move in rng.sample(moves, min(TRIED, len(moves))):
        how = answering.advised(move)
        typed = [word.strip(".") for word in how.split() if word.strip(".").isdecimal()]
        assert answering.take(" ".join(typed)) == move, how
        check_said(answering.lines())


def test_accents_and_case_do_not_matter_in_a_search() -> None:
    from shogun.game.dialogue import reads_like

    assert reads_like("kozuke", "Kōzuke: neutral")
    assert reads_like("", "anything")
    assert not reads_like("kai", "Shinano")


def test_the_last_soldiers_of_rumble_nation_have_a_forecast_too() -> None:
    game = GAMES["rumble-nation"]
    for session, question in questions(game, {}, Random(1)):
        view = session.view(question.seat)
        assert all("if the war began now" in line for line in game.dialogue.table_lines(view, NAMES)[1:4])
        if not isinstance(question.moves[0], Deploy):
            continue
        labels = game.dialogue.answering(view, session.inside, question, NAMES).lines()
        deployments = [label for label in labels if " to " in label]
        assert deployments
        assert all("If the war started after this" in label for label in deployments)


def test_a_turn_of_river_of_gold_begins_with_the_wishes_of_the_customers_in_hand() -> None:
    game, seen = GAMES["river-of-gold"], 0
    for session, question in questions(game, {}, Random(1)):
        view = session.view(question.seat)
        if not any(isinstance(move, Sail) for move in question.moves) or not view.hand:
            continue
        told = game.dialogue.answering(view, session.inside, question, NAMES).lines()
        start = told.index("Your customers:") + 1
        assert all(line.startswith("  ") for line in told[start : start + len(view.hand)])
        seen += 1
    assert seen
