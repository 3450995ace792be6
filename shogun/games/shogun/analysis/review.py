"""What there is to say of a game when it is over: points by line, figures over the seasons, the luck of the tower.

All of it follows from the journal: from the header and the answers that stand.
"""

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType

from msgspec import Struct

from shogun.game.chance import Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.fights import Fight, Reinforcements, pending
from shogun.games.shogun.analysis.odds import Tally, model_of, stream_name
from shogun.games.shogun.analysis.odds_figures import Odds
from shogun.games.shogun.analysis.review_figures import Aftermath, Reading, ThrowLuck
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.rules.events import BattleSettled, Scored, SeasonBegan, SeasonEnded
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.views import view
from shogun.games.shogun.rules.winter import scores
from shogun.table.past.history import History
from shogun.table.running.tower_contents import Inside
from shogun.table.storage.journal import AnswerLine, Header

FALLS = 400
"""Falls of the quick model from which a battle's chances are taken."""
NONE = Reinforcements(0, 0)


class Review(Struct, frozen=True):
    """A task for a worker: calling it looks a game through, which takes about a second."""

    header: Header
    answers: tuple[AnswerLine, ...]
    told: Mapping[str, Odds] = {}
    """Odds that were told in the course of the game, by `stream_name`: the same chances are told at its end."""

    def __call__(self) -> Aftermath:
        """Return what there is to say of the game."""
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
    """Return what the throw that was made at a place was likely to bring, and has brought; None if none was.

    `told` are odds that were told in the course of the game, by `stream_name`.
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
