"""Puzzles of River of Gold: a decisive turn in the middle or at the end of a game, and goals of three turns."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, perm
from random import Random

import numpy as np
from msgspec.structs import replace

from shogun.base.language import _, marked, ngettext, shown
from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis import three_turns
from shogun.games.river_of_gold.analysis.three_turns import (
    ACTIONS,
    DELIVERIES,
    OWN_TURNS,
    DeliveryCourse,
    GoalCourse,
    MasteryCourse,
    RegionCourse,
    ThreeTurns,
    TurnRule,
    best_delivery,
    dice_to_come,
    first_action,
    first_building,
    first_delivery,
    most_points,
    turn_by_turn,
    turns_of,
)
from shogun.games.river_of_gold.analysis.win_chances import played_on
from shogun.games.river_of_gold.opponents import beginner, solid
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, turns_left
from shogun.games.river_of_gold.opponents.rollouts import Rival, dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL
from shogun.games.river_of_gold.opponents.strong import best_plans
from shogun.games.river_of_gold.opponents.turn_plans import plans, up_to_action
from shogun.games.river_of_gold.rules.components import CLANS, CUSTOMERS, MASTERIES, REGIONS
from shogun.games.river_of_gold.rules.position_file import StartPosition
from shogun.games.river_of_gold.rules.scoring import MEASURES
from shogun.games.river_of_gold.rules.state import Deliver, Move, Player, Sail
from shogun.games.river_of_gold.rules.turns import TURN
from shogun.games.river_of_gold.words import CUSTOMER_KINDS, MASTERY_TITLES, mastery_text, plan_text, region_name
from shogun.players.puzzles.collection import nth_order, turned
from shogun.players.puzzles.puzzle import (
    Answer,
    Bounds,
    CandidateAnswers,
    PuzzleStart,
    Renaming,
    RuleOfThumb,
    Theme,
    Values,
    WorldTrial,
)
from shogun.table.session import UNLIMITED

VERSION = 1
"""Goes up when the same answer is judged otherwise."""
TURNS, ENDING, DELIVER, REGION, MASTERY = "turn", "ending", "deliver", "region", "mastery"
THEMES = {
    TURNS: Theme(marked("The turn that counts"), "chance", 160),
    DELIVER: Theme(marked("Two customers"), "points", 1, goal=1.0),
    REGION: Theme(marked("The most influence"), "goal", 1),
    MASTERY: Theme(marked("A mastery"), "goal", 1),
    ENDING: Theme(marked("Before the end"), "chance", 160),
}
COURSES: Mapping[str, type[ThreeTurns]] = {DELIVER: DeliveryCourse, REGION: RegionCourse, MASTERY: MasteryCourse}
"""Themes of three turns."""
PLAYER = "solid"
"""Plays the games in which puzzles are sought: it answers the same every time."""
SOLVERS = {"beginner": 1, "strong": 1, "master": 32}
"""Opponents that try each puzzle, and their playouts."""
COUNTS = (3, 2, 4)
LAST_TURNS, MIDDLE_TURNS = 2.5, 8.0
"""Most turns left to a seat in a puzzle before the end; fewest in one of the middle."""
FEWEST_PLANS = 8
"""Ways to use the turn, at least: so that none is guessed."""
LOOKED_AT = 16
"""Playouts by which the best ways to use a turn are found."""
LONGEST_DRAW = 40
"""Moves of a turn that is drawn at random, at most, before its action."""


def is_start(start: PuzzleStart, theme: str) -> bool:
    """Return whether somebody begins a turn that counts: in the middle of a game, or in its last rounds."""
    state: rules.State = start.state
    if state.turn < 0 or state.is_over or state.pending[-1].verb != TURN:
        return False
    if theme in COURSES:
        return three_turns.may_begin(COURSES[theme], start)
    left = turns_left(state, start.seat)
    return left <= LAST_TURNS if theme == ENDING else LAST_TURNS < left <= MIDDLE_TURNS


def sought(start: PuzzleStart, theme: str, seed: str) -> CandidateAnswers | None:
    """Return the answers among which the best is, and what `solid` does."""
    if theme in COURSES:
        return three_turns.sought(COURSES[theme], start)
    promising = best_plans(dealt(start.view, Random(AS_ONE_DEAL)), start.seat)
    answers = list(dict.fromkeys(up_to_action(weighed_plan.plan.moves) for weighed_plan in promising))
    if len(answers) < FEWEST_PLANS:
        return None
    values_found = values(start, theme, answers, LOOKED_AT, seed).mean(axis=1)
    order = sorted(range(len(answers)), key=lambda place: (-float(values_found[place]), place))
    return CandidateAnswers(tuple(answers[place] for place in order[:8]), _usual_turn(start))


def _usual_turn(start: PuzzleStart) -> Answer:
    state, moves = dealt(start.view, Random(AS_ONE_DEAL)), list[Move]()
    while not is_whole(start, TURNS, tuple(moves)):
        question = _asked(state)
        view = rules.view(state, start.seat)
        moves.append(solid.choose(view, start.inside, question, Random(AS_ONE_DEAL), UNLIMITED))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def _asked(state: rules.State) -> OneOf[Move]:
    (question,) = rules.awaited(state)
    assert isinstance(question, OneOf), "a seat is asked"
    return question


def values(start: PuzzleStart, theme: str, answers: Sequence[Answer], playouts: int, seed: str) -> Values:
    """Return the results of answers: the chance to win in points of 100, or points; shape (answers, n)."""
    if theme in COURSES:
        course = COURSES[theme](start)
        return np.array([[course.worth(answer)] for answer in answers])
    rows = [_chances(start, answers, f"{seed}/{number}") for number in range(playouts)]
    return 100 * np.array(rows).T


def values_in(trial: WorldTrial, start: PuzzleStart, theme: str, answers: Sequence[Answer]) -> Values:
    """Return the results of answers with hidden cards and others' dice drawn again, and maybe against beginners.

    In three turns, an answer is worth as much as the best one with the same idea.
    """
    world, playouts, seed = trial.world, trial.playouts, trial.seed
    if theme not in COURSES:
        rival = partial(_beginner, start) if world == "rivals" else None
        rows = [_chances(start, answers, f"{seed}/{number}", rival) for number in range(playouts)]
        return 100 * np.array(rows).T
    rivals = beginner.choose if world == "rivals" else None
    course = COURSES[theme]
    ideas = [course(start).idea(answer) for answer in answers]
    columns = []
    for number in range(playouts):
        luck = f"{seed}/{number}"
        again = replace(start, state=dealt(start.view, Random(luck)))
        best = course(again, rivals, luck).best_of(ideas)
        columns.append([best[idea] for idea in ideas])
    return np.array(columns).T


def _beginner(start: PuzzleStart, state: rules.State, rng: Random) -> Move:
    """Return a beginner's move for the seat on turn."""
    question = _asked(state)
    return beginner.choose(rules.view(state, question.seat), start.inside, question, rng, UNLIMITED)


