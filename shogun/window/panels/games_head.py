"""Above the list of games: search, which of them are listed, and in which order."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.list_head import Sorting, draw_search, draw_sorting
from shogun.window.kit.widgets.stepper import Options, chooser
from shogun.window.play.game_query import ANYBODY, ORDERS, STATES, Against, GameQuery

HIGH_EM, GAP_EM = 2.1, 0.4
HEAD_EM = 2.4 + GAP_EM + HIGH_EM
"""How high all of it is."""
UPPER = row(part("title", wide=9.0), part("search"), part("order", wide=14.0), high=2.4, gap=GAP_EM)


class Wanted(Protocol):
    """The list, as far as it is changed here."""

    query: GameQuery

    def want(self, query: GameQuery) -> None:
        """List these games."""

    def search(self, words: str) -> None:
        """List the games in which words stand."""

    def to_list(self) -> None:
        """Go from the line that is typed to the list."""

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Return the codes and titles of all games."""

    def opponents(self) -> Sequence[tuple[Against, str]]:
        """Return against whom games were played, in words."""

    def counted(self) -> str:
        """Return how many games are listed."""


class GamesHead(Panel):
    """A line to search, and what is chosen of all games."""

    name = "games-head"

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted

    def shows(self) -> tuple[object, ...]:
        """Return what is wanted, and how much of it there is."""
        return self.wanted.query, self.wanted.counted()

    def draw(self, canvas: Canvas) -> None:
        """Draw both rows."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        wanted, query = self.wanted, self.wanted.query
        kinds = wanted.kinds()
        which = (part("which", wide=11.5),) if len(kinds) > 1 else ()
        lower = row(
            *which, part("state", wide=12.0), part("against", wide=12.5), part("count"), high=HIGH_EM, gap=GAP_EM
        )
        places = canvas.places(column(UPPER, lower, gap=GAP_EM), self.rect)
        canvas.line(_("Games"), places["title"], size=2, weight="Bold")
        draw_search(canvas, places["search"], query.words, wanted.search, wanted.to_list)
        labels = (_("By date"), _("By name"), _("By result"))
        sorting = Sorting(labels, ORDERS.index(query.order), query.is_reversed, self._sort, self._reverse)
        draw_sorting(canvas, places["order"], sorting)
        if which:
            self._which(canvas, places["which"], kinds)
        states = (_("Running or ended"), _("Running"), _("Ended"))
        told = _("Show only running or finished games")
        chooser(canvas, "state", places["state"], Options(states, STATES.index(query.state), self._state, tooltip=told))
        self._against(canvas, places["against"])
        canvas.small(wanted.counted(), places["count"], align="right", colour=INK_SOFT)

    def _which(self, canvas: Canvas, box: pygame.Rect, kinds: Sequence[tuple[str, str]]) -> None:
        codes, titles = ["", *(code for code, _t in kinds)], [_("All games"), *(title for _c, title in kinds)]

        def choose(number: int) -> None:
            self._want(game=codes[number])

        chooser(
            canvas,
            "which",
            box,
            Options(titles, codes.index(self.wanted.query.game), choose, tooltip=_("Show only one game")),
        )

    def _against(self, canvas: Canvas, box: pygame.Rect) -> None:
        known = [(ANYBODY, _("Against anyone")), *self.wanted.opponents()]
        values = [value for value, _words in known]

        def choose(number: int) -> None:
            self._want(against=values[number])

        chosen = values.index(self.wanted.query.against) if self.wanted.query.against in values else 0
        told = _("Show only games with this player; the most frequent come first")
        chooser(canvas, "against", box, Options([words for _value, words in known], chosen, choose, tooltip=told))

    def _state(self, number: int) -> None:
        self._want(state=STATES[number])

    def _sort(self, number: int) -> None:
        self._want(order=ORDERS[number])

    def _reverse(self) -> None:
        self._want(is_reversed=not self.wanted.query.is_reversed)

    def _want(self, **changes: object) -> None:
        self.wanted.want(replace(self.wanted.query, **changes))
