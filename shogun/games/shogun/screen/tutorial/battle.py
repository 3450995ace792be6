"""Chapter 4: battle and tower, in a summer that begins with an attack."""

from shogun.base.language import marked
from shogun.games.shogun.rules.battle import count_out
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.questions import TakeSpecial
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.tutorial.starting_position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import (
    BIDDING,
    Aim,
    Commit,
    Lay,
    Send,
    Take,
    WatchSeason,
    is_to_lay,
    owns,
    place_of,
    says,
    state_of,
)
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="battle",
    title=marked("Battle and tower"),
    summary=marked("Make an attack and see how the tower decides it."),
    position=StartingPosition(
        provinces={
            "Musashi": Province(0, 7),
            "Sagami": Province(0, 3),
            "Suruga": Province(0, 4),
            "Izu": Province(0, 2),
            "Mino": Province(0, 4),
            "Owari": Province(0, 2),
            "Shimosa": Province(1, 2),
            "Hitachi": Province(1, 3),
            "Shimotsuke": Province(1, 4),
            "Kozuke": Province(1, 3),
            "Yamato": Province(1, 4),
            "Hoki": Province(2, 5),
            "Bizen": Province(2, 4),
            "Hida": Province(2, 4),
            "Omi": Province(2, 3),
        },
        season="summer",
        actions=("battle_a", "taxes", "rice", "castle", "battle_b"),
        events=("theatre_5", "rice_3", "taxes_2"),
        plans=({"taxes": "Yamato", "bid": 0}, {"taxes": "Hida", "bid": "Omi"}),
        laid={
            "castle": "Sagami",
            "temple": 0,
            "theatre": 4,
            "rice": "Mino",
            "taxes": "Suruga",
            "deploy5": 2,
            "deploy3": "Izu",
            "deploy1": "Owari",
            "battle_b": 3,
            "bid": 1,
        },
        chests=(8, 8, 8),
        rice=(3, 3, 3),
        seed=3,
    ),
    steps=(
        LessonStep(
            marked(
                "The tower decides every battle. Cubes thrown in at the top bounce from ledge to ledge. Some get "
                "stuck. Others come out onto the tray, sometimes with cubes left from earlier battles."
            ),
            ("tower",),
            Read(),
            facts=(Fact("Some get stuck", lambda model: any(model.inside.values())),),
        ),
        LessonStep(
            marked(
                "Musashi, with 7 armies, borders on Shimosa, held by 2 enemy armies. Your plan only says where "
                "armies leave from. Place Musashi on Battle A."
            ),
            ("card-Musashi", "field-8"),
            Lay("Musashi", "battle_a"),
            facts=(
                Fact(
                    "Musashi, with 7 armies, borders on Shimosa, held by 2 enemy armies",
                    lambda model: (
                        owns(model, "Musashi")
                        and state_of(model, "Musashi").armies == 7
                        and "Shimosa" in model.board.neighbours["Musashi"]
                        and state_of(model, "Shimosa").owner == 1
                        and state_of(model, "Shimosa").armies == 2
                    ),
                ),
                Fact("Place Musashi on Battle A", lambda model: is_to_lay(model, "Musashi", "battle_a")),
            ),
        ),
        LessonStep(
            marked("Everything else is in place. Press “Commit the plan”: battle A comes first this season."),
            ("commit",),
            Commit(),
            facts=(
                Fact("Everything else is in place. Press “Commit the plan”", lambda model: not model.plan.refusal()),
                Fact("battle A comes first this season", lambda model: place_of(model, "battle_a") == 0),
            ),
        ),
        LessonStep(
            marked(
                "The card +1 attack would let you throw one extra army from your reserve in each of your "
                "attacks. Choose a special card."
            ),
            ("special-attack",),
            Take(),
            facts=(
                Fact("The card +1 attack", lambda model: TakeSpecial("attack") in model.question.moves),
                Fact("Choose a special card", lambda model: model.view.choosers[0] == LEARNER),
            ),
            meanwhile=BIDDING,
        ),
        LessonStep(
            marked(
                "Now your battle: the provinces you may enter are highlighted. Entering your own is a move; "
                "any other is an attack. Click Shimosa."
            ),
            ("Shimosa",),
            Aim("Shimosa"),
            facts=(
                Fact(
                    "the provinces you may enter are highlighted",
                    lambda model: model.march is not None and "Shimosa" in model.march.question.targets,
                ),
                Fact("Click Shimosa", lambda model: not owns(model, "Shimosa")),
            ),
            meanwhile=marked("The others choose their cards too. Then the actions begin, and battle A comes first."),
        ),
        LessonStep(
            marked(
                "Choose how many armies march: 6 at most, because one always stays behind. More armies are "
                "safer, but leave Musashi exposed. Then press the gold button."
            ),
            ("armies", "march"),
            Send("Shimosa"),
            facts=(
                Fact("6 at most", lambda model: model.march.question.most == 6),
                Fact("leave Musashi exposed", lambda model: model.march.question.source == "Musashi"),
            ),
        ),
        LessonStep(
            marked(
                "Your armies are on their way. Both sides go into the tower together, with everything on the "
                "tray. Nothing is rolled: the tower really drops them. Press Continue and watch."
            ),
            ("tower",),
            Read(),
            facts=(
                Fact("Your armies are on their way", lambda model: says(model, "attacks Shimosa")),
                Fact(
                    "Both sides go into the tower together",
                    lambda model: any(model.view.waiting.values()) and not model.is_watching,
                ),
            ),
        ),
        LessonStep(
            marked(
                "If you have +1 attack, first choose whether to throw one more army. Then watch the cubes "
                "fall, and the count: side against side, cube by cube."
            ),
            ("tower",),
            WatchSeason(BattleSettled),
            facts=(Fact("+1 attack", lambda model: says(model, "attacks Shimosa")),),
        ),
        LessonStep(
            marked(
                "The side with more cubes wins, and each of the loser's cubes takes one of the winner's with "
                "it. In a tie all are lost and the province becomes neutral."
            ),
            ("Shimosa",),
            Read(),
            facts=(
                Fact(
                    "The side with more cubes wins",
                    lambda model: model.battle is not None and bool(model.battle.result),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Peasants on the tray help the defender, unless a revolt marker lies in the province. An attack on a "
                "neutral province meets one peasant."
            ),
            ("Shimosa",),
            Read(),
            facts=(Fact("Peasants on the tray help the defender", lambda _model: count_out("players", 2, 1, 1).tie),),
        ),
        LessonStep(
            marked(
                "Cubes that got stuck will come out in somebody's later battle. Everyone can see how many of "
                "each color are inside; if many are yours, good."
            ),
            ("tower",),
            Read(),
            facts=(
                Fact(
                    "Everyone can see how many of each color are inside",
                    lambda model: any(model.inside.values()),
                ),
            ),
        ),
    ),
)