def _chances(start: PuzzleStart, answers: Sequence[Answer], seed: str, rival: Rival | None = None) -> list[float]:
    """Return the share of the victory after each answer, with hidden cards dealt again, the same for all."""
    state, shares = dealt(start.view, Random(seed)), list[float]()
    for answer in answers:
        after = state
        for move in answer:
            after = rules.play(after, start.seat, move).state
        shares.append(float(played_on(after, seed, start.seat, rival)[0][start.seat]))
    return shares


def is_whole(_start: PuzzleStart, theme: str, moves: Answer) -> bool:
    """Return whether the action of the turn, or of the last of several, was carried out."""
    if theme in COURSES:
        return turns_of(moves) >= OWN_TURNS
    return bool(moves) and isinstance(moves[-1], ACTIONS)


def is_alike(start: PuzzleStart, theme: str, one: Answer, other: Answer) -> bool:
    """Return whether two answers begin alike."""
    if theme in COURSES:
        course = COURSES[theme](start)
        return course.idea(one) == course.idea(other)
    return first_action(one) == first_action(other)


def sample(start: PuzzleStart, theme: str, rng: Random) -> Answer:
    """Return an answer by legal moves, drawn at random."""
    if theme in COURSES:
        return COURSES[theme](start).drawn(rng)
    state, moves = dealt(start.view, Random(AS_ONE_DEAL)), list[Move]()
    while not is_whole(start, theme, tuple(moves)):
        question = _asked(state)
        actions = [move for move in question.moves if isinstance(move, ACTIONS)]
        is_long = len(moves) > LONGEST_DRAW and actions
        moves.append(rng.choice(actions) if is_long else question.sample(rng))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def plain_answers(start: PuzzleStart, theme: str) -> Mapping[RuleOfThumb, Sequence[Answer]]:
    """Return the answers of those who deliver, build, or take the most points, each whenever they can.

    Who has a goal of three turns also makes for it, whenever a turn brings it nearer.
    """
    if theme not in COURSES:
        return {rule: [_turn_by(start, best) for best in ways] for rule, ways in _RULES.items()}
    course = COURSES[theme](start)
    answers = {rule: [course.led_by(best) for best in ways] for rule, ways in _RULES.items()}
    if isinstance(course, GoalCourse):
        answers["points"].append(course.led_by(course.nearest))
    return answers


