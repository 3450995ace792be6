"""The tower as large as the window: the current drop, or one of the last battles again, in slow motion if wanted."""

from functools import partial
from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.panels.battle_count import (
    TALLY_EM,
    TowerContents,
    draw_battle,
    draw_contents,
    draw_sign,
    draw_stuck,
    tapped,
)
from shogun.games.shogun.screen.play.last_battles import MOST_BATTLES, LastDrops, WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle
from shogun.players.session_driver import SessionDriver
from shogun.tower.physics.constants import PHYSICS
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import (
    INDIGO,
    INK_SOFT,
    SMALL,
    VERMILION,
    edge_of,
    paper_of,
)
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import Box, Places, column, part, place, row
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.settings import LargeBattles
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.pace import SLOW, Pace, battle_views, speed_label
from shogun.window.tower.films import FilmKind
from shogun.window.tower.tower_display import Picture, Stand, picture_of, stand_for

TIMES = 1.55
"""Magnification of the tally compared to the one next to the board."""
THEATRE = row(part("tower"), part("sheet", wide=33.0), gap=0.6, padding=0.6)
UPRIGHT = column(part("tower"), part("sheet", high=46.0), gap=0.6, padding=0.6)
"""Layout for an upright window, which is at least TALL times as high as wide."""
TALL = 1.4
HEAD = row(part("heading"), part("back", wide=9.5), high=2.2, gap=0.5)
ROW_EM, ROW_GAP_EM = 2.4, 0.2
DROP = row(part("sign", wide=1.9, high=1.9), part("told"), gap=0.5, padding=(0.5, 0.0), align="middle")


def sheet_layout(*, has_trouble: bool, is_replay: bool) -> Box:
    """Return the layout of the sheet; `has_trouble`: with the reason why the game has stopped."""
    trouble = (part("trouble", high=4.2),) if has_trouble else ()
    live = (part("live", wide=7.5),) if is_replay else ()
    choice = row(part("views-title", wide=8.5), part("views"), gap=0.4, high=2.0)
    views = () if is_replay else (part(high=0.25), choice)
    list_head = row(part("title"), part("film", wide=9.0), part("film-gif", wide=3.0), *live, high=2.1, gap=0.5)
    return column(
        HEAD,
        part(high=0.2),
        part("status", high=2.1),
        column(part("battle"), part("contents", high=5.8), name="tally", high=TALLY_EM * TIMES),
        part(high=0.2),
        part("pace", high=2.2),
        *views,
        part(high=0.4),
        *trouble,
        column(list_head, part("drops"), gap=0.4),
        padding=(1.0, 0.7),
    )


REPLAY_SPEEDS = (SLOW, 0.5, 1.0)


