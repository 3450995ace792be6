"""Function arguments checked against the type hints of their parameters, with one sentence for a wrong one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from numbers import Integral, Real
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from shogun.base.language import _, shown
from shogun.lab.errors import LabError

Kinds = Sequence[tuple[Any, str]]
"""Type hints of parameters, each with the expected value in words."""
Given = tuple[Sequence[Any], Mapping[str, Any]]
"""Arguments by place and by name."""


def check_arguments(function: Callable[..., Any], given: Given, kinds: Kinds, records: tuple[type, ...]) -> None:
    """Raise LabError, which names the argument, for a value of another kind than a function takes.

    Of an argument that is one of `records` each field is checked too. Raises TypeError for arguments that are missing
    or unknown, as any function of Python does.
    """
    asked, hints = signature(function), get_type_hints(function)
    for name, value in asked.bind(*given[0], **given[1]).arguments.items():
        several = asked.parameters[name].kind is Parameter.VAR_POSITIONAL
        for single in value if several else [value]:
            _check(name, single, hints[name], kinds)
            for field, hint in get_type_hints(type(single)).items() if isinstance(single, records) else ():
                _check(f"{name}.{field}", getattr(single, field), hint, kinds)


def _check(name: str, value: Any, hint: Any, kinds: Kinds) -> None:
    if not fits(value, hint):
        words = next((words for kind, words in kinds if hint in (kind, kind | None)), str(hint))
        text = _("{argument} {value} must be {kind}.")
        raise LabError(text.format(argument=name, value=shown(repr(value)), kind=words))


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value is of a kind that the hint of a parameter names."""
    kind, of = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return any(fits(value, item) for item in of)
    if kind is not None:
        return _holds(value, kind, of)
    if hint in (int, float):
        return isinstance(value, Integral if hint is int else Real) and not isinstance(value, bool)
    return hint is Any or isinstance(value, hint)


def _holds(value: Any, kind: Any, of: tuple[Any, ...]) -> bool:
    """Return whether a value is a container of this kind, or a function, that holds what it should."""
    if kind is tuple:
        return isinstance(value, tuple) and len(value) == len(of) and all(map(fits, value, of))
    if issubclass(kind, Mapping):
        is_right = isinstance(value, Mapping)
        return is_right and all(fits(key, of[0]) and fits(item, of[1]) for key, item in value.items())
    if issubclass(kind, Iterable):  # the rows of an iterator can't be looked at beforehand
        is_right = isinstance(value, kind) and not isinstance(value, str)
        return is_right and (not issubclass(kind, Sequence) or all(fits(item, of[0]) for item in value))
    return callable(value)
