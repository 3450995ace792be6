"""The list of all games: search, resume, replay, rename, delete, export, import of dropped files."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from shogun.base.files import LONGEST
from shogun.base.language import _, ngettext, shown
from shogun.base.user_folders import documents_folder
from shogun.players.seating import player_title
from shogun.table import saved_games
from shogun.table.errors import TableError
from shogun.table.game_archive import export_game, export_past, rescue, take_in
from shogun.table.game_files import GameFiles
from shogun.table.journal import people_ever
from shogun.table.saved_games import Brief, GameFile, ListedGame, SavedGame, Unreadable, is_in_use
from shogun.table.summary import KnownSummary
from shogun.window.kit.drawing.canvas import Canvas, HitRegion
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, PAPER, VERMILION
from shogun.window.kit.input import clipboard
from shogun.window.kit.input.keys import SEARCH, Command
from shogun.window.kit.input.selection import Selection
from shogun.window.kit.layout import Node, column, part, place, row, share
from shogun.window.kit.runtime.app import Batch
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.list_panel import ListPanel, ListScene
from shogun.window.kit.runtime.panel import Panel, ScenePanel
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.widgets.button import button
from shogun.window.panels.game_details import GameDetails, bin_words
from shogun.window.panels.games_list import (
    HEAD_EM,
    GamesHead,
    GamesList,
    SelectionAction,
    SelectionContent,
    SelectionPanel,
)
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.game_query import Against, GameFinder, GameQuery, GameSummaries, listed_name
from shogun.window.play.game_story import agreement, heading, story_of_journal
from shogun.window.play.rating_lines import RatingLines, keep_hint
from shogun.window.play.routes import ToDecisionSums, ToReplay, ToReview, ToSavedGame
from shogun.window.play.start import ERRORS, saved_game
from shogun.window.tower.menu_picture import draw_backdrop

FOOT = row(part("back", wide=9.0), part("told"), high=2.6, gap=1.0)
BIN_FOOT = row(part("back", wide=9.0), part("told"), part("bring-back", wide=9.0), high=2.6, gap=0.75)
SHEET_WIDE, SHEET_HIGH = share(least=77.0, most=104.0), share(least=43.0, most=60.0)
"""Width and height of the sheet: in a larger window more games are seen, and more of each."""
MARGIN = 0.023
"""The least that is free on each side of it, as a share of its length, where the window isn't too small for that."""
CHECK_SECONDS = 1.0
"""Seconds between two checks for changes by other windows."""
SCROLLING_PAUSE = 0.15
"""Seconds after scrolling in which no other work is done."""
READING_SECONDS = 0.004
"""Seconds of a picture that go into reading files."""
RELIST_SECONDS = 0.5
"""Seconds between two updates of a filtered or sorted list with newly read games."""


def _sheet(below: Node) -> Node:
    """Return the layout: the list at the left, the chosen game at the right."""
    left = column(part("head", high=HEAD_EM), part("list"), below, wide=share(1.0, least=43.0), gap=0.45)
    details = part("details", wide=share(0.7))
    sheet = row(left, details, name="sheet", wide=SHEET_WIDE, gap=1.6, padding=(1.2, 0.7))
    beside, above = part(wide=share(MARGIN)), part(high=share(MARGIN))
    return column(above, row(beside, sheet, beside, high=SHEET_HIGH), above)