class WatchedTower(Protocol):
    """Tower controls of the game below: `scenes/game_tower.py`."""

    pace: Pace
    drops: LastDrops

    def skip(self) -> None:
        """Skip to the end of the current animation."""

    def toggle_xray(self) -> None:
        """Show the inside of the tower, or its front wall."""

    def watch_again(self) -> None:
        """Show the last battle again, in slow motion with the x-ray."""

    def save_film(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Save a battle, by default the last one, as an animation."""

    def command(self, command: Command) -> bool:
        """Execute a keyboard command and return whether it was one of the tower's."""


class WatchedGame(Protocol):
    """The game below the large tower: `scenes/game_scene.py`."""

    model: Model
    stand: Stand
    driver: SessionDriver[GamePlugin]

    @property
    def around_tower(self) -> WatchedTower:
        """Tower controls of the game."""

    def update(self, seconds: float) -> None:
        """Advance by the time since the last call."""

    def is_moving(self) -> bool:
        """Return whether something is being shown."""


class PicturePanel(ScenePanel["TheatreScene"]):
    """The tower itself."""

    name = "theatre"

    def shows(self) -> tuple[object, ...]:
        """Return the moment, and the text about it."""
        return self.scene.seconds, self.scene.season, *self.scene.told()

    def draw(self, canvas: Canvas) -> None:
        """Draw the tower, with its contents in the x-ray."""
        picture, model = self.scene.picture, self.scene.game.model
        picture.xray, picture.is_steady = self.scene.xray, self.scene.app.settings.reduced_motion
        picture.season = self.scene.season
        picture.draw(canvas.surface)
        if picture.xray:
            draw_stuck(canvas, model, canvas.within(picture.rect, 0.6), self.scene.contents.inside)


class TellingPanel(ScenePanel["TheatreScene"]):
    """All text about the tower, and the controls."""

    name = "theatre-sheet"

    def shows(self) -> tuple[object, ...]:
        """Return everything that the text depends on."""
        return self.scene.told()

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect)
        trouble = self.scene.game.model.trouble
        is_replay = self.scene.replayed is not None
        places = canvas.places(sheet_layout(has_trouble=bool(trouble), is_replay=is_replay), self.rect)
        canvas.line(self._heading(), places["heading"], size=1.2, weight="Bold")
        self._back(canvas, places["back"])
        canvas.paragraph(self.scene.status(), places["status"], size=SMALL, colour=INK_SOFT)
        self._tally(canvas, places)
        self._pace(canvas, places["pace"])
        if not is_replay:
            self._views(canvas, places)
        if trouble:
            canvas.paragraph(trouble, places["trouble"], colour=VERMILION)
        self._list(canvas, places)

    def _back(self, canvas: Canvas, place: pygame.Rect) -> None:
        is_asked = self.scene.game.model.question is not None
        tooltip = _("You have a decision to make there (Esc)") if is_asked else _("Esc")
        style: Style = "primary" if is_asked else "plain"
        button(canvas, "back", place, _("Back to the board"), self.scene.escape, style=style, tooltip=tooltip)

    def _tally(self, canvas: Canvas, places: Places) -> None:
        """Draw the battle as it is counted out; before that, the cubes out so far and those in the tower."""
        battle, model = self.scene.battle, self.scene.game.model
        if battle is not None:
            draw_battle(canvas, model, battle, places["tally"], TIMES)
        if battle is None or not battle.sides:
            draw_contents(canvas, model, places["contents"], self.scene.contents)

    def _heading(self) -> str:
        scene = self.scene
        if scene.replayed is None and scene.game.model.is_paused:
            return _("Paused")
        if scene.taps:
            return tapped(scene.taps)
        if scene.replayed is not None:
            return _("Again, at {speed}").format(speed=_speed(scene.replay_speed))
        return _("The tower now")

    def _pace(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the buttons for the game or the replay."""
        buttons = self._of_replay() if self.scene.replayed is not None else self._of_game()
        places = canvas.columns(room, len(buttons), gap=0.4)
        for rect, (name, label, act, style, tooltip) in zip(places, buttons, strict=True):
            button(canvas, name, rect, label, act, style=style, tooltip=tooltip, size=SMALL)

    def _views(self, canvas: Canvas, places: Places) -> None:
        """Draw a button for each way of showing battles."""
        views, chosen = battle_views(), self.scene.app.settings.large_battles
        canvas.small(_("Battles over the map"), places["views-title"], colour=INK_SOFT)
        for rect, view in zip(canvas.columns(places["views"], len(views), gap=0.4), views, strict=True):
            act, style = partial(self.scene.show_battles, view.value), _chosen(view.value == chosen)
            button(canvas, f"view-{view.value}", rect, view.label, act, style=style, tooltip=view.told, size=SMALL)

    def _of_game(self) -> list[tuple[str, str, Act, Style, str]]:
        around, model = self.scene.game.around_tower, self.scene.game.model
        return [
            ("pause", _("Resume") if model.is_paused else _("Pause"), around.pace.toggle_pause,
             _chosen(model.is_paused), _("Pause or resume (P)")),
            ("skip", _("Skip"), around.skip, "plain", _("Skip this animation; hold to fast-forward (Space)")),
            ("slow", _("Slow motion"), around.pace.toggle_slow, _chosen(model.slow),
             _("Cubes fall at quarter speed (S)")),
            ("xray", _("X-ray"), self.scene.toggle_xray, _chosen(model.xray),
             _("X-ray: show and count the cubes that are stuck (X)")),
        ]  # fmt: skip

    def _of_replay(self) -> list[tuple[str, str, Act, Style, str]]:
        scene = self.scene
        speeds: list[tuple[str, str, Act, Style, str]] = [
            (f"replay-speed-{speed:g}", _speed(speed), partial(scene.set_replay_speed, speed),
             _chosen(scene.replay_speed == speed), _("How fast the cubes fall (S changes it)"))
            for speed in REPLAY_SPEEDS
        ]  # fmt: skip
        return [
            ("again", _("Again"), scene.again, "plain", _("Play it from the start (R)")),
            ("pause", _("Resume") if scene.is_still else _("Pause"), scene.toggle_still,
             _chosen(scene.is_still), _("Pause or resume (P)")),
            *speeds,
            ("xray", _("X-ray"), scene.toggle_xray, _chosen(scene.xray),
             _("X-ray: show and count the cubes that are stuck (X)")),
        ]  # fmt: skip

    def _list(self, canvas: Canvas, places: Places) -> None:
        """Draw the last battles; a click replays one."""
        scene = self.scene
        canvas.line(_("Recent battles"), places["title"], weight="Bold", colour=INDIGO)
        if scene.replayed is not None:
            told = _("Watch what is happening now")
            button(canvas, "live", places["live"], _("Back to now"), scene.stop, tooltip=told, size=SMALL)
        drops, room = scene.game.around_tower.drops.all(), places["drops"]
        if drops:
            tooltip = _("Save the battle as an animation to share (V)")
            button(
                canvas, "film", places["film"], _("Save animation (V)"), scene.save_film, tooltip=tooltip, size=SMALL
            )
            tooltip = _("Save it as a GIF instead: larger, but every program shows it")
            save_gif = partial(scene.save_film, "gif")
            button(canvas, "film-gif", places["film-gif"], "GIF", save_gif, tooltip=tooltip, size=SMALL)
        else:
            canvas.small(self._no_drops(), canvas.down(room, 1.5)[0], colour=INK_SOFT)
        fitting = max(1, min(MOST_BATTLES, room.height // canvas.px(ROW_EM + ROW_GAP_EM)))
        lines = canvas.down(room, *(ROW_EM,) * fitting, gap=ROW_GAP_EM)
        for number, (line, drop) in enumerate(zip(lines, drops, strict=False)):
            self._drop(canvas, line, number, drop)

    def _no_drops(self) -> str:
        if self.scene.game.around_tower.drops.is_asking:
            return _("Looking for earlier battles …")
        if self.scene.is_first_battle:
            return _("No battle is finished yet.")
        return _("There hasn't been a battle yet.")

    def _drop(self, canvas: Canvas, line: pygame.Rect, number: int, drop: WatchableDrop) -> None:
        is_shown = self.scene.replayed is not None and self.scene.replayed.key == drop.key
        reacts = drop.recording is not None
        canvas.plate(line, paper_of(lit=is_shown), edge_of(lit=canvas.hovers(line)), 0.25)
        places = canvas.places(DROP, line)
        draw_sign(canvas, self.scene.game.model.seats, drop.winner, places["sign"])
        canvas.line(drop.battle.result, places["told"], colour=INDIGO if reacts else INK_SOFT)
        canvas.target(f"battle-{number}", line, partial(self.scene.replay, drop) if reacts else None, _tooltip(drop))


def _tooltip(drop: WatchableDrop) -> str:
    if drop.recording is not None:
        return _("Watch it again")
    if drop.physics != PHYSICS:
        return _("There is nothing to show: it fell with another version of the physics, and its recording is missing.")
    return _("It can't be shown on this computer.")


def _speed(speed: float) -> str:
    return "¼×" if speed == SLOW else speed_label(speed)


def _chosen(chosen: bool) -> Style:
    return "chosen" if chosen else "plain"


class TheatreScene(Scene):
    """Shown on top of a game's scene, which continues below it except during a replay."""

    def __init__(self, app: Application, game: WatchedGame) -> None:
        super().__init__(app)
        self.game = game
        self.replayed: WatchableDrop | None = None
        self.replay_speed = SLOW
        self.replay_xray = False
        self.is_still = False
        """True if the replay is paused."""
        self._playback = stand_for(game.driver.session.header.tower)
        self._live, self._again = picture_of(game.stand), picture_of(self._playback)
        self._live.signs = self._again.signs = pieces.cube_signs(game.model.seats)
        self._was_paused = False
        self._tower, self._sheet = PicturePanel(self), TellingPanel(self)
        self.panels = [self._tower, self._sheet]
        game.around_tower.drops.ask_for_past()

    def layout(self, area: pygame.Rect) -> None:
        """Give the tower the full height and the width next to the sheet."""
        wide, high = area.size
        places = place(UPRIGHT if high > TALL * wide else THEATRE, area, self.em)
        for picture in (self._live, self._again):
            picture.resize(places["tower"])
        self._tower.place(places["tower"])
        self._sheet.place(places["sheet"])

    # Contents

    @property
    def picture(self) -> Picture:
        """The tower's picture."""
        return self._live if self.replayed is None else self._again

    @property
    def season(self) -> Season:
        """The season of the shown battle."""
        return self.game.model.view.season if self.replayed is None else self.replayed.season

    @property
    def contents(self) -> TowerContents:
        """Contents of the tray and the tower."""
        if self.replayed is None:
            return TowerContents(self.game.model.tray, self.game.model.inside)
        return TowerContents(self._playback.out_so_far, self._playback.inside_so_far)

    @property
    def battle(self) -> ShownBattle | None:
        """The shown battle in its current state."""
        if self.replayed is None:
            return self.game.model.battle
        whole = self.replayed.battle
        return whole if self._playback.done else ShownBattle(whole.title)

    @property
    def taps(self) -> int:
        """Number of taps on the shown tower so far in the current drop."""
        if self.replayed is not None:
            return self._playback.taps_so_far
        return self.game.model.taps if self.game.model.is_watching else 0

    def status(self) -> str:
        """Return the message on the game's own screen: whose turn it is, the question, or the last event."""
        return self.game.model.note or self.game.model.prompt

    @property
    def is_first_battle(self) -> bool:
        """True if a battle is being fought before any has been counted out."""
        return self.game.model.battle is not None and not self.game.around_tower.drops.all()

    @property
    def xray(self) -> bool:
        """True if the tower is shown without its front wall; a replay has its own setting."""
        return self.game.model.xray if self.replayed is None else self.replay_xray

    # Time

    def is_moving(self) -> bool:
        """Return whether cubes fall here, or anything moves in the game."""
        falling = self.replayed is not None and not self.is_still and not self._playback.done
        return falling or self.game.is_moving()

    def keeps_awake(self) -> bool:
        """Return whether there is something to watch."""
        return self.is_moving()

    def update(self, seconds: float) -> None:
        """Advance the replay, or the game."""
        self.game.update(seconds)
        if self.replayed is not None and not self.is_still:
            self._playback.speed = self.replay_speed
            for knock in self._playback.update(seconds):
                self.app.sounds_knock(knock)
        self.game.around_tower.drops.take_past(self.game.model.seats)

    @property
    def seconds(self) -> float | None:
        """Seconds since the shown cubes were released."""
        return (self.game.stand if self.replayed is None else self._playback).seconds

    def told(self) -> tuple[object, ...]:
        """Return everything that the text depends on."""
        model, battle, drops = self.game.model, self.battle, self.game.around_tower.drops
        counted = (battle.title, battle.counted, battle.result) if battle else None
        is_asked = model.question is not None
        flags = (model.is_paused, model.slow, self.xray, model.is_hurried, drops.is_asking, len(drops.all()), is_asked)
        told = self.status(), model.trouble
        return told, counted, flags, self.contents, self.replayed and self.replayed.key, self.taps

    # Actions

    def replay(self, drop: WatchableDrop) -> None:
        """Replay an old battle; the game is paused meanwhile."""
        if drop.recording is None:
            return
        if self.replayed is None:
            self._was_paused = self.game.model.is_paused
        self.game.model.is_paused = True
        self.replayed, self.is_still = drop, False
        self._playback.play(drop.recording, self.replay_speed)
        self.changed()

    def again(self) -> None:
        """Replay the battle from its start, by default the last one."""
        drop = self.replayed or next(iter(self.game.around_tower.drops.all()), None)
        if drop is not None:
            self.replay(drop)

    def look_closely(self) -> None:
        """Replay the last battle at a quarter of its speed, with the x-ray."""
        self.replay_speed, self.replay_xray = SLOW, True
        self.again()

    def stop(self) -> None:
        """Return to the running game, which continues."""
        if self.replayed is not None:
            self.replayed = None
            self.game.model.is_paused = self._was_paused
            self.changed()

    def show_battles(self, view: LargeBattles) -> None:
        """Show battles in this way from now on, in every game."""
        self.app.settings.large_battles = view
        self.app.remember()
        self.changed()

    def set_replay_speed(self, speed: float) -> None:
        """Set the speed of the replay."""
        self.replay_speed = speed
        self.changed()

    def save_film(self, kind: FilmKind = "webp") -> None:
        """Save the replay, or the last battle, as an animation."""
        self.game.around_tower.save_film(self.replayed, kind)

    def toggle_still(self) -> None:
        """Pause or resume the replay."""
        self.is_still = not self.is_still
        self.changed()

    def toggle_xray(self) -> None:
        """Show the inside of the tower, or its front wall."""
        if self.replayed is None:
            self.game.around_tower.toggle_xray()
        else:
            self.replay_xray = not self.replay_xray
            self.changed()

    def escape(self) -> None:
        """Go back to the board."""
        self.stop()
        self.app.pop()

    def command(self, command: Command) -> None:
        """Handle the tower's keys, for the replay if there is one."""
        if command == "tower":
            self.escape()
        elif command == "again":
            self.again()
        elif command == "xray":
            self.toggle_xray()
        elif command == "film":
            self.save_film()
        elif self.replayed is not None and command in ("pause", "slow", "skip"):
            self._command_replay(command)
        elif not self.game.around_tower.command(command):
            super().command(command)

    def let_go(self) -> None:
        """Note that "skip" has been released."""
        self.game.around_tower.pace.release()

    def _command_replay(self, command: Command) -> None:
        if command == "pause":
            self.toggle_still()
        elif command == "slow":
            at = REPLAY_SPEEDS.index(self.replay_speed)
            self.set_replay_speed(REPLAY_SPEEDS[(at + 1) % len(REPLAY_SPEEDS)])
        else:
            self._playback.skip()
            self.changed()
