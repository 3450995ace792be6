"""Players panel: reserves, katana and cards, and the points of the war if it came now."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext, signed
from shogun.games.rumble_nation.analysis.hint import other_points, points_of, taken_castles, war_now
from shogun.games.rumble_nation.rules.state import RESERVE
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.play.model import RumbleModel
from shogun.games.rumble_nation.words import card_name
from shogun.window.generic.panels import SeatsPanel
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL
from shogun.window.kit.layout import column, part, row, share, text

GAP_EM = 0.3
MARGIN_EM = 0.3
PLATE = column(
    row(part("flag", wide=1.8), part("name"), part("points", wide=9.0), high=2.0, padding=(0.4, 0.0)),
    row(part("reserve"), high=1.4, padding=(0.4, 0.0)),
    row(part("held"), padding=(0.4, 0.0)),
)
"""Layout of a player's plate, without spare room, as plates are low at a large text size."""
PIECE_EM, KATANA_EM, CASTLE_EM = 1.65, 2.4, 1.6
OTHERS_EM, MARK_EM = 5.0, 1.2
"""Width of marks drawn next to each other."""


class PlayersPanel(SeatsPanel):
    """Panel with a plate for each seat."""

    model: RumbleModel

    def shows(self) -> tuple[object, ...]:
        """Return everything shown about the players."""
        model = self.model
        asked = model.seats, model.question, model.thinking, model.result
        weighed = model.weighed, model.shown, model.shows_forecast
        return IdentityKey(model.view), asked, weighed, model.war, model.is_decided

    def draw(self, canvas: Canvas) -> None:
        """Draw a plate for each seat, once all points are counted."""
        self._now, self._then = self._points()
        self._others = self._other_points()
        super().draw(canvas)

    def plates(self, canvas: Canvas) -> Sequence[pygame.Rect]:
        """Return the rectangle of each plate, in seat order."""
        return canvas.rows(canvas.within(self.rect, MARGIN_EM), len(self.model.seats), GAP_EM)

    def plate(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw a player's pieces and points."""
        places, others = canvas.places(PLATE, box), self._others[seat]
        model, look = self.model, self.model.seats[seat]
        asked = model.question is not None and model.question.seat == seat
        paper = GOLD_PALE if asked or self._acts(seat) else PAPER_BRIGHT
        canvas.plate(box, paper, INDIGO if asked else PAPER_EDGE, 0.25)
        canvas.image(banner(look.clan, canvas.px(2)), places["flag"], "left")
        canvas.line(look.name, places["name"], weight="Bold")
        others_room = self._reserve(canvas, seat, places["reserve"], others)
        if model.war is None and model.result is None:
            self._cards(canvas, seat, places["held"])
        else:
            self._castles(canvas, seat, places["held"])
        act = partial(self.seats.open_menu, seat) if self.seats is not None and model.result is None else None
        canvas.target(f"seat-{seat}", box, act, self._tooltip(seat), "3.2")
        if others:
            told = _(
                "Castles with this mark are tied, and the katana that break ties aren't assigned yet. With other "
                "katana the score would be: {points}."
            ).format(points=", ".join(map(str, others)))
            canvas.target(f"others-{seat}", others_room, None, told, "7.4", group="others")
        self._told_points(canvas, places["points"], self._now[seat], self._then[seat] - self._now[seat])

    def _acts(self, seat: int) -> bool:
        """Return whether this seat's turn is being decided or shown."""
        model = self.model
        if model.question is not None or model.war is not None or model.result is not None:
            return False
        is_shown = model.shown is not None or bool(model.tumbling)
        return seat in model.thinking if model.thinking and not is_shown else seat == model.before.turn

    def _tooltip(self, seat: int) -> str:
        player = self.model.view.players[seat]
        lines = [self.seats.tooltip(seat)] if self.seats is not None else [self.model.seats[seat].name]
        lines.append(_("Score if the war began now."))
        if player.tactic:
            lines.append(_("Tactics card played: {card}").format(card=card_name(player.tactic)))
        if player.daimyo_card:
            sentence = _("Daimyo card, played: {card}") if player.daimyo_played else _("Daimyo card: {card}")
            lines.append(sentence.format(card=card_name(player.daimyo_card)))
        return "\n".join(lines)

    def _reserve(self, canvas: Canvas, seat: int, box: pygame.Rect, others: Sequence[int]) -> pygame.Rect:
        """Draw the reserve, or the katana of a player who has placed everything, and alternative points.

        Return the rectangle of the alternatives, without width if there are none.
        """
        model = self.model
        player, clan, size = model.weighed_state.players[seat], model.seats[seat].clan, canvas.px(1.5)
        if player.katana is not None:
            shown = [(pieces.katana(player.katana, size), KATANA_EM)]
            words = _("katana {n}").format(n=player.katana)
        else:
            shown = [(pieces.soldier(clan, size), PIECE_EM)]
            more = player.reserve - model.before.players[seat].reserve
            sentence = _("{n} in reserve ({more})") if more else _("{n} in reserve")
            words = sentence.format(n=player.reserve, more=signed(more))
        if player.daimyo == RESERVE:
            shown.append((pieces.daimyo(clan, size), PIECE_EM))
        *spots, rest = canvas.across(box, *(wide for _image, wide in shown), share())
        for (image, _wide), spot in zip(shown, spots, strict=True):
            canvas.image(image, spot, "left")
        if not others:
            canvas.small(words, rest)
            return canvas.across(rest, share(), 0.0)[1]
        least = canvas.smallest(canvas.px(SMALL))
        whole, told = _others_words(others)
        if texts.width(f"{words}{whole}", least) + canvas.px(2 * MARK_EM) <= rest.width:
            told = whole
        wide = max(OTHERS_EM, texts.width(told, least) / canvas.em + 2 * MARK_EM)
        rest, room = canvas.across(rest, share(), wide)
        self._told_others(canvas, told, room)
        canvas.small(words, rest)
        return room

    def _cards(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Write the tactics card that was played, and the daimyo card, bold while it can be played."""
        player = self.model.view.players[seat]
        held = [card_name(card) for card in (player.tactic, player.daimyo_card) if card]
        if not player.daimyo_card or player.daimyo_played:
            canvas.small(", ".join(held), box, colour=INK_SOFT)
            return
        name, rest = card_name(player.daimyo_card), ", " + card_name(player.tactic) if player.tactic else ""
        least = canvas.smallest(canvas.px(SMALL))
        if texts.width(name, least, "Bold") + texts.width(rest, least) > box.width:
            rest = ""  # the tooltip names it
        places = canvas.places(row(text("name", name, size=SMALL, weight="Bold"), text("rest", rest, size=SMALL)), box)
        canvas.small(name, places["name"], weight="Bold")
        canvas.small(rest, places["rest"], colour=INK_SOFT)

    def _castles(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw the castles won so far, the large ones first."""
        outcomes = self.model.decided if self.model.war is not None else fight(self.model.view)
        large, small = taken_castles(outcomes, seat)
        owned = [(value, False) for value in large] + [(value, True) for value in small]
        spots = canvas.across(box, *(share(most=CASTLE_EM),) * len(owned))
        for (value, is_small), spot in zip(owned, spots, strict=True):
            image = pieces.castle(value, canvas.px(1.2 if is_small else 1.4), small=is_small)
            canvas.image(image, spot, "left")

    def _points(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the points of the war if it came now, and after the previewed answer."""
        model = self.model
        seats = len(model.seats)
        if model.war is not None:
            points = points_of(model.decided, seats)
            return points, points
        now, then = war_now(model.before), war_now(model.weighed_state)
        nothing = (0,) * seats
        return (now.points if now else nothing), (then.points if then else nothing)

    def _other_points(self) -> tuple[tuple[int, ...], ...]:
        """Return alternative points of the war by seat, if the katana are taken in another order than expected."""
        model, nothing = self.model, ((),) * len(self.model.seats)
        if model.war is not None or model.result is not None or not model.shows_forecast:
            return nothing
        state = model.weighed_state
        war = war_now(state)
        return nothing if war is None else other_points(state, war)

    def _told_others(self, canvas: Canvas, words: str, room: pygame.Rect) -> None:
        """Draw alternative points, with the mark of castles that depend on a katana."""
        told = row(part(), part("mark", wide=MARK_EM), text("points", words, size=SMALL), gap=0.2)
        places = canvas.places(told, room)
        canvas.image(pieces.tie_mark(canvas.px(1.1)), places["mark"])
        canvas.small(words, places["points"])

    def _told_points(self, canvas: Canvas, room: pygame.Rect, points: int, more: int) -> None:
        model = self.model
        if model.result is not None or model.war is not None:
            words = ngettext("{n} point", "{n} points", points).format(n=points)
        elif not model.shows_forecast:
            return
        elif more:
            words = _("{n} if the war began now ({more})").format(n=points + more, more=signed(more))
        else:
            words = _("{n} if the war began now").format(n=points)
        canvas.line(words, room, align="right", weight="Bold")


def _others_words(others: Sequence[int]) -> tuple[str, str]:
    """Return alternative points, with the reason, and without it where there is no room."""
    if len(others) == 1:
        words = _("or {n} with other katana"), _("or {n}")
    else:
        words = _("or {n}-{most} with other katana"), _("or {n}-{most}")
    whole, brief = (told.format(n=min(others), most=max(others)) for told in words)
    return whole, brief
