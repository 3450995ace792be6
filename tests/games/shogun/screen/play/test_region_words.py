"""What a slip tells of its region is what the winter would score there (8.4)."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.games.shogun.analysis.plan_words import leaders, region_standing
from shogun.games.shogun.rules.cards import board
from shogun.games.shogun.rules.state import Province, Setup
from shogun.window.kit.drawing.theme import CUBES
from tests.window.clicking import game, session, settle, window

SUN = board("sun", 5)
NAMES = ("Ann", "Ben", "Cem")


def view(**provinces: Province) -> Any:
    return SimpleNamespace(provinces={name: Province() for name in SUN.lands} | provinces)


def test_nobody_leads_where_nothing_stands() -> None:
    told = region_standing(SUN, view(), NAMES, "red")
    assert told.splitlines()[0] == "Akane region: 9 provinces in the game"
    assert told.count("nobody yet") == 3


def test_one_alone_scores_in_full_and_several_one_point_less_each() -> None:
    state = view(
        Mino=Province(owner=0, armies=1, buildings=("castle", "temple")),
        Omi=Province(owner=1, armies=1, buildings=("temple",)),
        Hida=Province(owner=0, armies=1, buildings=("castle",)),
        Aki=Province(owner=2, armies=1, buildings=("theatre",)),
    )
    assert region_standing(SUN, state, NAMES, "red").splitlines()[1:] == [
        "Most castles: Ann with 2 (3 points)",
        "Most temples: Ann, Ben with 1 each (1 point each)",
        "Most Nō theaters: nobody yet",
    ]


def test_who_leads_is_marked_below_the_slip_in_their_colours() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        seen = scene.model.view
        mine = next(name for name, one in seen.provinces.items() if one.owner == 0)
        region = next(region for region, names in scene.model.board.regions.items() if mine in names)

        def colours() -> set[tuple[int, ...]]:
            scene.changed()
            app.step(0.0)
            slip = scene.board.view.slips()[region]
            below = app.window.subsurface(slip).subsurface((0, slip.height // 2, slip.width, slip.height // 2))
            return {tuple(below.get_at((x, y)))[:3] for x in range(below.width) for y in range(below.height)}

        clan = CUBES[scene.model.seats[0].colour]
        assert not leaders(scene.model.board, seen, region, "castle", 3) and clan not in colours()
        built = Province(owner=0, armies=2, buildings=("castle",))
        scene.model.view = replace(seen, provinces={**seen.provinces, mine: built})
        assert leaders(scene.model.board, scene.model.view, region, "castle", 3) == [0]
        assert clan in colours()


@pytest.mark.slow
@pytest.mark.parametrize("region", SUN.regions)
def test_each_slip_tells_of_its_region(region: str) -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy,greedy,greedy", setup=Setup(5)))
        assert scene.board.highlights().shown == ()
        settle(app)
        scene.controls.close_digest()
        scene.point(scene.board.view.slips()[region].center)
        target = scene.target_at(scene.pointer)
        assert target is not None
        assert target.name == f"region-{region}"
        assert scene.board.highlights().shown == scene.model.board.regions[region]
        assert target.tooltip == region_standing(scene.model.board, scene.model.view, scene.model.names, region)
