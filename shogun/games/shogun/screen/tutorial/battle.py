"""Chapter 4: battle and tower, in a summer that begins with an attack."""

from shogun.base.language import marked
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.tutorial.position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import Aim, Commit, Lay, Send, Take, WatchSeason
from shogun.window.game.lessons.chapter import Chapter, LessonStep, Read

CHAPTER = Chapter(
    name="battle",
    title=marked("Battle and tower"),
    summary=marked("An attack, and what the tower makes of it."),
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
                "The tower decides every battle. What is thrown in at the top falls past floors and edges. Some cubes "
                "stick; some come out on the tray, perhaps older ones too."
            ),
            ("tower",),
            Read(),
        ),
        LessonStep(
            marked(
                "Musashi, with 7 armies, borders on Shimosa, where 2 enemies stand. Your plan says only from where "
                "armies leave. Lay Musashi on Battle A."
            ),
            ("card-Musashi", "field-8"),
            Lay("Musashi", "battle_a"),
        ),
        LessonStep(
            marked("Everything else is laid. Commit the plan: battle A comes first this season."),
            ("commit",),
            Commit(),
        ),
        LessonStep(
            marked(
                "The card +1 attack would let you throw one more army from your reserve in each of your attacks. "
                "Choose a special card."
            ),
            ("special-attack",),
            Take(),
        ),
        LessonStep(
            marked(
                "Now your battle: the provinces that you may enter are lit. Your own would be a move; any other is an "
                "attack. Click Shimosa."
            ),
            ("Shimosa",),
            Aim("Shimosa"),
        ),
        LessonStep(
            marked(
                "Choose how many go: at most 6, for one always stays behind. More armies are safer, but they leave "
                "Musashi open. Then press the blue button."
            ),
            ("armies", "march"),
            Send("Shimosa"),
        ),
        LessonStep(
            marked(
                "Your armies are on their way. Both sides go into the tower together, with all that lies on the tray. "
                "Nothing is rolled: the tower really drops them. Press Go on and watch."
            ),
            ("tower",),
            Read(),
        ),
        LessonStep(
            marked(
                "If you have +1 attack, say first whether one more army goes along. Then watch them fall, and the "
                "count: side against side, cube by cube."
            ),
            ("tower",),
            WatchSeason(BattleSettled),
        ),
        LessonStep(
            marked(
                "More cubes win, and each cube of the loser takes one of the winner along. In a tie all are lost and "
                "the province becomes neutral."
            ),
            ("Shimosa",),
            Read(),
        ),
        LessonStep(
            marked(
                "Peasants on the tray help the defender, unless a revolt marker lies in the province. An attack on a "
                "neutral province meets one peasant."
            ),
            ("Shimosa",),
            Read(),
        ),
        LessonStep(
            marked(
                "Cubes that stuck will come out in somebody's later battle. How many of each colour the tower holds "
                "is open to all: a full tower of yours is hope."
            ),
            ("tower",),
            Read(),
        ),
    ),
)
