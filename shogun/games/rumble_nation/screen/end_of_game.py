"""End of Rumble Nation: everybody's castles, the game as a graph, and the war area by area."""

from collections.abc import Sequence
from typing import Protocol

import pygame

from shogun.base.language import _, ngettext, signed
from shogun.games.rumble_nation.analysis.hint import points_of
from shogun.games.rumble_nation.analysis.review import Reading, decided_by, own_strengths, readings, turning_point
from shogun.games.rumble_nation.rules.state import AreaResolved, State
from shogun.games.rumble_nation.rules.war import Result, fight
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.play.model import RumbleModel
from shogun.games.rumble_nation.screen.play.words import decision_text, decision_word, turning_text
from shogun.table.replay import History
from shogun.window.game.end_of_game import Ended, EndScene, EndSheet, Figure, Offer
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, Weight
from shogun.window.kit.layout import between, column, part, row, shaped, share
from shogun.window.kit.runtime.scene import Application
from shogun.window.panels.graph import Column

MARGIN_EM = 0.5
ROW_EM, ROW_GAP_EM = 2.6, 0.2
ROW = row(
    part("place", wide=1.4), column(part("flag"), wide=2.0, padding=(0.0, 0.12)), part("name", wide=8.6),
    part("katana", wide=3.0), part("castles"), part("points", wide=5.5),
    padding=(0.5, 0.0),
)  # fmt: skip
CASTLE_EM = 2.9
BELOW = row(part("graph", wide=share(0.42)), part("war", wide=share(0.58)), gap=0.6)
WAR = column(
    row(part("head", wide=5.0), part("note"), high=1.6), part("turned", high=1.5), part("areas"), padding=(0.5, 0.3)
)
AREA = row(
    part("castle", wide=1.8),
    part(wide=0.4),
    part("name", wide=between(6, 8.2)),
    part("fought", wide=between(20, 28, weight=1)),
    part("by", wide=between(3, 4.2)),
)
CASTLE_SHARE = 0.84
"""Width of a castle in the list of the war, as a share of its row; it is taller than wide."""
FIGHTER_EM = 7.6
FIGHTER = row(
    part("flag", wide=1.3),
    part("strength", wide=between(1.7, 2.1)),
    part("katana", wide=between(0.9, 1.5)),
    part("points", wide=between(1.6, 2, weight=1)),
)


class EndedRumble(Ended, Protocol):
    """Scene of the game that is over."""

    def show_war_again(self) -> None:
        """Show the war on the board again."""


