"""`shogun puzzle list` lists puzzles and one's rating; `check` proves a puzzle again; `make` searches for new ones."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.files import UNDECODABLE, make_folder, read_bounded, write_whole
from shogun.base.language import _, decimal, ngettext
from shogun.base.worker_pool import in_order
from shogun.cli.errors import DONE, NO, WrongInput
from shogun.cli.game_options import Seed, WholeNumber, jobs_of, tower_of
from shogun.cli.progress import Line
from shogun.games import GAMES, Game, entry_of
from shogun.players.puzzles.collection import A_SET, all_puzzles, from_easy
from shogun.players.puzzles.making import GameSearch, RelativeSearch, Search
from shogun.players.puzzles.proving import GUESSED, WORLDS, proof
from shogun.players.puzzles.puzzle import SUFFIX, Listed, Puzzle, PuzzleError, RuleOfThumb, encoded, stars_text
from shogun.players.puzzles.puzzle_ratings import Standing, standing
from shogun.players.puzzles.solved_puzzles import Progress, load_progress
from shogun.players.puzzles.solvers import RULES
from shogun.players.puzzles.verdict import open_puzzle, verdict, worth


def list_all(*, game: str | None = None) -> int:
    """List the puzzles in sets from easy to hard, with your stars and the puzzles' ratings; then your own rating.

    Parameters
    ----------
    game
        Only the puzzles of this game.
    """
    codes = [entry_of(game).code] if game else list(GAMES)
    progress, puzzles = load_progress(), all_puzzles(codes)
    known = standing(progress.tries)
    for code in codes:
        entry = entry_of(code)
        for number, one in enumerate(from_easy(puzzles, code)):
            if number % A_SET == 0:
                print(_("{game}, set {n}").format(game=entry.title, n=number // A_SET + 1))
            print(_entry_line(number + 1, one, progress, known))
    if progress.tries:
        print(known.text())
    return DONE


def _entry_line(number: int, one: Listed, progress: Progress, known: Standing) -> str:
    try:
        title = open_puzzle(entry_of, one.path).title()
    except PuzzleError:  # `shogun puzzle check` says what is wrong with it
        title = one.theme
    stars = progress.of(one.id)
    reached = "   " if stars is None else stars_text(stars)
    rating = f"{known.puzzles.get(one.id, one.rating):.0f}" if one.is_shipped else ""
    return f"{number:3} {reached} {rating:4} {one.path.stem:12} {title}"


class Checked(Struct, frozen=True):
    """The findings about a puzzle, for `--json`."""

    id: str
    game: str
    theme: str
    proved: bool
    best_stars: int
    plain_stars: dict[RuleOfThumb, int]
    """Stars that rules of thumb earn."""
    lead: float
    error: float
    likely: float
    leads: dict[str, tuple[float, float]]
    """Leads in other circumstances, with their standard errors; none if it isn't a puzzle anyway."""
    opened_in: float
    """Seconds taken to open it, ..."""
    judged_in: float
    """... and to judge an answer."""


