"""Pages that nobody writes: the rules of the games, the keys, every option of every command, the names of the API."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from typing import Any

from cyclopts import App
from cyclopts.help import DefaultFormatter
from rich.console import Console

from shogun.base.language import _
from shogun.cli.commands import COMMANDS, POSITION_COMMANDS, PUZZLE_COMMANDS, TOWER_COMMANDS, build
from shogun.games import GAMES, Game
from shogun.lab.measuring.statistics import STATISTICS, Statistic
from shogun.window.kit.input.keys import rows
from shogun.window.rulebook.page import Block, Piece, book, numbers

ROOT = Path(__file__).resolve().parents[2]
MARKED = {"plain": "{}", "bold": "**{}**", "italic": "*{}*", "ruling": "**{}**", "name": "*{}*"}
"""How each tone of the rules' text stands in Markdown."""
API: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "game": (
        "shogun.game: what a game is",
        "The agreement between a game's rules and everybody who plays, saves or shows one. "
        "[A game of your own](../game.md) shows a whole one that keeps it.",
        ("shogun.game.protocol", "shogun.game.questions", "shogun.game.errors"),
    ),
    "tower": (
        "shogun.tower: a throw from beginning to end",
        "Lengths are mm, angles rad, times s; arrays are NumPy's. "
        "[From Python](../../towers/python.md) shows it at work.",
        ("shogun.tower",),
    ),
    "lab": (
        "shogun.lab: what a tower does in the long run",
        "Experiments on towers. [From Python](../../towers/python.md) shows it at work.",
        ("shogun.lab", "shogun.lab.reporting.tower_overlays"),
    ),
    "games": (
        "shogun.games: the registry, and what a game brings",
        "How a game is found by its code, and what those who show, advise and review it ask of it.",
        (
            "shogun.games",
            "shogun.window.play.game_plugin",
            "shogun.players.adviser",
            "shogun.players.review.game_review",
            "shogun.players.review.decision_verdicts",
        ),
    ),
    "shogun_rules": (
        "Shogun: what an opponent sees, and what it answers",
        "The view of a seat, the questions, and the moves that answer them. [An opponent](../opponent.md) uses them.",
        tuple(f"shogun.games.shogun.rules.{name}" for name in ("views", "questions", "state", "cards")),
    ),
    "rumble_rules": (
        "Rumble Nation: what an opponent sees, and what it answers",
        "All is open, so a view is the state. [An opponent](../opponent.md) uses it.",
        ("shogun.games.rumble_nation.rules.state",),
    ),
    "river_rules": (
        "River of Gold: what an opponent sees, and what it answers",
        "The view of a seat, and the moves. [An opponent](../opponent.md) uses them.",
        tuple(f"shogun.games.river_of_gold.rules.{name}" for name in ("views", "state")),
    ),
    "table": (
        "shogun.table: a running game and its file",
        "A game of any kind while it is played, and what is left of it on the disk.",
        (
            "shogun.table.session",
            "shogun.table.towers",
            "shogun.table.journal",
            "shogun.table.replay",
        ),
    ),
    "window": (
        "shogun.window: what scenes are made of",
        "What a panel and a scene inherit, and what they draw with. [A panel](../panel.md) shows one being made.",
        (
            "shogun.window.kit.runtime.panel",
            "shogun.window.kit.runtime.scene",
            "shogun.window.kit.drawing.canvas",
            "shogun.window.kit.layout",
        ),
    ),
}
"""By the name of its page: a title, what stands above, and the modules that are public."""


def rules() -> dict[str, Any]:
    """Return the pages of rules, each by its place with what makes it."""
    return {f"play/rules/{code}.md": partial(rules_page, entry) for code, entry in GAMES.items()}


def reference(*, with_api: bool) -> dict[str, Any]:
    """Return the pages of reference, each by its place with what makes it; those of the API if they are wanted."""
    found: dict[str, Any] = {"program/commands.md": commands_page}
    found |= {f"program/results_{name}.md": partial(results_page, name) for name in ("robustness", "benchmarks")}
    if with_api:
        found["program/api/index.md"] = api_index
        found |= {f"program/api/{name}.md": partial(api_page, name) for name in API}
    return found


# The rules


