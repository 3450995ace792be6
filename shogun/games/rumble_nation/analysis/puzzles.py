"""Puzzles of Rumble Nation: the last turns before the war, with known dice, and cards to play or to keep."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import ceil
from random import Random

import numpy as np
from msgspec import Struct

from shogun.base.language import _, marked, ngettext
from shogun.base.random_streams import Streams
from shogun.game.questions import OneOf
from shogun.game.words import calling
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.analysis.win_chances import win_chances
from shogun.games.rumble_nation.opponents import solid
from shogun.games.rumble_nation.opponents.war_forecast import Forecast
from shogun.games.rumble_nation.rules.components import DICE
from shogun.games.rumble_nation.rules.state import (
    CarryOut,
    Choosing,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    State,
)
from shogun.games.rumble_nation.rules.turns import playable, ways
from shogun.games.rumble_nation.words import card_name, move_lines, pieces
from shogun.players.puzzles.proving import FixedCourse
from shogun.players.puzzles.puzzle import Answer, Bounds, CandidateAnswers, PuzzleStart, Renaming, Theme, Values
from shogun.table.session import UNLIMITED

VERSION = 1
"""Goes up when the same answer is judged otherwise."""
WAR, CARDS = "war", "cards"
THEMES = {
    WAR: Theme(marked("Win the war"), "lead", 1, to_end=True, goal=0.5),
    CARDS: Theme(marked("A card, and when"), "chance", 2048),
}
PLAYER = "solid"
"""Plays the games in which puzzles are sought: it answers the same every time."""
COUNTS = (3, 4, 2)
FEWEST_TURNS, MOST_TURNS = 2, 3
"""Own turns left in puzzles about winning the war."""
MOST_LINES = 2500
"""Most continuations to the end that are searched: with more, no puzzle begins."""
FEWEST_WAYS = 16
"""Fewest ways to carry out the cards, together, so that the solution can't be guessed."""
FINALISTS = 14
"""Ways of each card that are weighed: those with the best forecast."""


def is_start(start: PuzzleStart, theme: str) -> bool:
    """Return whether somebody begins a turn that is among their last, or in which there are many cards' ways."""
    state: State = start.state
    if not isinstance(state.stage, Choosing):
        return False
    cards = playable(state)
    if theme == WAR:
        left = state.players[start.seat].left
        return not cards and state.is_any_finished and FEWEST_TURNS * 2 - 1 <= left <= MOST_TURNS * 2
    return sum(sum(1 for _way in ways(state, card)) for card in cards) >= FEWEST_WAYS


def sought(start: PuzzleStart, theme: str, seed: str) -> CandidateAnswers | None:
    """Return the answers among which the best is, and what `solid` does."""
    if theme == WAR:
        return _Course(start).sought()
    answers = [(RollDice(),), *_best_ways(start)]
    chances = values(start, theme, answers, 1024, seed).mean(axis=1)
    order = sorted(range(len(answers)), key=lambda place: (-float(chances[place]), place))
    if not order[0]:
        return None  # to roll is guessed too easily
    return CandidateAnswers(tuple(answers[place] for place in order), _usual_card(start, seed))


def _best_ways(start: PuzzleStart) -> Iterator[Answer]:
    state: State = start.state
    forecast = Forecast(state, start.seat)
    for card in playable(state):
        options = list(ways(state, card))
        order = np.argsort(-forecast.values(options), kind="stable")
        yield from ((PlayCard(card), CarryOut(tuple(options[place]))) for place in order[:FINALISTS])


def _usual_card(start: PuzzleStart, seed: str) -> Answer:
    state, moves = start.state, list[Move]()
    while not moves or isinstance(moves[-1], PlayCard):
        question = _asked(state)
        moves.append(solid.choose(state, start.inside, question, Random(seed), UNLIMITED))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def _asked(state: State) -> OneOf[Move]:
    (question,) = rules.awaited(state)
    assert isinstance(question, OneOf), "a seat is asked"
    return question


def values(start: PuzzleStart, theme: str, answers: Sequence[Answer], playouts: int, seed: str) -> Values:
    """Return the results of answers: points ahead at the end, or the chance to win; shape (answers, n)."""
    if theme == WAR:
        course = _Course(start)
        return np.array([[course.worth(answer)] for answer in answers])
    rows = [_chances(start, answer, playouts, seed) for answer in answers]
    most = max(map(len, rows))
    return 100 * np.array([np.broadcast_to(row, most) if len(row) == 1 else row for row in rows])


def _chances(start: PuzzleStart, answer: Answer, playouts: int, seed: str) -> Values:
    state = start.state
    for move in answer:
        state = rules.play(state, start.seat, move).state
    chances = win_chances(state, start.inside, playouts, seed, ahead=False)
    assert chances is not None, "the game is set up"
    return np.asarray(chances[:, start.seat])


def is_whole(_start: PuzzleStart, _theme: str, moves: Answer) -> bool:
    """Return whether the dice are rolled, or a card is carried out."""
    return bool(moves) and isinstance(moves[-1], RollDice | CarryOut)


def is_alike(_start: PuzzleStart, theme: str, one: Answer, other: Answer) -> bool:
    """Return whether two answers have the same idea: the same first turn, or the same way of the same card."""
    return _first_turn(one) == _first_turn(other) if theme == WAR else one == other


def _first_turn(answer: Answer) -> Answer:
    """Return the moves of an answer up to its first deployment."""
    until = tuple(takewhile(lambda move: not isinstance(move, Deploy), answer))
    return answer[: len(until) + 1]


