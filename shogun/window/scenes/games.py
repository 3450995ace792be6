"""The list of all games: play on, replay, rename, delete, export, and take in what is dropped onto the window."""

from collections.abc import Callable
from pathlib import Path

import pygame

from shogun.base.file_names import LONGEST
from shogun.base.language import _, shown
from shogun.table.errors import TableError
from shogun.table.past.summary import Known
from shogun.table.storage import saved_games
from shogun.table.storage.game_archive import export_game, export_past, rescue, take_in
from shogun.table.storage.saved_games import ListedGame, SavedGame, Unreadable, all_games
from shogun.window.kit.drawing.canvas import Canvas, HitRegion
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, PAPER, VERMILION
from shogun.window.kit.input import clipboard
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import Node, column, overlay, part, place, row
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.panels.game_details import GameDetails
from shogun.window.panels.games_list import GamesList
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.game_summaries import GameSummaries
from shogun.window.play.game_words import agreement, heading
from shogun.window.play.rating_lines import RatingLines
from shogun.window.play.routes import ToReplay, ToSavedGame
from shogun.window.play.start import ERRORS
from shogun.window.tower.backdrop import draw_backdrop

BELOW = row(part("back", wide=9.0), part("told"), high=2.6, gap=1.0)
BELOW_DELETED = row(part("back", wide=9.0), part("told"), part("bring-back", wide=9.0), high=2.6, gap=0.75)


def _sheet(below: Node) -> Node:
    """Return the layout: the list at the left, the chosen game at the right."""
    head = row(part("title", wide=20.0), part("hint"), high=2.4)
    left = column(head, part("list"), below, wide=43.0, gap=0.45)
    sheet = row(left, part("details"), name="sheet", wide=77.0, high=43.0, gap=1.6, padding=(1.2, 0.7))
    return overlay(sheet, horizontal="middle", vertical="middle")


