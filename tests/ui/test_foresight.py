"""The odds of an attack in the window: they come at once, grow, and can be switched off."""

import time
from random import Random

import pytest

from shogun.rules.state import Setup
from shogun.work import Workers

from .clicking import click, click_at, game, names, play_by_clicks, session, settle, shown, window
from .test_layout import assert_readable

SIMULATED = "classic"


def can_attack(scene) -> bool:
    return bool(attacks(scene))


def attacks(scene) -> list[str]:
    """Return the targets of a march that belong to others."""
    if not scene.model.march:
        return []
    own = scene.model.question.seat
    return [name for name in scene.model.march.question.targets if scene.model.view.provinces[name].owner != own]


@pytest.fixture(params=["", SIMULATED], ids=["quick", "simulated"])
def attacking(request):
    """A window in which the person has aimed at a province of somebody else."""
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=request.param))
        play_by_clicks(app, Random(3), until=can_attack)
        app.settings.odds = True
        target = attacks(app.scene)[0]
        if app.scene.model.march.target != target:
            click_at(app, app.scene.board.view.anchor(target))
        yield app


def test_odds_are_there_at_once_and_grow_until_they_are_sure(attacking):
    scene = attacking.scene
    first = scene.model.odds
    assert first is not None
    assert "Odds" in shown(attacking)
    assert_readable(scene)
    for _look in range(40):
        attacking.step(0.0)
    grown = scene.model.odds
    assert grown.drops >= 30
    assert grown.reach < max(first.reach, 0.25)
    assert f"{grown.drops} drops" in shown(attacking)
    assert_readable(scene)


def test_another_number_of_armies_has_odds_of_its_own(attacking):
    scene = attacking.scene
    while "armies-less" not in names(attacking):
        click(attacking, "stay")
        play_by_clicks(attacking, Random(5), until=can_attack)
        click_at(attacking, scene.board.view.anchor(attacks(scene)[0]))
    all_of_them = scene.model.odds
    click(attacking, "armies-less")
    assert scene.model.odds is not all_of_them
    assert scene.model.odds.win.value < all_of_them.win.value + 0.1


def test_after_the_answer_nothing_is_left_of_them(attacking):
    click(attacking, "march")
    assert attacking.scene.model.odds is None


def test_odds_can_be_switched_off(attacking):
    attacking.settings.odds = False
    attacking.step(0.0)
    assert attacking.scene.model.odds is None
    assert "Odds" not in shown(attacking)


def test_the_window_goes_on_while_odds_grow():
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=SIMULATED))
        play_by_clicks(app, Random(3), until=can_attack)
        with Workers(1) as workers:
            scene.foresight._workers = workers
            app.settings.odds = True
            click_at(app, scene.board.view.anchor(attacks(scene)[0]))
            ends = time.monotonic() + 60
            while scene.model.odds.drops < 12 and time.monotonic() < ends:
                app.step(0.01)
                time.sleep(0.01)
            assert scene.model.odds.drops >= 12
            settle(app)
