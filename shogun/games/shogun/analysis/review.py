"""The review of a finished game: points by line, figures by season, the luck of each throw, and the course of answers.

All of it follows from the journal: its header and the answers that were not undone.
"""

from collections.abc import Iterator, Mapping
from math import fsum
from random import Random
from types import MappingProxyType

from msgspec import Struct

from shogun.game.questions import Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.fights import Fight, Reinforcements, pending
from shogun.games.shogun.analysis.odds import Odds, Tally, model_of, stream_name
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.rules.events import BattleSettled, Scored, SeasonBegan, SeasonEnded
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.views import view
from shogun.games.shogun.rules.winter import scores
from shogun.table.journal import AnswerLine, Header
from shogun.table.replay import History
from shogun.table.towers import Inside

# A whole game: everybody's figures by season, and the luck of each throw


class Reading(Struct, frozen=True):
    """All players' figures at one moment, in seat order."""

    year: int
    season: Season | None
    """Season that ended then; None: at the beginning."""
    points: tuple[int, ...]
    """Points if the year ended now; in winter the real ones."""
    provinces: tuple[int, ...]
    armies: tuple[int, ...]
    """On the board."""
    chests: tuple[int, ...]
    rice: tuple[int, ...]


LEAST_LIKELY = 0.1
"""Chances below this don't make a battle more exciting: so small a one is hardly known."""


class ThrowLuck(Struct, frozen=True):
    """One battle or revolt: the expected result of its throw, by the tower's quick model, and the real one."""

    settled: BattleSettled
    attack: float
    """Chance that the attacker takes the province; 0 in a revolt."""
    defence: float
    """Chance that the defender keeps it; 0 for a neutral one."""
    expected: Mapping[str, float]
    """Cubes of each color on the tray, on average."""
    came: Mapping[str, int]
    """Cubes of each color on the tray, as they fell."""

    def chance(self, seat: int) -> float | None:
        """Return the chance that a seat had to hold the province afterwards; None if it did not fight."""
        if seat == self.settled.attacker:
            return self.attack
        return self.defence if seat == self.settled.defender else None

    def luck(self, seat: int) -> float:
        """Return how much more than expected a seat has won: -1 to 1 battles."""
        chance = self.chance(seat)
        return 0.0 if chance is None else (self.settled.winner == seat) - chance

    @property
    def suspense(self) -> float:
        """Suspense of a battle: its cubes, divided by one more than the difference of the sides and by its likelihood.

        More cubes, a close result, and an unexpected one each make a battle more exciting.
        """
        settled = self.settled
        first = settled.peasants if settled.kind == "revolt" else settled.attackers
        second = settled.defenders if settled.kind == "revolt" else settled.defenders + settled.peasants
        return (first + second) / (1 + abs(first - second)) / max(LEAST_LIKELY, self.likelihood)

    @property
    def likelihood(self) -> float:
        """The chance that it ended as it did."""
        if self.settled.winner is None:
            return 1.0 - self.attack - self.defence
        return self.attack if self.settled.winner == self.settled.attacker else self.defence


class SeatLuck(Struct, frozen=True):
    """A player's luck over the whole game."""

    battles: int
    won: int
    expected: float
    """Battles that were to be won, on average."""
    cubes: int
    """Own cubes on the tray in these battles ..."""
    cubes_expected: float
    """... and that were to be expected there."""

    @property
    def luck(self) -> float:
        """Number of battles won beyond the expected ones."""
        return self.won - self.expected


class Aftermath(Struct, frozen=True):
    """A whole game."""

    colours: tuple[str, ...]
    scored: tuple[Scored, ...]
    readings: tuple[Reading, ...]
    throws: tuple[ThrowLuck, ...]

    def luck(self, seat: int) -> SeatLuck:
        """Return a player's luck."""
        own = [throw for throw in self.throws if throw.chance(seat) is not None]
        colour = self.colours[seat]
        return SeatLuck(
            battles=len(own),
            won=sum(throw.settled.winner == seat for throw in own),
            expected=fsum(throw.chance(seat) or 0.0 for throw in own),
            cubes=sum(throw.came.get(colour, 0) for throw in own),
            cubes_expected=fsum(throw.expected.get(colour, 0.0) for throw in own),
        )

    def by_suspense(self) -> list[int]:
        """Return the numbers of all battles, that with most suspense first; the first battle of the game is 0."""
        return sorted(range(len(self.throws)), key=lambda number: -self.throws[number].suspense)

    def most_exciting(self) -> int | None:
        """Return the number of the battle with most suspense, the first one is 0; None if nobody fought."""
        return next(iter(self.by_suspense()), None)

    def ahead_since(self, seat: int) -> Reading | None:
        """Return the reading since which a seat has had the most points, tied or not, to the end; None if it hasn't."""
        since = None
        for reading in reversed(self.readings):
            if reading.points[seat] < max(reading.points):
                break
            since = reading
        return since

    def best_winter(self) -> Scored | None:
        """Return the points of the best winter of all, the first one among equals."""
        return max(self.scored, key=lambda scored: scored.total, default=None)

    def most_land(self) -> tuple[int, Reading] | None:
        """Return the seat with the most provinces at the end of a season, and that reading; the first if tied."""
        held = [(seat, reading) for reading in self.readings for seat in range(len(self.colours))]
        return max(held, key=lambda pair: pair[1].provinces[pair[0]], default=None)

    def extremes(self) -> tuple[tuple[int, ThrowLuck], tuple[int, ThrowLuck]] | None:
        """Return the seats with the luckiest and the unluckiest battle, with these; None if nobody fought."""
        seats = range(len(self.colours))
        own = [(seat, throw) for throw in self.throws for seat in seats if throw.chance(seat) is not None]
        if not own:
            return None
        return max(own, key=lambda pair: pair[1].luck(pair[0])), min(own, key=lambda pair: pair[1].luck(pair[0]))


