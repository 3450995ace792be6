"""Help and usage errors in the player's language: translated docstrings, misread command lines, `--language`."""

import math
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownCommandError, UnknownOptionError
from cyclopts.exceptions import RepeatArgumentError, UnusedCliTokensError
from cyclopts.help import ColumnSpec, DefaultFormatter, HelpEntry
from cyclopts.help.inline_text import InlineText
from cyclopts.help.specs import get_default_parameter_columns
from rich.text import Text

from shogun.base.language import _, marked, of_data, shown

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions


OF_CYCLOPTS = (
    marked("Commands"), marked("Arguments"), marked("Parameters"), marked("Display this message and exit."),
    marked("Display application version."),
)  # fmt: skip
"""cyclopts' own texts."""


class Help(DefaultFormatter):
    """Help as cyclopts shows it, but translated."""

    def __call__(self, console: "Console", options: "ConsoleOptions", panel: "HelpPanel") -> None:
        """Write one panel."""
        entries = [entry.copy(description=_translated(entry.description)) for entry in panel.entries]
        shown = DefaultFormatter(column_specs=_columns if panel.format == "parameter" else None)
        shown(console, options, panel.copy(title=of_data(str(panel.title)), entries=entries))

    def render_usage(self, console: "Console", options: "ConsoleOptions", usage: Any) -> None:
        """Write how the command is called."""
        line = Text(_("Usage: {command}").format(command=usage), style="bold")
        console.print(line, height=options.height)

    def render_description(self, console: "Console", options: "ConsoleOptions", description: Any) -> None:
        """Write a command's description."""
        super().render_description(console, options, _translated(description))


def _translated(description: Any) -> Any:
    """Return a description in the player's language, paragraph by paragraph; leave all but plain text as it is."""
    inner = getattr(description, "primary_renderable", None)
    if not isinstance(inner, Text) or not inner.plain.strip():
        return description
    paragraphs = (of_data(" ".join(paragraph.split())) for paragraph in inner.plain.split("\n\n"))
    translated = InlineText(Text(" ".join(paragraphs)), force_empty_end=description.force_empty_end)
    translated.texts = description.texts
    return translated


def _columns(console: "Console", options: "ConsoleOptions", entries: list[HelpEntry]) -> tuple[ColumnSpec, ...]:
    *others, last = get_default_parameter_columns(console, options, entries)
    return (*others, last.copy(renderer=_described))


def _described(entry: HelpEntry) -> InlineText:
    """Return a parameter's description, followed by its default or its being required."""
    described = entry.description if isinstance(entry.description, InlineText) else InlineText(Text())
    for words, style in _notes(entry):
        described.append(Text(f"[{words}]", f"cyclopts.{style}"))
    return described


def _notes(entry: HelpEntry) -> Iterator[tuple[str, str]]:
    if entry.choices:
        yield _("one of {choices}").format(choices=", ".join(entry.choices)), "choices"
    if entry.default is not None:
        yield _("default: {value}").format(value=entry.default), "default"
    if entry.required:
        yield _("required"), "required"


# An invalid command line, explained in one sentence of the player's language


def misread(error: CycloptsError) -> str:
    """Return an error's sentence; an unforeseen one keeps the words of cyclopts."""
    match error:
        case UnknownCommandError(unused_tokens=[name, *_rest], app=app):
            return _unknown_command(name, [command for command in app or () if not command.startswith("-")])
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


def _unknown_command(name: str, known: Sequence[str]) -> str:
    if near := get_close_matches(name, known, n=1):
        return _("there is no command {name}; did you mean {near}?").format(name=shown(name), near=near[0])
    text = _("there is no command {name}; the commands are {known}")
    return text.format(name=shown(name), known=", ".join(known))


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
    value = error.token.value
    if error.target_type is float and _is_number(point := value.replace(",", ".")):
        sentence = _("{name} {value}: write the number with a decimal point, {point}")
        return sentence.format(name=name, value=shown(value), point=point)
    sentence = _("{name} must be {legal}, not {value}")
    return sentence.format(name=name, legal=_legal(error.target_type), value=shown(error.token.value))


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _legal(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return ", ".join(map(str, get_args(kind)))
    names = {float: _("a number"), int: _("a whole number"), bool: _("true or false")}
    return names.get(kind, getattr(kind, "__name__", str(kind)))
