"""Before one more army is thrown, or a revolt is faced, it is told how likely that succeeds."""

from random import Random

import pytest

from shogun.games.shogun.analysis.fights import pending
from shogun.games.shogun.analysis.odds import GrowingOdds
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.background_odds import KnownOdds
from shogun.games.shogun.screen.play.choice_words import WEIGHED_TOPICS, Weighing, fight_of
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.session import Session
from tests.window.clicking import AtOnce, session, settle, show_game, target, top, window


def asked(topic: str) -> tuple[Session, Choice]:
    """Return a game at the first question of a topic."""
    for seed in range(40):
        played = session("person,person,person,person", setup=Setup(4), seed=seed)
        rng = Random(seed)
        while not played.is_over:
            question = played.questions[0]
            if question.seat is None:
                played.advance()
            elif isinstance(question, Choice) and question.topic == topic:
                return played, question
            else:
                played.answer(question.seat, question.sample(rng))
    raise AssertionError(f"nobody was asked for {topic}")


@pytest.mark.parametrize("topic", WEIGHED_TOPICS)
def test_every_answer_is_weighed_with_what_it_throws(topic: str) -> None:
    played, question = asked(topic)
    weighing = Weighing(played, KnownOdds(played, AtOnce()))
    assert weighing.look_at(question)
    assert set(weighing.chances) == set(question.moves)
    while weighing.look_at(question):
        pass
    for move, chance in weighing.chances.items():
        fight = fight_of(played.view(None), question, move)
        assert fight
        growing = GrowingOdds(fight, played.inside, Random(5), AtOnce())
        growing.start()
        ended = growing.current().lose if topic == "defence" else growing.current().win
        assert abs(chance.value - ended.value) < 0.2
    weighing.look_at(None)
    assert not weighing.chances


def test_one_more_army_is_thrown_with_those_that_are_there() -> None:
    played, question = asked("attack")
    none, one = (fight_of(played.view(None), question, move) for move in question.moves)
    begun = pending(played.view(None))
    assert none and one and begun
    assert one.thrown == none.thrown + 1
    assert none.province == question.subject == begun.province


def test_the_bar_tells_the_chances() -> None:
    played, question = asked("defence")
    with window() as app:
        app.settings.odds = True
        show_game(app, played, [])
        settle(app)
        scene = top(app, GameScene)
        for _look in range(5):
            app.step(0.1)
        assert set(scene.model.chances) == set(question.moves)
        assert "%" in target(app, "answer-Throw one more").tooltip
        texts = " ".join(text.text for text in scene.prompt.layer.texts)
        assert f"Chance to keep {question.subject}: " in texts and " % with the extra army, " in texts
