"""Chapter 5: winter and scoring, beginning with the last action of an autumn."""

from shogun.base.language import marked
from shogun.games.shogun.analysis.threats import supplies
from shogun.games.shogun.rules.cards import ACTIONS, EVENTS, YEARS
from shogun.games.shogun.rules.events import BattleSettled, Scored, Supplied
from shogun.games.shogun.rules.position_checks import EVENTS_A_YEAR
from shogun.games.shogun.rules.questions import FaceRevolt
from shogun.games.shogun.rules.state import Acting, Marching, Province
from shogun.games.shogun.rules.winter import revolts_for
from shogun.games.shogun.screen.tutorial.starting_position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import Aim, Face, Send, WatchSeason, own, owns, says, state_of
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="winter",
    title=marked("Winter and scoring"),
    summary=marked("Rice for every province, hunger, and the year's score."),
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
                "Autumn is nearly over. One of the four event cards is left. It no longer changes anything, "
                "but its number is the rice everybody loses in winter: 3."
            ),
            ("events",),
            Read(),
            facts=(
                Fact(
                    "Autumn is nearly over",
                    lambda model: model.view.season == "autumn" and model.view.action == len(ACTIONS) - 1,
                ),
                Fact(
                    "One of the four event cards is left",
                    lambda model: len(model.view.events) == 1 and EVENTS_A_YEAR == 4,
                ),
                Fact(
                    "the rice everybody loses in winter: 3",
                    lambda model: EVENTS[model.view.events[0]].winter_rice == 3,
                ),
            ),
        ),
        LessonStep(
            marked(
                "You have 6 provinces and 6 rice. You will lose three, so three are left: three provinces will "
                "go hungry. That means two revolts, with two peasants each."
            ),
            ("rice-0", "provinces-0"),
            Read(),
            facts=(
                Fact(
                    "You have 6 provinces and 6 rice",
                    lambda model: len(model.view.owned(LEARNER)) == own(model).rice == 6,
                ),
                Fact(
                    "You will lose three, so three are left: three provinces will go hungry",
                    lambda model: 6 - EVENTS[model.view.events[0]].winter_rice == 3 == 6 - 3,
                ),
                Fact(
                    "two revolts, with two peasants each",
                    lambda model: (
                        revolts_for(3) == (2, 2)
                        and not any(state_of(model, name).markers for name in model.view.owned(LEARNER))
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "You have one action left, Battle A from Owari. Nobody knows where the revolts will break out. "
                "Click Mino, which is yours: going there is a move, not an attack."
            ),
            ("Mino",),
            Aim("Mino"),
            facts=(
                Fact(
                    "Battle A from Owari",
                    lambda model: model.march is not None and model.march.question.source == "Owari",
                ),
                Fact(
                    "Click Mino, which is yours",
                    lambda model: owns(model, "Mino") and "Mino" in model.march.question.targets,
                ),
            ),
        ),
        LessonStep(
            marked("Choose how many armies move. Leave some in Owari in case it revolts. Then press the gold button."),
            ("armies", "march"),
            Send("Mino"),
            facts=(
                Fact(
                    "Leave some in Owari",
                    lambda model: model.march.question.source == "Owari" and state_of(model, "Owari").armies > 1,
                ),
            ),
        ),
        LessonStep(
            marked("Now winter comes: first the loss, then every province is fed. Watch the bar at the top."),
            ("prompt",),
            WatchSeason(Supplied),
            facts=(
                Fact(
                    "Now winter comes: first the loss",
                    lambda model: own(model).rice == 6 and model.view.season == "autumn",
                ),
            ),
        ),
        LessonStep(
            marked(
                "You are three short, as the sheet says: two of your provinces will revolt. Which two is "
                "decided by drawing their cards."
            ),
            ("prompt", "sheet"),
            Read(),
            facts=(
                Fact(
                    "You are three short, as the sheet says: two of your provinces will revolt",
                    lambda model: (
                        says(model, "3 short", "2 revolts") and next(iter(supplies(model.view, LEARNER))).short == 3
                    ),
                ),
                Fact("Which two is decided by drawing their cards", lambda _model: revolts_for(3)[0] == 2),
            ),
        ),
        LessonStep(
            marked("Peasants rise in two provinces. You may choose which revolt comes first: click one of them."),
            (),
            Face(),
            facts=(
                Fact("Peasants rise in two provinces", lambda model: len(model.question.moves) == 2),
                Fact(
                    "click one of them",
                    lambda model: all(isinstance(move, FaceRevolt) for move in model.question.moves),
                ),
            ),
            meanwhile=marked("The cards for two of your provinces are drawn. Watch the bar at the top."),
        ),
        LessonStep(
            marked(
                "All armies of the province fight. A province you lose now scores nothing, and neither do its "
                "buildings: they are gone."
            ),
            ("tower",),
            WatchSeason(BattleSettled),
            facts=(Fact("All armies of the province fight", lambda model: says(model, "Revolt in", "2 peasants")),),
        ),
        LessonStep(
            marked("One is over; the other follows, then the other players' winter. Finally the year is scored."),
            ("tower",),
            WatchSeason(Scored),
            facts=(Fact("One is over; the other follows", lambda model: says(model, "Revolt in")),),
        ),
        LessonStep(
            marked(
                "The year is scored: a point for each province and each building, and more for the most buildings of "
                "a kind in a region. Look at your points."
            ),
            ("points-0",),
            Read(),
            facts=(
                Fact("The year is scored", lambda model: says(model, "scores")),
                Fact("Look at your points", lambda model: own(model).points > 0),
            ),
        ),
        LessonStep(
            marked(
                "After the first winter rice falls to 0 and all markers are removed. Chests, armies, buildings "
                "and points stay, and a second year begins."
            ),
            ("players",),
            Read(),
            facts=(
                Fact("After the first winter", lambda model: model.view.year == 1),
                Fact("rice falls to 0", lambda model: own(model).rice == 3),
                Fact("a second year begins", lambda _model: YEARS == 2),
            ),
        ),
        LessonStep(
            marked(
                "After the second winter the most points win; the most chests break ties. Now you know all you "
                "need. The rest is in the rules: F1. Good luck!"
            ),
            (),
            Read(),
            facts=(Fact("After the second winter the most points win", lambda _model: YEARS == 2),),
        ),
    ),
)
