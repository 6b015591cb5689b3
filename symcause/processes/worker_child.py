"""The child process of a cluster worker, which does one job after the other.

Workers of a cluster are daemonic and may not have ``multiprocessing`` children, and they have threads, so
nothing can be forked there. Each of their threads keeps one :class:`Kept` child instead. The child itself
is an ordinary process: it loads the job once and works through the items one by one with the children of
:class:`~symcause.processes.pools.Local`, so limits, reasons and crashes are those of ``--jobs``.

By the pipe go: from the child its version, first of all; to it a job, once, and items; from it an outcome
for each item, pickled. Worker and client pass items and outcomes on as bytes. The child ends when its pipe
closes, also in the middle of an item, and after a while without work. It unpickles what the client sent
through the scheduler: a cluster is for those who trust each other. Whoever waits looks up now and then
whether the outcome is still wanted.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from msgspec.structs import replace

from symcause.errors import UsageError
from symcause.processes.child_setup import detach, private
from symcause.processes.isolation import NO_LIMITS, Stopped
from symcause.processes.pools import Crew, Job, Local
from symcause.version import __version__

IDLE = 120.0
"""Seconds without work after which a child ends."""

_LOOK = 0.25  # seconds between two looks whether an outcome is still wanted
_PATIENCE = 2.0  # seconds that a child has to leave by itself
_LONG = 60.0  # seconds that a child has to say its version, on a machine with much to do

_START = """\
import sys
sys.path[:] = {path!r}
from symcause.processes.worker_child import serve
serve({descriptor}, {idle!r})
"""


class Unwanted(Exception):
    """Nobody waits for the outcome any more."""


class Kept:
    """The end of the pipe at which items are given; *version* is that of the child's symcause."""

    def __init__(self, idle: float = IDLE) -> None:
        self._pipe, theirs = Pipe()
        number = theirs.fileno()
        code = _START.format(path=sys.path, descriptor=number, idle=idle)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(number,),
        )
        theirs.close()
        self._job: str | None = None
        self.version = ""
        if self._pipe.poll(_LONG):
            self.version = _said(self._pipe)

    def outcome(self, job: str, about: bytes, item: bytes, wanted: Callable[[], bool]) -> bytes:
        """The outcome of an item, pickled. *about* is the pickled job, *job* a name for it.

        Raises EOFError if the child has left before it began, :class:`Unwanted` once that is so.
        """
        try:
            if job != self._job:
                self._pipe.send_bytes(b"job")
                self._pipe.send_bytes(about)
                self._job = job
            self._pipe.send_bytes(b"item")
            self._pipe.send_bytes(item)
            while not self._pipe.poll(_LOOK):
                if not wanted():
                    raise Unwanted
            return self._pipe.recv_bytes()
        except (EOFError, OSError):  # the child is gone
            self.end()
            if self._process.returncode == 0:
                raise EOFError from None
            return pickle.dumps(Stopped(self._death(), by="lost"))

    @property
    def alive(self) -> bool:
        return self._process.poll() is None and not self._pipe.closed

    def _death(self) -> str:
        code = self._process.returncode
        if code >= 0:
            return f"the process ended with code {code}"
        return f"the process died of {signal.Signals(-code).name}"

    def end(self) -> None:
        """End the child now and reap it; if it is leaving anyway, its own code counts."""
        if not self._pipe.closed:
            self._pipe.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _said(pipe: Connection) -> str:
    """The first word of a child; nothing if it died before."""
    try:
        return pipe.recv_bytes(100).decode("ascii", "replace")
    except (EOFError, OSError):
        return ""


def serve(descriptor: int, idle: float) -> None:
    """The child: one job after the other until its pipe closes or nothing comes for so long."""
    pipe = Connection(descriptor)
    private(pipe)
    detach()
    crew: Crew | None = None
    try:
        pipe.send_bytes(__version__.encode())
        while pipe.poll(idle):
            kind, data = pipe.recv_bytes(), pipe.recv_bytes()
            if kind == b"job":
                if crew is not None:
                    crew.dismiss()
                crew = _loaded(data, pipe)
            elif crew is not None:
                pipe.send_bytes(pickle.dumps(_outcome(crew, data)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the worker is gone
    finally:
        if crew is not None:
            crew.dismiss()


def _loaded(about: bytes, pipe: Connection) -> Crew:
    """The crew for a job: one child, and the pipe watched meanwhile."""
    try:
        job = pickle.loads(about)
    except (ImportError, AttributeError, pickle.UnpicklingError) as error:
        return Local().crew(Job(_Unloadable(f"{type(error).__name__}: {error}")))
    if job.ready is not None and job.limits != NO_LIMITS:  # a first item must not pay for it
        job.ready()
    # Items are packed here, so that none can be known to be light.
    unpacked = replace(job, function=_Unpacked(job.function), light=None)
    return Local(lifeline=pipe).crew(unpacked)


def _outcome(crew: Crew, item: bytes) -> object:
    crew.begin(0, item)
    while not (known := crew.wait()):
        pass
    return known[0]


class _Unpacked:
    """The function of a job, for items that are pickled: they are unpacked where they are worked on."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function

    def __call__(self, item: bytes, **more: object) -> object:
        return self._function(pickle.loads(item), **more)


class _Unloadable:
    """Stands for a job that is not known here."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __call__(self, item: bytes) -> object:
        raise UsageError(f"the worker cannot load the work: {self._why}")
