"""An independent referee for Shogun: replays a journal by rules of its own and says what everybody has.

It follows the text of the rules (`assets/shogun/rules/en.md`; numbers as there), imports nothing of the program and is
built otherwise, so that a fault of the program's rules is hardly a fault of this one too. Of the program it knows only
the format of a journal, and the printed board (`assets/shogun/board`). It trusts no line: an answer that isn't due, or
that a rule forbids, is a `Foul`.

A game is a generator that tells what is due (`Due`), is sent an answer, and goes on, in the order of the rulebook.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from math import perm, prod
from pathlib import Path
from typing import Any, Protocol

BOARD = Path(__file__).parents[1] / "assets" / "shogun" / "board"
Answer = Mapping[str, Any]

GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}
CHESTS = {3: 18, 4: 15, 5: 12}
FIELDS = ["castle", "temple", "theatre", "rice", "taxes", "deploy5", "deploy3", "deploy1", "battle_a", "battle_b"]
PRICES = {"castle": 3, "temple": 2, "theatre": 1, "deploy5": 3, "deploy3": 2, "deploy1": 1}
TILES = {"castle": 28, "temple": 26, "theatre": 26}
MOST = {"castle": 3, "temple": 2, "theatre": 1}
SPECIALS = ["chest", "rice", "armies", "attack", "defence"]
WINTER_RICE = {
    "theatre_5": 5, "theatre_7": 7, "castle_2": 2, "castle_6": 6, "peasants_3": 3, "temple_3": 3, "temple_4": 4,
    "taxes_0": 0, "taxes_2": 2, "rice_3": 3, "rice_4": 4, "deploy_1": 1,
}  # fmt: skip
REVOLTS = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3)}


class Foul(Exception):
    """A journal tells of something that the rules don't allow."""


# What is due, and what may be answered


class Options(Protocol):
    """What may be answered."""

    def count(self) -> int: ...
    def all(self) -> Iterable[Answer]: ...
    def allow(self, answer: Answer) -> bool: ...


@dataclass
class OneOf:
    """One of a few moves."""

    moves: list[dict[str, Any]]

    def count(self) -> int:
        return len(self.moves)

    def all(self) -> Iterable[Answer]:
        return self.moves

    def allow(self, answer: Answer) -> bool:
        return answer in self.moves


@dataclass
class Lots:
    """Some of these, in the order in which they are drawn."""

    items: Sequence[Any]
    number: int

    def count(self) -> int:
        return perm(len(self.items), self.number)

    def all(self) -> Iterable[Answer]:
        return ({"type": "Drawn", "items": list(items)} for items in permutations(self.items, self.number))

    def allow(self, answer: Answer) -> bool:
        drawn = answer["items"]
        is_drawn = answer["type"] == "Drawn" and len(drawn) == self.number
        return is_drawn and not Counter(drawn) - Counter(self.items)


@dataclass
class Cubes:
    """What comes out of a tower (7.2)."""

    may_come_out: Counter[str]

    def count(self) -> int:
        return prod(number + 1 for number in self.may_come_out.values())

    def all(self) -> Iterable[Answer]:
        for numbers in product(*(range(number + 1) for number in self.may_come_out.values())):
            out = zip(self.may_come_out, numbers, strict=True)
            yield {"type": "Thrown", "out": {colour: number for colour, number in out if number}}

    def allow(self, answer: Answer) -> bool:
        out = answer["out"]
        return answer["type"] == "Thrown" and all(0 < out[colour] <= self.may_come_out[colour] for colour in out)


@dataclass
class Cards:
    """A plan (4.3, 4.4)."""

    provinces: list[str]
    chests: int

    @property
    def _hand(self) -> list[Any]:
        return [*self.provinces, 0, 1, 2, 3, 4]

    def count(self) -> int:
        hand, bids = len(self._hand), len(self.provinces) + min(5, self.chests + 1)
        if hand >= 11:
            return bids * perm(hand - 1, 10)
        return bids * perm(10, hand - 1) + perm(10, hand)

    def all(self) -> Iterable[Answer]:
        raise NotImplementedError("plans are counted, not listed")

    def allow(self, answer: Answer) -> bool:
        bid, laid = answer["bid"], [card for card in (*answer["fields"], answer["bid"]) if card is not None]
        if answer["type"] != "Plan" or len(answer["fields"]) != 10 or (isinstance(bid, int) and bid > self.chests):
            return False
        once = all(laid.count(card) == 1 for card in laid)
        return once and all(card in self._hand for card in laid) and len(laid) == min(11, len(self._hand))


