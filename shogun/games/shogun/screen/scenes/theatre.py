"""The tower as large as the window: what falls now, or one of the last battles once more, in slow motion if wanted."""

from functools import partial
from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.panels.tally import (
    TALLY_EM,
    TowerContents,
    draw_battle,
    draw_contents,
    draw_sign,
    draw_stuck,
    tapped,
)
from shogun.games.shogun.screen.play.drops import MOST, LastDrops, WatchableDrop
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle
from shogun.tower.constants import PHYSICS
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.keys import Command
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.director import Director
from shogun.window.play.pace import SLOW, Pace, speed_label
from shogun.window.tower.film import FilmKind
from shogun.window.tower.stand import Picture, Stand, picture_of, stand_for

SHEET_EM = 33.0
TIMES = 1.55
"""How much larger the tally is than beside the board."""
STATUS_EM = 2.1
ROW_EM = 2.4
TROUBLE_EM = 4.2
"""What is said of why the game stands still."""
BUTTON_EM = 2.4
REPLAY_SPEEDS = (SLOW, 0.5, 1.0)


class WatchedTower(Protocol):
    """What can be done around the tower of the game below: `scenes/game/tower.py`."""

    pace: Pace
    drops: LastDrops

    def skip(self) -> None:
        """Go to the end of what is shown now."""

    def toggle_xray(self) -> None:
        """Show what is inside of the tower, or its front wall."""

    def save_film(self, drop: WatchableDrop | None = None, kind: FilmKind = "webp") -> None:
        """Save a battle, or else the last one, as a picture that moves."""

    def command(self, command: Command) -> bool:
        """Carry out a command of the keyboard and return whether it was one of the tower's."""


class WatchedGame(Protocol):
    """The game below the large tower: `scenes/game/scene.py`."""

    model: Model
    stand: Stand
    director: Director

    @property
    def around_tower(self) -> WatchedTower:
        """What can be done there around the tower."""

    def update(self, seconds: float) -> None:
        """Go on by the time since the last call."""

    def is_moving(self) -> bool:
        """Return whether something is being shown."""


class PicturePanel(Panel):
    """The tower itself."""

    name = "theatre"

    def __init__(self, scene: "TheatreScene") -> None:
        super().__init__()
        self.scene = scene

    def shows(self) -> tuple[object, ...]:
        """Return the moment, and what is told of it."""
        return self.scene.seconds, self.scene.season, *self.scene.told()

    def draw(self, canvas: Canvas) -> None:
        """Draw the tower, and in the x-ray what is inside."""
        picture, model = self.scene.picture, self.scene.game.model
        picture.xray, picture.is_steady = self.scene.xray, self.scene.app.settings.reduced_motion
        picture.season = self.scene.season
        picture.draw(canvas.surface)
        if picture.xray:
            gap = canvas.px(0.6)
            corner = picture.rect.left + gap, picture.rect.top + gap
            draw_stuck(canvas, model, corner, self.scene.contents.inside)


