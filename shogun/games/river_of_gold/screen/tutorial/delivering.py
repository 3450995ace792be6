"""Chapter 3: customers, exchanges, and the end."""

from shogun.base.language import marked
from shogun.games.river_of_gold.rules.box.components import BONUSES, COSTS, CUSTOMERS
from shogun.games.river_of_gold.rules.moves import Deliver, Discard
from shogun.games.river_of_gold.rules.turn.delivering import DRAWN
from shogun.games.river_of_gold.screen.tutorial.starting_position import StartingPosition
from shogun.games.river_of_gold.screen.tutorial.steps import Act, Choose
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="river-delivering",
    title=marked("Customers and the end"),
    summary=marked("Orders of goods, what customers give, and how the game is won."),
    position=StartingPosition(
        die=6,
        ships=((3, 13), (7, 1)),
        row=("a05", "a14", "a22", "a12"),
        built={9: ("a08", (0,)), 27: ("a07", (1,)), 13: ("a18", (0, 1))},
        hand=("merchant 6", "elder 2"),
        koku=(10, 7),
        goods=((4, 1, 1), (2, 1, 0)),
        influence=(0, 3, 1, 0, 2, 1),
        seed=13,
    ),
    steps=(
        LessonStep(
            marked(
                "These customers are yours alone. Each belongs to a region, and wants the goods that are drawn on "
                "the card."
            ),
            ("hand",),
            Read(),
            facts=(Fact("These customers are yours alone", lambda model: len(model.view.hand) == 2),),
        ),
        LessonStep(
            marked(
                "You deliver to a customer of your die's region. The merchant of region 6 wants 1 silk and 2 rice. You "
                "have 1 rice, but can exchange 2 silk for another."
            ),
            ("customer-merchant 6",),
            Read(),
            facts=(
                Fact(
                    "The merchant of region 6 wants 1 silk and 2 rice",
                    lambda model: (
                        model.number == 6
                        and CUSTOMERS["merchant 6"].order == (1, 2, 0)
                        and "merchant 6" in model.view.hand
                    ),
                ),
                Fact(
                    "You have 1 rice, but can exchange 2 silk for another",
                    lambda model: model.view.players[LEARNER].goods[:2] == [4, 1] and COSTS.exchange_goods == 2,
                ),
            ),
        ),
        LessonStep(
            marked("The card says so: after exchanging. Click it."),
            ("customer-merchant 6",),
            Choose(Deliver, marked("Click the merchant.")),
            facts=(
                Fact(
                    "after exchanging. Click it",
                    lambda model: model.view.players[LEARNER].goods[1] == 1 and "merchant 6" in model.view.hand,
                ),
            ),
        ),
        LessonStep(
            marked(
                "You see the exchange, the goods that are paid, and what it brings. You can exchange at any time in "
                "your turn, with the button at the left."
            ),
            ("turn", "exchange"),
            Read(),
            facts=(
                Fact(
                    "You see the exchange, the goods that are paid, and what it brings",
                    lambda model: isinstance(model.chosen, Deliver) and model.foresight is not None,
                ),
            ),
        ),
        LessonStep(
            marked("Press Deliver."),
            ("confirm",),
            Act(Deliver),
            facts=(Fact("Press Deliver", lambda model: model.can_confirm),),
        ),
        LessonStep(
            marked("You have drawn two customers and keep two. Choose one to discard, face up, and confirm."),
            ("hand", "confirm"),
            Act(Discard),
            facts=(
                Fact(
                    "You have drawn two customers and keep two",
                    lambda model: (
                        model.asks == "discard"
                        and model.view.players[LEARNER].hand_size == 2
                        and DRAWN == 2
                        and len(model.view.hand) > 2
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "A merchant brings more from each journey, an artisan cheaper buildings, a monk a second marker on a "
                "building, a noble a better ship; an elder doubles a region at the end."
            ),
            ("players",),
            Read(),
            facts=(
                Fact(
                    "A merchant brings more from each journey",
                    lambda model: model.view.players[LEARNER].delivered == ("merchant 6",),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Many deliveries are worth much at the end: 2 points for one, 27 for six. With regions, merchants, "
                "artisans and nobles they decide most games. In a game the button Hint tells what to do."
            ),
            (),
            Read(),
            facts=(
                Fact(
                    "2 points for one, 27 for six",
                    lambda _model: (BONUSES.delivered_points[1], BONUSES.delivered_points[6]) == (2, 27),
                ),
            ),
        ),
    ),
)
