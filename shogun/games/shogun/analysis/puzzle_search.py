"""The tasks of puzzles in which one field of a plan decides, and the search for plans with a clearly best one."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import cast

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, ngettext
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.puzzle_tasks import (
    MOST_AIMS,
    Attack,
    Majority,
    PlanTask,
    seat_of,
    with_bid,
    with_cards,
)
from shogun.games.shogun.opponents.planning.noisy_planner import NoisyPlanner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.rollout import End, winners
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.cards import BATTLES, BUILDINGS, CHEST_CARDS, Action, Card
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import ACTION_NAMES, card_text
from shogun.players.puzzles.puzzle import Answer, CandidateAnswers, PuzzleStart, Values
from shogun.table.session import UNLIMITED
from shogun.table.towers import outcome_model

# Tasks in which one thing about a plan decides, found by search
#
# The aim of such a puzzle is a goal and a key, `Yamato:bid 3`: the task names the goal, only the proof names the key. A
# key is a field (its card decides), `battle Yamato` (a battle card there or not), `castle red` (a castle planned in
# that region or not), or `bid 3` (at least so many chests bid or not).

GOAL_PERCENTILES = (75, 95)
"""Percentiles of the usual plan's points: goals are one point above them."""
BID, BATTLE = "bid", "battle"
"""Beginnings of keys that aren't fields."""


