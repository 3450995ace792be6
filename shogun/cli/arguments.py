"""Kinds of arguments that several commands share, read strictly."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from shogun.base.language import _, shown
from shogun.base.streams import LARGEST_SEED
from shogun.base.work import MOST_JOBS, processors
from shogun.cli.errors import WrongInput, tell


def _whole_number(_kind: Any, tokens: Sequence[Token]) -> int:
    """Return the number of one token; cyclopts alone would round 1.5."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise ValueError(_("expected a whole number, not {text}").format(text=shown(text)))
    return int(text)


def _seed(_kind: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    digits = text.removeprefix("+").lstrip("0") or "0"
    if not re.fullmatch(r"\+?[0-9]+", text) or len(digits) > len(str(LARGEST_SEED)) or int(digits) > LARGEST_SEED:
        sentence = _("expected a whole number from 0 to {most}, not {text}")
        raise ValueError(sentence.format(most=LARGEST_SEED, text=shown(text)))
    return int(digits)


def jobs_of(jobs: int | None) -> int:
    """Return how many processes there shall be: by default one for each processor, at most MOST_JOBS.

    Says in a sentence if more were asked for. Raises WrongInput.
    """
    if jobs is not None and jobs < 1:
        raise WrongInput(_("{option} {number}: expected at least 1").format(option="--jobs", number=jobs))
    if jobs is not None and jobs > MOST_JOBS:
        tell(_("--jobs {count}: {most} processes do it, there can't be more").format(count=jobs, most=MOST_JOBS))
    return processors() if jobs is None else min(jobs, MOST_JOBS)


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number, as an option."""
Seed = Annotated[int, Parameter(converter=_seed)]
"""What decides everything that is left to chance: 0 to 2**64 - 1, so that each seed that is printed can be given."""
