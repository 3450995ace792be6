"""Ladders: the strength of opponents in Elo, each measured among several of the step below; and their results files.

Seats and first seats rotate, so that everybody sits on every place as often, every game has its own seed, and results
never depend on the number of processes. A shared victory counts as a fraction of one. On request the luck of each game
is taken off its result (`luck_adjustment`).
"""

import os
import weakref
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import exp, fsum, log10
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, Self, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from shogun.base.confidence_intervals import Share, wilson
from shogun.base.files import UNDECODABLE, make_folder, open_plain, read_bounded, unreadable, write_new
from shogun.base.language import _, shown
from shogun.base.random_streams import Streams
from shogun.base.shared_file import lock
from shogun.base.worker_pool import in_order
from shogun.game.protocol import AnyGame, HasOwn, Own, specialized
from shogun.players.luck_adjustment import AdjustedShare, LuckAdjustment, LuckWatcher, adjusted_share
from shogun.players.place_chances import PlaceChances, places_from
from shogun.players.play_statistics import Report
from shogun.players.seating import Opponents, seated, substitute
from shogun.table.errors import NotWritable
from shogun.table.journal import FIRST_GAME, Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, Turn, run

if TYPE_CHECKING:  # only adjusted ladders need a judge
    from shogun.players.review.game_review import Judge


class StatisticsCollector(Protocol):
    """Records the opponents' habits while a game runs."""

    @property
    def habits(self) -> Mapping[str, Any]:
        """The recorded habits by opponent, as a results file can keep them."""

    def __call__(self, turn: Turn, /) -> None:
        """Record a turn."""


class Habits(Protocol):
    """The numbers besides points that a ladder records in a game: provided by the game."""

    def watcher(self, players: tuple[str, ...], /) -> StatisticsCollector:
        """Return the recorder for one game of these players."""

    def gathered(self, many: Sequence[Mapping[str, Any]], /) -> Mapping[str, Any]:
        """Return the habits from many games, by opponent."""

    def report(self, habits: Any, /) -> Report:
        """Return the habits as a table."""


class Subject(Protocol):
    """A game as a ladder needs it; it goes to other processes."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def opponents(self) -> Opponents:
        """Its opponents."""

    @property
    def habits(self) -> Habits:
        """Its habits to record."""

    @property
    def judge(self) -> "Judge | None":
        """Its judge of chances, for luck-adjusted results; None for a game without one."""


class Study(Struct, HasOwn, frozen=True, forbid_unknown_fields=True):
    """The settings of a ladder: the first line of a results file."""

    opponents: tuple[str, ...]
    """The weakest first."""
    setup: Own
    tower: str
    tower_hash: str | None
    seed: int
    playouts: int | None = None
    """Playouts for a plan by opponents that look ahead; None: their own choice."""
    game: str = FIRST_GAME
    """The code of the game."""
    described: dict[str, str] | UnsetType = UNSET
    """Descriptions of opponents that aren't the program's own, by their codes."""
    physics: str | UnsetType = UNSET
    """Digest of the physics (`shogun.tower.physics.fingerprint`); unset without it, and in files of older versions."""
    adjustment: LuckAdjustment | UnsetType = UNSET
    """How results are adjusted for luck; unset: they aren't."""

    @property
    def descriptions(self) -> Mapping[str, str]:
        """Descriptions of opponents that aren't the program's own, by their codes."""
        return {} if self.described is UNSET else self.described

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """Pairs of opponents: the step below, and the one above it."""
        return tuple(pairwise(self.opponents))


class Place(Struct, frozen=True):
    """One game of a study: the number of its step and its number within it, both from 0."""

    step: int
    number: int


MOST_LUCK = 1000.0
"""Largest luck-adjusted result of a game in a file, far more than any game's."""


