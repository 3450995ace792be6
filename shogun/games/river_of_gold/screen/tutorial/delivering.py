"""Chapter 3: customers, exchanges, and the end."""

from shogun.base.language import marked
from shogun.games.river_of_gold.rules.actions import DRAWN
from shogun.games.river_of_gold.rules.components import BONUSES, COSTS, CUSTOMERS
from shogun.games.river_of_gold.rules.state import Deliver, Discard
from shogun.games.river_of_gold.screen.tutorial.steps import Act, Choose, StartingPosition
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="river-delivering",
    title=marked("Customers and the end"),
    summary=marked("Orders, what customers give, and how the game is won."),
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
            marked("These customers are yours alone. Each belongs to a region and orders the goods shown on its card."),
            ("hand",),
            Read(),
            facts=(Fact("These customers are yours alone", lambda model: len(model.view.hand) == 2),),
        ),
        LessonStep(
            marked(
                "You deliver to a customer in your die's region. The merchant of region 6 wants 1 silk and 2 "
                "rice. You have 1 rice, but you can exchange 2 silk for another."
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
                    "You have 1 rice, but you can exchange 2 silk for another",
                    lambda model: model.view.players[LEARNER].goods[:2] == [4, 1] and COSTS.exchange_goods == 2,
                ),
            ),
        ),
        LessonStep(
            marked('That is why the card says "after exchanging". Click it.'),
            ("customer-merchant 6",),
            Choose(Deliver, marked("Click the merchant.")),
            facts=(
                Fact(
                    'after exchanging". Click it',
                    lambda model: model.view.players[LEARNER].goods[1] == 1 and "merchant 6" in model.view.hand,
                ),
            ),
        ),
        LessonStep(
            marked(
                "You see the exchange, the goods you pay, and what you gain. You can exchange at any time in "
                "your turn, with the button on the left."
            ),
            ("turn", "exchange"),
            Read(),
            facts=(
                Fact(
                    "You see the exchange, the goods you pay, and what you gain",
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
            marked("You drew two customers, but you may hold only two. Choose one to discard, face up, and confirm."),
            ("hand", "confirm"),
            Act(Discard),
            facts=(
                Fact(
                    "You drew two customers, but you may hold only two",
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
                "Merchants give more for each journey, artisans make building cheaper, monks add a second "
                "marker to a building, nobles improve a ship; elders double a region at the end."
            ),
            ("players",),
            Read(),
            facts=(
                Fact(
                    "Merchants give more for each journey",
                    lambda model: model.view.players[LEARNER].delivered == ("merchant 6",),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Deliveries are worth a lot at the end: 2 points for one, 27 for six. Together with regions, "
                "merchants, artisans and nobles they decide most games. In a game, the button Hint helps when "
                "you don't know what to do."
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
