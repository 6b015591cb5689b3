"""The connection to the scheduler of a Dask cluster, and its workers.

The address of a scheduler, the file in which it left its address, or ``local:4``: a cluster of four
worker processes on this machine for as long as the run lasts. Workers may come and go at any time; who is
there is asked again every other second.

Dask's own log lines and warnings are kept off the terminal: whatever concerns the user is said by errors
of the project's family, in one line.
"""

from __future__ import annotations

import logging
import re
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from symcause.bounds.processes_bounds import LOCAL_WORKERS
from symcause.errors import SymcauseError, UsageError
from symcause.version import __version__, installing

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 10.0
"""Seconds that a scheduler has to answer."""

_FRESH = 2.0  # seconds for which the list of workers holds


class ClusterError(SymcauseError):
    """There is no cluster, or none any more."""


class Scheduler:
    """Used in a ``with`` block; *tell* hears about workers that are missing or refused."""

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        self.address, self.tell = address, tell
        self.refused: dict[str, str] = {}
        """Workers with another version of the project, by their address."""
        self._stack = ExitStack()
        self._threads: dict[str, int] = {}
        self._asked = self._missed = -_FRESH
        self._client: Client | None = None

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(_silence())
            self._client = stack.enter_context(_connected(self.address))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def client(self) -> Client:
        """The connection. Raises ClusterError if it is broken."""
        if self._client is None or self._client.status != "running":
            raise self.lost()
        return self._client

    @property
    def connected(self) -> bool:
        return self._client is not None and self._client.status == "running"

    def lost(self) -> ClusterError:
        """What there is to say when the scheduler is gone."""
        return ClusterError(
            "the scheduler of the cluster is gone",
            file=self.address,
            remedy="results already written are kept; continue with --out FILE --resume",
        )

    @property
    def threads(self) -> dict[str, int]:
        """The threads of every worker that may be used, by its address."""
        now = monotonic()
        if now - self._asked >= _FRESH:
            with self.watched():
                self._threads = dict(self.client.nthreads())
            self._asked = now
            self._look()
        return {at: n for at, n in self._threads.items() if at not in self.refused}

    def refuse(self, address: str, version: str) -> None:
        """Use this worker no more: it has another version."""
        if address not in self.refused:
            self.refused[address] = version
            has = f"symcause {version}" if version else "no symcause that starts"
            self.tell(f"{address} has {has}, this is {__version__}: the worker is not used")
        self._look()

    def _look(self) -> None:
        """Say so if there is nobody to work."""
        if self._threads and not self._threads.keys() - self.refused.keys():
            raise ClusterError(
                f"no worker of the cluster has symcause {__version__}",
                file=self.address,
                remedy="install the same version there and start the workers again",
            )
        if not self._threads and self._missed < 0:
            self._missed = monotonic()
            self.tell(f"{self.address} has no worker yet: waiting for one")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Broken connections inside are the project's own error."""
        from concurrent.futures import CancelledError

        try:
            yield
        except (OSError, CancelledError):
            raise self.lost() from None

    @property
    def staff(self) -> str:
        threads = {at: n for at, n in self._threads.items() if at not in self.refused}
        workers = "1 worker" if len(threads) == 1 else f"{len(threads)} workers"
        total = sum(threads.values())
        return workers if total == len(threads) else f"{workers}, {total} threads"


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """A client of the cluster at this address. Raises UsageError where there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--cluster needs dask.distributed", remedy=installing("cluster")) from None
    with ExitStack() as stack:
        where: dict[str, Any] = {"address": address}
        if address.startswith("local:"):
            where = {"address": stack.enter_context(_started(address))}
        elif address.endswith(".json"):
            if not Path(address).is_file():
                raise UsageError("no such scheduler file", file=address)
            where = {"scheduler_file": address}
        try:
            client = Client(**where, timeout=CONNECT, set_as_default=False, name="symcause")
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(
                f"no scheduler answers ({type(error).__name__})",
                file=address,
                remedy="give its address, as tcp://HOST:8786, or local:N to start one here",
            ) from None
        stack.callback(client.close, timeout=2)
        yield client


@contextmanager
def _started(address: str) -> Iterator[Any]:
    """A cluster on this machine: this many worker processes, one thread each."""
    from distributed import LocalCluster

    number = re.fullmatch(r"local:(\d{1,3})", address)
    if number is None or not 1 <= int(number[1]) <= LOCAL_WORKERS:
        raise UsageError(
            "--cluster local:N takes a number of workers", value=address, remedy="as local:4"
        )
    with _undisturbed():
        cluster = LocalCluster(
            n_workers=int(number[1]),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            memory_limit=None,  # the worker is small; its child has --memory
            silence_logs=logging.CRITICAL,
        )
    try:
        yield cluster
    finally:
        cluster.close(timeout=5)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes begun inside do not hear Ctrl-C: whoever began them ends them."""
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _silence() -> Iterator[None]:
    """No log lines and no warnings of libraries."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            logging.disable(before)
