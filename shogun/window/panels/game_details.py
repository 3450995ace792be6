"""One saved game: its map, players and agreements, and what can be done with it."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from msgspec import Struct

from shogun.base.language import _, ngettext
from shogun.players.seating import player_title
from shogun.table.saves import DELETED, KEPT, ListedGame, SavedGame, Unreadable
from shogun.table.survey import Known, Survey
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Act, Canvas, TextEntry
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import INK_SOFT, SMALL, VERMILION
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.entry import entry
from shogun.window.panels.game_picture import draw_picture
from shogun.window.play.brought import Brought
from shogun.window.play.game_words import agreement, heading, state_words

HEAD_EM = 2.4
PICTURE_EM = 15.5
SEAT_EM = 1.7
BUTTON_EM = 2.4
GAP_EM = 0.4


class Desk(Protocol):
    """What this panel can ask of the list's scene."""

    message: str
    new_name: str | None
    """What has been typed while the game gets another name; None: it doesn't."""
    is_deleting: bool
    """Whether it is asked if the game shall be deleted."""

    @property
    def game(self) -> ListedGame | None:
        """The chosen game."""

    def kind(self, game: SavedGame) -> Brought:
        """Return which game it is."""

    def survey(self, game: ListedGame) -> Known:
        """Return what is known of a game by now."""

    def open(self) -> None:
        """Play the game on, or look at its end."""

    def replay(self) -> None:
        """Look at the game from its beginning."""

    def export(self) -> None:
        """Write the game into one file."""

    def export_past(self) -> None:
        """Write what is past of the game into one file, without anything that is hidden."""

    def rescue(self) -> None:
        """Make a new game of all that is whole in a damaged one."""

    def copy(self) -> None:
        """Put what was agreed into the clipboard."""

    def begin_rename(self) -> None:
        """Let another name be typed."""

    def type_name(self, name: str) -> None:
        """Take what has been typed."""

    def rename(self) -> None:
        """Give the game the name that was typed."""

    def ask_delete(self) -> None:
        """Ask whether the game shall be deleted."""

    def delete(self) -> None:
        """Delete the game."""

    def keep(self) -> None:
        """Leave name and game as they are."""


class Deed(Struct):
    """A button of this panel; without an act its tooltip says why."""

    name: str
    label: str
    act: Act | None
    tooltip: str = ""
    style: Style = "plain"


