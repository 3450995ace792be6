"""The odds of an attack in the window: they come at once, grow, and can be switched off."""

import time
from collections.abc import Iterator
from random import Random

import pygame
import pytest

from shogun.base.confidence_intervals import percent
from shogun.base.worker_pool import Workers
from shogun.games.shogun.analysis.fights import attackers_of, without_cards
from shogun.games.shogun.analysis.odds import Odds
from shogun.games.shogun.analysis.threats import threats
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.questions import March
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.model import Danger
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from tests.layout.readable import flaws
from tests.window.clicking import (
    asked,
    click,
    click_at,
    draft,
    game,
    names,
    play_by_clicks,
    play_unseen,
    session,
    settle,
    shown,
    top,
    window,
)
from tests.window.test_layout import assert_readable

pytestmark = pytest.mark.slow

SIMULATED = "classic"
BOTH = pytest.mark.parametrize("planning", ["", SIMULATED], indirect=True, ids=["quick", "simulated"])


def can_attack(scene: GameScene) -> bool:
    return bool(attacks(scene))


def attacks(scene: GameScene) -> list[str]:
    """Return the targets of a march that belong to others."""
    if not scene.model.march:
        return []
    own = asked(scene).seat
    return [name for name in scene.model.march.question.targets if scene.model.view.provinces[name].owner != own]


@pytest.fixture(params=["", SIMULATED], ids=["quick", "simulated"])
def attacking(request: pytest.FixtureRequest) -> Iterator[App]:
    """A window in which the person has aimed at a province of somebody else."""
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=request.param))
        play_by_clicks(app, Random(3), until=can_attack)
        app.settings.odds = True
        scene = top(app, GameScene)
        target = attacks(scene)[0]
        if scene.model.march and scene.model.march.target != target:
            click_at(app, scene.board.view.anchor(target))
        yield app


def odds(app: App) -> Odds:
    """Return the odds that are shown."""
    shown_odds = top(app, GameScene).model.odds
    assert shown_odds
    return shown_odds


def test_odds_are_there_at_once_and_grow_until_they_are_sure(attacking: App) -> None:
    scene = top(attacking, GameScene)
    first = odds(attacking)
    assert "Odds" in shown(attacking)
    assert_readable(scene)
    for _look in range(40):
        attacking.step(0.0)
    grown = odds(attacking)
    assert grown.drops >= 30
    assert grown.reach < max(first.reach, 0.25)
    assert f"{grown.drops} drops" in shown(attacking)
    assert_readable(scene)


def test_another_number_of_armies_has_odds_of_its_own(attacking: App) -> None:
    scene = top(attacking, GameScene)
    while "armies-less" not in names(attacking):
        click(attacking, "stay")
        play_by_clicks(attacking, Random(5), until=can_attack)
        click_at(attacking, scene.board.view.anchor(attacks(scene)[0]))
    all_of_them = odds(attacking)
    click(attacking, "armies-less")
    assert odds(attacking) is not all_of_them
    assert odds(attacking).win.value < all_of_them.win.value + 0.1


def test_after_the_answer_nothing_is_left_of_them(attacking: App) -> None:
    click(attacking, "march")
    assert top(attacking, GameScene).model.odds is None


def test_with_special_cards_at_hand_the_odds_without_them_are_told_too() -> None:
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_unseen(app, Random(3), until=lambda scene: bool(attacks_with_cards(scene)))
        settle(app)
        scene = top(app, GameScene)
        click_at(app, scene.board.view.anchor(attacks_with_cards(scene)[0]))
        app.settings.odds = True
        for _look in range(50):
            app.step(0.0)
        bare = scene.model.bare
        assert bare is not None
        assert f"without special cards {percent(bare.value)}" in shown(app)
        assert_readable(scene)
        app.settings.odds = False
        app.step(0.0)
        assert scene.model.bare is None
        assert "without special cards" not in shown(app)


