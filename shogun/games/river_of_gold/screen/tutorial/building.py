"""Chapter 2: favor, building, and influence."""

from shogun.base.language import marked
from shogun.games.river_of_gold.rules.actions import last_turn_from
from shogun.games.river_of_gold.rules.components import BONUSES, SHORES, TILES, TRACKS
from shogun.games.river_of_gold.rules.state import Build
from shogun.games.river_of_gold.screen.tutorial.steps import (
    Act,
    AwaitTurn,
    Choose,
    ChooseDie,
    ChooseShore,
    StartingPosition,
)
from shogun.games.river_of_gold.words import region_name
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="river-building",
    title=marked("Buildings and influence"),
    summary=marked("Favor for the die, tiles on the shore, and why influence matters."),
    position=StartingPosition(
        die=3,
        ships=((5, 11), (2, 9)),
        row=("a20", "a06", "a16", "a11"),
        built={9: ("a08", (1,)), 16: ("a19", (1,))},
        hand=("noble 3", "monk 2"),
        koku=(9, 6),
        goods=((2, 0, 1), (1, 2, 0)),
        influence=(2, 0, 4, 0, 0, 1),
        seed=8,
    ),
    steps=(
        LessonStep(
            marked(
                "You build in the region of your die; you don't need a ship nearby. A 3 is the Three Man "
                "Alliance Plain."
            ),
            ("region-3", "track-3"),
            Read(),
            facts=(
                Fact(
                    "A 3 is the Three Man Alliance Plain",
                    lambda model: model.number == 3 and region_name(3) == "Three Man Alliance Plain",
                ),
            ),
        ),
        LessonStep(
            marked(
                "Favor turns the die by one, up or down; 6 and 1 are neighbors. The cost is shown under each "
                "number. Click 4."
            ),
            ("die-4",),
            ChooseDie(4),
            facts=(
                Fact("Click 4", lambda model: model.number == 3 and model.view.players[LEARNER].favor >= 1),
                Fact(
                    "Favor turns the die by one, up or down; 6 and 1 are neighbors",
                    lambda model: model.is_turn and model.view.players[LEARNER].die == 3,
                ),
            ),
        ),
        LessonStep(
            marked(
                "Nothing is spent until you confirm. The highlighted spaces are those you can afford. Click "
                "one in the Kitsune Woods."
            ),
            ("region-4",),
            ChooseShore(),
            facts=(
                Fact(
                    "Nothing is spent until you confirm",
                    lambda model: model.number == 4 and model.view.players[LEARNER].favor == 2,
                ),
                Fact("highlighted spaces are those you can afford", lambda model: bool(model.offers.shores)),
                Fact(
                    "in the Kitsune Woods",
                    lambda model: (
                        region_name(4) == "Kitsune Woods"
                        and all(SHORES[shore - 1].region == 4 for shore in model.offers.shores)
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Now a tile from the row. The upper half is what visitors get, the lower half what its owner "
                "gets at every visit, and the fan is the influence you gain by building it. Click the last one."
            ),
            ("tile-a11",),
            Choose(Build, marked("Click the last tile of the row."), tile="a11"),
            facts=(Fact("Click the last one", lambda model: model.shore > 0 and model.view.row[-1] == "a11"),),
        ),
        LessonStep(
            marked(
                "The last tile in the row also gives 1 favor. Four influence would move your marker in region "
                "4 past a reward. Press Build."
            ),
            ("confirm", "track-4"),
            Act(Build),
            facts=(
                Fact("The last tile in the row also gives 1 favor", lambda _model: BONUSES.end_slot_favor == 1),
                Fact(
                    "Four influence would move your marker in region 4 past a reward",
                    lambda model: (
                        TILES["a11"].influence == 4 and any(TRACKS[4][: model.view.players[LEARNER].influence[3] + 5])
                    ),
                ),
                Fact("Press Build", lambda model: model.can_confirm),
            ),
        ),
        LessonStep(
            marked(
                "At the end, the red figures on the right of each track go to the player with the most "
                "influence there, then to the second and sometimes the third."
            ),
            ("tracks",),
            Read(),
            facts=(Fact("the red figures on the right of each track", lambda model: all(model.view.scoring)),),
        ),
        LessonStep(
            marked(
                "Above are three masteries: the first to meet one scores most. They are claimed automatically "
                "at the end of your turn."
            ),
            ("mastery-air", "mastery-fire", "mastery-earth", "mastery-water", "mastery-void", "mastery-courts"),
            Read(),
            facts=(Fact("Above are three masteries", lambda model: len(model.view.masteries) == 3),),
        ),
        LessonStep(
            marked("Roll for your next turn, and watch."),
            ("answer-0",),
            AwaitTurn(),
            facts=(Fact("Roll for your next turn", lambda model: model.asks == "end_turn"),),
        ),
        LessonStep(
            marked(
                "When the first stack is empty the Emperor visits: every building rewards its owners. When the second "
                "is empty, every other player has one more turn, and the game ends."
            ),
            ("stack-1", "stack-2"),
            Read(),
            facts=(
                Fact(
                    "When the first stack is empty",
                    lambda model: model.view.era_1_size > 0 and model.view.era_2_size > 0,
                ),
                Fact(
                    "every other player has one more turn",
                    lambda model: last_turn_from(0, len(model.seats)) == len(model.seats) - 1,
                ),
            ),
        ),
    ),
)
