"""Puzzles of Shogun: a season is planned for a task, and the plan is judged by playouts of the season."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, factorial
from random import Random
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from shogun.base.language import _, marked, ngettext, shown
from shogun.games.shogun.analysis.puzzle_search import (
    BASES,
    LEAST,
    MOST_ANSWERS,
    Bid,
    DecidingTask,
    Found,
    Hold,
    Keep,
    Last,
    Winter,
    best_of_each,
    decided,
    legal,
    master_of,
    reached,
)
from shogun.games.shogun.analysis.puzzle_tasks import Attack, Feed, Majority, PlanTask
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.personality import Personality
from shogun.games.shogun.opponents.planning import greedy
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.rules.cards import COLOURS, YEARS
from shogun.games.shogun.rules.position_file import StartPosition
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import cubes
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

VERSION = 2
"""Goes up when the same answer is judged otherwise."""
PLAYOUTS = 200
"""Seasons that are played out with each answer, ..."""
MORE = 400
"""... and where many other things besides the deciding one may lead to the goal."""
TASKS: Mapping[str, PlanTask] = {
    "attack": Attack(), "majority": Majority(), "rice": Feed(), "revolts": Keep(),
    "winter": Winter(), "bids": Bid(), "last": Last(), "hold": Hold(),
}  # fmt: skip
THEMES = {
    "attack": Theme(marked("A loaded tower"), "chance", PLAYOUTS, least=LEAST),
    "hold": Theme(marked("A threatened province"), "chance", PLAYOUTS, least=LEAST),
    "majority": Theme(marked("A majority"), "chance", PLAYOUTS, least=LEAST),
    "rice": Theme(marked("Rice for the winter"), "chance", PLAYOUTS, least=LEAST),
    "revolts": Theme(marked("Provinces after winter"), "chance", MORE, least=LEAST),
    "winter": Theme(marked("Points this winter"), "chance", MORE, least=LEAST),
    "bids": Theme(marked("What to bid"), "chance", MORE, least=LEAST),
    "last": Theme(marked("The last season"), "chance", MORE, least=LEAST),
}
PLAYER = "greedy"
"""Plays the games in which puzzles are sought, with a planner's plans."""
SOLVERS = {"strategist": 120}
"""Opponents that try each puzzle, and their playouts."""
COUNTS = (3, 4, 5)
OTHER_RIVALS = ("conqueror", "builder")
"""Opponents whose values all have in playouts that check whether a lead depends on the usual ones."""
PLAIN = "plain"
"""Seed of rules of thumb."""
LOOKED_AT = 24
"""Playouts that find the best plans."""


def is_start(start: PuzzleStart, theme: str) -> bool:
    """Return whether a plan is asked for, in a season in which the task can come up."""
    view: View = start.view
    if not isinstance(start.question, PlanQuestion):
        return False
    task = TASKS[theme]
    if isinstance(task, Last) and view.year < YEARS:
        return False
    return (view.season == "autumn" or not task.autumn_only) and bool(task.aims(view))


def sought(start: PuzzleStart, theme: str, seed: str) -> CandidateAnswers | None:
    """Return the best plans and the planner's own, for the aim at which the planner's is worst."""
    task, usual = TASKS[theme], _usual(start, seed)
    if isinstance(task, DecidingTask):
        return decided(start, task, usual, seed)
    aims = (start.aim,) if start.aim else task.aims(start.view)
    plans = [_for_aim(start, task, aim, usual, seed) for aim in aims]
    return max(plans, key=lambda plan: plan.lead).sought if plans else None


def _usual(start: PuzzleStart, seed: str) -> Plan:
    plan = Planner(master_of(start).values).choose(start.view, start.question, Random(seed))
    assert isinstance(plan, Plan), "a plan is asked for"
    return plan


def _for_aim(start: PuzzleStart, task: PlanTask, aim: str, usual: Plan, seed: str) -> Found:
    """Return the plans for an aim, the best first, and by how much that is better than what the planner lays."""
    aimed, rng = replace(start, aim=aim), Random(f"{seed}/{aim}")
    drawn = [start.question.sample(rng) for _plan in range(task.drawn)]
    tried = list(legal(start.question, (usual, *task.plans(start.view, aim, usual), *drawn)))
    means = reached(aimed, task, tried, LOOKED_AT, seed).mean(axis=1)
    first = sorted(range(len(tried)), key=lambda place: (-float(means[place]), place))[:BASES]
    further = [plan for place in first for plan in task.plans(start.view, aim, tried[place])]
    tried = list(legal(start.question, (*tried, *further)))
    means = reached(aimed, task, tried, LOOKED_AT, f"{seed}/further").mean(axis=1)
    order = sorted(range(len(tried)), key=lambda place: (-float(means[place]), place))
    ideas = best_of_each(start.view, task, aim, [tried[place] for place in order])
    answers = tuple((plan,) for plan in ideas[:MOST_ANSWERS])
    return Found(float(means.max() - means[0]), CandidateAnswers(answers, (usual,), aim))


def values(start: PuzzleStart, theme: str, answers: Sequence[Answer], playouts: int, seed: str) -> Values:
    """Return how often a task is reached, in points of 100, shape (answers, n)."""
    plans = [answer[0] for answer in answers]
    for plan in plans:
        start.question.verify(plan)
    return reached(start, TASKS[theme], plans, playouts, seed)


