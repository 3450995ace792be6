"""What a new game shall be: seats, side, line-up, tower and seed."""

from functools import partial

import pygame

from shogun.base.language import _, ngettext
from shogun.base.streams import LARGEST_SEED
from shogun.games.shogun.opponents import codes
from shogun.games.shogun.rules.board import SIDES
from shogun.games.shogun.rules.cards import COLOURS
from shogun.games.shogun.rules.state import LineUp
from shogun.games.shogun.words.wording import COLOUR_NAMES
from shogun.table.journal import PERSON
from shogun.tower.names import find_towers
from shogun.window.kit import icons
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.banner import Clan, banner
from shogun.window.kit.canvas import Canvas, Entry
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.settings import SeatChoice
from shogun.window.kit.theme import CUBES, INK
from shogun.window.kit.widgets.entry import entry
from shogun.window.kit.widgets.form import FIELD_EM, GAP_EM, Form
from shogun.window.kit.widgets.stepper import OneOf, chooser, options
from shogun.window.play.routes import ToBegunGame, ToMenu
from shogun.window.play.start import (
    ERRORS,
    Agreed,
    agreed_header,
    default_seats,
    drawn_seed,
    opponent_sentence,
    opponent_title,
)

SHEET_EM = (68, 40)
FEWEST, MOST = 3, 5
LONGEST_NAME = 16
LONGEST_SEED = len(str(LARGEST_SEED))
"""Digits."""
LINE_UPS: tuple[LineUp, ...] = ("printed", "draft")
SEATS_GAP_EM = 1.0
"""Below the seats."""


