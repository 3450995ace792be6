"""Work on a cluster: a dask scheduler distributes it to its workers (the extra `cluster`).

A cluster may lose its workers, its scheduler or its network in the middle of a run. dask would wait forever, so the
results come through a thread that is left behind when the cluster has gone.

Workers on other machines may compute slightly different physics (`shogun.tower.physics.fingerprint`). They are
left out, or, if requested, they take part, and all figures agree in distribution only. Each result names the worker
that computed it, so late joiners are noticed too.
"""

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from shogun.base.language import _, shown, together
from shogun.base.notices import notice
from shogun.lab.errors import ClusterGone, LabError, library_missing
from shogun.lab.running.checkpoints import VersionStamp, version_stamp

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")
PATIENCE = 10.0
"""Seconds that a scheduler has to answer, and to find workers if it has none."""
MOST_NAMED = 5
"""Workers named in a sentence."""
LOOK = 0.5
"""Seconds between two checks of the cluster."""


@contextmanager
def cluster(address: str, *, mixed: bool = False) -> Iterator["Cluster"]:
    """Yield the workers of the dask scheduler at an address such as tcp://10.0.0.5:8786.

    Those whose physics differs from this machine's are left out, or take part if `mixed`; either is noted at once.

    Raises LabError if dask isn't installed, nobody answers, or a worker runs another program.
    """
    client = _connected(address)
    with _silenced():
        try:
            yield Cluster(client, address, _checked(client, address, mixed=mixed), mixed=mixed)
        finally:
            with contextlib.suppress(Exception):  # it may be gone, which has been reported
                client.close(timeout=1)  # type: ignore[no-untyped-call]


@contextmanager
def _silenced() -> Iterator[None]:
    """Keep dask's tracebacks off the screen: what goes wrong is said in one sentence by whoever waits for results."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")]
    handlers = [handler for name in names for handler in logging.getLogger(name).handlers]
    for handler in handlers:
        handler.addFilter(_nothing)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_nothing)


def _nothing(_record: logging.LogRecord) -> bool:
    return False


def _connected(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError:
        raise library_missing("--backend dask", "distributed", extra="cluster") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:  # no address, a wrong one, or nobody there
        text = _("--scheduler {address}: no dask scheduler answers there ({error}).")
        raise LabError(text.format(address=address, error=type(error).__name__)) from None


def _checked(client: "Client", address: str, *, mixed: bool) -> frozenset[str] | None:
    """Return the workers to use; None: all. Raises LabError unless there are some, all with this program."""
    with contextlib.suppress(Exception):
        client.wait_for_workers(1, timeout=PATIENCE)
    if not _workers(client):
        raise LabError(_("--scheduler {address}: the cluster has no workers.").format(address=address))
    try:
        stamps: dict[str, VersionStamp] = client.run(version_stamp)
    except Exception as error:  # whatever goes wrong on a worker comes from there
        text = _("--scheduler {address}: a worker can't load Shogun: {error}.")
        raise LabError(text.format(address=address, error=error)) from None
    if strangers := [worker for worker, one in stamps.items() if not _is_this(one)]:
        raise LabError(_other_version(address, strangers))
    differ = [worker for worker, one in stamps.items() if one.physics != version_stamp().physics]
    if mixed or not differ:
        _note_mixed(address, differ)
        return None
    if len(differ) == len(stamps):
        text = _(
            "--scheduler {address}: all workers compute the physics slightly differently from this "
            "machine; with --mixed they are used anyway, and figures agree only statistically."
        )
        raise LabError(text.format(address=address))
    text = _(
        "--scheduler {address}: left out because they compute the physics slightly differently from "
        "this machine: {workers}."
    )
    notice(text.format(address=address, workers=_addresses(differ)))
    return frozenset(stamps).difference(differ)


def _note_mixed(address: str, differ: Sequence[str]) -> None:
    if differ:
        text = _(
            "--scheduler {address}: these workers compute the physics slightly differently, so their "
            "figures agree only statistically: {workers}."
        )
        notice(text.format(address=address, workers=_addresses(differ)))


def _is_this(one: object) -> TypeGuard[VersionStamp]:
    """Return whether a worker runs this program, whatever its physics; an older one may answer anything."""
    return isinstance(one, VersionStamp) and one.program == version_stamp().program


def _other_version(address: str, workers: Sequence[str]) -> str:
    text = _("--scheduler {address}: these workers have another version of Shogun or pymunk: {workers}.")
    return text.format(address=address, workers=_addresses(workers))


def _addresses(workers: Sequence[str]) -> str:
    """Return the addresses of workers as a list, of many the first ones."""
    names = [shown(worker) for worker in sorted(workers)]
    return together(names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "..."])


def _workers(client: "Client") -> frozenset[str]:
    """Return the addresses of the workers that the scheduler has; none if it doesn't answer."""
    try:
        return frozenset(client.scheduler_info(n_workers=-1)["workers"]) if client.status == "running" else frozenset()
    except Exception:  # a scheduler that is going down answers anything
        return frozenset()


