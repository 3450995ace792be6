"""Game of Rumble Nation on its own screen, and its replay on the same."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pygame
from msgspec.structs import asdict

from shogun.base.language import marked
from shogun.games.rumble_nation.rules.state import (
    AreaResolved,
    CardPlayed,
    CarryOut,
    Deploy,
    Deployed,
    DiceRolled,
    Finished,
    GameEnded,
    Move,
    RollDice,
    TakeDaimyo,
)
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.end_of_game import RumbleEnd
from shogun.games.rumble_nation.screen.layout import lay_out
from shogun.games.rumble_nation.screen.panels.board_panel import BoardPanel
from shogun.games.rumble_nation.screen.panels.players_panel import PlayersPanel
from shogun.games.rumble_nation.screen.play.model import RumbleModel, Weighed
from shogun.games.rumble_nation.screen.presenter import RumblePresenter
from shogun.games.rumble_nation.screen.telling import rule_of
from shogun.window.game.showing import LogSounds
from shogun.window.generic.panels import BarPanel
from shogun.window.generic.scene import COMMANDS, SEE_AGAIN, GenericPast, GenericScene
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.input.keys import Command, game_keys
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.sound import Effect
from shogun.window.panels.log_panel import LogActs, LogPanel
from shogun.window.play.model import LogLine

SIGNALS: Mapping[type, Effect] = {
    DiceRolled: "click", Deployed: "tap", CardPlayed: "paper", Finished: "turn", AreaResolved: "taiko",
    GameEnded: "won",
}  # fmt: skip
"""Sounds of events."""
DOUBLE_CLICK = 0.5
"""Seconds within which two clicks on one spot count as a double click."""
CONFIRM_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)


class RumblePast(GenericPast):
    """Scene that shows a story at one of its places."""

    model_type = RumbleModel
    model: RumbleModel

    def panels_of_game(self) -> list[Panel]:
        """Return board and players."""
        return [BoardPanel(self.model, RumbleControls()), PlayersPanel(self.model)]

    def lay_answer(self, question: Any, moves: Sequence[Any], _other: Sequence[Any]) -> None:
        """Show the war after a split, or after a way of a card."""
        super().lay_answer(question, moves, _other)
        self.model.chosen = moves[0] if isinstance(moves[0], Deploy | CarryOut) else None

    def lift_answer(self) -> None:
        """Show the game only."""
        self.model.forget_choice()
        super().lift_answer()

    def layout(self, area: pygame.Rect) -> None:
        """Lay out the panels."""
        rects = lay_out(area, self.em, len(self.model.seats))
        for panel in self.panels:
            panel.place(rects[panel.name])


class RumbleScene(GenericScene):
    """One game, whose answers are chosen, previewed in the forecast, and confirmed."""

    model_type = RumbleModel
    past_type = RumblePast
    model: RumbleModel
    controls: RumbleControls
    presenter: RumblePresenter
    own_keys = game_keys(
        *COMMANDS, choose=marked("Choose the answer with that number; Enter confirms it"), again=SEE_AGAIN,
        grounds=marked("Map: show or hide the forecast of the war"),
    )  # fmt: skip
    rolls: tuple[type, ...] = (RollDice,)
    holds_cards = True
    """True if a card played by an opponent stays until it has been seen."""
    _previewed: Any = None
    """Question with the answer under the pointer previewed."""
    _taken: tuple[tuple[int, int], float] = (-1, -1), 0.0
    """Point and time of the last click on a daimyo card (s, perf_counter)."""

    def make_presenter(self) -> RumblePresenter:
        """Return the presenter of turns."""
        model, stand, telling = self.model, self.stand, self.game.telling
        return RumblePresenter(
            model=model, stand=stand, telling=telling, after=self.after, knock=self.fall, holds_cards=self.holds_cards
        )

    def make_controls(self) -> RumbleControls:
        """Return the player's controls."""
        return RumbleControls(
            **asdict(super().make_controls()), choose=self._choose, point_at=self._point_at,
            through=self._through, toggle_forecast=self._toggle_forecast, war_again=self.show_war_again,
            end_war=self.showing.finish, show_end=self._show_end, take_daimyo=self._take_daimyo, seen=self._card_seen,
        )  # fmt: skip

    def make_panels(self) -> None:
        """Make the panels, once everything else exists."""
        model, controls = self.model, self.controls
        self.sounds = LogSounds(self.screen, SIGNALS)
        self.board = BoardPanel(model, controls)
        self.log = LogPanel(model, LogActs(look_back=self.look_back, rule=rule_of))
        bar = BarPanel(model, controls, self.game.title)
        self.players = PlayersPanel(model, self.seats_to_change)
        self.panels = [bar, self.board, self.players, self.log, self.advice]

    def layout(self, area: pygame.Rect) -> None:
        """Lay out the panels."""
        rects = lay_out(area, self.em, len(self.model.seats))
        for panel in self.panels:
            panel.place(rects[panel.name])

    def seats_changed(self, told: LogLine) -> None:
        """Show that a seat has a new player; with no human left, a card waits for nobody."""
        super().seats_changed(told)
        if not any(seat.person for seat in self.model.seats):
            self._card_seen()

    def settings_changed(self) -> None:
        """Apply the current settings; where opponents' moves take no time any more, a card waits for nobody."""
        super().settings_changed()
        if self.model.computers_speed >= AT_ONCE:
            self._card_seen()

    # Choice of an answer

    def _choose(self, move: Weighed) -> None:
        self.model.chosen, self.model.pointed = move, None
        self.changed()

    def _point_at(self, move: Weighed | None) -> None:
        self.model.pointed = move

    def confirm(self) -> None:
        """Give the chosen answer; if dice are to be rolled, roll them; if a card is shown, continue."""
        if self.model.is_held:
            self._card_seen()
        elif self.model.chosen is not None:
            self.controls.answer(self.model.chosen)
        elif RollDice() in self.model.moves:
            self.controls.answer(RollDice())

    def _card_seen(self) -> None:
        """Continue after a card that was shown until it had been seen."""
        if self.model.is_held:
            self.presenter.skip()

    def _take_daimyo(self, move: TakeDaimyo) -> None:
        """Take a card; the second click of a double click doesn't count for the next player."""
        where, when = self._taken
        if self.pointer != where or time.perf_counter() - when > DOUBLE_CLICK:
            self._taken = self.pointer, time.perf_counter()
            self.controls.answer(move)

    def _through(self, area: str) -> None:
        """Choose the answer that leads to an area; with several, the next one at each click."""
        model = self.model
        if any(isinstance(move, CarryOut) for move in model.moves):
            self._filter(area)
        else:
            leading = [move for move in model.moves if isinstance(move, Deploy) and move.area == area]
            at = leading.index(model.chosen) + 1 if model.chosen in leading else 0
            model.chosen = leading[at % len(leading)]
        self.changed()

    def _filter(self, area: str) -> None:
        """Filter the ways by an area in addition to those clicked before, or remove it; empty removes all.

        If no way leads through all of them, those through this one are offered.
        """
        model = self.model
        model.chosen = model.pointed = None
        if not area:
            model.through = ()
        elif area in model.through:
            model.through = tuple(other for other in model.through if other != area)
        else:
            model.through = (*model.through, area)
            model.through = model.through if model.moves else (area,)
        if len(model.moves) == 1 and isinstance(model.moves[0], CarryOut):
            model.chosen = model.moves[0]

    def close_topmost(self) -> bool:
        """Close a card that is shown, then the hint, then drop the choice."""
        model = self.model
        if model.is_held:
            self._card_seen()
        elif super().close_topmost():
            return True
        elif model.chosen is not None or model.through:
            model.forget_choice()
        else:
            return False
        self.changed()
        return True

    def command(self, command: Command) -> None:
        """Handle a key of the table; the one for the map's grounds switches the forecast."""
        if command == "grounds":
            self._toggle_forecast()
        else:
            super().command(command)

    def _toggle_forecast(self) -> None:
        self.model.shows_forecast = not self.model.shows_forecast
        self.changed()

    def answer(self, move: Move) -> None:
        """Give an answer, and clear the choice."""
        self.model.forget_choice()
        super().answer(move)

    def update(self, seconds: float) -> None:
        """Show what has happened, with its sounds."""
        super().update(seconds)
        self._preview()
        self.sounds.update()

    def _preview(self) -> None:
        """Preview an answer that appears under a resting pointer, as soon as it is drawn."""
        question = self.model.question
        is_offered = any(place.name.startswith(("split-", "way-")) for place in self.board.places())
        if question is None or question is self._previewed or not is_offered:
            return
        self._previewed = question
        if self.board.rect.collidepoint(self.pointer):
            self.board.pointed(self.pointer)

    # End of the game

    def tell_end(self) -> None:
        """Show the winner and the scoring."""
        super().tell_end()
        self._show_end()

    def _show_end(self) -> None:
        if self.model.result is not None:
            self.app.push(RumbleEnd(self.app, self))

    def show_war_again(self) -> None:
        """Show the war on the board again."""
        while self.app.scene is not self:
            self.app.pop()
        self.presenter.show_war_again()
        self.changed()

    def show_undone(self) -> None:
        """Show the game after an undo, with nothing chosen."""
        self.model.forget_choice()
        self.model.forget_shown()
        super().show_undone()

    def choosable(self) -> list[HitRegion]:
        """Return the answers on the table."""
        kinds = ("seen", "roll", "split-", "way-", "card-")
        return [place for place in self.board.places() if place.name.startswith(kinds)]

    def key(self, key: int) -> None:
        """Choose an answer by its digit, confirm by Enter."""
        model = self.model
        number = key - pygame.K_1
        if key in CONFIRM_KEYS:
            self.confirm()
        elif 0 <= number < min(9, len(model.moves)):
            move = model.moves[number]
            if isinstance(move, Deploy | CarryOut):
                self._choose(move)
            else:
                self.controls.answer(move)
