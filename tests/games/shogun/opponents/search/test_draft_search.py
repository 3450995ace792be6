"""The draft by search: its quick twin of the rules, and the choices that come of it."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from shogun.game.questions import Draw, Drawn, Shuffle
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.evaluators import evaluator_for
from shogun.games.shogun.opponents.evaluation.features import Floats
from shogun.games.shogun.opponents.evaluation.position_arrays import Positions
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.opponents.rollouts.fast_board import fast_board
from shogun.games.shogun.opponents.search.draft_search import Answer, DraftSearch, QuickDraft, Scores
from shogun.games.shogun.opponents.search.master import EFFORT, Master
from shogun.games.shogun.opponents.search.playout_search import Candidate
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.cards import ARMIES, Side
from shogun.games.shogun.rules.questions import Choice, DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.games.shogun.rules.setup import GROUPS
from shogun.games.shogun.rules.state import Drafting, FillingTower, Grouping, Setup, State
from shogun.table.session import Budget
from shogun.tower.quick_model import FIXED


def drafted(state: State, rng: Random | None, steps: int = 1000) -> State:
    """Return a state in which planners have drafted on; without `rng` cards go under the deck in their order."""
    while steps and not isinstance(state.stage, FillingTower):
        question = rules.awaited(state)[0]
        match question:
            case Shuffle() if rng is None:
                answer: Move | Drawn = Drawn(state.market)
            case Shuffle():
                assert rng is not None
                answer = Drawn(tuple(rng.sample(question.items, len(question.items))))
            case Draw():
                assert rng is not None
                answer = Drawn(tuple(rng.sample(question.items, 1)))
            case _:
                answer = planned(state)
        steps -= isinstance(state.stage, Drafting | Grouping)
        state = rules.play(state, getattr(question, "seat", None), answer).state
    return state


def planned(state: State) -> Move:
    """Return a planner's answer."""
    question = asked(state)
    return Planner(VALUES).choose(rules.view(state, question.seat), question, Random(0))


def asked(state: State) -> Choice:
    """Return the question of the draft that a state awaits."""
    question = rules.awaited(state)[0]
    assert isinstance(question, Choice)
    return question


def beginning(seats: int = 4, side: Side = "sun", *, seed: int = 1, steps: int = 0) -> State:
    """Return a draft after `steps` answers."""
    rng = Random(seed)
    state = drafted(rules.new(Setup(seats=seats, side=side, line_up="draft")), rng, steps)
    while not isinstance(state.stage, Drafting | Grouping):  # the first seat and the deck
        question = rules.awaited(state)[0]
        assert isinstance(question, Shuffle | Draw)
        drawn = Drawn(
            tuple(rng.sample(question.items, question.count if isinstance(question, Draw) else len(question.items)))
        )
        state = rules.play(state, None, drawn).state
    return state