class RumbleEndSheet(EndSheet):
    """Castles by player, and below them the graph next to the war."""

    scene: "RumbleEnd"

    def draw_told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw castles, graph and war."""
        seats = len(self.scene.seats)
        high = seats * ROW_EM + (seats - 1) * ROW_GAP_EM + 2 * MARGIN_EM
        ranking, below = canvas.down(box, high, share(), gap=0.6)
        self._ranking(canvas, ranking)
        places = canvas.places(BELOW, below)
        self.draw_figures(canvas, places["graph"])
        self._war(canvas, places["war"])

    def _ranking(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        places = self.scene.result.places
        rows = canvas.rows(canvas.within(box, MARGIN_EM), len(places), ROW_GAP_EM)
        for seat, rect in zip(sorted(range(len(places)), key=places.__getitem__), rows, strict=True):
            self._castles_of(canvas, seat, rect)

    def _castles_of(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw a player's place, name and katana, all castles in the order of the war, and their total."""
        scene, player = self.scene, self.scene.view.players[seat]
        won, look = seat in scene.result.winners, scene.seats[seat]
        canvas.plate(box, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.25)
        places = canvas.places(ROW, box)
        canvas.line(f"{scene.result.places[seat]}.", places["place"], weight="Bold", colour=INK_SOFT)
        canvas.image(banner(look.clan, places["flag"].height), places["flag"], "left")
        canvas.line(look.name, places["name"], weight="Bold")
        words = ngettext("{n} point", "{n} points", player.points).format(n=player.points)
        canvas.line(words, places["points"], align="right", size=1.25, weight="Bold", colour=INDIGO)
        if player.katana is not None:
            canvas.image(pieces.katana(player.katana, canvas.px(1.5)), places["katana"])
            told = _("Katana {n}: the higher katana breaks ties, in strength and in points.")
            canvas.target(f"katana-{seat}", places["katana"], None, told.format(n=player.katana), "8.2")
        self._castles(canvas, seat, places["castles"])

    def _castles(self, canvas: Canvas, seat: int, room: pygame.Rect) -> None:
        player = self.scene.view.players[seat]
        owned = [(value, False) for value in player.large] + [(value, True) for value in player.small]
        spots = canvas.across(room, *(share(most=CASTLE_EM),) * len(owned))
        for (value, small), spot in zip(owned, spots, strict=True):
            canvas.image(pieces.castle(value, canvas.px(1.7 if small else 2.2), small=small), spot, "left")
        told = _("Large castles: {large}. Small castles: {small}.")
        large, small_ones = sum(player.large), sum(player.small)
        canvas.target(f"castles-{seat}", room, None, told.format(large=large, small=small_ones), "8.1")

    def _war(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a row for each area in the order of the war: its castle, and the players with their strengths."""
        canvas.sheet(box)
        places = canvas.places(WAR, box)
        canvas.line(_("The war"), places["head"], weight="Bold", colour=INDIGO)
        note = _("soldiers + support, points (winner first)")
        canvas.small(note, places["note"], align="right", colour=INK_SOFT)
        turned = turning_text(self.scene.view, self.scene.war, [seat.name for seat in self.scene.seats])
        canvas.small(turned, places["turned"], weight="Bold")
        rows = canvas.rows(places["areas"], len(self.scene.war))
        for outcome, rect in zip(self.scene.war, rows, strict=True):
            self._area(canvas, outcome, rect)

    def _area(self, canvas: Canvas, outcome: AreaResolved, box: pygame.Rect) -> None:
        """Draw an area: its castle, the strengths and points of its players, and the reason for the outcome.

        The turning point of the war is on gold.
        """
        scene, places = self.scene, canvas.places(AREA, box)
        if outcome == turning_point(scene.view, scene.war):
            canvas.fill(box, GOLD_PALE, 0.2)
        castle = shaped(places["castle"], CASTLE_SHARE, ("start", "middle"))
        canvas.image(pieces.castle(outcome.castle, castle.width), castle, "left")
        canvas.line(outcome.area, places["name"], size=SMALL)
        if outcome.winner is None:
            canvas.small(_("nobody"), places["fought"], colour=INK_SOFT)
        spots = canvas.across(places["fought"], *(share(most=FIGHTER_EM),) * len(scene.seats))
        for seat, spot in zip(outcome.fought, spots, strict=False):
            self._fighter(canvas, outcome, seat, spot)
        word = decision_word(decided_by(scene.view, outcome))
        canvas.small(word, places["by"], align="right", colour=INK_SOFT)
        names = [seat.name for seat in scene.seats]
        told = f"{scene.outcome_text(outcome)}. {decision_text(scene.view, outcome, names)}".strip()
        canvas.target(f"war-{outcome.castle}", box, None, told, "7.4")

    def _fighter(self, canvas: Canvas, outcome: AreaResolved, seat: int, box: pygame.Rect) -> None:
        """Draw a player's pieces and support in an area, the katana if it decided, and the points gained."""
        places, high = canvas.places(FIGHTER, box), min(box.height, canvas.px(1.7))
        canvas.image(banner(self.scene.seats[seat].clan, high - 2), places["flag"], "left")
        wins = seat == outcome.winner
        weight: Weight = "Bold" if wins else "Regular"
        own = own_strengths(self.scene.view, outcome)[seat]
        support = outcome.strengths[seat] - own
        words = f"{own}+{support}" if support else str(own)
        canvas.line(words, places["strength"], size=SMALL, weight=weight)
        katana = self.scene.view.players[seat].katana
        if outcome.is_tie and wins and katana is not None:
            canvas.image(pieces.katana(katana, min(box.height, canvas.px(0.95))), places["katana"], "left")
        if points := points_of((outcome,), len(self.scene.seats))[seat]:
            canvas.line(signed(points), places["points"], size=SMALL, weight=weight, colour=INDIGO)


class RumbleEnd(EndScene):
    """Scene on top of a game that is over."""

    game: EndedRumble
    result: Result

    def __init__(self, app: Application, game: EndedRumble) -> None:
        super().__init__(app, game)
        model = game.model
        assert isinstance(model, RumbleModel)
        self.view: State = model.view
        self.war = tuple(fight(self.view))
        session = game.driver.session
        history = History(session.course.game, session.header)
        history.follow(session.course.answers)
        self.readings = readings(history.state(place) for place in range(len(history) + 1))
        self.panels = [RumbleEndSheet(self)]

    def title(self) -> str:
        """Return the title, which names the winner."""
        return _("{name} rules the land").format(name=self.seats[self.result.winners[0]].name)

    def subtitle(self) -> str:
        """Return the margin, and the kind of game."""
        best, *others = sorted(self.result.points, reverse=True)
        points = ngettext("{n} point", "{n} points", best).format(n=best)
        if best in others:
            points = _("{points}, by the higher katana").format(points=points)
        seed = self.game.driver.session.header.seed
        rounds = self.view.round
        told = ngettext("{points} · {rounds} round · seed {seed}", "{points} · {rounds} rounds · seed {seed}", rounds)
        return told.format(points=points, rounds=rounds, seed=seed)

    def outcome_text(self, outcome: AreaResolved) -> str:
        """Return a sentence on the outcome of an area."""
        told: str = self.game.driver.game.telling.log_line(outcome, [seat.name for seat in self.seats]).text
        return told

    def own_offers(self) -> Sequence[Offer]:
        """Return the button that shows the war again."""
        told = _("Replay the war on the map, area by area")
        return (("war-again", _("Replay the war"), self.game.show_war_again, "plain", told),)

    def figures(self) -> Sequence[Figure]:
        """Return the figures that the graph can show by round."""
        return (
            Figure(
                "points",
                _("Points"),
                _("Score had the war begun after each round; last point: final score"),
            ),
            Figure("areas", _("Areas"), _("Areas won if the war had begun after each round; last point: final result")),
            Figure("strength", _("Strength"), _("Strength on the board after each round; a daimyo counts 2")),
        )

    def column(self, reading: Reading) -> Column:
        """Return the round; the war is labeled separately."""
        if reading.is_over:
            return Column(_("War"), is_lit=True)
        return Column(str(reading.round) if reading.round else _("Start"))
