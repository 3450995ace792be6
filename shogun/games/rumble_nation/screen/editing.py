"""Position editor for Rumble Nation on its map: castles, soldiers, cards, and the active player."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, DAIMYO, DICE, PIECES, TACTICS
from shogun.games.rumble_nation.rules.position import DIE_SIDES, MOST_ROUNDS, seats_of, soldiers_of
from shogun.games.rumble_nation.rules.position_file import StartArea, StartPosition
from shogun.games.rumble_nation.rules.state import Setup, State
from shogun.games.rumble_nation.screen.atlas import area_at, atlas, fitted
from shogun.games.rumble_nation.words import card_name, seat_names
from shogun.window.generic.editing import PictureBoard, draw_chips
from shogun.window.generic.listing import colour_of
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import CUBES, GOLD, INK, PAPER_BRIGHT
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.position_editing import Page, Row

CASTLE_EM, COUNT_EM = 1.7, 1.25
"""Size of castles, and of numbers of soldiers."""


class RumbleBoard(PictureBoard):
    """Map with its castles, and the numbers of each player's soldiers."""

    def draw(self, canvas: Canvas, rect: pygame.Rect, view: State, place: str) -> None:
        """Draw the position, and mark an area."""
        self.rect = rect
        canvas.paint(lambda surface: self.game.listing.draw_picture(surface, rect, None))
        lies = fitted(*rect.size).moved(*rect.topleft)
        for area in atlas().areas:
            x, y = lies.point(area.pieces)
            ground = GOLD if area.name == place else PAPER_BRIGHT
            draw_chips(canvas, rect, (x, y), [(str(view.castles.get(area.name, "?")), ground, INK)], CASTLE_EM)
            there = [(seat, count) for seat, count in enumerate(view.soldiers[area.name]) if count]
            chips = [(str(count), CUBES[colour_of(seat)], PAPER_BRIGHT) for seat, count in there]
            if chips:
                draw_chips(canvas, rect, (x, y + canvas.px(CASTLE_EM)), chips, COUNT_EM)

    def place_at(self, position: tuple[int, int]) -> str:
        """Return the area at a point of the window."""
        left, top = self.rect.topleft
        return area_at(fitted(*self.rect.size), (position[0] - left, position[1] - top)) or ""


class RumbleEditing:
    """Editor of one area, one seat, or the turn."""

    def __init__(self, game: GamePlugin) -> None:
        self.game = game

    def board(self, _setup: Setup) -> RumbleBoard:
        """Return the map."""
        return RumbleBoard(self.game)

    def places(self, _setup: Setup) -> Sequence[str]:
        """Return the areas."""
        return AREAS

    def seats(self, setup: Setup) -> Sequence[str]:
        """Return the names of the seats."""
        return tuple(seat_names(setup))

    def hint(self) -> str:
        """Return a hint on the click on the chosen area."""
        return _("Click an area to select it; click again to change its owner.")

    def click(self, setup: Setup, place: str, _seat: int) -> Setup:
        """Hand an area's soldiers to the next player (one if there are none); after the last player remove them."""
        there = _soldiers(setup, place)
        owner = there.index(max(there)) if any(there) else -1
        count = max(1, sum(there))
        after = [count * (seat == owner + 1) for seat in range(setup.seats)]
        return _grounded(setup, place, soldiers=tuple(after) if any(after) else ())

    def pages(self, setup: Setup, place: str, seat: int) -> Sequence[Page]:
        """Return the pages for everything that can be changed, for one area and one seat."""
        return (
            Page("area", _("Area"), _of_area(setup, place), of_place=True),
            Page("players", _("Players"), _of_seat(setup, seat), of_seat=True),
            Page("turn", _("Turn"), _of_turn(setup)),
        )


def _position(setup: Setup) -> StartPosition:
    return setup.position or StartPosition()


def _with(setup: Setup, **fields: Any) -> Setup:
    return replace(setup, position=replace(_position(setup), **fields))


def _soldiers(setup: Setup, place: str) -> tuple[int, ...]:
    return _position(setup).area.get(place, StartArea()).soldiers or (0,) * setup.seats


def _grounded(setup: Setup, place: str, **fields: Any) -> Setup:
    areas = dict(_position(setup).area)
    return _with(setup, area={**areas, place: replace(areas.get(place, StartArea()), **fields)})


