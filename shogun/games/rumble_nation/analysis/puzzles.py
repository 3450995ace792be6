"""Puzzles of Rumble Nation: the last turns before the war, with known dice, and cards to play or to keep."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile
from math import ceil
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, marked, ngettext, shown
from shogun.base.random_streams import Streams
from shogun.game.questions import OneOf
from shogun.game.words import calling
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.analysis.win_chances import SHARE, outlook
from shogun.games.rumble_nation.opponents import solid, strong
from shogun.games.rumble_nation.opponents.rollouts import Field
from shogun.games.rumble_nation.opponents.war_forecast import Forecast, Lineup
from shogun.games.rumble_nation.rules.components import DICE, NEIGHBOURS
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
from shogun.players.puzzles.proving import LEAD, Chooser, FixedCourse
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
from shogun.players.puzzles.verdict import REACHED
from shogun.table.session import UNLIMITED, Seat

VERSION = 1
"""Goes up when the same answer is judged otherwise."""
WAR, TAKE, DENY, CARDS = "war", "take", "deny", "cards"
THEMES = {
    WAR: Theme(marked("Win the war"), "lead", 1, to_end=True, goal=0.5, worlds=("dice", "rivals")),
    TAKE: Theme(marked("Take a castle"), "goal", 1, to_end=True, worlds=("dice", "rivals")),
    DENY: Theme(marked("Few points for rivals"), "goal", 1, to_end=True, worlds=("dice", "rivals")),
    CARDS: Theme(marked("A card, and when"), "chance", 2048),
}
COURSES = (WAR, TAKE, DENY)
"""Themes in which the seat plays to the end with known dice."""
PLAYER = "solid"
"""Plays the games in which puzzles are sought: it answers the same every time."""
SOLVERS = {"beginner": 1, "strong": 1, "master": 500}
"""Opponents that try each puzzle, and their playouts."""
COUNTS = (3, 4, 2)
FEWEST_TURNS, MOST_TURNS = 2, 3
"""Own turns left in puzzles about winning the war."""
MOST_LINES = 1000
"""Most continuations to the end that are searched: with more, no puzzle begins."""
FEWEST_WAYS = 16
"""Fewest ways to carry out the cards, together, so that the solution can't be guessed."""
FINALISTS = 14
"""Ways of each card that are weighed: those with the best forecast."""
DEARER = 2
"""Divisor of the playouts against strong players, who think longer."""
SOLID_GAMES = 100
"""Games that solid players play to the end after a card."""
LONGEST_NUMBER = 3
"""Digits of a number of points."""
_AIMED = (TAKE, DENY)
"""Themes about a castle, or a number of points."""


def is_start(start: PuzzleStart, theme: str) -> bool:
    """Return whether somebody begins a turn that is among their last, or in which there are many cards' ways."""
    state: State = start.state
    if not isinstance(state.stage, Choosing):
        return False
    cards = playable(state)
    if theme in COURSES:
        left = state.players[start.seat].left
        return not cards and state.is_any_finished and FEWEST_TURNS * 2 - 1 <= left <= MOST_TURNS * 2
    return sum(sum(1 for _way in ways(state, card)) for card in cards) >= FEWEST_WAYS


def sought(start: PuzzleStart, theme: str, seed: str) -> CandidateAnswers | None:
    """Return the answers among which the best is, and what `solid` does."""
    if theme in COURSES:
        return _Course(start, theme).sought()
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
    if theme in COURSES:
        course = _Course(start, theme)
        return np.array([[course.worth(answer)] for answer in answers])
    rows = [_chances(start, answer, playouts, seed) for answer in answers]
    most = max(map(len, rows))
    return 100 * np.array([np.broadcast_to(row, most) if len(row) == 1 else row for row in rows])


def values_in(trial: WorldTrial, start: PuzzleStart, theme: str, answers: Sequence[Answer]) -> Values:
    """Return the results of answers with others' dice or cards drawn again, and maybe against strong players.

    Where the course is known, an answer is worth as much as the best one that begins with the same turn.
    """
    world, playouts, seed = trial.world, trial.playouts, trial.seed
    if theme in COURSES:
        rivals = strong.choose if world == "rivals" else solid.choose
        count = playouts // DEARER if world == "rivals" else playouts
        courses = [_Course(start, theme, rivals, f"{seed}/{number}") for number in range(count)]
        best = [course.best_of_turns({_first_turn(answer) for answer in answers}) for course in courses]
        return np.array([[by_turn[_first_turn(answer)] for by_turn in best] for answer in answers])
    if world == "luck":
        return values(start, theme, answers, playouts, seed)
    rows = [_played_solidly(start, answer, seed) for answer in answers]
    return np.array(rows)


