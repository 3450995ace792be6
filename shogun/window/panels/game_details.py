"""The details of one saved game: its map, players and settings, and buttons for it."""

from collections.abc import Sequence
from typing import Protocol

import pygame

from shogun.base.files import LONGEST
from shogun.base.language import _, ngettext
from shogun.players.seating import player_title
from shogun.table.saved_games import DAYS, DELETED, ListedGame, SavedGame, Unreadable
from shogun.table.summary import KnownSummary, Summary
from shogun.window.kit.drawing.canvas import Canvas, TextEntry
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER, SMALL, VERMILION
from shogun.window.kit.layout import Node, column, part, row, shaped, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.panels.games_list import SelectionAction, draw_picture
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import agreement, heading, state_words

GAP_EM = 0.4
RENAMING = row(part("name"), part("give", wide=5.5), part("keep", wide=5.5), gap=GAP_EM)
PICTURE_SHAPE = 1.6
SEAT_EM = 1.7
SEAT = row(
    column(part("flag"), wide=1.8, padding=(0.0, 0.08)), part("name", wide=share(0.42)),
    part("player", wide=share(0.26)), part("points", wide=share(0.32)),
)  # fmt: skip
AGREED = row(part("words"), part("copy", wide=5.5), gap=0.5)


def _sheet(*, has_picture: bool) -> Node:
    """Return how the sheet is divided; a damaged game has no picture."""
    picture = (part("picture", high=share(0.6, least=15.5, most=21.0)),) if has_picture else ()
    return column(
        part("head", high=2.4),
        *picture,
        part("text"),
        part("upper deeds", high=2.4),
        part("lower deeds", high=2.4),
        gap=GAP_EM,
    )


class GameDeeds(Protocol):
    """Actions that this panel can ask of the list's scene."""

    message: str
    new_name: str | None
    """Name typed so far while the game is being renamed, else None."""
    is_deleting: bool
    """True while the player is asked whether to delete the game."""
    is_giving_up: bool
    """True while the player is asked whether to give up the game to see its review."""

    @property
    def game(self) -> ListedGame | None:
        """The chosen game."""

    def kind(self, game: SavedGame) -> GamePlugin:
        """The plugin of the game."""

    def summary(self, game: ListedGame) -> KnownSummary:
        """Return the game's summary so far."""

    def open(self) -> None:
        """Play the game on, or look at its end."""

    def replay(self) -> None:
        """Look at the game from its beginning."""

    def export(self) -> None:
        """Write the game into one file."""

    def export_past(self) -> None:
        """Write the past of the game into one file, without anything hidden."""

    def rescue(self) -> None:
        """Make a new game of the intact part of a damaged one."""

    def review_refusal(self, game: SavedGame, /) -> str:
        """Return a sentence why there is no review; empty if there is one, or it can be requested."""

    def review(self) -> None:
        """Open the review; if the game isn't over, first ask whether to give it up."""

    def give_up(self) -> None:
        """Open the review of an unfinished game, which nobody can continue then."""

    def copy(self) -> None:
        """Copy the game's settings to the clipboard."""

    def begin_rename(self) -> None:
        """Let another name be typed."""

    def type_name(self, name: str) -> None:
        """Take what has been typed."""

    def rename(self) -> None:
        """Give the game the name that was typed."""

    def ask_delete(self) -> None:
        """Ask whether to delete the game."""

    def delete(self) -> None:
        """Delete the game."""

    def keep(self) -> None:
        """Leave name and game as they are."""


def bin_words() -> str:
    """Return how long a game that was deleted is kept, and where."""
    return _("Deleted games are kept in the folder {folder} for {n} days.").format(folder=DELETED, n=DAYS)


