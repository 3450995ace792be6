"""Chapter 1: provinces and planning, at the beginning of a game with the printed line-up."""

from shogun.base.language import marked
from shogun.games.shogun.rules.actions import COST, DEPLOYED
from shogun.games.shogun.rules.cards import ACTIONS, line_up
from shogun.games.shogun.rules.events import MarkerPlaced, RiceConfiscated
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen.tutorial.starting_position import SEATS, StartingPosition
from shogun.games.shogun.screen.tutorial.steps import (
    BIDDING,
    Commit,
    Fill,
    Find,
    Lay,
    Take,
    WatchSeason,
    is_laid,
    is_to_lay,
    own,
    owns,
    place_of,
    printed_on,
    state_of,
)
from shogun.window.game.lessons.chapter import LEARNER, Chapter, Fact, LessonStep, Read

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
                "You play red. Your row shows your chests, rice, armies in reserve, provinces and points. "
                "Everyone can see them at any time."
            ),
            ("chest-0", "rice-0", "armies-0", "provinces-0", "points-0"),
            Read(),
            facts=(
                Fact("You play red", lambda model: model.seats[LEARNER].colour == "red"),
                Fact(
                    "Your row shows your chests, rice, armies in reserve, provinces and points",
                    lambda model: own(model).chests == 18 and own(model).points == 0,
                ),
            ),
        ),
        LessonStep(
            marked(
                "Red cubes on the map are your armies. Point at Suruga: a note lists its taxes, rice, building "
                "sites and neighbors. Provinces joined by a dashed line over the sea are neighbors too."
            ),
            ("Suruga",),
            Find("Suruga"),
            facts=(
                Fact(
                    "Red cubes on the map are your armies",
                    lambda model: model.view.colour(LEARNER) == "red" and bool(model.view.owned(LEARNER)),
                ),
                Fact("Point at Suruga", lambda model: owns(model, "Suruga") and bool(model.board.neighbours["Suruga"])),
                Fact("joined by a dashed line over the sea", lambda model: bool(model.board.sea_routes)),
            ),
        ),
        LessonStep(
            marked(
                "Every season has the same ten actions, in a new order. Here you plan them all in secret, each "
                "in one of your provinces. The first five are known already; the order of the others isn't."
            ),
            ("sheet",),
            Read(),
            facts=(
                Fact("the same ten actions", lambda model: len(model.view.actions) == len(ACTIONS) == 10),
                Fact("in secret", lambda model: model.plan is not None and not any(model.view.boards)),
                Fact(
                    "The first five are known already",
                    lambda model: sum(action is not None for action in model.view.actions) == 5,
                ),
            ),
        ),
        LessonStep(
            marked(
                "You pay for nearly everything with chests. Suruga and Tamba yield the most of your provinces, 7 "
                "each. Click the Suruga card, then the Taxes field."
            ),
            ("card-Suruga", "field-4"),
            Lay("Suruga", "taxes"),
            facts=(
                Fact(
                    "Suruga and Tamba yield the most of your provinces, 7 each",
                    lambda model: (
                        [name for name in model.view.owned(LEARNER) if printed_on(model, name).tax >= 7]
                        == ["Suruga", "Tamba"]
                        and printed_on(model, "Suruga").tax == printed_on(model, "Tamba").tax == 7
                    ),
                ),
                Fact("Click the Suruga card, then the Taxes field", lambda model: is_to_lay(model, "Suruga", "taxes")),
            ),
        ),
        LessonStep(
            marked(
                "In winter each of your provinces eats one rice; hungry ones revolt. Mino yields 5. Place its card "
                "on the Rice field."
            ),
            ("card-Mino", "field-3"),
            Lay("Mino", "rice"),
            facts=(
                Fact("Mino yields 5", lambda model: printed_on(model, "Mino").rice == 5),
                Fact("Place its card on the Rice field", lambda model: is_to_lay(model, "Mino", "rice")),
            ),
        ),
        LessonStep(
            marked(
                "Musashi has a strong neighbor. Place it on Deploy 5: for 3 chests, five armies from your "
                "reserve go to the province."
            ),
            ("card-Musashi", "field-5"),
            Lay("Musashi", "deploy5"),
            facts=(
                Fact(
                    "Musashi has a strong neighbor",
                    lambda model: any(
                        state_of(model, other).owner not in (None, LEARNER)
                        and state_of(model, other).armies >= state_of(model, "Musashi").armies
                        for other in model.board.neighbours["Musashi"]
                    ),
                ),
                Fact("Place it on Deploy 5", lambda model: is_to_lay(model, "Musashi", "deploy5")),
                Fact(
                    "for 3 chests, five armies",
                    lambda model: (
                        COST["deploy5"] == 3
                        and DEPLOYED["deploy5"] == 5
                        and own(model).chests >= 3
                        and own(model).reserve >= 5
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "You don't have to use every action. A chest card on an action field means: not this time. "
                "Place the chest card 0 on Battle B."
            ),
            ("card-0", "field-9"),
            Lay(0, "battle_b"),
            facts=(Fact("Place the chest card 0 on Battle B", lambda model: is_to_lay(model, 0, "battle_b")),),
        ),
        LessonStep(
            marked(
                "The first field is your bid. The highest bid chooses first among the special cards, and pays. "
                "Place the chest card 2 there."
            ),
            ("card-2", "field-10"),
            Lay(2, "bid"),
            facts=(
                Fact("The first field is your bid", lambda model: model.plan is not None),
                Fact("Place the chest card 2 there", lambda model: is_to_lay(model, 2, None)),
            ),
        ),
        LessonStep(
            marked(
                "Two fields are still empty: Deploy 1 and Battle A. A plan must be complete. Fill them with "
                "any cards you like, province or chest."
            ),
            ("field-7", "field-8"),
            Fill(),
            facts=(
                Fact(
                    "Two fields are still empty: Deploy 1 and Battle A",
                    lambda model: (
                        model.plan is not None
                        and model.plan.to_lay == 2
                        and model.plan.fields[ACTIONS.index("deploy1")]
                        is model.plan.fields[ACTIONS.index("battle_a")]
                        is None
                    ),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Commit your plan. After that, nobody can change it. The others see each of your cards only "
                "when its action is carried out."
            ),
            ("commit",),
            Commit(),
            facts=(Fact("Commit your plan", lambda model: model.plan is not None and not model.plan.refusal()),),
        ),
        LessonStep(
            marked(
                "The event of the season has been drawn and the bids paid. You bid the most, so you choose a "
                "special card first. Its place, 1 to 5, is also your place in this season's turn order."
            ),
            ("track",),
            Take(),
            facts=(
                Fact("The event of the season has been drawn", lambda model: model.view.event is not None),
                Fact(
                    "the bids paid. You bid the most",
                    lambda model: (
                        bool(model.view.bids)
                        and model.view.bids[LEARNER] == max(bid for bid in model.view.bids if isinstance(bid, int))
                    ),
                ),
                Fact(
                    "choose a special card first",
                    lambda model: model.view.choosers[0] == LEARNER and model.question is not None,
                ),
                Fact("Its place, 1 to 5", lambda model: len(model.view.specials) == 5),
            ),
            meanwhile=BIDDING,
        ),
        LessonStep(
            marked(
                "Now the ten actions are carried out, one after the other, each by all players in turn order. "
                "Taxes come first: watch Suruga, and the chests in your row."
            ),
            ("Suruga", "chest-0"),
            WatchSeason(MarkerPlaced),
            facts=(
                Fact("the ten actions", lambda _model: len(ACTIONS) == 10),
                Fact(
                    "Taxes come first: watch Suruga",
                    lambda model: place_of(model, "taxes") == 0 and is_laid(model, "Suruga", "taxes"),
                ),
            ),
        ),
        LessonStep(
            marked(
                "Suruga's chests are yours. Its peasants have noticed: it now has a revolt marker. Next comes "
                "the rice; watch Mino."
            ),
            ("Mino", "rice-0"),
            WatchSeason(RiceConfiscated),
            facts=(
                Fact("Suruga's chests are yours", lambda model: own(model).chests >= 18 - 2 + 7),
                Fact("it now has a revolt marker", lambda model: state_of(model, "Suruga").markers == 1),
                Fact(
                    "Next comes the rice; watch Mino",
                    lambda model: place_of(model, "rice") == 1 and is_laid(model, "Mino", "rice"),
                ),
            ),
        ),
        LessonStep(
            marked(
                "And so on through all ten actions. If you wonder about anything, point at it and press F1 to "
                "open the rule that explains it."
            ),
            (),
            Read(),
            facts=(Fact("all ten actions", lambda _model: len(ACTIONS) == 10),),
        ),
    ),
)