def _of_area(setup: Setup, place: str) -> tuple[Row, ...]:
    there = _soldiers(setup, place)

    def sent(seat: int) -> Callable[[Any], Setup]:
        return lambda count: _grounded(setup, place, soldiers=(*there[:seat], count, *there[seat + 1 :]))

    castles = PIECES.large_castles
    castle = _position(setup).area.get(place, StartArea()).castle
    names = seat_names(setup)
    laid = Row(
        "castle", _("Castle"), castle or castles[0], lambda number: _with_castle(setup, place, number), choices=castles,
        labels=tuple(map(str, castles)),
    )  # fmt: skip
    soldiers = (
        Row(f"soldiers-{seat}", _("Soldiers: {name}").format(name=name), there[seat], sent(seat), 0, soldiers_of(setup))
        for seat, name in enumerate(names)
    )
    return (*([] if castle is None else [laid]), *soldiers)


def _with_castle(setup: Setup, place: str, castle: int) -> Setup:
    """Return the setup with this castle in an area, swapped with the one there."""
    areas = _position(setup).area
    before = areas[place].castle
    other = next(name for name, ground in areas.items() if ground.castle == castle)
    return _grounded(_grounded(setup, other, castle=before), place, castle=castle)


def _of_seat(setup: Setup, seat: int) -> tuple[Row, ...]:
    seats = seats_of(setup, _position(setup))
    mine = seats[seat]

    def given(key: str) -> Callable[[Any], Setup]:
        return lambda value: _with(setup, seat=(*seats[:seat], replace(mine, **{key: value}), *seats[seat + 1 :]))

    def one_of(key: str, label: str, names: dict[Any, str]) -> Row:
        none = {None: _("none")}
        choices = {**none, **names}
        return Row(key, label, getattr(mine, key), given(key), choices=tuple(choices), labels=tuple(choices.values()))

    rows = [
        one_of("katana", _("Katana"), {number: str(number) for number in COUNTS[setup.seats].katana}),
        one_of("tactic", _("Played card"), {card: card_name(card) for card in TACTICS}),
    ]
    if setup.advanced:
        rows.append(one_of("daimyo", _("Daimyo in"), {area: area for area in AREAS}))
        rows.append(one_of("daimyo_card", _("Daimyo card"), {card: card_name(card) for card in DAIMYO}))
        rows.append(
            Row("daimyo_played", _("Daimyo card played"), mine.daimyo_played, given("daimyo_played"),
                choices=(False, True), labels=(_("no"), _("yes")))
        )  # fmt: skip
    return tuple(rows)


def _of_turn(setup: Setup) -> tuple[Row, ...]:
    position, names = _position(setup), tuple(seat_names(setup))
    seats = tuple(range(setup.seats))
    played = sum(pieces.tactic is not None for pieces in seats_of(setup, position))
    return (
        Row("turn", _("On turn"), position.turn, lambda seat: _with(setup, turn=seat), choices=seats, labels=names),
        Row("first", _("First player"), position.first, lambda seat: _with(setup, first=seat), choices=seats,
            labels=names),
        Row("round", _("Round"), position.round, lambda number: _with(setup, round=number), 1, MOST_ROUNDS),
        Row("rolled", _("Dice"), bool(position.dice), lambda has: _rolled(setup, (1,) * DICE if has else ()),
            choices=(False, True), labels=(_("not rolled"), _("rolled"))),
        *(
            Row(f"die-{n}", _("Die {n}").format(n=n + 1), die, _die(setup, n), 1, DIE_SIDES)
            for n, die in enumerate(position.dice)
        ),
        *(
            [Row("rolled-again", _("Rolled again"), position.rolled_again, lambda was: _with(setup, rolled_again=was),
                 choices=(False, True), labels=(_("no"), _("yes")))]
            if position.dice else []
        ),
        *_pool(setup, COUNTS[setup.seats].tactics - played),
    )  # fmt: skip


def _rolled(setup: Setup, dice: tuple[int, ...]) -> Setup:
    return _with(setup, dice=dice, rolled_again=bool(dice) and _position(setup).rolled_again)


def _die(setup: Setup, place: int) -> Callable[[Any], Setup]:
    dice = _position(setup).dice
    return lambda number: _with(setup, dice=(*dice[:place], number, *dice[place + 1 :]))


def _pool(setup: Setup, count: int) -> tuple[Row, ...]:
    pool = _position(setup).tactics

    def put(place: int) -> Callable[[Any], Setup]:
        def changed(card: str) -> Setup:
            cards = [*pool, *[""] * max(0, count - len(pool))]
            if card and card in cards:
                cards[cards.index(card)] = cards[place]
            cards[place] = card
            return _with(setup, tactics=tuple(filter(None, cards)))

        return changed

    return tuple(
        Row(f"pool-{place}", _("Pool {n}").format(n=place + 1), pool[place] if place < len(pool) else "", put(place),
            choices=("", *TACTICS), labels=(_("at random"), *map(card_name, TACTICS)))
        for place in range(max(count, len(pool)))
    )  # fmt: skip
