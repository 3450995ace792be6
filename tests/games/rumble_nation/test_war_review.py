"""What is told to have decided a war: held against the wars of random games."""

from random import Random

from msgspec.structs import replace

from shogun.games.rumble_nation.analysis.hint import points_of
from shogun.games.rumble_nation.analysis.review import decided_by, leader, margin, own_strengths, turning_point
from shogun.games.rumble_nation.rules.state import AreaResolved, Over, Setup, State
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen.play.words import decision_text, turning_text
from tests.games.rumble_nation import build

NAMES = ["Ania", "Bartek", "Celina"]


def ended(seed: int, seats: int = 3) -> State:
    """Return how a game of random moves ends."""
    *_rest, (_state, _question, _answer, step) = build.steps(Setup(seats, advanced=True, first_seat=0), Random(seed))
    assert isinstance(step.state.stage, Over)
    return step.state


def test_the_turning_point_is_the_last_area_before_which_the_winner_did_not_lead() -> None:
    seen = set()
    for seed in range(25):
        state = ended(seed)
        war = tuple(fight(state))
        turned = turning_point(state, war)
        assert turned is not None
        at, winner = (
            war.index(turned),
            max(range(3), key=lambda seat: (state.players[seat].points, katana(state, seat))),
        )
        for number in range(len(war) + 1):
            points = points_of(war[:number], 3)
            leads = max(range(3), key=lambda seat: (points[seat], katana(state, seat)))
            if number == at:
                assert leads != winner or not any(points)
            elif number > at:
                assert leads == winner == leader(state, war[:number])
        seen.add(at)
        told = turning_text(state, war, NAMES)
        assert NAMES[winner] in told and (turned.area in told or told.endswith("from the first castle to the last."))
    assert len(seen) > 5


def katana(state: State, seat: int) -> int:
    return state.players[seat].katana or 0


def test_an_area_is_decided_by_support_where_without_it_somebody_else_had_won() -> None:
    seen: dict[str, int] = {}
    for seed in range(25):
        state = ended(seed)
        for outcome in fight(state):
            decision = decided_by(state, outcome)
            seen[decision] = seen.get(decision, 0) + 1
            own = own_strengths(state, outcome)
            present = [seat for seat in range(3) if own[seat]]
            assert all(outcome.strengths[seat] >= own[seat] for seat in range(3))
            best = max(present, key=lambda seat: (own[seat], katana(state, seat)), default=None)
            if decision == "support":
                assert best != outcome.winner and not outcome.is_tie
            elif decision == "pieces":
                assert best == outcome.winner and len(present) > 1 and margin(outcome) > 0
            elif decision == "katana":
                assert margin(outcome) == 0
            else:
                assert len(present) == (decision == "alone")
    assert seen.keys() >= {"alone", "katana", "support", "pieces"}


def test_what_decided_an_area_is_said_in_a_sentence() -> None:
    state = build.with_katana(build.position({"Kyo": (3, 4, 0), "Oko": (0, 0, 1)}, 3), 3, 2, 1)
    won = AreaResolved("Kyo", 4, (5, 4, 0), winner=0, second=1, small=2, supported=(), support=2)
    assert decision_text(state, won, NAMES) == "Without support Ania wouldn't have won it."
    assert decision_text(state, replace(won, strengths=(4, 4, 0)), NAMES).startswith("Tied: Ania has")
    alone = AreaResolved("Oko", 5, (0, 0, 1), winner=2, second=None, small=None, supported=(), support=2)
    assert decision_text(state, alone, NAMES) == "Nobody else was here."
    assert decision_text(state, replace(alone, strengths=(0, 0, 0), winner=None), NAMES) == ""
