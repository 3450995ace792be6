"""Chapter 5: winter and scoring, from the last action of an autumn on."""

from shogun.base.language import marked
from shogun.games.shogun.rules.events import BattleSettled, RevoltsDrawn, Scored, Supplied
from shogun.games.shogun.rules.state import Acting, Marching, Province
from shogun.games.shogun.screen.tutorial.position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import Aim, Face, Send, WatchSeason
from shogun.window.game.lessons.chapter import Chapter, LessonStep, Read

CHAPTER = Chapter(
    name="winter",
    title=marked("Winter and scoring"),
    summary=marked("Rice for every province, hunger, and the points of the year."),
    position=StartingPosition(
        provinces={
            "Suruga": Province(0, 4, ("castle",)),
            "Sagami": Province(0, 5, ("temple",)),
            "Izu": Province(0, 4),
            "Musashi": Province(0, 5),
            "Mino": Province(0, 5),
            "Owari": Province(0, 4, ("theatre",)),
            "Yamato": Province(1, 4, ("castle",)),
            "Ise": Province(1, 3),
            "Kii": Province(1, 2),
            "Shimosa": Province(1, 3, ("castle",)),
            "Hitachi": Province(1, 3),
            "Hoki": Province(2, 5, ("castle",)),
            "Bizen": Province(2, 4),
            "Bitchu": Province(2, 3),
            "Hida": Province(2, 3, ("temple",)),
        },
        season="autumn",
        actions=("taxes", "rice", "castle", "temple", "theatre", "deploy5", "deploy3", "deploy1", "battle_b"),
        events=("rice_3",),
        event="theatre_5",
        plans=({"bid": 0}, {"bid": 1}),
        laid={"battle_a": "Owari", "bid": 2},
        chests=(4, 5, 3),
        rice=(6, 9, 8),
        stage=Marching(Acting(9, 0), "Owari"),
        seed=5,
    ),
    steps=(
        LessonStep(
            marked(
                "Autumn is nearly over. Of four event cards one is left. It no longer changes anything, but its number "
                "is the rice that everybody loses in winter: 3."
            ),
            ("events",),
            Read(),
        ),
        LessonStep(
            marked(
                "You have 6 provinces and 6 rice. Three will be lost, three are left: three provinces will go hungry. "
                "That means two revolts, with two peasants each."
            ),
            ("rice-0", "provinces-0"),
            Read(),
        ),
        LessonStep(
            marked(
                "One action is left to you, Battle A out of Owari. Where revolts will break out nobody knows. Click "
                "Mino, your own: going there is a move, no battle."
            ),
            ("Mino",),
            Aim("Mino"),
        ),
        LessonStep(
            marked("Choose how many armies move. Owari needs some too, if it should rise. Then press the blue button."),
            ("armies", "march"),
            Send("Mino"),
        ),
        LessonStep(
            marked("Now winter comes: first the loss, then every province is fed. Watch the bar on top."),
            ("prompt",),
            WatchSeason(Supplied),
        ),
        LessonStep(
            marked("You are three short. So two of your province cards are drawn by lot."),
            ("prompt",),
            WatchSeason(RevoltsDrawn),
        ),
        LessonStep(
            marked("Peasants rise in two provinces. You may choose which revolt comes first: click one of the two."),
            (),
            Face(),
        ),
        LessonStep(
            marked(
                "All armies of the province fight. A province lost now brings no points, neither by itself nor by its "
                "buildings: they are gone."
            ),
            ("tower",),
            WatchSeason(BattleSettled),
        ),
        LessonStep(
            marked("One is over; the other follows, then the other players' winter. At the end the year is scored."),
            ("tower",),
            WatchSeason(Scored),
        ),
        LessonStep(
            marked(
                "The year is scored: a point for each province and each building, and more for the most buildings of "
                "a kind in a region. Look at your points."
            ),
            ("points-0",),
            Read(),
        ),
        LessonStep(
            marked(
                "After the first winter rice falls to 0 and the markers leave the board. Chests, armies, buildings "
                "and points stay, and a second year begins."
            ),
            ("players",),
            Read(),
        ),
        LessonStep(
            marked(
                "After the second winter the most points win; in a tie the most chests. Now you know all that is "
                "needed. The rest is in the rules: F1. Good luck!"
            ),
            (),
            Read(),
        ),
    ),
)