class LadderGame(Struct, frozen=True, omit_defaults=True):
    """The result of a game: a line of a results file; lists in seat order."""

    step: int
    number: int
    seat: int
    """Seat of the opponent above."""
    points: tuple[int, ...]
    winners: tuple[int, ...]
    habits: dict[str, Any]
    failed: tuple[int, ...] = ()
    """Seats whose opponent failed and was replaced by the substitute."""
    adjusted: Annotated[float, Meta(ge=-MOST_LUCK, le=MOST_LUCK)] | UnsetType = UNSET
    """`won` without luck, in an adjusted ladder: on average the same, and in one game also below 0 or above 1."""

    @property
    def place(self) -> Place:
        """The game's place in the study."""
        return Place(self.step, self.number)

    @property
    def won(self) -> float:
        """The share of the victory of the opponent above."""
        return (self.seat in self.winners) / len(self.winners)


# Playing


def places(study: Study, games: int) -> Iterator[Place]:
    """Yield all games of a study, with a number of games in each step."""
    for step in range(len(study.steps)):
        for number in range(games):
            yield Place(step, number)


def seat_of(study: Study, place: Place) -> int:
    """Return the seat of the opponent above: each in turn."""
    seats: int = study.setup.seats
    return place.number % seats


def first_seat(study: Study, place: Place) -> int:
    """Return the first seat, which decides the line-ups: each in turn, against each seat of the opponent above."""
    seats: int = study.setup.seats
    return place.number // seats % seats


def players_of(study: Study, place: Place) -> tuple[str, ...]:
    """Return the players in seat order."""
    below, above = study.steps[place.step]
    above_sits = seat_of(study, place)
    return tuple(above if seat == above_sits else below for seat in range(study.setup.seats))


def play(game: Subject, study: Study, tower: TowerInfo | None, place: Place) -> LadderGame:
    """Play one game of a study to its end; an opponent that fails is replaced. Raises SeatFailed.

    The game must have a judge if the study adjusts results.
    """
    players = players_of(study, place)
    below, above = study.steps[place.step]
    seed = Streams(study.seed).number(f"ladder/{below}/{above}/{place.number}")
    seats = tuple(SeatInfo(name=str(number), player=code) for number, code in enumerate(players))
    setup = game.rules.begun_by(study.setup, first_seat(study, place))
    header = Header(seed=seed, setup=setup, seats=seats, tower=tower, described=study.described)
    session = Session.start(game.rules, header)
    watcher, opponents = game.habits.watcher(players), game.opponents
    above_sits = seat_of(study, place)
    luck = _luck_watcher(game, study.adjustment, session)

    def watch(turn: Turn) -> None:
        watcher(turn)
        if luck is not None:
            luck(turn)

    budget = Budget(playouts=study.playouts)
    with seated(opponents, players, study.descriptions) as sitting:
        result = run(session, sitting, budget, watch, substitute(opponents))
    failed = tuple(change.seat for change in session.course.changes)
    played = LadderGame(
        place.step, place.number, above_sits, result.points, result.winners, dict(watcher.habits), failed
    )
    return played if luck is None else replace(played, adjusted=round(played.won - luck.luck(above_sits), PLACES))


PLACES = 6
"""Decimal places of an adjusted result."""


def _luck_watcher(game: Subject, adjustment: LuckAdjustment | UnsetType, session: Session) -> LuckWatcher | None:
    if adjustment is UNSET:
        return None
    judge = game.judge
    assert judge is not None, "callers adjust results only of games with a judge"
    return LuckWatcher(session, judge, adjustment)


def play_all(
    game: Subject, study: Study, tower: TowerInfo | None, wanted: Iterable[Place], jobs: int
) -> Iterator[LadderGame]:
    """Yield the games of a study in their order. Raises SeatFailed, WorkerDied."""
    yield from in_order(partial(play, game, study, tower), wanted, jobs)


# Standings


class PlaceRecord(Struct, frozen=True):
    """Victories of a place, counted from the first seat, which is place 0."""

    games: int
    won: float
    """Victories, shared ones in part."""
    share: Share
    """That many of these games, with Wilson's 95 % interval."""


