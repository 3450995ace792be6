"""What is advised is shown before it is done: by its foresight, its way or an arrow, and by the dice."""

from collections.abc import Iterator
from random import Random

import pytest

from shogun.games.river_of_gold.rules.state import Build, Deliver, Move, Sail
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.players.adviser import Hint, PlanHint
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window.clicking import click, shown, target, window

from .test_screen import begin, rest, until


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def advise(app: App, scene: RiverScene, plan: tuple[Move, ...]) -> None:
    """Have a plan advised."""
    scene.model.hint = PlanHint(plan[0], ("It is good.",), plan)
    scene.changed()
    for _step in range(2):
        app.step(0.0)


def other_number(scene: RiverScene) -> int:
    """Return a number that the die can be made to show by favor, and doesn't."""
    shown = scene.model.view.players[scene.model.seat].die
    return shown % 6 + 1


def test_an_advised_sail_is_foreseen_with_the_die_that_it_takes(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    number = other_number(scene)
    plan = (*scene.model.find_offers(scene.model.view, scene.model.seat, number).before, Sail(1))
    advise(app, scene, plan)
    model = scene.model
    assert model.chosen is None
    assert (model.weighed, model.weighed_number) == (Sail(1), number)
    assert model.foresight is not None
    assert model.foresight.moves == plan
    assert scene.arrow is None, "its way is drawn"
    click(app, f"ship-{model.seat}-0")
    assert model.weighed == Sail(0), "what is chosen is shown instead"


def test_an_arrow_leads_from_an_advised_tile_to_its_space_and_goes_with_the_advice(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    while not scene.model.offers.shores:
        scene.controls.answer(Sail(0))
        scene = until(app, rest(app), "turn")
    build = Build(scene.model.offers.shores[0], scene.model.view.row[0])
    advise(app, scene, (build,))
    ends = target(app, f"tile-{build.tile}").rect.midtop, target(app, f"shore-{build.shore}").rect.midbottom
    assert scene.arrow == ends
    scene.controls.answer(build)
    rest(app)
    app.step(0.0)
    assert scene.arrow is None


@pytest.mark.slow
def test_an_arrow_leads_from_an_advised_customer_to_their_region(app: App) -> None:
    scene, rng = until(app, begin(app, "person,random", seed=4), "turn"), Random(4)
    while not scene.model.offers.deliveries:
        scene.controls.answer(rng.choice(scene.model.choices))
        scene = until(app, rest(app), "turn", rng)
    plan = scene.model.offers.deliveries[0]
    advise(app, scene, plan)
    deliver = plan[-1]
    assert isinstance(deliver, Deliver)
    assert scene.arrow is not None
    assert scene.arrow[0] == target(app, f"customer-{deliver.customer}").rect.midtop


def test_where_no_action_is_asked_the_advised_answer_is_marked(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "journey", Random(3))
    scene.model.hint = Hint(scene.model.choices[1], ("It is good.",))
    scene.changed()
    app.step(0.0)
    assert scene.model.weighed == scene.model.choices[1]
    assert not scene.model.can_confirm, "it isn't chosen"


def test_advice_names_the_whole_turn(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    plan = (*scene.model.find_offers(scene.model.view, scene.model.seat, other_number(scene)).before, Sail(1))
    advise(app, scene, plan)
    assert len(plan) > 1
    told = " ".join(shown(app).split())
    assert "Spend" in told
    assert "on the die, sail" in told
