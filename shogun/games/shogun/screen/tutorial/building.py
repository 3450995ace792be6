"""Chapter 3: building and regions, in the second spring, when one castle more makes the difference."""

from shogun.base.language import marked
from shogun.games.shogun.rules.events import ActionSkipped, Built
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.tutorial.position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import Commit, Find, Lay, Take, WatchSeason
from shogun.window.game.lessons.chapter import Chapter, LessonStep, Read

CHAPTER = Chapter(
    name="building",
    title=marked("Building and regions"),
    summary=marked("Castles, temples and theatres, and who has the most of them in a region."),
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
        LessonStep(
            marked(
                "Japan has five regions of nine provinces, each in a tone of its own. In winter they bring points: 3 "
                "for the most castles in a region, 2 for temples, 1 for theatres."
            ),
            ("board",),
            Read(),
        ),
        LessonStep(
            marked(
                "In the Kariyasu region you have one castle, in Suruga, and an opponent has one in Musashi. Point at "
                "Sagami, in the same region: its three building sites are free."
            ),
            ("Sagami",),
            Find("Sagami"),
        ),
        LessonStep(
            marked("A second castle would make you the first there. It costs 3 chests. Lay Sagami on Castle."),
            ("card-Sagami", "field-0"),
            Lay("Sagami", "castle"),
        ),
        LessonStep(
            marked("A theatre costs only 1 chest, and nobody has one in that region. Lay Izu on Theatre."),
            ("card-Izu", "field-2"),
            Lay("Izu", "theatre"),
        ),
        LessonStep(
            marked(
                "Now a mistake, made on purpose: the only site of Mino is taken already. Lay Mino on Temple all the "
                "same, and read what the program says."
            ),
            ("card-Mino", "field-1"),
            Lay("Mino", "temple"),
        ),
        LessonStep(
            marked(
                "It warns you in red, and lets you go on: a plan may hold what can't be done. Commit it, and see what "
                "becomes of that temple."
            ),
            ("commit", "ledger-warnings"),
            Commit(),
        ),
        LessonStep(
            marked("Choose a special card: for a quiet season the first place in the order of turns is not needed."),
            ("track",),
            Take(),
        ),
        LessonStep(
            marked("First the castles. Watch Sagami."),
            ("Sagami",),
            WatchSeason(Built),
        ),
        LessonStep(
            marked(
                "There it stands, on one of three sites. A province holds only one building of each kind, and all "
                "buildings stay when the province changes hands."
            ),
            ("Sagami",),
            Read(),
        ),
        LessonStep(
            marked("Next the temples. Watch the bar on top when Mino's turn comes."),
            ("prompt", "Mino"),
            WatchSeason(ActionSkipped),
        ),
        LessonStep(
            marked(
                "The temple was skipped and cost nothing: what can't be done completely isn't done at all. The "
                "program always says why."
            ),
            ("Mino",),
            Read(),
        ),
        LessonStep(
            marked(
                "Every building also brings a point by itself. Tied for the most? Then each of the tied gets one "
                "point less. So one castle more can be worth a good deal."
            ),
            ("points-0",),
            Read(),
        ),
    ),
)
