"""Kinds of arguments that several commands share, read strictly."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from shogun.base.language import _


def _whole_number(_kind: Any, tokens: Sequence[Token]) -> int:
    """Return the number of one token; cyclopts alone would round 1.5."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise ValueError(_("expected a whole number, not {text}").format(text=text))
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number, as an option."""
