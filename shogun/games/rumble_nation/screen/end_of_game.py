"""The end of Rumble Nation: everybody's castles, the game as a graph, and the war area by area."""

from collections.abc import Sequence
from typing import Literal, Protocol

import pygame

from shogun.base.language import _, ngettext
from shogun.games.rumble_nation.analysis.review import Reading, readings
from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.rules.war import Result, fight
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.play.model import RumbleModel
from shogun.table.history import History
from shogun.window.game.end_of_game import Ended, EndScene, EndSheet, FigureOffer, Offer
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.scene import Application
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, Weight
from shogun.window.panels.graph import Column, Curves, draw_graph

Figure = Literal["points", "areas", "strength"]
FIGURES: tuple[Figure, ...] = ("points", "areas", "strength")
CASTLE_SHARE = 0.84
"""Width of a castle in the list of the war, as a share of its row: it is higher than wide."""
ROW_EM = 2.8
MARGIN_EM = 0.5
GRAPH_SHARE = 0.56
"""Of the width that is shared with the war."""
NAME_EM, POINTS_EM, KATANA_EM = 12.0, 6.0, 3.0


class EndedRumble(Ended, Protocol):
    """The scene of the game that is over."""

    def show_war_again(self) -> None:
        """Show the war on the board once more."""


def figure_name(figure: Figure) -> str:
    """Return what a figure is called on its button."""
    names: dict[Figure, str] = {"points": _("Points"), "areas": _("Areas"), "strength": _("Strength")}
    return names[figure]


def figure_note(figure: Figure) -> str:
    """Return what exactly a figure counts."""
    notes: dict[Figure, str] = {
        "points": _("Points if the war had begun after each round; at last as it went"),
        "areas": _("Areas that would have been won after each round; at last as they were"),
        "strength": _("Strength on the board after each round, a daimyo for two"),
    }
    return notes[figure]


def curves(told: Sequence[Reading], figure: Figure) -> Curves:
    """Return a figure over the rounds; the war stands out."""
    return Curves([_column(reading) for reading in told], [getattr(one, figure) for one in told], figure_note(figure))


def _column(reading: Reading) -> Column:
    if reading.is_over:
        return Column(_("War"), is_lit=True)
    return Column(str(reading.round) if reading.round else _("Start"))


