"""The draft by search (2.4, 2.5): a card or a group is chosen for the first spring to which it leads.

After each answer the draft is completed many times in thought: the deck is dealt again, in the same order for all
answers, and every seat drafts on as a planner does. The board's evaluator tells the chance to win from each spring.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from random import Random
from typing import NamedTuple, Protocol, Self

import numpy as np
from msgspec import Struct

from shogun.games.shogun.opponents.evaluation.evaluators import softmax
from shogun.games.shogun.opponents.evaluation.features import Floats
from shogun.games.shogun.opponents.evaluation.position_arrays import EVENT_NAMES, Positions
from shogun.games.shogun.opponents.planning.planner import OWN_NEARBY, SITE, STRANGERS_NEARBY
from shogun.games.shogun.opponents.rollouts.fast_board import NOBODY, fast_board
from shogun.games.shogun.opponents.search.playout_search import Candidate
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.position_checks import EVENTS_A_YEAR
from shogun.games.shogun.rules.questions import Choice, DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.games.shogun.rules.setup import START_ARMIES, START_PEASANTS
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.views import View
from shogun.tower.quick_model import OutcomeModel


class Answer(NamedTuple):
    """An answer to a question of the draft, and the size of the group that is placed on the card it takes."""

    move: Move
    group: int | None = None
    """None: as large as a planner's would be."""


class Scores(Protocol):
    """Whatever scores positions, as a `FittedEvaluator` does."""

    def scores(self, positions: Positions, /) -> Floats:
        """Return each seat's score, shape (n, seats); chances to win are their softmax."""


class DraftSearch(Struct, frozen=True):
    """A search for answers in the draft."""

    evaluator: Scores
    model: OutcomeModel
    """The model of the start throw."""
    completions: int
    """Completed drafts for each answer."""

    def consider(self, view: View, question: Choice, rng: Random) -> list[Candidate]:
        """Return the answers to a question, each with the chances to win after its completed drafts.

        A face-up card has the chances of the group that suits it best.
        """
        lots = [Random(rng.getrandbits(64)) for _completion in range(self.completions)]
        drafts = [QuickDraft(deal(view, lot)) for lot in lots]
        springs = [_Spring.drawn(view, self.model, lot) for lot in lots]
        answers = [answer for move in question.moves for answer in _answers(view, question, move)]
        completed = [draft.completed(question, answer) for answer in answers for draft in drafts]
        scores = self.evaluator.scores(_positions(view, completed, springs))
        chances = [round(float(chance), 9) for chance in softmax(scores)[:, question.seat]]
        best: dict[Move, Candidate] = {}
        for place, answer in enumerate(answers):
            candidate = Candidate(answer.move, chances[place * len(lots) : (place + 1) * len(lots)])
            if answer.move not in best or candidate.mean > best[answer.move].mean:
                best[answer.move] = candidate
        return list(best.values())


def _answers(view: View, question: Choice, move: Move) -> Iterator[Answer]:
    if isinstance(move, TakeCard):
        yield from (Answer(move, size) for size in sorted(set(view.groups[question.seat])))
    else:
        yield Answer(move, move.armies if isinstance(move, PlaceGroup) else None)


