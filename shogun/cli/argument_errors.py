"""What is wrong with a command line, in one sentence of the player's language."""

from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownCommandError, UnknownOptionError
from cyclopts.exceptions import RepeatArgumentError, UnusedCliTokensError

from shogun.base.language import _, shown


def misread(error: CycloptsError) -> str:
    """Return what an error says; one that nobody has foreseen says it in the words of cyclopts."""
    match error:
        case UnknownCommandError(unused_tokens=[name, *_rest], app=app):
            known = ", ".join(command for command in app or () if not command.startswith("-"))
            return _("there is no command {name}; the commands are {known}").format(name=shown(name), known=known)
        case UnknownOptionError():
            return _unknown_option(error)
        case UnusedCliTokensError(unused_tokens=[*words]):
            return _("unexpected arguments: {words}").format(words=shown(" ".join(words)))
        case CoercionError(token=token) if token is not None:
            return _unfit(error)
    return _misplaced(error)


def _misplaced(error: CycloptsError) -> str:
    match error:
        case RepeatArgumentError(token=token):
            return _("{option} is given twice").format(option=token.keyword)
        case MissingArgumentError(argument=argument) if argument is not None:
            sentence = _("{name} needs a value") if error.keyword or argument.tokens else _("{name} is missing")
            return sentence.format(name=error.keyword or argument.name)
    return " ".join(str(error).split())


def _unknown_option(error: UnknownOptionError) -> str:
    option = error.token.keyword or error.token.value
    names = [name for argument in error.argument_collection for name in argument.names]
    if near := get_close_matches(option, names, n=1):
        return _("there is no option {option}; did you mean {near}?").format(option=shown(option), near=near[0])
    return _("there is no option {option}").format(option=shown(option))


def _unfit(error: CoercionError) -> str:
    assert error.token is not None
    name = error.token.keyword or (error.argument.name if error.argument else "")
    if error.msg is not None:
        return f"{name}: {error.msg}".removeprefix(": ")
    sentence = _("{name} must be {legal}, not {value}")
    return sentence.format(name=name, legal=_legal(error.target_type), value=shown(error.token.value))


def _legal(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return ", ".join(map(str, get_args(kind)))
    names = {float: _("a number"), int: _("a whole number"), bool: _("true or false")}
    return names.get(kind, getattr(kind, "__name__", str(kind)))