class TellingPanel(Panel):
    """All that is said of the tower and what can be done."""

    name = "theatre-sheet"

    def __init__(self, scene: "TheatreScene") -> None:
        super().__init__()
        self.scene = scene

    def shows(self) -> tuple[object, ...]:
        """Return all on which the words depend."""
        return self.scene.told()

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect)
        self._sheet(canvas, self.rect.inflate(-canvas.px(2), -canvas.px(1.4)))

    def _sheet(self, canvas: Canvas, inner: pygame.Rect) -> None:
        top = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(2))
        canvas.line(self._heading(), top.inflate(-canvas.px(10), 0).move(-canvas.px(5), 0), size=1.2, weight="Bold")
        back = pygame.Rect(top.right - canvas.px(9.5), top.top, canvas.px(9.5), canvas.px(2.2))
        is_asked = self.scene.game.model.question is not None
        tooltip = _("You are asked something there (Esc)") if is_asked else _("Esc")
        style: Style = "primary" if is_asked else "plain"
        button(canvas, "back", back, _("Back to the board"), self.scene.escape, style=style, tooltip=tooltip)
        status = pygame.Rect(inner.left, top.bottom + canvas.px(0.4), inner.width, canvas.px(STATUS_EM))
        canvas.paragraph(self.scene.status(), status, size=SMALL, colour=INK_SOFT)
        tally = pygame.Rect(inner.left, status.bottom, inner.width, canvas.px(TALLY_EM * TIMES))
        self._tally(canvas, tally)
        row = pygame.Rect(inner.left, tally.bottom + canvas.px(0.4), inner.width, canvas.px(BUTTON_EM))
        self._pace(canvas, row)
        below = row.bottom + canvas.px(0.9)
        if trouble := self.scene.game.model.trouble:
            told = pygame.Rect(inner.left, below, inner.width, canvas.px(TROUBLE_EM))
            canvas.paragraph(trouble, told, colour=VERMILION)
            below = told.bottom
        self._list(canvas, pygame.Rect(inner.left, below, inner.width, inner.bottom - below))

    def _tally(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the battle as it is counted out; before that what has come out by now, and what is inside."""
        battle, model = self.scene.battle, self.scene.game.model
        if battle is not None:
            draw_battle(canvas, model, battle, box, TIMES)
        if battle is None or not battle.sides:
            below = pygame.Rect(box.left, 0, box.width, canvas.px(5.8))
            below.bottom = box.bottom
            draw_contents(canvas, model, below, self.scene.contents)

    def _heading(self) -> str:
        scene = self.scene
        if scene.replayed is None and scene.game.model.is_paused:
            return _("Paused")
        if scene.taps:
            return tapped(scene.taps)
        if scene.replayed is not None:
            return _("Once more, at {speed}").format(speed=_speed(scene.replay_speed))
        return _("The tower now")

    def _pace(self, canvas: Canvas, row: pygame.Rect) -> None:
        """Draw the buttons that belong to what is shown: the game, or a battle once more."""
        rows = self._of_replay() if self.scene.replayed is not None else self._of_game()
        gap = canvas.px(0.4)
        wide = (row.width - gap * (len(rows) - 1)) // len(rows)
        for number, (name, label, act, style, tooltip) in enumerate(rows):
            rect = pygame.Rect(row.left + number * (wide + gap), row.top, wide, row.height)
            button(canvas, name, rect, label, act, style=style, tooltip=tooltip, size=SMALL)

    def _of_game(self) -> list[tuple[str, str, Act, Style, str]]:
        around, model = self.scene.game.around_tower, self.scene.game.model
        return [
            ("pause", _("Go on") if model.is_paused else _("Pause"), around.pace.toggle_pause,
             _chosen(model.is_paused), _("Let everything stand still, or go on (P)")),
            ("skip", _("Skip"), around.skip, "plain", _("Skip what is shown now; hold it to go on fast (Space)")),
            ("slow", _("Slow motion"), around.pace.toggle_slow, _chosen(model.slow),
             _("Cubes fall at a quarter of their speed (S)")),
            ("xray", _("X-ray"), self.scene.toggle_xray, _chosen(model.xray),
             _("Look into the tower: what is stuck shines, and is counted (X)")),
        ]  # fmt: skip

    def _of_replay(self) -> list[tuple[str, str, Act, Style, str]]:
        scene = self.scene
        speeds: list[tuple[str, str, Act, Style, str]] = [
            (f"replay-speed-{speed:g}", _speed(speed), partial(scene.set_replay_speed, speed),
             _chosen(scene.replay_speed == speed), _("How fast the cubes fall (S changes it)"))
            for speed in REPLAY_SPEEDS
        ]  # fmt: skip
        return [
            ("again", _("Again"), scene.again, "plain", _("Play it from its start (R)")),
            ("pause", _("Go on") if scene.is_still else _("Pause"), scene.toggle_still,
             _chosen(scene.is_still), _("Let the cubes stand still, or fall on (P)")),
            *speeds,
            ("xray", _("X-ray"), scene.toggle_xray, _chosen(scene.xray),
             _("Look into the tower: what is stuck shines, and is counted (X)")),
        ]  # fmt: skip

    def _list(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the last battles; a click plays one again."""
        scene = self.scene
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(2.1))
        canvas.line(_("The last battles"), head, weight="Bold", colour=INDIGO)
        if scene.replayed is not None:
            live = pygame.Rect(box.right - canvas.px(7.5), box.top, canvas.px(7.5), canvas.px(2.1))
            button(canvas, "live", live, _("Back to now"), scene.stop, tooltip=_("See what happens now"), size=SMALL)
        drops = scene.game.around_tower.drops.all()
        if drops:
            save = pygame.Rect(box.right - canvas.px(20.5), box.top, canvas.px(9), canvas.px(2.1))
            tooltip = _("Save the battle as a picture that moves, to be sent to friends (V)")
            button(canvas, "film", save, _("Save picture (V)"), scene.save_film, tooltip=tooltip, size=SMALL)
            gif = pygame.Rect(save.right + canvas.px(0.5), save.top, canvas.px(3), save.height)
            tooltip = _("Save it as a GIF instead: larger, but every program shows it")
            button(canvas, "film-gif", gif, "GIF", partial(scene.save_film, "gif"), tooltip=tooltip, size=SMALL)
        top = head.bottom + canvas.px(0.4)
        if not drops:
            canvas.small(self._no_drops(), pygame.Rect(box.left, top, box.width, canvas.px(1.5)), colour=INK_SOFT)
        fitting = max(1, (box.bottom - top) // canvas.px(ROW_EM + 0.2))
        for number, drop in enumerate(drops[: min(MOST, fitting)]):
            row = pygame.Rect(box.left, top + number * canvas.px(ROW_EM + 0.2), box.width, canvas.px(ROW_EM))
            self._drop(canvas, row, number, drop)

    def _no_drops(self) -> str:
        if self.scene.game.around_tower.drops.is_asking:
            return _("Looking for earlier battles …")
        if self.scene.is_first_battle:
            return _("The first battle is being fought now.")
        return _("There was no battle yet.")

    def _drop(self, canvas: Canvas, row: pygame.Rect, number: int, drop: WatchableDrop) -> None:
        is_shown = self.scene.replayed is not None and self.scene.replayed.key == drop.key
        reacts = drop.recording is not None
        canvas.plate(row, GOLD_PALE if is_shown else PAPER_BRIGHT, INDIGO if canvas.hovers(row) else PAPER_EDGE, 0.25)
        sign = pygame.Rect(row.left + canvas.px(0.5), row.top, canvas.px(1.9), row.height).inflate(0, -canvas.px(0.5))
        draw_sign(canvas, self.scene.game.model.seats, drop.winner, sign)
        left = sign.right + canvas.px(0.5)
        text = pygame.Rect(left, row.top, row.right - left - canvas.px(0.5), row.height)
        canvas.line(drop.battle.result, text, colour=INDIGO if reacts else INK_SOFT)
        canvas.target(f"battle-{number}", row, partial(self.scene.replay, drop) if reacts else None, _tooltip(drop))


def _tooltip(drop: WatchableDrop) -> str:
    if drop.recording is not None:
        return _("Watch it once more")
    if drop.physics != PHYSICS:
        return _("It was only counted: it fell by another version of the physics, and its recording is missing.")
    return _("It can't be shown again on this computer.")


def _speed(speed: float) -> str:
    return "¼×" if speed == SLOW else speed_label(speed)


def _chosen(chosen: bool) -> Style:
    return "chosen" if chosen else "plain"


class TheatreScene(Scene):
    """Lies upon a game's scene, which goes on below it but for the time in which an old battle is watched."""

    def __init__(self, app: Application, game: WatchedGame) -> None:
        super().__init__(app)
        self.game = game
        self.replayed: WatchableDrop | None = None
        self.replay_speed = SLOW
        self.replay_xray = False
        self.is_still = False
        """Whether the replay was stopped."""
        self._playback = stand_for(game.director.session.header.tower)
        self._live, self._again = picture_of(game.stand), picture_of(self._playback)
        self._live.signs = self._again.signs = pieces.cube_signs(game.model.seats)
        self._was_paused = False
        self._tower, self._sheet = PicturePanel(self), TellingPanel(self)
        self.panels = [self._tower, self._sheet]
        game.around_tower.drops.ask_for_past()

    def layout(self, area: pygame.Rect) -> None:
        """Give the tower all the height and the room beside the sheet."""
        gap = round(self.em * 0.6)
        inner = area.inflate(-2 * gap, -2 * gap)
        tower = pygame.Rect(inner.left, inner.top, inner.width - gap - round(SHEET_EM * self.em), inner.height)
        for picture in (self._live, self._again):
            picture.resize(tower)
        self._tower.place(tower)
        left = tower.right + gap
        self._sheet.place(pygame.Rect(left, inner.top, inner.right - left, inner.height))

    # What is shown

    @property
    def picture(self) -> Picture:
        """The tower's picture."""
        return self._live if self.replayed is None else self._again

    @property
    def season(self) -> Season:
        """The season of what is shown."""
        return self.game.model.view.season if self.replayed is None else self.replayed.season

    @property
    def contents(self) -> TowerContents:
        """What lies on the tray and in the tower that is shown."""
        if self.replayed is None:
            return TowerContents(self.game.model.tray, self.game.model.inside)
        return TowerContents(self._playback.out_so_far, self._playback.inside_so_far)

    @property
    def battle(self) -> ShownBattle | None:
        """The battle that is shown, as far as it has come."""
        if self.replayed is None:
            return self.game.model.battle
        whole = self.replayed.battle
        return whole if self._playback.done else ShownBattle(whole.title)

    @property
    def taps(self) -> int:
        """How often the tower that is shown was tapped by now in the drop that falls."""
        if self.replayed is not None:
            return self._playback.taps_so_far
        return self.game.model.taps if self.game.model.is_watching else 0

    def status(self) -> str:
        """Return what is said on the game's own screen: whose turn it is, what is asked, or what has just happened."""
        return self.game.model.note or self.game.model.prompt

    @property
    def is_first_battle(self) -> bool:
        """Whether a battle is being fought before any was counted out."""
        return self.game.model.battle is not None and not self.game.around_tower.drops.all()

    @property
    def xray(self) -> bool:
        """Whether the tower is shown without its front wall; for a battle once more that is chosen apart."""
        return self.game.model.xray if self.replayed is None else self.replay_xray

    # Time

    def is_moving(self) -> bool:
        """Return whether cubes fall here, or anything goes on in the game."""
        falling = self.replayed is not None and not self.is_still and not self._playback.done
        return falling or self.game.is_moving()

    def update(self, seconds: float) -> None:
        """Let the replay, or the game, go on."""
        self.game.update(seconds)
        if self.replayed is not None and not self.is_still:
            self._playback.speed = self.replay_speed
            for knock in self._playback.update(seconds):
                self.app.sounds_knock(knock)
        self.game.around_tower.drops.take_past(self.game.model.seats)

    @property
    def seconds(self) -> float | None:
        """How long ago the cubes that are shown were let go."""
        return (self.game.stand if self.replayed is None else self._playback).seconds

    def told(self) -> tuple[object, ...]:
        """Return all on which the words depend."""
        model, battle, drops = self.game.model, self.battle, self.game.around_tower.drops
        counted = (battle.title, battle.counted, battle.result) if battle else None
        is_asked = model.question is not None
        flags = (model.is_paused, model.slow, self.xray, model.is_hurried, drops.is_asking, len(drops.all()), is_asked)
        told = self.status(), model.trouble
        return told, counted, flags, self.contents, self.replayed and self.replayed.key, self.taps

    # What is asked for

    def replay(self, drop: WatchableDrop) -> None:
        """Play an old battle; the game stands still meanwhile."""
        if drop.recording is None:
            return
        if self.replayed is None:
            self._was_paused = self.game.model.is_paused
        self.game.model.is_paused = True
        self.replayed, self.is_still = drop, False
        self._playback.play(drop.recording, self.replay_speed)
        self.changed()

    def again(self) -> None:
        """Play the battle from its start; without one that is replayed, the last one."""
        drop = self.replayed or next(iter(self.game.around_tower.drops.all()), None)
        if drop is not None:
            self.replay(drop)

    def look_closely(self) -> None:
        """Play the last battle at a quarter of its speed, with the x-ray."""
        self.replay_speed, self.replay_xray = SLOW, True
        self.again()

    def stop(self) -> None:
        """Go back to what happens now; the game goes on."""
        if self.replayed is not None:
            self.replayed = None
            self.game.model.is_paused = self._was_paused
            self.changed()

    def set_replay_speed(self, speed: float) -> None:
        """Let the cubes of the replay fall at this speed."""
        self.replay_speed = speed
        self.changed()

    def save_film(self, kind: FilmKind = "webp") -> None:
        """Save what is replayed, or else the last battle, as a picture that moves."""
        self.game.around_tower.save_film(self.replayed, kind)

    def toggle_still(self) -> None:
        """Stop the replay, or let it go on."""
        self.is_still = not self.is_still
        self.changed()

    def toggle_xray(self) -> None:
        """Show what is inside of the tower, or its front wall."""
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
        """Take the keys that belong to the tower, for the replay if there is one."""
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
        """Whoever held "skip" has let go."""
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