@pytest.mark.parametrize("side", ["sun", "moon"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_draft_ends_as_planners_end_it_by_the_rules(seats: int, side: Side) -> None:
    """From many moments on, with the deck in the same order."""
    for seed in range(12):
        state = beginning(seats, side, seed=seed, steps=Random(seed).randrange(3, 40))
        if isinstance(state.stage, FillingTower):
            continue
        move = planned(state)
        quick = QuickDraft(state).completed(
            asked(state), Answer(move, move.armies if isinstance(move, PlaceGroup) else None)
        )
        slow = drafted(state, None)
        provinces = [slow.provinces[name] for name in quick.ground.names]
        assert quick.owner == [-1 if province.owner is None else province.owner for province in provinces]
        assert quick.armies == [province.armies for province in provinces]


def considered(state: State, completions: int, evaluator: Scores | None = None) -> list[Candidate]:
    """Return the answers that a master considers, with their chances."""
    question = asked(state)
    view = rules.view(state, question.seat)
    evaluator = evaluator or evaluator_for(view.setup.side, view.setup.seats)
    return DraftSearch(evaluator, FIXED, completions).consider(view, question, Random(3))


class ArmiesIn(Struct, frozen=True):
    """An evaluator for which only the armies in one province count."""

    place: int

    def scores(self, positions: Positions) -> Floats:
        """Return the armies of each seat in the province."""
        holds = positions.owner[:, self.place, None] == np.arange(positions.seats)
        return np.asarray(holds * positions.armies[:, self.place, None], dtype=np.float32)


def test_every_answer_has_its_chances_and_the_same_lots_give_the_same() -> None:
    state = beginning()
    tried = considered(state, 10)
    assert [candidate.move for candidate in tried] == list(asked(state).moves)
    assert {len(candidate.results) for candidate in tried} == {10}
    assert all(0 < chance < 1 for candidate in tried for chance in candidate.results)
    assert tried == considered(state, 10)


def test_an_exchange_is_weighed_too() -> None:
    states = (beginning(3, seed=seed, steps=20 + seed % 8) for seed in range(200))
    state = next(
        state for state in states if isinstance(state.stage, Drafting) and ExchangeCards() in asked(state).moves
    )
    assert {type(candidate.move) for candidate in considered(state, 6)} == {TakeCard, DrawCard, ExchangeCards}


def test_the_card_and_the_group_are_those_that_lead_to_what_counts() -> None:
    """The search takes the face-up card that counts, and places the largest group on it."""
    state = beginning()
    for name in state.market:
        evaluator = ArmiesIn(fast_board("sun", 4).index[name])
        best = max(considered(state, 12, evaluator), key=lambda candidate: candidate.mean)
        assert best.move == TakeCard(name)
        taken = rules.play(state, asked(state).seat, best.move).state
        groups = {candidate.move: candidate.mean for candidate in considered(taken, 12, evaluator)}
        assert max(groups, key=groups.__getitem__) == PlaceGroup(5)
        assert best.mean == pytest.approx(groups[PlaceGroup(5)])


def test_the_springs_are_complete() -> None:
    """All groups stand on the board, and no cube is lost."""
    seen: list[Positions] = []

    class Watching:
        def scores(self, positions: Positions) -> Floats:
            seen.append(positions)
            return np.zeros(positions.goods.shape[:2], dtype=np.float32)

    considered(beginning(5, steps=7), 6, Watching())
    (positions,) = seen
    for seat in range(5):
        on_board = np.where(positions.owner == seat, positions.armies, 0).sum(axis=1)
        assert set(on_board) == {sum(GROUPS[5])}
        assert set(on_board + positions.goods[:, seat, 1] + positions.tower[:, seat]) == {ARMIES}
    assert set(positions.events.sum(axis=1)) == {4}


@pytest.mark.parametrize("strategist", [Strategist(), Master()])
def test_strategists_and_masters_draft_by_it(strategist: Strategist) -> None:
    """With 0 completions they take what a planner takes, and somewhere in a draft they differ."""
    plain = replace(strategist, effort=replace(strategist.effort, completions=0))
    differ = 0
    for seed in range(8):
        state = beginning(seed=seed, steps=9)
        question = asked(state)
        view = rules.view(state, question.seat)
        assert plain.choose(view, question, Random(1), Budget()) == planned(state)
        differ += strategist.choose(view, question, Random(1), Budget()) != planned(state)
    assert differ


def test_a_small_budget_completes_fewer_drafts() -> None:
    state = beginning()
    question = asked(state)
    view = rules.view(state, question.seat)
    for part, completions in ((1, 48), (4, 48), (8, 24), (400, 1)):
        tried = Master().consider(view, question, Random(1), Budget(EFFORT.plan_playouts // part))
        assert {len(candidate.results) for candidate in tried} == {completions}


def test_a_master_judges_drafts_by_its_own_evaluators(tmp_path: Path) -> None:
    state = beginning()
    view = rules.view(state, asked(state).seat)
    with pytest.raises(FileNotFoundError):
        Master(judges=tmp_path).consider(view, asked(state), Random(1), Budget())