class GamesSheet(ScenePanel["GamesScene"]):
    """The paper below the two panels, with the title, the way back, and what is to be said."""

    name = "games"

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet; the panels on it follow."""
        draw_backdrop(canvas.surface, self.rect)
        places = canvas.places(_sheet(BELOW if self.scene.deleted is None else BELOW_DELETED), self.rect)
        canvas.sheet(places["sheet"], PAPER)
        canvas.line(_("Games"), places["title"], size=2, weight="Bold")
        if not self.scene.message:
            canvas.small(_("Drop the file of a game here to open it."), places["hint"], align="right")
        button(canvas, "back", places["back"], _("Back"), self.scene.escape, size=1.2)
        if self.scene.deleted is not None:
            button(canvas, "bring-back", places["bring-back"], _("Bring it back"), self.scene.bring_back)
        colour = VERMILION if self.scene.is_complaint else INDIGO
        told = self.scene.message or self.scene.rating()
        canvas.paragraph(told, places["told"], size=0.92, colour=colour if self.scene.message else INK_SOFT)


class GamesScene(Scene):
    """Games by the time at which they were played last; what a panel shows of them is made while the window idles."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.message = ""
        self.is_complaint = False
        self.games = all_games(self.app.options.games)
        self.chosen = 0
        self.new_name: str | None = None
        self.is_deleting = False
        self.deleted: Path | None = None
        """Where the game lies that was deleted just now."""
        self._surveys = GameSummaries(app.options.games)
        self._ratings = RatingLines() if app.settings.rating else None
        self._sheet, self._list, self._details = GamesSheet(self), GamesList(self), GameDetails(self)
        self.panels = [self._sheet, self._list, self._details]

    def layout(self, area: pygame.Rect) -> None:
        """The list at the left, the chosen game at the right."""
        self._sheet.place(area)
        places = place(_sheet(BELOW), area, self.em)
        self._list.place(places["list"])
        self._details.place(places["details"])

    def update(self, _seconds: float) -> None:
        """Go on with the summaries."""
        if self._surveys.go_on():
            self.changed()

    def is_moving(self) -> bool:
        """Return whether summaries are still made."""
        return self._surveys.is_busy

    def escape(self) -> None:
        """Leave name and game as they are, or go back."""
        if self.new_name is not None or self.is_deleting:
            self.keep()
        else:
            self.app.pop()

    def key(self, key: int) -> None:
        """Enter opens the chosen game."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.open()

    def first_places(self) -> list[HitRegion]:
        """Let the arrow keys begin in the list."""
        return self._list.places()

    def command(self, command: Command) -> None:
        """Delete asks whether to delete the chosen game."""
        if command == "clear":
            self.ask_delete()
        else:
            super().command(command)

    # The games

    @property
    def game(self) -> ListedGame | None:
        """The chosen game."""
        return self.games[self.chosen] if self.games else None

    def kind(self, game: SavedGame) -> GamePlugin:
        """Return which game it is."""
        return brought(self.app.options, game.header.game)

    def rating(self) -> str:
        """Return what is to be said of a person's rating in games like the chosen one; empty if that is not wanted."""
        game = self.game
        if self._ratings is None or not isinstance(game, SavedGame):
            return ""
        return self._ratings.of(self.kind(game), game.header)

    @property
    def names_kinds(self) -> bool:
        """Whether it is to be said which game each is: there are several."""
        return len(self.app.options.entries) > 1

    def summary(self, game: ListedGame) -> Known:
        """Return what is known of a game by now, a sentence if it is damaged."""
        return game.why if isinstance(game, Unreadable) else self._surveys.get(game.path)

    def press(self, number: int) -> None:
        """Look at a game; open the one that is looked at already."""
        if number == self.chosen:
            self.open()
        else:
            self.choose(number)

    def choose(self, number: int) -> None:
        """Look at a game."""
        self.chosen = min(max(0, number), max(0, len(self.games) - 1))
        self.message = ""
        self.keep()

    def _show(self, path: Path | None, message: str = "") -> None:
        """List the games anew, with this one chosen if it is there, else the one in its place."""
        self.games = all_games(self.app.options.games)
        paths = [game.path for game in self.games]
        self.choose(paths.index(path) if path in paths else self.chosen)
        self._tell(message)

    def _try(self, deed: Callable[[], None]) -> None:
        """Do something; what goes wrong is said on the sheet."""
        try:
            deed()
        except ERRORS as error:
            self._tell(error_text(error), is_complaint=True)

    # What can be done with one

    def open(self) -> None:
        """Play the game on, or look at its end."""
        if isinstance(game := self.game, SavedGame) and not self._go_back_to(game.path):
            self._try(lambda: self.app.go(ToSavedGame(game.path)))

    def _go_back_to(self, path: Path) -> bool:
        """Go back to a game if it is open below this list, and return whether it was."""
        open_below = any(scene.shows_game(path) for scene in self.app.scenes)
        if open_below:
            self.app.pop()
        return open_below

    def replay(self) -> None:
        """Look at the game from its beginning."""
        if isinstance(game := self.game, SavedGame):
            self._try(lambda: self.app.go(ToReplay(game.path)))

    def export(self) -> None:
        """Write the game into one file in the player's documents."""
        import platformdirs

        if (game := self.game) is not None:
            folder = platformdirs.user_documents_path()
            self._try(
                lambda: self._tell(
                    _("Exported into your documents as {name}").format(name=export_game(game.path, folder).name)
                )
            )

    def export_past(self) -> None:
        """Write what is past of the game, and nothing that is hidden, into one file in the player's documents."""
        import platformdirs

        if (game := self.game) is not None:
            folder, games = platformdirs.user_documents_path(), self.app.options.games
            words = _("What is past is exported into your documents as {name}")
            self._try(lambda: self._tell(words.format(name=export_past(games, game.path, folder).name)))

    def rescue(self) -> None:
        """Make a new game of all that is whole in a damaged one."""
        if (game := self.game) is not None:
            self._try(lambda: self._show(rescue(self.app.options.games, game.path), _("Saved as a new game.")))

    def copy(self) -> None:
        """Put what was agreed into the clipboard; without one it is there to be read."""
        if isinstance(game := self.game, SavedGame):
            done = clipboard.copy(agreement(self.kind(game), game.header, is_over=game.is_finished))
            self._tell(_("Copied.") if done else _("There is no clipboard here: write it down."), is_complaint=not done)

    def _tell(self, message: str, *, is_complaint: bool = False) -> None:
        self.message, self.is_complaint = message, is_complaint
        self.deleted = None
        self.changed()

    def begin_rename(self) -> None:
        """Let another name be typed."""
        if (game := self.game) is not None:
            self.new_name = shown(game.path.stem) if isinstance(game, Unreadable) else game.title
            self.keyboard.set_focus("name")
            self.changed()

    def type_name(self, name: str) -> None:
        """Take what has been typed."""
        self.new_name = name[:LONGEST]
        self.changed()

    def rename(self) -> None:
        """Give the game the name that was typed; one that can't be is typed again."""
        game, name = self.game, self.new_name
        if game is None or name is None:
            return
        try:
            path = saved_games.rename(game.path, name)
        except TableError as error:
            self._tell(error_text(error), is_complaint=True)
            self.keyboard.set_focus("name")
        else:
            self._show(path)

    def ask_delete(self) -> None:
        """Ask whether the game shall be deleted."""
        self.is_deleting = self.game is not None
        self.new_name = None
        self.changed()

    def delete(self) -> None:
        """Delete the game."""
        if (game := self.game) is not None and self.is_deleting:
            self._try(lambda: self._delete(game))

    def _delete(self, game: ListedGame) -> None:
        kept = saved_games.delete(game.path)
        self._show(None, _("{name} is deleted.").format(name=heading(game)))
        self.deleted = kept

    def bring_back(self) -> None:
        """Put the game back that was deleted last."""
        if (kept := self.deleted) is not None:
            self._try(lambda: self._show(saved_games.bring_back(kept), _("It is back.")))

    def keep(self) -> None:
        """Leave name and game as they are."""
        self.new_name, self.is_deleting = None, False
        self.changed()

    def take(self, path: Path) -> None:
        """Take in a file from elsewhere and choose its game; a file that holds none is told of."""
        self._try(
            lambda: self._show(
                take_in(self.app.options.games, path),
                _("{name} is one of your games now.").format(name=shown(path.stem)),
            )
        )
