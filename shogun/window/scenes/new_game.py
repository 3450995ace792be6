"""The sheet of a new game, with its seats, form, tower and seed; and the choices of a tower and among the games."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pygame
from msgspec.structs import replace

from shogun.base.confidence_intervals import percent, whole_percents
from shogun.base.language import _, ngettext, of_data, shown
from shogun.base.random_streams import LARGEST_SEED, drawn_seed
from shogun.game.options import Option, allowed_choices, refusals
from shogun.players.custom_opponents import opponents_folder, own_opponents
from shogun.players.place_auction import Auction
from shogun.players.place_chances import PlaceChances, place_names
from shogun.players.seating import LONGEST_NAME, is_name
from shogun.table.journal import PERSON
from shogun.table.position_draft import placed
from shogun.table.positions import PositionFile
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.tower_lookup import FoundTower, find_towers, load_tower
from shogun.window.kit.drawing import icons
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Align, Canvas, TextEntry
from shogun.window.kit.drawing.icons import Clan, SeatLook
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import (
    CUBES,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    edge_of,
    paper_of,
)
from shogun.window.kit.layout import column, first_that_fits, part, row, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.routes import Route
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.settings import NewGame, SeatChoice
from shogun.window.kit.widgets.button import draw_ladder, ladder_em, put_icon
from shogun.window.kit.widgets.entry import FIELD_EM, FOOT_EM, GAP_EM, Form, entry
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.kit.widgets.stepper import Options, chooser, options
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.position_form import PositionPlugin
from shogun.window.play.routes import ToBegunGame, ToNewGame
from shogun.window.play.start import (
    ERRORS,
    TOWER,
    NewGameSettings,
    agreed_header,
    chances_in_form,
    default_choices,
    middling_first_seat,
    named_people,
)
from shogun.window.scenes.bidding import BiddingScene, draw_chance
from shogun.window.scenes.pause import FirstSeatScene, PlayerChoices
from shogun.window.tower.menu_picture import draw_backdrop
from shogun.window.tower.tower_pictures import TowerPictures

# Choosing a tower: a sheet with a picture of each, and the details of one

TOWERS_SHEET_EM = (68, 40)
COLUMNS, LINES = 6, 2
TOWERS_GAP_EM = 0.6
DESCRIPTION_EM = 3.4
"""Height of a tower's description: three lines."""
LONGEST_DESCRIPTION = 330
"""Characters of what a tower's file says that are shown: as many as three lines hold."""
CARD = column(part("picture"), part("name", high=1.7), padding=0.3)
TOWER_TARGETS = "tower-"


def tower_title(tower: FoundTower) -> str:
    """Return what a tower is called in a list."""
    return tower.name if tower.shipped else _("{name} (own)").format(name=tower.name)


class TowerChoicePanel(ScenePanel["TowerChoiceScene"]):
    """A card for each tower; below them the details of the one under the pointer."""

    name = "tower-choice"
    is_sheet = True

    def __init__(self, scene: "TowerChoiceScene") -> None:
        super().__init__(scene)
        self.scrolling: Scrolling = Scrolling(TOWER_TARGETS)
        self.pictures = TowerPictures()

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        form = Form(canvas, self.rect, TOWERS_SHEET_EM, _("Which tower?"))
        room = form.room(FOOT_EM + DESCRIPTION_EM + TOWERS_GAP_EM)
        self.pictures.begin()
        self.scrolling.columns = COLUMNS
        high = min(line.height for line in canvas.rows(room, LINES, TOWERS_GAP_EM)) / canvas.em
        described = scene.chosen
        for number, box in self.scrolling.lay(canvas, room, len(scene.towers), high, TOWERS_GAP_EM):
            self._card(canvas, box, number)
            if canvas.hovers(box) or canvas.focus == f"{TOWER_TARGETS}{number}":
                described = number
        note = canvas.spot(form.room(FOOT_EM + 0.4), high=DESCRIPTION_EM, at=("start", "end"))
        canvas.paragraph(scene.description(described), note, colour=INK_SOFT)
        form.back("back", _("Back"), scene.escape)

    def _card(self, canvas: Canvas, box: pygame.Rect, number: int) -> None:
        """Draw a tower's picture and name; the chosen one is marked."""
        tower, is_chosen = self.scene.towers[number], number == self.scene.chosen
        lit = canvas.hovers(box) or canvas.focus == f"{TOWER_TARGETS}{number}"
        edge = edge_of(lit=lit or is_chosen)
        canvas.plate(box, paper_of(lit=is_chosen), edge, 0.3, 0.14 if is_chosen else 0.08)
        places = canvas.places(CARD, box)
        geometry = self.scene.geometry(number)
        if geometry is not None:
            self.pictures.put(canvas, places["picture"], geometry)
        canvas.line(shown(tower_title(tower)), places["name"], weight="Bold", align="centre")
        canvas.target(
            f"{TOWER_TARGETS}{number}",
            box,
            partial(self.scene.choose, number),
            group=TOWER_TARGETS,
            lead=is_chosen,
            begins=is_chosen,
        )


