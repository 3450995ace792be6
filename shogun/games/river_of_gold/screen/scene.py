"""Game of River of Gold on its own screen, and its replay on the same."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pygame
from msgspec.structs import asdict

from shogun.base.by_identity import IdentityKey
from shogun.base.language import marked
from shogun.games.river_of_gold.analysis.move_effects import foresee, offers
from shogun.games.river_of_gold.rules.components import SHORES, Gain
from shogun.games.river_of_gold.rules.events import (
    Built,
    EmperorCame,
    Event,
    Gained,
    GameEnded,
    InfluenceGained,
    LastTileLaid,
)
from shogun.games.river_of_gold.rules.state import (
    Build,
    Deliver,
    Discard,
    EndTurn,
    Move,
    RollDie,
    Sail,
)
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.flights import Flights
from shogun.games.river_of_gold.screen.layout import lay_out
from shogun.games.river_of_gold.screen.panels.board_panel import BoardPanel
from shogun.games.river_of_gold.screen.panels.effect_lines import EFFECT, effect_lines
from shogun.games.river_of_gold.screen.panels.hand_panel import HandPanel
from shogun.games.river_of_gold.screen.panels.players_panel import PlayersPanel
from shogun.games.river_of_gold.screen.panels.row_panel import RowPanel
from shogun.games.river_of_gold.screen.panels.tracks_panel import TracksPanel
from shogun.games.river_of_gold.screen.panels.turn_panel import TurnPanel
from shogun.games.river_of_gold.screen.person_questions import RiverQuestions
from shogun.games.river_of_gold.screen.pieces import gain_picture, tile
from shogun.games.river_of_gold.screen.play.lights import Lights
from shogun.games.river_of_gold.screen.play.model import CONFIRMED, RiverModel, new_customers
from shogun.games.river_of_gold.screen.pointer_lights import PointingScene
from shogun.games.river_of_gold.screen.presenter import RiverPresenter
from shogun.games.river_of_gold.screen.standing import StandingScene, known_at
from shogun.games.river_of_gold.screen.telling import rule_of
from shogun.games.river_of_gold.words import last_round_text, sentence
from shogun.players.adviser import PlanHint
from shogun.window.generic.panels import BarPanel
from shogun.window.generic.scene import COMMANDS, SEE_AGAIN, GenericPast, GenericScene
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.input.keys import Command, game_keys
from shogun.window.kit.runtime.panel import Panel
from shogun.window.panels.log_panel import LogActs, LogPanel

KINDS = ("answer-", "set-die-", "exchange-", "ship-", "shore-", "tile-", "customer-", "die-")
"""Prefixes of the names of places that can be chosen."""
CONFIRM_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
ADVICE_EM = 15.0
"""Least height for a hint."""
FLYING_EM = 1.7
"""Height of flying pictures."""


class RiverPast(PointingScene, GenericPast):
    """Scene that shows a story at one of its places."""

    model_type = RiverModel
    model: RiverModel

    def panels_of_game(self) -> list[Panel]:
        """Return all panels except the one for a turn in progress."""
        self.log.acts = LogActs(look_back=self.look_back, point_at=self.point_at_line, rule=rule_of)
        model, controls = self.model, RiverControls(show_standing=self._show_standing)
        return [
            BoardPanel(model, controls), TracksPanel(model), RowPanel(model, controls), HandPanel(model, controls),
            PlayersPanel(model, controls),
        ]  # fmt: skip

    def lay_answer(self, question: Any, moves: Sequence[Any], _other: Sequence[Any]) -> None:
        """Show a turn's plan by its arrow."""
        super().lay_answer(question, moves, _other)
        self.model.hint = PlanHint(moves[0], (), tuple(moves))

    def lift_answer(self) -> None:
        """Show the game only."""
        self.model.hint = None
        super().lift_answer()

    def _show_standing(self) -> None:
        known = known_at(self.story, self.place, self.model.view, tuple(self.model.seats))
        self.app.push(StandingScene(self.app, known))

    def update(self, seconds: float) -> None:
        """Advance the replay, and light the pointer's target."""
        super().update(seconds)
        self.light()
        self.point_out()

    def layout(self, area: pygame.Rect) -> None:
        """Lay out the panels; the log takes the turn's room too."""
        rects = lay_out(area, self.em, len(self.model.seats), has_turn=False)
        for panel in self.panels:
            panel.place(rects[panel.name])