def sample(start: PuzzleStart, theme: str, rng: Random) -> Answer:
    """Return an answer by legal moves, drawn at random."""
    if theme == WAR:
        return _Course(start).drawn(rng)
    state, moves = start.state, list[Move]()
    while not is_whole(start, theme, tuple(moves)):
        moves.append(_asked(state).sample(rng))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def task(start: PuzzleStart, theme: str, bounds: Bounds) -> list[str]:
    """Return the task in words, and what is given."""
    if theme == CARDS:
        asked = _("Roll the dice or play a card, so that your chance to win is at least {n} %.")
        number = THEMES[CARDS].playouts
        judged = ngettext(
            "Your answer is tested in {n} simulated game.",
            "Your answer is tested in {n} simulated games.",
            number,
        )
        return [asked.format(n=ceil(bounds[0])), judged.format(n=number)]
    lead = _lead_for_three(bounds)
    asked = ngettext(
        "Win the war; a lead of {n} point earns three stars.",
        "Win the war; a lead of {n} points earns three stars.",
        lead,
    )
    return [
        asked.format(n=lead),
        _("Your rolls are known; in parentheses the result of rolling again:"),
        *_rolls(start),
        _("The others play at Samurai strength."),
    ]


def _lead_for_three(bounds: Bounds) -> int:
    """Return by how many points the war is won with three stars: half a point of a value breaks ties."""
    return ceil(bounds[2] - 0.5)


def title(start: PuzzleStart, theme: str, bounds: Bounds) -> str:
    """Return the subject of a puzzle: against how many, and by how many points."""
    if theme == CARDS:
        return _("Roll the dice, or play a card?")
    lead, rivals = _lead_for_three(bounds), start.state.setup.seats - 1
    if rivals == 1:
        text = ngettext("Win the duel by {n} point", "Win the duel by {n} points", lead)
    elif rivals == 2:
        text = ngettext("Beat two rivals by {n} point", "Beat two rivals by {n} points", lead)
    else:
        text = ngettext("Beat three rivals by {n} point", "Beat three rivals by {n} points", lead)
    return text.format(n=lead)


def _rolls(start: PuzzleStart) -> list[str]:
    """Return the own dice of the next turns."""
    state: State = start.state
    streams = Streams(start.header.seed)
    keys = [f"round{state.round + later}/seat{start.seat}" for later in range(MOST_TURNS + 1)]
    dice = [[_dice(streams, f"{key}/roll{number}") for number in (1, 2)] for key in keys]
    return [_("{dice} ({other})").format(dice=first, other=second) for first, second in dice]


def _dice(streams: Streams, key: str) -> str:
    rng = streams.stream(key)
    return "-".join(str(1 + int(rng.random() * 6)) for _die in range(DICE))


def relatives(_seats: int, _theme: str) -> int:
    """Return 1: the dice named by a task are keyed by the seat."""
    return 1


def renamed(setup: rules.Setup, _theme: str, _number: int) -> Renaming:
    """Return the position unchanged."""
    return Renaming(setup, tuple(range(setup.seats)), {})


def told(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return an answer in words."""
    if theme == WAR:
        return ", ".join(filter(None, map(_turn, answer)))
    with calling([seat.name for seat in start.header.seats]):
        first, *_more = move_lines(answer[0])
        ways_told = "; ".join(move_lines(answer[-1])) if len(answer) > 1 else ""
    return f"{first} ({ways_told})" if ways_told else first


def outcome(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return how the war ends, or that a card was kept."""
    if theme == CARDS:
        return _("You roll the dice and keep your cards for later.") if answer[0] == RollDice() else ""
    result = rules.result(_Course(start).played(answer)[1])
    assert result is not None, "it was played to the end"
    points = list(result.points)
    own = points.pop(start.seat)
    return _("Points at the end: {own} for you, {other} for your best rival.").format(own=own, other=max(points))


def hint(_start: PuzzleStart, theme: str, best: Answer) -> str:
    """Return the card, or the first turn as far as its first deployment."""
    first = best[0]
    if theme == CARDS:
        if isinstance(first, PlayCard):
            return _("Play this card: {card}.").format(card=card_name(first.card))
        return _("Not every card has to be played at once.")
    turn = next(move for move in best if isinstance(move, RollAgain | Deploy))
    if isinstance(turn, RollAgain):
        return _("Start by rolling again.")
    text = pieces(turn.soldiers, daimyo=turn.daimyo)
    return _("Start by sending {pieces} to {area}.").format(pieces=text, area=turn.area)


def _turn(move: Move) -> str:
    match move:
        case RollAgain():
            return _("roll again")
        case Deploy():
            text = pieces(move.soldiers, daimyo=move.daimyo)
            return _("{pieces} to {area}").format(pieces=text, area=move.area)
    return ""


class _Course(FixedCourse):
    """The last turns, with the puzzle's own dice, while all others play as solid players."""

    def __init__(self, start: PuzzleStart) -> None:
        super().__init__(rules, start, solid.choose)
        self._lines = 0

    def sought(self) -> CandidateAnswers | None:
        """Return all continuations, the best first; None if there are too many."""
        self._lines = 0
        lines = list(self._ways(self.start.state, ()))
        if self._lines > MOST_LINES:
            return None
        lines.sort(key=lambda line: -line.value)
        return CandidateAnswers(tuple(line.answer for line in lines), self.played(())[0])

    def _ways(self, state: State, before: Answer) -> Iterator["_Way"]:
        if self._lines > MOST_LINES:
            return
        state, asked = self.to_own(state)
        if asked is None:
            self._lines += 1
            yield _Way(before, self.value(state))
            return
        for move in asked.moves:
            yield from self._ways(rules.play(state, self.seat, move).state, (*before, move))


class _Way(Struct, frozen=True):
    """A way to the end of the game, and what it comes to."""

    answer: Answer
    value: float