def _played_solidly(start: PuzzleStart, answer: Answer, seed: str) -> list[float]:
    """Return victories in games that are played to the end by solid players."""
    ends = [_Course(start, CARDS, luck=f"{seed}/{number}", shows_dice=False) for number in range(SOLID_GAMES)]
    return [course.worth(answer) for course in ends]


def _chances(start: PuzzleStart, answer: Answer, playouts: int, seed: str) -> Values:
    readings = outlook(_after(start, answer), playouts, seed)
    assert readings is not None, "the game is set up"
    return np.asarray(readings[:, start.seat, SHARE])


def is_whole(_start: PuzzleStart, _theme: str, moves: Answer) -> bool:
    """Return whether the dice are rolled, or a card is carried out."""
    return bool(moves) and isinstance(moves[-1], RollDice | CarryOut)


def is_alike(_start: PuzzleStart, theme: str, one: Answer, other: Answer) -> bool:
    """Return whether two answers have the same idea: the same first turn, or the same way of the same card."""
    return _first_turn(one) == _first_turn(other) if theme in COURSES else one == other


def _first_turn(answer: Answer) -> Answer:
    """Return the moves of an answer up to its first deployment."""
    until = tuple(takewhile(lambda move: not isinstance(move, Deploy), answer))
    return answer[: len(until) + 1]


def sample(start: PuzzleStart, theme: str, rng: Random) -> Answer:
    """Return an answer by legal moves, drawn at random."""
    if theme in COURSES:
        return _Course(start, theme).drawn(rng)
    state, moves = start.state, list[Move]()
    while not is_whole(start, theme, tuple(moves)):
        moves.append(_asked(state).sample(rng))
        state = rules.play(state, start.seat, moves[-1]).state
    return tuple(moves)


def plain_answers(start: PuzzleStart, theme: str) -> Mapping[RuleOfThumb, Sequence[Answer]]:
    """Return the answers of those who send most pieces, take the first area, or would win most if it ended now.

    For a castle, most pieces also go there, or beside it.

    With cards: the first way of each, all cards for the most points now, and to roll.
    """
    if theme in COURSES:
        course = _Course(start, theme)
        strongest: list[Chooser] = [_most_pieces, *([partial(_to_area, area=start.aim)] if theme == TAKE else [])]
        return {
            "strongest": [course.led(chooser)[0] for chooser in strongest],
            "site": [course.led(lambda _state, asked: _splits(asked)[0])[0]],
            "points": [course.led(partial(_most_points, seat=start.seat))[0]],
        }
    each: list[Answer] = [
        (PlayCard(card), CarryOut(tuple(way))) for card in playable(start.state) for way in ways(start.state, card)
    ]
    by_card = {answer[0]: answer for answer in reversed(each)}
    now = max(each, key=lambda answer: _lead_now(_after(start, answer), start.seat))
    return {"site": list(by_card.values()), "points": [now], "strongest": [(RollDice(),)]}


def _after(start: PuzzleStart, answer: Answer) -> State:
    state: State = start.state
    for move in answer:
        state = rules.play(state, start.seat, move).state
    return state


def _splits(asked: OneOf[Move]) -> list[Move]:
    """Return the deployments among some moves; all moves if there are none."""
    return [move for move in asked.moves if isinstance(move, Deploy)] or list(asked.moves)


def _most_pieces(state: State, asked: OneOf[Move]) -> Move:
    """Return the deployment of most pieces, in the area with the largest castle."""

    def size(move: Move) -> tuple[int, int]:
        return (move.soldiers + 2 * move.daimyo, state.castles[move.area]) if isinstance(move, Deploy) else (0, 0)

    return max(_splits(asked), key=size)


def _to_area(state: State, asked: OneOf[Move], area: str) -> Move:
    """Return the deployment of most pieces in an area, else another roll, else most pieces beside it."""
    there = [move for move in asked.moves if isinstance(move, Deploy) and move.area == area]
    beside = [move for move in asked.moves if isinstance(move, Deploy) and move.area in NEIGHBOURS[area]]
    if there or RollAgain() not in asked.moves:
        several = there or beside or _splits(asked)
        return _most_pieces(state, replace(asked, moves=tuple(several)))
    return RollAgain()