class LadderStep(Struct, frozen=True):
    """One step: the victories of the one above against several of those below."""

    below: str
    above: str
    games: int
    won: float
    """Victories of the one above, shared ones in part."""
    share: Share
    """Its share of all victories, with Wilson's 95 % interval."""
    gain: Share
    """That share over the even one: 1 would be no gain."""
    points: float
    """Its mean points."""
    points_below: float
    """Mean points of those below."""
    by_place: tuple[PlaceRecord, ...]
    """The games of the one above, by its place."""
    failed: int = 0
    """Games in which an opponent failed and was replaced."""
    adjusted: AdjustedShare | UnsetType = UNSET
    """The share without luck, in an adjusted ladder."""


class Standings(Struct, frozen=True):
    """The results of a study."""

    study: Study
    steps: tuple[LadderStep, ...]
    ratings: dict[str, float]
    """Elo ratings by opponent, relative to the first; an opponent 400 points higher wins ten times as often."""
    habits: dict[str, Any]
    by_place: tuple[PlaceRecord, ...]
    """All games, by place: whoever sat there."""


def standings(
    study: Study,
    played: Sequence[LadderGame],
    counted: Habits | None = None,
    chances: PlaceChances | None = None,
) -> Standings:
    """Return the standings after these games.

    `counted` gathers the habits, which are left out without it; `chances` are those of the places, even by default.
    """
    by_step: dict[int, list[LadderGame]] = defaultdict(list)
    for game in played:
        by_step[game.step].append(game)
    steps = tuple(_step(study, step, by_step[step]) for step in sorted(by_step))
    habits = counted.gathered([game.habits for game in played]) if counted else {}
    ranked = {code: habits[code] for code in study.opponents if code in habits}
    return Standings(study, steps, ratings(study, played, chances), ranked, _by_place(study, played))


def _step(study: Study, step: int, played: Sequence[LadderGame]) -> LadderStep:
    below, above = study.steps[step]
    seats, games = study.setup.seats, len(played)
    won = fsum(game.won for game in played)
    share = wilson(won / games, games)
    points = sum(game.points[game.seat] for game in played) / games
    others = sum(sum(game.points) - game.points[game.seat] for game in played) / games / (seats - 1)
    gain = Share(share.value * seats, share.low * seats, share.high * seats)
    failed = sum(bool(game.failed) for game in played)
    own = _by_place(study, played, of_above=True)
    adjusted = _adjusted(played)
    return LadderStep(below, above, games, won, share, gain, round(points, 2), round(others, 2), own, failed, adjusted)


def _adjusted(played: Sequence[LadderGame]) -> AdjustedShare | UnsetType:
    adjusted = [game.adjusted for game in played if game.adjusted is not UNSET]
    return adjusted_share([game.won for game in played], adjusted) if len(adjusted) == len(played) else UNSET


def _by_place(study: Study, played: Sequence[LadderGame], *, of_above: bool = False) -> tuple[PlaceRecord, ...]:
    """Return the games by place: of whoever sat there, or only of the opponent above."""
    seats = study.setup.seats
    games, won = [0] * seats, [0.0] * seats
    for game in played:
        for seat, place in enumerate(places_from(first_seat(study, game.place), seats)):
            if not of_above or seat == game.seat:
                games[place] += 1
                won[place] += (seat in game.winners) / len(game.winners)
    return tuple(
        PlaceRecord(count, victories, wilson(victories / count if count else 0.0, count))
        for count, victories in zip(games, won, strict=True)
    )


ROUNDS = 2000
"""Rounds of the fit of ratings, which converges much sooner."""


Table: TypeAlias = tuple[tuple[str, float], ...]
"""The players of a game, each with the advantage of its place: a factor of its strength."""


