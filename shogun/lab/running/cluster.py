"""Work on a cluster: joblib hands it to the workers of a dask scheduler (`pip install 'shogun[cluster]'`).

A cluster may lose its workers, its scheduler or its network in the middle of a run. joblib would wait for ever, so the
results come through a thread that is left behind when the cluster has gone.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.running.version_stamp import version_stamp

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")
PATIENCE = 10.0
"""Seconds that a scheduler has to answer, and to find workers when it has none."""
LOOK = 0.5
"""Seconds between two looks at whether the cluster is still there."""


@contextmanager
def cluster(address: str) -> Iterator["Cluster"]:
    """Yield the workers of the dask scheduler at an address such as tcp://10.0.0.5:8786.

    Raises LabError if joblib or dask is not installed, nobody answers, or a worker runs another program.
    """
    client = _connected(address)
    try:
        yield Cluster(client, address)
    finally:
        with contextlib.suppress(Exception):  # it may be gone, which has been told
            client.close(timeout=1)  # type: ignore[no-untyped-call]


def _connected(address: str) -> "Client":
    try:
        import joblib as _joblib  # noqa: F401  only whether it is there
        from distributed import Client
    except ImportError:
        sentence = _("--backend dask needs joblib and dask: install them with pip install 'shogun[cluster]'.")
        raise LabError(sentence) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:  # no address, a wrong one, or nobody there
        text = _("--scheduler {address}: no dask scheduler answers there ({error}).")
        raise LabError(text.format(address=address, error=type(error).__name__)) from None
    _check_workers(client, address)
    return client


def _check_workers(client: "Client", address: str) -> None:
    """Raise LabError unless there are workers, all with this very program."""
    with contextlib.suppress(Exception):
        client.wait_for_workers(1, timeout=PATIENCE)
    if not _workers(client):
        raise LabError(_("--scheduler {address}: the cluster has no workers.").format(address=address))
    try:
        found = client.run(version_stamp)
    except Exception as error:  # whatever goes wrong on a worker comes from there
        text = _("--scheduler {address}: a worker can't load Shogun: {error}.")
        raise LabError(text.format(address=address, error=error)) from None
    if any(one != version_stamp() for one in found.values()):
        text = _("--scheduler {address}: a worker has another version of Shogun or of pymunk than this program.")
        raise LabError(text.format(address=address))


def _workers(client: "Client") -> int:
    """Return how many workers the scheduler has; 0 if it doesn't answer."""
    try:
        return len(client.scheduler_info(n_workers=-1)["workers"]) if client.status == "running" else 0
    except Exception:  # a scheduler that is going down answers anything
        return 0


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: "Client", address: str) -> None:
        self._client = client
        self._address = address

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield `function(item)` of each item as soon as it is there. Raises LabError if the cluster has gone."""
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._work, args=(function, items, done), daemon=True).start()
        last = time.monotonic()
        while True:
            try:
                kind, value = done.get(timeout=LOOK)
            except queue.Empty:
                last = time.monotonic() if _workers(self._client) else last
                if time.monotonic() - last > PATIENCE:
                    raise self._gone() from None
                continue
            if kind == "end":
                return
            if kind == "error":
                raise self._told(value)
            last = time.monotonic()
            yield value

    def _work(self, function: Callable[[T], R], items: Sequence[T], done: "queue.SimpleQueue[Any]") -> None:
        """Put all results into a queue, and then how it ended."""
        from joblib import Parallel, delayed, parallel_config

        try:
            with parallel_config(backend="dask", client=self._client, wait_for_workers_timeout=PATIENCE):
                parallel = Parallel(return_as="generator_unordered", batch_size=1)
                for result in parallel(delayed(function)(item) for item in items):
                    done.put(("result", result))
            done.put(("end", None))
        except BaseException as error:  # told by whoever waits
            done.put(("error", error))

    def _told(self, error: BaseException) -> BaseException:
        """Return what a task has raised; an error of the cluster as a sentence."""
        if isinstance(error, LabError):
            return error
        room = type(error).__module__.partition(".")[0]
        is_clusters = room in ("distributed", "dask", "tornado", "asyncio", "concurrent") or isinstance(error, OSError)
        return self._gone() if is_clusters or not _workers(self._client) else error

    def _gone(self) -> LabError:
        text = _("the cluster at {address} has gone: what was measured is kept, the same command goes on from there.")
        return LabError(text.format(address=self._address))