def _most_points(state: State, asked: OneOf[Move], seat: int) -> Move:
    """Return the deployment with the largest lead if the war took place now."""
    return max(_splits(asked), key=lambda move: _lead_now(rules.play(state, seat, move).state, seat))


def _lead_now(state: State, seat: int) -> int:
    """Return a seat's lead in points if the war took place now."""
    lineup = Lineup(state)
    strengths = np.array(lineup.strengths, dtype=np.int32)[..., None]
    points = Field(state).war(strengths, np.array(lineup.katana, dtype=np.int32)[:, None])[:, 0].tolist()
    own = points.pop(seat)
    return int(own - max(points))


def task(start: PuzzleStart, theme: str, bounds: Bounds) -> list[str]:
    """Return the task in words, and what is given. Raises LookupError if it is about nothing that there is."""
    if (theme == TAKE and start.aim not in start.state.castles) or (theme == DENY and not is_number(start.aim)):
        raise LookupError(_("no such task is about {aim}").format(aim=shown(start.aim)))
    if theme == CARDS:
        asked = _("Roll the dice or play a card, so that your chance to win is at least {n} %.")
        number = THEMES[CARDS].playouts
        judged = ngettext(
            "Your answer is tested in {n} simulated game.",
            "Your answer is tested in {n} simulated games.",
            number,
        )
        return [asked.format(n=ceil(bounds[0])), judged.format(n=number)]
    return [
        _asked_to_win(start, theme),
        _("Your rolls are known; in parentheses the result of rolling again:"),
        *_rolls(start),
        _("Everybody else plays at Samurai strength."),
    ]


def _asked_to_win(start: PuzzleStart, theme: str) -> str:
    if theme == TAKE:
        return _("Take the castle in {area} in the war.").format(area=start.aim)
    if theme == DENY:
        most = int(start.aim)
        text = ngettext(
            "Leave no rival with more than {n} point after the war.",
            "Leave no rival with more than {n} points after the war.",
            most,
        )
        return text.format(n=most)
    return _("Win the war by as many points as you can.")


def _lead_for_three(bounds: Bounds) -> int:
    """Return by how many points the war is won with three stars: half a point of a value breaks ties."""
    return ceil(bounds[2] - 0.5)


def title(start: PuzzleStart, theme: str, bounds: Bounds) -> str:
    """Return the subject of a puzzle: against how many, and by how many points."""
    if theme == CARDS:
        return _("Roll the dice, or play a card?")
    lead, rivals = _lead_for_three(bounds), start.state.setup.seats - 1
    if theme == TAKE:
        castle = start.state.castles.get(start.aim, 0)
        sentence = _("Take {area}, worth {castle} (round {n})")
        return sentence.format(area=start.aim, castle=castle, n=start.state.round)
    if theme == DENY:
        most = int(start.aim)
        return ngettext("Hold rivals to {n} point", "Hold rivals to {n} points", most).format(n=most)
    if rivals == 1:
        text = ngettext("Win the duel by {n} point", "Win the duel by {n} points", lead)
    elif rivals == 2:
        text = ngettext("Beat two rivals by {n} point", "Beat two rivals by {n} points", lead)
    else:
        text = ngettext("Beat three rivals by {n} point", "Beat three rivals by {n} points", lead)
    return text.format(n=lead)


def is_number(aim: str) -> bool:
    """Return whether an aim is a number of points."""
    return aim.isascii() and aim.isdigit() and len(aim) <= LONGEST_NUMBER


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
    if theme in COURSES:
        return ", ".join(filter(None, map(_turn, answer)))
    with calling([seat.name for seat in start.header.seats]):
        first, *_more = move_lines(answer[0])
        ways_told = "; ".join(move_lines(answer[-1])) if len(answer) > 1 else ""
    return f"{first} ({ways_told})" if ways_told else first


