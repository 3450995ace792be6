"""Chapter 1: castles, dice, the forecast, and a card."""

from shogun.base.language import marked
from shogun.games.rumble_nation.rules.components import AREAS, DICE, PIECES
from shogun.games.rumble_nation.rules.state import PlayCard, RollAgain, RollDice
from shogun.games.rumble_nation.screen.tutorial.steps import (
    CarryOutCard,
    Choose,
    Place,
    StartingPosition,
    TakeCard,
    Throw,
)
from shogun.window.game.lessons.chapter import LEARNER, AwaitTurn, Chapter, Fact, LessonStep, Read

CHAPTER = Chapter(
    name="rumble-deploying",
    title=marked("Dice and areas"),
    summary=marked("Placing soldiers, reading the forecast, playing cards."),
    position=StartingPosition(
        castles={
            "Tokuyama": 3,
            "Yonezawa": 9,
            "Kasugayama": 5,
            "Odawara": 8,
            "Tsutsujigasaki": 4,
            "Kiyosu": 10,
            "Kyo": 7,
            "Yoshida-Koriyama": 6,
            "Oko": 11,
            "Usuki": 2,
            "Shuri": 12,
        },
        soldiers={
            "Kyo": (2, 3, 0),
            "Odawara": (0, 2, 3),
            "Yoshida-Koriyama": (3, 0, 2),
            "Yonezawa": (2, 0, 3),
            "Oko": (0, 2, 0),
            "Kasugayama": (1, 2, 0),
            "Kiyosu": (1, 0, 1),
        },
        tactics=("reinforcement", "scout", "ninja", "banishment"),
        round=5,
        seed=22,
    ),
    steps=(
        LessonStep(
            marked(
                "Eleven areas, each with a castle. Its number means three things: which dice total leads "
                "there, when it is fought over in the war, and how many points it is worth."
            ),
            ("area-Usuki", "area-Kyo", "area-Shuri"),
            Read(),
            facts=(
                Fact("Eleven areas, each with a castle", lambda model: len(AREAS) == len(model.view.castles) == 11),
                Fact(
                    "Its number means three things: which dice total leads there",
                    lambda model: set(model.view.castles.values()) == set(range(2, 13)),
                ),
            ),
        ),
        LessonStep(
            marked(
                "You are red. Each turn you move some soldiers from your reserve to the map. When everybody "
                "has placed all of them the war begins, and there is nothing left to decide."
            ),
            ("seat-0", "players"),
            Read(),
            facts=(
                Fact("You are red", lambda model: model.seats[LEARNER].colour == "red"),
                Fact("some soldiers from your reserve", lambda model: model.view.players[LEARNER].reserve > 0),
            ),
        ),
        LessonStep(
            marked("It is your turn. Roll the three dice."),
            ("roll",),
            Throw(),
            facts=(
                Fact("It is your turn", lambda model: model.question is not None and model.view.turn == LEARNER),
                Fact("the three dice", lambda _model: DICE == 3),
            ),
        ),
        LessonStep(
            marked(
                "The sum of two dice names a castle. The third says how many soldiers go there: 1 or 2 means "
                "one, 3 or 4 two, 5 or 6 three."
            ),
            ("die-0", "die-1", "die-2"),
            Read(),
            facts=(
                Fact("The sum of two dice names a castle", lambda model: len(model.view.stage.dice) == DICE),
                Fact(
                    "1 or 2 means one, 3 or 4 two, 5 or 6 three",
                    lambda _model: PIECES.soldiers_by_die == (1, 1, 2, 2, 3, 3),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Click a die, an option beside the dice or a highlighted area. Nothing is final yet: this is "
                "only a preview."
            ),
            ("die-0", "die-1", "die-2"),
            Choose(),
            facts=(
                Fact("a highlighted area", lambda model: len(model.moves) >= 3),
                Fact("Nothing is final yet", lambda model: model.chosen is None),
            ),
        ),
        LessonStep(
            marked(
                "The map shows what would happen. Banners at the castles: who would win if the war began now. "
                "Arrows: support that winners would send. On the right: everybody's score."
            ),
            ("players",),
            Read(),
            facts=(
                Fact(
                    "The map shows what would happen",
                    lambda model: model.weighed is not None and model.shows_forecast,
                ),
            ),
        ),
        LessonStep(
            marked(
                "Look at the other options too, then confirm one. You may roll all three again once, but then "
                "you have to keep the second roll."
            ),
            ("confirm", "roll-again"),
            Place(),
            facts=(Fact("You may roll all three again once", lambda model: RollAgain() in model.moves),),
        ),
        LessonStep(
            marked("Now the others take their turns. Watch the bar at the top, and the map."), ("prompt",), AwaitTurn()
        ),
        LessonStep(
            marked(
                "Instead of rolling you may play one of the tactics cards, once per game. They are there for "
                "everybody: if you play one, nobody else can. Play Reinforcement."
            ),
            ("card-reinforcement",),
            TakeCard("reinforcement"),
            facts=(
                Fact("Play Reinforcement", lambda model: PlayCard("reinforcement") in model.moves),
                Fact("Instead of rolling", lambda model: RollDice() in model.moves),
            ),
        ),
        LessonStep(
            marked(
                "It puts one soldier in any area where you already have one. Click such an area, see what "
                "would change, and confirm."
            ),
            ("confirm",),
            CarryOutCard(),
            facts=(
                Fact(
                    "in any area where you already have one",
                    lambda model: all(
                        model.view.soldiers[transfer.target][LEARNER]
                        for move in model.moves
                        for transfer in move.transfers
                    ),
                ),
            ),
        ),
        LessonStep(
            marked("The soldier is there, and the card is gone: nobody else can play it."),
            ("prompt",),
            Read(),
            facts=(
                Fact(
                    "the card is gone",
                    lambda model: (
                        model.shown is not None
                        and model.view.players[LEARNER].tactic == "reinforcement"
                        and "reinforcement" not in model.view.tactics
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "In a game you can undo a card or a split with Z until dice are rolled again. And with A you "
                "can ask for a hint: what a good player would do, and why."
            ),
            (),
            Read(),
        ),
    ),
)
