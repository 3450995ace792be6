"""`shogun puzzle check`: a puzzle proved again."""

import time
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _, decimal
from shogun.cli.errors import DONE, NO
from shogun.games import entry_of
from shogun.players.puzzles.opened_puzzle import open_puzzle
from shogun.players.puzzles.proving import GUESSED, proof
from shogun.players.puzzles.puzzle import stars_text
from shogun.players.puzzles.verdict import verdict, worth


class Checked(Struct, frozen=True):
    """What is found of a puzzle, for `--json`."""

    id: str
    game: str
    theme: str
    proved: bool
    best_stars: int
    usual_stars: int
    lead: float
    error: float
    likely: float
    opened_in: float
    """Seconds until it was opened, ..."""
    judged_in: float
    """... and in which an answer was judged."""


def check(file: Path, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Prove a puzzle again: its best answer reaches three stars, a random one hardly more than one, the usual two.

    Parameters
    ----------
    file
        The puzzle's file.
    json
        Print one JSON object.
    """
    began = time.perf_counter()
    opened = open_puzzle(entry_of, file)
    opened_in = time.perf_counter() - began
    judged = verdict(opened, opened.usual)
    judged_in = time.perf_counter() - began - opened_in
    found = proof(opened)
    puzzle = opened.puzzle
    if json:
        told = Checked(
            puzzle.id, puzzle.game, puzzle.theme, found.is_given, found.best_stars, found.usual_stars,
            round(found.lead.mean, 3), round(found.lead.error, 3), found.likely, round(opened_in, 3),
            round(judged_in, 3),
        )  # fmt: skip
        print(msgspec.json.encode(told).decode())
        return DONE if found.is_given else NO
    unit = opened.theme.unit
    print(_("{game}: {theme}").format(game=opened.game.title, theme=opened.title()))
    print("\n".join(opened.task()))
    best = opened.judge.told(opened.start, puzzle.theme, opened.best)
    value = worth(puzzle.value, unit)
    print(_("Best, {stars}: {answer}: {value}").format(stars=stars_text(found.best_stars), answer=best, value=value))
    usual = opened.judge.told(opened.start, puzzle.theme, opened.usual)
    value = worth(judged.value, unit)
    print(
        _("Ordinary, {stars}: {answer}: {value}").format(stars=stars_text(found.usual_stars), answer=usual, value=value)
    )
    sentence = _("Better than all others by {lead} (standard error {error})")
    print(sentence.format(lead=decimal(found.lead.mean), error=decimal(found.lead.error)))
    sentence = _("{share} % of random answers earn more than one star; at most {most} % may")
    print(sentence.format(share=f"{100 * found.likely:.0f}", most=f"{100 * GUESSED:.0f}"))
    print(_("Verified.") if found.is_given else _("Not verified."))
    return DONE if found.is_given else NO
