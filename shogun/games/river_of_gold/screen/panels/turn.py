"""What is asked now: the die with favor, exchanges, what a move would bring effect by effect, and Confirm."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.itself import Itself
from shogun.base.language import _
from shogun.games.river_of_gold.opponents.ways import way_to
from shogun.games.river_of_gold.rules.components import COSTS, GOODS
from shogun.games.river_of_gold.rules.moves import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    ExchangeGoods,
    Move,
    RollDie,
    Sail,
    SetDie,
    TakePatron,
)
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.panels.effects import draw_effects
from shogun.games.river_of_gold.screen.play.model import CONFIRMED, RiverModel
from shogun.games.river_of_gold.screen.play.reasons import favor_text, why_not_die
from shogun.games.river_of_gold.screen.symbols import symbol
from shogun.games.river_of_gold.words.cards import customer_lines, patron_lines
from shogun.games.river_of_gold.words.plain import move_lines
from shogun.window.generic.panels import Pages
from shogun.window.kit import text as texts
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.dice import die
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import INK_SOFT, LARGE, SMALL, VERMILION, Weight
from shogun.window.kit.widgets.button import Style, button, face
from shogun.window.play.pace import speed_label

ROW_EM = 2.1
GAP_EM = 0.3
DIE_EM = 2.15
COST_EM = 1.15
ANSWER_EM = 2.4
"""Height of an answer that has a button of its own."""
PATRON_EM = 4.8
"""Height of a patron that can be taken, with what they do."""


class TurnPanel(Panel):
    """The one place for what is asked."""

    name = "turn"

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self._pages = Pages()
        self._lines = 0

    def shows(self) -> tuple[object, ...]:
        """Return what is asked, chosen and weighed."""
        model = self.model
        chosen = model.question, model.weighed, model.chosen, model.number, model.exchanging, model.shore, model.tile
        pace = model.is_paused, model.speed, model.computers_speed
        return chosen, pace, model.told, model.thinking, model.result, Itself(model.view), self._pages.first

    def wheel(self, notches: int) -> None:
        """Turn the page of what a move would bring."""
        self._pages.turn(-1 if notches > 0 else 1)

    def draw(self, canvas: Canvas) -> None:
        """Draw what belongs to the question."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(1.0), -canvas.px(0.8))
        model = self.model
        if model.result is not None:
            self._end(canvas, inner)
        elif model.question is None:
            self._watching(canvas, inner)
        elif model.is_turn:
            self._turn(canvas, inner)
        else:
            self._choices(canvas, inner)

    # A turn

    def _turn(self, canvas: Canvas, box: pygame.Rect) -> None:
        top = self._dice(canvas, box)
        foot = pygame.Rect(box.left, box.bottom - canvas.px(ROW_EM), box.width, canvas.px(ROW_EM))
        self._foot(canvas, foot)
        room = pygame.Rect(box.left, top, box.width, foot.top - canvas.px(GAP_EM) - top)
        if self.model.exchanging:
            self._exchanges(canvas, room)
        elif self.model.foresight is not None:
            self._foresight(canvas, room)
        else:
            self._what_to_do(canvas, room)

    def _dice(self, canvas: Canvas, box: pygame.Rect) -> int:
        """Draw the six numbers with the favor that each takes, and return where the rest begins."""
        model = self.model
        player, wide = model.view.players[model.seat], box.width / 6
        costs = {number: _cost(way) for number in range(1, 7) if (way := way_to(player, number))}
        high = DIE_EM + COST_EM * max([1, *map(len, costs.values())])
        for number in range(1, 7):
            rect = pygame.Rect(round(box.left + (number - 1) * wide), box.top, round(wide) - 2, canvas.px(high))
            self._die(canvas, number, rect, shown=player.die)
            for line, (name, cost) in enumerate(costs.get(number, ())):
                top = box.top + canvas.px(DIE_EM + COST_EM * line)
                self._part(canvas, name, cost, pygame.Rect(rect.left, top, rect.width, canvas.px(COST_EM)))
        return box.top + canvas.px(high + 0.25)

    def _die(self, canvas: Canvas, number: int, rect: pygame.Rect, *, shown: int) -> None:
        model = self.model
        player = model.view.players[model.seat]
        way = way_to(player, number)
        side = min(canvas.px(DIE_EM), rect.width - 2)
        image = die(number, side, apart=number == model.number)
        if way is None:
            image = image.copy()
            image.set_alpha(80)
        at = image.get_rect(midtop=(rect.centerx, rect.top))
        canvas.surface.blit(image, at)
        if number == model.number:
            canvas.frame(at.inflate(4, 4), VERMILION, 0.45, 0.16)
        act = partial(self.controls.choose_die, number) if way is not None else None
        reason, rule = why_not_die(player, number)
        told = reason or favor_text(player, number)
        if number == shown:
            told = _("What your die shows.")
        canvas.target(f"die-{number}", rect, act, told, rule or "4.2", group="dice")

    def _part(self, canvas: Canvas, name: str, number: int, box: pygame.Rect) -> None:
        """Draw a part of what a number costs, in the middle of a line."""
        words, size = str(number), canvas.px(0.95)
        wide = canvas.px(0.5) * len(words) + 2
        left = box.centerx - (wide + 1 + size) // 2
        canvas.small(words, pygame.Rect(left, box.top, wide, box.height), weight="Bold", align="right")
        canvas.surface.blit(symbol(name, size), (left + wide + 1, box.centery - size // 2))

    def _foot(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the button that lays the exchanges out, and the one that confirms."""
        left = pygame.Rect(box.left, box.top, round(box.width * 0.4), box.height)
        self._exchange_button(canvas, left)
        right = pygame.Rect(left.right + canvas.px(GAP_EM), box.top, 0, box.height)
        right.width = box.right - right.left
        ready = self.model.can_confirm
        words = _("Do it (Enter). What it reveals can't be taken back.") if ready else _("Choose first what to do.")
        button(
            canvas,
            "confirm",
            right,
            self._confirm_label(),
            self.controls.confirm if ready else None,
            tooltip=words,
            style="primary",
            why="4.3",
        )

    def _confirm_label(self) -> str:
        match self.model.chosen:
            case Build():
                return _("Build")
            case Sail():
                return _("Sail")
            case Deliver():
                return _("Deliver")
        return _("Confirm")

    def _exchange_button(self, canvas: Canvas, box: pygame.Rect) -> None:
        model = self.model
        may = bool(model.exchanges)
        told = _(
            "2 goods of one kind for 1 of another, 5 koku for 1 favor; can be taken back until something is revealed."
        )
        if not may:
            told = _("You have nothing to exchange: it takes 2 goods of one kind, or 5 koku and room for favor.")
        style: Style = "chosen" if model.exchanging else "plain"
        button(
            canvas,
            "exchange",
            box,
            _("Exchange"),
            self.controls.toggle_exchanges if may else None,
            tooltip=told,
            style=style,
            why="3.3",
        )

    def _exchanges(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Lay out the exchanges: what is given, an arrow, what is got."""
        moves, gap = self.model.exchanges, canvas.px(GAP_EM)
        columns = 2
        rows = max(4, -(-len(moves) // columns))
        wide, high = (box.width + gap) // columns - gap, min(canvas.px(ROW_EM), (box.height + gap) // rows - gap)
        for place, move in enumerate(moves):
            rect = pygame.Rect(
                box.left + place % columns * (wide + gap), box.top + place // columns * (high + gap), wide, high
            )
            self._exchange(canvas, move, rect)

    def _exchange(self, canvas: Canvas, move: ExchangeGoods | BuyFavor, rect: pygame.Rect) -> None:
        act = partial(self.controls.answer, move)
        if isinstance(move, BuyFavor):
            name, give, number, get = "exchange-favor", "koku", COSTS.exchange_koku, "favor"
        else:
            name, give, number, get = f"exchange-{move.give}-{move.get}", move.give, COSTS.exchange_goods, move.get
        ink = face(canvas, rect, act, "plain")
        size = min(canvas.px(1.4), rect.height - 4)
        middle = rect.centerx
        canvas.line(
            str(number),
            pygame.Rect(middle - 3 * size, rect.top, size, rect.height),
            align="right",
            weight="Bold",
            colour=ink,
        )
        canvas.surface.blit(symbol(give, size), (middle - 2 * size + 2, rect.centery - size // 2))
        pygame.draw.polygon(
            canvas.surface,
            VERMILION,
            [
                (middle - size * 0.5, rect.centery - size * 0.28),
                (middle + size * 0.1, rect.centery),
                (middle - size * 0.5, rect.centery + size * 0.28),
            ],
        )
        canvas.line(
            "1",
            pygame.Rect(middle + round(0.2 * size), rect.top, round(size * 0.7), rect.height),
            align="right",
            weight="Bold",
            colour=ink,
        )
        canvas.surface.blit(symbol(get, size), (middle + size + 2, rect.centery - size // 2))
        canvas.target(name, rect, act, "; ".join(move_lines(move)), "3.3", group="exchanges")

    def _foresight(self, canvas: Canvas, box: pygame.Rect) -> None:
        foresight = self.model.foresight
        assert foresight is not None, "something is weighed"
        draw_effects(canvas, self.model, foresight, box, self._pages)

    def _what_to_do(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Say what can be done, where nothing is weighed."""
        model, offered = self.model, self.model.offers
        lines = []
        if model.shore and not model.tile:
            lines.append(_("Now choose a tile of the row."))
        elif model.tile and not model.shore:
            lines.append(_("Now choose one of the bright spaces to build it on."))
        elif offered.shores:
            lines.append(_("Build: choose a bright space and a tile of the row."))
        if not model.shore and not model.tile:
            lines.append(_("Sail: choose one of your ships."))
            if offered.deliveries:
                lines.append(_("Deliver: choose a bright customer."))
            lines.append(_("Or another number of the die, for favor."))
        top = box.top
        for line in lines:
            room = pygame.Rect(box.left, top, box.width, box.bottom - top)
            top += canvas.paragraph(line, room) + canvas.px(0.35)

    # Other choices

    def _choices(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a button for each answer; what is chosen on the board or in the hand is only confirmed here."""
        model = self.model
        moves = model.choices
        foot = pygame.Rect(box.left, box.bottom - canvas.px(ROW_EM), box.width, canvas.px(ROW_EM))
        room = pygame.Rect(box.left, box.top, box.width, foot.top - canvas.px(GAP_EM) - box.top)
        if model.exchanging:
            self._exchanges(canvas, room)
        elif any(isinstance(move, CONFIRMED) for move in moves):
            self._to_confirm(canvas, room)
        elif moves and isinstance(moves[0], TakePatron):
            self._patrons(canvas, moves, room)
        else:
            self._buttons(canvas, moves, room)
        if model.asks == "clan":
            self._about_clans(canvas, len(moves), room)
        if any(isinstance(move, CONFIRMED) for move in moves):
            self._foot(canvas, foot)
        elif model.exchanges:
            self._exchange_button(canvas, foot)

    def _to_confirm(self, canvas: Canvas, box: pygame.Rect) -> None:
        weighed = self.model.weighed
        words = move_lines(weighed)[0] + "." if weighed is not None else self._where_to_click()
        high = canvas.paragraph(words, box, size=1.05) + canvas.px(GAP_EM)
        if isinstance(weighed, Discard):
            room = pygame.Rect(box.left, box.top + high, box.width, box.height - high)
            canvas.paragraph("\n".join(customer_lines(weighed.customer)[1:]), room, size=SMALL, colour=INK_SOFT)

    def _where_to_click(self) -> str:
        match self.model.asks:
            case "discard":
                return _("Choose a customer of the hand to discard.")
            case "place_marker":
                return _("Choose one of the bright buildings for the second marker.")
        return _("Choose one of your ships.")

    def _buttons(self, canvas: Canvas, moves: Sequence[Move], box: pygame.Rect) -> None:
        dice = [move for move in moves if isinstance(move, SetDie)]
        rest = [move for move in moves if not isinstance(move, SetDie)]
        high, gap = canvas.px(ANSWER_EM), canvas.px(GAP_EM)
        for place, move in enumerate(rest):
            rect = pygame.Rect(box.left, box.top + place * (high + gap), box.width, high)
            self._answer(canvas, place, move, rect)
        top = box.top + len(rest) * (high + gap) + gap
        wide = box.width / 6
        for place, setting in enumerate(dice):
            rect = pygame.Rect(round(box.left + place * wide), top, round(wide) - 2, canvas.px(DIE_EM))
            self._setting(canvas, setting, rect)

    def _about_clans(self, canvas: Canvas, answers: int, box: pygame.Rect) -> None:
        """Say below the answers why nothing is told of the clans."""
        top = box.top + answers * canvas.px(ANSWER_EM + GAP_EM) + canvas.px(GAP_EM)
        note = pygame.Rect(box.left, top, box.width, box.bottom - top)
        words = _("Without patrons clans differ in nothing but their name: take the one you like.")
        canvas.paragraph(words, note, colour=INK_SOFT)

    def _patrons(self, canvas: Canvas, moves: Sequence[Move], box: pygame.Rect) -> None:
        """Draw a button for each patron that can be taken, and below it what the patron can do."""
        step = min(canvas.px(PATRON_EM), box.height // max(1, len(moves)))
        for place, move in enumerate(moves):
            rect = pygame.Rect(box.left, box.top + place * step, box.width, canvas.px(ROW_EM))
            self._answer(canvas, place, move, rect)
            note = pygame.Rect(rect.left, rect.bottom, rect.width, step - rect.height)
            told = " ".join(patron_lines(move.patron)[1:]) if isinstance(move, TakePatron) else ""
            canvas.paragraph(told, note.inflate(-canvas.px(0.6), -canvas.px(0.2)), size=SMALL, colour=INK_SOFT)

    def _setting(self, canvas: Canvas, move: SetDie, rect: pygame.Rect) -> None:
        image = die(move.number, min(rect.size))
        canvas.surface.blit(image, image.get_rect(center=rect.center))
        act = partial(self.controls.answer, move)
        canvas.target(f"set-die-{move.number}", rect, act, move_lines(move)[0], "13.5", group="set-die")

    def _answer(self, canvas: Canvas, place: int, move: Move, rect: pygame.Rect) -> None:
        style: Style = "primary" if isinstance(move, RollDie) else "plain"
        told = "\n".join(patron_lines(move.patron)) if isinstance(move, TakePatron) else ""
        act = partial(self.controls.answer, move)
        good = getattr(move, "good", "koku" if type(move).__name__ == "TakeKoku" else "")
        button(
            canvas,
            f"answer-{place}",
            rect,
            move_lines(move)[0],
            act,
            style=style,
            tooltip=told,
            group="answers",
            lead=place == 0,
        )
        if good in GOODS or good == "koku":
            sign = symbol(good, canvas.px(1.5))
            canvas.surface.blit(sign, sign.get_rect(midleft=(rect.left + canvas.px(0.6), rect.centery)))

    # While others play

    def _watching(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Tell what the turn that is shown has brought so far, above the speeds."""
        model = self.model
        foot = pygame.Rect(box.left, box.bottom - canvas.px(ROW_EM), box.width, canvas.px(ROW_EM))
        self._pace(canvas, foot)
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(1.6))
        if model.thinking:
            names = ", ".join(model.names[seat] for seat in model.thinking)
            canvas.line(_("{names}: thinking …").format(names=names), head, colour=INK_SOFT)
        room = pygame.Rect(box.left, head.bottom, box.width, foot.top - head.bottom - canvas.px(GAP_EM))
        self._told(canvas, room)

    def _told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Write the last sentences that there is room for, the newest at the bottom."""
        pixels = canvas.px(SMALL)
        high, room = texts.line_height(pixels), box.height // texts.line_height(pixels)
        rows = [
            (piece, number == len(self.model.told) - 1)
            for number, line in enumerate(self.model.told)
            for piece in texts.wrapped(line.text, pixels, box.width, "Bold")
        ][-room:]
        for place, (piece, is_last) in enumerate(rows):
            rect = pygame.Rect(box.left, box.top + place * high, box.width, high)
            weight: Weight = "Bold" if is_last else "Regular"
            canvas.small(piece, rect, weight=weight, colour=VERMILION if is_last else INK_SOFT)

    def _pace(self, canvas: Canvas, box: pygame.Rect) -> None:
        model, controls, gap = self.model, self.controls, canvas.px(GAP_EM)
        speed = _("Speed {speed}").format(speed=speed_label(model.computers_speed))
        rows = (
            (
                "pause",
                _("Go on") if model.is_paused else _("Pause"),
                controls.toggle_pause,
                _("Let everything stand still, or go on (P)"),
            ),
            ("skip", _("Skip"), controls.skip, _("Go to the end of what is shown (Space)")),
            ("slower", "−", controls.slower, _("Show everything more slowly (,)")),
            ("faster", "+", controls.faster, _("Show everything faster (.)")),
        )
        left = box.left
        for name, label, act, told in rows:
            wide = 4.4 if name == "pause" else 3.6 if name == "skip" else 2.1
            rect = pygame.Rect(left, box.top, canvas.px(wide), box.height)
            button(canvas, name, rect, label, act, tooltip=told, group="pace")
            left = rect.right + gap
        canvas.small(speed, pygame.Rect(left, box.top, box.right - left, box.height), align="centre")

    # The end

    def _end(self, canvas: Canvas, box: pygame.Rect) -> None:
        controls, model = self.controls, self.model
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(2.6))
        canvas.line(model.prompt, head, size=LARGE, weight="Bold")
        rows = (
            ("score", _("The final scoring"), controls.show_end),
            ("look-back", _("Look back"), controls.look_back),
            ("new-game", _("New game"), controls.new_game),
            ("leave", _("Menu"), controls.open_menu),
        )
        for place, (name, label, act) in enumerate(rows):
            top = head.bottom + canvas.px(0.4) + place * canvas.px(ROW_EM + GAP_EM)
            button(canvas, name, pygame.Rect(box.left, top, box.width, canvas.px(ROW_EM)), label, act)


def _cost(way: Sequence[Move]) -> list[tuple[str, int]]:
    """Return what it costs to let the die show another number: favor, and koku for favor that has to be bought."""
    bought = way.count(BuyFavor())
    parts = ("favor", len(way) - 2 * bought), ("koku", bought * COSTS.exchange_koku)
    return [(name, number) for name, number in parts if number]