class TowerChoiceScene(Scene):
    """Shown over the sheet of a new game; `change` is called with the number of the chosen tower."""

    def __init__(
        self, app: Application, towers: Sequence[FoundTower], chosen: int, change: Callable[[int], None]
    ) -> None:
        super().__init__(app)
        self.towers = towers
        self.chosen = chosen
        self._change = change
        self._read: dict[int, Geometry | str] = {}
        """The visible towers by number, or why one can't be read."""
        self._panel = TowerChoicePanel(self)
        self.panels = [self._panel]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self._panel.place(area)
        self._panel.scrolling.show(self.chosen)

    def main_list(self) -> TowerChoicePanel:
        """Let keys that scroll go through the towers."""
        return self._panel

    def geometry(self, number: int) -> Geometry | None:
        """Return a tower of the list, None if its file can't be read."""
        read = self._tower_or_error(number)
        return None if isinstance(read, str) else read

    def description(self, number: int) -> str:
        """Return the description in a tower's file, or why it can't be read."""
        read = self._tower_or_error(number)
        return read if isinstance(read, str) else shown(of_data(read.description), LONGEST_DESCRIPTION)

    def _tower_or_error(self, number: int) -> Geometry | str:
        if number not in self._read:
            try:
                self._read[number] = load_tower(self.towers[number].path)
            except GeometryError as error:
                self._read[number] = error_text(error)
        return self._read[number]

    def choose(self, number: int) -> None:
        """Play with this tower, and go back to the sheet."""
        self.app.pop()
        if number != self.chosen:
            self._change(number)

    def update(self, _seconds: float) -> None:
        """Continue painting visible pictures."""
        if self._panel.pictures.is_waiting:
            self._panel.pictures.go_on()
            self._panel.dirty = True

    def is_moving(self) -> bool:
        """Return whether a picture is still to be painted."""
        return self._panel.pictures.is_waiting

    def escape(self) -> None:
        """Leave everything as it is."""
        self.app.pop()


# The sheet for a new game

SHEET_EM = (68, 40)
"""Width and height of the sheet, with room for `USUAL_LINES` below the seats; with more it is higher."""
USUAL_LINES = 5
LONGEST_SEED = len(str(LARGEST_SEED))
"""Digits."""
LONGEST_NOTE = 130
"""Characters of a tower's note that are shown beside its name: two lines."""
SEATS_GAP_EM, COMPLAINT_EM = 1.0, 1.6
"""Gap below the seats, and room for an error below all lines."""
PORTRAIT_EM = 4.0
"""Height of a portrait at most: of fewer players all are larger."""
FACE_GAP_EM = 0.8
NAME, KIND = part("name"), part("kind", wide=17.0)
COLOUR, CREST = part("colour", wide=12.5), part("crest", wide=13.0)
SEAT = row(NAME, KIND, COLOUR, CREST, gap=0.6)
SEAT_WITHOUT_COLOUR = row(NAME, KIND, CREST, gap=0.6)
SIGN_EM, CREST_EM = 1.5, 1.9
"""Room in a chooser for a sign and for a crest."""
CHANCE = column(row(part("place"), part("share", wide=2.0)), part("bar", high=0.5), gap=0.15)
CHANCE_GAP_EM, CHANCE_SIZE = 0.6, 0.9
LADDER_EM = 1.1
"""Height of the bars that show a strength."""


