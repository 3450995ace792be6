"""Those who try a puzzle: plain solvers, one for each rule of thumb, and opponents that think a little.

A puzzle is one only if no rule of thumb earns more than a star; what all of them earn is its difficulty.
"""

from collections.abc import Mapping, Sequence
from random import Random

from shogun.base.language import marked
from shogun.players.puzzles.puzzle import Answer, RuleOfThumb
from shogun.players.puzzles.verdict import OpenedPuzzle, values
from shogun.table.session import UNLIMITED, Budget

RULES: Mapping[RuleOfThumb, str] = {
    "strongest": marked("use your strongest pieces"),
    "site": marked("use the first possible place"),
    "deliver": marked("deliver if you can"),
    "points": marked("take the most points now"),
    "planner": marked("play as the usual planner"),
}
"""Rules of thumb in words."""


def plain_answers(opened: OpenedPuzzle) -> dict[RuleOfThumb, Sequence[Answer]]:
    """Return what rules of thumb answer, the usual planner among them."""
    known = opened.judge.plain_answers(opened.start, opened.puzzle.theme)
    return {**known, "planner": (opened.usual,)}


TRIES = 3
"""Times that each opponent tries a puzzle."""


def measured(opened: OpenedPuzzle) -> dict[str, float]:
    """Return the mean stars of each rule of thumb, and of each opponent that thinks a little."""
    answers: dict[str, Sequence[Answer]] = {str(rule): several for rule, several in plain_answers(opened).items()}
    for code, playouts in opened.judge.SOLVERS.items():
        answers[code] = [opponent_answer(opened, code, playouts, number) for number in range(TRIES)]
    each = list(dict.fromkeys(answer for several in answers.values() for answer in several))
    means = values(opened, each).mean(axis=1)
    stars = {answer: opened.puzzle.stars(float(mean)) for answer, mean in zip(each, means, strict=True)}
    best = {code: [stars[answer] for answer in several] for code, several in answers.items()}
    return {code: max(found) if code in RULES else round(sum(found) / TRIES, 2) for code, found in best.items()}


def opponent_answer(opened: OpenedPuzzle, code: str, playouts: int, number: int) -> Answer:
    """Return an opponent's answer to a puzzle; it plays for what the game is about, and doesn't know the task."""
    session, seat, moves = opened.session(), opened.puzzle.seat, list[object]()
    opponents, header = opened.game.opponents, opened.contents.header
    rng = Random(f"{opened.luck}/{code}/{number}")
    while not session.is_over and not _is_whole(opened, tuple(moves)):
        if session.chance is not None:
            session.advance()
            continue
        asked = next((question for question in session.questions if question.seat == seat), session.questions[0])
        view = session.view(asked.seat)
        if asked.seat == seat:
            moves.append(opponents.opponent(code)(view, session.inside, asked, rng, Budget(playouts=playouts)))
            session.answer(seat, moves[-1])
        else:
            rival = opponents.opponent(header.seats[asked.seat].player)
            luck = session.streams.stream(f"seat{asked.seat}/{asked.key}")
            session.answer(asked.seat, rival(view, session.inside, asked, luck, UNLIMITED))
    return tuple(moves)


def _is_whole(opened: OpenedPuzzle, moves: Answer) -> bool:
    return not opened.theme.to_end and opened.judge.is_whole(opened.start, opened.puzzle.theme, moves)