def _turn_by(start: PuzzleStart, chosen: TurnRule) -> Answer:
    """Return the turn that a rule of thumb chooses, else the usual one."""
    state = dealt(start.view, Random(AS_ONE_DEAL))
    plan = chosen(state, plans(Appraisal(state, start.seat)))
    return _usual_turn(start) if plan is None else up_to_action(plan.moves)


_RULES: Mapping[RuleOfThumb, Sequence[TurnRule]] = {
    "deliver": (best_delivery, first_delivery),
    "site": (first_building,),
    "points": (most_points,),
}
"""Rules of thumb for a turn, in their variants."""


def task(start: PuzzleStart, theme: str, bounds: Bounds) -> list[str]:
    """Return the task in words, and what is given. Raises LookupError if it is about nothing that there is."""
    if theme in COURSES:
        second, third = dice_to_come(start)
        dice = _("After this turn you roll {second}, then {third}.")
        return [
            *_asked_in_three_turns(start, theme),
            dice.format(second=second, third=third),
            _("Everybody else plays at Samurai strength."),
        ]
    number = THEMES[theme].playouts
    judged = ngettext(
        "Your answer is tested in {n} simulated game.",
        "Your answer is tested in {n} simulated games.",
        number,
    )
    return [
        _("Play this turn so that your chance to win is at least {n} %.").format(n=ceil(bounds[0])),
        judged.format(n=number),
    ]


def _asked_in_three_turns(start: PuzzleStart, theme: str) -> Iterator[str]:
    if start.aim not in _KNOWN_AIMS[theme](start):
        raise LookupError(_("no such task is about {aim}").format(aim=shown(start.aim)))
    if theme == DELIVER:
        yield _("Deliver to both customers in your hand within three turns, this one included.")
        yield _("If you do, the points you gain in these turns count; if not, you score nothing.")
    elif theme == REGION:
        sentence = _("Have more influence in {region} than anyone else after three turns, this one included.")
        yield sentence.format(region=region_name(int(start.aim)))
    else:
        sentence = _("Claim this mastery within three turns, this one included: {mastery} ({needed}).")
        yield sentence.format(mastery=_(MASTERY_TITLES[start.aim]), needed=mastery_text(start.aim))


_KNOWN_AIMS: Mapping[str, Callable[[PuzzleStart], Collection[str]]] = {
    DELIVER: lambda _start: ("",),
    REGION: lambda _start: tuple(map(str, REGIONS)),
    MASTERY: lambda start: start.state.masteries,
}
"""Subjects of tasks of three turns."""


def title(start: PuzzleStart, theme: str, _bounds: Bounds) -> str:
    """Return the subject of a puzzle: a goal and the dice to come, or how far the seat is ahead or behind."""
    if theme in COURSES:
        second, third = dice_to_come(start)
        sentence = _("{goal} (dice {second}, {third})")
        return sentence.format(goal=_goal_title(start, theme), second=second, third=third)
    points = [player.points for player in start.state.players]
    ahead = points.pop(start.seat) - max(points)
    if theme == ENDING:
        return _ending_title(ahead)
    if not ahead:
        return _("One turn, level on points")
    if ahead > 0:
        text = ngettext("One turn, {n} point ahead", "One turn, {n} points ahead", ahead)
    else:
        text = ngettext("One turn, {n} point behind", "One turn, {n} points behind", -ahead)
    return text.format(n=abs(ahead))