class DecidingTask(PlanTask):
    """A task with several fields, and one thing that decides."""

    is_by_bid = False
    """True if the bid decides."""

    def goals(self, _view: View, _usual: Sequence[End]) -> Sequence[str]:
        """Return goals of the task, given the results of the usual plan; one empty goal if the theme says all."""
        return ("",)

    def aims(self, _view: View) -> Sequence[str]:
        """Return an aim: which there are is found by search."""
        return (":",)

    def keys(self, view: View, plan: Plan) -> Iterator[str]:
        """Yield what may decide if this is the best plan."""
        if self.is_by_bid:
            yield from (f"{BID} {chests}" for chests in CHEST_CARDS[1:])
            return
        yield from self.fields
        names = {action: plan.on(action) for action in self.fields}
        yield from (f"{BATTLE} {card}" for action, card in names.items() if action in BATTLES and isinstance(card, str))
        for action, card in names.items():
            if action in BUILDINGS and isinstance(card, str):
                yield f"{action} {view.board.lands[card].region}"

    @abstractmethod
    def is_gained(self, view: View, goal: str, end: End) -> bool:
        """Return whether a goal is reached where a season has led."""

    def is_reached(self, view: View, aim: str, end: End) -> bool:
        """Return whether the goal is reached."""
        return self.is_gained(view, goal_of(aim), end)

    def plans(self, view: View, _aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans with each other card on each of the fields, and with each bid."""
        for action in self.fields:
            yield from _with_each(view, usual, action)
        for bid in CHEST_CARDS:
            yield with_bid(usual, bid)

    def keyed(self, view: View, aim: str, plan: Plan) -> Iterator[Plan]:
        """Yield plans that differ from one in the deciding thing."""
        if not fields_of(aim):
            yield from (with_bid(plan, bid) for bid in CHEST_CARDS)
        for action in fields_of(aim):
            yield from _with_each(view, plan, action)

    def idea(self, view: View, aim: str, plan: Plan) -> object:
        """Return what is in the deciding place: a province or none, or whether the key holds."""
        what, _space, of = key_of(aim).partition(" ")
        if what == BID:
            return _chests(plan.bid) >= int(of)
        if what == BATTLE:
            return of in map(plan.on, BATTLES)
        card = plan.on(cast(Action, what))
        if not isinstance(card, str):
            return None
        return view.board.lands[card].region == of if of else card

    def hint(self, _view: View, aim: str, best: Plan) -> str:
        """Return the field that decides the plan; if it is known, another part of the plan."""
        key = fields_of(aim)
        if len(key) > 1:
            return _("One of your battles decides.")
        if key:
            return _("What decides is this field: {field}.").format(field=_(ACTION_NAMES[key[0]]))
        laid = [action for action in self.fields if _province(best.on(action))]
        return _("Part of the best plan: {part}.").format(part=self.laid(best, laid[:1])) if laid else ""

    def told(self, aim: str, plan: Plan) -> str:
        """Return the deciding thing, then the rest of the task's subject, in words."""
        key = fields_of(aim)
        others = [action for action in self.fields if action not in key and _province(plan.on(action))]
        decides = self.laid(plan, key) if key else bid_in_words(plan)
        return _("{decides} (decides), {others}").format(decides=decides, others=self.laid(plan, others))

    def check(self, view: View, aim: str) -> None:
        """Raise LookupError for a key that there is none of."""
        what, _space, of = key_of(aim).partition(" ")
        known: Collection[str] = {BID: [str(chests) for chests in CHEST_CARDS[1:]], BATTLE: list(view.board.lands)}.get(
            what, ["", *view.board.regions] if what in BUILDINGS else [""] if what in self.fields else []
        )
        if of not in known or (what == BID) != self.is_by_bid:
            raise LookupError(aim)


class Keep(DecidingTask):
    """Hold a number of provinces at the end of winter."""

    fields = ("rice", "taxes", "deploy5", "deploy3", *BATTLES)

    def goals(self, view: View, _usual: Sequence[End]) -> Sequence[str]:
        """Return numbers of provinces: the present one, and one more."""
        now = len(view.owned(seat_of(view)))
        return (str(now), str(now + 1))

    def is_gained(self, view: View, goal: str, end: End) -> bool:
        """Return whether there are enough provinces."""
        return end.fast.owner.count(seat_of(view)) >= int(goal)

    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        self.check(view, aim)
        wanted, now = int(goal_of(aim)), len(view.owned(seat_of(view)))
        sentence = ngettext(
            "Find a plan with a chance of at least {share} % to leave you {n} province after winter (now {now}).",
            "Find a plan with a chance of at least {share} % to leave you {n} provinces after winter (now {now}).",
            wanted,
        )
        return sentence.format(n=wanted, now=now, share=share)

    def title(self, start: PuzzleStart) -> str:
        """Return how many provinces, and whether these are more than now."""
        wanted = int(goal_of(start.aim))
        if wanted > len(start.view.owned(start.seat)):
            sentence = ngettext("Grow to {n} province by spring", "Grow to {n} provinces by spring", wanted)
        else:
            sentence = ngettext("Keep {n} province through winter", "Keep {n} provinces through winter", wanted)
        return sentence.format(n=wanted)


class Bid(DecidingTask):
    """Bid what leads to a province, or to a majority."""

    fields = ("taxes", *BUILDINGS, *BATTLES)
    autumn_only = False
    is_by_bid = True
    _attack, _majority = Attack(), Majority()

    def aims(self, view: View) -> Sequence[str]:
        """Return an aim for each goal."""
        return [f"{goal}:" for goal in self.goals(view, ())]

    def goals(self, view: View, _usual: Sequence[End]) -> Sequence[str]:
        """Return majorities and provinces within reach."""
        return [*self._majority.aims(view)[:MOST_AIMS], *self._attack.aims(view)[:MOST_AIMS]]

    def _asked(self, aim: str) -> Attack | Majority:
        return self._majority if "/" in aim else self._attack

    def plans(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans that may lead there, with each bid."""
        for plan in chain((usual,), self._asked(aim).plans(view, goal_of(aim), usual)):
            for bid in CHEST_CARDS:
                yield with_bid(plan, bid)

    def strongest(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans that look natural for the goal, each with the highest bid."""
        asked, goal = self._asked(aim), goal_of(aim)
        plain = asked.strongest if asked is self._attack else asked.first_sites
        for plan in chain((usual,), plain(view, goal, usual)):
            yield with_bid(plan, min(max(CHEST_CARDS), view.players[seat_of(view)].chests))

    def first_sites(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans that look natural for the goal, with the usual bid."""
        asked, goal = self._asked(aim), goal_of(aim)
        yield from (
            asked.first_sites(view, goal, usual) if asked is self._majority else asked.strongest(view, goal, usual)
        )

    def is_gained(self, view: View, goal: str, end: End) -> bool:
        """Return whether the province, or the majority, is the seat's."""
        return self._asked(goal).is_reached(view, goal, end)

    def attacked(self, aim: str) -> str:
        """Return the province, if it is about one."""
        goal = goal_of(aim)
        return self._asked(goal).attacked(goal)

    def provinces(self, view: View, aim: str) -> Sequence[str]:
        """Return the provinces that the goal names."""
        goal = goal_of(aim)
        return self._asked(goal).provinces(view, goal)

    def outcome(self, view: View, aim: str, plan: Plan) -> str:
        """Return the cards that win the province, or the majority."""
        goal = goal_of(aim)
        return self._asked(goal).outcome(view, goal, plan)

    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        self.check(view, aim)
        goal = goal_of(aim)
        return self._asked(goal).text(view, goal, share)

    def title(self, start: PuzzleStart) -> str:
        """Return the province, or the majority, and that it depends on the bid."""
        asked = replace(start, aim=goal_of(start.aim))
        is_majority = "/" in asked.aim
        title = self._majority.title(asked) if is_majority else _("Conquer {province}").format(province=asked.aim)
        return _("{title}: your bid decides").format(title=title)


class Hold(DecidingTask):
    """Hold a threatened province."""

    fields = ("deploy5", "deploy3", *BATTLES)
    autumn_only = False

    def aims(self, view: View) -> Sequence[str]:
        """Return an aim for each goal."""
        return [f"{goal}:" for goal in self.goals(view, ())]

    def goals(self, view: View, _usual: Sequence[End]) -> Sequence[str]:
        """Return the own provinces that a neighbor outnumbers most."""
        provinces = view.provinces
        threats = {
            name: provinces[enemy].armies - provinces[name].armies
            for name in view.owned(seat_of(view))
            if (enemy := self._enemy(view, name)) is not None
        }
        threatened = [name for name, threat in threats.items() if threat >= LEAST_THREAT]
        return sorted(threatened, key=lambda name: (-threats[name], name))[:MOST_AIMS]

    def _enemy(self, view: View, name: str) -> str | None:
        """Return the strongest province of another seat beside a province."""
        others = (None, seat_of(view))
        beside = [near for near in view.board.neighbours[name] if view.provinces[near].owner not in others]
        return max(beside, key=lambda near: (view.provinces[near].armies, near), default=None)

    def strongest(self, _view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield the usual plan with the threatened province where most armies are deployed, or some."""
        goal = goal_of(aim)
        yield with_cards(usual, {"deploy5": goal})
        yield with_cards(usual, {"deploy3": goal})

    def provinces(self, _view: View, aim: str) -> Sequence[str]:
        """Return the province."""
        return (goal_of(aim),)

    def is_gained(self, view: View, goal: str, end: End) -> bool:
        """Return whether the seat holds it."""
        return end.fast.owner[end.fast.ground.index[goal]] == view.seat

    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        self.check(view, aim)
        sentence = _("Find a plan with a chance of at least {n} % that {province} is still yours next season.")
        return sentence.format(province=view.board.lands[goal_of(aim)].name, n=share)

    def title(self, start: PuzzleStart) -> str:
        """Return the province."""
        return _("Hold {province}").format(province=goal_of(start.aim))

    def outcome(self, view: View, aim: str, _plan: Plan) -> str:
        """Return the armies on both sides of the border."""
        goal = goal_of(aim)
        enemy = self._enemy(view, goal)
        if enemy is None:
            return ""
        sentence = _("Armies in {province}: {own}. In {other} next to it: {theirs}.")
        provinces = view.provinces
        return sentence.format(province=goal, own=provinces[goal].armies, other=enemy, theirs=provinces[enemy].armies)


class Winter(DecidingTask):
    """Gain more points this winter than anybody else."""

    fields = (*BUILDINGS, *BATTLES, "taxes", "rice")

    def is_gained(self, view: View, _goal: str, end: End) -> bool:
        """Return whether nobody has gained as many."""
        gained = [after - player.points for after, player in zip(end.fast.points, view.players, strict=True)]
        seat = seat_of(view)
        return all(gained[seat] > points for other, points in enumerate(gained) if other != seat)

    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        self.check(view, aim)
        sentence = _("Find a plan with a chance of at least {n} % to score more points this winter than anyone else.")
        return sentence.format(n=share)

    def title(self, _start: PuzzleStart) -> str:
        """Return the task in a few words."""
        return _("Score the most this winter")


class Last(DecidingTask):
    """The last season of the game."""

    fields = (*BUILDINGS, *BATTLES, "taxes", "rice")

    def goals(self, view: View, usual: Sequence[End]) -> Sequence[str]:
        """Return victory, and points that the usual plan rarely reaches."""
        points = sorted(end.fast.points[seat_of(view)] for end in usual)
        rare = [points[len(points) * part // 100] + 1 for part in GOAL_PERCENTILES]
        return ["", *dict.fromkeys(map(str, rare))]

    def is_gained(self, view: View, goal: str, end: End) -> bool:
        """Return whether the game is won, or ends with enough points."""
        seat = seat_of(view)
        return end.is_over and (end.fast.points[seat] >= int(goal) if goal else seat in winners(end.fast))

    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        self.check(view, aim)
        goal, now = goal_of(aim), view.players[seat_of(view)].points
        if not goal:
            return _("Find a plan with a chance of at least {n} % to win the game in this last season.").format(n=share)
        sentence = ngettext(
            "Find a plan with a chance of at least {share} % to end this last season with {n} point (now {now}).",
            "Find a plan with a chance of at least {share} % to end this last season with {n} points (now {now}).",
            int(goal),
        )
        return sentence.format(n=int(goal), now=now, share=share)

    def title(self, start: PuzzleStart) -> str:
        """Return the goal: a number of points, or to win the game."""
        goal = goal_of(start.aim)
        if not goal:
            return _("Win in the last season")
        number = int(goal)
        return ngettext("Finish with {n} point", "Finish with {n} points", number).format(n=number)


def goal_of(aim: str) -> str:
    """Return the subject of a task."""
    return aim.partition(":")[0]


def key_of(aim: str) -> str:
    """Return the deciding thing."""
    return aim.partition(":")[2]


def fields_of(aim: str) -> Sequence[Action]:
    """Return the fields on which it is decided; none where it is the bid."""
    what, _space, _of = key_of(aim).partition(" ")
    if what == BID:
        return ()
    return BATTLES if what == BATTLE else (cast(Action, what),)


def bid_in_words(plan: Plan) -> str:
    """Return a bid in words."""
    return _("{field}: {card}").format(field=_("Bid"), card=card_text(plan.bid))


def _with_each(view: View, plan: Plan, action: Action) -> Iterator[Plan]:
    """Yield a plan with each province, and with none, on a field."""
    cards: list[Card] = [*view.owned(seat_of(view)), CHEST_CARDS[0]]
    yield from (with_cards(plan, {action: card}) for card in cards)


def _province(card: Card | None) -> str | None:
    return card if isinstance(card, str) else None


def _chests(bid: Card | None) -> int:
    """Return the chests of a bid: none with a province's card."""
    return bid if isinstance(bid, int) else 0


# The search

LOOKED_AT = 16
"""Playouts that find plans which may be the best."""
MOST_ANSWERS = 12
BASES = 2
"""Number of the best plans that are varied."""


class Effort(Struct, frozen=True):
    """Effort of the search for plans."""

    rounds: int
    """Number of times the best plans are varied."""
    finalists: int
    """Plans in the final comparison, ..."""
    chosen_by: int
    """... and its playouts."""


FIRST_LOOK, THOROUGH = Effort(1, 16, 48), Effort(2, 40, 64)
"""A first look, which refuses most positions, and the search for a known aim, which proofs use."""
SETTLED = 95.0
"""Chance to which the usual plan, or one that looks natural, leaves too little to gain, in percent."""
MISJUDGED = 12
"""Plans of planners that misjudge what things are worth."""
LEAST = 30.0
"""Least chance of the best answer to reach the goal, in percent."""
WORTH_IT = 8.0
"""Least lead of the best plan over the usual one at first sight, in percentage points."""
LEAST_THREAT = 2
"""Armies by which a neighbor outnumbers a province that is worth holding."""
BLUR = 1.5
"""Rough spread of a planner's errors, in victory points."""


class Found(Struct, frozen=True):
    """Plans for an aim, and by how much the best is better than all that have another idea."""

    lead: float
    sought: CandidateAnswers


USUAL = ValuationWeights()
"""Values of everybody in playouts."""


def reached(  # noqa: PLR0913
    start: PuzzleStart,
    task: PlanTask,
    plans: Sequence[Plan],
    playouts: int,
    seed: str,
    *,
    weights: ValuationWeights = USUAL,
) -> Values:
    """Return how often plans reach the task of a puzzle, in points of 100, shape (plans, n)."""
    view, aim = start.view, start.aim
    rows = [
        [100.0 * task.is_reached(view, aim, end) for end in ends]
        for ends in master_of(start, weights).play_out(view, plans, playouts, Random(seed), task.attacked(aim))
    ]
    return np.array(rows).T


def master_of(start: PuzzleStart, weights: ValuationWeights = USUAL) -> Master:
    """Return the player of playouts: everybody has the same values, on the tower of the game."""
    return Master(values=weights, model=outcome_model(start.inside))


def decided(start: PuzzleStart, task: DecidingTask, usual: Plan, seed: str) -> CandidateAnswers | None:
    """Return plans for the goal in which one field decides most; for the puzzle's own key if it has one."""
    if start.aim:
        goals: Sequence[str] = [goal_of(start.aim)]
    else:
        goals = [
            goal for goal in task.goals(start.view, _led_to(start, usual, seed))
            if not _is_settled(start, task, f"{goal}:", usual, f"{seed}/{goal}/settled")
        ]  # fmt: skip
    plans = [plan for goal in goals for plan in _Pool(start, task, goal, usual, f"{seed}/{goal}").by_key()]
    return max(plans, key=lambda plan: plan.lead).sought if plans else None


def _led_to(start: PuzzleStart, plan: Plan, seed: str) -> list[End]:
    """Return the ends of a plan's playouts."""
    ends = master_of(start).play_out(start.view, [plan], THOROUGH.chosen_by, Random(seed))
    return [end for (end,) in ends]


def _is_settled(start: PuzzleStart, task: DecidingTask, aim: str, usual: Plan, seed: str) -> bool:
    """Return whether the usual plan, or one that looks natural, nearly always reaches the goal."""
    view, aimed = start.view, replace(start, aim=aim)
    natural = (usual, *task.strongest(view, aim, usual), *task.first_sites(view, aim, usual))
    means = reached(aimed, task, list(legal(start.question, natural)), LOOKED_AT, seed).mean(axis=1)
    return float(means.max()) > SETTLED


class _Pool:
    """Plans for a goal, with their results."""

    def __init__(self, start: PuzzleStart, task: DecidingTask, goal: str, usual: Plan, seed: str) -> None:
        self.task, self.usual, self.seed = task, usual, seed
        self.is_aimed = bool(start.aim)
        self.effort = THOROUGH if start.aim else FIRST_LOOK
        self.goal, self.aims = goal, [start.aim] if start.aim else []
        self.start, self.view = replace(start, aim=start.aim or f"{goal}:"), start.view
        self.means: dict[Plan, float] = {}
        rng = Random(seed)
        self._add((usual, *self._misjudged(rng), *(start.question.sample(rng) for _plan in range(task.drawn))))
        for _round in range(self.effort.rounds):
            bases = self._ranked()[:BASES]
            self._add(plan for base in bases for plan in task.plans(self.view, self.start.aim, base))

    def by_key(self) -> Iterator[Found]:
        """Yield plans for each aim, by playouts that have chosen none, unless the usual plan has the best idea."""
        best, *_others = self._ranked()
        lead = self.means[best] - self.means[self.usual]
        if not self.is_aimed and (lead < WORTH_IT or self.means[best] < LEAST):
            return
        if not self.is_aimed:
            self.aims = [f"{self.goal}:{key}" for key in self.task.keys(self.view, best)]
        for aim in self.aims:
            rivals = [plan for plan in self._ranked() if not self._alike(aim, best, plan)][:1]
            for plan in (best, *rivals):
                self._add(self.task.keyed(self.view, aim, plan))
        final = list(dict.fromkeys((self.usual, *self._ranked()[: self.effort.finalists], *self._of_each_idea())))
        chances = reached(self.start, self.task, final, self.effort.chosen_by, f"{self.seed}/final").mean(axis=1)
        means = dict(zip(final, map(float, chances), strict=True))
        final.sort(key=lambda plan: -means[plan])
        if not self.is_aimed:
            known = set(self.aims)
            self.aims += [
                aim for key in self.task.keys(self.view, final[0]) if (aim := f"{self.goal}:{key}") not in known
            ]
        for aim in self.aims:
            others = [means[plan] for plan in final if not self._alike(aim, final[0], plan)]
            if others and (self.is_aimed or not self._alike(aim, final[0], self.usual)):
                yield Found(
                    means[final[0]] - max(others), CandidateAnswers(self._answers(aim, final), (self.usual,), aim)
                )

    def _of_each_idea(self) -> Iterator[Plan]:
        """Yield the best plan of each idea."""
        for aim in self.aims:
            yield from best_of_each(self.view, self.task, aim, self._ranked())

    def _answers(self, aim: str, ranked: Sequence[Plan]) -> tuple[Answer, ...]:
        return tuple((plan,) for plan in best_of_each(self.view, self.task, aim, ranked)[:MOST_ANSWERS])

    def _alike(self, aim: str, one: Plan, other: Plan) -> bool:
        return self.task.idea(self.view, aim, one) == self.task.idea(self.view, aim, other)

    def _add(self, plans: Iterable[Plan]) -> None:
        fresh = [plan for plan in legal(self.start.question, plans) if plan not in self.means]
        if fresh:
            chances = reached(self.start, self.task, fresh, LOOKED_AT, self.seed).mean(axis=1)
            self.means.update(zip(fresh, map(float, chances), strict=True))

    def _ranked(self) -> list[Plan]:
        return sorted(self.means, key=lambda plan: -self.means[plan])

    def _misjudged(self, rng: Random) -> Iterator[Plan]:
        planner = NoisyPlanner(BLUR)
        for _plan in range(MISJUDGED):
            plan = planner(self.view, self.start.inside, self.start.question, rng, UNLIMITED)
            assert isinstance(plan, Plan), "a plan is asked for"
            yield plan


def best_of_each(view: View, task: PlanTask, aim: str, plans: Iterable[Plan]) -> list[Plan]:
    """Return the first plan of each idea."""
    by_idea: dict[object, Plan] = {}
    for plan in plans:
        by_idea.setdefault(task.idea(view, aim, plan), plan)
    return list(by_idea.values())


def legal(question: PlanQuestion, plans: Iterable[Plan]) -> Iterator[Plan]:
    """Yield the legal ones of some plans, each once."""
    for plan in dict.fromkeys(plans):
        try:
            question.verify(plan)
        except IllegalMove:
            continue
        yield plan
