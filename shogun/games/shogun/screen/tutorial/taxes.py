"""Chapter 2: taxes, rice and revolts, in a summer with a revolt marker in one province."""

from shogun.base.language import marked
from shogun.games.shogun.rules.cards import MOST_MARKERS
from shogun.games.shogun.rules.events import BattleSettled, MarkerPlaced, RevoltBroke
from shogun.games.shogun.rules.questions import TakeSpecial
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.tutorial.starting_position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import (
    BIDDING,
    Commit,
    Find,
    Lay,
    Take,
    WatchSeason,
    is_laid,
    is_to_lay,
    own,
    owns,
    place_of,
    printed_on,
    says,
    state_of,
)
from shogun.window.game.lessons.chapter import Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="taxes",
    title=marked("Taxes, rice and revolts"),
    summary=marked("What provinces yield, and how long their peasants put up with it."),
    position=StartingPosition(
        provinces={
            "Tamba": Province(0, 5, markers=1),
            "Harima": Province(0, 3),
            "Tajima": Province(0, 2),
            "Owari": Province(0, 3, ("castle",)),
            "Mino": Province(0, 4),
            "Mikawa": Province(0, 2),
            "Yamato": Province(1, 5),
            "Ise": Province(1, 4),
            "Kii": Province(1, 2),
            "Omi": Province(1, 3),
            "Hoki": Province(2, 5),
            "Bizen": Province(2, 4),
            "Bitchu": Province(2, 2),
            "Hida": Province(2, 3),
        },
        season="summer",
        actions=("taxes", "rice", "castle", "deploy5", "temple"),
        events=("theatre_5", "castle_2", "temple_3"),
        plans=({"castle": "Yamato", "bid": 0}, {"deploy5": "Hoki", "bid": "Hida"}),
        laid={
            "castle": "Tajima",
            "temple": 0,
            "theatre": 3,
            "deploy5": "Mino",
            "deploy3": "Owari",
            "deploy1": 4,
            "battle_a": 2,
            "battle_b": "Mikawa",
            "bid": 1,
        },
        chests=(9, 8, 8),
        rice=(4, 5, 3),
        seed=4,
    ),
    steps=(
        LessonStep(
            marked(
                "It is summer. In spring you collected taxes in Tamba, and its peasants remember: it has a "
                "revolt marker. Point at Tamba."
            ),
            ("Tamba",),
            Find("Tamba"),
            facts=(
                Fact("It is summer", lambda model: model.view.season == "summer"),
                Fact(
                    "collected taxes in Tamba, and its peasants remember: it has a revolt marker",
                    lambda model: owns(model, "Tamba") and state_of(model, "Tamba").markers == 1,
                ),
                Fact("Point at Tamba", lambda model: owns(model, "Tamba")),
            ),
        ),
        LessonStep(
            marked(
                "Most of your plan is done. Tamba yields 7 chests. With its marker a revolt will break out, "
                "but with five armies you can risk it. Place Tamba on Taxes."
            ),
            ("card-Tamba", "field-4"),
            Lay("Tamba", "taxes"),
            facts=(
                Fact("Most of your plan is done", lambda model: model.plan is not None and model.plan.to_lay == 2),
                Fact("Tamba yields 7 chests", lambda model: printed_on(model, "Tamba").tax == 7),
                Fact("five armies", lambda model: state_of(model, "Tamba").armies == 5),
                Fact("Place Tamba on Taxes", lambda model: is_to_lay(model, "Tamba", "taxes")),
            ),
        ),
        LessonStep(
            marked(
                "Harima yields 4 rice and has no marker: the first time, the peasants only grumble. Place "
                "Harima on Rice."
            ),
            ("card-Harima", "field-3"),
            Lay("Harima", "rice"),
            facts=(
                Fact(
                    "Harima yields 4 rice and has no marker",
                    lambda model: printed_on(model, "Harima").rice == 4 and state_of(model, "Harima").markers == 0,
                ),
                Fact("Place Harima on Rice", lambda model: is_to_lay(model, "Harima", "rice")),
            ),
        ),
        LessonStep(
            marked("Taxes and rice come first this season. Commit the plan and see what happens."),
            ("commit",),
            Commit(),
            facts=(
                Fact(
                    "Taxes and rice come first this season",
                    lambda model: place_of(model, "taxes") == 0 and place_of(model, "rice") == 1,
                ),
            ),
        ),
        LessonStep(
            marked(
                "First the special cards. +1 chest would add a chest to your taxes, +1 rice would add to your "
                "rice. Choose one."
            ),
            ("special-chest", "special-rice"),
            Take(),
            facts=(
                Fact(
                    "+1 chest would add a chest to your taxes, +1 rice would add to your rice",
                    lambda model: {TakeSpecial("chest"), TakeSpecial("rice")} <= set(model.question.moves),
                ),
            ),
            meanwhile=BIDDING,
        ),
        LessonStep(
            marked("The actions begin. Watch the bar at the top: it shows what each player does, in turn order."),
            ("prompt",),
            WatchSeason(RevoltBroke),
            facts=(Fact("The actions begin", lambda model: is_laid(model, "Tamba", "taxes")),),
        ),
        LessonStep(
            marked(
                "Revolt in Tamba! The chests are yours, and you keep them. Now your armies go into the tower "
                "together with one peasant for each marker."
            ),
            ("tower", "Tamba"),
            Read(),
            facts=(
                Fact("Revolt in Tamba", lambda model: says(model, "Revolt in Tamba")),
                Fact("The chests are yours", lambda model: own(model).chests >= 9 - 1 + 7),
                Fact(
                    "one peasant for each marker",
                    lambda model: state_of(model, "Tamba").markers == 1 and says(model, "1 peasant "),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Watch what comes out onto the tray. Every peasant there is against you, including those from "
                "earlier battles that come loose now."
            ),
            ("tower",),
            WatchSeason(BattleSettled),
            facts=(Fact("Every peasant there is against you", lambda model: says(model, "Revolt in Tamba")),),
        ),
        LessonStep(
            marked(
                "With more cubes than the peasants you hold the province, lose one army for each peasant, and "
                "add a marker. Otherwise you lose the province, with everything in it."
            ),
            ("Tamba",),
            Read(),
            facts=(
                Fact(
                    "you hold the province, lose one army for each peasant, and add a marker",
                    lambda model: owns(model, "Tamba") and state_of(model, "Tamba").markers == 2,
                ),
                Fact(
                    "With more cubes than the peasants",
                    lambda model: model.battle is not None and bool(model.battle.result),
                ),
            ),
        ),
        LessonStep(
            marked("Now rice is confiscated. Watch Harima, and the rice in your row."),
            ("Harima", "rice-0"),
            WatchSeason(MarkerPlaced, province="Harima"),
            facts=(Fact("Watch Harima", lambda model: is_laid(model, "Harima", "rice")),),
        ),
        LessonStep(
            marked(
                "No revolt, but now Harima has a marker. Spread taxes and rice over your provinces, and return "
                "only to those with many armies."
            ),
            ("Harima",),
            Read(),
            facts=(
                Fact(
                    "Harima has a marker",
                    lambda model: owns(model, "Harima") and state_of(model, "Harima").markers == 1,
                ),
            ),
        ),
        LessonStep(
            marked("Markers stay for the whole year, up to three in a province. After winter they are all removed."),
            (),
            Read(),
            facts=(Fact("up to three in a province", lambda _model: MOST_MARKERS == 3),),
        ),
    ),
)
