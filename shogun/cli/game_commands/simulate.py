"""`shogun simulate`: whole games among opponents, as many as wanted, the same for the same seed."""

import secrets
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shogun.base.language import _, ngettext
from shogun.base.random_streams import LARGEST_SEED
from shogun.base.tables import Output, Table, numbers
from shogun.base.worker_pool import in_order
from shogun.cli.errors import WrongInput
from shogun.cli.game_options import (
    Seed,
    WholeNumber,
    header_of,
    in_words,
    jobs_of,
    listed,
    prepare_models,
    titled,
    tower_of,
    with_code,
    with_game_options,
)
from shogun.game.options import Wish, wishes_of
from shogun.game.remarks import Speaking
from shogun.games import DEFAULT, Game, entry_of, game_of
from shogun.players.seating import change_text, seated, substitute
from shogun.table.errors import TowerDisagrees
from shogun.table.journal import TowerInfo
from shogun.table.position_draft import placed
from shogun.table.positions import PositionFile, read_position
from shogun.table.saved_games import SUFFIX, check_writable
from shogun.table.session import UNLIMITED, Budget, Seat, Session, Turn, run, throw_notes
from shogun.table.speech import HeardEvent, Speech


class Order(Struct, frozen=True):
    """The settings of a game to be simulated, except its seed."""

    game: Game
    setup: Any
    players: tuple[str, ...]
    described: dict[str, str]
    """Descriptions of opponents that aren't the program's own, by code."""
    tower: TowerInfo | None
    journals: Path | None = None
    """The folder for the journals."""
    verbose: bool = False
    speak: Speaking = "seldom"
    """Frequency of the opponents' remarks in the log."""
    check: bool = False
    position: PositionFile | None = None
    budget: Budget = UNLIMITED


class Outcome(Struct, omit_defaults=True, kw_only=True):
    """The result of one game: the JSON object of `shogun simulate --json`; lists are in seat order."""

    game: str | UnsetType = UNSET
    """Omitted for Shogun."""
    seed: int
    board: str | UnsetType = UNSET
    """Omitted in a game with only one."""
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    throws: int
    decisions: int
    seconds: float
    """Duration without start-up."""
    journal: str
    """The journal's hash."""
    failures: tuple[str, ...] = ()
    """A sentence for each opponent that failed and was replaced."""


class Simulated(Struct):
    """A simulated game: its outcome, its log if requested, and the violated invariants if they were checked."""

    outcome: Outcome
    log: list[str]
    problems: list[str]


class _Listener:
    """Counts, logs and checks while a game runs."""

    def __init__(self, order: Order, session: Session) -> None:
        self.order = order
        self.session = session
        self.throws = self.decisions = 0
        self.speech = Speech(order.game.rules, order.game.remarks, session.header)
        self.log: list[str] = []
        self.problems: list[str] = []

    def __call__(self, turn: Turn) -> None:
        self.throws += turn.fall is not None
        self.decisions += turn.seat is not None
        if self.order.verbose:
            self.log.extend([*throw_notes(turn), *in_words(self.order.game.words, turn.events, self.session.header)])
            heard = HeardEvent(turn.n, turn.before, turn.events, turn.after)
            if said := self.speech.hear(heard, self.session.course.changes, self.order.speak):
                self.log.append(said.line())
        if self.order.check:
            self.problems.extend(f"line {turn.n}: {problem}" for problem in self._check(turn))

    def _check(self, turn: Turn) -> Iterator[str]:
        yield from self.order.game.rules.problems(turn.after)
        if turn.fall is not None:
            try:
                self.session.course.check_tower(turn.after, turn.fall.inside)
            except TowerDisagrees as error:
                yield str(error)


def play_one(order: Order, seed: int) -> Simulated:
    """Return one game, played to its end. Raises IllegalSetup, NotWritable, SeatFailed."""
    with seated(order.game.opponents, order.players, order.described) as seats:
        return _played(order, seed, seats)