def values_in(trial: WorldTrial, start: PuzzleStart, theme: str, answers: Sequence[Answer]) -> Values:
    """Return how often a task is reached with other luck, or against players with the values of other opponents."""
    if trial.world == "luck":
        return values(start, theme, answers, trial.playouts, trial.seed)
    plans, each = [answer[0] for answer in answers], trial.playouts // len(OTHER_RIVALS)
    parts = [
        reached(start, TASKS[theme], plans, each, f"{trial.seed}/{code}", weights=_weights(code))
        for code in OTHER_RIVALS
    ]
    return np.concatenate(parts, axis=1)


def _weights(code: str) -> ValuationWeights:
    """Return the values of a shipped opponent."""
    rival = opponent(code)
    assert isinstance(rival, Personality), "it is described by a file"
    return rival.values


def plain_answers(start: PuzzleStart, theme: str) -> Mapping[RuleOfThumb, Sequence[Answer]]:
    """Return the usual plan with the strongest provinces, or the first sites, and a plan for the points of each card.

    With a bid to find, the strongest is the highest one.
    """
    task, usual = TASKS[theme], _usual(start, PLAIN)
    points = greedy.choose(start.view, start.inside, start.question, Random(PLAIN), UNLIMITED)
    assert isinstance(points, Plan), "a plan is asked for"
    plans: Mapping[RuleOfThumb, Iterable[Plan]] = {
        "strongest": task.strongest(start.view, start.aim, usual),
        "site": task.first_sites(start.view, start.aim, usual),
        "points": (points,),
    }
    laid = {rule: [(plan,) for plan in legal(start.question, several)] for rule, several in plans.items()}
    return {rule: answers for rule, answers in laid.items() if answers}


def is_whole(_start: PuzzleStart, _theme: str, moves: Answer) -> bool:
    """Return whether the plan is laid."""
    return bool(moves)


def is_alike(start: PuzzleStart, theme: str, one: Answer, other: Answer) -> bool:
    """Return whether two plans have the same cards where the task is about them."""
    task = TASKS[theme]
    first, second = (task.idea(start.view, start.aim, answer[0]) for answer in (one, other))
    return first == second


def sample(start: PuzzleStart, _theme: str, rng: Random) -> Answer:
    """Return a legal plan, drawn at random."""
    return (start.question.sample(rng),)


def task(start: PuzzleStart, theme: str, bounds: Bounds) -> list[str]:
    """Return the task in words, and what is given. Raises LookupError if it is about nothing that there is."""
    asked, playouts = TASKS[theme], THEMES[theme].playouts
    judged = ngettext(
        "Your plan is tested in {n} simulated season. The other plans are hidden.",
        "Your plan is tested in {n} simulated seasons. The other plans are hidden.",
        playouts,
    )
    try:
        text = asked.text(start.view, start.aim, ceil(bounds[0]))
    except (LookupError, ValueError):
        raise LookupError(_("no such task is about {aim}").format(aim=shown(start.aim))) from None
    given = [judged.format(n=playouts)]
    if isinstance(asked, DecidingTask) and asked.is_by_bid:
        given.append(_("Your bid decides."))
    if asked.attacked(start.aim):
        given.append(_("Your battles attack it if they can, with all armies but one."))
        given.append(_("In the tower: {cubes}.").format(cubes=cubes(start.inside.counts())))
    return [text, " ".join(given)]


def title(start: PuzzleStart, theme: str, _bounds: Bounds) -> str:
    """Return the subject of a puzzle."""
    return TASKS[theme].title(start)


def relatives(seats: int, _theme: str) -> int:
    """Return the number of relatives: everybody in each seat, in all colors."""
    return factorial(seats) * factorial(len(COLOURS))


def renamed(setup: Setup, _theme: str, number: int) -> Renaming:
    """Return a position with other seats and colors, which neither rules nor board distinguish."""
    plain = msgspec.to_builtins(setup.position)
    orders, by = divmod(number, factorial(setup.seats))
    names = dict(zip(setup.colours, nth_order(COLOURS, setup.colours, orders), strict=True))
    identity = tuple(range(setup.seats))
    places = nth_order(identity, identity, by)
    plain["order"] = plain.get("order") or setup.colours[: setup.seats]
    position = msgspec.convert(_with_names(plain, names), StartPosition)
    own = turned(setup.colours[: setup.seats], places)
    colours = tuple(names[colour] for colour in (*own, *setup.colours[setup.seats :]))
    return Renaming(
        replace(setup, position=replace(position, seat=turned(position.seat, places)), colours=colours), places, names
    )


def _with_names(plain: Any, names: Mapping[str, str]) -> Any:
    """Return plain data with other names of colors; no province has such a name."""
    if isinstance(plain, dict):
        return {names.get(key, key): _with_names(value, names) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [_with_names(value, names) for value in plain]
    return names.get(plain, plain) if isinstance(plain, str) else plain


def told(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return a plan's cards on the fields of the task."""
    return TASKS[theme].told(start.aim, answer[0])


def outcome(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return why a plan succeeds as often as it does, as far as the position says it."""
    return TASKS[theme].outcome(start.view, start.aim, answer[0])


def hint(start: PuzzleStart, theme: str, best: Answer) -> str:
    """Return a part of the best plan, or what matters in it."""
    return TASKS[theme].hint(start.view, start.aim, best[0])