class RumbleEndSheet(EndSheet):
    """Castles by player, and below them the graph beside the war."""

    scene: "RumbleEnd"

    def draw_told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw castles, graph and war."""
        gap = canvas.px(0.6)
        ranking = pygame.Rect(box.left, box.top, box.width, canvas.px(ROW_EM * len(self.scene.seats) + 2 * MARGIN_EM))
        self._ranking(canvas, ranking)
        below = pygame.Rect(box.left, ranking.bottom + gap, box.width, box.bottom - ranking.bottom - gap)
        graph = pygame.Rect(below.left, below.top, round(below.width * GRAPH_SHARE), below.height)
        self._graph(canvas, graph)
        left = graph.right + gap
        self._war(canvas, pygame.Rect(left, below.top, below.right - left, below.height))

    def _ranking(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        inner = box.inflate(-2 * canvas.px(MARGIN_EM), -2 * canvas.px(MARGIN_EM))
        places = self.scene.result.places
        for row, seat in enumerate(sorted(range(len(places)), key=places.__getitem__)):
            top = inner.top + row * canvas.px(ROW_EM)
            self._castles_of(canvas, seat, pygame.Rect(inner.left, top, inner.width, canvas.px(ROW_EM - 0.2)))

    def _castles_of(self, canvas: Canvas, seat: int, row: pygame.Rect) -> None:
        """Draw a player's place, name and katana, all castles in the order of the war, and their sum."""
        scene, player = self.scene, self.scene.view.players[seat]
        won, look = seat in scene.result.winners, scene.seats[seat]
        canvas.plate(row, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.25)
        first = pygame.Rect(row.left + canvas.px(0.5), row.top, canvas.px(1.4), row.height)
        canvas.line(f"{scene.result.places[seat]}.", first, weight="Bold", colour=INK_SOFT)
        flag = banner(look.clan, row.height - 4)
        canvas.surface.blit(flag, flag.get_rect(midleft=(first.right, row.centery)))
        name = pygame.Rect(first.right + canvas.px(2), row.top, canvas.px(NAME_EM - 4), row.height)
        canvas.line(look.name, name, weight="Bold")
        points = pygame.Rect(row.right - canvas.px(POINTS_EM), row.top, canvas.px(POINTS_EM - 0.5), row.height)
        words = ngettext("{n} point", "{n} points", player.points).format(n=player.points)
        canvas.line(words, points, align="right", size=1.25, weight="Bold", colour=INDIGO)
        katana = pygame.Rect(name.right, row.top, canvas.px(KATANA_EM), row.height)
        if player.katana is not None:
            image = pieces.katana(player.katana, canvas.px(1.5))
            canvas.surface.blit(image, image.get_rect(center=katana.center))
            told = _("Katana {n}: of equal strengths, and of equal points, the higher katana wins.")
            canvas.target(f"katana-{seat}", katana, None, told.format(n=player.katana), "8.2")
        self._castles(canvas, seat, pygame.Rect(katana.right, row.top, points.left - katana.right, row.height))

    def _castles(self, canvas: Canvas, seat: int, room: pygame.Rect) -> None:
        player = self.scene.view.players[seat]
        owned = [(value, False) for value in player.large] + [(value, True) for value in player.small]
        step = min(canvas.px(2.9), room.width // max(1, len(owned)))
        for number, (value, small) in enumerate(owned):
            image = pieces.castle(value, canvas.px(1.7 if small else 2.2), small=small)
            canvas.surface.blit(image, image.get_rect(midleft=(room.left + number * step, room.centery)))
        told = _("Large castles: {large}. Small castles: {small}.")
        large, small_ones = sum(player.large), sum(player.small)
        canvas.target(f"castles-{seat}", room, None, told.format(large=large, small=small_ones), "8.1")

    def _graph(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        figures = [FigureOffer(code, figure_name(code), figure_note(code), code == scene.figure) for code in FIGURES]
        plot = self.draw_figures(canvas, box, figures, scene.show_figure)
        draw_graph(canvas, plot, scene.seats, curves(scene.readings, scene.figure))

    def _war(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a row for each area in the order of the war: its castle, and who fought with what strength."""
        canvas.sheet(box)
        inner = box.inflate(-canvas.px(1), -canvas.px(0.6))
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(1.6))
        canvas.line(_("The war"), head, weight="Bold", colour=INDIGO)
        note = pygame.Rect(head.left + canvas.px(5), head.top, head.width - canvas.px(5), head.height)
        canvas.small(_("strength with support, the winner first"), note, align="right", colour=INK_SOFT)
        high = (inner.bottom - head.bottom) // len(self.scene.war)
        for number, outcome in enumerate(self.scene.war):
            row = pygame.Rect(inner.left, head.bottom + number * high, inner.width, high)
            self._area(canvas, outcome, row)

    def _area(self, canvas: Canvas, outcome: AreaResolved, row: pygame.Rect) -> None:
        size = min(round(row.height * CASTLE_SHARE), canvas.px(1.8))
        image = pieces.castle(outcome.castle, size)
        canvas.surface.blit(image, image.get_rect(midleft=row.midleft))
        name = pygame.Rect(row.left + size + canvas.px(0.4), row.top, canvas.px(8.2), row.height)
        canvas.line(outcome.area, name, size=SMALL)
        left = name.right
        if outcome.winner is None:
            canvas.small(_("nobody"), pygame.Rect(left, row.top, row.right - left, row.height), colour=INK_SOFT)
        step = min(canvas.px(4.6), (row.right - left) // max(1, len(self.scene.seats)))
        for seat in outcome.fought:
            flag = banner(self.scene.seats[seat].clan, min(row.height, canvas.px(1.7)) - 2)
            canvas.surface.blit(flag, flag.get_rect(midleft=(left, row.centery)))
            number = pygame.Rect(left + canvas.px(1.5), row.top, step - canvas.px(1.6), row.height)
            weight: Weight = "Bold" if seat == outcome.winner else "Regular"
            drawn = canvas.line(str(outcome.strengths[seat]), number, size=SMALL, weight=weight)
            katana = self.scene.view.players[seat].katana
            if outcome.is_tie and seat == outcome.winner and katana is not None:
                image = pieces.katana(katana, min(row.height, canvas.px(0.95)))
                canvas.surface.blit(image, image.get_rect(midleft=(drawn.right + canvas.px(0.2), row.centery)))
            left += step
        canvas.target(f"war-{outcome.castle}", row, None, self.scene.told(outcome), "7.4")


class RumbleEnd(EndScene):
    """Lies upon the scene of a game that is over."""

    game: EndedRumble
    result: Result

    def __init__(self, app: Application, game: EndedRumble) -> None:
        super().__init__(app, game)
        model = game.model
        assert isinstance(model, RumbleModel)
        self.view: State = model.view
        self.war = tuple(fight(self.view))
        session = game.director.session
        history = History(session.course.game, session.header)
        history.follow(session.course.answers)
        self.readings = readings(history.state(place) for place in range(len(history) + 1))
        self.figure: Figure = "points"
        self.panels = [RumbleEndSheet(self)]

    def title(self) -> str:
        """Return who won."""
        return _("{name} rules the land").format(name=self.seats[self.result.winners[0]].name)

    def subtitle(self) -> str:
        """Return by how much, and in what game."""
        best, *others = sorted(self.result.points, reverse=True)
        points = ngettext("{n} point", "{n} points", best).format(n=best)
        if best in others:
            points = _("{points}, by the higher katana").format(points=points)
        seed = self.game.director.session.header.seed
        rounds = self.view.round
        told = ngettext("{points} · {rounds} round · seed {seed}", "{points} · {rounds} rounds · seed {seed}", rounds)
        return told.format(points=points, rounds=rounds, seed=seed)

    def told(self, outcome: AreaResolved) -> str:
        """Return how an area was resolved, in a sentence."""
        told: str = self.game.director.game.telling.log_line(outcome, [seat.name for seat in self.seats]).text
        return told

    def own_offers(self) -> Sequence[Offer]:
        """Return the button that shows the war once more."""
        told = _("See the war on the map again, area by area")
        return (("war-again", _("War again"), self.game.show_war_again, "plain", told),)

    def show_figure(self, figure: Figure) -> None:
        """Draw another figure over the rounds."""
        self.figure = figure
        self.changed()
