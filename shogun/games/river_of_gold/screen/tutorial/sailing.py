"""Chapter 1: ships, visits, and what others get."""

from shogun.base.language import marked
from shogun.games.river_of_gold.rules.box.components import BONUSES, LIMITS, RIVER, SHORES
from shogun.games.river_of_gold.rules.moves import Sail
from shogun.games.river_of_gold.screen.tutorial.starting_position import StartingPosition
from shogun.games.river_of_gold.screen.tutorial.steps import Act, AwaitTurn, Choose
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="river-sailing",
    title=marked("Ships and visits"),
    summary=marked("How ships sail, what they gain, and what the owners of buildings get."),
    position=StartingPosition(
        die=3,
        ships=((4, 12), (6, 10)),
        row=("a03", "a15", "a24", "a09"),
        built={12: ("a10", (1,)), 15: ("a23", (0,)), 8: ("a01", (1,))},
        hand=("merchant 6", "artisan 5"),
        seed=5,
    ),
    steps=(
        LessonStep(
            marked(
                "The river runs from the mountains to the bay. You are red, with two ships. On its shores lie thirty "
                "spaces: bare ones with a price, and buildings."
            ),
            ("board",),
            Read(),
            facts=(
                Fact(
                    "You are red, with two ships",
                    lambda model: model.seats[LEARNER].colour == "red" and len(model.view.players[LEARNER].ships) == 2,
                ),
                Fact(
                    "On its shores lie thirty spaces: bare ones with a price, and buildings",
                    lambda model: (
                        len(SHORES) == len(model.view.tiles) == 30
                        and any(model.view.tiles)
                        and not all(model.view.tiles)
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Every turn you do one thing: sail, build or deliver. Your die says how far a ship sails, and in which "
                "region you build or deliver. It shows 3."
            ),
            ("turn",),
            Read(),
            facts=(
                Fact("Every turn you do one thing", lambda model: model.is_turn),
                Fact("It shows 3", lambda model: model.number == 3),
            ),
        ),
        LessonStep(
            marked(
                "A ship gains something from all four shore spaces that touch its last river space. Click your "
                "ship on 4."
            ),
            ("ship-0-0",),
            Choose(Sail, marked("Click your ship on river space 4."), ship=0),
            facts=(
                Fact(
                    "all four shore spaces that touch its last river space",
                    lambda _model: all(len(space.shores) == 4 for space in RIVER),
                ),
                Fact(
                    "Click your ship on 4",
                    lambda model: (
                        model.view.players[LEARNER].ships[0] == 4
                        and any(isinstance(move, Sail) and move.ship == 0 for move in model.moves)
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Nothing has happened yet. The route shows where it would come to, and here is what it would bring, "
                "line by line: first to you as the visitor, then to the owners of the buildings."
            ),
            ("turn",),
            Read(),
            facts=(
                Fact(
                    "Nothing has happened yet. The route shows where it would come to",
                    lambda model: (
                        isinstance(model.chosen, Sail)
                        and model.foresight is not None
                        and model.view.players[LEARNER].ships[0] == 4
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "A visit to another's building helps both: you get its pointed end, its owner the flat one. From your "
                "own building you get both. Now press Sail."
            ),
            ("confirm",),
            Act(Sail),
            facts=(Fact("Now press Sail", lambda model: model.can_confirm),),
        ),
        LessonStep(
            marked(
                "At the right you see what everybody has: koku, goods, favor with its limit, cards. More than 25 koku "
                "or 6 goods of a kind can't be kept."
            ),
            ("players",),
            Read(),
            facts=(
                Fact("More than 25 koku or 6 goods of a kind", lambda _model: LIMITS.koku == 25 and LIMITS.goods == 6),
            ),
        ),
        LessonStep(
            marked(
                "A turn ends with the roll for your next one, so you always know your number while the others play. "
                "Roll, and watch Echigo's turn."
            ),
            ("answer-0",),
            AwaitTurn(),
            facts=(
                Fact(
                    "Roll, and watch Echigo's turn",
                    lambda model: model.names[1] == "Echigo" and model.asks == "end_turn",
                ),
            ),
        ),
        LessonStep(
            marked(
                "A ship that passes the river's end begins again at the mountains: a journey completed, which brings 3 "
                "koku or a good. Point at your ships to see where they would come to."
            ),
            ("ship-0-0", "ship-0-1"),
            Read(),
            facts=(
                Fact("a journey completed, which brings 3 koku or a good", lambda _model: BONUSES.journey_koku == 3),
                Fact("Point at your ships", lambda model: model.is_turn),
            ),
        ),
    ),
)