def check(file: Path, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Prove a puzzle again: its best answer leads clearly, whatever the luck, and no rule of thumb earns two stars.

    Parameters
    ----------
    file
        The puzzle's file.
    json
        Print one JSON object.
    """
    began = time.perf_counter()
    opened = open_puzzle(entry_of, file)
    opened_in = time.perf_counter() - began
    judged = verdict(opened, opened.usual)
    judged_in = time.perf_counter() - began - opened_in
    result = proof(opened)
    puzzle = opened.puzzle
    if json:
        report = Checked(
            puzzle.id, puzzle.game, puzzle.theme, result.is_given, result.best_stars, dict(result.plain_stars),
            round(result.lead.mean, 3), round(result.lead.error, 3), result.likely,
            {world: (round(lead.mean, 3), round(lead.error, 3)) for world, lead in result.leads.items()},
            round(opened_in, 3), round(judged_in, 3),
        )  # fmt: skip
        print(msgspec.json.encode(report).decode())
        return DONE if result.is_given else NO
    unit = opened.theme.unit
    print(_("{game}: {theme}").format(game=opened.game.title, theme=opened.title()))
    print("\n".join(opened.task()))
    best = opened.judge.told(opened.start, puzzle.theme, opened.best)
    value = worth(puzzle.value, unit)
    print(_("Best, {stars}: {answer}: {value}").format(stars=stars_text(result.best_stars), answer=best, value=value))
    usual = opened.judge.told(opened.start, puzzle.theme, opened.usual)
    value = worth(judged.value, unit)
    sentence = _("Ordinary, {stars}: {answer}: {value}")
    stars = stars_text(result.plain_stars["planner"])
    print(sentence.format(stars=stars, answer=usual, value=value))
    for rule, count in result.plain_stars.items():
        print(f"{stars_text(count)} {_(RULES[rule])}")
    sentence = _("Better than all others by {lead} (standard error {error})")
    print(sentence.format(lead=decimal(result.lead.mean), error=decimal(result.lead.error)))
    sentence = _("{share} % of random answers earn more than one star; at most {most} % may")
    print(sentence.format(share=f"{100 * result.likely:.0f}", most=f"{100 * GUESSED:.0f}"))
    for world, lead in result.leads.items():
        sentence = _("Lead {circumstances}: {lead} (standard error {error})")
        numbers = {"lead": decimal(lead.mean), "error": decimal(lead.error)}
        print(sentence.format(circumstances=_(WORLDS[world]), **numbers))
    for fault in result.faults:
        print(fault)
    print(_("Verified.") if result.is_given else _("Not verified."))
    return DONE if result.is_given else NO


# `shogun puzzle make`: searching for puzzles in games played for that purpose

MOST_BYTES = 10_000_000
"""Maximum size of the file that lists the searched games."""


class Searched(Struct, frozen=True):
    """The games already searched, as the file next to the puzzles lists them."""

    games: tuple[str, ...] = ()
    """Names made of theme, seed and number."""


def make(
    *,
    game: str,
    theme: str,
    into: Path,
    games: WholeNumber = 40,
    seed: Seed = 1,
    tower: str = "classic",
    jobs: WholeNumber = 1,
    like: Path | None = None,
    again: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Search for puzzles in games that are played for it; each that is found is proved, and written at once.

    What was searched stands in a file beside them, so that the same command goes on where it was broken off.

    Parameters
    ----------
    game
        Which game.
    theme
        Theme of the puzzles; a wrong word lists the themes there are.
    into
        Folder for the puzzles.
    games
        Number of games to play.
    seed
        Seed for everything left to chance.
    tower
        Shogun: name of a tower, or path to a .toml file.
    jobs
        Number of parallel processes; the results are the same for any number.
    like
        A puzzle's file: try its position with other luck, as many times as games would be played.
    again
        Search games again that have been searched before.
    """
    entry = entry_of(game)
    judge = entry.puzzles
    if judge is None:
        raise WrongInput(_("{game} has no puzzles").format(game=entry.title))
    if theme not in judge.THEMES:
        known = ", ".join(judge.THEMES)
        raise WrongInput(_("--theme {theme}: choose one of {known}").format(theme=theme, known=known))
    if games < 1:
        raise WrongInput(_("{option} {number} must be at least 1").format(option="--games", number=games))
    jobs = jobs_of(jobs)
    make_folder(into)
    wanted = _like(entry, like, seed, games) if like else _games(entry, judge.COUNTS, theme, seed, games, tower=tower)
    kept = into / f"{entry.code}.searched"
    done = () if again else _searched(kept).games
    found = _search(into, kept, [search for search in wanted if search.name not in done], set(done), jobs)
    print(ngettext("{n} puzzle", "{n} puzzles", found).format(n=found))
    return 0


def _games(entry: Game, counts: Sequence[int], theme: str, seed: int, games: int, *, tower: str) -> list[Search]:
    """Return one search per game, with each of these numbers of players in turn."""
    setups = tuple(entry.agreed(seats, {}) for seats in counts)
    tower_info = tower_of(entry.rules, tower) if entry.rules.has_tower else None
    return [GameSearch(entry, theme, seed, number, setups, tower_info) for number in range(games)]


def _like(entry: Game, file: Path, seed: int, games: int) -> list[Search]:
    """Return the searches for a number of relatives of a puzzle. Raises PuzzleError."""
    opened = open_puzzle(entry_of, file)
    if opened.game.code != entry.code:
        raise WrongInput(_("{path} isn't a puzzle of {game}").format(path=file, game=entry.title))
    return [RelativeSearch(entry, opened.puzzle, seed, number) for number in range(games)]


def _search(into: Path, kept: Path, wanted: list[Search], done: set[str], jobs: int) -> int:
    """Search games, write the puzzles found, and return their number."""
    line, found = Line(), 0
    for count, (searched, puzzles) in enumerate(_results(wanted, jobs), 1):
        for number, puzzle in enumerate(puzzles, 1):
            write_whole(_path(into, searched, number), encoded(puzzle))
        found += len(puzzles)
        done.add(searched.name)
        write_whole(kept, msgspec.json.encode(Searched(tuple(sorted(done)))))
        if line.is_due(now := time.perf_counter()):
            told = ngettext("{done} of {all} game", "{done} of {all} games", len(wanted))
            line.show(told.format(done=count, all=len(wanted)), now)
    line.end()
    return found


def _results(wanted: list[Search], jobs: int) -> Iterator[tuple[Search, list[Puzzle]]]:
    if wanted:
        yield from zip(wanted, in_order(_called, wanted, min(jobs, len(wanted))), strict=True)


def _called(search: Search) -> list[Puzzle]:
    return search()


def _path(into: Path, search: Search, number: int) -> Path:
    return into / f"{search.name}-{number}{SUFFIX}"


def _searched(path: Path) -> Searched:
    """Return the games already searched; none if no file lists any."""
    if not path.exists():
        return Searched()
    try:
        decoded: Any = msgspec.json.decode(read_bounded(path, MOST_BYTES), type=Searched)
    except UNDECODABLE as error:
        raise WrongInput(_("{path} can't be continued: {why}").format(path=path, why=error)) from error
    return decoded if isinstance(decoded, Searched) else Searched()