def _goal_title(start: PuzzleStart, theme: str) -> str:
    if theme == DELIVER:
        kinds = [_(CUSTOMER_KINDS[CUSTOMERS[name].kind]) for name in sorted(start.state.hands[start.seat])]
        return _("Deliver: {customers}").format(customers=", ".join(kinds))
    if theme == REGION:
        return _("Lead {region}").format(region=region_name(int(start.aim)))
    return _("Claim a mastery: {mastery}").format(mastery=_(MASTERY_TITLES[start.aim]))


def _ending_title(ahead: int) -> str:
    if not ahead:
        return _("Break a tie before the end")
    if ahead > 0:
        text = ngettext("Defend a lead of {n} point to the end", "Defend a lead of {n} points to the end", ahead)
    else:
        text = ngettext("Catch up {n} point before the end", "Catch up {n} points before the end", -ahead)
    return text.format(n=abs(ahead))


def relatives(seats: int, theme: str) -> int:
    """Return how many there are: with each seat as the first, and with all clans."""
    return perm(len(CLANS), seats) * (1 if theme in COURSES else seats)


def renamed(setup: rules.Setup, theme: str, number: int) -> Renaming:
    """Return a position with the seats turned and with other clans, which without patrons are mere colors.

    Where dice are known, which are keyed by the seat, seats stay. Raises LookupError if it has patrons.
    """
    position, seats = setup.position, setup.seats
    assert isinstance(position, StartPosition), "a puzzle begins at a position"
    if setup.patrons != "none" or any(seat.patron or not seat.clan for seat in position.seat):
        raise LookupError("clans with patrons can't be changed")
    orders, by = divmod(number, 1 if theme in COURSES else seats)
    places = tuple((seat + by) % seats for seat in range(seats))
    clans = nth_order(CLANS, tuple(seat.clan for seat in position.seat), orders)
    holdings = tuple(replace(seat, clan=clan) for seat, clan in zip(position.seat, clans, strict=True))
    shores = {
        number: replace(shore, markers=tuple(places[seat] for seat in shore.markers))
        for number, shore in position.shore.items()
    }
    claims = {name: tuple(places[seat] for seat in by_seats) for name, by_seats in position.claims.items()}
    turned_round = replace(
        position, first=places[position.first], seat=turned(holdings, places), shore=shores, claims=claims
    )
    return Renaming(replace(setup, position=turned_round), places, {})


def told(_start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return an answer in words, up to its last action."""
    return "; ".join(map(plan_text, turn_by_turn(answer))) if theme in COURSES else plan_text(up_to_action(answer))


def outcome(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return where three turns have led; why a single turn is worth its chance only games played on know."""
    if theme not in COURSES:
        return ""
    course = COURSES[theme](start)
    if isinstance(course, DeliveryCourse):
        return _("Customers served in time: {n} of {all}.").format(n=course.served(answer), all=DELIVERIES)
    state = course.played_turns(answer)
    if theme == REGION:
        region = int(start.aim)
        own, *others = (player.influence[region - 1] for player in _own_first(state, start.seat))
        sentence = _("Influence in {region} after three turns: yours {own}, the strongest rival's {other}.")
        return sentence.format(region=region_name(region), own=own, other=max(others))
    mastery = MASTERIES[start.aim]
    sentence = _("After three turns you have {n} of the {needed} that the mastery needs ({text}).")
    reached = MEASURES[mastery.measure](state, start.seat)
    return sentence.format(n=reached, needed=mastery.needed, text=mastery_text(start.aim))


def _own_first(state: rules.State, seat: int) -> list[Player]:
    return [state.players[seat], *(player for other, player in enumerate(state.players) if other != seat)]


def hint(_start: PuzzleStart, theme: str, best: Answer) -> str:
    """Return the first of several turns, or the kind of the action."""
    if theme in COURSES:
        first = next(turn_by_turn(best), best[:1])
        return _("Start with this: {part}.").format(part=plan_text(first))
    match first_action(best):
        case Deliver():
            return _("Use this turn for a delivery.")
        case Sail():
            return _("Use this turn to sail.")
    return _("Use this turn to build.")
