"""Isolation of a function in a child process, where time and memory are bounded.

A solver in C++ holds the interpreter's lock, ignores signals and may eat all memory. So anything under
``--timeout`` runs in a child that is killed when its time is up, whatever it is doing; what it had emitted
until then is kept. Memory is bounded by the operating system (``RLIMIT_AS``), counted from what the
process had when it began. The answer is a value: the function's result, or :class:`Stopped` with the
reason. Errors of the project's own family travel back as they are; any other exception arrives as a
:class:`Failure` that carries the traceback.

What is unpickled here came by a pipe without a name, whose other end only our own child has.

The child writes nothing to the parent's standard streams, dies with its parent, and is always reaped.
Processes are forked where that is safe (:mod:`.start_method`); elsewhere functions must be importable
by name.

>>> call(sum, [1, 2, 3], seconds=60)
6
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.answers import Cut, Unknown
from symcause.errors import SymcauseError
from symcause.processes.child_setup import (
    bound_memory,
    detach,
    end_with_parent,
    hang_up,
    interrupts_held,
    keep_only,
    private,
    refuse_unbounded,
)
from symcause.processes.failure_report import Report
from symcause.processes.growing_parts import Handover, is_part, is_whole, latest
from symcause.processes.start_method import context, forks, start

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Emit = Callable[[object], None]


@dataclass(frozen=True)
class Stopped(Unknown):
    """The function did not get to its end; *parts* is what it had emitted, *by* what ended it."""

    parts: tuple[object, ...] = ()
    by: Cut = "time"

    @property
    def lost(self) -> bool:
        """Did its process die for no limit of ours? Another try may well succeed."""
        return self.by == "lost"


class Latest:
    """What a streaming function returns whose result is the part that it emitted last."""


class Failure(SymcauseError):
    """An exception nobody expected, caught in a child process."""

    def __init__(self, message: str, trace: str, remedy: str = "") -> None:
        text = remedy or "this is a fault of the program; please report it"
        super().__init__(message, remedy=text)
        self.trace = trace


class Limits(Struct, frozen=True):
    """What one call may use; None means no limit."""

    seconds: float | None = None  # of the clock on the wall: a user's patience
    megabytes: int | None = None


NO_LIMITS = Limits()


def call(
    function: Callable[..., object],
    *arguments: object,
    seconds: float | None = None,
    megabytes: int | None = None,
    streams: bool = False,
    on_part: Emit | None = None,
) -> object:
    """The result of ``function(*arguments)`` computed in a child, or :class:`Stopped`.

    With *streams* the function also gets ``emit=``, to hand over parts of its result as they are known;
    *on_part* sees each part as it arrives. Errors of the project's family are raised here.
    """
    worker = Worker(function, Limits(seconds, megabytes), streams)
    try:
        worker.send(arguments)
        while not worker.receive(worker.remaining(), on_part):
            pass
    finally:
        worker.kill()
    if isinstance(worker.outcome, SymcauseError):
        raise worker.outcome
    return worker.outcome


def outcome_here(function: Callable[..., object], item: object, *, streams: bool) -> object:
    """What a child would hand over for an item, worked out in this process."""
    parts: list[object] = []
    try:
        value = function(item, emit=parts.append) if streams else function(item)
    except SymcauseError as error:
        return error
    except MemoryError:
        return Stopped("out of memory", tuple(parts), "memory")
    except Exception as error:
        return _failure(error)
    return parts[-1] if isinstance(value, Latest) else value


def _failure(error: BaseException) -> Failure:
    from traceback import format_exception  # loaded when it is needed

    from symcause.declarations import fault_of

    trace = "".join(format_exception(error))
    if (fault := fault_of(error)) is not None:
        return Failure(fault.message, trace, fault.remedy)
    return Failure(f"{type(error).__name__}: {error}", trace)


class Worker:
    """A child process that runs one function on one tuple of arguments after the other."""

    def __init__(
        self,
        function: Callable[..., object],
        limits: Limits,
        streams: bool,
        growing: bool = False,
        ready: Callable[[], None] | None = None,
    ) -> None:
        refuse_unbounded(limits.megabytes)
        self.limits = limits
        self._growing = growing  # each part holds all that the one before held
        self.outcome: object = None
        self._sent: list[bytes] = []  # parts as they came: of growing ones, what makes the last
        self._deadline: float | None = None
        from multiprocessing.util import Finalize

        made, inherits = context(), forks()
        self.connection, theirs = made.Pipe()
        private(self.connection)
        task = _Task(function, limits, streams, growing, None if inherits else ready)
        self._process = made.Process(target=_serve, args=(theirs, task))
        try:
            with interrupts_held():
                start(self._process, task)
                # Also of a worker that is left to nobody, and before this process waits for its children.
                ending = self._process, self.connection
                self.kill = Finalize(self, _ended, ending, exitpriority=10)
        finally:
            theirs.close()
        self.loading = not inherits  # it greets when it has loaded what it needs

    def send(self, arguments: tuple[object, ...]) -> None:
        """Start on these arguments; the clock runs from now, or once the child has loaded what it needs."""
        if self.loading:
            with suppress(EOFError, OSError):  # it is gone already: receive says why
                self.connection.recv_bytes()
            self.loading = False
        self._sent, self.outcome = [], None
        seconds = self.limits.seconds
        self._deadline = None if seconds is None else monotonic() + seconds
        with suppress(BrokenPipeError, ConnectionResetError):  # gone already: receive says why
            self.connection.send(arguments)

    def remaining(self) -> float | None:
        """Seconds until the time limit; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def receive(self, patience: float | None, on_part: Emit | None = None) -> bool:
        """Wait at most so long for one message; True once :attr:`outcome` is known."""
        if self.remaining() != 0.0:
            return self.connection.poll(patience) and self._take(on_part) != "part"
        self._end()
        while (kind := self._take(on_part)) == "part":
            pass
        if kind == "gone":  # else the result was on its way when the time was up
            self.outcome = self._stopped(f"time limit of {self.limits.seconds:g} s")
        return True

    def _take(self, on_part: Emit | None) -> str:
        """Read one message and say of which kind it is."""
        try:
            message = self.connection.recv_bytes()
        except (EOFError, OSError):  # the child is gone, perhaps in the middle of a message
            self._end()
            by: Cut = "lost" if self.limits.megabytes is None else "memory"
            self.outcome = self._stopped(self._death(), by)
            return "gone"
        if is_part(message):
            if self._growing and is_whole(message):
                self._sent.clear()
            self._sent.append(message)
            if on_part is not None:
                on_part(self._parts()[-1])
            return "part"
        from pickle import loads  # what needs no child does without it

        kind, content = loads(message)
        if isinstance(content, Latest):
            self.outcome = self._parts()[-1]
        else:
            self.outcome = self._stopped(content, "memory") if kind == "stopped" else content
        return str(kind)

    def _parts(self) -> tuple[object, ...]:
        """All parts; of growing ones the last."""
        if self._growing and self._sent:
            return (latest(self._sent),)
        return tuple(latest([message]) for message in self._sent)

    def _stopped(self, reason: str, by: Cut = "time") -> Stopped:
        return Stopped(reason, self._parts(), by)

    def _death(self) -> str:
        """Why the child is gone."""
        code = self._process.exitcode
        limit = self.limits.megabytes
        bound = f" (memory limit {limit} MB)" if limit is not None else ""
        if code is None or code >= 0:
            return f"the process ended with code {code}{bound}"
        return f"the process died of {signal.Signals(-code).name}{bound}"

    def _end(self) -> None:
        self._process.kill()
        self._process.join()


def _ended(process: BaseProcess, connection: Connection) -> None:
    """End a child now, reap it and hang up."""
    process.kill()
    process.join()
    hang_up(connection)


class _Task(Struct, frozen=True):
    """What a child is there for; *ready* loads what it needs, where it inherits nothing."""

    function: Callable[..., object]
    limits: Limits
    streams: bool
    growing: bool
    ready: Callable[[], None] | None


def _serve(connection: Connection, task: _Task) -> None:
    """The child: one tuple of arguments after the other until the parent hangs up."""
    keep_only(connection)
    detach()
    function, limits, streams = task.function, task.limits, task.streams
    if not forks():
        end_with_parent()
        if task.ready is not None:
            task.ready()
        connection.send_bytes(b"ready")
    bound_memory(limits.megabytes)

    while True:
        try:
            arguments = connection.recv()
        except EOFError:
            return
        with Report(connection, limits.megabytes, _failure):
            emit = _emitted(connection, Handover(task.growing))
            value = function(*arguments, emit=emit) if streams else function(*arguments)
            connection.send(("done", value))
        del arguments


def _emitted(connection: Connection, handover: Handover) -> Emit:
    """Sends every part."""
    return lambda part: connection.send_bytes(handover.message(part))
