"""Kinds of arguments that several commands share, read strictly."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from shogun.base.language import _, shown
from shogun.base.random_streams import LARGEST_SEED
from shogun.base.worker_pool import MOST_JOBS, processors
from shogun.cli.errors import WrongInput, tell
from shogun.tower.physics.constants import LONGEST_COLOUR, MOST_CUBES


def _whole_number(_kind: Any, tokens: Sequence[Token]) -> int:
    """Return the number of one token; cyclopts alone would round 1.5."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise ValueError(_("must be a whole number, not {text}").format(text=shown(text)))
    return int(text)


def _seed(_kind: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    digits = text.removeprefix("+").lstrip("0") or "0"
    if not re.fullmatch(r"\+?[0-9]+", text) or len(digits) > len(str(LARGEST_SEED)) or int(digits) > LARGEST_SEED:
        sentence = _("must be a whole number from 0 to {most}, not {text}")
        raise ValueError(sentence.format(most=LARGEST_SEED, text=shown(text)))
    return int(digits)


def jobs_of(jobs: int | None) -> int:
    """Return how many processes there shall be: by default one for each processor, at most MOST_JOBS.

    Says in a sentence if more were asked for. Raises WrongInput.
    """
    if jobs is not None and jobs < 1:
        raise WrongInput(_("{option} {number} must be at least 1").format(option="--jobs", number=jobs))
    if jobs is not None and jobs > MOST_JOBS:
        tell(_("--jobs {count} is too many: the maximum is {most} processes").format(count=jobs, most=MOST_JOBS))
    return processors() if jobs is None else min(jobs, MOST_JOBS)


def parse_cubes(text: str) -> dict[str, int]:
    """Return cubes by colour from "red=5,blue=3". Raises WrongInput."""
    cubes: dict[str, int] = {}
    for part in text.split(","):
        colour, _equals, number = (piece.strip() for piece in part.partition("="))
        if not re.fullmatch("[0-9]+", number) or not _is_colour(colour) or colour in cubes:
            sentence = _(
                "--cubes {text}: name each color once with its number, for instance red=5,blue=3 (at most "
                "{most} characters)"
            )
            raise WrongInput(sentence.format(text=shown(text), most=LONGEST_COLOUR))
        cubes[colour] = _number(number)
    return cubes


def _is_colour(text: str) -> bool:
    return 0 < len(text) <= LONGEST_COLOUR and text.isprintable()


def _number(digits: str) -> int:
    """Return a number of cubes, whatever its length. Raises WrongInput for one that no tower holds."""
    if len(digits.lstrip("0")) > len(str(MOST_CUBES)) + 2:  # the tower itself tells of numbers that can be read
        sentence = _("--cubes: {number} cubes are too many; the maximum is {most}")
        raise WrongInput(sentence.format(number=shown(digits, 30), most=MOST_CUBES))
    return int(digits)


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number, as an option."""
Seed = Annotated[int, Parameter(converter=_seed)]
"""What decides everything that is left to chance: 0 to 2**64 - 1, so that each seed that is printed can be given."""
