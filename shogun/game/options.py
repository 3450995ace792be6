"""Options of a game besides its players, each declared once with its values and texts, and the choices made of them.

The form for a new game, commands, environments and settings read the same declarations. Choices map options to
values, by their names; wishes map the flags of a command line to what it says.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from shogun.base.language import _, marked

YES, NO = "yes", "no"
"""The values of an option that is either on or off."""


Wish: TypeAlias = str | bool | None
"""The value given for a flag: the word after it, or whether it is present; None: absent."""


class Value(Struct, frozen=True):
    """One of the values that an option can have."""

    name: str
    """Name of the value in settings and command lines."""
    label: str
    """Label for players, in English, marked for translation."""
    content: Any = ...
    """The setup field's value for it; `...`: the name."""
    needs: Mapping[str, str] = {}
    """The values of other options that this one requires, by the options' names."""
    why: str = ""
    """A sentence that explains the requirement, in English, marked for translation."""

    @property
    def held(self) -> Any:
        """The setup field's value if this one is chosen."""
        return self.name if self.content is ... else self.content


class Flag(Struct, frozen=True):
    """A flag on the command line that sets an option."""

    name: str
    help: str = ""
    """Help text in English, marked for translation."""
    means: str = ""
    """The name of the value it sets; empty: the value's name follows the flag."""


class Option(Struct, frozen=True):
    """A choice made before a game: one of several values for a field of its setup."""

    name: str
    """Name of the option in settings."""
    label: str
    """Label for players, in English, marked for translation; so are the notes."""
    values: tuple[Value, ...]
    note: str = ""
    default: str = ""
    """The name of the default value; empty: the first."""
    default_later: str = ""
    """The name of the default value for people who have finished a game; empty: the same as for others."""
    notes: Mapping[int, str] = {}
    """Notes that replace `note`, by number of players."""
    field: str = ""
    """The field of the setup; empty: it has the option's name."""
    flags: tuple[Flag, ...] = ()
    """Its flags on the command line; if several are given, the last one counts."""

    @property
    def usual(self) -> str:
        """The name of the default value, unless another option rules it out."""
        return self.default or self.values[0].name

    @property
    def usual_later(self) -> str:
        """The name of the default value for people who have finished a game."""
        return self.default_later or self.usual

    @property
    def names(self) -> list[str]:
        """The names of its values."""
        return [value.name for value in self.values]


def wishes_of(given: Mapping[str, Wish]) -> dict[str, str]:
    """Return the wishes that flags express: the value after each, or an empty text for a flag without one."""
    return {flag: "" if wish is True else wish for flag, wish in given.items() if wish or wish == ""}


def usual_choices(options: Iterable[Option]) -> dict[str, str]:
    """Return the default choices."""
    return {option.name: option.usual for option in options}


def refusals(options: Sequence[Option], chosen: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Return why values are incompatible with the current choices, by the names of option and value."""
    chosen = usual_choices(options) | dict(chosen)
    return {
        (option.name, value.name): _(value.why)
        for option in options
        for value in option.values
        if any(chosen[other] != needed for other, needed in value.needs.items())
    }


def allowed_choices(options: Sequence[Option], chosen: Mapping[str, str], kept: Collection[str] = ()) -> dict[str, str]:
    """Return the choices with each incompatible value replaced by an allowed one, except in the options `kept`."""
    allowed = usual_choices(options) | dict(chosen)
    for option in options:
        refused = refusals(options, allowed)
        if option.name not in kept and (option.name, allowed[option.name]) in refused:
            names = (name for name in option.names if (option.name, name) not in refused)
            allowed[option.name] = next(names, option.usual)
    return allowed


def choices_of(options: Sequence[Option], wishes: Mapping[str, str]) -> dict[str, str]:
    """Return the choices made by flags on a command line, and compatible defaults for the other options."""
    wished = wished_choices(options, wishes)
    return allowed_choices(options, usual_choices(options) | wished, wished)


def wished_choices(options: Iterable[Option], wishes: Mapping[str, str]) -> dict[str, str]:
    """Return only the choices made by flags on a command line."""
    return {
        option.name: flag.means or wishes[flag.name]
        for option in options
        for flag in option.flags
        if flag.name in wishes
    }


def fields_of(options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Return the setup fields for these choices; options without a choice have their defaults.

    A name that isn't one of an option's values stays unchanged, so that the rules can refuse it.
    """
    return {option.field or option.name: _content(option, chosen.get(option.name, option.usual)) for option in options}


def _content(option: Option, name: str) -> Any:
    return next((value.held for value in option.values if value.name == name), name)


def options_of(setup: type) -> tuple[Option, ...]:
    """Return the options of a game that declares none: fields of its setup that are yes or no, or one of some texts."""
    return tuple(_declared(setup))


def _declared(setup: type) -> Iterator[Option]:
    kind = msgspec.inspect.type_info(setup)
    assert isinstance(kind, msgspec.inspect.StructType), "setups are structs"
    for field in kind.fields:
        values = _values(field.type)
        if values and field.name != "seats" and not field.required:
            default = next((value.name for value in values if value.held == field.default), "")
            yield Option(field.name, field.name.replace("_", " ").capitalize(), values, default=default)


def _values(kind: msgspec.inspect.Type) -> tuple[Value, ...]:
    if isinstance(kind, msgspec.inspect.BoolType):
        return Value(NO, marked("no"), content=False), Value(YES, marked("yes"), content=True)
    if isinstance(kind, msgspec.inspect.LiteralType) and all(isinstance(value, str) for value in kind.values):
        return tuple(Value(str(value), str(value)) for value in kind.values)
    return ()
