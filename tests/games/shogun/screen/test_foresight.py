"""The odds of an attack in the window: they come at once, grow, and can be switched off."""

import time
from random import Random

import pygame
import pytest

from shogun.base.work import Workers
from shogun.games.shogun.analysis.fights import attackers_of
from shogun.games.shogun.analysis.forecast import threats
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.model import Danger
from tests.window.clicking import (
    click,
    click_at,
    game,
    names,
    play_by_clicks,
    play_unseen,
    session,
    settle,
    shown,
    window,
)
from tests.window.test_layout import assert_readable, flaws

SIMULATED = "classic"
BOTH = pytest.mark.parametrize("planning", ["", SIMULATED], indirect=True, ids=["quick", "simulated"])


def can_attack(scene) -> bool:
    return bool(attacks(scene))


def attacks(scene) -> list[str]:
    """Return the targets of a march that belong to others."""
    if not scene.model.march:
        return []
    own = scene.model.question.seat
    return [name for name in scene.model.march.question.targets if scene.model.view.provinces[name].owner != own]


@pytest.fixture(params=["", SIMULATED], ids=["quick", "simulated"])
def attacking(request: pytest.FixtureRequest):
    """A window in which the person has aimed at a province of somebody else."""
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=request.param))
        play_by_clicks(app, Random(3), until=can_attack)
        app.settings.odds = True
        target = attacks(app.scene)[0]
        if app.scene.model.march.target != target:
            click_at(app, app.scene.board.view.anchor(target))
        yield app


def test_odds_are_there_at_once_and_grow_until_they_are_sure(attacking) -> None:
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


def test_another_number_of_armies_has_odds_of_its_own(attacking) -> None:
    scene = attacking.scene
    while "armies-less" not in names(attacking):
        click(attacking, "stay")
        play_by_clicks(attacking, Random(5), until=can_attack)
        click_at(attacking, scene.board.view.anchor(attacks(scene)[0]))
    all_of_them = scene.model.odds
    click(attacking, "armies-less")
    assert scene.model.odds is not all_of_them
    assert scene.model.odds.win.value < all_of_them.win.value + 0.1


def test_after_the_answer_nothing_is_left_of_them(attacking) -> None:
    click(attacking, "march")
    assert attacking.scene.model.odds is None


def test_odds_can_be_switched_off(attacking) -> None:
    attacking.settings.odds = False
    attacking.step(0.0)
    assert attacking.scene.model.odds is None
    assert "Odds" not in shown(attacking)


def test_the_window_goes_on_while_odds_grow() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=SIMULATED))
        play_by_clicks(app, Random(3), until=can_attack)
        with Workers(1) as workers:
            scene.odds.attack._workers = workers
            app.settings.odds = True
            click_at(app, scene.board.view.anchor(attacks(scene)[0]))
            ends = time.monotonic() + 60
            while scene.model.odds.drops < 12 and time.monotonic() < ends:
                app.step(0.01)
                time.sleep(0.01)
            assert scene.model.odds.drops >= 12
            settle(app)