class RiverScene(PointingScene, GenericScene):
    """One game, whose moves are chosen, previewed and confirmed."""

    model_type = staticmethod(partial(RiverModel, find_offers=offers, foresee=foresee))
    past_type = RiverPast
    questions_type = RiverQuestions
    own_keys = game_keys(
        *COMMANDS, choose=marked("1 to 6: use that number of the die, or give that answer"), again=SEE_AGAIN,
        closer=marked("Selected ship: count the die as 1 higher where allowed"),
        farther=marked("Selected ship: count the die as 1 less, where allowed"),
    )  # fmt: skip
    rolls: tuple[type, ...] = (RollDie, EndTurn)
    model: RiverModel
    controls: RiverControls
    presenter: RiverPresenter
    questions: RiverQuestions

    def make_presenter(self) -> RiverPresenter:
        """Return the presenter of turns."""
        return RiverPresenter(
            model=self.model, stand=self.stand, telling=self.game.telling, after=self.after, knock=self.fall,
            fly=self._fly, is_still=lambda: self.app.settings.reduced_motion,
        )  # fmt: skip

    def make_controls(self) -> RiverControls:
        """Return the player's controls."""
        pace = self.pace
        return RiverControls(
            **asdict(super().make_controls()), choose=self._choose, point_at=self._point_at,
            choose_shore=self._choose_shore, choose_tile=self._choose_tile, choose_die=self._choose_die,
            toggle_exchanges=self._toggle_exchanges, toggle_pause=pace.toggle_pause, slower=pace.slower,
            faster=pace.faster, show_hand=self.questions.toggle_hand, show_end=self._show_end,
            show_standing=self._show_standing,
        )  # fmt: skip

    def make_panels(self) -> None:
        """Make the panels, once everything else exists."""
        model, controls = self.model, self.controls
        self.coming: list[Move] = []
        """Answers to be given one after the other, as soon as their questions come."""
        self.flights = Flights()
        self._hand_seen = IdentityKey(None)
        """View whose hand was last checked for new customers."""
        self.board, self.turn = BoardPanel(model, controls), TurnPanel(model, controls)
        self.hand, self.row = HandPanel(model, controls), RowPanel(model, controls)
        self.players = PlayersPanel(model, controls)
        self.log = LogPanel(model, LogActs(look_back=self.look_back, point_at=self.point_at_line, rule=rule_of))
        bar = BarPanel(model, controls, self.game.title)
        self.tracks = TracksPanel(model)
        self.panels = [bar, self.board, self.turn, self.row, self.hand, self.tracks, self.players, self.log]
        self.panels.append(self.advice)

    def layout(self, area: pygame.Rect) -> None:
        """Lay out the panels."""
        rects = lay_out(area, self.em, len(self.model.seats))
        for panel in self.panels[:-1]:
            panel.place(rects[panel.name])
        is_log_high = rects["log"].height >= ADVICE_EM * self.em
        self.advice.place(rects["log" if is_log_high else "tracks"])

    def update(self, seconds: float) -> None:
        """Show what has happened, then ask the next question or give the next planned answer."""
        super().update(seconds)
        self.look_for_new_customers()
        self._let_fly(0.0 if self.model.is_paused else seconds)
        if self.coming and self.model.question is not None:
            self._go_on()
        self.light()
        self.point_out()

    def look_for_new_customers(self) -> None:
        """Mark new customers in the hand whenever another view is shown."""
        view = self.model.view
        if self._hand_seen.thing is not view:
            self._hand_seen = IdentityKey(view)
            self.history.follow(self.driver.session.course.answers)
            self.model.new_customers = new_customers(self.history, view)

    def effects(self) -> dict[str, Lights]:
        """Return the lights for each line of a move's effects."""
        model = self.model
        if model.foresight is None:
            return {}
        return {f"{EFFECT}{place}": line.lights for place, line in enumerate(effect_lines(model, model.foresight))}

    # Flights

    def _let_fly(self, seconds: float) -> None:
        """Advance all flights, and redraw what they have passed over."""
        for area in self.flights.go_on(seconds):
            self.damaged(area)

    def _fly(self, event: Event, seconds: float) -> None:
        """Start the flight of an event's gains; with reduced motion they are only reported."""
        if isinstance(event, EmperorCame | LastTileLaid | GameEnded):
            told = self._last_round() if isinstance(event, LastTileLaid) else sentence(event, self.model.names)
            self.flights.announce(told, seconds)
            return
        if self.app.settings.reduced_motion:
            return
        if isinstance(event, Gained):
            start = self.board.place_of(event.shore).center if event.shore else self.turn.rect.center
            end = self.players.plate_of(event.seat).center
            if event.number:
                picture = gain_picture(Gain(event.what, event.number), round(FLYING_EM * self.em))
                self.flights.begin(picture, start, end, seconds)
        elif isinstance(event, InfluenceGained):
            start = self.board.place_of(event.shore).center if event.shore else self.turn.rect.center
            picture = gain_picture(Gain("influence", event.target - event.source), round(FLYING_EM * self.em))
            self.flights.begin(picture, start, self.tracks.place_of(event.region, event.target), seconds)
        elif isinstance(event, Built):
            size = self.board.place_of(event.shore).size
            picture = tile(event.tile, size, down=SHORES[event.shore - 1].bank == "right")
            self.flights.begin(picture, self.row.rect.center, self.board.place_of(event.shore).center, seconds)

    def _last_round(self) -> str:
        """Return a sentence on who still has a turn, now that the end is near."""
        return last_round_text(self.model.view, self.model.names)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw flights and announcements."""
        super().draw_over(surface)
        self.flights.draw(surface, self.board.rect, self.em)

    # End of the game

    def tell_end(self) -> None:
        """Show the winner and the scoring."""
        super().tell_end()
        self._show_end()

    def _show_end(self) -> None:
        if self.model.result is not None:
            self.app.push(RiverEnd(self.app, self))

    def _show_standing(self) -> None:
        """Show everybody's points, as far as the game has been shown."""
        story = self.story()
        view = self.game.rules.view(story.history.state(story.last), story.viewer)
        known = known_at(story, story.last, view, tuple(self.model.seats))
        self.app.push(StandingScene(self.app, known, self.seats_to_change))

    # Choice of a move

    def _choose(self, move: Move) -> None:
        """Choose a move; clicking the chosen one deselects it."""
        model = self.model
        if isinstance(move, Sail) and isinstance(model.chosen, Sail) and model.chosen.ship == move.ship:
            sails = [sail for sail in model.offers.sails if sail.ship == move.ship]
            move = sails[(sails.index(model.chosen) + 1) % len(sails)] if model.chosen in sails else move
        model.shore, model.tile = 0, ""
        model.chosen = move
        model.exchanging = False
        self.changed()

    def _turn_die_of_ship(self, by: int) -> None:
        """Turn the die up or down for the chosen ship, where that is allowed."""
        sail = self.model.chosen
        if isinstance(sail, Sail) and (other := Sail(sail.ship, sail.by + by)) in self.model.offers.sails:
            self.model.chosen = other
            self.changed()

    def _choose_shore(self, shore: int) -> None:
        model = self.model
        model.shore = 0 if model.shore == shore else shore
        self._join()

    def _choose_tile(self, tile: str) -> None:
        model = self.model
        model.tile = "" if model.tile == tile else tile
        self._join()

    def _join(self) -> None:
        """Combine a shore space and a tile into a move, if both are chosen."""
        model = self.model
        model.chosen = Build(model.shore, model.tile) if model.shore and model.tile else None
        model.exchanging = False
        self.changed()

    def _choose_die(self, number: int) -> None:
        model = self.model
        model.die = 0 if number == model.view.players[model.seat].die else number
        if not model.offers.allow(model.chosen):
            model.chosen = None
        if model.shore not in model.offers.shores:
            model.shore = 0
        model.exchanging = False
        self.changed()

    def _toggle_exchanges(self) -> None:
        self.model.exchanging = not self.model.exchanging
        self.changed()

    def _point_at(self, move: Move | None) -> None:
        self.model.pointed = move

    def confirm(self) -> None:
        """Make the chosen move after everything that has to precede it; or roll, or end the turn."""
        model = self.model
        if model.choices and isinstance(model.choices[0], RollDie | EndTurn):
            self.controls.answer(model.choices[0])
        if not model.can_confirm or model.chosen is None:
            return
        self.coming = list(model.offers.plan(model.chosen)) if model.is_turn else [model.chosen]
        self._go_on()

    def _go_on(self) -> None:
        """Give the next planned answer; if it has become impossible, drop all of them."""
        move = self.coming.pop(0)
        if move in self.model.moves:
            self.controls.answer(move)
        else:
            self.coming = []

    def answer(self, move: Move) -> None:
        """Give an answer, and clear the choice."""
        exchanging = self.model.exchanging and move in self.model.exchanges
        self.model.forget_choice()
        self.model.exchanging = exchanging
        super().answer(move)

    def draft(self, move: Move) -> None:
        """Follow the advice: for a turn the whole plan, one answer after the other."""
        self.coming = list(getattr(self.model.hint, "plan", ()) or (move,))
        self._go_on()

    def show_advice(self) -> None:
        """Show a hint in place of the log, or of the tracks where the log is low."""
        covered = self.log if self.advice.rect == self.log.rect else self.tracks
        is_told = self.model.hint is not None
        if self.advice.is_hidden == is_told:
            covered.is_hidden, self.advice.is_hidden = is_told, not is_told
            self.changed()

    def show_undone(self) -> None:
        """Show the game after an undo, with nothing chosen."""
        self.coming = []
        self.model.forget_choice()
        super().show_undone()

    def close_topmost(self) -> bool:
        """Close the exchanges, then the hint, then drop the choice and turn the die back."""
        model = self.model
        if model.exchanging:
            model.exchanging = False
        elif super().close_topmost():
            return True
        elif model.chosen is not None or model.shore or model.tile or model.die:
            model.forget_choice()
        else:
            return False
        self.changed()
        return True

    def choosable(self) -> list[HitRegion]:
        """Return the answers with buttons of their own, then ships, shore spaces, tiles, customers, and the die.

        For a building that is half chosen, return only the missing half's options.
        """
        kinds: tuple[str, ...] = KINDS
        if bool(self.model.shore) != bool(self.model.tile):
            kinds = ("tile-",) if self.model.shore else ("shore-",)
        panels = (self.turn, self.board, self.row, self.hand)
        places = [place for panel in panels for place in panel.places() if place.enabled]
        return [place for kind in kinds for place in places if place.name.startswith(kind)]

    def command(self, command: Command) -> None:
        """Handle a key of the table."""
        if command in ("closer", "farther"):
            self._turn_die_of_ship(1 if command == "closer" else -1)
        else:
            super().command(command)

    def key(self, key: int) -> None:
        """Choose the die or the answer by a digit; confirm by Enter."""
        model = self.model
        number = key - pygame.K_0
        if key in CONFIRM_KEYS:
            self.confirm()
        elif model.is_turn and 1 <= number <= 6 and model.question is not None:
            self._press_die(number)
        elif 1 <= number <= min(9, len(model.choices)) and not self._is_covered(model.choices[number - 1]):
            move = model.choices[number - 1]
            (self._choose if isinstance(move, CONFIRMED) else self.controls.answer)(move)

    def _is_covered(self, move: Move) -> bool:
        """Return whether an answer reveals a card of a covered hand."""
        return isinstance(move, Deliver | Discard) and self.model.viewer is None

    def _press_die(self, number: int) -> None:
        place = next((place for place in self.turn.places() if place.name == f"die-{number}"), None)
        if place is not None and place.act is not None:
            place.act()
