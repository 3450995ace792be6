"""What the commands share: arguments read strictly, and the error of arguments that make no sense together."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from shogun.language import _


class WrongInput(Exception):
    """Arguments that make no sense together; the message is one sentence."""


def _whole_number(_kind: Any, tokens: Sequence[Token]) -> int:
    """Return the number of one token; cyclopts alone would round 1.5."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise ValueError(_("expected a whole number, not {text}").format(text=text))
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number, as an option."""