def attacks_with_cards(scene: GameScene) -> list[str]:
    """Return the targets of a march in whose battle +1 attack or +1 defence can be used."""
    march = scene.model.march
    if march is None:
        return []
    view, source = scene.model.view, march.question.source
    return [name for name in attacks(scene) if without_cards(view, March(source, name, march.question.most))]


def test_odds_can_be_switched_off(attacking: App) -> None:
    attacking.settings.odds = False
    attacking.step(0.0)
    assert top(attacking, GameScene).model.odds is None
    assert "Odds" not in shown(attacking)


def test_the_window_goes_on_while_odds_grow() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=SIMULATED))
        play_by_clicks(app, Random(3), until=can_attack)
        with Workers(1) as workers:
            scene.odds.known.workers = workers
            app.settings.odds = True
            click_at(app, scene.board.view.anchor(attacks(scene)[0]))
            ends = time.monotonic() + 60
            while odds(app).drops < 12 and time.monotonic() < ends:
                app.step(0.01)
                time.sleep(0.01)
            assert odds(app).drops >= 12
            settle(app)


class TestDangers:
    """What neighbours could do to an own province, while the pointer rests on it."""

    @pytest.fixture
    def planning(self, request: pytest.FixtureRequest) -> Iterator[App]:
        with window() as app:
            game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower=getattr(request, "param", "")))
            play_unseen(app, Random(3), until=lambda scene: scene.model.plan is not None)
            app.settings.odds = True
            app.step(0.0)
            yield app

    def threatened(self, app: App) -> tuple[str, ...]:
        """Return the own provinces that a neighbour could attack."""
        view = top(app, GameScene).model.view
        return tuple(name for name in view.owned(0) if attackers_of(view, name))

    def rest(self, app: App, province: str, looks: int = 30) -> None:
        """Let the pointer rest on a province."""
        place = top(app, GameScene).board.view.anchor(province)
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
        for event in pygame.event.get():
            app.take(event)
        for _look in range(looks):
            app.step(0.0)

    @BOTH
    def test_the_greatest_threat_is_told_and_grows_sure(self, planning: App) -> None:
        scene = top(planning, GameScene)
        name = self.threatened(planning)[0]
        self.rest(planning, name)
        found = scene.model.danger
        assert found and found.threat
        assert found.province == name
        greatest = threats(scene.model.view, scene.driver.session.inside, name, Random(1))[0]
        assert found.threat.odds.win.value > greatest.odds.win.value - 0.2
        assert found.threat.odds.drops >= 30
        assert f"{found.threat.march.source} with" in shown(planning)
        assert "%" in shown(planning)
        assert [flaw for flaw in flaws(scene) if flaw.panel == "board"] == []

    def test_first_the_model_answers(self, planning: App) -> None:
        name = self.threatened(planning)[0]
        self.rest(planning, name, looks=1)
        model = top(planning, GameScene).model
        assert model.danger is None, "a neighbour a frame: the window never waits"
        self.rest(planning, name, looks=len(attackers_of(model.view, name)))
        found = top(planning, GameScene).model.danger
        assert found and found.threat
        assert found.threat.odds.drops == 0
        assert "would take it: about" in shown(planning)

    def test_without_the_pointer_nothing_is_thrown(self, planning: App) -> None:
        scene = top(planning, GameScene)
        self.rest(planning, self.threatened(planning)[0])
        scene.controls.point_at(None)
        planning.step(0.0)
        assert scene.model.danger is None
        assert scene.odds.dangers._growing is None

    def test_a_province_that_nobody_can_attack_is_called_safe(self, planning: App) -> None:
        view = top(planning, GameScene).model.view
        safe = [name for name in view.owned(0) if not attackers_of(view, name)]
        if not safe:
            pytest.skip("everything borders on somebody here")
        self.rest(planning, safe[0])
        assert top(planning, GameScene).model.danger == Danger(safe[0])
        assert "No neighbor can attack now." in shown(planning)

    def test_of_others_provinces_nothing_is_told(self, planning: App) -> None:
        other = top(planning, GameScene).model.view.owned(1)[0]
        self.rest(planning, other)
        assert top(planning, GameScene).model.danger is None

    def test_what_happens_meanwhile_takes_it_back(self, planning: App) -> None:
        """What is told is of the position that is shown, and that changes while the pointer rests."""
        self.rest(planning, self.threatened(planning)[0])
        scene = top(planning, GameScene)
        assert scene.model.danger is not None
        driver = scene.driver
        driver.turns.append(driver.session.answer(0, asked(scene).sample(Random(2))))
        planning.step(0.0)
        assert not scene.presenter.is_idle
        assert scene.model.danger is None

    def test_the_setting_turns_it_off(self, planning: App) -> None:
        planning.settings.odds = False
        self.rest(planning, self.threatened(planning)[0])
        assert top(planning, GameScene).model.danger is None