def _played(order: Order, seed: int, seats: Sequence[Seat]) -> Simulated:
    entry = order.game
    if order.tower and order.tower.geometry is not None:
        import shogun.tower.physics.throw  # noqa: F401  part of the start-up, not of the first game's seconds
    path = order.journals / f"{seed}{SUFFIX}" if order.journals else None
    began = time.perf_counter()
    header = header_of(entry, seed, order.setup, order.players, order.tower)
    if order.position is not None:
        header = placed(header, order.position)
    session = Session.start(entry.rules, replace(header, described=order.described or UNSET), path)
    listener = _Listener(order, session)
    run(session, seats, order.budget, watch=listener, substitute=substitute(entry.opponents))
    seconds = time.perf_counter() - began
    session.close()
    return Simulated(_outcome(order, session, listener, round(seconds, 6)), listener.log, listener.problems)


def _outcome(order: Order, session: Session, listener: _Listener, seconds: float) -> Outcome:
    entry, result = order.game, session.result
    names = [seat.name for seat in session.header.seats]
    title = partial(titled, entry.opponents, session.header)
    changes = session.course.changes
    return Outcome(
        game=UNSET if entry.code == DEFAULT else entry.code,
        seed=session.header.seed,
        board=entry.words.board_of(order.setup) or UNSET,
        players=order.players,
        scores=result.points,
        winners=result.winners,
        throws=listener.throws,
        decisions=listener.decisions,
        seconds=seconds,
        journal=session.hash(),
        failures=tuple(change_text(change, names, title) for change in changes),
    )


@with_game_options(after="players")
def simulate(
    *,
    games: WholeNumber = 1,
    players: WholeNumber | None = None,
    opponents: str | None = None,
    seed: Seed | None = None,
    tower: str = "classic",
    budget: WholeNumber | None = None,
    jobs: WholeNumber = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
    verbose: Annotated[bool, Parameter(negative="")] = False,
    speak: Speaking = "seldom",
    journals: Path | None = None,
    check: Annotated[bool, Parameter(negative="")] = False,
    position: Path | None = None,
    game: str | None = None,
    **wishes: Wish,
) -> int:
    """Play whole games among opponents.

    Parameters
    ----------
    games
        Number of games. The first uses the seed, each further game the next number.
    players
        Number of players. Default: as many as there are opponents named, else 4. Shogun takes 3, 4 or 5, the others 2,
        3 or 4.
    opponents
        Opponents for the seats, separated by commas: a code, a strength in lower case (samurai, grand-master), the path
        to a character's .toml file, or a function of your own as package.module:function. Default: a samurai in every
        seat; its code is greedy in Shogun, solid in the others.
    seed
        Seed for everything left to chance; default: a new one each time.
    tower
        Name of a tower, path to a .toml file, or `model` for the quick probabilistic model.
    budget
        Playouts that an opponent that looks ahead makes for a Shogun plan, or for a move in the other games; default:
        as many as it likes. A march or other choice within a season gets a fixed part of that: 60 when a plan gets 700.
    jobs
        Number of parallel processes; the results are the same for any number.
    json
        Print one JSON object per game, each on its own line.
    verbose
        Describe every game in words (on stderr with --json).
    speak
        With --verbose, how often opponents speak between the events: all (after everything noteworthy), seldom (about
        once a season) or never.
    journals
        Folder to save the games' journals in.
    check
        Check the rules' invariants after every move.
    position
        Position file, NAME.position.toml, from which all games start; it sets the game and the number of players.
    game
        Game to play: shogun (the default), rumble-nation, river-of-gold, or another one that `shogun games` lists.
    """
    _at_least_one("--games", games)
    _at_least_one("--budget", 1 if budget is None else budget)
    jobs = jobs_of(jobs)
    start = None if position is None else read_position(game_of, position)
    entry = _entry(game, start)
    seeds = _seeds(seed, games)
    words = _words(entry, players if start is None else start.setup.seats, opponents)
    entry, words = with_code(entry, words)
    codes, described = entry.opponents.named(words)
    wished = wishes_of(wishes)
    setup_agreed = entry.agreed(len(codes), wished) if start is None else _only(start.setup, wished)
    if journals:
        check_writable(journals)
    info = tower_of(entry.rules, tower)  # last of all: a model may have to be fitted
    prepare_models(entry, info, codes)
    order = Order(
        entry, setup_agreed, codes, dict(described), info, journals, verbose, speak, check, start, Budget(budget)
    )
    return _report(in_order(partial(play_one, order), seeds, min(jobs, games)), json=json)