def outcome(start: PuzzleStart, theme: str, answer: Answer) -> str:
    """Return how the war ends, how strong the seats are at a castle that is asked for, or that a card was kept."""
    if theme == CARDS:
        return _("You roll the dice and keep your cards for later.") if answer[0] == RollDice() else ""
    end = _Course(start, theme).played(answer)[1]
    if theme == TAKE:
        lineup = Lineup(end)
        strengths = lineup.strengths[lineup.place[start.aim]]
        own = strengths.pop(start.seat)
        sentence = _("Strength in {area} without support: yours {own}, the strongest rival's {other}.")
        return sentence.format(area=start.aim, own=own, other=max(strengths))
    result = rules.result(end)
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
    """The last turns, with the puzzle's own dice, while all others play as solid players, or as other ones."""

    def __init__(
        self, start: PuzzleStart, theme: str, others: Seat = solid.choose, luck: str = "", *, shows_dice: bool = True
    ) -> None:
        """`luck` and `others` as in `FixedCourse`; `shows_dice`: whether the own dice are always the puzzle's."""
        super().__init__(rules, start, solid.choose, others, luck)
        self.theme = theme
        if not shows_dice:
            self._streams = self._luck

    def value(self, end: State) -> float:
        """Return the lead at the end, or for other themes whether what is asked is reached."""
        if self.theme == WAR:
            return super().value(end)
        if self.theme == DENY:
            return REACHED * (self._rivals(end) <= int(self.start.aim))
        if self.theme == TAKE:
            return REACHED * self._is_taken(end, self.start.aim)
        ended = rules.result(end)
        assert ended is not None, "it was played to the end"
        return REACHED / len(ended.winners) if self.seat in ended.winners else 0.0

    def _is_taken(self, end: State, area: str) -> bool:
        return end.castles[area] in end.players[self.seat].large

    def _rivals(self, end: State) -> int:
        """Return the points of the best rival."""
        return max(player.points for seat, player in enumerate(end.players) if seat != self.seat)

    def sought(self) -> CandidateAnswers | None:
        """Return all continuations, the best first; None if there are too many, or none fits the theme."""
        ways = list(islice(self._ways(self.start.state, ()), MOST_LINES + 1))
        if len(ways) > MOST_LINES:
            return None
        usual, end = self.played(())
        if self.theme in _AIMED and not self.start.aim:
            aim = self._area(ways, end) if self.theme == TAKE else self._most_points(ways)
            return None if aim is None else _Course(replace(self.start, aim=aim), self.theme).sought()
        ways.sort(key=lambda way: -self.value(way.end))
        return CandidateAnswers(tuple(way.answer for way in ways), usual, self.start.aim)

    def _area(self, ways: "Sequence[_Way]", usual: State) -> str | None:
        """Return the area of the castle that fewest ways take, all of them after the same turn, and the usual doesn't.

        None if there isn't any.
        """
        answers = {
            area: [way.answer for way in ways if self._is_taken(way.end, area)]
            for area in usual.castles
            if not self._is_taken(usual, area)
        }
        after_one_turn = [area for area, taking in answers.items() if len(set(map(_first_turn, taking))) == 1]
        return min(after_one_turn, key=lambda area: (len(answers[area]), -usual.castles[area]), default=None)

    def _most_points(self, ways: "Sequence[_Way]") -> str | None:
        """Return the points that no rival exceeds, after the one turn that leaves them clearly fewer than all others.

        None if no turn does.
        """
        fewest = dict[Answer, int]()
        for way in ways:
            turn, points = _first_turn(way.answer), self._rivals(way.end)
            fewest[turn] = min(points, fewest.get(turn, points))
        best, *others = sorted(fewest.values())
        return str(others[0] - ceil(LEAD)) if others and others[0] - best >= LEAD else None

    def best_of_turns(self, turns: Collection[Answer]) -> dict[Answer, float]:
        """Return the value of the best continuation after each of these first turns."""
        return {turn: max(self.value(way.end) for way in self._ways(self._after(turn), turn)) for turn in turns}

    def _after(self, turn: Answer) -> State:
        state: State = self.start.state
        for move in turn:
            state, _asked = self.to_own(state)
            state = rules.play(state, self.seat, move).state
        return state

    def _ways(self, state: State, before: Answer) -> Iterator["_Way"]:
        state, asked = self.to_own(state)
        if asked is None:
            yield _Way(before, state)
            return
        for move in asked.moves:
            yield from self._ways(rules.play(state, self.seat, move).state, (*before, move))


class _Way(Struct, frozen=True):
    """A way to the end of the game, and the end."""

    answer: Answer
    end: State
