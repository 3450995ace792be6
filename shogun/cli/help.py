"""The help of the commands in the player's language: docstrings are looked up as they are shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cyclopts.help import ColumnSpec, DefaultFormatter, HelpEntry
from cyclopts.help.inline_text import InlineText
from cyclopts.help.specs import get_default_parameter_columns
from rich.text import Text

from shogun.base.language import _, marked, of_data

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

OF_CYCLOPTS = (
    marked("Commands"), marked("Arguments"), marked("Parameters"), marked("Display this message and exit."),
    marked("Display application version."),
)  # fmt: skip
"""What it says of its own."""


class Help(DefaultFormatter):
    """Shows help as cyclopts does, but translated."""

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
        """Write what the command does."""
        super().render_description(console, options, _translated(description))


def _translated(description: Any) -> Any:
    """Return a description in the player's language, paragraph by paragraph; what isn't plain text stays as it is."""
    inner = getattr(description, "primary_renderable", None)
    if not isinstance(inner, Text) or not inner.plain.strip():
        return description
    paragraphs = (of_data(" ".join(paragraph.split())) for paragraph in inner.plain.split("\n\n"))
    told = InlineText(Text(" ".join(paragraphs)), force_empty_end=description.force_empty_end)
    told.texts = description.texts
    return told


def _columns(console: "Console", options: "ConsoleOptions", entries: list[HelpEntry]) -> tuple[ColumnSpec, ...]:
    *others, last = get_default_parameter_columns(console, options, entries)
    return (*others, last.copy(renderer=_described))


def _described(entry: HelpEntry) -> InlineText:
    """Return what a parameter is, and behind it what is usual or needed."""
    told = entry.description if isinstance(entry.description, InlineText) else InlineText(Text())
    for words, style in _remarks(entry):
        told.append(Text(f"[{words}]", f"cyclopts.{style}"))
    return told


def _remarks(entry: HelpEntry) -> Iterator[tuple[str, str]]:
    if entry.choices:
        yield _("one of {choices}").format(choices=", ".join(entry.choices)), "choices"
    if entry.default is not None:
        yield _("default: {value}").format(value=entry.default), "default"
    if entry.required:
        yield _("required"), "required"