def rules_page(entry: Game) -> str:
    """Return a game's rules in the language that is spoken, each number a place that can be linked to."""
    blocks = book(entry.code)
    known = numbers(blocks)
    lines: list[str] = []
    for block in blocks:
        if block.begins and not block.number.isalpha():
            lines += [f"({_label(entry, block.number)})="]
        lines += [*_block(entry, block, known), ""]
    return "\n".join(lines)


def _label(entry: Game, number: str) -> str:
    return f"{entry.code}-{re.sub(r'[^0-9A-Za-z]+', '-', number)}"


def _block(entry: Game, block: Block, known: frozenset[str]) -> Iterator[str]:
    words = "".join(_piece(entry, piece, known) for piece in block.pieces)
    if block.kind == "table":
        head, *body = block.rows
        yield from table(head, body)
    elif block.kind == "rule":
        yield f"**{block.number}** {words}"
    elif block.kind == "chapter":
        yield f"## {block.number} {words}" if block.number.isdigit() else f"## {words}"
    else:
        yield {"title": "# ", "heading": "### ", "item": "- "}.get(block.kind, "") + words


def _piece(entry: Game, piece: Piece, known: frozenset[str]) -> str:
    inner, ends = piece.text.strip(), (len(piece.text) - len(piece.text.lstrip()), len(piece.text.rstrip()))
    told = MARKED[piece.tone].format(inner) if inner else ""
    if inner and piece.link in known:
        told = f"[{told}](#{_label(entry, piece.link)})"
    return f"{' ' * ends[0]}{told}{' ' * (len(piece.text) - ends[1])}" if inner else piece.text


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _cell in head)} |"
    yield from (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in body)


# The tables of keys and of statistics


def with_tables(page: str) -> str:
    """Return a page with what is generated in it, keys and statistics, in the language that is spoken."""
    makers = {
        "% the table of keys": keys_table,
        "% the table of statistics": statistics_table,
        "% the paragraphs on statistics": statistics_paragraphs,
    }
    for mark, made in makers.items():
        if mark in page:
            page = page.replace(mark, "\n".join(made()))
    return page


def keys_table() -> Iterator[str]:
    """Yield the lines of the table of keys."""
    return table((_("key"), _("what it does")), rows())


def statistics_table() -> Iterator[str]:
    """Yield the lines of the table of statistics, by their declarations; only the English manual has it."""
    head = ("statistic", "in tables", "what it is", "unit", "as a target", "measured")
    return table(head, [_statistic_row(declared) for declared in STATISTICS])


def _statistic_row(declared: Statistic) -> Sequence[str]:
    target = f"0 to {declared.target.most:g}" if declared.target else "–"
    words = declared.words.strip()
    return f"`{declared.name}`", words, declared.meaning, declared.unit or "chance", target, _measured(declared)


def _measured(declared: Statistic) -> str:
    """Return when a statistic is measured."""
    if declared.is_further:
        return "if asked for" + (", and on the bench" if declared.bench else "")
    return "always" if declared.is_measured else "on the bench and in the gallery"


def statistics_paragraphs() -> Iterator[str]:
    """Yield the lines of a section for each statistic: what it is, how it is read, its names, its use as a target."""
    for declared in STATISTICS:
        name, words = declared.name, declared.words.strip()
        yield f"% words: {name}"
        yield f"(statistic-{name.replace('_', '-')})="
        yield from (f"## `{name}`: {words}", "", f"{declared.meaning}. {declared.explanation}", "")
        yield f"- Unit: {declared.unit or 'a chance, 0 to 1'}. Measured {_measured(declared)}."
        labels = [f"*{declared.heading}* in tables of many towers"] if declared.heading else []
        labels += [f"*{declared.bench.label}* on the bench"] if declared.bench else []
        yield from [f"- Also called {' and '.join(labels)}."] if labels else []
        if declared.target:
            low, high = declared.target.axis
            usual, most, step = declared.target.usual, declared.target.most, declared.target.step
            yield f"- As a target: `--target {name}={usual:g}`, 0 to {most:g}; {step:g} is one step of a search."
            yield f"- The usual axis of a map: `--over {name}={low:g}:{high:g}`."
        yield ""


# The commands


