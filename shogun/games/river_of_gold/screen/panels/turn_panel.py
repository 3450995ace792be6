"""Turn panel: the die with favor, exchanges, the effects of a move one by one, and Confirm."""

from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _
from shogun.games.river_of_gold.analysis.hint import standing
from shogun.games.river_of_gold.analysis.move_effects import Foresight
from shogun.games.river_of_gold.opponents.turn_plans import way_to
from shogun.games.river_of_gold.rules.components import COSTS, GOODS
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    EndTurn,
    ExchangeGoods,
    Move,
    RollDie,
    Sail,
    SetDie,
    TakePatron,
)
from shogun.games.river_of_gold.rules.turns import END_TURN
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.panels.effect_lines import draw_effects
from shogun.games.river_of_gold.screen.panels.tableau import draw_tableau
from shogun.games.river_of_gold.screen.pieces import symbol
from shogun.games.river_of_gold.screen.play.model import CONFIRMED, RiverModel
from shogun.games.river_of_gold.screen.play.refusal_reasons import favor_text, why_not_die
from shogun.games.river_of_gold.words import customer_lines, last_round_text, move_lines, patron_lines
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import die
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, LARGE, SMALL, VERMILION
from shogun.window.kit.layout import Places, column, part, row, share, text
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import Style, button, face
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.play.pace import speed_label

ROW_EM, GAP_EM = 2.1, 0.3
SUM_EM = 1.3
"""Height of the line with the points after a move."""
DIE_EM, COST_EM = 2.15, 1.15
"""Height of a die, and of each part of its cost."""
ANSWER_EM = 2.4
"""Height of an answer with a button of its own."""
PATRON_EM = 4.8
"""Height of an available patron with its power."""
BELOW = row(part("exchange", wide=share(0.4)), part("confirm", wide=share(0.6)), high=ROW_EM, gap=GAP_EM)
CHOICES = column(part("answers"), part("below", high=ROW_EM), gap=GAP_EM)
EXCHANGE = row(
    part("number", wide=1.0), part("give", wide=1.4), part("arrow", wide=0.7), part("one", wide=0.8),
    part("get", wide=1.4), justify="middle", gap=0.25,
)  # fmt: skip
"""Goods given, an arrow, and goods received."""
WATCHING = column(
    part("thinking", high=2.2),
    part("tableau"),
    row(
        part("pause", wide=4.4), part("skip", wide=3.6), part("slower", wide=2.1), part("faster", wide=2.1),
        part("speed"), high=ROW_EM, gap=GAP_EM,
    ),
    gap=GAP_EM,
)  # fmt: skip
END = column(
    part("prompt", high=2.7),
    *(part(name, high=ROW_EM) for name in ("score", "look-back", "new-game", "leave")),
    gap=GAP_EM,
)


