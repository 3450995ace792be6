"""A search for a better tower next to a window: a thread waits for its workers, and can be stopped.

Measurements are kept in the user's cache until the search is finished, so that one that was stopped, or
killed with its window, can be resumed.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from shogun.base.worker_pool import WorkerDied, Workers
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.live_summary import Nearest, RunningSearch, SearchProgress, SearchRequest, State
from shogun.lab.measuring.metrics import Metrics
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.running.results_file import cached_abouts, cached_file, open_results
from shogun.lab.searching.search_space import Candidate, Parameter, parse_parameters
from shogun.lab.searching.targets import CLOGGED_DISTANCE, Target, Targets, check_balance, distance
from shogun.lab.searching.tune import LIBRARIES, Aim, Tuned, about, advice, tune
from shogun.tower.file.design import as_design
from shogun.tower.geometry import Geometry, GeometryError

T = TypeVar("T")
R = TypeVar("R")
LOOK = 0.1
"""Seconds between two checks whether the search should stop."""


class Stopped(Exception):
    """The search was told to stop."""


class _OneByOne:
    """A window's workers, given one piece at a time: the others stay free for the window's own work."""

    def __init__(self, workers: Workers, stopped: threading.Event) -> None:
        self._workers, self._stopped = workers, stopped

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield `function(item)` of each item. Raises Stopped, and WorkerDied."""
        for item in items:
            future = self._workers.submit(partial(function, item))
            while not self._stopped.is_set():
                try:
                    yield future.result(timeout=LOOK)
                    break
                except TimeoutError:
                    continue
            else:
                future.cancel()
                raise Stopped


class BackgroundSearch:
    """A search in a thread of its own."""

    def __init__(self, geometry: Geometry, wish: SearchRequest, workers: Workers) -> None:
        """Begin a search, or resume the same one. Raises LabError and GeometryError as `checked`."""
        self._aim = checked(geometry, wish)
        self._design = as_design(geometry)
        self._stopped = threading.Event()
        self._sought = SearchProgress(most=self._aim.most)
        self._nearest: Candidate | None = None
        self._mistake: BaseException | None = None
        executor = _OneByOne(workers, self._stopped)
        threading.Thread(target=self._run, args=(executor,), daemon=True, name="search").start()

    def look(self) -> SearchProgress:
        """Return its progress; a program error that has ended it is raised here."""
        if self._mistake is not None:
            raise self._mistake
        return self._sought

    def stop(self) -> None:
        """End it soon; its measurements are kept."""
        self._stopped.set()

    def _run(self, executor: _OneByOne) -> None:
        try:
            self._end(self._searched(executor))
        except Stopped:
            self._sought = replace(self._sought, state="stopped")
        except (LabError, WorkerDied, OSError) as error:
            self._sought = replace(self._sought, state="failed", why=str(error))
        except BaseException as error:  # raised again where the window looks
            self._mistake = error

    def _searched(self, executor: _OneByOne) -> Tuned:
        said = about(self._design, self._aim)
        path = cached_file(said)
        with open_results(path, said, is_cached=True) as results:
            self._sought = replace(self._sought, is_kept=results.is_kept)
            found = tune(self._design, self._aim, Work(results, executor, self._note_share), self._note)
        if path:
            path.unlink(missing_ok=True)
        return found

    def _note_share(self, done: int, count: int) -> None:
        self._sought = replace(self._sought, share=done / count if count else 1.0)

    def _note(self, candidates: Sequence[Candidate]) -> None:
        """Record all candidates so far; new ones are those of a generation, or one that was measured longer."""
        before = self._sought
        found = candidates[before.towers :]
        is_longer = len(found) == 1
        nearest = min(found, key=self._distance)
        if self._nearest is None or self._is_better(nearest, is_first_longer=is_longer and not before.longer):
            self._nearest = nearest
        self._sought = replace(
            before,
            towers=len(candidates),
            generation=before.generation + (not is_longer),
            longer=before.longer + is_longer,
            nearest=self._nearest_tower(self._nearest.values, self._nearest.figures),
            distances=(*before.distances, self._distance(nearest)),
        )

    def _is_better(self, candidate: Candidate, *, is_first_longer: bool) -> bool:
        """Return whether a candidate replaces the nearest: it is nearer, or more is known of it."""
        assert self._nearest is not None
        before = CLOGGED_DISTANCE if is_first_longer else self._distance(self._nearest)
        return self._distance(candidate) < before

    def _distance(self, candidate: Candidate) -> float:
        return CLOGGED_DISTANCE if candidate.figures is None else distance(candidate.figures, self._aim.targets)

    def _nearest_tower(self, values: dict[str, float], figures: Metrics | None) -> Nearest | None:
        if figures is None or figures.given_up:
            return None
        found = [figures.of(target.name) for target in self._aim.targets]
        return Nearest(values, tuple((one.mean, one.error) for one in found))

    def _end(self, tuned: Tuned) -> None:
        nearest = self._nearest_tower(tuned.values, tuned.figures)
        state: State = "met" if tuned.reached else "missed"
        why = " ".join(advice(tuned))
        self._sought = replace(self._sought, nearest=nearest, share=1.0, state=state, why=why)


def start_search(geometry: Geometry, wish: SearchRequest, workers: Workers) -> RunningSearch:
    """Return a search, new or resumed. Raises LabError and GeometryError as `checked`."""
    return BackgroundSearch(geometry, wish, workers)


def refusal(geometry: Geometry, wish: SearchRequest) -> str:
    """Return a sentence why no search can begin for this wish; empty if one can."""
    try:
        checked(geometry, wish)
    except (LabError, GeometryError) as error:
        return str(error)
    return ""


def checked(geometry: Geometry, wish: SearchRequest) -> Aim:
    """Return the aim of a search.

    Raises LabError for targets that contradict each other or if the library is missing, and GeometryError for
    parameters that the tower doesn't have.
    """
    check_libraries("tune", *LIBRARIES)
    targets: Targets = tuple(Target(name, value) for name, value in wish.targets)
    aim = Aim(targets, _parameters(geometry, wish.parameters))
    check_balance(targets, aim.throws)
    return aim


def _parameters(geometry: Geometry, names: Sequence[str]) -> tuple[Parameter, ...]:
    return parse_parameters(",".join(names), as_design(geometry))


def unfinished_search(geometry: Geometry) -> SearchRequest | None:
    """Return the wish of this tower's unfinished search; None if there is none."""
    for said in cached_abouts():
        wish = _wish(said)
        if wish is not None and not refusal(geometry, wish):
            same = about(as_design(geometry), checked(geometry, wish))
            if all(said.get(key) == value for key, value in same.items()):
                return wish
    return None


def _wish(said: dict[str, str]) -> SearchRequest | None:
    """Return the wish of an experiment; None if it isn't a search."""
    if said.get("kind") != "tune":
        return None
    try:
        targets = msgspec.json.decode(said["targets"], type=Targets)
        parameters = msgspec.json.decode(said["axes"], type=tuple[Parameter, ...])
    except (KeyError, msgspec.MsgspecError):
        return None
    return SearchRequest(
        tuple((target.name, target.value) for target in targets), tuple(parameter.name for parameter in parameters)
    )