@dataclass
class Due:
    """What is due: the first word of the question's key, and the options of each seat (None: chance) that may."""

    subject: str
    options: dict[int | None, Options]


Course = Generator[Due, tuple[int | None, Answer], None]
Sent = tuple[int | None, Answer]


# The board (chapter 1)


@dataclass
class Land:
    """A province of the printed board, and what lies in it."""

    tax: int
    rice: int
    sites: int
    region: str
    near: list[str]
    owner: int | None = None
    armies: int = 0
    buildings: list[str] = field(default_factory=list)
    markers: int = 0

    def clear(self) -> None:
        """Make it neutral (7.4)."""
        self.owner, self.armies, self.buildings, self.markers = None, 0, [], 0


@cache
def printed(name: str) -> dict[str, Any]:
    return tomllib.loads((BOARD / f"{name}.toml").read_text("utf-8"))


def lands(side: str, seats: int) -> dict[str, Land]:
    """Return the provinces in play (1.1-1.3, 2.1)."""
    rows = [row for row in printed("provinces")["province"] if seats > 3 or side not in row["out_of_3p"]]
    near: dict[str, list[str]] = {row["name"]: [] for row in rows}
    borders = printed("adjacency")
    for one, other in borders["land"] + borders["sea_sun" if side == "sun" else "sea_moon_assumed"]:
        if one in near and other in near:
            near[one].append(other)
            near[other].append(one)
    return {
        row["name"]: Land(row["tax"], row["rice"], row["sites"], row[f"region_{side}"], near[row["name"]])
        for row in rows
    }


@dataclass
class Score:
    """What one player scored in a winter (8.4)."""

    year: int
    seat: int
    provinces: int
    buildings: int
    castle: int
    temple: int
    theatre: int

    @property
    def total(self) -> int:
        return self.provinces + self.buildings + self.castle + self.temple + self.theatre


