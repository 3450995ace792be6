"""The end of a game: the last round, who still has a turn, and the final scoring counted out source by source."""

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from shogun.games.river_of_gold.rules import Setup, view
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.play.score_lines import Count, counted, counts
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.games.river_of_gold.rules.random_games import turns
from tests.window.clicking import press, shown, target, window

from .test_screen import begin, rest


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def last_round(app: App, scene: RiverScene, verb: str, left: int) -> RiverScene:
    """Answer by lot until this is asked when so many players still have a turn after this one."""
    rng = Random(2)
    while not (scene.model.is_last_round and scene.model.asks == verb and len(scene.model.still_to_play) == left):
        assert scene.model.question is not None, "the game is over"
        scene.controls.answer(rng.choice(scene.model.choices))
        scene = rest(app)
    return scene


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_counted_is_what_the_rules_score(seats: int) -> None:
    *_before, last = turns(Setup(seats, "table"), Random(seats))
    assert last.step.state.is_over
    shown_then = view(last.before, None)
    for count in list(counts(shown_then)):
        shown_then = counted(shown_then, count)
    assert [player.points for player in shown_then.players] == [score.total for score in last.step.state.scores]


@pytest.mark.slow
def test_the_last_round_says_who_still_has_a_turn(app: App) -> None:
    scene = last_round(app, begin(app, "person,person,person"), "turn", 1)
    assert "your last turn. Build, sail or deliver." in scene.model.prompt
    (left,), active = scene.model.still_to_play, scene.model.view.active
    assert "Last round" in shown(app)
    assert "their last turn" in target(app, f"die-of-{left}").tooltip
    done = ({0, 1, 2} - {left, active}).pop()
    assert f"die-of-{done}" not in [place.name for place in scene.targets()]
    scene = last_round(app, scene, "end_turn", 0)
    assert "end your last turn" in scene.model.prompt
    assert scene.model.still_to_play == ()


def counted_out(app: App, scene: RiverScene, *, skip: bool = False) -> list[Count]:
    """End the last turn at usual speed, and return what is counted until the end's sheet comes."""
    scene.pace.set_speed(1.0)
    scene.controls.answer(scene.model.choices[0])
    seen: list[Count] = []
    for _step in range(600):
        app.step(0.1)
        if app.scene is not scene:
            break
        count = scene.model.count
        if count is not None and count not in seen:
            seen.append(count)
            assert count.line.label in shown(app)
            told = [text.text for text in scene.turn.layer.texts]
            assert "Final scoring" in told
            assert not any(line.text in told for line in scene.model.log), "nothing of play stays below it"
            if skip:
                press(app, pygame.K_SPACE)
    assert isinstance(app.scene, RiverEnd)
    return seen


@pytest.mark.slow
def test_each_source_is_counted_before_the_winner_is_told(app: App) -> None:
    scene = last_round(app, begin(app, "person,person"), "end_turn", 0)
    expected = list(counts(scene.model.view))
    assert len(expected) > 3
    assert counted_out(app, scene) == expected
    assert scene.model.count is None


@pytest.mark.slow
def test_space_goes_to_the_end_of_the_count(app: App) -> None:
    scene = last_round(app, begin(app, "person,person"), "end_turn", 0)
    assert len(counted_out(app, scene, skip=True)) == 1
    totals = [player.points for player in scene.model.view.players]
    assert totals == [score.total for score in scene.driver.session.state.scores]