class TurnPanel(Panel):
    """Panel for the open question."""

    name = "turn"

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.scrolling: Scrolling = Scrolling("effect-")
        self._told: Sequence[pygame.Rect] = ()
        """Rectangles with the effects of the previewed move."""

    def shows(self) -> tuple[object, ...]:
        """Return the question, the choice and the previewed move."""
        model = self.model
        chosen = (
            model.question,
            model.weighed,
            model.chosen,
            model.weighed_number,
            model.exchanging,
            model.shore,
            model.tile,
        )
        pace = model.is_paused, model.speed, model.computers_speed
        return chosen, pace, model.told, model.thinking, model.result, IdentityKey(model.view)

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the rectangles with the effects of the previewed move."""
        return self._told

    def draw(self, canvas: Canvas) -> None:
        """Draw the controls for the question."""
        canvas.sheet(self.rect)
        self._told = ()
        self.scrolling.empty()
        inner = canvas.within(self.rect, 0.5, 0.4)
        model = self.model
        if model.result is not None:
            self._end(canvas, inner)
        elif model.question is None:
            self._watching(canvas, inner)
        elif model.is_turn:
            self._turn(canvas, inner)
        else:
            self._choices(canvas, inner)

    # Turn

    def _turn(self, canvas: Canvas, box: pygame.Rect) -> None:
        costs = self._costs()
        dice = DIE_EM + COST_EM * max(1, *map(len, costs.values()))
        places = canvas.places(column(part("dice", high=dice), part("told"), BELOW, gap=GAP_EM), box)
        self._dice(canvas, costs, places["dice"])
        self._exchange_button(canvas, places["exchange"])
        self._confirm_button(canvas, places["confirm"])
        if self.model.exchanging:
            self._exchanges(canvas, places["told"])
        elif self.model.foresight is not None:
            self._told = (places["told"],)
            told, both = canvas.down(places["told"], share(), SUM_EM)
            draw_effects(canvas, self.model, self.model.foresight, told, self.scrolling)
            self._sum(canvas, self.model.foresight, both)
        else:
            self._what_to_do(canvas, places["told"])

    def _sum(self, canvas: Canvas, foresight: Foresight, box: pygame.Rect) -> None:
        """Show the player's points after the previewed move, now and if the game ended."""
        model, seat = self.model, self.model.seat
        points, then = model.view.players[seat].points, foresight.after.players[seat].points
        ended, ended_then = (standing(table).total[seat] for table in (model.view, foresight.after))
        words = _("Points now {a} → {b}; final score {c} → {d}").format(a=points, b=then, c=ended, d=ended_then)
        canvas.small(words, box, weight="Bold", colour=VERMILION if ended_then < ended else INDIGO)

    def _costs(self) -> dict[int, list[tuple[str, int]]]:
        """Return the cost of each number of the die; none for a number that is unavailable."""
        ways = {number: way_to(self.model.view.players[self.model.seat], number) for number in range(1, 7)}
        return {number: _cost(way) if way else [] for number, way in ways.items()}

    def _dice(self, canvas: Canvas, costs: Mapping[int, Sequence[tuple[str, int]]], box: pygame.Rect) -> None:
        """Draw the six numbers with their cost in favor."""
        shown = self.model.view.players[self.model.seat].die
        for (number, parts), room in zip(costs.items(), canvas.columns(box, 6, 0.1), strict=True):
            spot, *lines = canvas.down(room, DIE_EM, *(COST_EM,) * len(parts))
            self._die(canvas, number, spot, room, shown=shown)
            for (name, cost), line in zip(parts, lines, strict=True):
                self._part(canvas, name, cost, line)

    def _die(self, canvas: Canvas, number: int, spot: pygame.Rect, room: pygame.Rect, *, shown: int) -> None:
        model = self.model
        player = model.view.players[model.seat]
        way = way_to(player, number)
        image = die(number, min(spot.size), apart=number == model.weighed_number)
        if way is None:
            image = image.copy()
            image.set_alpha(80)
        at = canvas.image(image, spot)
        if number == model.weighed_number:
            canvas.frame(at.inflate(4, 4), VERMILION, 0.45, 0.16)
        act = partial(self.controls.choose_die, number) if way is not None else None
        reason, rule = why_not_die(player, number)
        told = reason or favor_text(player, number)
        if number == shown:
            told = _("The number on your die.")
        canvas.target(f"die-{number}", room, act, told, rule or "4.2", group="dice", refusal=reason)

    def _part(self, canvas: Canvas, name: str, number: int, box: pygame.Rect) -> None:
        """Draw a part of a number's cost, in the middle of a line."""
        words = text("number", str(number), size=SMALL, weight="Bold")
        places = canvas.places(row(words, part("sign", wide=0.95), justify="middle", gap=0.1), box)
        canvas.small(str(number), places["number"], weight="Bold")
        canvas.image(symbol(name, canvas.px(0.95)), places["sign"])

    def _confirm_button(self, canvas: Canvas, box: pygame.Rect) -> None:
        ready = self.model.can_confirm
        words = _("Do it (Enter). Anything it reveals can't be undone.") if ready else _("Choose what to do first.")
        act = self.controls.confirm if ready else None
        button(canvas, "confirm", box, self._confirm_label(), act, tooltip=words, style="primary", why="4.3")

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
            "Trade 2 goods of one kind for 1 of another, or 5 koku for 1 favor; you can undo this until "
            "something is revealed."
        )
        if not may:
            told = _("You have nothing to exchange: you need 2 goods of one kind, or 5 koku and room for favor.")
        style: Style = "chosen" if model.exchanging else "plain"
        act = self.controls.toggle_exchanges if may else None
        button(canvas, "exchange", box, _("Exchange"), act, tooltip=told, style=style, why="3.3")

    def _exchanges(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the exchanges in two columns."""
        moves = self.model.exchanges
        rows = canvas.down(box, *(share(most=ROW_EM),) * -(-len(moves) // 2), gap=GAP_EM)
        cells = (cell for line in rows for cell in canvas.columns(line, 2, GAP_EM))
        for move, cell in zip(moves, cells, strict=False):
            self._exchange(canvas, move, cell)

    def _exchange(self, canvas: Canvas, move: ExchangeGoods | BuyFavor, rect: pygame.Rect) -> None:
        act = partial(self.controls.answer, move)
        if isinstance(move, BuyFavor):
            name, give, number, get = "exchange-favor", "koku", COSTS.exchange_koku, "favor"
        else:
            name, give, number, get = f"exchange-{move.give}-{move.get}", move.give, COSTS.exchange_goods, move.get
        ink = face(canvas, rect, act, "plain")
        places = canvas.places(EXCHANGE, canvas.within(rect, 0.1))
        for spot, words in ("number", str(number)), ("one", "1"):
            canvas.line(words, places[spot], align="right", weight="Bold", colour=ink)
        for spot, good in ("give", give), ("get", get):
            canvas.image(symbol(good, min(places[spot].size)), places[spot])
        arrow = canvas.spot(places["arrow"], high=0.8)
        pygame.draw.polygon(canvas.surface, VERMILION, (arrow.topleft, arrow.midright, arrow.bottomleft))
        canvas.target(name, rect, act, "; ".join(move_lines(move)), "3.3", group="exchanges")

    def _what_to_do(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Describe the options, where no move is previewed."""
        model, offered = self.model, self.model.offers
        lines = []
        if model.shore and not model.tile:
            lines.append(_("Now choose a tile from the row."))
        elif model.tile and not model.shore:
            lines.append(_("Now choose a highlighted space to build it on."))
        elif offered.shores:
            lines.append(_("Build: choose a highlighted space and a tile from the row."))
        if not model.shore and not model.tile:
            lines.append(_("Sail: choose one of your ships."))
            if offered.deliveries:
                lines.append(_("Deliver: choose a highlighted customer."))
            if any(self._costs().values()):
                lines.append(_("Or spend favor to change the die."))
        if last := last_round_text(model.view, model.names):
            lines.insert(0, last)
        texts_below = column(*(text(line, line, wrapped=True) for line in lines), gap=0.35)
        for line, room in canvas.places(texts_below, box).items():
            canvas.paragraph(line, room)

    # Other choices

    def _choices(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a button for each answer; choices on the board or in the hand are only confirmed here."""
        model = self.model
        moves = model.choices
        is_confirmed = any(isinstance(move, CONFIRMED) for move in moves)
        places = canvas.places(column(part("answers"), BELOW, gap=GAP_EM) if is_confirmed else CHOICES, box)
        room = places["answers"]
        if model.exchanging:
            self._exchanges(canvas, room)
        elif is_confirmed:
            self._to_confirm(canvas, room)
        elif moves and isinstance(moves[0], TakePatron):
            self._patrons(canvas, moves, room)
        else:
            self._buttons(canvas, moves, room)
        if is_confirmed:
            self._exchange_button(canvas, places["exchange"])
            self._confirm_button(canvas, places["confirm"])
        elif model.exchanges:
            self._exchange_button(canvas, places["below"])

    def _to_confirm(self, canvas: Canvas, box: pygame.Rect) -> None:
        weighed = self.model.weighed
        words = move_lines(weighed)[0] + "." if weighed is not None else self._where_to_click()
        places = canvas.places(column(text("words", words, size=1.05, wrapped=True), part("note"), gap=GAP_EM), box)
        canvas.paragraph(words, places["words"], size=1.05)
        if isinstance(weighed, Discard):
            told = "\n".join(customer_lines(weighed.customer)[1:])
            canvas.paragraph(told, places["note"], size=SMALL, colour=INK_SOFT)

    def _where_to_click(self) -> str:
        match self.model.asks:
            case "discard":
                return _("Choose a customer to discard.")
            case "place_marker":
                return _("Choose a highlighted building for the second marker.")
        return _("Choose one of your ships.")

    def _buttons(self, canvas: Canvas, moves: Sequence[Move], box: pygame.Rect) -> None:
        dice = [move for move in moves if isinstance(move, SetDie)]
        rest = [move for move in moves if not isinstance(move, SetDie)]
        *rows, below = canvas.down(box, *(ANSWER_EM,) * len(rest), share(), gap=GAP_EM)
        for place, (move, room) in enumerate(zip(rest, rows, strict=True)):
            self._answer(canvas, place, move, room)
        spots = canvas.columns(canvas.spot(below, high=DIE_EM + COST_EM, at=("start", "start")), 6)
        for setting, spot in zip(dice, spots, strict=False):
            self._setting(canvas, setting, spot)
        if self.model.asks == "clan":
            words = _("Without patrons the clans differ only in name. Pick any.")
            canvas.paragraph(words, below, colour=INK_SOFT)
        elif self.model.asks == END_TURN:
            canvas.paragraph(last_round_text(self.model.view, self.model.names), below, colour=INK_SOFT)

    def _patrons(self, canvas: Canvas, moves: Sequence[Move], box: pygame.Rect) -> None:
        """Draw a button for each available patron, with its power below."""
        rooms = canvas.down(box, *(share(most=PATRON_EM),) * len(moves))
        for place, (move, room) in enumerate(zip(moves, rooms, strict=True)):
            answer, note = canvas.down(room, ROW_EM, share())
            self._answer(canvas, place, move, answer)
            told = " ".join(patron_lines(move.patron)[1:]) if isinstance(move, TakePatron) else ""
            canvas.paragraph(told, canvas.within(note, 0.3, 0.1), size=SMALL, colour=INK_SOFT)

    def _setting(self, canvas: Canvas, move: SetDie, rect: pygame.Rect) -> None:
        spot, cost = canvas.down(rect, DIE_EM, COST_EM)
        canvas.image(die(move.number, min(spot.size)), spot)
        self._part(canvas, "favor", self.model.view.players[self.model.seat].backing.favor, cost)
        act = partial(self.controls.answer, move)
        canvas.target(f"set-die-{move.number}", rect, act, move_lines(move)[0], "13.5", group="set-die")

    def _answer(self, canvas: Canvas, place: int, move: Move, rect: pygame.Rect) -> None:
        style: Style = "primary" if isinstance(move, RollDie | EndTurn) else "plain"
        style = "chosen" if move == self.model.weighed else style
        told = "\n".join(patron_lines(move.patron)) if isinstance(move, TakePatron) else ""
        told = _("Or press Enter.") if isinstance(move, RollDie | EndTurn) else told
        act = partial(self.controls.answer, move)
        good = getattr(move, "good", "koku" if type(move).__name__ == "TakeKoku" else "")
        lead = place == 0
        button(
            canvas,
            f"answer-{place}",
            rect,
            move_lines(move)[0],
            act,
            style=style,
            tooltip=told,
            group="answers",
            lead=lead,
            main=isinstance(move, RollDie | EndTurn),
        )
        if good in GOODS or good == "koku":
            canvas.put(symbol(good, canvas.px(1.5)), canvas.within(rect, 0.6, 0))

    # Opponents' turns

    def _watching(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Describe what is happening, and show the tableau of the player concerned, above the speed buttons."""
        model = self.model
        places = canvas.places(WATCHING, box)
        self._pace(canvas, places)
        if model.thinking:
            names = ", ".join(model.names[seat] for seat in model.thinking)
            canvas.line(_("{names}: thinking …").format(names=names), places["thinking"], colour=INK_SOFT)
        elif model.count is not None:
            canvas.line(model.prompt, places["thinking"], weight="Bold", colour=VERMILION)
        elif told := model.told[-1].text if model.told else last_round_text(model.view, model.names):
            canvas.line(told, places["thinking"], weight="Bold", colour=VERMILION)
        if model.view.order:
            draw_tableau(canvas, model.view, self._concerned(), places["tableau"])

    def _concerned(self) -> int:
        """Return the player whose move or gain is being shown, or else the active player."""
        model = self.model
        seat = model.told[-1].seat if model.told and not model.thinking else None
        return model.view.active if seat is None else seat

    def _pace(self, canvas: Canvas, places: Places) -> None:
        model, controls = self.model, self.controls
        pause = _("Resume") if model.is_paused else _("Pause")
        rows = (
            ("pause", pause, controls.toggle_pause, _("Pause or resume (P)")),
            ("skip", _("Skip"), controls.skip, _("Skip to the end of the animation (Space)")),
            (
                "slower",
                "−",
                controls.slower,
                _("Slow this game down; press , to do so until you have to decide"),
            ),
            (
                "faster",
                "+",
                controls.faster,
                _("Speed this game up; press . to do so until you have to decide"),
            ),
        )
        for name, label, act, told in rows:
            button(canvas, name, places[name], label, act, tooltip=told, group="pace")
        speed = _("Speed {speed}").format(speed=speed_label(model.computers_speed))
        canvas.small(speed, places["speed"], align="centre")

    # End of the game

    def _end(self, canvas: Canvas, box: pygame.Rect) -> None:
        controls, model = self.controls, self.model
        places = canvas.places(END, box)
        canvas.line(model.prompt, places["prompt"], size=LARGE, weight="Bold")
        rows = (
            ("score", _("Final scoring"), controls.show_end),
            ("look-back", _("Replay"), controls.look_back),
            ("new-game", _("New game"), controls.new_game),
            ("leave", _("Menu"), controls.open_menu),
        )
        for name, label, act in rows:
            style: Style = "primary" if name == "score" else "plain"
            button(canvas, name, places[name], label, act, style=style)


def _cost(way: Sequence[Move]) -> list[tuple[str, int]]:
    """Return the cost of another number of the die: favor, and koku for favor that has to be bought."""
    bought = way.count(BuyFavor())
    parts = ("favor", len(way) - 2 * bought), ("koku", bought * COSTS.exchange_koku)
    return [(name, number) for name, number in parts if number]
