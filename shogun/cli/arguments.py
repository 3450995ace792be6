"""Kinds of arguments that several commands share, read strictly."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from shogun.base.language import _, shown
from shogun.base.streams import LARGEST_SEED


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


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number, as an option."""
Seed = Annotated[int, Parameter(converter=_seed)]
"""What decides everything that is left to chance: 0 to 2**64 - 1, so that each seed that is printed can be given."""