class NewGamePanel(ScenePanel["NewGameScene"]):
    """All choices on one sheet."""

    name = "new-game"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        wide, high = SHEET_EM
        more = max(0, scene.lines() - USUAL_LINES) * (FIELD_EM + GAP_EM)
        form = Form(canvas, self.rect, (wide, high + more), scene.title())
        self._seats(canvas, form)
        form.skip(SEATS_GAP_EM)
        for choice in scene.game.form.choices():
            self._choice(canvas, form, choice)
        self._table_rows(canvas, form)
        problem = scene.problem()
        if wrong := scene.message or problem or scene.note():
            form.complaint(wrong)
        else:
            form.remark(scene.remark())
        form.back("back", _("Back"), scene.escape)
        form.forth("begin", _("Start game"), None if problem else scene.begin, style="primary", tooltip=problem)

    def _seats(self, canvas: Canvas, form: Form) -> None:
        scene = self.scene
        labels = [ngettext("{n} player", "{n} players", n).format(n=n) for n in scene.counts]
        counts = Options(labels, scene.counts.index(scene.count), lambda n: scene.set_count(scene.counts[n]))
        options(canvas, "count", form.row(_("Players"), scene.length()), counts)
        most = scene.count * (PORTRAIT_EM + GAP_EM)
        below = SEATS_GAP_EM + COMPLAINT_EM + scene.lines() * (FIELD_EM + GAP_EM)
        room, _below = canvas.down(form.room(), share(most=most), below)
        for seat, place in enumerate(canvas.rows(room, scene.count, GAP_EM)):
            self._seat(canvas, place, seat)
        form.go_below(room)

    def _seat(self, canvas: Canvas, room: pygame.Rect, number: int) -> None:
        scene, seat = self.scene, self.scene.seats[number]
        high = min(room.height, canvas.px(PORTRAIT_EM))
        face, fields = canvas.across(room, high / canvas.em, share(), gap=FACE_GAP_EM)
        clan = Clan(seat.colour, seat.crest)
        canvas.image(portrait(clan, high), face)
        line = canvas.spot(fields, high=FIELD_EM)
        places = canvas.places(SEAT if scene.colours else SEAT_WITHOUT_COLOUR, line)
        name = TextEntry(seat.name, partial(scene.rename, number), _("Name"), longest=LONGEST_NAME)
        entry(canvas, f"name-{number}", places["name"], name)
        self._kind(canvas, places["kind"], number)
        if scene.colours:
            self._colour(canvas, places["colour"], number)
        self._crest(canvas, places["crest"], number)

    def _kind(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        """Draw who plays a seat; the sign says that 'Samurai' is the computer, and the steps how strong it is."""
        scene, seat, known = self.scene, self.scene.seats[number], self.scene.known
        kinds, rank = [PERSON, *known.codes()], known.rank(seat.kind)
        note = " ".join(filter(None, (known.ranked_title(seat.kind) + ".", known.sentence(seat.kind))))
        titles = [known.title(kind) for kind in kinds]
        kind = Options(titles, kinds.index(seat.kind), lambda n: scene.set_kind(number, kinds[n]), (), note)
        kind.before, kind.after = SIGN_EM, ladder_em(rank[1]) if rank else 0.0
        kind.ask = partial(scene.ask_kind, number)
        inside = chooser(canvas, f"kind-{number}", rect, kind)
        sign = canvas.spot(inside, 1.2, 1.2, ("start", "middle"))
        put_icon(canvas, "person" if seat.kind == PERSON else "computer", sign)
        if rank:
            draw_ladder(canvas, canvas.spot(inside, kind.after, LADDER_EM, ("end", "middle")), *rank)

    def _colour(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        scene, seat = self.scene, self.scene.seats[number]
        colours, names = list(scene.colours), list(scene.colours.values())
        colour = Options(names, colours.index(seat.colour), lambda n: scene.set_colour(number, colours[n]))
        colour.before = SIGN_EM
        inside = chooser(canvas, f"colour-{number}", rect, colour)
        swatch = canvas.spot(inside, 1.1, 1.1, ("start", "middle"))
        canvas.plate(swatch, CUBES[seat.colour], INK, 0.15, 0.05)

    def _crest(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        scene, seat = self.scene, self.scene.seats[number]
        crests = scene.free_crests(number)
        labels = [_(icons.CREST_TITLES[crest]) for crest in crests]
        crest = Options(labels, crests.index(seat.crest), lambda n: scene.set_crest(number, crests[n]))
        crest.before = CREST_EM
        inside = chooser(canvas, f"crest-{number}", rect, crest)
        canvas.image(icons.crest_figure(seat.crest, canvas.px(1.5), INK), inside, "left")

    def _choice(self, canvas: Canvas, form: Form, option: Option) -> None:
        """Draw something that decides how the game begins."""
        scene, names = self.scene, option.names
        refused = refusals(scene.game.form.choices(), scene.chosen)
        why = [refused.get((option.name, name), "") for name in names]
        chosen = names.index(scene.chosen[option.name])
        labels = [of_data(value.label) for value in option.values]
        values = Options(labels, chosen, lambda n: scene.choose(option.name, names[n]), why)
        note = of_data(option.notes.get(scene.count, option.note))
        options(canvas, option.name.replace("_", "-"), form.row(of_data(option.label), note), values)

    def _table_rows(self, canvas: Canvas, form: Form) -> None:
        """Draw tower, first player and seed."""
        if self.scene.game.rules.has_tower:
            self._tower(canvas, form)
        if note := self.scene.game.form.first_seat_note(self.scene.chosen):
            self._first_seat(canvas, form, note)
        note = _("The same seed and the same moves give the same cards, draws and throws.")
        line = TextEntry(self.scene.seed, self.scene.set_seed, _("random"), longest=LONGEST_SEED)
        entry(canvas, "seed", form.row(_("Seed"), note), line)

    def _tower(self, canvas: Canvas, form: Form) -> None:
        scene = self.scene
        names = list(map(tower_title, scene.towers))
        own = _("Click for pictures of all towers. Design your own under Towers in the menu.")
        towers = Options(names or [_("none found")], scene.tower, scene.set_tower, tooltip=own)
        towers.ask = scene.ask_tower if names else None
        chooser(canvas, "tower", form.row(_("Tower"), scene.tower_note() or own), towers)

    def _first_seat(self, canvas: Canvas, form: Form, note: str) -> None:
        scene = self.scene
        names = [_("random"), *(seat.name for seat in scene.seats[: scene.count])]
        if scene.may_bid():
            names.append(_("by bidding"))
        chosen = len(names) - 1 if scene.bids else 0 if scene.first is None else scene.first + 1
        chances = scene.chances()
        first = Options(names, chosen, scene.set_first)
        if chances is None:
            field = form.row(_("First player"), note)
        else:
            field, beside = form.field_and_note(form.whole_row(), _("First player"))
            self._chances(canvas, beside, chances)
        chooser(canvas, "first", field, first)

    def _chances(self, canvas: Canvas, room: pygame.Rect, chances: PlaceChances) -> None:
        """Draw a bar for the chance of each place, with a mark where an even chance would end."""
        scene, seats, first = self.scene, len(chances.won), self.scene.first
        names = place_names(seats)
        if first is not None:
            names = [scene.seats[(first + place) % seats].name for place in range(seats)]
        cells = zip(canvas.columns(room, seats, CHANCE_GAP_EM), names, whole_percents(chances.won), strict=True)
        for place, (cell, name, rounded) in enumerate(cells):
            places = canvas.places(CHANCE, cell)
            canvas.line(shown(name), places["place"], size=CHANCE_SIZE)
            canvas.line(percent(rounded / 100), places["share"], size=CHANCE_SIZE, align="right", weight="Bold")
            draw_chance(canvas, places["bar"], chances.won[place], max(chances.won), 1 / seats)


class NewGameScene(Scene):
    """The sheet on which a new game is agreed on; it begins with the last choices."""

    def __init__(self, app: Application, game: GamePlugin, tower: str = "") -> None:
        super().__init__(app)
        self.game = game
        self.game_code = game.code
        self.counts = list(game.form.counts())
        self.colours = game.form.colours()
        own = own_opponents(game.opponents, opponents_folder(game.code))
        self.known = PlayerChoices(game.opponents, own.described)
        before = app.settings.new_games.get(game.code, NewGame())
        seats = self._usable(before.seats)
        self.count = len(seats) or game.form.usual_count()
        self.seats = [*seats, *self._default_seats(seats)] if seats else self._with_names(self._default_seats(()))
        has_finished = game.code in app.settings.finished
        self.chosen = default_choices(game, has_finished=has_finished)
        self._seats_first = not has_finished
        """Whether the sheet chooses who is first, until somebody does: in first games."""
        self.first: int | None = None
        self.bids = False
        """Whether players bid for their places when the game begins."""
        for choice in game.form.choices():
            if before.chosen.get(choice.name) in choice.names:
                self.choose(choice.name, before.chosen[choice.name])
        for name, value in app.options.chosen.items() if app.options.game == game.code else ():
            self.choose(name, value)
        self.towers = find_towers()
        names = [tower.name for tower in self.towers]
        wanted = next((name for name in (tower, before.tower, TOWER) if name in names), "")
        self.tower = names.index(wanted) if wanted else 0
        self._descriptions: dict[Path, str] = {}
        self.seed = "" if app.options.seed is None else str(app.options.seed)
        self.message = next(iter(own.problems), "")
        self._seat_first()
        self.panels = [NewGamePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back to the choice of the game or the tower; the settings so far are kept for the next time."""
        self.remember()
        self.app.pop()

    def closing(self) -> None:
        """Remember the settings so far: the window closes."""
        self.remember()

    def remember(self) -> None:
        """Save the choices, for the next form of this game."""
        seats = self.seats[: self.count]
        self.app.settings.new_games[self.game.code] = NewGame(seats, dict(self.chosen), self._tower_name())
        self.app.remember()

    def _tower_name(self) -> str:
        return self.towers[self.tower].name if self.towers else ""

    def title(self) -> str:
        """Return the settings chosen here; which game it is, only if there are several."""
        if len(self.app.options.entries) == 1:
            return _("New game")
        return _("New game of {game}").format(game=self.game.title)

    def tower_note(self) -> str:
        """Return the chosen tower's note, shortened to fit beside it; empty if it can't be read."""
        if not self.towers:
            return ""
        path = self.towers[self.tower].path
        if path not in self._descriptions:
            try:
                self._descriptions[path] = load_tower(path).description
            except GeometryError:  # reported when the game begins
                self._descriptions[path] = ""
        return shown(of_data(self._descriptions[path]), LONGEST_NOTE)

    def lines(self) -> int:
        """Return how many lines of the sheet are below the seats."""
        asks_first = bool(self.game.form.first_seat_note(self.chosen))
        return len(self.game.form.choices()) + self.game.rules.has_tower + asks_first + 1

    def remark(self) -> str:
        """Return what being first means and whose chances the sheet shows; empty if it shows none."""
        chances, note = self.chances(), self.game.form.first_seat_note(self.chosen)
        if chances is None or not note:
            return ""
        sentence = ngettext(
            "Chance to win from each place: {n} game with the computer ({opponent}) in every seat; marked: an even "
            "share.",
            "Chance to win from each place: {n} games with the computer ({opponent}) in every seat; marked: an even "
            "share.",
            chances.games,
        ).format(n=chances.games, opponent=self.known.title(chances.opponent))
        return " ".join((_("Players bid victory points for starting places.") if self.bids else note, sentence))

    def length(self) -> str:
        """Return how long humans think in such a game; empty if that isn't known, or if none plays."""
        humans = sum(seat.kind == PERSON for seat in self.seats[: self.count])
        if not self.game.minutes or not humans:
            return ""
        return ngettext(
            "About {n} minute of thinking for each human.",
            "About {n} minutes of thinking for each human.",
            self.game.minutes,
        ).format(n=self.game.minutes)

    def set_count(self, count: int) -> None:
        """Set the number of players."""
        self.count = count
        if self.first is not None and self.first >= count:
            self.first = None
        self.bids = self.bids and self.may_bid()
        self._seat_first()
        self.changed()

    def _seat_first(self) -> None:
        """Choose who is first in a first game, so that its human gets a middling place."""
        if self._seats_first:
            self.first = middling_first_seat(self.game, self.seats[: self.count], self.chosen)

    def chances(self) -> PlaceChances | None:
        """Return the chances of the places; None if they weren't measured, or if they are even."""
        return chances_in_form(self.game, self.seats[: self.count], self.chosen)

    def may_bid(self) -> bool:
        """Return whether players can bid for their places: it is known what these are worth."""
        chances = self.chances()
        return chances is not None and bool(chances.worth)

    def rename(self, seat: int, name: str) -> None:
        """Give a seat's player a name."""
        self.seats[seat].name = name[:LONGEST_NAME]
        self.changed()

    def set_kind(self, seat: int, kind: str) -> None:
        """Seat a person or an opponent."""
        self.seats[seat].kind = kind
        self._seat_first()
        self.changed()

    def ask_kind(self, seat: int) -> None:
        """Show all who can play a seat, with what each does."""
        choice = self.seats[seat]
        look = SeatLook(choice.name, choice.colour, choice.crest, choice.kind == PERSON)
        self.app.push(FirstSeatScene(self.app, self.known, look, choice.kind, partial(self.set_kind, seat)))

    def set_colour(self, seat: int, colour: str) -> None:
        """Give a seat a color; its former owner gets this seat's."""
        other = next(choice for choice in self.seats if choice.colour == colour)
        other.colour, self.seats[seat].colour = self.seats[seat].colour, colour
        self.changed()

    def free_crests(self, seat: int) -> list[str]:
        """Return the crests available to a seat: its own, and all that no other player has."""
        taken = {other.crest for number, other in enumerate(self.seats[: self.count]) if number != seat}
        return [crest for crest in icons.crest_names() if crest not in taken]

    def set_crest(self, seat: int, crest: str) -> None:
        """Give a seat a crest; who had it takes this seat's."""
        for other in self.seats:
            if other.crest == crest:
                other.crest = self.seats[seat].crest
        self.seats[seat].crest = crest
        self.changed()

    def choose(self, name: str, value: str) -> None:
        """Choose a setting; others that don't go with it change."""
        self.chosen[name] = value
        self.chosen = allowed_choices(self.game.form.choices(), self.chosen)
        self.bids = self.bids and self.may_bid()
        self._seat_first()
        self.changed()

    def set_tower(self, number: int) -> None:
        """Choose a tower of the list."""
        self.tower = number
        self.changed()

    def ask_tower(self) -> None:
        """Show pictures of all towers, with what each does."""
        self.app.push(TowerChoiceScene(self.app, self.towers, self.tower, self.set_tower))

    def set_first(self, number: int) -> None:
        """Choose the first seat: 0 is by lot, then the seats, then bidding."""
        self._seats_first = False
        self.bids = number > self.count
        self.first = number - 1 if 0 < number <= self.count else None
        self.changed()

    def set_seed(self, seed: str) -> None:
        """Take a typed seed: digits only."""
        digits = "".join(digit for digit in seed if digit in "0123456789")[:LONGEST_SEED]
        self.seed = digits if int(digits or "0") <= LARGEST_SEED else digits[:-1]
        self.changed()

    def note(self) -> str:
        """Return that a name can't be longer, or that letters of it can't be drawn; empty: no note."""
        typed = next((seat.name for n, seat in enumerate(self.seats[: self.count]) if self.focus == f"name-{n}"), "")
        if len(typed) >= LONGEST_NAME:
            return _("A name can't be longer than {n} characters.").format(n=LONGEST_NAME)
        count = sum(len(texts.lacking(seat.name)) for seat in self.seats[: self.count])
        sentence = ngettext(
            "{n} letter of the names can't be shown here and appears as ?.",
            "{n} letters of the names can't be shown here and appear as ?.",
            count,
        )
        return sentence.format(n=count) if count else ""

    def problem(self) -> str:
        """Return why the game can't begin yet; empty if it can."""
        names = [seat.name.strip() for seat in self.seats[: self.count]]
        if not all(names):
            return _("Every player needs a name.")
        if len(set(names)) < len(names):
            return _("Two players have the same name.")
        if len({texts.appearance(name) for name in names}) < len(names):
            return _("Two names look the same here: some of their letters can't be shown.")
        if self.game.rules.has_tower and not self.towers:
            return _("There is no tower to play with.")
        return ""

    def begin(self) -> None:
        """Start the game; what goes wrong is said on the sheet."""
        self.remember()
        seats, chances = self.seats[: self.count], self.chances()
        if self.bids and chances is not None:
            self.app.push(BiddingScene(self.app, seats, chances, self._begin_after_bids))
        else:
            self._begin(seats, self.first)

    def _begin_after_bids(self, held: Auction) -> None:
        """Start the game with its seats in the order of the places that they have got."""
        self.app.pop()
        self._begin([self.seats[holder] for holder in held.holders if holder is not None], 0, held.points)

    def _begin(self, seats: Sequence[SeatChoice], first: int | None, handicap: tuple[int, ...] = ()) -> None:
        seed, tower = int(self.seed) if self.seed else drawn_seed(), self._tower_name()
        try:
            agreed = NewGameSettings(seats, self.chosen, tower, seed, first, handicap, self.known.described)
            self.app.go(ToBegunGame(agreed_header(self.game, agreed)))
        except ERRORS as error:
            self.message = error_text(error)
            self.changed()

    def _with_names(self, seats: Sequence[SeatChoice]) -> list[SeatChoice]:
        """Return seats with the names of people, as far as they are known."""
        person = self.app.options.person
        known = "" if texts.lacking(person) else person
        return named_people(seats, self.app.settings.new_games, known, but=self.game.code)

    def _usable(self, seats: list[SeatChoice]) -> list[SeatChoice]:
        """Return the remembered seats if they still make sense, else none."""
        are_unique = len({seat.colour for seat in seats}) == len({seat.crest for seat in seats}) == len(seats)
        are_right = are_unique and len(seats) in self.counts and all(map(self._is_usable, seats))
        return list(seats) if are_right else []

    def _is_usable(self, seat: SeatChoice) -> bool:
        """Return whether a seat could have been chosen so."""
        is_known = seat.kind in (PERSON, *self.known.codes()) and seat.crest in icons.crest_names()
        return is_known and is_name(seat.name) and seat.colour in (self.colours or (seat.colour,))

    def _default_seats(self, chosen: Sequence[SeatChoice]) -> list[SeatChoice]:
        """Return default seats for the free colors, each with a crest that nobody has."""
        taken, crests = {seat.colour for seat in chosen}, {seat.crest for seat in chosen}
        others = [seat for seat in self.game.form.default_seats() if seat.colour not in taken]
        free = [crest for crest in icons.crest_names() if crest not in crests | {seat.crest for seat in others}]
        return [replace(seat, crest=free.pop(0)) if seat.crest in crests else seat for seat in others]


class PlayPositionScene(NewGameScene):
    """The sheet on which a game from a position is agreed on; it keeps no choices for the next time."""

    def __init__(self, app: Application, position: PositionFile) -> None:
        game: Any = PositionPlugin(brought(app.options, position.game.code), position.setup)
        super().__init__(app, game, position.resting.tower if position.resting is not None else "")
        self.found = position

    def title(self) -> str:
        """Return the settings chosen here."""
        return _("Play from here")

    def _usable(self, _seats: list[SeatChoice]) -> list[SeatChoice]:
        return []

    def remember(self) -> None:
        """Remember nothing: a new game of the usual kind begins as before."""

    def begin(self) -> None:
        """Start the game; what goes wrong is said on the sheet."""
        seats = self.seats[: self.count]
        tower = self._tower_name()
        agreed = NewGameSettings(
            seats, {}, tower, int(self.seed) if self.seed else drawn_seed(), described=self.known.described
        )
        try:
            self.app.go(ToBegunGame(placed(agreed_header(self.game, agreed), self.found)))
        except ERRORS as error:
            self.message = error_text(error)
            self.changed()


# Choosing among the games, to play or for their rules: a box for each, with its picture and a description

BOXES_IN_ROW = 3
"""Boxes in a row."""
BOX_EM = (21.0, 27.0)
"""Width and height of a game's box: several rows of them are lower."""
ROWS_EM = 30.0
"""Most height of all rows together."""
GAMES_GAP_EM = 1.2
LEAST_COVER_EM = 6.0
"""Height, or width, of a cover at least."""
MARGINS_EM = (3.2, 9.4)
"""Room of the sheet beside, and above and below, all boxes."""
NAMES = row(part("title"), part("players", wide=8.5), high=2.6)
BOXES = (
    column(part("cover", high=share(least=LEAST_COVER_EM)), NAMES, part("about", high=4.4), gap=0.2),
    row(
        part("cover", wide=LEAST_COVER_EM),
        column(part("title", high=share(most=2.6)), part("players", high=1.3), part("about"), gap=0.2),
        gap=0.6,
    ),
)
"""A game's box: its picture, and its description below; beside it where boxes are low."""
LIFT_EM = 0.35
"""Rise of the box under the pointer."""


class WhichGamePanel(ScenePanel["WhichGameScene"]):
    """A sheet with a box for each game."""

    name = "which-game"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        codes = self.scene.codes
        across, down = min(BOXES_IN_ROW, len(codes)), math.ceil(len(codes) / BOXES_IN_ROW)
        high = min(BOX_EM[1], (ROWS_EM - (down - 1) * GAMES_GAP_EM) / down)
        inner = across * (BOX_EM[0] + GAMES_GAP_EM) - GAMES_GAP_EM, down * (high + GAMES_GAP_EM) - GAMES_GAP_EM
        form = Form(canvas, self.rect, (inner[0] + MARGINS_EM[0], inner[1] + MARGINS_EM[1]), _("Which game?"))
        room = canvas.spot(form.room(), *inner, at=("middle", "start"))
        boxes = [
            box for line in canvas.rows(room, down, GAMES_GAP_EM) for box in canvas.columns(line, across, GAMES_GAP_EM)
        ]
        for code, box in zip(codes, boxes, strict=False):
            self._game(canvas, box, code)
        form.back("back", _("Back"), self.scene.escape)

    def _game(self, canvas: Canvas, rect: pygame.Rect, code: str) -> None:
        """Draw a game's box with its picture, its name, its numbers of players and its description."""
        game = brought(self.scene.app.options, code)
        act = partial(self.scene.choose, code)
        lit = canvas.hovers(rect) or canvas.focus == f"game-{code}"
        box = rect.move(0, -canvas.px(LIFT_EM)) if lit else rect
        canvas.sheet(box, PAPER_BRIGHT, edge_of(lit=lit))
        inside = canvas.within(box, 0.7, 0.6)
        places = first_that_fits(BOXES, inside, canvas.em)
        canvas.surface.blit(game.listing.cover(places["cover"].size), places["cover"])
        canvas.frame(places["cover"], INK)
        align: Align = "right" if places["players"].top == places["title"].top else "left"
        canvas.line(game.title, places["title"], size=1.5, weight="Bold")
        canvas.small(_players(game.form.counts()), places["players"], align=align, colour=INK_SOFT)
        canvas.paragraph(game.form.about(), places["about"], colour=INK_SOFT)
        canvas.target(f"game-{code}", rect, act)


def _players(counts: Sequence[int]) -> str:
    """Return how many may play."""
    least, most = min(counts), max(counts)
    if least == most:
        return ngettext("{n} player", "{n} players", most).format(n=most)
    return _("{least} to {most} players").format(least=least, most=most)


class WhichGameScene(Scene):
    """Comes before the sheet of a new game, the rules or the lessons, where there are several games.

    `to` gives the route after the choice; `codes` are those of the offered games, if not all.
    """

    def __init__(self, app: Application, to: Callable[[str], Route] = ToNewGame, codes: Sequence[str] = ()) -> None:
        super().__init__(app)
        self.to = to
        self.codes = codes or list(app.options.entries)
        self.panels = [WhichGamePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def choose(self, code: str) -> None:
        """Open the next scene for the game of this code."""
        self.app.go(self.to(code))

    def escape(self) -> None:
        """Go back."""
        self.app.pop()