class GamesSheet(ScenePanel["GamesScene"]):
    """The paper below the panels, with the way back, and messages."""

    name = "games"

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet; the panels on it follow."""
        scene = self.scene
        draw_backdrop(canvas.surface, self.rect)
        places = canvas.places(_sheet(BIN_FOOT if scene.to_bring_back else FOOT), self.rect)
        canvas.sheet(places["sheet"], PAPER)
        button(canvas, "back", places["back"], _("Back"), scene.back, size=1.2)
        if scene.to_bring_back:
            label, tooltip = scene.bring_back_words()
            button(canvas, "bring-back", places["bring-back"], label, scene.bring_back, tooltip=tooltip)
        colour = VERMILION if scene.is_complaint else INDIGO
        message = scene.message or scene.rating() or _("Drop a game file here to open it.")
        canvas.paragraph(message, places["told"], size=0.92, colour=colour if scene.message else INK_SOFT)


class GamesScene(ListScene[GameQuery]):
    """All games of the user's folder; they are read and summarized little by little."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.message = ""
        self.is_complaint = False
        self.files = GameFiles(app.options.games)
        self.query = GameQuery()
        self.rows: Sequence[GameFile] = ()
        self.selection: Selection[str] = Selection()
        """The selected games, by the names of their files."""
        self.new_name: str | None = None
        self.is_deleting = self.is_giving_up = False
        self.deleted: list[Path] = []
        """Places of the games that were deleted just now."""
        self.bin = saved_games.in_bin(self.files.folder)
        """Places of all games that were ever deleted and are still kept."""
        self.batch: Batch[Any, Any] | None = None
        """The action under way on several games."""
        self._doing = ""
        """Its label, with the number of games done and in all."""
        self._kinds = {code: brought(app.options, code).title for code in app.options.entries}
        self._finder = GameFinder(self.files, self._kinds)
        self._opponents: tuple[int, Sequence[tuple[Against, str]]] = (-1, ())
        self._surveys = GameSummaries(app.options.games)
        self._ratings = RatingLines() if app.settings.rating else None
        self._clock = self._looked = self._listed = 0.0
        self._listed_version = -1
        self._calm, self._line = 0.0, 0
        self._sheet, self._head, self._list = GamesSheet(self), GamesHead(self), GamesList(self)
        self._details, self._several = GameDetails(self), SelectionPanel(self)
        self.panels = [self._sheet, self._head, self._list, self._details, self._several]
        self.find()

    def layout(self, area: pygame.Rect) -> None:
        """The list at the left, the chosen game at the right."""
        self._sheet.place(area)
        places = place(_sheet(FOOT), area, self.em)
        self._head.place(places["head"])
        self._list.place(places["list"])
        self._details.place(places["details"])
        self._several.place(places["details"])

    # Over time

    def update(self, seconds: float) -> None:
        """Continue the actions on several games, read on, and look for changes by other windows."""
        self._clock += seconds
        if self.batch is not None:
            self.batch.go_on()
            self.changed()
            return
        if self._clock - self._looked >= CHECK_SECONDS:
            self._look_for_changes()
        self._calm = max(0.0, self._calm - seconds)
        if self._list.scrolling.line != self._line:
            self._line, self._calm = self._list.scrolling.line, SCROLLING_PAUSE
        if self._list.is_waiting:
            self._list.read()
            self._list.dirty = True
        if not self._calm:
            self._read_on()

    def _read_on(self) -> None:
        """Continue with the summaries, else with the files."""
        if self._surveys.is_busy:
            if self._surveys.go_on():
                self._list.dirty = self._details.dirty = True
        elif self.files.go_on(READING_SECONDS):
            self._head.dirty = True
        is_due = self._clock - self._listed >= RELIST_SECONDS or not self.files.is_busy
        if is_due and not self.query.is_plain and self.files.version != self._listed_version:
            self.find()

    def _look_for_changes(self) -> None:
        """Look for games that another window has begun, deleted, renamed or continued."""
        self._looked = self._clock
        seen = self._list.scrolling.seen(len(self.rows))
        if not (self.files.look_if_touched() or any(self.files.is_other(self.rows[n]) for n in seen)):
            return
        file = self.file
        self.files.look()
        self.find()
        if file is not None and all(file.name != other.name for other in self.files.files):
            message = _("{name} is gone: another window has deleted or renamed it.")
            self.keep()
            self._tell(message.format(name=listed_name(file, None)))

    def is_moving(self) -> bool:
        """Return whether something is still read or worked out."""
        return self.batch is not None or self._surveys.is_busy or self.files.is_busy or self._list.is_waiting

    # Keys

    def close_topmost(self) -> bool:
        """Stop what is being done, leave name and games as they are, search for nothing more."""
        if self.batch is not None:
            self.batch.stop()
        elif self.new_name is not None or self.is_deleting or self.is_giving_up:
            self.keep()
        elif self.query.words:
            self.search("")
        elif self.selection.are_several:
            self.choose_none()
        else:
            return False
        return True

    def escape(self) -> None:
        """Close the topmost thing, or go back."""
        if not self.close_topmost():
            self.app.pop()

    def back(self) -> None:
        """Stop what is being done, leave name and games as they are, or go back, whatever is searched or chosen."""
        if self.batch is not None or self.new_name is not None or self.is_deleting or self.is_giving_up:
            self.escape()
        else:
            self.app.pop()

    def key(self, key: int) -> None:
        """Enter opens the chosen game."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.open()

    def types(self, sign: str) -> bool:
        """Let a letter that is typed wherever the focus is search, and return whether it does."""
        if self.keyboard.entry() is None and self.batch is None and not sign.isspace():
            self.focus = SEARCH
        return True

    def list_panel(self) -> ListPanel:
        """Return the list of games."""
        return self._list

    def main_list(self) -> Panel:
        """Let keys that scroll go through the games."""
        return self._list

    def choosable(self) -> list[HitRegion]:
        """Let the arrow keys begin in the list, at the selected game if it is visible."""
        places = self._list.places()
        return [place for place in places if self._list.number_of(place.name) == self.chosen] or places

    def command(self, command: Command) -> None:
        """Delete asks whether to delete what is chosen."""
        if command == "clear":
            self.ask_delete()
        else:
            super().command(command)

    # The games

    @property
    def chosen(self) -> int:
        """The number of the selected game."""
        return self.selection.at

    @property
    def file(self) -> GameFile | None:
        """The file of the selected game."""
        return self.rows[self.chosen] if self.rows else None

    @property
    def game(self) -> ListedGame | None:
        """The selected game."""
        return None if self.file is None else self.files.read(self.file)

    def brief(self, file: GameFile) -> Brief | None:
        """Return the known facts about a game so far."""
        return self.files.brief(file)

    def game_of(self, file: GameFile, *, may_read: bool) -> ListedGame | None:
        """Return a game with its header; None if it wasn't read yet, or its file is gone."""
        return self.files.read(file) if may_read else self.files.known(file)

    def kind(self, game: SavedGame) -> GamePlugin:
        """The plugin of the game."""
        return brought(self.app.options, game.header.game)

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Return the codes and titles of all games."""
        return list(self._kinds.items())

    @property
    def names_kinds(self) -> bool:
        """Return whether each entry names its game: if there are several."""
        return len(self._kinds) > 1

    def opponents(self) -> Sequence[tuple[Against, str]]:
        """Return against whom games were played, in words."""
        if self._opponents[0] != self.files.version and not (self.files.is_busy and self._opponents[1]):
            opponents = [(opponent, self._opponent_title(opponent)) for opponent in self._finder.opponents()]
            self._opponents = self.files.version, opponents
        return self._opponents[1]

    def _opponent_title(self, against: Against) -> str:
        what, name = against
        if what == "name":
            return name
        kinds = (brought(self.app.options, code).opponents for code in self._kinds)
        titles = (player_title(kind, name, {}) for kind in kinds)
        return next((title for title in titles if title != name), name)

    def rating(self) -> str:
        """Return a sentence on a person's rating in games like the selected one; empty if ratings are off."""
        game = self.game
        if self._ratings is None or not isinstance(game, SavedGame):
            return ""
        return self._ratings.of(self.kind(game), game.header)

    def summary(self, game: ListedGame) -> KnownSummary:
        """Return the game's summary so far, a sentence if it is damaged."""
        return game.why if isinstance(game, Unreadable) else self._surveys.get(game.path)

    # The list

    def find(self) -> None:
        """List the games that match the query."""
        self._listed, self._listed_version = self._clock, self.files.version
        self._finder.forget()
        self.rows = self._finder.found(self.query)
        self.selection.relist([file.name for file in self.rows])
        self._shows_several()
        self.changed()

    def counted(self) -> str:
        """Return how many games are listed, of how many, and whether more may come."""
        count, every = len(self.rows), len(self.files.files)
        if self.query.hides and self.files.is_busy:
            return _("{n} … of {all}").format(n=count, all=every)
        if self.query.hides:
            return _("{n} of {all}").format(n=count, all=every)
        return ngettext("{n} game", "{n} games", every).format(n=every)

    def why_empty(self) -> str:
        """Return in a sentence why nothing is listed."""
        if not self.files.files:
            reason = _("There are no games yet. Games are saved automatically from the first step on.")
            return f"{reason} {self._kept_words()}".rstrip()
        return _("Analyzing the games …") if self.files.is_busy else _("No game matches.")

    def looks(self) -> None:
        """The selection has changed."""
        self.message, self.is_complaint = "", False
        self.keep()

    def choose(self, number: int) -> None:
        """Look at a game."""
        self.selection.look_at(number)
        self._list.see()
        self.looks()

    def _shows_several(self) -> None:
        """Show one game, or the actions for several."""
        is_several = self.selection.are_several or self.batch is not None
        self._several.is_hidden, self._details.is_hidden = not is_several, is_several

    def _show(self, path: Path | None, message: str = "") -> None:
        """List the games again, with this one selected if it is there, else the one in its place."""
        self.files.look()
        self.bin = saved_games.in_bin(self.files.folder)
        if path is not None and self.query.hides:
            self.query = GameQuery(order=self.query.order, is_reversed=self.query.is_reversed)
        self.find()
        names = [file.name for file in self.rows]
        if path is not None and path.name in names:
            self.selection.look_at(names.index(path.name))
        self._list.see()
        self.keep()
        self._tell(message)

    def _attempt(self, deed: Callable[[], None]) -> None:
        """Do something; what goes wrong is said on the sheet."""
        try:
            deed()
        except ERRORS as error:
            self._tell(error_text(error), is_complaint=True)

    # Actions for one game

    def open(self) -> None:
        """Play the game on, or look at its end."""
        game = self.game if self.batch is None else None
        if isinstance(game, SavedGame) and not self._go_back_to(game.path):
            self._attempt(lambda: self.app.go(ToSavedGame(game.path)))

    def _go_back_to(self, path: Path) -> bool:
        """Go back to a game if it is open below this list, and return whether it was."""
        open_below = any(scene.shows_game(path) for scene in self.app.scenes)
        if open_below:
            self.app.pop()
        return open_below

    def replay(self) -> None:
        """Look at the game from its beginning."""
        if isinstance(game := self.game, SavedGame) and self.batch is None:
            self._attempt(lambda: self.app.go(ToReplay(game.path)))

    def review_refusal(self, game: SavedGame) -> str:
        """Return a sentence why there is no review; empty if there is one, or it can be requested."""
        if game.is_finished:
            return ""
        if is_in_use(game.path):
            return _("This game is being played.")
        several = len(people_ever(game.header, ())) > 1
        return _("When several people play, this analysis is available once the game is over.") if several else ""

    def review(self) -> None:
        """Open the review; if the game isn't over, first ask whether to give it up."""
        game = self.game if self.batch is None else None
        if isinstance(game, SavedGame) and game.is_finished:
            self._attempt(lambda: self._review(game))
        elif isinstance(game, SavedGame):
            self.keep()
            self._tell(_("It reveals what was hidden from you. From then on the game isn't rated."))
            self.is_giving_up = True

    def give_up(self) -> None:
        """Open the review of an unfinished game, which nobody can continue then."""
        if isinstance(game := self.game, SavedGame) and self.is_giving_up:
            self.keep()
            self._attempt(lambda: self._review(game))

    def _review(self, game: SavedGame) -> None:
        """Open the review of a game, from its file. Raises one of `ERRORS`."""
        story = story_of_journal(self.kind(game), game.path, self.app.settings.speaking)
        if refusal := story.review_refusal(is_given_up=True):
            self._tell(refusal, is_complaint=True)
            return
        if not story.is_over:
            session, _log = saved_game(self.app.options, game.path)
            keep_hint(self.app, session)
            session.close()
        self.app.go(ToReview(story, lambda place, shown=None: self.app.go(ToReplay(game.path, place, shown))))

    def export(self) -> None:
        """Write the game into one file in the player's documents."""
        if (game := self.game) is not None:
            folder = documents_folder()
            self._attempt(
                lambda: self._tell(
                    _("Exported to your documents as {name}").format(name=export_game(game.path, folder).name)
                )
            )

    def export_past(self) -> None:
        """Write the past of the game, and nothing hidden, into one file in the player's documents."""
        if (game := self.game) is not None:
            folder, games = documents_folder(), self.app.options.games
            words = _("The public record was exported to your documents as {name}")
            self._attempt(lambda: self._tell(words.format(name=export_past(games, game.path, folder).name)))

    def rescue(self) -> None:
        """Make a new game of the intact part of a damaged one."""
        if (game := self.game) is not None:
            self._attempt(lambda: self._show(rescue(self.app.options.games, game.path), _("Saved as a new game.")))

    def copy(self) -> None:
        """Copy the settings to the clipboard; without one they are shown to be read."""
        if isinstance(game := self.game, SavedGame):
            done = clipboard.copy(agreement(self.kind(game), game.header, is_over=game.is_finished))
            self._tell(
                _("Copied.") if done else _("There is no clipboard here: please write it down."), is_complaint=not done
            )

    def _tell(self, message: str, *, is_complaint: bool = False) -> None:
        self.message, self.is_complaint = message, is_complaint
        self.deleted = []
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
        """Rename the game; an invalid name can be typed again."""
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
        """Ask whether to delete the selected games."""
        self.is_deleting, self.is_giving_up = self.file is not None and self.batch is None, False
        self.new_name = None
        self.changed()

    def delete(self) -> None:
        """Delete the game."""
        if (game := self.game) is not None and self.is_deleting:
            self._attempt(lambda: self._delete(game))

    def _delete(self, game: ListedGame) -> None:
        kept = saved_games.delete(game.path)
        self._show(None, _("{name} was deleted.").format(name=heading(game)))
        self.deleted = [kept]

    def keep(self) -> None:
        """Leave name and game as they are."""
        if self.is_giving_up:
            self.message = ""
        self.new_name, self.is_deleting, self.is_giving_up = None, False, False
        self._shows_several()
        self.changed()

    def take(self, path: Path) -> None:
        """Import a file and select its game; a file without one is reported."""
        self._attempt(
            lambda: self._show(
                take_in(self.app.options.games, path),
                _("{name} has been added to your games.").format(name=shown(path.stem)),
            )
        )

    def complain(self, words: str) -> None:
        """Show why a file can't be imported."""
        self._tell(words, is_complaint=True)
        self.changed()

    # Actions for several games

    def several(self) -> SelectionContent:
        """Return the panel of several selected games, with its actions."""
        chosen, batch = [self.rows[number] for number in self.selection.several], self.batch
        count = len(chosen)

        def name(number: int) -> str:
            return listed_name(chosen[number], self.files.brief(chosen[number]))

        head = ngettext("{n} game selected", "{n} games selected", count).format(n=count)
        if batch is not None:
            text = self._doing.format(n=batch.tried, all=len(batch.things))
            stop = SelectionAction("stop", _("Stop"), self.escape, _("What has been done is kept"))
            return SelectionContent(head, text, count, name, (stop,), (), batch.tried / max(1, len(batch.things)))
        if self.is_deleting:
            ask = ngettext("Delete {n} game? {kept}", "Delete {n} games? {kept}", count)
            sure = SelectionAction("delete-for-good", _("Delete them"), self.delete_several, style="primary")
            text = ask.format(n=count, kept=bin_words())
            keep = SelectionAction(
                "keep", _("Keep them"), self.keep
            )  # where "Delete" was: a second click deletes nothing
            return SelectionContent(head, text, count, name, (keep,), (sure,))
        export = SelectionAction(
            "export", _("Export"), self.export_several, _("Save each to a file of its own in your documents")
        )
        every = SelectionAction("choose-all", _("Select all"), self.choose_all, _("All games in the list (Ctrl+A)"))
        none = SelectionAction("choose-none", _("Select none"), self.choose_none, _("View a single game again (Esc)"))
        delete = SelectionAction("delete", _("Delete…"), self.ask_delete)
        return SelectionContent(head, "", count, name, (self._decisions_deed(), export, delete), (every, none))

    def _decisions_deed(self) -> SelectionAction:
        """Return the button that opens the decisions in the selected games, which all have to be of one kind."""
        chosen = [self.rows[number] for number in self.selection.several]
        codes = {brief.game for file in chosen if (brief := self.files.brief(file)) is not None and brief.is_readable}
        code = codes.pop() if len(codes) == 1 else ""
        label = _("Your decisions")
        if not code or brought(self.app.options, code).decisions is None:
            return SelectionAction("decisions", label, None, _("All selected games must be of one kind."))
        route = ToDecisionSums(code, tuple(map(self.files.path, chosen)))
        tooltip = _("Which decisions cost you most in these games")
        return SelectionAction("decisions", label, partial(self.app.go, route), tooltip)

    def _begin(self, batch: Batch[Any, Any], doing: str) -> None:
        self.batch, self._doing = batch, doing
        self.keep()

    def delete_several(self) -> None:
        """Delete all that is chosen."""
        if not self.is_deleting:
            return
        paths = [self.files.path(self.rows[number]) for number in self.selection.several]
        bin_time = saved_games.sweep(self.files.folder)
        batch = Batch(paths, partial(saved_games.delete, bin_time=bin_time), (TableError,), self._deleted)
        self._begin(batch, _("Deleting: {n} of {all}"))

    def _deleted(self, batch: Batch[Path, Path]) -> None:
        count = len(batch.done)
        message = ngettext("{n} game was deleted.", "{n} games were deleted.", count).format(n=count)
        self._end(batch, message)
        self.deleted = batch.done

    def export_several(self) -> None:
        """Write each of what is chosen into a file of its own in the player's documents."""
        folder = documents_folder()
        paths = [self.files.path(self.rows[number]) for number in self.selection.several]
        batch = Batch(paths, partial(export_game, folder=folder), (TableError,), self._exported)
        self._begin(batch, _("Exporting: {n} of {all}"))

    def _exported(self, batch: Batch[Path, Path]) -> None:
        count = len(batch.done)
        message = ngettext(
            "{n} game was exported to your documents.", "{n} games were exported to your documents.", count
        )
        self._end(batch, message.format(n=count))

    @property
    def to_bring_back(self) -> list[Path]:
        """Return the games to restore next: those deleted just now, else the last one of the bin."""
        return self.deleted or self.bin[:1]

    def bring_back_words(self) -> tuple[str, str]:
        """Return the label and the tooltip of the button that restores games."""
        if self.deleted:
            return ngettext("Restore it", "Restore them", len(self.deleted)), ""
        last = _("{name} is restored first: it was deleted last.").format(name=shown(self.bin[0].stem))
        return _("Undo a deletion"), f"{self._kept_words()}\n{last}"

    def _kept_words(self) -> str:
        """Return how many games that were deleted are still kept; empty if none is."""
        count = len(self.bin)
        tooltip = ngettext("{n} deleted game can be restored.", "{n} deleted games can be restored.", count).format(
            n=count
        )
        return tooltip if count else ""

    def bring_back(self) -> None:
        """Put all back that was deleted last."""
        deleted = self.to_bring_back
        if len(deleted) == 1:
            self._attempt(lambda: self._show(saved_games.bring_back(deleted[0]), _("It has been restored.")))
        elif deleted:
            batch = Batch(deleted, saved_games.bring_back, (TableError,), self._restored)
            self._begin(batch, _("Restoring: {n} of {all}"))

    def _restored(self, batch: Batch[Path, Path]) -> None:
        count = len(batch.done)
        self._end(batch, ngettext("{n} game was restored.", "{n} games were restored.", count).format(n=count))

    def _end(self, batch: Batch[Any, Any], message: str) -> None:
        """Show the results of an action on several."""
        self.batch = None
        self._show(None)
        self._tell(batch.words(message), is_complaint=bool(batch.failed))