class TestDangers:
    """What neighbours could do to an own province, while the pointer rests on it."""

    @pytest.fixture
    def planning(self, request: pytest.FixtureRequest):
        with window() as app:
            game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=getattr(request, "param", "")))
            play_unseen(app, Random(3), until=lambda scene: scene.model.plan is not None)
            app.settings.odds = True
            app.step(0.0)
            yield app

    def threatened(self, app) -> tuple[str, ...]:
        """Return the own provinces that a neighbour could attack."""
        view = app.scene.model.view
        return tuple(name for name in view.owned(0) if attackers_of(view, name))

    def rest(self, app, province: str, looks: int = 30) -> None:
        """Let the pointer rest on a province."""
        place = app.scene.board.view.anchor(province)
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
        for event in pygame.event.get():
            app.take(event)
        for _look in range(looks):
            app.step(0.0)

    @BOTH
    def test_the_greatest_threat_is_told_and_grows_sure(self, planning) -> None:
        view, inside = planning.scene.model.view, planning.scene.director.session.inside
        name = self.threatened(planning)[0]
        self.rest(planning, name)
        found = planning.scene.model.danger
        assert found.province == name
        greatest = threats(view, inside, name, Random(1))[0]
        assert found.threat.odds.win.value > greatest.odds.win.value - 0.2
        assert found.threat.odds.drops >= 30
        assert f"{found.threat.march.source} with" in shown(planning)
        assert "%" in shown(planning)
        assert [flaw for flaw in flaws(planning.scene) if flaw.panel == "board"] == []

    def test_first_the_model_answers(self, planning) -> None:
        name = self.threatened(planning)[0]
        self.rest(planning, name, looks=1)
        assert planning.scene.model.danger is None, "a neighbour a frame: the window never waits"
        neighbours = len(attackers_of(planning.scene.model.view, name))
        self.rest(planning, name, looks=neighbours)
        assert planning.scene.model.danger.threat.odds.drops == 0
        assert "takes it: about" in shown(planning)

    def test_without_the_pointer_nothing_is_thrown(self, planning) -> None:
        self.rest(planning, self.threatened(planning)[0])
        planning.scene.controls.point_at(None)
        planning.step(0.0)
        assert planning.scene.model.danger is None
        assert planning.scene.odds.dangers._growing is None

    def test_a_province_that_nobody_can_attack_is_called_safe(self, planning) -> None:
        view = planning.scene.model.view
        safe = [name for name in view.owned(0) if not attackers_of(view, name)]
        if not safe:
            pytest.skip("everything borders on somebody here")
        self.rest(planning, safe[0])
        assert planning.scene.model.danger == Danger(safe[0])
        assert "No neighbour can attack now." in shown(planning)

    def test_of_others_provinces_nothing_is_told(self, planning) -> None:
        other = planning.scene.model.view.owned(1)[0]
        self.rest(planning, other)
        assert planning.scene.model.danger is None

    def test_what_happens_meanwhile_takes_it_back(self, planning) -> None:
        """What is told is of the position that is shown, and that changes while the pointer rests."""
        self.rest(planning, self.threatened(planning)[0])
        scene = planning.scene
        assert scene.model.danger is not None
        director = scene.director
        director.turns.append(director.session.answer(0, scene.model.question.sample(Random(2))))
        planning.step(0.0)
        assert not scene.presenter.is_idle
        assert scene.model.danger is None

    def test_the_setting_turns_it_off(self, planning) -> None:
        planning.settings.odds = False
        self.rest(planning, self.threatened(planning)[0])
        assert planning.scene.model.danger is None


class TestPlannedRevolts:
    """Taxes or rice where a revolt marker lies, and what a hungry winter would cost."""

    @pytest.fixture
    def planning(self, request: pytest.FixtureRequest):
        with window() as app:
            game(app, session("person,greedy,greedy", setup=Setup(3), seed=2, tower=getattr(request, "param", "")))
            play_unseen(app, Random(3), until=lambda scene: scene.model.plan is not None and bool(self.marked(scene)))
            app.settings.odds = True
            app.step(0.0)
            yield app

    @staticmethod
    def marked(scene) -> list[str]:
        """Return the own provinces with a revolt marker."""
        return [name for name in scene.model.view.owned(0) if scene.model.view.provinces[name].markers]

    def tax(self, app, name: str) -> None:
        """Lay a province's card on the field for taxes."""
        app.scene.model.plan.clear()
        app.scene.controls.alter_plan(lambda: app.scene.model.plan.take_card(name))
        app.scene.controls.alter_plan(lambda: app.scene.model.plan.take_field(ACTIONS.index("taxes")))

    @BOTH
    def test_the_revolts_odds_are_there_at_once_and_grow(self, planning) -> None:
        scene = planning.scene
        name = self.marked(scene)[0]
        self.tax(planning, name)
        planning.step(0.0)
        first = scene.model.plan.held[name]
        for _look in range(30):
            planning.step(0.0)
        grown = scene.model.plan.held[name]
        assert grown.reach < max(first.reach, 0.1)
        field = next(t for t in scene.targets() if t.name == f"field-{ACTIONS.index('taxes')}")
        assert f"The province is kept with {grown.value:.0%}" in field.tooltip

    def test_a_card_taken_back_ends_them(self, planning) -> None:
        scene = planning.scene
        self.tax(planning, self.marked(scene)[0])
        planning.step(0.0)
        scene.controls.alter_plan(scene.model.plan.clear)
        planning.step(0.0)
        assert scene.model.plan.held == {}

    def test_winter_tells_what_would_be_lost(self, planning) -> None:
        planning.step(0.0)
        planning.scene.changed()
        planning.step(0.0)
        plan = planning.scene.model.plan
        assert sorted(plan.risks) == [1, 2, 3]
        assert plan.risks[1] <= plan.risks[3] + 0.05, "more peasants are more dangerous"
        told = next(t for t in planning.scene.targets() if t.name == "ledger-rice").tooltip
        assert ("provinces would be lost on average" in told) == (plan.season().revolts.high > 0)

    def test_the_setting_turns_them_off(self, planning) -> None:
        planning.settings.odds = False
        self.tax(planning, self.marked(planning.scene)[0])
        for _look in range(3):
            planning.step(0.0)
        assert planning.scene.model.plan.held == {}
        assert planning.scene.model.plan.risks is None