class Game:
    """A game as the referee sees it; `course` plays it."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.seats: int = setup["seats"]
        self.side: str = setup["side"]
        self.is_drafted: bool = setup["line_up"] == "draft"
        self.first: int | None = setup["first_seat"]
        self.colours: list[str] = setup["colours"][: self.seats]
        self.land = lands(self.side, self.seats)
        self.chests = [CHESTS[self.seats]] * self.seats
        self.reserve = [62] * self.seats
        self.rice, self.points = [0] * self.seats, [0] * self.seats
        self.peasants = 20
        self.tower: Counter[str] = Counter()
        self.tray: Counter[str] = Counter()
        self.thrown: Counter[str] = Counter()
        self.deck = list(WINTER_RICE)
        self.events: list[str] = []
        self.event = ""
        self.order: list[int] = []
        self.special: dict[int, str] = {}
        self.plans: dict[int, list[Any]] = {}
        self.scores: list[Score] = []
        self.boards: list[dict[str, tuple[int | None, tuple[str, ...]]]] = []
        """Each winter's board when it is scored: owner and buildings by province."""

    def course(self) -> Course:
        """Play a game from its setup to its end (chapters 2, 3)."""
        yield from self.set_up()
        for year in (1, 2):
            self.events = (yield from self.lots("events", self.deck, 4))[:]
            self.deck = [card for card in self.deck if card not in self.events]
            for _season in range(3):
                yield from self.season()
            yield from self.winter()
            self.score(year)
            if year == 1:
                self.rice = [0] * self.seats
                for land in self.land.values():
                    land.markers = 0

    # Chance

    def lots(self, subject: str, items: Sequence[Any], number: int) -> Generator[Due, Sent, list[Any]]:
        _seat, answer = yield Due(subject, {None: Lots(items, number)})
        return list(answer["items"])

    def choice(self, subject: str, seat: int, moves: list[dict[str, Any]]) -> Generator[Due, Sent, Answer]:
        _seat, answer = yield Due(subject, {seat: OneOf(moves)})
        return answer

    def throw(self) -> Course:
        """Throw what fights, and what lies on the tray (7.2)."""
        self.thrown += self.tray
        self.tray = Counter()
        self.tower += self.thrown
        self.thrown = Counter()
        _seat, answer = yield Due("throw", {None: Cubes(self.tower)})
        self.tray = Counter(answer["out"])
        self.tower -= self.tray

    def home(self, colour: str) -> int:
        """Send all cubes of a colour from the tray to their reserve and return how many they were."""
        number = self.tray.pop(colour, 0)
        if colour == "peasant":
            self.peasants += number
        else:
            self.reserve[self.colours.index(colour)] += number
        return number

    def send(self, seat: int, most: int = 1) -> None:
        """Throw armies of a seat's reserve in, as many as there are (7.7)."""
        number = min(most, self.reserve[seat])
        self.reserve[seat] -= number
        self.thrown[self.colours[seat]] += number

    def rouse(self, most: int) -> None:
        """Throw peasants of their reserve in, as many as there are (7.7)."""
        number = min(most, self.peasants)
        self.peasants -= number
        self.thrown["peasant"] += number

    # Setup (chapter 2)

    def set_up(self) -> Course:
        if self.first is None:
            self.first = (yield from self.lots("first_seat", range(self.seats), 1))[0]
        round_table = [(self.first + place) % self.seats for place in range(self.seats)]
        if self.is_drafted:
            yield from self.draft(round_table)
        else:
            for seat, groups in zip(round_table, printed("setups")[f"players_{self.seats}"], strict=True):
                for name, armies in groups.items():
                    self.place(seat, name, armies)
        for seat in range(self.seats):
            self.send(seat, 7)
        self.rouse(10)
        yield from self.throw()
        for colour in [*self.tray]:
            self.home(colour)

    def place(self, seat: int, name: str, armies: int) -> None:
        self.reserve[seat] -= armies
        self.land[name].owner, self.land[name].armies = seat, self.land[name].armies + armies

    def draft(self, round_table: list[int]) -> Course:
        """Take cards and place groups in turn (2.4, 2.5)."""
        deck = yield from self.lots("draft", list(self.land), len(self.land))
        up, deck = deck[:2], deck[2:]
        groups = {seat: GROUPS[self.seats].copy() for seat in round_table}
        seen: dict[int, set[str]] = {}
        for turn in range(self.seats * len(GROUPS[self.seats])):
            seat = round_table[turn % self.seats]
            takes = [{"type": "TakeCard", "province": name} for name in up] + [{"type": "DrawCard"}]
            exchange = [{"type": "ExchangeCards"}] if seen.get(seat) == set(up) else []
            answer = yield from self.choice("draft", seat, takes + exchange)
            if answer["type"] == "ExchangeCards":
                deck += yield from self.lots("draft", up, 2)
                up, deck = deck[:2], deck[2:]
                takes = [{"type": "TakeCard", "province": name} for name in up] + [{"type": "DrawCard"}]
                answer = yield from self.choice("draft", seat, takes)
            seen[seat] = set(up)
            top, name = deck.pop(0), answer.get("province")
            if name is None:
                name = top
            else:
                up[up.index(name)] = top
            sizes = [{"type": "PlaceGroup", "armies": size} for size in sorted(set(groups[seat]))]
            size = (yield from self.choice("draft", seat, sizes))["armies"]
            groups[seat].remove(size)
            self.place(seat, name, size)

    # A season (chapter 4)

    def owned(self, seat: int) -> list[str]:
        return [name for name, land in self.land.items() if land.owner == seat]

    def season(self) -> Course:
        actions = yield from self.lots("actions", FIELDS, 10)
        places = yield from self.lots("specials", SPECIALS, 5)
        bids = yield from self.planning()
        (self.event,) = yield from self.lots("event", self.events, 1)
        self.events = [card for card in self.events if card != self.event]
        yield from self.turn_order(bids, places)
        for action in actions:
            for seat in self.order:
                name = self.plans[seat][FIELDS.index(action)]
                if isinstance(name, str):
                    yield from self.act(seat, action, name)
        self.event, self.special, self.plans = "", {}, {}

    def planning(self) -> Generator[Due, Sent, dict[int, Any]]:
        """Have all lay their plans, in any order, and return the bids (4.3, 4.4)."""
        options: dict[int | None, Options] = {
            seat: Cards(self.owned(seat), self.chests[seat]) for seat in range(self.seats)
        }
        bids: dict[int, Any] = {}
        while options:
            seat, plan = yield Due("plan", dict(options))
            assert seat is not None
            del options[seat]
            self.plans[seat], bids[seat] = list(plan["fields"]), plan["bid"]
        return bids

    def turn_order(self, bids: dict[int, Any], places: list[str]) -> Course:
        """Reveal and pay bids; the special cards taken give the turn order (4.6)."""
        ranks: dict[int, int] = {}
        for seat in range(self.seats):
            bid = bids[seat]
            ranks[seat] = 9 if bid is None else 5 if isinstance(bid, str) else 6 if bid == 0 else 4 - bid
            self.chests[seat] -= bid if isinstance(bid, int) else 0
        tied = [seat for seat in ranks if [*ranks.values()].count(ranks[seat]) > 1]
        drawn = (yield from self.lots("lots", tied, len(tied))) if tied else []
        choosers = sorted(ranks, key=lambda seat: (ranks[seat], drawn.index(seat) if seat in drawn else 0))
        for seat in choosers:
            left = [{"type": "TakeSpecial", "card": card} for card in places if card not in self.special.values()]
            self.special[seat] = (yield from self.choice("special", seat, left))["card"]
        self.order = sorted(choosers, key=lambda seat: places.index(self.special[seat]))

    # Actions (chapters 5, 6)

    def act(self, seat: int, action: str, name: str) -> Course:
        """Carry a planned action out, if it can be done completely (5.0)."""
        land, price = self.land[name], PRICES.get(action, 0)
        if self.chests[seat] < price:
            return
        if action in TILES:
            self.build(seat, action, land)
        elif action in ("rice", "taxes"):
            yield from self.gather(seat, action, land, name)
        elif action.startswith("deploy"):
            yield from self.deploy(seat, action, land, name)
        else:
            near = [to for to in land.near if not self.is_sacred(seat, to)]
            if land.armies >= 2 and near:
                yield from self.march(seat, name, near)

    def is_sacred(self, seat: int, name: str) -> bool:
        """Return whether the temple event keeps a seat out (6.3)."""
        land = self.land[name]
        return self.event.startswith("temple") and land.owner != seat and "temple" in land.buildings

    def build(self, seat: int, kind: str, land: Land) -> None:
        standing = sum(kind in other.buildings for other in self.land.values())
        if len(land.buildings) < land.sites and kind not in land.buildings and standing < TILES[kind]:
            self.chests[seat] -= PRICES[kind]
            land.buildings.append(kind)
            if kind == "theatre" and self.event.startswith("theatre"):
                land.markers = max(0, land.markers - 1)

    def gather(self, seat: int, action: str, land: Land, name: str) -> Course:
        """Confiscate rice or collect taxes (5.2, 5.3)."""
        if action == "rice":
            value = max(land.rice, 4) if self.event == "rice_3" else land.rice
            value = min(value, 3) if self.event == "rice_4" else value
            self.rice[seat] += value + (self.special[seat] == "rice")
        else:
            value = min(land.tax, 5) if self.event == "taxes_0" else land.tax
            value = max(value, 6) if self.event == "taxes_2" else value
            self.chests[seat] += value + (self.special[seat] == "chest")
        if land.markers:
            yield from self.revolt(seat, name, land.markers)
        if land.owner == seat:
            land.markers += 1

    def deploy(self, seat: int, action: str, land: Land, name: str) -> Course:
        """Put armies down; after deploy 1 some may move (5.4, 5.5, 5.8, 6.5)."""
        number = {"deploy5": 5, "deploy3": 3, "deploy1": 1}[action]
        if self.event == "deploy_1":
            number = {5: 3, 3: 2, 1: 1}[number]
        if self.reserve[seat] < number:
            return
        if action == "deploy5" and self.special[seat] == "armies" and self.reserve[seat] >= 6:
            choice = [{"type": "Deploy", "armies": armies} for armies in (number, 6)]
            number = (yield from self.choice("deploy", seat, choice))["armies"]
        self.chests[seat] -= PRICES[action]
        self.place(seat, name, number)
        near = [to for to in land.near if self.land[to].owner == seat]
        if action == "deploy1" and near:
            yield from self.march(seat, name, near, may_stay=True)

    def march(self, seat: int, source: str, near: list[str], *, may_stay: bool = False) -> Course:
        """Move armies, or attack (5.5-5.7)."""
        moves: list[dict[str, Any]] = [
            {"type": "March", "source": source, "target": to, "armies": armies}
            for to in near
            for armies in range(1, self.land[source].armies)
        ]
        move = yield from self.choice("march", seat, moves + [{"type": "Stay"}] * may_stay)
        if move["type"] == "Stay":
            return
        target = self.land[move["target"]]
        self.land[source].armies -= move["armies"]
        if target.owner == seat:
            target.armies += move["armies"]
        else:
            self.thrown[self.colours[seat]] += move["armies"]
            yield from self.battle(seat, move["target"])

    # Battles (chapter 7)

    def battle(self, attacker: int, name: str) -> Course:
        land = self.land[name]
        defender = land.owner
        yield from self.reinforce("attack", attacker, keep=0)
        if defender is None:
            self.rouse(2 if self.event == "peasants_3" else 1)
        else:
            castle = self.event.startswith("castle") and "castle" in land.buildings
            yield from self.reinforce("defence", defender, keep=int(castle))
            if castle:
                self.send(defender)
            self.thrown[self.colours[defender]] += land.armies
        land.armies = 0
        yield from self.throw()
        self.count(attacker, defender, name)

    def reinforce(self, card: str, seat: int, keep: int) -> Course:
        """Let a seat with the card throw one more army in, if its reserve has one to spare (6.2, 6.6)."""
        if self.special[seat] == card and self.reserve[seat] > keep:
            moves = [{"type": "Reinforce", "armies": armies} for armies in (0, 1)]
            if (yield from self.choice(card, seat, moves))["armies"]:
                self.send(seat)

    def count(self, attacker: int, defender: int | None, name: str) -> None:
        """Count a battle out on the tray (7.3, 7.4)."""
        land = self.land[name]
        attackers = self.home(self.colours[attacker])
        defenders = self.home(self.colours[defender]) if defender is not None else 0
        peasants = self.home("peasant") if land.markers == 0 else 0
        if attackers > defenders + peasants:
            land.owner = None
            self.lose(defender, name)
            self.place(attacker, name, attackers - defenders - peasants)
        elif defender is not None and defenders and attackers < defenders + peasants:
            self.place(defender, name, min(defenders, defenders + peasants - attackers))
        else:
            land.clear()
            self.lose(defender, name)

    def lose(self, seat: int | None, name: str) -> None:
        """Take a lost province's card off its planning board (4.8)."""
        if seat in self.plans:
            self.plans[seat] = [None if card == name else card for card in self.plans[seat]]

    def revolt(self, seat: int, name: str, peasants: int) -> Course:
        """Have peasants rise against all armies of a province (7.6)."""
        land = self.land[name]
        self.rouse(peasants)
        self.thrown[self.colours[seat]] += land.armies
        land.armies = 0
        yield from self.throw()
        armies, rebels = self.home(self.colours[seat]), self.home("peasant")
        if armies > rebels:
            self.place(seat, name, armies - rebels)
        else:
            land.clear()
            self.lose(seat, name)

    # Winter and the end (chapters 8, 9)

    def winter(self) -> Course:
        (card,) = self.events
        self.rice = [max(0, rice - WINTER_RICE[card]) for rice in self.rice]
        short = [len(self.owned(seat)) - self.rice[seat] for seat in range(self.seats)]
        for seat in self.order:
            if short[seat] > 0:
                yield from self.unrest(seat, *REVOLTS.get(short[seat], (3, 3)))

    def unrest(self, seat: int, revolts: int, extra: int) -> Course:
        """Have so many revolts break out in provinces of a seat, each with extra peasants (8.2, 8.3)."""
        owned = self.owned(seat)
        names = yield from self.lots("revolts", owned, min(revolts, len(owned)))
        while names:
            if len(names) > 1:
                choice = [{"type": "FaceRevolt", "province": name} for name in names]
                name = (yield from self.choice("revolt", seat, choice))["province"]
            else:
                name = names[0]
            names.remove(name)
            yield from self.revolt(seat, name, self.land[name].markers + extra)

    def score(self, year: int) -> None:
        """Give the points of a year (8.4)."""
        self.boards.append({name: (land.owner, tuple(land.buildings)) for name, land in self.land.items()})
        for seat in range(self.seats):
            owned = [self.land[name] for name in self.owned(seat)]
            buildings = sum(len(land.buildings) for land in owned)
            most = [self.majorities(seat, kind) for kind in MOST]
            self.scores.append(Score(year, seat, len(owned), buildings, *most))
            self.points[seat] += self.scores[-1].total

    def majorities(self, seat: int, kind: str) -> int:
        """Return a seat's points for having the most buildings of a kind, over all regions (8.4)."""
        points = 0
        for region in {land.region for land in self.land.values()}:
            here = [land for land in self.land.values() if land.region == region and kind in land.buildings]
            numbers = Counter(land.owner for land in here)
            if numbers[seat] and numbers[seat] == max(numbers.values()):
                is_alone = [*numbers.values()].count(numbers[seat]) == 1
                points += MOST[kind] if is_alone else MOST[kind] - 1
        return points

    def winners(self) -> list[int]:
        """Return the seats that win: most points, then most chests, then shared (9.1)."""
        best = max(zip(self.points, self.chests, strict=True))
        return [seat for seat in range(self.seats) if (self.points[seat], self.chests[seat]) == best]