class GameDetails(Panel):
    """The chosen game."""

    name = "game-details"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def draw(self, canvas: Canvas) -> None:
        """Draw everything about the game, its buttons at the bottom."""
        game = self.desk.game
        if game is None:
            return
        box = self.rect
        self._head(canvas, pygame.Rect(box.left, box.top, box.width, canvas.px(HEAD_EM)), game)
        found = self.desk.survey(game)
        high = canvas.px(PICTURE_EM)
        picture = pygame.Rect(box.left, box.top + canvas.px(HEAD_EM + GAP_EM), min(box.width, high * 8 // 5), high)
        picture.centerx = box.centerx
        if isinstance(found, str):
            picture.height = 0
        elif isinstance(game, SavedGame):
            draw_picture(canvas, picture, self.desk.kind(game), found.view if isinstance(found, Survey) else None)
        text = pygame.Rect(box.left, picture.bottom + canvas.px(GAP_EM), box.width, 0)
        text.height = box.bottom - canvas.px(2 * BUTTON_EM + 2 * GAP_EM) - text.top
        if isinstance(found, str):
            canvas.paragraph(_("{what} The file is left as it is.").format(what=found), text, colour=VERMILION)
        elif isinstance(game, SavedGame):
            self._facts(canvas, text, game, found)
        self._buttons(canvas, game, found)

    def _head(self, canvas: Canvas, box: pygame.Rect, game: ListedGame) -> None:
        desk = self.desk
        if desk.new_name is None:
            canvas.line(heading(game), box, size=1.4, weight="Bold")
            return
        wide = canvas.px(5.5)
        keep = pygame.Rect(box.right - wide, box.top, wide, box.height)
        give = keep.move(-wide - canvas.px(GAP_EM), 0)
        line = pygame.Rect(box.left, box.top, give.left - canvas.px(GAP_EM) - box.left, box.height)
        hint = _("Name of the game")
        entry(canvas, "name", line, TextEntry(desk.new_name, desk.type_name, hint, desk.rename))
        button(canvas, "give-name", give, _("Rename"), desk.rename, style="primary")
        button(canvas, "keep", keep, _("Cancel"), desk.keep)

    def _facts(self, canvas: Canvas, box: pygame.Rect, game: SavedGame, found: Known) -> None:
        """Draw how far it is, who plays, and what was agreed, with a button that copies that."""
        row = pygame.Rect(box.left, box.top, box.width, canvas.px(SEAT_EM))
        kind = self.desk.kind(game)
        canvas.line(state_words(kind, game, found), row)
        people = found.people if isinstance(found, Survey) else ()
        for number, seat in enumerate(kind.listing.seat_looks(game.header, people)):
            row = row.move(0, row.height)
            left = self._seat(canvas, row, seat)
            if isinstance(found, Survey):
                room = pygame.Rect(left, row.top, row.right - left, row.height)
                title = player_title(kind.opponents, found.players[number], game.header.descriptions)
                self._player(canvas, room, title, kind.listing.points(found.view), number)
        self._agreement(canvas, pygame.Rect(box.left, box.bottom - canvas.px(2.2), box.width, canvas.px(2.2)), game)

    def _agreement(self, canvas: Canvas, box: pygame.Rect, game: SavedGame) -> None:
        wide = canvas.px(5.5)
        words = pygame.Rect(box.left, box.top, box.width - wide - canvas.px(0.5), box.height)
        canvas.paragraph(
            agreement(self.desk.kind(game), game.header, is_over=game.is_finished), words, size=SMALL, colour=INK_SOFT
        )
        rect = pygame.Rect(box.right - wide, box.top, wide, box.height)
        why = _("Copy what was agreed, and when it is over the seed")
        button(canvas, "copy", rect, _("Copy"), self.desk.copy, tooltip=why)

    def _seat(self, canvas: Canvas, row: pygame.Rect, seat: SeatLook) -> int:
        """Draw banner and name, and return where the room right of them begins."""
        flag = banner(seat.clan, round(row.height * 0.9))
        canvas.surface.blit(flag, flag.get_rect(midleft=row.midleft))
        name = pygame.Rect(row.left + canvas.px(1.8), row.top, row.width * 2 // 5, row.height)
        canvas.line(seat.name, name)
        return name.right

    def _player(self, canvas: Canvas, box: pygame.Rect, title: str, points: Sequence[int] | None, number: int) -> None:
        """Draw who plays a seat, and the points that they have by now."""
        player = pygame.Rect(box.left, box.top, self.rect.width // 4, box.height)
        canvas.small(title, player, colour=INK_SOFT)
        if points is not None:
            score = pygame.Rect(player.right, box.top, box.right - player.right, box.height)
            told = ngettext("{n} point", "{n} points", points[number]).format(n=points[number])
            canvas.line(told, score, align="right")

    def _buttons(self, canvas: Canvas, game: ListedGame, found: Known) -> None:
        upper, lower = self._deeds(game, found)
        high = canvas.px(BUTTON_EM)
        top = self.rect.bottom - 2 * high - canvas.px(GAP_EM)
        self._row(canvas, pygame.Rect(self.rect.left, top, self.rect.width, high), upper)
        self._row(canvas, pygame.Rect(self.rect.left, self.rect.bottom - high, self.rect.width, high), lower)

    def _row(self, canvas: Canvas, box: pygame.Rect, deeds: list[Deed]) -> None:
        gap = canvas.px(GAP_EM)
        wide = (box.width - gap * (len(deeds) - 1)) // len(deeds)
        for number, deed in enumerate(deeds):
            rect = pygame.Rect(box.left + number * (wide + gap), box.top, wide, box.height)
            button(canvas, deed.name, rect, deed.label, deed.act, style=deed.style, tooltip=deed.tooltip)

    def _deeds(self, game: ListedGame, found: Known) -> tuple[list[Deed], list[Deed]]:
        """Return the buttons of both rows."""
        desk = self.desk
        if desk.is_deleting:
            why = _("The last {n} games that were deleted are kept in the folder {folder}.").format(
                n=KEPT, folder=DELETED
            )
            sure = Deed("delete-for-good", _("Delete it"), desk.delete, why, "primary")
            return [sure], [Deed("keep", _("Keep it"), desk.keep)]
        delete = Deed("delete", _("Delete …"), desk.ask_delete)
        rename = Deed("rename", _("Rename …"), desk.begin_rename)
        if isinstance(game, Unreadable):
            return [rename], [delete]
        if isinstance(found, str):
            why = _("Makes a new game of all that was played before the damage")
            return [Deed("rescue", _("Save what is whole"), desk.rescue, why, "primary")], [rename, delete]
        return self._sound(game), [rename, *self._exports(game), delete]

    def _exports(self, game: SavedGame) -> list[Deed]:
        """Return the buttons that give a game away; while it runs, also only what is past of it."""
        desk = self.desk
        if game.is_finished or game.header.is_excerpt:
            return [Deed("export", _("Export"), desk.export, _("Write it into one file"))]
        why = _("Write it into one file; hidden plans and cards stand in it too, and the seed of all to come")
        past = _(
            "Write the past into one file, without plans, hidden cards and seed: to be looked at, not to be played on"
        )
        return [
            Deed("export", _("Export"), desk.export, why),
            Deed("export-past", _("Export the past"), desk.export_past, past),
        ]

    def _sound(self, game: SavedGame) -> list[Deed]:
        desk = self.desk
        if game.header.is_excerpt:
            told = _("This is only the past of a game: it can be looked at, not played on")
            return [Deed("replay", _("Replay"), desk.replay, told, "primary")]
        label = _("Look at the end") if game.is_finished else _("Play on")
        return [
            Deed("open", label, desk.open, style="primary"),
            Deed("replay", _("Replay"), desk.replay, _("Look at the game from its beginning")),
        ]
