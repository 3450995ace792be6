"""Chapter 3: building and regions, in the second spring, when one more castle makes the difference."""

from shogun.base.language import marked
from shogun.games.shogun.analysis.plan_words import SEASONS_LEFT, warnings
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.events import ActionSkipped, Built
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.games.shogun.screen.tutorial.starting_position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import (
    BIDDING,
    Commit,
    Find,
    Lay,
    RegionsStep,
    Take,
    WatchSeason,
    buildings,
    free_sites,
    is_laid,
    is_to_lay,
    own,
    owns,
    place_of,
    printed_on,
    says,
    state_of,
)
from shogun.games.shogun.words import region_names
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="building",
    title=marked("Building and regions"),
    summary=marked("Castles, temples and theaters, and who has the most of them in a region."),
    position=StartingPosition(
        provinces={
            "Suruga": Province(0, 4, ("castle",)),
            "Sagami": Province(0, 3),
            "Izu": Province(0, 3),
            "Totomi": Province(0, 2),
            "Mino": Province(0, 4, ("theatre",)),
            "Owari": Province(0, 2),
            "Musashi": Province(1, 4, ("castle",)),
            "Shimosa": Province(1, 3),
            "Kozuke": Province(1, 2),
            "Hitachi": Province(1, 2),
            "Hoki": Province(2, 4),
            "Bizen": Province(2, 4),
            "Bitchu": Province(2, 2, ("theatre",)),
        },
        year=2,
        actions=("castle", "temple", "theatre", "taxes", "rice"),
        events=("castle_2", "rice_3", "taxes_0", "rice_4"),
        plans=({"taxes": "Shimosa", "bid": 0}, {"taxes": "Hoki", "bid": "Bizen"}),
        laid={
            "taxes": "Totomi",
            "rice": 4,
            "deploy5": 3,
            "deploy3": "Owari",
            "deploy1": 0,
            "battle_a": 2,
            "battle_b": "Suruga",
            "bid": 1,
        },
        chests=(12, 8, 8),
        points=(17, 16, 15),
        seed=2,
    ),
    steps=(
        RegionsStep(
            marked(
                "Japan has five regions, each in its own shade, with its name beside it. In winter they score "
                "points: 3 for the most castles in a region, 2 for temples, 1 for theaters."
            ),
            ("board",),
            Read(),
            facts=(
                Fact(
                    "five regions, each in its own shade",
                    lambda model: len(model.board.regions) == 5 and not model.by_owner,
                ),
                Fact(
                    "3 for the most castles in a region, 2 for temples, 1 for theaters",
                    lambda _model: dict(MAJORITY) == {"castle": 3, "temple": 2, "theatre": 1},
                ),
            ),
        ),
        RegionsStep(
            marked(
                "In the Kariyasu region you have one castle, in Suruga, and an opponent has one in Musashi. "
                "Point at Sagami, in the same region: it has three free building sites."
            ),
            ("Sagami",),
            Find("Sagami"),
            facts=(
                Fact(
                    "In the Kariyasu region you have one castle, in Suruga, and an opponent has one in Musashi",
                    lambda model: (
                        not model.by_owner
                        and region_names()[printed_on(model, "Suruga").region] == "Kariyasu"
                        and printed_on(model, "Musashi").region == printed_on(model, "Suruga").region
                        and buildings(model, printed_on(model, "Suruga").region, "castle") == 2
                        and "castle" in state_of(model, "Suruga").buildings
                        and "castle" in state_of(model, "Musashi").buildings
                        and owns(model, "Suruga")
                        and not owns(model, "Musashi")
                    ),
                ),
                Fact(
                    "Sagami, in the same region: it has three free building sites",
                    lambda model: (
                        owns(model, "Sagami")
                        and printed_on(model, "Sagami").region == printed_on(model, "Suruga").region
                        and free_sites(model, "Sagami") == 3
                    ),
                ),
            ),
        ),
        RegionsStep(
            marked("A second castle would put you ahead there. It costs 3 chests. Place Sagami on Castle."),
            ("card-Sagami", "field-0"),
            Lay("Sagami", "castle"),
            facts=(
                Fact(
                    "A second castle would put you ahead there",
                    lambda model: (
                        buildings(model, printed_on(model, "Sagami").region, "castle", LEARNER)
                        == 1
                        == max(buildings(model, printed_on(model, "Sagami").region, "castle", seat) for seat in (1, 2))
                    ),
                ),
                Fact("It costs 3 chests", lambda model: COST["castle"] == 3 <= own(model).chests),
                Fact("Place Sagami on Castle", lambda model: is_to_lay(model, "Sagami", "castle")),
            ),
        ),
        RegionsStep(
            marked("A theater costs only 1 chest, and nobody has one in that region. Place Izu on Theater."),
            ("card-Izu", "field-2"),
            Lay("Izu", "theatre"),
            facts=(
                Fact("A theater costs only 1 chest", lambda _model: COST["theatre"] == 1),
                Fact(
                    "nobody has one in that region",
                    lambda model: (
                        buildings(model, printed_on(model, "Izu").region, "theatre") == 0
                        and printed_on(model, "Izu").region == printed_on(model, "Sagami").region
                    ),
                ),
                Fact(
                    "Place Izu on Theater",
                    lambda model: is_to_lay(model, "Izu", "theatre") and free_sites(model, "Izu") > 0,
                ),
            ),
        ),
        LessonStep(
            marked(
                "Now a deliberate mistake: the only site in Mino is taken. Place Mino on Temple anyway, and "
                "read the warning."
            ),
            ("card-Mino", "field-1"),
            Lay("Mino", "temple"),
            facts=(
                Fact(
                    "the only site in Mino is taken",
                    lambda model: printed_on(model, "Mino").sites == 1 and free_sites(model, "Mino") == 0,
                ),
                Fact("Place Mino on Temple", lambda model: is_to_lay(model, "Mino", "temple")),
            ),
        ),
        LessonStep(
            marked(
                "It warns you in red but doesn't stop you: a plan may contain impossible actions. Commit it, "
                "and see what becomes of that temple."
            ),
            ("commit", "ledger-warnings"),
            Commit(),
            facts=(
                Fact(
                    "It warns you in red",
                    lambda model: bool(warnings(model.plan.season(), SEASONS_LEFT[model.view.season])),
                ),
                Fact("Commit it", lambda model: not model.plan.refusal()),
            ),
        ),
        LessonStep(
            marked("Choose a special card: in a quiet season you don't need first place in turn order."),
            ("track",),
            Take(),
            facts=(Fact("Choose a special card", lambda model: model.question is not None),),
            meanwhile=BIDDING,
        ),
        LessonStep(
            marked("First the castles. Watch Sagami."),
            ("Sagami",),
            WatchSeason(Built),
            facts=(
                Fact(
                    "First the castles. Watch Sagami",
                    lambda model: place_of(model, "castle") == 0 and is_laid(model, "Sagami", "castle"),
                ),
            ),
        ),
        LessonStep(
            marked(
                "There it is, on one of Sagami's three sites. A province can have only one building of each "
                "kind, and buildings stay when a province changes hands."
            ),
            ("Sagami",),
            Read(),
            facts=(
                Fact(
                    "There it is, on one of Sagami's three sites",
                    lambda model: "castle" in state_of(model, "Sagami").buildings and free_sites(model, "Sagami") == 2,
                ),
            ),
        ),
        LessonStep(
            marked("Next the temples. Watch the bar at the top when it is Mino's turn."),
            ("prompt", "Mino"),
            WatchSeason(ActionSkipped),
            facts=(
                Fact(
                    "Next the temples. Watch the bar at the top when it is Mino's turn",
                    lambda model: place_of(model, "temple") == 1 and is_laid(model, "Mino", "temple"),
                ),
            ),
        ),
        LessonStep(
            marked(
                "The temple was skipped and cost nothing: an action that can't be done completely isn't done "
                "at all. The program always says why."
            ),
            ("Mino",),
            Read(),
            facts=(
                Fact(
                    "The temple was skipped and cost nothing",
                    lambda model: says(model, "skips", "Mino") and "temple" not in state_of(model, "Mino").buildings,
                ),
            ),
        ),
        LessonStep(
            marked(
                "Every building is also worth a point of its own. Tied for the most? Then each of you gets one "
                "point less. So one more castle can be worth a good deal."
            ),
            ("points-0",),
            Read(),
            facts=(Fact("each of you gets one point less", lambda _model: majority_points([1, 1], 3) == [2, 2]),),
        ),
    ),
)