def ratings(study: Study, played: Iterable[LadderGame], chances: PlaceChances | None = None) -> dict[str, float]:
    """Return each opponent's rating: a Bradley-Terry model of who wins a table, fitted by Hunter's MM algorithm (2004).

    A place with a better chance than others multiplies the strength of whoever sits there. Each step gets one extra
    game with a shared victory, so that nobody's rating is infinite.
    """
    seats: int = study.setup.seats
    factors = [1.0 if chances is None else exp(chances.advantage(place)) for place in range(seats)]
    tables: dict[Table, float] = defaultdict(float)
    victories: dict[str, float] = defaultdict(float)
    for game in [*played, *_shared(study)]:
        players = players_of(study, game.place)
        here = [factors[place] for place in places_from(first_seat(study, game.place), seats)]
        tables[tuple(sorted(zip(players, here, strict=True)))] += 1
        for seat in game.winners:
            victories[players[seat]] += 1 / len(game.winners)
    strengths = _fit_strengths(tables, victories)
    first = strengths[study.opponents[0]]
    return {code: round(400 * log10(strengths[code] / first), 1) for code in study.opponents}


def _shared(study: Study) -> Iterator[LadderGame]:
    everyone = tuple(range(study.setup.seats))
    for step in range(len(study.steps)):
        yield LadderGame(step, 0, 0, (), everyone, {})


def _fit_strengths(tables: Mapping[Table, float], victories: Mapping[str, float]) -> dict[str, float]:
    strengths = dict.fromkeys(victories, 1.0)
    for _round in range(ROUNDS):
        chances: dict[str, float] = defaultdict(float)
        for players, games in tables.items():
            total = fsum(strengths[code] * factor for code, factor in players)
            for code, factor in players:
                chances[code] += games * factor / total
        strengths = {code: won / chances[code] for code, won in victories.items()}
    return strengths


# The results file of a ladder: a line for the study, then a line for each game, so that it can be resumed

T = TypeVar("T")

MOST_BYTES = 200_000_000
"""Maximum size of a results file: a game takes a few hundred bytes."""
LONGEST_REASON = 200
"""Characters of a message about a bad line."""

_encoder = msgspec.json.Encoder()


class ResultsError(ValueError):
    """A results file that can't be resumed; the message is one sentence."""


class Results:
    """The finished games of a study, in memory, and in a file if there is one.

    The file is locked for this process as long as these results exist.
    """

    def __init__(
        self, study: Study, path: Path | None = None, played: tuple[LadderGame, ...] = (), held: int = -1
    ) -> None:
        """Keep results; `held` is the handle of the locked file, if there is one."""
        self.study = study
        self.path = path
        self.played = list(played)
        if path is not None:
            weakref.finalize(self, os.close, held)

    @classmethod
    def begin(cls, study: Study, path: Path | None) -> Self:
        """Return results without a game. Raises ResultsError if the file exists, NotWritable."""
        if path is None:
            return cls(study)
        check_missing(path)
        _begin(path, study)
        return cls(study, path, held=_locked(path))

    @classmethod
    def resume(cls, study: Study, path: Path, setup: type) -> Self:
        """Return the results in a file, or none if there is no file. Raises ResultsError, NotWritable.

        `setup` is the type of the game's setups. A last line that was not written to its end is cut off: its game is
        played again.
        """
        if not path.exists():
            return cls.begin(study, path)
        held = _locked(path)
        try:
            return cls(study, path, cls._saved_games(study, path, setup), held)
        except BaseException:
            os.close(held)
            raise

    @staticmethod
    def _saved_games(study: Study, path: Path, setup: type) -> tuple[LadderGame, ...]:
        data = _read(path)
        lines = data[: data.rfind(b"\n") + 1].splitlines()
        if not lines and (_encoder.encode(study) + b"\n").startswith(data):
            cut_off_rest(path, data)
            _append(path, study)
            return ()
        found = _decode(path, 1, lines[0] if lines else data, specialized(Study, setup))
        if replace(found, physics=study.physics) != study:
            sentence = _("{path} holds the results of another study: {found}")
            raise ResultsError(sentence.format(path=path, found=shown(found, LONGEST_REASON)))
        if UNSET not in (found.physics, study.physics) and found.physics != study.physics:
            raise _other_physics(path, str(found.physics), str(study.physics))
        played = tuple(_played(path, n, line, study) for n, line in enumerate(lines[1:], 2))
        cut_off_rest(path, data)
        return played

    def add(self, game: LadderGame) -> None:
        """Keep a game. Raises NotWritable."""
        if self.path is not None:
            _append(self.path, game)
        self.played.append(game)

    @property
    def places(self) -> frozenset[Place]:
        """The finished games."""
        return frozenset(game.place for game in self.played)