def _signed(function: Callable[[T], R], item: T) -> tuple[str, VersionStamp, R]:
    """Return an item's result, signed with the worker's address and program."""
    from distributed import get_worker

    return get_worker().address, version_stamp(), function(item)


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: "Client", address: str, chosen: frozenset[str] | None, *, mixed: bool) -> None:
        """Take the `chosen` workers, or all; `mixed`: including those with other physics."""
        self._client = client
        self._address = address
        self._chosen = chosen
        self._mixed = mixed

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield `function(item)` of each item as soon as it is ready. Raises LabError, ClusterGone if that is why."""
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._work, args=(function, items, done), daemon=True).start()
        last = time.perf_counter()
        while True:
            try:
                kind, value = done.get(timeout=LOOK)
            except queue.Empty:
                last = time.perf_counter() if self._has_workers() else last
                if time.perf_counter() - last > PATIENCE:
                    raise self._gone() from None
                continue
            if kind == "end":
                return
            if kind == "error":
                raise self._translated(value)
            last = time.perf_counter()
            worker, by, result = value
            self._check(worker, by)
            yield result

    def _work(self, function: Callable[[T], R], items: Sequence[T], done: "queue.SimpleQueue[Any]") -> None:
        """Put all results into a queue, followed by how the work ended."""
        from distributed import as_completed

        workers = None if self._chosen is None else sorted(self._chosen)
        try:
            tasks: Any = self._client.map(partial(_signed, function), items, pure=False, workers=workers)
            for task in as_completed(tasks, loop=self._client.loop):  # type: ignore[no-untyped-call]
                done.put(("result", task.result()))
            done.put(("end", None))
        except BaseException as error:  # raised again in the waiting thread
            done.put(("error", error))

    def _has_workers(self) -> bool:
        """Return whether there is a worker to use; a restarted one has another address."""
        there = _workers(self._client)
        return bool(there if self._chosen is None else there & self._chosen)

    def _check(self, worker: str, by: object) -> None:
        """Note a worker that joined later and has other physics, if that is allowed; otherwise raise LabError."""
        if not _is_this(by):
            raise LabError(_other_version(self._address, [worker]))
        if by.physics == version_stamp().physics:
            return
        if not self._mixed:
            text = _(
                "--scheduler {address}: a worker that joined later computes the physics slightly differently "
                "from this machine: {worker}. Run the same command again to leave it out."
            )
            raise LabError(text.format(address=self._address, worker=shown(worker)))
        _note_mixed(self._address, [worker])

    def _translated(self, error: BaseException) -> BaseException:
        """Return a task's exception, or ClusterGone for an error of the cluster."""
        if isinstance(error, LabError):
            return error
        room = type(error).__module__.partition(".")[0]
        is_clusters = room in ("distributed", "dask", "tornado", "asyncio", "concurrent") or isinstance(error, OSError)
        return self._gone() if is_clusters or not self._has_workers() else error

    def _gone(self) -> ClusterGone:
        text = _("the connection to the cluster at {address} was lost.")
        return ClusterGone(text.format(address=self._address))