# A journal


def standing(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the answers of a journal that stand at its end: those taken back and not given again don't."""
    answers: dict[int, Mapping[str, Any]] = {}
    undone: dict[int, Mapping[str, Any]] = {}
    for line in lines:
        match line["line"]:
            case "answer":
                answers[line["n"]] = line
            case "undo":
                undone[line["of"]] = answers.pop(line["of"])
            case "redo":
                answers[line["of"]] = undone.pop(line["of"])
    return list(answers.values())


class Refereed:
    """A journal's game, step by step: `due` is what is due now, None after the end."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.game = Game(setup)
        self._course = self.game.course()
        self.due: Due | None = next(self._course)

    def answer(self, line: Mapping[str, Any]) -> None:
        """Go on with the answer of a line. Raises Foul."""
        seat, answer, subject = line["seat"], line["answer"], line["key"].split("/")[0]
        if self.due is None or subject != self.due.subject or seat not in self.due.options:
            raise Foul(f"line {line['n']}: {line['key']} of {seat} is not due, but {self.due}")
        if not self.due.options[seat].allow(answer):
            raise Foul(f"line {line['n']}: {answer} is not among {self.due.options[seat]}")
        try:
            self.due = self._course.send((seat, answer))
        except StopIteration:
            self.due = None


def referee(journal: bytes) -> Iterator[Refereed]:
    """Yield a journal's game after its setup and after each answer that stands; the same object each time.

    Raises Foul, also for a false result at the end.
    """
    lines = [json.loads(line) for line in journal.splitlines()]
    refereed = Refereed(lines[0]["setup"])
    yield refereed
    for line in standing(lines):
        refereed.answer(line)
        yield refereed
    game = refereed.game
    found = {"winners": game.winners(), "points": game.points, "chests": game.chests}
    if refereed.due is not None or lines[-1].get("result") != found:
        raise Foul(f"the end: {lines[-1].get('result')}, but {found}, due: {refereed.due}")
