"""Statistics of how well opponents keep house: winters with too little rice, and cards without effect."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field

from shogun.base.language import _
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.search.visible_season import look
from shogun.games.shogun.rules.actions import COST, obstacle, tax_yield
from shogun.games.shogun.rules.cards import ACTIONS, CHEST_CARDS, Action, Card
from shogun.games.shogun.rules.events import BattleBegan, Built, Supplied
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.views import View
from shogun.players.play_statistics import Counting, Counts, Report, sums
from shogun.table.session import Turn


class Habits(Counts):
    """One opponent's play in one game or in many."""

    winters: int = 0
    short: int = 0
    """Winters in which rice was short."""
    cards: int = 0
    """Province cards laid on actions."""
    wasted: int = 0
    """Those on actions that were impossible when the plan was laid, although another card or field would have done."""
    awaiting: int = 0
    """Cards that can't be paid yet when the plan is laid, but could be from the taxes of the same plan: not wasted."""
    reasons: dict[str, int] = field(default_factory=dict)
    """The wasted ones by the obstacle."""
    attacks: int = 0
    """Attacks on other players."""
    buildings: int = 0
    """Buildings that were built."""
    rice: int = 0
    """Rice that was left in winter when all provinces were fed."""
    against_leader: int = 0
    """Those of the attacks that were on the rival who would have most points if all stayed as it is."""
    plans: int = 0
    """Plans that were laid."""
    bids: int = 0
    """Chests that were bid in them."""


class ShogunStatisticsCollector(Counting[Habits]):
    """Notes habits while a game runs; `players` are the codes in seat order."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(players, Habits)

    def __call__(self, turn: Turn) -> None:
        """Note what a turn shows."""
        for event in turn.events:
            if isinstance(event, Supplied):
                left = max(0, event.rice - event.provinces)
                self.of(event.seat).add(Habits(winters=1, short=int(event.short > 0), rice=left))
            elif isinstance(event, Built):
                self.of(event.seat).buildings += 1
            elif isinstance(event, BattleBegan) and event.defender is not None:
                leads = event.defender == _leading_rival(turn.before, event.attacker)
                self.of(event.attacker).add(Habits(attacks=1, against_leader=int(leads)))
        if isinstance(turn.question, PlanQuestion) and isinstance(turn.answer, Plan):
            view = rules.view(turn.before, turn.question.seat)
            self.of(turn.question.seat).add(planning(view, turn.question, turn.answer))
            bid = turn.answer.bid
            self.of(turn.question.seat).add(Habits(plans=1, bids=bid if isinstance(bid, int) else 0))


def _leading_rival(state: State, seat: int) -> int:
    """Return the other seat that would have most points if nothing changed; the first of several."""
    standing = look(state).standing
    return max((other for other in range(len(standing)) if other != seat), key=lambda other: standing[other])


def planning(view: View, question: PlanQuestion, plan: Plan) -> Habits:
    """Return a plan's statistics, judged by what was known then."""
    seat = question.seat
    laid = {action: card for action, card in zip(ACTIONS, plan.fields, strict=True) if isinstance(card, str)}
    free = [card for card in question.cards if card not in (*plan.fields, plan.bid)]
    blocked = {action: reason for action, card in laid.items() if (reason := obstacle(view, seat, action, card))}
    awaiting = {action for action, reason in blocked.items() if reason == "no_chests" and _await(view, plan, action)}
    reasons: Counter[str] = Counter(
        reason for action, reason in blocked.items() if action not in awaiting and _had_better(view, seat, action, free)
    )
    return Habits(cards=len(laid), wasted=reasons.total(), awaiting=len(awaiting), reasons=dict(reasons))


def _await(view: View, plan: Plan, action: Action) -> bool:
    """Return whether the plan's taxes could pay for an action: they suffice, and aren't known to come later."""
    taxed = plan.on("taxes")
    if not isinstance(taxed, str) or _place(view, "taxes") > _place(view, action):
        return False
    assert view.seat is not None, "plans are judged by their seat's own view"
    chests = view.players[view.seat].chests - (plan.bid if isinstance(plan.bid, int) else 0)
    return chests + tax_yield(view, view.seat, taxed) >= COST[action]


def _place(view: View, action: Action) -> int:
    """Return an action's place in the season, the same for all face-down ones: after those that are known."""
    return view.actions.index(action) if action in view.actions else len(view.actions)


def _had_better(view: View, seat: int, action: Action, free: list[Card]) -> bool:
    """Return whether something better could have been laid on an action: a chest card, or a possible province."""
    return any(card in CHEST_CARDS or obstacle(view, seat, action, str(card)) is None for card in free)


watcher = ShogunStatisticsCollector


def gathered(many: Sequence[Mapping[str, Any]]) -> dict[str, Habits]:
    """Return the sum of the habits of many games by opponent."""
    return sums(many, Habits)


def report(habits: Mapping[str, Habits]) -> Report:
    """Return the table of the habits of these opponents."""
    caption = "; ".join((
        _("short: of rice in winter"),
        _("per year: attacks on players, buildings built, rice left after winter"),
        _("on leader: attacks on the rival with the most points"),
        _("bid: chests per season"),
        _("waiting: cards held back for taxes in the same plan"),
        _("wasted: impossible from the start, with something better available"),
    ))  # fmt: skip
    headings = (
        _("Opponent"), _("Winters"), _("short"), _("attacks"), _("on leader"), _("built"), _("rice left"), _("bid"),
        _("waiting"), _("wasted"),
    )  # fmt: skip
    return Report(
        _("How they manage their resources"), caption, headings, tuple(_row(code, habits[code]) for code in habits)
    )


def _row(code: str, habits: Habits) -> tuple[str, ...]:
    winters = max(1, habits.winters)
    return (
        code,
        str(habits.winters),
        f"{100 * habits.short / winters:.1f} %",
        f"{habits.attacks / winters:.2f}",
        f"{100 * habits.against_leader / max(1, habits.attacks):.0f} %",
        f"{habits.buildings / winters:.2f}",
        f"{habits.rice / winters:.2f}",
        f"{habits.bids / max(1, habits.plans):.2f}",
        f"{100 * habits.awaiting / max(1, habits.cards):.2f} %",
        f"{100 * habits.wasted / max(1, habits.cards):.2f} %",
    )