def _entry(game: str | None, position: PositionFile | None) -> Game:
    """Return the named game, or a position's. Raises WrongInput, UnknownGame."""
    if position is None:
        return entry_of(DEFAULT if game is None else game)
    entry = entry_of(position.game.code)
    if game is not None and entry_of(game) is not entry:
        raise WrongInput(_("--position: this position is of {game}").format(game=entry.code))
    return entry


def _only(setup: Any, wishes: Mapping[str, str]) -> Any:
    """Return a position's setup. Raises WrongInput if options were given too."""
    for option in wishes:
        raise WrongInput(_("--{option} can't be combined with --position, which sets it").format(option=option))
    return setup


def _seeds(seed: int | None, games: int) -> range:
    """Return one seed per game, drawn at random if no first seed is given. Raises WrongInput."""
    first = secrets.randbits(32) if seed is None else seed
    if first + games - 1 > LARGEST_SEED:
        sentence = _("--seed {seed} with --games {games}: the largest seed is {most}")
        raise WrongInput(sentence.format(seed=seed, games=games, most=LARGEST_SEED))
    return range(first, first + games)


def _at_least_one(option: str, number: int) -> None:
    if number < 1:
        raise WrongInput(_("{option} {number} must be at least 1").format(option=option, number=number))


def _words(entry: Game, players: int | None, opponents: str | None) -> tuple[str, ...]:
    """Return the words that name the opponents, in seat order. Raises WrongInput."""
    named = listed(opponents) if opponents else ()
    words = named or (entry.opponents.SUBSTITUTE,) * (entry.words.SEATS if players is None else players)
    if players is not None and len(words) != players:
        sentence = ngettext(
            "--opponents names {n} opponent, but there are {players} players: name one for each",
            "--opponents names {n} opponents, but there are {players} players: name one for each",
            len(words),
        )
        raise WrongInput(sentence.format(n=len(words), players=players))
    return words


def _report(played: Iterator[Simulated], *, json: bool) -> int:
    """Write games as they finish; return 1 if a check has failed."""
    outcomes, sound = [], True
    for game in played:
        outcomes.append(game.outcome)
        for line in game.log:
            print(line, file=sys.stderr if json else sys.stdout)
        for failure in game.outcome.failures:
            print(f"shogun: seed {game.outcome.seed}: {failure}", file=sys.stderr)
        for problem in game.problems:
            print(f"shogun: seed {game.outcome.seed}, {problem}", file=sys.stderr)
        sound = sound and not game.problems
        if json:
            print(msgspec.json.encode(game.outcome).decode(), flush=True)
    if not json:
        _print_table(outcomes)
    return 0 if sound else 1


def _print_table(outcomes: Sequence[Outcome]) -> None:
    columns = numbers(_("Seed"), *outcomes[0].players, _("Won by"), _("Throws"), _("Seconds"))
    rows = []
    for outcome in outcomes:
        winner = _("seat {seat} ({player})")
        winners = ", ".join(winner.format(seat=seat, player=outcome.players[seat]) for seat in outcome.winners)
        scores = map(str, outcome.scores)
        rows.append((str(outcome.seed), *scores, winners, str(outcome.throws), f"{outcome.seconds:.2f}"))
    Output().print_table(Table(_("Games"), columns, rows))
