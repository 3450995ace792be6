"""Puzzles of Shogun: a season is planned for a task, and the plan judged by seasons that are played out with it."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import numpy as np
from msgspec.structs import replace

from shogun.base.language import _, marked, ngettext, shown
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.puzzle_tasks import Attack, Bid, Feed, Keep, Last, Majority, PlanTask
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.cards import YEARS
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words.wording import cubes
from shogun.players.puzzles.puzzle_judge import Answer, PuzzleStart, Sought, Theme, Values
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import outcome_model

VERSION = 1
"""Goes up when the same answer is judged otherwise."""
PLAYOUTS = 200
"""Seasons that are played out with each answer."""
LEAST = 30.0
"""So many of 100 the best answer reaches at least, where it isn't the game that is to be won."""
TASKS: Mapping[str, PlanTask] = {
    "attack": Attack(), "majority": Majority(), "rice": Feed(), "revolts": Keep(), "bids": Bid(), "last": Last(),
}  # fmt: skip
THEMES = {
    "attack": Theme(marked("A loaded tower"), "chance", PLAYOUTS, least=LEAST),
    "majority": Theme(marked("A majority"), "chance", PLAYOUTS, least=LEAST),
    "rice": Theme(marked("Rice for the winter"), "chance", PLAYOUTS, least=LEAST),
    "revolts": Theme(marked("No revolt, no loss"), "chance", PLAYOUTS, least=LEAST),
    "bids": Theme(marked("What to bid"), "chance", PLAYOUTS),
    "last": Theme(marked("The last season"), "chance", PLAYOUTS),
}
PLAYER = "greedy"
"""Plays the games in which puzzles are sought, with a planner's plans."""
COUNTS = (3, 4, 5)
LOOKED_AT = 24
"""Playouts by which the best plans are found."""
SEARCHED = 500
"""Playouts in the search for the best plan of a season that is judged by the chance to win."""
MOST_ANSWERS = 12
BASES = 2
"""Of so many of the best plans others are made."""


def is_start(start: PuzzleStart, theme: str) -> bool:
    """Return whether a plan is asked for, in a season in which the task can come up."""
    view: View = start.view
    if not isinstance(start.question, PlanQuestion):
        return False
    task = TASKS[theme]
    is_last = view.season == "autumn" and view.year == YEARS
    if isinstance(task, Last):
        return is_last
    return (view.season == "autumn" or not task.autumn_only) and bool(task.aims(view))


def sought(start: PuzzleStart, theme: str, seed: str) -> Sought | None:
    """Return the plans among which the best is, and what the planner lays, for the aim at which it is worst beside."""
    task = TASKS[theme]
    usual = _usual(start, seed)
    if task.by_chance_to_win:
        return _by_chance_to_win(start, task, usual, seed)
    found = [_for_aim(start, theme, aim, usual, seed) for aim in task.aims(start.view)]
    return max(found, key=lambda one: one[0])[1] if found else None


def _usual(start: PuzzleStart, seed: str) -> Plan:
    plan = Planner(_master(start).values).choose(start.view, start.question, Random(seed))
    assert isinstance(plan, Plan), "a plan is asked for"
    return plan


def _master(start: PuzzleStart) -> Master:
    return Master(model=outcome_model(start.inside))


def _for_aim(start: PuzzleStart, theme: str, aim: str, usual: Plan, seed: str) -> tuple[float, Sought]:
    """Return the plans for an aim, the best first, and by how much that is better than what the planner lays."""
    task = TASKS[theme]
    aimed, rng = replace(start, aim=aim), Random(f"{seed}/{aim}")
    drawn = [start.question.sample(rng) for _plan in range(task.drawn)]
    tried = list(_legal(start, dict.fromkeys((usual, *task.plans(start.view, aim, usual), *drawn))))
    means = _reached(aimed, theme, tried, LOOKED_AT, seed).mean(axis=1)
    first = sorted(range(len(tried)), key=lambda place: (-float(means[place]), place))[:BASES]
    further = [plan for place in first for plan in task.plans(start.view, aim, tried[place])]
    tried = list(_legal(start, dict.fromkeys((*tried, *further))))
    means = _reached(aimed, theme, tried, LOOKED_AT, f"{seed}/further").mean(axis=1)
    order = sorted(range(len(tried)), key=lambda place: (-float(means[place]), place))
    answers = _of_several_ideas(start, task, aim, [tried[place] for place in order])
    return float(means.max() - means[0]), Sought(answers, (usual,), aim)


