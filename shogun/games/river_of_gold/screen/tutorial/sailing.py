"""Chapter 1: ships, visits, and what others get."""

from shogun.base.language import marked
from shogun.games.river_of_gold.rules.components import BONUSES, LIMITS, RIVER, SHORES
from shogun.games.river_of_gold.rules.state import Sail
from shogun.games.river_of_gold.screen.tutorial.steps import Act, AwaitTurn, Choose, StartingPosition
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="river-sailing",
    title=marked("Ships and visits"),
    summary=marked("How ships sail, what they collect, and what the owners of buildings get."),
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
                "The river runs from the mountains to the bay. You are red, with two ships. On its shores are "
                "thirty spaces: empty ones with a price, and buildings."
            ),
            ("board",),
            Read(),
            facts=(
                Fact(
                    "You are red, with two ships",
                    lambda model: model.seats[LEARNER].colour == "red" and len(model.view.players[LEARNER].ships) == 2,
                ),
                Fact(
                    "On its shores are thirty spaces: empty ones with a price, and buildings",
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
                "Each turn you do one thing: sail, build or deliver. Your die says how far a ship sails, or in "
                "which region you build or deliver. It shows 3."
            ),
            ("turn",),
            Read(),
            facts=(
                Fact("Each turn you do one thing", lambda model: model.is_turn),
                Fact("It shows 3", lambda model: model.number == 3),
            ),
        ),
        LessonStep(
            marked(
                "A ship collects from all four shore spaces touching the space where it stops. Click your ship on 4."
            ),
            ("ship-0-0",),
            Choose(Sail, marked("Click your ship on river space 4."), ship=0),
            facts=(
                Fact(
                    "all four shore spaces touching the space where it stops",
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
                "Nothing has happened yet. The route shows where the ship would end up, and this is what it "
                "would gain, line by line: first for you as the visitor, then for the owners of the buildings."
            ),
            ("turn",),
            Read(),
            facts=(
                Fact(
                    "Nothing has happened yet. The route shows where the ship would end up",
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
                "A visit to an opponent's building helps you both: you get the reward at its pointed end, the "
                "owner the one at its flat end. Your own building gives you both. Now press Sail."
            ),
            ("confirm",),
            Act(Sail),
            facts=(Fact("Now press Sail", lambda model: model.can_confirm),),
        ),
        LessonStep(
            marked(
                "On the right you see what everyone has: koku, goods, favor and its limit, customers. You "
                "can't keep more than 25 koku or 6 goods of a kind."
            ),
            ("players",),
            Read(),
            facts=(
                Fact("more than 25 koku or 6 goods of a kind", lambda _model: LIMITS.koku == 25 and LIMITS.goods == 6),
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
                "A ship that passes the end of the river starts again at the mountains; this completes a "
                "journey and gives you 3 koku or 1 good. Hover over your ships to see where they would end up."
            ),
            ("ship-0-0", "ship-0-1"),
            Read(),
            facts=(
                Fact("completes a journey and gives you 3 koku or 1 good", lambda _model: BONUSES.journey_koku == 3),
                Fact("Hover over your ships", lambda model: model.is_turn),
            ),
        ),
    ),
)
