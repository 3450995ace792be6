"""Chapter 1: provinces and planning, at the beginning of a game with the printed line-up."""

from shogun.base.language import marked
from shogun.games.shogun.rules.boards import line_up
from shogun.games.shogun.rules.events import RiceConfiscated, TaxesCollected
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.tutorial.position import SEATS, StartingPosition
from shogun.games.shogun.screen.tutorial.steps import Commit, Fill, Find, Lay, Take, WatchSeason
from shogun.window.game.lessons.chapter import Chapter, LessonStep, Read

PROVINCES = {
    name: Province(seat, armies) for seat, groups in enumerate(line_up(SEATS)) for name, armies in groups.items()
}

CHAPTER = Chapter(
    name="planning",
    title=marked("Provinces and planning"),
    summary=marked("The map, your planning board, the bid, and the order of turns."),
    position=StartingPosition(
        provinces=PROVINCES,
        actions=("taxes", "rice", "deploy5", "castle", "battle_b"),
        events=("theatre_5", "castle_2", "rice_3", "taxes_2"),
        plans=({"taxes": "Yamato", "rice": "Kaga", "bid": 1}, {"taxes": "Etchu", "rice": "Hoki", "bid": "Omi"}),
        laid={"castle": "Izu", "temple": "Sagami", "theatre": 1, "deploy3": "Harima"},
    ),
    steps=(
        LessonStep(
            marked(
                "You play red. Your row shows your chests, your rice, your armies in reserve, your provinces and "
                "your points. All of this is open to everyone, at all times."
            ),
            ("chest-0", "rice-0", "armies-0", "provinces-0", "points-0"),
            Read(),
        ),
        LessonStep(
            marked(
                "Red cubes on the map are your armies. Point at Suruga: a note tells its taxes, its rice, its building "
                "sites and its neighbours. Dashed lines over the sea join neighbours too."
            ),
            ("Suruga",),
            Find("Suruga"),
        ),
        LessonStep(
            marked(
                "Every season brings the same ten actions, in a new order. Here you plan them all, in secret: each "
                "in one of your provinces. Five actions already lie in order; the others come later."
            ),
            ("sheet",),
            Read(),
        ),
        LessonStep(
            marked(
                "Chests pay for nearly everything. Suruga yields 7 of them, more than any other of your provinces. "
                "Click its card, then the field Taxes."
            ),
            ("card-Suruga", "field-4"),
            Lay("Suruga", "taxes"),
        ),
        LessonStep(
            marked(
                "In winter each of your provinces eats one rice; hungry ones revolt. Mino yields 5. Lay its card on "
                "the field Rice."
            ),
            ("card-Mino", "field-3"),
            Lay("Mino", "rice"),
        ),
        LessonStep(
            marked(
                "Musashi has a strong neighbour. Lay it on Deploy 5: for 3 chests, five armies come from your "
                "reserve into the province."
            ),
            ("card-Musashi", "field-5"),
            Lay("Musashi", "deploy5"),
        ),
        LessonStep(
            marked(
                "You needn't use every action. A chest card on an action field means: not this time. Lay the chest "
                "card 0 on Battle B."
            ),
            ("card-0", "field-9"),
            Lay(0, "battle_b"),
        ),
        LessonStep(
            marked(
                "The first field is your bid. Whoever bids most chests chooses first among the special cards, and "
                "pays. Lay the chest card 2 there."
            ),
            ("card-2", "field-10"),
            Lay(2, "bid"),
        ),
        LessonStep(
            marked(
                "Two fields are still empty: Deploy 1 and Battle A. A plan must be full. Fill them with any cards you "
                "like; province or chest."
            ),
            ("field-7", "field-8"),
            Fill(),
        ),
        LessonStep(
            marked(
                "Commit your plan. From then on nobody can change it. Others see each of your cards only when its "
                "action is carried out."
            ),
            ("commit",),
            Commit(),
        ),
        LessonStep(
            marked(
                "The event of the season was drawn and the bids were paid. You bid the most, so choose a special card "
                "first. Its place, 1 to 5, is also your place in this season's order of turns."
            ),
            ("track",),
            Take(),
        ),
        LessonStep(
            marked(
                "Now the ten actions are carried out, one after the other, each by all players in the order of turns. "
                "Taxes come first: watch Suruga, and the chests in your row."
            ),
            ("Suruga", "chest-0"),
            WatchSeason(TaxesCollected),
        ),
        LessonStep(
            marked(
                "The chests of Suruga are yours. Its peasants have noticed: a revolt marker lies there now. Next comes "
                "the rice; watch Mino."
            ),
            ("Mino", "rice-0"),
            WatchSeason(RiceConfiscated),
        ),
        LessonStep(
            marked(
                "So it goes on through all ten actions. Press F1 over anything you wonder about: it opens the rule "
                "that explains it."
            ),
            (),
            Read(),
        ),
    ),
)