class TestPlannedRevolts:
    """Taxes or rice where a revolt marker lies, and what a hungry winter would cost."""

    @pytest.fixture
    def planning(self, request: pytest.FixtureRequest) -> Iterator[App]:
        with window() as app:
            game(app, session("person,greedy,greedy", setup=Setup(3), seed=2, tower=getattr(request, "param", "")))
            play_unseen(app, Random(3), until=lambda scene: scene.model.plan is not None and bool(self.marked(scene)))
            app.settings.odds = True
            app.step(0.0)
            yield app

    @staticmethod
    def marked(scene: GameScene) -> list[str]:
        """Return the own provinces with a revolt marker."""
        return [name for name in scene.model.view.owned(0) if scene.model.view.provinces[name].markers]

    def tax(self, app: App, name: str) -> None:
        """Lay a province's card on the field for taxes."""
        scene = top(app, GameScene)
        plan = draft(scene)
        plan.clear()
        scene.controls.alter_plan(lambda: plan.take_card(name))
        scene.controls.alter_plan(lambda: plan.take_field(ACTIONS.index("taxes")))

    @BOTH
    def test_the_revolts_odds_are_there_at_once_and_grow(self, planning: App) -> None:
        scene = top(planning, GameScene)
        name = self.marked(scene)[0]
        self.tax(planning, name)
        planning.step(0.0)
        first = draft(scene).held[name]
        for _look in range(30):
            planning.step(0.0)
        grown = draft(scene).held[name]
        assert grown.reach < max(first.reach, 0.1)
        field = next(t for t in scene.targets() if t.name == f"field-{ACTIONS.index('taxes')}")
        assert f"Chance to keep the province: {percent(grown.value)}" in field.tooltip

    def test_a_card_taken_back_ends_them(self, planning: App) -> None:
        scene = top(planning, GameScene)
        self.tax(planning, self.marked(scene)[0])
        planning.step(0.0)
        scene.controls.alter_plan(draft(scene).clear)
        planning.step(0.0)
        assert draft(scene).held == {}

    def test_winter_tells_what_would_be_lost(self, planning: App) -> None:
        planning.step(0.0)
        scene = top(planning, GameScene)
        scene.changed()
        planning.step(0.0)
        plan = draft(scene)
        assert plan.risks
        assert sorted(plan.risks) == [1, 2, 3]
        assert plan.risks[1] <= plan.risks[3] + 0.05, "more peasants are more dangerous"
        told = next(t for t in scene.targets() if t.name == "ledger-rice").tooltip
        assert ("provinces would be lost" in told) == (plan.season().revolts.high > 0)

    def test_the_setting_turns_them_off(self, planning: App) -> None:
        planning.settings.odds = False
        scene = top(planning, GameScene)
        self.tax(planning, self.marked(scene)[0])
        for _look in range(3):
            planning.step(0.0)
        assert draft(scene).held == {}
        assert draft(scene).risks is None