class GameDetails(Panel):
    """The chosen game."""

    name = "game-details"

    def __init__(self, desk: GameDeeds) -> None:
        super().__init__()
        self.desk = desk

    def draw(self, canvas: Canvas) -> None:
        """Draw everything about the game, its buttons at the bottom."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        game = self.desk.game
        if game is None:
            return
        known = self.desk.summary(game)
        places = canvas.places(_sheet(has_picture=not isinstance(known, str)), self.rect)
        self._head(canvas, places["head"], game)
        if isinstance(known, str):
            words = _("{what} The file was left unchanged.").format(what=known)
            canvas.paragraph(words, places["text"], colour=VERMILION)
        elif isinstance(game, SavedGame):
            view = known.view if isinstance(known, Summary) else None
            draw_picture(canvas, shaped(places["picture"], PICTURE_SHAPE), self.desk.kind(game), view)
            self._facts(canvas, places["text"], game, known)
        for deeds, rects in zip(
            self._buttons(game, known), (places["upper deeds"], places["lower deeds"]), strict=True
        ):
            self._row(canvas, rects, deeds)

    def _head(self, canvas: Canvas, box: pygame.Rect, game: ListedGame) -> None:
        desk = self.desk
        if desk.new_name is None:
            canvas.line(heading(game), box, size=1.4, weight="Bold")
            return
        places = canvas.places(RENAMING, box)
        hint = _("Game name")
        line = TextEntry(desk.new_name, desk.type_name, hint, desk.rename, longest=LONGEST)
        entry(canvas, "name", places["name"], line)
        button(canvas, "give-name", places["give"], _("Rename"), desk.rename, style="primary")
        button(canvas, "keep", places["keep"], _("Cancel"), desk.keep)

    def _facts(self, canvas: Canvas, box: pygame.Rect, game: SavedGame, known: KnownSummary) -> None:
        """Draw progress, players and settings, with a button that copies the settings."""
        kind = self.desk.kind(game)
        people = known.people if isinstance(known, Summary) else ()
        seats = kind.listing.seat_looks(game.header, people)
        state, *rows, _rest, agreed = canvas.down(box, *(SEAT_EM,) * (len(seats) + 1), share(), 2.2)
        canvas.line(state_words(kind, game, known), state)
        for number, (seat, rect) in enumerate(zip(seats, rows, strict=True)):
            places = canvas.places(SEAT, rect)
            canvas.image(banner(seat.clan, places["flag"].height), places["flag"], "left")
            canvas.line(seat.name, places["name"])
            if isinstance(known, Summary):
                title = player_title(kind.opponents, known.players[number], game.header.descriptions)
                canvas.small(title, places["player"], colour=INK_SOFT)
                self._points(canvas, places["points"], kind.listing.points(known.view), number)
        self._agreement(canvas, agreed, game)

    def _agreement(self, canvas: Canvas, box: pygame.Rect, game: SavedGame) -> None:
        places = canvas.places(AGREED, box)
        agreed = agreement(self.desk.kind(game), game.header, is_over=game.is_finished)
        canvas.paragraph(agreed, places["words"], size=SMALL, colour=INK_SOFT)
        why = _("Copy the setup and, once the game is over, its seed")
        button(canvas, "copy", places["copy"], _("Copy"), self.desk.copy, tooltip=why)

    def _points(self, canvas: Canvas, box: pygame.Rect, points: Sequence[int] | None, number: int) -> None:
        """Write a player's points so far."""
        if points is not None:
            text = ngettext("{n} point", "{n} points", points[number]).format(n=points[number])
            canvas.line(text, box, align="right")

    def _row(self, canvas: Canvas, box: pygame.Rect, deeds: list[SelectionAction]) -> None:
        for deed, rect in zip(deeds, canvas.columns(box, len(deeds), GAP_EM), strict=True):
            button(canvas, deed.name, rect, deed.label, deed.act, style=deed.style, tooltip=deed.tooltip)

    def _buttons(self, game: ListedGame, known: KnownSummary) -> tuple[list[SelectionAction], list[SelectionAction]]:
        """Return the buttons of both rows."""
        desk = self.desk
        if desk.is_deleting:
            why = bin_words()
            sure = SelectionAction("delete-for-good", _("Delete it"), desk.delete, why, "primary")
            return [sure], [SelectionAction("keep", _("Keep it"), desk.keep)]
        if desk.is_giving_up:
            sure = SelectionAction("give-up", _("Give it up"), desk.give_up, style="primary")
            return [sure], [SelectionAction("keep", _("Not yet"), desk.keep)]
        delete = SelectionAction("delete", _("Delete…"), desk.ask_delete)
        rename = SelectionAction("rename", _("Rename…"), desk.begin_rename)
        if isinstance(game, Unreadable):
            return [rename], [delete]
        if isinstance(known, str):
            why = _("Makes a new game from everything before the damage")
            return [SelectionAction("rescue", _("Save the undamaged part"), desk.rescue, why, "primary")], [
                rename,
                delete,
            ]
        return self._sound(game), [rename, *self._exports(game), delete]

    def _exports(self, game: SavedGame) -> list[SelectionAction]:
        """Return the buttons that give a game away; while it runs, also only what is past of it."""
        desk = self.desk
        if game.is_finished or game.header.is_excerpt:
            return [SelectionAction("export", _("Export"), desk.export, _("Save it to one file"))]
        why = _("Save it to one file, hidden plans and cards and the seed of everything to come included")
        past = _(
            "Save the public record to one file, without plans, hidden cards and seed: it can be viewed, "
            "but not continued"
        )
        return [
            SelectionAction("export", _("Export"), desk.export, why),
            SelectionAction("export-past", _("Export the public record"), desk.export_past, past),
        ]

    def _sound(self, game: SavedGame) -> list[SelectionAction]:
        desk = self.desk
        if game.header.is_excerpt:
            sentence = _("This is only the public record of a game: it can be viewed, not continued")
            return [SelectionAction("replay", _("Replay"), desk.replay, sentence, "primary")]
        label = _("View the end") if game.is_finished else _("Continue")
        return [
            SelectionAction("open", label, desk.open, style="primary"),
            SelectionAction("replay", _("Replay"), desk.replay, _("Replay the game from the beginning")),
            *self._review(game),
        ]

    def _review(self, game: SavedGame) -> list[SelectionAction]:
        """Return the button that opens the review; none if no review is possible."""
        desk = self.desk
        if not desk.kind(game).is_judged:
            return []
        tooltip = _("Each player's chance to win over the game, what changed it, and the turning points")
        label = _("What decided it") if game.is_finished else _("What decided it …")
        refusal = desk.review_refusal(game)
        return [SelectionAction("review", label, None if refusal else desk.review, refusal or tooltip)]
