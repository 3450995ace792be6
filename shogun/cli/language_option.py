"""The option that every command takes, also bare `shogun`: the language of its texts."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from shogun.base.language import OFFERED, VARIABLE, _, named, shown, speaking, wished
from shogun.cli.errors import WrongInput, tell

OPTION = "--language"


def without_language(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Return the other arguments, and the code of the requested language, empty if none is.

    Raises WrongInput.
    """
    rest: list[str] = []
    code = ""
    coming = iter(arguments)
    for argument in coming:
        name, equals, value = argument.partition("=")
        if argument == "--":
            return [*rest, argument, *coming], code
        if name == OPTION:
            code = _code(OPTION, value if equals else next(coming, ""))
        else:
            rest.append(argument)
    return rest, code


@contextmanager
def speaking_as_asked(code: str) -> Iterator[None]:
    """Use this language for a while, by default the environment's; a window does so too."""
    before = os.environ.get(VARIABLE)
    if code:
        os.environ[VARIABLE] = code
    elif before is not None and not named(before):
        tell(str(_unknown(VARIABLE, before)))
    try:
        with speaking(wished()):
            yield
    finally:
        if code:
            os.environ.pop(VARIABLE) if before is None else os.environ.update({VARIABLE: before})


def _code(option: str, name: str) -> str:
    """Return the code of the language of this name. Raises WrongInput."""
    if code := named(name):
        return code
    raise _unknown(option, name)


def _unknown(option: str, name: str) -> WrongInput:
    known = ", ".join(OFFERED)
    return WrongInput(_("{option} {name}: choose one of {known}").format(option=option, name=shown(name), known=known))