def _of_several_ideas(start: PuzzleStart, task: PlanTask, aim: str, plans: Sequence[Plan]) -> tuple[Answer, ...]:
    """Return the best plan of each idea, the best first."""
    by_idea: dict[object, Plan] = {}
    for plan in plans:
        by_idea.setdefault(task.idea(start.view, aim, plan), plan)
    return tuple((plan,) for plan in list(by_idea.values())[:MOST_ANSWERS])


def _by_chance_to_win(start: PuzzleStart, task: PlanTask, usual: Plan, seed: str) -> Sought | None:
    """Return plans with the best chance to win, the best of each idea first."""
    master, rng = _master(start), Random(seed)
    considered = master.consider(start.view, start.question, rng, Budget(playouts=SEARCHED))
    best = considered[0].move
    assert isinstance(best, Plan), "a plan is asked for"
    plans = [candidate.move for candidate in considered[:MOST_ANSWERS]]
    varied = [plan for base in (best, usual) for plan in task.plans(start.view, "", base)]
    tried = list(_legal(start, dict.fromkeys(plan for plan in (*plans, *varied) if isinstance(plan, Plan))))
    means = np.array(master.compare(start.view, tried, LOOKED_AT, rng)).mean(axis=1)
    order = sorted(range(len(tried)), key=lambda place: (-float(means[place]), place))
    return Sought(_of_several_ideas(start, task, "", [tried[place] for place in order]), (usual,))


def _legal(start: PuzzleStart, plans: "dict[Plan, None]") -> Iterator[Plan]:
    for plan in plans:
        try:
            start.question.verify(plan)
        except IllegalMove:
            continue
        yield plan


def values(start: PuzzleStart, theme: str, answers: Sequence[Answer], playouts: int, seed: str) -> Values:
    """Return how often a task is reached, or the chance to win, in points of 100, shape (answers, n)."""
    task, plans = TASKS[theme], [answer[0] for answer in answers]
    for plan in plans:
        start.question.verify(plan)
    if task.by_chance_to_win:
        return 100 * np.array(_master(start).compare(start.view, plans, playouts, Random(seed)))
    return _reached(start, theme, plans, playouts, seed)


def _reached(start: PuzzleStart, theme: str, plans: Sequence[Plan], playouts: int, seed: str) -> Values:
    view, aim, task = start.view, start.aim, TASKS[theme]
    attacked = aim if task.attacks else ""
    rows = [
        [100.0 * task.is_reached(view, aim, end) for end in ends]
        for ends in _master(start).play_out(view, plans, playouts, Random(seed), attacked)
    ]
    return np.array(rows).T


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


def task(start: PuzzleStart, theme: str, goal: float) -> list[str]:
    """Return the task in words, and what is given. Raises LookupError if it is about nothing that there is."""
    asked = TASKS[theme]
    judged = ngettext(
        "Judged by {n} season that is played out with your plan. The others' plans are hidden.",
        "Judged by {n} seasons that are played out with your plan. The others' plans are hidden.",
        PLAYOUTS,
    )
    try:
        text = asked.text(start.view, start.aim)
    except (LookupError, ValueError):
        raise LookupError(_("no such task is about {aim}").format(aim=shown(start.aim))) from None
    lines = [text, _chance(asked).format(n=f"{goal:.0f}"), judged.format(n=PLAYOUTS)]
    if asked.attacks:
        lines.append(_("Where your battles can attack it they do, with all armies but one."))
        lines.append(_("In the tower lie {cubes}.").format(cubes=cubes(start.inside.counts())))
    return lines


def _chance(asked: PlanTask) -> str:
    if asked.by_chance_to_win:
        return _("Reach a chance to win of {n} of 100.")
    return _("Reach a chance of {n} of 100 for that.")


def about(theme: str, aim: str) -> str:
    """Return in a word or two which province, or which majority, a task is about."""
    return TASKS[theme].about(aim)


def told(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return what a plan has on the fields that the task is about."""
    return TASKS[theme].told(start.aim, answer[0])
