"""The table on the sea of the map: dice, cards, what can be answered, the war as it is told, and the end."""

from collections.abc import Sequence
from functools import partial

import pygame

from shogun.base.language import _, ngettext, of_data, signed
from shogun.games.rumble_nation.analysis.expected_war import moved, transfers_of, war_now
from shogun.games.rumble_nation.rules.components import CARDS, DICE, soldiers_of
from shogun.games.rumble_nation.rules.events import CardPlayed, Deployed
from shogun.games.rumble_nation.rules.moves import (
    CarryOut,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    TakeDaimyo,
)
from shogun.games.rumble_nation.rules.state import Deploying, Playing
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.panels.war import WarOnTable
from shogun.games.rumble_nation.screen.play.model import RumbleModel, Weighed
from shogun.games.rumble_nation.screen.play.reasons import why_not
from shogun.games.rumble_nation.words.plain import card_name, transfer_text
from shogun.games.rumble_nation.words.plain import pieces as pieces_text
from shogun.window.generic.panels import Pages
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.dice import die
from shogun.window.kit.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
)
from shogun.window.kit.widgets.button import Style, button

MARGIN_EM = 0.7
ROW_EM = 2.0
GAP_EM = 0.3
CARD_GAP_EM = 0.2
DIE_EM = 3.0
NOT_ROLLED = 0
"""Stands for a number where no dice lie yet."""
ANSWERS_EM = 9.6
"""Height of dice and answers, above the cards."""
OWNER_EM = 2.9
"""Height of the row of a player at the end."""
FIRST_SHARE = 0.62
"""The part of a row for soldiers alone, where the daimyo may be among them."""
WIDE_EM, HIGH_EM = 46.0, 21.0
"""Width of the table, and its height with dice and cards, where there is more room than that."""
STRIP_EM = 0.35
"""Height of the strip in its owner's colour by which a daimyo card is told from the tactics cards."""
CARD_EM, NARROWEST_EM = 8.6, 6.4
"""Cards are at most so wide; narrower ones lie in two rows."""
HIGH_CARD_EM = 6.0
"""The name on a lower card has but one line."""


