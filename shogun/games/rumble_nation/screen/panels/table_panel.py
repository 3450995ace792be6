"""Table on the sea of the map: dice, cards, possible answers, the war, and the end."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.language import _, ngettext, of_data, signed
from shogun.games.rumble_nation.rules.components import CARDS, DICE, soldiers_of
from shogun.games.rumble_nation.rules.state import (
    CardPlayed,
    CarryOut,
    Deploy,
    Deployed,
    Deploying,
    Move,
    PlayCard,
    Playing,
    RollAgain,
    RollDice,
    TakeDaimyo,
)
from shogun.games.rumble_nation.rules.war import Result, fight
from shogun.games.rumble_nation.rules.war import result as result_of
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.panels.tactics_card import Sides, TacticsCard, draw_tactics_card
from shogun.games.rumble_nation.screen.panels.war_panel import WarOnTable
from shogun.games.rumble_nation.screen.play.model import RumbleModel, Weighed
from shogun.games.rumble_nation.screen.play.words import done, turning_text, why_not
from shogun.games.rumble_nation.words import card_name, short_ways
from shogun.games.rumble_nation.words import pieces as pieces_text
from shogun.window.game.screen import nothing
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.card_face import CardState
from shogun.window.kit.drawing.icons import banner, die
from shogun.window.kit.drawing.theme import (
    GOLD,
    GOLD_PALE,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
)
from shogun.window.kit.layout import Length, Places, between, column, first_that_fits, grid, overlay, part, row, share
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling

WIDE_EM, HIGH_EM = 46.0, 21.0
"""Width of the table, and its height with dice and cards, if there is room."""
ANSWERS_EM = 9.6
"""Height of dice and answers, above the cards."""
MARGIN_EM = 0.7, 0.35
ROW_EM = 2.0
GAP_EM = 0.3
ANSWERING = column(
    row(part("dice", wide=12.2), part("choices"), high=ANSWERS_EM - GAP_EM),
    part("cards"),
    gap=GAP_EM,
)
BEGIN = column(part(high=1.2), part("roll", high=2.6), part(high=0.4), part("note"))
WATCHED = column(
    part(high=0.7),
    row(
        column(part("flag", high=2.4), wide=2.6),
        column(part("name", high=1.8), part("told"), part("seen", high=2.2), part(high=0.2)),
    ),
)
SPLIT = share(0.62), share(0.38)
"""Parts of a row for soldiers only, and with the daimyo."""
FOOT = share(0.4), share(0.6)
WAYS = column(
    part("head", high=3.2),
    column(part("ways"), part("foot", high=ROW_EM), gap=GAP_EM),
    part(high=0.3),
)

NOT_ROLLED = 0
"""Text in place of a number before dice are rolled."""
DIE_EM = 3.0
TOGETHER = column(row(*(part(f"die {n}", wide=DIE_EM) for n in range(DICE)), high=DIE_EM, gap=0.25))
APART = row(
    column(
        row(*(part(f"die {n}", wide=DIE_EM) for n in range(DICE - 1)), high=DIE_EM, gap=0.25),
        part("castle", high=1.4),
        wide=6.25,
    ),
    part(wide=0.6),
    column(row(part(f"die {DICE - 1}", wide=DIE_EM), high=DIE_EM, justify="middle"), part("pieces"), wide=4.9),
)
"""Pair above the castle that it leads to, and the single die above its pieces."""

CARD_EM, NARROWEST_EM = 8.6, 6.4
"""Maximum width of cards, and the width below which they are in two rows."""
CARD_GAP_EM = 0.2

OWNER_EM, TURNED_EM, ACTS_EM, END_GAP_EM = 2.6, 1.3, 2.4, 0.4
"""Heights of a player's row at the end, of the war's turning point, of the buttons below, and of the gap."""
OWNER = row(
    part("flag", wide=1.8), part("name", wide=7.0), part("castles"), part("points", wide=4.6), padding=(0.4, 0.0)
)
CASTLE_EM = 2.2


class Table:
    """Everything on the sea of the board, drawn by its panel."""

    def __init__(self, model: RumbleModel, controls: RumbleControls) -> None:
        self.model = model
        self.controls = controls
        self._war = WarOnTable(model, controls)
        self.scrolling = Scrolling("way-")
        """Scroll state of the ways in which a card can be carried out."""
        self._answers: dict[str, Weighed] = {}
        """Visible answers by the names of their places."""

    def answer_named(self, name: str) -> Weighed | None:
        """Return the answer at a place, None if the place has another purpose."""
        return self._answers.get(name)

    def draw(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw everything on the table."""
        self._answers = {}
        if not self._card_asked():
            self.scrolling.empty()
        sheet = overlay(part("sheet", wide=between(0, WIDE_EM), high=self._height()))
        rect = canvas.places(sheet, room)["sheet"]
        canvas.sheet(rect)
        inner = canvas.within(rect, *MARGIN_EM)
        if self.model.war is not None:
            self._war.draw(canvas, inner)
        elif (result := self._result()) is not None:
            self._end(canvas, inner, result)
        elif card := self._card_asked():
            self._ways(canvas, inner, self.model.moves, card)
        elif self.model.view.daimyo_cards:
            self._rows_of_cards(canvas, self.model.view.daimyo_cards, inner)
        else:
            self._answering(canvas, canvas.places(ANSWERING, inner))

    def _result(self) -> Result | None:
        """Return the result of the game as it is shown, None while it runs."""
        return result_of(self.model.view)

    def _card_asked(self) -> str:
        """Return the card that a player is asked to carry out; empty if there is none."""
        stage = self.model.view.stage
        return stage.card if isinstance(stage, Playing) and self.model.question is not None else ""

    def _height(self) -> Length:
        """Return the height of the sheet, em: that of the war and of the end leaves part of the sea visible."""
        if self.model.war is not None:
            return between(0, self._war.high)
        if self._result() is not None:
            rows = (OWNER_EM + END_GAP_EM) * len(self.model.seats) + TURNED_EM + END_GAP_EM
            return between(0, 2 * MARGIN_EM[1] + rows + ACTS_EM + GAP_EM)
        if self._card_asked():
            return share()
        if self.model.view.daimyo_cards or self._lying_cards():
            return between(0, HIGH_EM)
        return between(0, ANSWERS_EM + 4 * MARGIN_EM[1])

    # Answers

    def _answering(self, canvas: Canvas, places: Places) -> None:
        """Draw the dice, possible answers next to them, and the pool of cards below."""
        moves = self.model.moves
        is_splitting = bool(moves) and isinstance(moves[0], Deploy | RollAgain)
        self._dice(canvas, places["dice"], explains_gains=is_splitting and self.model.shows_forecast)
        if is_splitting:
            self._splits(canvas, places["choices"], moves)
        else:
            self._begin(canvas, places["choices"], moves)
        self._rows_of_cards(canvas, self._lying_cards(), places["cards"])

    def _begin(self, canvas: Canvas, box: pygame.Rect, moves: Sequence[Move]) -> None:
        if self.model.question is None:
            self._watched(canvas, box)
            return
        places, told = canvas.places(BEGIN, box), ""
        if any(isinstance(move, RollDice) for move in moves):
            tooltip = _("Roll three dice: the sum of two names an area, the third says how many soldiers go there.")
            act = partial(self.controls.answer, RollDice()) if self.controls.can_answer else None
            button(canvas, "roll", places["roll"], _("Roll the dice"), act, tooltip=tooltip, why="4.1", style="primary")
            if len(moves) > 1:
                told = _("Or play one of the cards below instead of rolling.")
        canvas.paragraph(told, places["note"], colour=INK_SOFT)

    def _watched(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Describe next to the dice whose turn it is and what they do."""
        model = self.model
        is_shown = model.shown is not None or bool(model.tumbling)
        seat = model.thinking[0] if model.thinking and not is_shown else model.before.turn
        places = canvas.places(WATCHED, box)
        canvas.image(banner(model.seats[seat].clan, canvas.px(2.4)), places["flag"], "left")
        canvas.line(model.names[seat], places["name"], size=1.25, weight="Bold")
        told = model.prompt
        if model.thinking and not is_shown:
            told = _("{names}: thinking …").format(names=", ".join(model.names[one] for one in model.thinking))
        elif model.shown is not None:
            told = f"{done(model.shown.event)}\n{model.shown.matters}"
        canvas.paragraph(told, places["told"], size=1.05)
        if model.is_held:
            tooltip = _("Continue (Enter, Space or a click on the map)")
            button(canvas, "seen", places["seen"], _("Continue"), self.controls.seen, tooltip=tooltip, style="primary")

    def _splits(self, canvas: Canvas, box: pygame.Rect, moves: Sequence[Move]) -> None:
        """Draw a row for each area that the dice can choose: soldiers only, and with the daimyo."""
        areas, foot = canvas.down(box, share(), ROW_EM)
        for several, rect in zip(_by_area(moves), canvas.lines(areas, ROW_EM, GAP_EM), strict=False):
            self._split(canvas, rect, several, moves)
        again = any(isinstance(move, RollAgain) for move in moves)
        act = partial(self.controls.answer, RollAgain()) if again and self.controls.can_answer else None
        told = _("Roll all three again; the second roll counts.") if again else _("You have rolled twice.")
        self._foot(canvas, foot, ("roll-again", _("Roll again"), act, told, "4.2"))

    def _split(self, canvas: Canvas, box: pygame.Rect, several: Sequence[Deploy], moves: Sequence[Move]) -> None:
        """Draw an area's answers side by side; only the first one has the area's name."""
        rects = canvas.across(box, *SPLIT[: len(several)], gap=GAP_EM)
        for number, (move, rect) in enumerate(zip(several, rects, strict=True)):
            label = self._split_text(move) if number == 0 else f"{_piece_text(move)}{self._gain(move)}"
            self._offer(canvas, f"split-{moves.index(move)}", rect, move, label)

    def _split_text(self, move: Deploy) -> str:
        castle = self.model.view.castles[move.area]
        sentence = _("{castle} {area}: {pieces}{more}")
        return sentence.format(castle=castle, area=move.area, pieces=_piece_text(move), more=self._gain(move))

    def _gain(self, move: Weighed) -> str:
        """Return the points that an answer adds to the war if it came now, e.g. " (+9)"."""
        if not self.model.shows_forecast or not self.model.view.castles:
            return ""
        return f" ({signed(self.model.gain(move))})"

    def _offer(self, canvas: Canvas, name: str, rect: pygame.Rect, move: Weighed, label: str) -> None:
        self._answers[name] = move
        style: Style = "chosen" if move == self.model.chosen else "plain"
        told = _("{move}. Click to select, then confirm.").format(move=label)
        act, is_chosen = partial(self.controls.choose, move), move == self.model.chosen
        button(canvas, name, rect, label, act, tooltip=told, style=style, group="offers", chosen=is_chosen)

    def _foot(self, canvas: Canvas, box: pygame.Rect, other: tuple[str, str, Act | None, str, str]) -> None:
        """Draw the button that confirms, and another one to its left."""
        name, label, act, told, rule = other
        left, right = canvas.across(box, *FOOT, gap=GAP_EM)
        button(canvas, name, left, label, act, tooltip=told, why=rule)
        chosen = self.model.chosen
        confirm = self.controls.confirm if chosen is not None and self.controls.can_answer else None
        words = _("Confirm (Enter)") if chosen is not None else _("Make a choice first, here or on the map.")
        button(canvas, "confirm", right, _("Confirm"), confirm, tooltip=words, style="primary")

    def _ways(self, canvas: Canvas, box: pygame.Rect, moves: Sequence[Move], card: str) -> None:
        places = canvas.places(WAYS, box)
        words = _("{card}: {text} Click areas on the map, or choose from the list.")
        told = words.format(card=card_name(card), text=of_data(CARDS[card].text))
        canvas.paragraph(told, places["head"], weight="Bold")
        ways = [move for move in moves if isinstance(move, CarryOut)]
        for number, rect in self.scrolling.lay(canvas, places["ways"], len(ways), ROW_EM, GAP_EM):
            self._offer(canvas, f"way-{number}", rect, ways[number], self._way_text(ways[number]))
        through = self.model.through
        act = partial(self.controls.through, "") if through else None
        told = _("All options are listed: no area is selected.")
        if through:
            told = _("List all options again, not only those with {areas}").format(areas=", ".join(through))
        self._foot(canvas, places["foot"], ("all-ways", _("All options"), act, told, CARDS[card].rule))

    def _way_text(self, move: CarryOut) -> str:
        return short_ways(move.transfers, self.model.view.turn, self.model.names) + self._gain(move)

    # Dice

    def _dice(self, canvas: Canvas, box: pygame.Rect, *, explains_gains: bool) -> None:
        """Draw the dice side by side, or the pair and the single die of the previewed answer."""
        dice = self._lying()
        single = self._single(dice)
        _air, lying, note = canvas.down(box, 0.9, DIE_EM + 1.4, share())
        places = canvas.places(TOGETHER if single is None else APART, lying)
        for spot, place in enumerate(sorted(range(len(dice)), key=lambda place: place == single)):
            rect = places[f"die {spot}"]
            canvas.image(die(dice[place], canvas.px(DIE_EM), apart=place == single), rect)
            self._die_target(canvas, place, dice, rect)
        if single is not None:
            self._sums(canvas, dice, single, places)
        if explains_gains:
            words = _("In parentheses: change in your score if the war began now")
            canvas.paragraph(words, canvas.across(note, share(), 0.8)[0], size=SMALL, colour=INK_SOFT)

    def _die_target(self, canvas: Canvas, place: int, dice: Sequence[int], rect: pygame.Rect) -> None:
        """Make a click on a die set it apart."""
        if not any(isinstance(move, Deploy) for move in self.model.moves):
            return
        number, castle = self._brought(dice[place]), sum(dice) - dice[place]
        area, told = (
            self.model.view.area_of(castle),
            ngettext(
                "Use this die for the number: {n} soldier to {area}",
                "Use this die for the number: {n} soldiers to {area}",
                number,
            ),
        )
        act = partial(self.controls.through, area)
        canvas.target(f"die-{place}", rect, act, told.format(n=number, area=area), "4.3", group="dice")

    def _brought(self, die: int) -> int:
        """Return the number of pieces for a die, limited by the pieces left."""
        state = self.model.before
        return min(soldiers_of(die), state.players[state.turn].left)

    def _lying(self) -> tuple[int, ...]:
        stage = self.model.view.stage
        if isinstance(stage, Deploying):
            return stage.dice
        return self.model.tumbling or (NOT_ROLLED,) * DICE

    def _single(self, dice: Sequence[int]) -> int | None:
        """Return the die set apart by the previewed answer, or by an answer given."""
        model = self.model
        move = model.shown.event if model.shown is not None else model.weighed
        if not isinstance(move, Deploy | Deployed) or not isinstance(model.view.stage, Deploying):
            return None
        castle = model.view.castles[move.area]
        return next((place for place, die in enumerate(dice) if sum(dice) - die == castle), None)

    def _sums(self, canvas: Canvas, dice: Sequence[int], single: int, places: Places) -> None:
        castle, number = sum(dice) - dice[single], self._brought(dice[single])
        canvas.line(_("castle {n}").format(n=castle), places["castle"], align="centre", weight="Bold")
        told = ngettext("{n} soldier", "{n} soldiers", number).format(n=number)
        canvas.line(told, places["pieces"], align="centre", weight="Bold")

    # Cards

    def _lying_cards(self) -> Sequence[str]:
        view = self.model.view
        own = view.players[self.model.before.turn]
        if own.daimyo_card is None or own.daimyo_played:
            return view.tactics
        return [*view.tactics, own.daimyo_card]

    def _rows_of_cards(self, canvas: Canvas, cards: Sequence[str], box: pygame.Rect) -> None:
        """Draw cards side by side; in two rows if words wouldn't fit otherwise."""
        widths = share(least=NARROWEST_EM, most=CARD_EM)
        side_by_side = row(*(part(card, wide=widths) for card in cards), gap=CARD_GAP_EM)
        two_rows = grid(*map(part, cards), columns=(len(cards) + 1) // 2, gap=CARD_GAP_EM)
        places = first_that_fits((side_by_side, two_rows), box, canvas.em)
        for card in cards:
            self._card(canvas, card, places[card])

    def _card(self, canvas: Canvas, card: str, rect: pygame.Rect) -> None:
        act = self._act_of(card)
        asked = self.model.question is not None
        reason, rule = ("", "") if act is not None or not asked else why_not(self.model.view, card)
        owner = self._owner(card)
        draw_tactics_card(canvas, rect, self._face(card, act, owner))
        words = of_data(CARDS[card].text)
        told = _("Can't be played: {reason}").format(reason=reason) if reason else words
        if owner is not None:
            told += "\n" + _("{name}'s daimyo card").format(name=self.model.names[owner])
        refusal = told.partition("\n")[0] if reason else ""
        canvas.target(f"card-{card}", rect, act, told, rule or CARDS[card].rule, group="cards", refusal=refusal)

    def _face(self, card: str, act: Act | None, owner: int | None) -> TacticsCard:
        """Return the look of a card: lit if it can be taken or is being played, faded if it can't be played."""
        shown, seats = self.model.shown, self.model.seats
        is_played = shown is not None and isinstance(shown.event, CardPlayed) and shown.event.card == card
        state: CardState = "now" if is_played else "offered" if act else "done" if self.model.moves else "plain"
        own = self.model.before.turn if owner is None else owner
        sides = Sides(seats[own].clan, seats[(own + 1) % len(seats)].clan)
        return TacticsCard(card, state, sides, None if owner is None else seats[owner].clan)

    def _owner(self, card: str) -> int | None:
        """Return the owner of a daimyo card; None for a tactics card, or an unclaimed one."""
        cards = [player.daimyo_card for player in self.model.view.players]
        return cards.index(card) if card in cards else None

    def _act_of(self, card: str) -> Act | None:
        """Return the act for a click on a card."""
        for move in self.model.moves:
            if isinstance(move, PlayCard) and move.card == card:
                return partial(self.controls.answer, move)
            if isinstance(move, TakeDaimyo) and move.card == card:
                return partial(self.controls.take_daimyo, move)
        return None

    # End of the game

    def _end(self, canvas: Canvas, box: pygame.Rect, result: Result) -> None:
        """Draw everybody's castles, the best first, and the options that are left."""
        players = self.model.view.players
        *rows, turned, foot = canvas.down(box, *(OWNER_EM,) * len(players), TURNED_EM, ACTS_EM, gap=END_GAP_EM)
        for seat, rect in zip(sorted(range(len(players)), key=result.places.__getitem__), rows, strict=True):
            self._castles_of(canvas, seat, rect, result)
        canvas.line(turning_text(self.model.view, tuple(fight(self.model.view)), self.model.names), turned)
        offers: tuple[tuple[str, str, Act], ...] = (
            ("show-end", _("The end"), self.controls.show_end),
            ("war-again", _("Replay the war"), self.controls.war_again),
            ("look-back", _("Replay"), self.controls.look_back),
            ("leave", _("Menu"), self.controls.open_menu),
        )
        acts = [offer for offer in offers if offer[2] is not nothing]
        for (name, label, act), rect in zip(acts, canvas.columns(foot, len(acts), GAP_EM), strict=True):
            style: Style = "primary" if name == "show-end" else "plain"
            button(canvas, name, rect, label, act, style=style)

    def _castles_of(self, canvas: Canvas, seat: int, box: pygame.Rect, result: Result) -> None:
        player, look = self.model.view.players[seat], self.model.seats[seat]
        wins = seat in result.winners
        canvas.plate(box, GOLD_PALE if wins else PAPER_BRIGHT, GOLD if wins else PAPER_EDGE, 0.3)
        places = canvas.places(OWNER, box)
        canvas.image(banner(look.clan, canvas.px(2.2)), places["flag"], "left")
        canvas.line(look.name, places["name"], weight="Bold")
        words = ngettext("{n} point", "{n} points", player.points).format(n=player.points)
        canvas.line(words, places["points"], align="right", weight="Bold")
        owned = [(value, False) for value in player.large] + [(value, True) for value in player.small]
        spots = canvas.across(places["castles"], *(share(most=CASTLE_EM),) * len(owned))
        for (value, small), spot in zip(owned, spots, strict=True):
            canvas.image(pieces.castle(value, canvas.px(1.6 if small else 2.1), small=small), spot, "left")


def _by_area(moves: Sequence[Move]) -> list[list[Deploy]]:
    """Return the answers that deploy, grouped by area, soldiers only first."""
    found: dict[str, list[Deploy]] = {}
    for move in moves:
        if isinstance(move, Deploy):
            found.setdefault(move.area, []).append(move)
    return [sorted(several, key=lambda move: move.daimyo) for several in found.values()]


def _piece_text(move: Deploy) -> str:
    """Return the pieces of a split, abbreviated with a daimyo."""
    if move.daimyo and move.soldiers:
        return _("{n} + daimyo").format(n=move.soldiers)
    return pieces_text(move.soldiers, daimyo=move.daimyo)