FALLS = 400
"""Drops of the quick model that give a battle's chances."""
NONE = Reinforcements(0, 0)


class Review(Struct, frozen=True):
    """A task for a worker: calling it looks a game through, which takes about a second."""

    header: Header
    answers: tuple[AnswerLine, ...]
    told: Mapping[str, Odds] = {}
    """Odds shown during the game, by `stream_name`: the review shows the same chances."""

    def __call__(self) -> Aftermath:
        """Return the review of the game."""
        history = History(rules, self.header)
        history.follow(self.answers)
        scored = [event for step in history.steps for event in step.events if isinstance(event, Scored)]
        colours = self.header.setup.colours[: self.header.setup.seats]
        return Aftermath(colours, tuple(scored), tuple(_readings(history)), tuple(self._throws(history)))

    def _throws(self, history: History) -> Iterator[ThrowLuck]:
        for place in range(len(history)):
            if (luck := throw_luck(history, place, self.told)) is not None:
                yield luck


def throw_luck(history: History, place: int, told: Mapping[str, Odds] = MappingProxyType({})) -> ThrowLuck | None:
    """Return the expected and the real result of the throw at a place; None if there was none.

    `told` are odds shown during the game, by `stream_name`.
    """
    step = history.steps[place]
    settled = next((event for event in step.events if isinstance(event, BattleSettled)), None)
    if settled is None or not isinstance(step.line.answer, Thrown):
        return None
    assert isinstance(step.before, State)
    fight, inside = pending(view(step.before, None), NONE), history.inside(place)
    assert fight is not None, "a battle that was settled had begun"
    return _throw(settled, fight, inside, step.line, told.get(stream_name(fight, inside)))


def _readings(history: History) -> Iterator[Reading]:
    has_begun = False
    for step in history.steps:
        assert isinstance(step.after, State)
        winters = [event for event in step.events if isinstance(event, Scored)]
        for event in step.events:
            if isinstance(event, SeasonBegan) and not has_begun:
                has_begun = True
                yield reading(step.after, 1, None, is_scored=False)
            elif isinstance(event, SeasonEnded):  # a winter without revolts follows in the same step
                yield reading(step.after, event.year, event.season, is_scored=bool(winters))
        if winters:
            yield reading(step.after, winters[0].year, "winter", is_scored=True)


def reading(state: State, year: int, season: Season | None, *, is_scored: bool) -> Reading:
    """Return all players' figures in a state; `is_scored`: the year's points are among theirs already."""
    seats = range(state.setup.seats)
    more = [0] * len(seats) if is_scored else [scored.total for scored in scores(state)]
    owned = [state.owned(seat) for seat in seats]
    return Reading(
        year=year,
        season=season,
        points=tuple(state.players[seat].points + more[seat] for seat in seats),
        provinces=tuple(len(names) for names in owned),
        armies=tuple(sum(state.provinces[name].armies for name in names) for names in owned),
        chests=tuple(player.chests for player in state.players),
        rice=tuple(player.rice for player in state.players),
    )


def _throw(settled: BattleSettled, fight: Fight, inside: Inside, line: AnswerLine, told: Odds | None) -> ThrowLuck:
    assert isinstance(line.answer, Thrown)
    tally, fall, rng = Tally(fight), model_of(inside), Random(f"luck/{line.key}")
    sums: dict[str, int] = {}
    for _fall in range(FALLS):
        out = fall(fight.cubes, rng.getrandbits(62))
        tally.add_owned(out)
        for colour, number in out.items():
            sums[colour] = sums.get(colour, 0) + number
    attack, defence = _chances(fight, told or tally.odds(0))
    expected = {colour: total / FALLS for colour, total in sums.items()}
    return ThrowLuck(settled, attack, defence, expected, line.answer.out)


def _chances(fight: Fight, odds: Odds) -> tuple[float, float]:
    """Return the chances of attacker and defender to hold the province afterwards."""
    if fight.kind == "revolt":
        return 0.0, odds.win.value
    return odds.win.value, 0.0 if fight.kind == "neutral" else odds.lose.value