class Table:
    """What lies on the sea of the board; drawn by its panel."""

    def __init__(self, model: RumbleModel, controls: RumbleControls) -> None:
        self.model = model
        self.controls = controls
        self._war = WarOnTable(model, controls)
        self._pages = Pages()
        self._answers: dict[str, Weighed] = {}
        """The answers that are seen, by the names of their places."""

    @property
    def first(self) -> int:
        """The number of the first answer that is seen."""
        return self._pages.first

    def turn(self, step: int) -> None:
        """Show another page of the answers."""
        self._pages.turn(step)

    def answer_named(self, name: str) -> Weighed | None:
        """Return the answer at a place, None if it is the place of something else."""
        return self._answers.get(name)

    def draw(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw all that lies there."""
        self._answers = {}
        wide = min(room.width, canvas.px(WIDE_EM))
        rect = pygame.Rect(room.left, room.top, wide, min(room.height, self._height(canvas, room)))
        canvas.sheet(rect)
        inner = rect.inflate(-2 * canvas.px(MARGIN_EM), -2 * canvas.px(MARGIN_EM) // 2)
        if self.model.war is not None:
            self._war.draw(canvas, inner)
        elif self.model.result is not None:
            self._end(canvas, inner)
        elif card := self._card_asked():
            self._ways(canvas, inner, self.model.moves, card)
        else:
            top = inner.copy()
            top.height = canvas.px(ANSWERS_EM) if not self.model.view.daimyo_cards else inner.height
            self._answering(canvas, top)
            self._cards(canvas, pygame.Rect(inner.left, top.bottom, inner.width, inner.bottom - top.bottom))

    def _card_asked(self) -> str:
        """Return the card of which a person is asked how it is carried out; empty: none is."""
        stage = self.model.view.stage
        return stage.card if isinstance(stage, Playing) and self.model.question is not None else ""

    def _height(self, canvas: Canvas, room: pygame.Rect) -> int:
        """Return how high the sheet must be, px: what is told of the war and of the end leaves room for the sea."""
        if self.model.war is not None:
            return self._war.height(canvas)
        if self.model.result is not None:
            return canvas.px(4.4 + OWNER_EM * len(self.model.seats))
        if self._card_asked():
            return room.height
        if self.model.view.daimyo_cards or self._lying_cards():
            return canvas.px(HIGH_EM)
        return canvas.px(ANSWERS_EM + 2 * MARGIN_EM)

    # Answers

    def _answering(self, canvas: Canvas, box: pygame.Rect) -> None:
        moves = self.model.moves
        if self.model.view.daimyo_cards:
            daimyo = pygame.Rect(box.left, box.top, box.width, box.height - canvas.px(GAP_EM))
            self._rows_of_cards(canvas, self.model.view.daimyo_cards, daimyo)
            return
        dice = pygame.Rect(box.left, box.top, canvas.px(3 * DIE_EM + 3.2), box.height)
        self._dice(canvas, dice)
        choices = pygame.Rect(dice.right, box.top, box.right - dice.right, box.height - canvas.px(0.3))
        if moves and isinstance(moves[0], Deploy | RollAgain):
            self._splits(canvas, choices, moves)
            self._what_gains_are(canvas, dice)
        else:
            self._begin(canvas, choices, moves)

    def _begin(self, canvas: Canvas, box: pygame.Rect, moves: Sequence[Move]) -> None:
        if self.model.question is None:
            self._watched(canvas, box)
            return
        row = pygame.Rect(box.left, box.top + canvas.px(1.2), box.width, canvas.px(2.6))
        told = ""
        if any(isinstance(move, RollDice) for move in moves):
            tooltip = _("Roll three dice; two of them name an area, the third says how many soldiers go there.")
            act = partial(self.controls.answer, RollDice())
            button(canvas, "roll", row, _("Roll the dice"), act, tooltip=tooltip, why="4.1", style="primary")
            if len(moves) > 1:
                told = _("Or play one of the cards below, instead of rolling.")
        note = pygame.Rect(box.left, row.bottom + canvas.px(0.4), box.width, box.bottom - row.bottom - canvas.px(0.4))
        canvas.paragraph(told, note, colour=INK_SOFT)

    def _watched(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Tell beside the dice whose turn it is and what they do."""
        model = self.model
        seat = model.thinking[0] if model.thinking else model.before.turn
        flag = banner(model.seats[seat].clan, canvas.px(2.4))
        canvas.surface.blit(flag, (box.left, box.top + canvas.px(0.7)))
        left = box.left + canvas.px(2.6)
        name = pygame.Rect(left, box.top + canvas.px(0.7), box.right - left, canvas.px(1.8))
        canvas.line(model.names[seat], name, size=1.25, weight="Bold")
        told = model.prompt
        if model.thinking:
            told = _("{names}: thinking …").format(names=", ".join(model.names[one] for one in model.thinking))
        canvas.paragraph(told, pygame.Rect(left, name.bottom, name.width, box.bottom - name.bottom), size=1.05)

    def _splits(self, canvas: Canvas, box: pygame.Rect, moves: Sequence[Move]) -> None:
        """Draw a row for each area that the dice can name: with soldiers alone, and with the daimyo among them."""
        step = canvas.px(ROW_EM + GAP_EM)
        for row, several in enumerate(_by_area(moves)):
            rect = pygame.Rect(box.left, box.top + row * step, box.width, canvas.px(ROW_EM))
            self._split(canvas, rect, several, moves)
        foot = pygame.Rect(box.left, box.bottom - canvas.px(ROW_EM), box.width, canvas.px(ROW_EM))
        again = any(isinstance(move, RollAgain) for move in moves)
        act = partial(self.controls.answer, RollAgain()) if again else None
        told = _("Roll all three again; the second roll counts.") if again else _("You have rolled twice.")
        self._foot(canvas, foot, ("roll-again", _("Roll again"), act, told, "4.2"))

    def _what_gains_are(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Say below the dice what the numbers behind the answers mean."""
        if self.model.shows_forecast:
            top = box.top + canvas.px(DIE_EM + 2.3)
            room = pygame.Rect(box.left, top, box.width - canvas.px(0.8), box.bottom - top)
            canvas.paragraph(_("(+3): so many points more if the war began now"), room, size=SMALL, colour=INK_SOFT)

    def _split(self, canvas: Canvas, row: pygame.Rect, several: Sequence[Deploy], moves: Sequence[Move]) -> None:
        """Draw one area's answers side by side; only the first names the area."""
        gap, left = canvas.px(GAP_EM), row.left
        first_share = 1.0 if len(several) == 1 else FIRST_SHARE
        for number, move in enumerate(several):
            wide = round(row.width * first_share) if number == 0 else row.right - left
            rect = pygame.Rect(left, row.top, wide - (gap if number == 0 and len(several) > 1 else 0), row.height)
            label = self._split_text(move) if number == 0 else f"{_piece_text(move)}{self._gain(move)}"
            self._offer(canvas, f"split-{moves.index(move)}", rect, move, label)
            left += wide

    def _split_text(self, move: Deploy) -> str:
        castle = self.model.view.castles[move.area]
        sentence = _("{castle} {area}: {pieces}{more}")
        return sentence.format(castle=castle, area=move.area, pieces=_piece_text(move), more=self._gain(move))

    def _gain(self, move: Weighed) -> str:
        """Return by how many points an answer changes what a war would bring now, e.g. " (+9)"."""
        view = self.model.view
        now, then = war_now(view), war_now(moved(view, transfers_of(view, move)))
        if not self.model.shows_forecast or now is None or then is None:
            return ""
        return f" ({signed(then.points[view.turn] - now.points[view.turn])})"

    def _offer(self, canvas: Canvas, name: str, rect: pygame.Rect, move: Weighed, label: str) -> None:
        self._answers[name] = move
        style: Style = "chosen" if move == self.model.chosen else "plain"
        told = _("{move}. Click to choose, then confirm.").format(move=label)
        button(
            canvas, name, rect, label, partial(self.controls.choose, move), tooltip=told, style=style, group="offers"
        )

    def _foot(self, canvas: Canvas, box: pygame.Rect, other: tuple[str, str, Act | None, str, str]) -> None:
        """Draw the button that confirms, and another one at its left."""
        name, label, act, told, rule = other
        left = pygame.Rect(box.left, box.top, round(box.width * 0.4), box.height)
        button(canvas, name, left, label, act, tooltip=told, why=rule)
        right = pygame.Rect(left.right + canvas.px(GAP_EM), box.top, 0, box.height)
        right.width = box.right - right.left
        chosen = self.model.chosen
        confirm = self.controls.confirm if chosen is not None else None
        words = _("So be it (Enter)") if chosen is not None else _("Choose first, here or on the map.")
        button(canvas, "confirm", right, _("Confirm"), confirm, tooltip=words, style="primary")

    def _ways(self, canvas: Canvas, box: pygame.Rect, moves: Sequence[Move], card: str) -> None:
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(3.2))
        words = _("{card}: {text} Click areas on the map, or choose a line.")
        canvas.paragraph(words.format(card=card_name(card), text=of_data(CARDS[card].text)), head, weight="Bold")
        ways = [move for move in moves if isinstance(move, CarryOut)]
        step = canvas.px(ROW_EM + GAP_EM)
        foot = pygame.Rect(box.left, box.bottom - canvas.px(ROW_EM + 0.3), box.width, canvas.px(ROW_EM))
        turning = pygame.Rect(box.left, foot.top - step, box.width, canvas.px(ROW_EM))
        room = (turning.top - head.bottom) // step
        for row, number in enumerate(self._pages.fit(len(ways), room)):
            rect = pygame.Rect(box.left, head.bottom + row * step, box.width, canvas.px(ROW_EM))
            self._offer(canvas, f"way-{number}", rect, ways[number], self._way_text(ways[number]))
        self._pages.draw(canvas, "ways", turning)
        through = self.model.through
        act = partial(self.controls.through, "") if through else None
        told = _("Areas: {areas}").format(areas=", ".join(through)) if through else _("No area is clicked.")
        self._foot(canvas, foot, ("all-ways", _("All ways"), act, told, CARDS[card].rule))

    def _way_text(self, move: CarryOut) -> str:
        what = "; ".join(transfer_text(one, self.model.names.__getitem__) for one in move.transfers)
        return what + self._gain(move)

    # Dice

    def _dice(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the dice: side by side, or the pair and the single of the answer that is weighed."""
        dice, size = self._lying(), canvas.px(DIE_EM)
        single = self._single(dice)
        order = sorted(range(len(dice)), key=lambda place: place == single)
        left, top = box.left, box.top + canvas.px(0.9)
        for place in order:
            apart = place == single
            left += canvas.px(1.3) if apart else 0
            canvas.surface.blit(die(dice[place], size, apart=apart), (left, top))
            self._die_target(canvas, place, dice, pygame.Rect(left, top, size, size))
            left += size + canvas.px(0.25)
        if single is not None:
            self._sums(canvas, dice, single, pygame.Rect(box.left, top + size, box.width, canvas.px(1.6)))

    def _die_target(self, canvas: Canvas, place: int, dice: Sequence[int], rect: pygame.Rect) -> None:
        """Let a click on a die set it apart."""
        if not any(isinstance(move, Deploy) for move in self.model.moves):
            return
        number, castle = soldiers_of(dice[place]), sum(dice) - dice[place]
        area, told = (
            self.model.view.area_of(castle),
            ngettext("Set this die apart: {n} piece to {area}", "Set this die apart: {n} pieces to {area}", number),
        )
        act = partial(self.controls.through, area)
        canvas.target(f"die-{place}", rect, act, told.format(n=number, area=area), "4.3", group="dice")

    def _lying(self) -> tuple[int, ...]:
        stage = self.model.view.stage
        if isinstance(stage, Deploying):
            return stage.dice
        return self.model.tumbling or (NOT_ROLLED,) * DICE

    def _single(self, dice: Sequence[int]) -> int | None:
        """Return which die is set apart by the answer that is weighed, or that somebody has given."""
        model = self.model
        move = model.shown.event if model.shown is not None else model.weighed
        if not isinstance(move, Deploy | Deployed) or not isinstance(model.view.stage, Deploying):
            return None
        castle = model.view.castles[move.area]
        return next((place for place, die in enumerate(dice) if sum(dice) - die == castle), None)

    def _sums(self, canvas: Canvas, dice: Sequence[int], single: int, box: pygame.Rect) -> None:
        size = canvas.px(DIE_EM)
        pair = pygame.Rect(box.left, box.top, 2 * size + canvas.px(0.25), box.height)
        canvas.line(_("castle {n}").format(n=sum(dice) - dice[single]), pair, align="centre", weight="Bold")
        one = pygame.Rect(pair.right + canvas.px(0.6), box.top, size + canvas.px(1.9), box.height)
        number = soldiers_of(dice[single])
        canvas.line(ngettext("{n} piece", "{n} pieces", number).format(n=number), one, align="centre", weight="Bold")

    # Cards

    def _cards(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Lay out the pool, and the daimyo card of who is on turn."""
        if not self.model.view.daimyo_cards:
            self._rows_of_cards(canvas, self._lying_cards(), box)

    def _lying_cards(self) -> Sequence[str]:
        view = self.model.view
        own = view.players[self.model.before.turn]
        if own.daimyo_card is None or own.daimyo_played:
            return view.tactics
        return [*view.tactics, own.daimyo_card]

    def _rows_of_cards(self, canvas: Canvas, cards: Sequence[str], box: pygame.Rect) -> None:
        """Lay cards side by side; in two rows where they would become so narrow that words don't fit."""
        gap = canvas.px(CARD_GAP_EM)
        in_a_row = max(1, len(cards))
        if (box.width + gap) // in_a_row - gap < canvas.px(NARROWEST_EM):
            in_a_row = (len(cards) + 1) // 2
        rows = -(-len(cards) // in_a_row)
        wide = min(canvas.px(CARD_EM * rows), (box.width + gap) // in_a_row - gap)
        high = (box.height + gap) // max(1, rows) - gap
        for number, card in enumerate(cards):
            row, column = divmod(number, in_a_row)
            self._card(
                canvas, card, pygame.Rect(box.left + column * (wide + gap), box.top + row * (high + gap), wide, high)
            )

    def _card(self, canvas: Canvas, card: str, rect: pygame.Rect) -> None:
        act = self._act_of(card)
        asked = self.model.question is not None
        reason, rule = ("", "") if act is not None or not asked else why_not(self.model.view, card)
        self._card_plate(canvas, card, rect, act)
        owner = self._owner(card)
        inner = rect.inflate(-canvas.px(0.3), -canvas.px(0.4))
        words = of_data(CARDS[card].text)
        is_low = rect.height < canvas.px(HIGH_CARD_EM)
        name = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(1.2 if is_low else 2.3))
        text = _below(name, inner).inflate(-canvas.px(0.5), 0).move(0, canvas.px(0 if is_low else 0.2))
        text.height -= canvas.px(0 if is_low else 0.2)
        if canvas.paragraph_height(words, text, size=SMALL) > text.height:  # a longer language uses all of the card
            name.height = canvas.px(1.1 if is_low else 2.0)
            text = _below(name, inner)
        canvas.line(card_name(card), name, size=0.9, weight="Bold", align="centre")
        canvas.paragraph(words, text, size=SMALL, colour=INK if act is not None else INK_SOFT)
        told = _("Can't be played: {reason}").format(reason=reason) if reason else words
        if owner is not None:
            told += "\n" + _("The daimyo card of {name}").format(name=self.model.names[owner])
        canvas.target(f"card-{card}", rect, act, told, rule or CARDS[card].rule, group="cards")

    def _card_plate(self, canvas: Canvas, card: str, rect: pygame.Rect, act: Act | None) -> None:
        """Draw a card without its words: lit where it can be taken, or is just being played."""
        shown = self.model.shown
        is_played = shown is not None and isinstance(shown.event, CardPlayed) and shown.event.card == card
        is_hovered = act is not None and canvas.hovers(rect)
        paper = GOLD_PALE if is_played or is_hovered else PAPER_BRIGHT if act is not None else PAPER_SHADE
        canvas.plate(rect, paper, INDIGO if act is not None else PAPER_EDGE, 0.4)
        owner = self._owner(card)
        if owner is not None:
            strip = pygame.Rect(rect.left, rect.bottom - canvas.px(STRIP_EM), rect.width, canvas.px(STRIP_EM))
            canvas.fill(strip, CUBES[self.model.seats[owner].colour], 0.3)

    def _owner(self, card: str) -> int | None:
        """Return whose daimyo card it is; None: a tactics card, or one that nobody has taken."""
        cards = [player.daimyo_card for player in self.model.view.players]
        return cards.index(card) if card in cards else None

    def _act_of(self, card: str) -> Act | None:
        """Return what a click on a card does."""
        for move in self.model.moves:
            if isinstance(move, PlayCard | TakeDaimyo) and move.card == card:
                return partial(self.controls.answer, move)
        return None

    # The end

    def _end(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw everybody's castles, the best first, and what can be done now."""
        result, players = self.model.result, self.model.view.players
        top = box.top + canvas.px(0.3)
        for seat in sorted(range(len(players)), key=result.places.__getitem__):
            self._castles_of(canvas, seat, pygame.Rect(box.left, top, box.width, canvas.px(2.6)))
            top += canvas.px(OWNER_EM)
        rows: tuple[tuple[str, str, Act], ...] = (
            ("show-end", _("The end"), self.controls.show_end),
            ("war-again", _("War again"), self.controls.war_again),
            ("look-back", _("Look back"), self.controls.look_back),
            ("leave", _("Menu"), self.controls.open_menu),
        )
        wide = (box.width - canvas.px(GAP_EM) * 3) // 4
        for number, (name, label, act) in enumerate(rows):
            left = box.left + number * (wide + canvas.px(GAP_EM))
            button(canvas, name, pygame.Rect(left, top + canvas.px(0.4), wide, canvas.px(2.4)), label, act)

    def _castles_of(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        result, player, look = self.model.result, self.model.view.players[seat], self.model.seats[seat]
        wins = seat in result.winners
        canvas.plate(box, GOLD_PALE if wins else PAPER_BRIGHT, GOLD if wins else PAPER_EDGE, 0.3)
        flag = banner(look.clan, canvas.px(2.2))
        canvas.surface.blit(flag, flag.get_rect(midleft=(box.left + canvas.px(0.3), box.centery)))
        name = pygame.Rect(box.left + canvas.px(2.2), box.top, canvas.px(7), box.height)
        canvas.line(look.name, name, weight="Bold")
        points = pygame.Rect(box.right - canvas.px(5), box.top, canvas.px(4.6), box.height)
        words = ngettext("{n} point", "{n} points", player.points).format(n=player.points)
        canvas.line(words, points, align="right", weight="Bold")
        left = name.right + canvas.px(0.2)
        owned = [(value, False) for value in player.large] + [(value, True) for value in player.small]
        step = min(canvas.px(2.2), (points.left - left) // max(1, len(owned)))
        for value, small in owned:
            image = pieces.castle(value, canvas.px(1.6 if small else 2.1), small=small)
            canvas.surface.blit(image, image.get_rect(midleft=(left, box.centery)))
            left += step


def _by_area(moves: Sequence[Move]) -> list[list[Deploy]]:
    """Return the answers that deploy, those to the same area together: soldiers alone first."""
    found: dict[str, list[Deploy]] = {}
    for move in moves:
        if isinstance(move, Deploy):
            found.setdefault(move.area, []).append(move)
    return [sorted(several, key=lambda move: move.daimyo) for several in found.values()]


def _piece_text(move: Deploy) -> str:
    """Return the pieces of a split, short where the daimyo is among them."""
    if move.daimyo and move.soldiers:
        return _("{n} + daimyo").format(n=move.soldiers)
    return pieces_text(move.soldiers, daimyo=move.daimyo)


def _below(upper: pygame.Rect, box: pygame.Rect) -> pygame.Rect:
    """Return what is left of a box below its upper part."""
    return pygame.Rect(box.left, upper.bottom, box.width, box.bottom - upper.bottom)