class _Listener(DefaultFormatter):
    """Keeps what the help of a command would show."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[str, str]] = []
        self.usage = ""

    def __call__(self, console: Any, options: Any, panel: Any) -> None:
        for entry in panel.entries if panel.format == "parameter" else ():
            names = [*([entry.positional_label] if entry.positional_label else []), *entry.all_options]
            told = getattr(entry.description, "primary_renderable", entry.description)
            words = " ".join(getattr(told, "plain", str(told or "")).split())
            if entry.metavar and entry.all_options:
                names[-1] += f" {entry.metavar}"
            self.rows.append((", ".join(f"`{name}`" for name in names if name), words + _remarks(entry)))

    def render_usage(self, console: Any, options: Any, usage: Any) -> None:
        self.usage = " ".join(str(usage).split())

    def render_description(self, console: Any, options: Any, description: Any) -> None:
        return


def _remarks(entry: Any) -> str:
    found = [f"one of {', '.join(f'`{one}`' for one in entry.choices)}"] if entry.choices else []
    found += [f"default: `{entry.default}`"] if entry.default not in (None, "False") else []
    found += ["required"] if entry.required else []
    return f" ({'; '.join(found)})" if found else ""


def options(app: App, *words: str) -> tuple[str, list[tuple[str, str]]]:
    """Return how a command is called, and each of its parameters with what its own help says of it."""
    listener = _Listener()
    app.help_formatter = listener
    command: Any = app
    for word in words:
        command = command[word]
        command.help_formatter = listener
    app.help_print(list(words), console=Console(quiet=True))
    return listener.usage.removeprefix("Usage: "), listener.rows


def commands_page() -> str:
    """Return the page of all commands with all their options, as their own help tells them."""
    lines = [
        "# Commands",
        "",
        "`shogun` and `python -m shogun` are the same. This page is made of what `--help` says after each command;",
        "every command takes `--language en`, `pl` or `cs` too. Results are on stdout, errors on stderr.",
        "[What they are for](commandline.md) is told with examples.",
        "",
    ]
    groups = (
        ((), COMMANDS),
        (("position",), POSITION_COMMANDS),
        (("puzzle",), PUZZLE_COMMANDS),
        (("tower",), TOWER_COMMANDS),
    )
    for group, commands in groups:
        for command in commands:
            words = (*group, command.name)
            usage, found = options(build(), *words)
            lines += [f"(command-{'-'.join(words)})=", f"## shogun {' '.join(words)}", "", command.help, ""]
            lines += [f"`{usage}`", "", *table(("Option", "What it does"), found), ""]
    return "\n".join(lines)


# What single runs printed

LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")


def results_page(name: str) -> str:
    """Return what commands of a folder of the tests printed last; links to files are names here."""
    return LINK.sub(r"`\1`", (ROOT / "tests" / name / "RESULTS.md").read_text("utf-8"))


# The API


def api_index() -> str:
    """Return the first page of the API reference."""
    lines = ["# Reference of the Python API", "", "What may be used from code of your own; made from the docstrings."]
    lines += ["What starts with an underscore, and what isn't listed here, may change without a word.", ""]
    lines += [f"- [{title}]({name}.md)" for name, (title, _above, _modules) in API.items()]
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", *API, "```", ""])


def api_page(name: str) -> str:
    """Return the page of some modules: what they are for, and each public name by its docstring."""
    title, above, modules = API[name]
    lines = [f"# {title}", "", above, ""]
    for path in modules:
        module = import_module(path)
        told = " ".join((module.__doc__ or "").split("\n\n")[0].split())
        lines += [f"## {path}", "", told, "", "```{eval-rst}", f".. currentmodule:: {path}", ""]
        for public, thing in public_names(module):
            lines += [
                f".. auto{_kind(thing)}:: {path}.{public}",
                *(["   :members:", "   :show-inheritance:"] if isclass(thing) else []),
                "",
            ]
        lines += ["```", ""]
    return "\n".join(lines)


def public_names(module: Any) -> list[tuple[str, Any]]:
    """Return the classes and functions that a module offers: those it names, else those that stand in it."""
    named = getattr(module, "__all__", None)
    if named is not None:
        things = ((name, getattr(module, name)) for name in named)
        return [(name, thing) for name, thing in things if isclass(thing) or isfunction(thing)]
    return [
        (name, thing)
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (isclass(thing) or isfunction(thing))
        and thing.__module__ == module.__name__
        and thing.__doc__
    ]


def _kind(thing: Any) -> str:
    if isclass(thing):
        return "exception" if issubclass(thing, BaseException) else "class"
    return "function"