def _other_physics(path: Path, there: str, here: str) -> ResultsError:
    """Return the error that games of a file were thrown with other physics, so that the same seeds give others here."""
    from shogun.tower.physics.fingerprint import described

    sentence = _(
        "{path} holds games with slightly different physics ({there}; here: {here}): "
        "resume it on such a machine, or start another file"
    )
    return ResultsError(sentence.format(path=path, there=described(there), here=described(here)))


def physics_of(tower: TowerInfo | None) -> str | UnsetType:
    """Return the digest of the physics with which this machine simulates a tower; unset for a quick model or none."""
    if tower is None or tower.geometry is None:
        return UNSET
    from shogun.tower.physics.fingerprint import fingerprint

    return fingerprint()


def check_missing(path: Path) -> None:
    """Raise ResultsError if the file already exists."""
    if path.exists():
        raise ResultsError(_("{path} exists: add --resume to continue it").format(path=path))


def _begin(path: Path, study: Study) -> None:
    """Write a new file. Raises ResultsError if another process was faster, NotWritable."""
    try:
        make_folder(path.parent)
        write_new(path, _encoder.encode(study) + b"\n")
    except FileExistsError:
        check_missing(path)
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _locked(path: Path) -> int:
    """Return the handle of a file locked for this process until it is closed. Raises ResultsError."""
    try:
        file = open_plain(path, os.O_RDONLY, follows=True)
    except OSError as error:
        raise _unreadable(path, error) from error
    if not lock(file):
        os.close(file)
        raise ResultsError(_("{file}: another program is writing to it.").format(file=path).removesuffix("."))
    return file


def _append(path: Path, line: Study | LadderGame) -> None:
    """Append a line in one write. Raises NotWritable."""
    try:
        file = open_plain(path, os.O_WRONLY | os.O_APPEND, follows=True)
        try:
            whole = _encoder.encode(line) + b"\n"
            if os.write(file, whole) < len(whole):
                raise OSError(_("the disk is full"))
        finally:
            os.close(file)
    except OSError as error:
        raise NotWritable.because(path, error) from error


def _read(path: Path) -> bytes:
    try:
        return read_bounded(path, MOST_BYTES)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> ResultsError:
    return ResultsError(unreadable(path, error))


def whole_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file, and remove anything after them. Raises ResultsError, NotWritable."""
    data = _read(path)
    cut_off_rest(path, data)
    return data[: data.rfind(b"\n") + 1].splitlines()


def cut_off_rest(path: Path, data: bytes) -> None:
    """Remove anything after the last complete line of a file with the content `data`. Raises NotWritable."""
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        try:
            os.truncate(path, whole)
        except OSError as error:
            raise NotWritable.because(path, error) from error


def _played(path: Path, number: int, line: bytes, study: Study) -> LadderGame:
    """Return the game of a line. Raises ResultsError, also if the study has no such game."""
    game, seats = _decode(path, number, line, LadderGame), range(study.setup.seats)
    is_one = (
        0 <= game.step < len(study.steps)
        and game.number >= 0
        and game.seat in seats
        and len(game.points) == len(seats)
        and game.winners
        and set(game.winners).issubset(seats)
        and (game.adjusted is UNSET) == (study.adjustment is UNSET)
    )
    if not is_one:
        raise ResultsError(_("{path}, line {number}: not a game of this study").format(path=path, number=number))
    return game


def _decode(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except UNDECODABLE as error:
        sentence = _("{path}, line {number}: not a ladder result: {why}")
        why = shown(error, LONGEST_REASON)
        raise ResultsError(sentence.format(path=path, number=number, why=why)) from error
