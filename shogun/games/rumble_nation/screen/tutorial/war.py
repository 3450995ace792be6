"""Chapter 2: katana, and the war to its end."""

from shogun.base.language import marked
from shogun.games.rumble_nation.rules.components import PIECES, small_castle
from shogun.games.rumble_nation.rules.state import AreaResolved, GameEnded
from shogun.games.rumble_nation.screen.tutorial.steps import Place, StartingPosition, Throw
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read, Watch

CHAPTER = Chapter(
    name="rumble-war",
    title=marked("Katana and the war"),
    summary=marked("The last soldiers, ties, and how one victory helps the next."),
    position=StartingPosition(
        castles={
            "Odawara": 2,
            "Tsutsujigasaki": 3,
            "Kyo": 4,
            "Kiyosu": 5,
            "Kasugayama": 6,
            "Yoshida-Koriyama": 7,
            "Oko": 8,
            "Usuki": 9,
            "Shuri": 10,
            "Tokuyama": 11,
            "Yonezawa": 12,
        },
        soldiers={
            "Odawara": (2, 1, 0),
            "Tsutsujigasaki": (2, 0, 2),
            "Kyo": (1, 1, 1),
            "Kiyosu": (2, 0, 3),
            "Kasugayama": (1, 4, 0),
            "Yoshida-Koriyama": (0, 3, 2),
            "Oko": (1, 3, 1),
            "Usuki": (3, 1, 1),
            "Shuri": (0, 4, 1),
            "Tokuyama": (2, 1, 2),
            "Yonezawa": (3, 0, 4),
        },
        katana=(None, 3, None),
        round=9,
        seed=4,
    ),
    steps=(
        LessonStep(
            marked(
                "Nearly everything is placed. Echigo was the first to finish and holds the highest katana, 3. "
                "From now on no more cards may be played, and the higher katana wins every tie."
            ),
            ("seat-1",),
            Read(),
            facts=(
                Fact(
                    "Echigo was the first to finish and holds the highest katana, 3",
                    lambda model: (
                        model.names[1] == "Echigo"
                        and model.view.players[1].katana == max(model.view.counts.katana) == 3
                    ),
                ),
                Fact("no more cards may be played", lambda model: model.view.is_any_finished),
            ),
        ),
        LessonStep(
            marked("You have one soldier left. Roll the dice."),
            ("roll",),
            Throw(),
            facts=(Fact("You have one soldier left", lambda model: model.view.players[LEARNER].reserve == 1),),
        ),
        LessonStep(
            marked(
                "Where does it help most? A castle with a low number may send support to a later one. Point at "
                "each option, look at the banners and arrows, and confirm one."
            ),
            ("confirm",),
            Place(),
            facts=(Fact("confirm one", lambda model: len(model.moves) >= 1),),
        ),
        LessonStep(
            marked("Your reserve is empty, so you take the highest katana left: 2. Owari places its last soldier."),
            ("seat-0",),
            Watch(AreaResolved),
            facts=(
                Fact(
                    "Your reserve is empty, so you take the highest katana left: 2",
                    lambda model: model.view.players[LEARNER].reserve == 0 and model.view.players[LEARNER].katana == 2,
                ),
                Fact(
                    "Owari places its last soldier",
                    lambda model: model.names[2] == "Owari" and model.view.players[2].reserve <= 1,
                ),
            ),
        ),
        LessonStep(
            marked(
                "The war begins at castle 2. Soldiers are counted, together with the support from earlier "
                "victories. The most wins the castle; the second takes the small castle, worth half as much, "
                "rounded down."
            ),
            ("board",),
            Read(),
            facts=(
                Fact("The war begins at castle 2", lambda model: model.war is not None and model.war[0].castle == 2),
                Fact(
                    "the second takes the small castle, worth half as much, rounded down",
                    lambda model: (small_castle(2), small_castle(3)) == (1, 1) and model.view.counts.small_castles,
                ),
            ),
        ),
        LessonStep(
            marked(
                "The arrows are support. The winner sends two (one in a two-player game) to each neighboring area "
                "that is still to be fought over and holds one of their soldiers. Watch the next area."
            ),
            ("area-Odawara",),
            Watch(AreaResolved),
            facts=(
                Fact(
                    "sends two (one in a two-player game) to each neighboring area",
                    lambda model: model.view.counts.support == 2,
                ),
            ),
        ),
        LessonStep(
            marked(
                "One victory leads to the next, like falling dominoes. That is why early castles are worth "
                "more than their points. Watch the rest; Space speeds it up."
            ),
            (),
            Watch(GameEnded),
            facts=(Fact("One victory leads to the next", lambda model: model.war is not None and len(model.war) >= 2),),
        ),
        LessonStep(
            marked("Add up a player's castles for their score. The highest score wins; the higher katana breaks ties."),
            ("players",),
            Read(),
            facts=(
                Fact(
                    "Add up a player's castles for their score",
                    lambda model: [player.points for player in model.view.players] == list(model.result.points),
                ),
                Fact(
                    "The highest score wins",
                    lambda model: (
                        "wins the game" in model.prompt
                        and max(model.result.points) == model.result.points[model.result.winners[0]]
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "In the advanced game each player also has a daimyo card and a daimyo, who counts as two soldiers. "
                "Everything else is in the rules: F1. Good luck!"
            ),
            (),
            Read(),
            facts=(Fact("counts as two soldiers", lambda _model: PIECES.daimyo_strength == 2),),
        ),
    ),
)