class NewGamePanel(Panel):
    """All choices on one sheet."""

    name = "new-game"

    def __init__(self, scene: "NewGameScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        form = Form(canvas, self.rect, SHEET_EM, _("New game"))
        self._seats(canvas, form)
        form.skip(SEATS_GAP_EM + (MOST - scene.count) * (FIELD_EM + GAP_EM))
        self._rules(canvas, form)
        self._things(canvas, form)
        problem = scene.problem()
        form.complaint(scene.message or problem)
        form.back("back", _("Back"), scene.escape)
        form.forth("begin", _("Begin"), None if problem else scene.begin, style="primary", tooltip=problem)

    def _seats(self, canvas: Canvas, form: Form) -> None:
        scene = self.scene
        labels = [ngettext("{n} player", "{n} players", n).format(n=n) for n in range(FEWEST, MOST + 1)]
        counts = OneOf(labels, scene.count - FEWEST, lambda n: scene.set_count(n + FEWEST))
        options(canvas, "count", form.row(_("Players")), counts)
        for seat in range(scene.count):
            self._seat(canvas, form.whole_row(), seat)

    def _seat(self, canvas: Canvas, row: pygame.Rect, number: int) -> None:
        scene, seat = self.scene, self.scene.seats[number]
        flag = banner(Clan(seat.colour, seat.mon), row.height)
        canvas.surface.blit(flag, row)
        left = row.left + canvas.px(2)

        def part(ems: float) -> pygame.Rect:
            nonlocal left
            rect = pygame.Rect(left, row.top, canvas.px(ems), row.height)
            left = rect.right + canvas.px(0.6)
            return rect

        entry(canvas, f"name-{number}", part(14), Entry(seat.name, partial(scene.rename, number), _("Name")))
        kinds = [PERSON, *codes()]
        titles = [opponent_title(kind) for kind in kinds]
        kind = OneOf(
            titles, kinds.index(seat.kind), lambda n: scene.set_kind(number, kinds[n]), (), opponent_sentence(seat.kind)
        )
        chooser(canvas, f"kind-{number}", part(15), kind)
        self._colour(canvas, part(14), number)
        self._mon(canvas, part(13), number)

    def _colour(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        scene, seat = self.scene, self.scene.seats[number]
        names = [_(COLOUR_NAMES[colour]) for colour in COLOURS]
        colour = OneOf(names, COLOURS.index(seat.colour), lambda n: scene.set_colour(number, COLOURS[n]))
        chooser(canvas, f"colour-{number}", rect, colour)
        swatch = pygame.Rect(0, 0, canvas.px(1.1), canvas.px(1.1))
        swatch.midleft = (rect.left + rect.height + canvas.px(0.5), rect.centery)
        canvas.plate(swatch, CUBES[seat.colour], INK, 0.15, 0.05)

    def _mon(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        scene, seat = self.scene, self.scene.seats[number]
        crests = scene.free_crests(number)
        labels = [_("Crest {n}").format(n=icons.crest_names().index(crest) + 1) for crest in crests]
        mon = OneOf(labels, crests.index(seat.mon), lambda n: scene.set_mon(number, crests[n]))
        chooser(canvas, f"mon-{number}", rect, mon)
        crest = icons.mon(seat.mon, canvas.px(1.5), INK)
        canvas.surface.blit(crest, crest.get_rect(midleft=(rect.left + rect.height + canvas.px(0.5), rect.centery)))

    def _rules(self, canvas: Canvas, form: Form) -> None:
        """Draw what decides how the game begins."""
        scene = self.scene
        sides = OneOf([_("Sun"), _("Moon")], SIDES.index(scene.side), lambda n: scene.set_side(SIDES[n]))
        note = _("Three players use 37 of the 45 provinces; the side says which.")
        options(canvas, "side", form.row(_("Side of the board"), note), sides)
        moon = _("There is no printed line-up for the moon side.") if scene.side == "moon" else ""
        chosen = LINE_UPS.index(scene.line_up)
        line_ups = OneOf([_("Printed"), _("Draft")], chosen, lambda n: scene.set_line_up(LINE_UPS[n]), (moon, ""))
        note = _("Printed: the rulebook's line-up for beginners. Draft: provinces are taken in turn.")
        options(canvas, "line-up", form.row(_("Line-up"), note), line_ups)

    def _things(self, canvas: Canvas, form: Form) -> None:
        """Draw tower, first player and seed."""
        scene = self.scene
        names = [tower.name if tower.shipped else _("{name} (own)").format(name=tower.name) for tower in scene.towers]
        towers = OneOf(names or [_("none found")], scene.tower, scene.set_tower)
        note = _("A tower of your own is a TOML file in the current folder or in the data folder.")
        chooser(canvas, "tower", form.row(_("Tower"), note), towers)
        names = [_("drawn by lot"), *(seat.name for seat in scene.seats[: scene.count])]
        first = OneOf(names, 0 if scene.first is None else scene.first + 1, scene.set_first)
        chooser(canvas, "first", form.row(_("First player"), _("Who takes the first province in the draft.")), first)
        note = _("The same seed gives the same cards, lots and throws for the same moves.")
        line = Entry(scene.seed, scene.set_seed, _("drawn by lot"))
        entry(canvas, "seed", form.row(_("Seed"), note), line)


class NewGameScene(Scene):
    """Remembers the last choices."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        settings = app.settings
        chosen = _usable(settings.seats)
        self.count = max(FEWEST, len(chosen) or 4)
        self.seats = [*chosen, *_others(chosen)]
        self.side = SIDES[1] if settings.side == SIDES[1] else SIDES[0]
        self.line_up: LineUp = "draft" if settings.line_up == "draft" or self.side == "moon" else "printed"
        self.towers = find_towers()
        names = [tower.name for tower in self.towers]
        self.tower = names.index(settings.tower) if settings.tower in names else 0
        self.first: int | None = None
        self.seed = "" if app.options.seed is None else str(app.options.seed)
        self.message = ""
        self.panels = [NewGamePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back to the menu."""
        self.app.go(ToMenu())

    def set_count(self, count: int) -> None:
        """Let so many play."""
        self.count = count
        if self.first is not None and self.first >= count:
            self.first = None
        self.changed()

    def rename(self, seat: int, name: str) -> None:
        """Give a seat's player a name."""
        self.seats[seat].name = name[:LONGEST_NAME]
        self.changed()

    def set_kind(self, seat: int, kind: str) -> None:
        """Seat a person or an opponent."""
        self.seats[seat].kind = kind
        self.changed()

    def set_colour(self, seat: int, colour: str) -> None:
        """Give a seat a colour; who had it takes this seat's."""
        other = next(choice for choice in self.seats if choice.colour == colour)
        other.colour, self.seats[seat].colour = self.seats[seat].colour, colour
        self.changed()

    def free_crests(self, seat: int) -> list[str]:
        """Return the crests from which a seat may choose: its own, and all that no other player bears."""
        taken = {other.mon for number, other in enumerate(self.seats[: self.count]) if number != seat}
        return [crest for crest in icons.crest_names() if crest not in taken]

    def set_mon(self, seat: int, mon: str) -> None:
        """Give a seat a crest; who had it takes this seat's."""
        for other in self.seats:
            if other.mon == mon:
                other.mon = self.seats[seat].mon
        self.seats[seat].mon = mon
        self.changed()

    def set_side(self, side: str) -> None:
        """Choose the board's side; the moon side knows only the draft."""
        self.side = SIDES[1] if side == SIDES[1] else SIDES[0]
        if self.side == "moon":
            self.line_up = "draft"
        self.changed()

    def set_line_up(self, line_up: LineUp) -> None:
        """Choose how the provinces are dealt."""
        self.line_up = line_up
        self.changed()

    def set_tower(self, number: int) -> None:
        """Choose a tower of the list."""
        self.tower = number
        self.changed()

    def set_first(self, number: int) -> None:
        """Let a seat be the first one: 0 is by lot, then the seats."""
        self.first = number - 1 if number else None
        self.changed()

    def set_seed(self, seed: str) -> None:
        """Take a typed seed: digits only."""
        digits = "".join(digit for digit in seed if digit in "0123456789")[:LONGEST_SEED]
        self.seed = digits if int(digits or "0") <= LARGEST_SEED else digits[:-1]
        self.changed()

    def problem(self) -> str:
        """Return why the game can't begin yet; empty if it can."""
        names = [seat.name.strip() for seat in self.seats[: self.count]]
        if not all(names):
            return _("Every player needs a name.")
        if len(set(names)) < len(names):
            return _("Two players have the same name.")
        if not self.towers:
            return _("There is no tower to play with.")
        return ""

    def begin(self) -> None:
        """Start the game; what goes wrong is said on the sheet."""
        seats = self.seats[: self.count]
        tower = self.towers[self.tower].name
        self._remember(seats, tower)
        seed = int(self.seed) if self.seed else drawn_seed()
        try:
            agreed = Agreed(seats, self.side, self.line_up, tower, seed, self.first)
            self.app.go(ToBegunGame(agreed_header(agreed)))
        except ERRORS as error:
            self.message = str(error)
            self.changed()

    def _remember(self, seats: list[SeatChoice], tower: str) -> None:
        settings = self.app.settings
        settings.seats, settings.side, settings.line_up, settings.tower = seats, self.side, self.line_up, tower


def _usable(seats: list[SeatChoice]) -> list[SeatChoice]:
    """Return the remembered seats if they still make sense, else none."""
    known = (PERSON, *codes())
    colours = {seat.colour for seat in seats}
    right = all(seat.kind in known and seat.colour in COLOURS and seat.mon in icons.crest_names() for seat in seats)
    return list(seats) if right and len(colours) == len(seats) and FEWEST <= len(seats) <= MOST else []


def _others(chosen: list[SeatChoice]) -> list[SeatChoice]:
    """Return default seats for the colours that are still free."""
    taken = {seat.colour for seat in chosen}
    return [seat for seat in default_seats() if seat.colour not in taken]