class QuickDraft:
    """A draft in plain numbers that all seats complete as planners do; provinces are their places on the board.

    Twins: the draft in `rules.setup`, and a planner's choices in `planning.planner`.
    """

    __slots__ = ("armies", "borders", "deck", "ground", "groups", "market", "owner", "seen", "unowned", "yields")

    def __init__(self, state: State) -> None:
        """Look at a state in the draft, with the deck in its order."""
        self.ground = fast_board(state.setup.side, state.setup.seats)
        places, provinces = self.ground.index, [state.provinces[name] for name in self.ground.names]
        self.owner = [NOBODY if province.owner is None else province.owner for province in provinces]
        self.armies = [province.armies for province in provinces]
        self.groups = [sorted(groups) for groups in state.groups]
        self.market = [places[name] for name in state.market]
        self.deck = [places[name] for name in reversed(state.deck)]
        """The top last."""
        self.seen = [{places[name] for name in names} for names in state.last_seen]
        """The face-up cards from which each seat last chose (2.5)."""
        self.unowned = self.owner.count(NOBODY)
        self.yields = fsum(self._yield(place) for place, owner in enumerate(self.owner) if owner == NOBODY)
        """Total yield and sites of the unowned provinces, weighted as a planner weights them."""
        self.borders = [0] * len(self.groups)
        """Borders between each seat's provinces and those without an owner."""
        for place, owner in enumerate(self.owner):
            if owner != NOBODY:
                self.borders[owner] += self._nearby(place, NOBODY)

    def copy(self) -> Self:
        """Return a draft that goes on by itself."""
        new = object.__new__(type(self))
        new.ground, new.owner, new.armies = self.ground, self.owner.copy(), self.armies.copy()
        new.groups, new.market, new.deck = [groups.copy() for groups in self.groups], self.market.copy(), [*self.deck]
        new.seen, new.unowned, new.yields, new.borders = [*self.seen], self.unowned, self.yields, self.borders.copy()
        return new

    def completed(self, question: Choice, answer: Answer) -> Self:
        """Return the draft after an answer and all that follows it, up to the last group."""
        draft, seat = self.copy(), question.seat
        match answer.move:
            case TakeCard(province):
                draft._place(seat, draft._take(seat, draft.ground.index[province]), answer.group)
            case DrawCard():
                draft._place(seat, draft._draw(seat))
            case ExchangeCards():
                draft._exchange()
                draft._take_turn(seat, may_exchange=False)
            case _:
                assert question.subject is not None
                draft._place(seat, draft.ground.index[question.subject], answer.group)
        while any(draft.groups):
            seat = (seat + 1) % len(draft.groups)
            draft._take_turn(seat, may_exchange=True)
        return draft

    def _take_turn(self, seat: int, *, may_exchange: bool) -> None:
        """Take the better face-up card if it is no worse than the average of all that are left."""
        best = max(self.market, key=lambda place: (self._site(seat, place), self.ground.names[place]))
        others = sum(self.borders) - self.borders[seat]
        worth = self.yields + OWN_NEARBY * self.borders[seat] - STRANGERS_NEARBY * others
        if self._site(seat, best) >= worth / self.unowned:
            self._place(seat, self._take(seat, best))
        elif may_exchange and set(self.market) == self.seen[seat]:
            self._exchange()
            self._take_turn(seat, may_exchange=False)
        else:
            self._place(seat, self._draw(seat))

    def _take(self, seat: int, place: int) -> int:
        self.seen[seat] = set(self.market)
        self.market[self.market.index(place)] = self.deck.pop()
        return place

    def _draw(self, seat: int) -> int:
        self.seen[seat] = set(self.market)
        return self.deck.pop()

    def _exchange(self) -> None:
        self.deck = [*self.market, *self.deck]
        self.market = [self.deck.pop(), self.deck.pop()]

    def _place(self, seat: int, place: int, group: int | None = None) -> None:
        """Place a group; a planner's is the larger the more others are near."""
        groups, near = self.groups[seat], self.ground.neighbours[place]
        if group is None:
            strangers = sum([self.owner[other] not in (NOBODY, seat) for other in near])
            sizes = sorted(set(groups))
            group = sizes[min(len(sizes) - 1, strangers)]
        groups.remove(group)
        self.unowned -= 1
        self.yields -= self._yield(place)
        for other in near:
            owner = self.owner[other]
            if owner == NOBODY:
                self.borders[seat] += 1
            else:
                self.borders[owner] -= 1
        self.owner[place], self.armies[place] = seat, group

    def _yield(self, place: int) -> float:
        return self.ground.tax[place] + self.ground.rice[place] + SITE * self.ground.sites[place]

    def _site(self, seat: int, place: int) -> float:
        """Return the worth of a province in the draft."""
        own = self._nearby(place, seat)
        strangers = len(self.ground.neighbours[place]) - own - self._nearby(place, NOBODY)
        return self._yield(place) + OWN_NEARBY * own - STRANGERS_NEARBY * strangers

    def _nearby(self, place: int, owner: int) -> int:
        return sum([self.owner[other] == owner for other in self.ground.neighbours[place]])


# Springs: all that the draft doesn't decide


class _Spring(NamedTuple):
    """The random events between the draft and the first spring."""

    tower: list[int]
    """Cubes that the start throw leaves in the tower, of each seat, then of the peasants (2.9)."""
    events: list[bool]
    """True for each face-up event of `EVENT_NAMES` (2.10)."""

    @classmethod
    def drawn(cls, view: View, model: OutcomeModel, lot: Random) -> Self:
        """Draw them at random."""
        thrown = dict.fromkeys(view.setup.colours[: view.setup.seats], START_ARMIES) | {PEASANT: START_PEASANTS}
        out = model.drop({}, thrown, lot.getrandbits(32), Random(0))
        events = lot.sample(EVENT_NAMES, EVENTS_A_YEAR)
        return cls(
            [count - out.get(colour, 0) for colour, count in thrown.items()], [name in events for name in EVENT_NAMES]
        )


def _positions(view: View, drafts: Sequence[QuickDraft], springs: Sequence[_Spring]) -> Positions:
    """Return the first springs after these drafts; springs repeat in their order."""
    seats, times = view.setup.seats, len(drafts) // len(springs)
    owner = np.array([draft.owner for draft in drafts], dtype=np.int8)
    tower = np.array([spring.tower for spring in springs] * times, dtype=np.int8)
    nothing = np.zeros_like(owner)
    goods = np.zeros((len(drafts), seats, 4), dtype=np.int8)
    goods[:, :, 0] = [player.chests for player in view.players]
    goods[:, :, 1] = [
        player.reserve - sum(groups) for player, groups in zip(view.players, view.groups, strict=True)
    ] - tower[:, :seats]
    goods[:, :, 3] = [player.points for player in view.players]
    return Positions(
        side=view.setup.side,
        seats=seats,
        period=np.zeros(len(drafts), dtype=np.int8),
        owner=owner,
        armies=np.array([draft.armies for draft in drafts], dtype=np.int8),
        markers=nothing,
        built=nothing,
        goods=goods,
        tower=tower,
        events=np.array([spring.events for spring in springs] * times, dtype=np.int8),
    )
