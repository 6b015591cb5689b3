"""A foreign program as a process: text in, what it printed out, and nobody of its group left at work.

The program starts in an empty folder and in a process group of its own, without a shell. When its main
process ends, or its time is up, or whoever waits for it is gone, the whole group is killed and the folder
is removed: by this process, and if that dies first, by a small *guard* that notices so. A program that
leaves its group on purpose gets away: this is tidiness, no sandbox. Of what is printed only the end is
kept. Systems without such groups have :mod:`.portable_program`.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from struct import Struct
from time import monotonic, sleep
from typing import IO

from symcause.bounds.processes_bounds import KEPT_ERROR_BYTES, KEPT_OUTPUT_BYTES
from symcause.processes.child_setup import bound_memory_at, refuse_unbounded
from symcause.processes.folders.tree_removal import remove_tree
from symcause.processes.folders.work_folder import work_folder
from symcause.processes.portable_program import BLOCK, GRACE, Ended, run_portably

_GROUP = Struct("=q")  # how the guard is told of the group
_WELL = b"all is well"
_LOOK = 0.05  # seconds between two looks whether the program has ended while others hold its pipes


def run_program(
    command: Sequence[str],
    text: bytes,
    seconds: float | None = None,
    megabytes: int | None = None,
) -> Ended:
    """Run it with *text* as its standard input. Raises OSError where it cannot be started."""
    with work_folder() as folder:
        if not hasattr(os, "fork"):
            refuse_unbounded(megabytes)
            return run_portably(command, text, seconds, folder)
        deadline = None if seconds is None else monotonic() + seconds
        guard = _Guard(folder)
        try:
            process = subprocess.Popen(
                list(command),
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=_prepared(megabytes, guard),
            )
        except BaseException:
            guard.dismiss()
            raise
        try:
            return _Talk(process, text, deadline).held()
        finally:
            _kill_group(process.pid)
            with suppress(ChildProcessError):
                process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                with suppress(OSError):
                    assert pipe is not None
                    pipe.close()
            guard.dismiss()


def _prepared(megabytes: int | None, guard: _Guard) -> Callable[[], None]:
    def prepare() -> None:
        guard.watch(os.getpid())
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        bound_memory_at(megabytes)

    return prepare


def _kill_group(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


class _Guard:
    """A process that kills the group and removes its *folder* if this one dies before all is well.

    It is there before the program, which names its group itself: so no time is left between the two.
    """

    def __init__(self, folder: str) -> None:
        here, self._ours = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _watch(here, self._ours, folder)
        os.close(here)

    def watch(self, group: int) -> None:
        """Called in the process that becomes the program."""
        os.write(self._ours, _GROUP.pack(group))

    def dismiss(self) -> None:
        with suppress(BrokenPipeError):
            os.write(self._ours, _WELL)
        os.close(self._ours)
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _watch(here: int, ours: int, folder: str) -> None:
    """The guard: it does nothing but wait, and holds nothing open but its end of the pipe."""
    try:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        os.close(ours)
        os.closerange(0, here)
        os.closerange(here + 1, _most_open())
        told = b""
        while not told.endswith(_WELL) and (part := os.read(here, 64)):
            told += part
        if not told.endswith(_WELL):
            if len(told) >= _GROUP.size:
                _kill_group(*_GROUP.unpack(told[: _GROUP.size]))
            remove_tree(folder)
    finally:
        os._exit(0)


def _most_open() -> int:
    try:
        return min(os.sysconf("SC_OPEN_MAX"), 1 << 16)
    except (ValueError, OSError):
        return 1 << 12


class _Talk:
    """Standard input written and both outputs read at once, until the main process ends."""

    def __init__(
        self, process: subprocess.Popen[bytes], text: bytes, deadline: float | None
    ) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._process, self._deadline = process, deadline
        self._rest = memoryview(text)
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        self._kept = {self._out: bytearray(), self._err: bytearray()}
        self._selector = selectors.DefaultSelector()
        self._usage: tuple[int, float, float] | None = None

    def held(self) -> Ended:
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._in, selectors.EVENT_WRITE)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        with self._selector:
            late = not self._until_ended()
            _kill_group(self._process.pid)
            if late:
                self._ended(wait=True)
            self._drain()
        assert self._usage is not None, "it has ended: at once, or after it was killed"
        code, cpu, memory = self._usage
        output = bytes(self._kept[self._out][-KEPT_OUTPUT_BYTES:])
        errors = bytes(self._kept[self._err][-KEPT_ERROR_BYTES:])
        return Ended(None if late else code, output, errors, cpu, memory, late)

    def _until_ended(self) -> bool:
        """Serve the pipes until the main process is gone; False if its time is up before."""
        while not self._ended():
            left = None if self._deadline is None else self._deadline - monotonic()
            if left is not None and left <= 0:
                return False
            patience = _LOOK if left is None else min(_LOOK, left)
            if self._selector.get_map():
                self._serve(patience)
            else:  # it has closed everything and goes on
                sleep(patience)
        return True

    def _ended(self, wait: bool = False) -> bool:
        """Has the main process ended? What it used is known then."""
        try:
            pid, status, used = os.wait4(self._process.pid, 0 if wait else os.WNOHANG)
        except ChildProcessError:
            self._usage = (-signal.SIGKILL, 0.0, 0.0)
            return True
        if not pid:
            return False
        code = os.waitstatus_to_exitcode(status)
        self._process.returncode = code  # it is reaped
        scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
        seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / scale
        self._usage = (code, round(seconds, 6), round(memory, 1))
        return True

    def _drain(self) -> None:
        """The last words; a process that left the group may hold a pipe open for ever."""
        end = monotonic() + GRACE
        if self._in in [key.fileobj for key in self._selector.get_map().values()]:
            self._selector.unregister(self._in)
        while self._selector.get_map() and monotonic() < end:
            self._serve(end - monotonic())

    def _serve(self, patience: float) -> None:
        for key, _ in self._selector.select(max(0.0, patience)):
            pipe = key.fileobj
            if pipe is self._in:
                self._write()
            elif pipe is self._out:
                self._read(self._out, KEPT_OUTPUT_BYTES)
            else:
                self._read(self._err, KEPT_ERROR_BYTES)

    def _write(self) -> None:
        try:
            done = os.write(self._in.fileno(), self._rest[:BLOCK])
            self._rest = self._rest[done:]
        except BlockingIOError:
            return
        except OSError:  # it does not read
            self._rest = self._rest[:0]
        if not self._rest:
            self._selector.unregister(self._in)
            with suppress(OSError):
                self._in.close()

    def _read(self, pipe: IO[bytes], most: int) -> None:
        try:
            block = os.read(pipe.fileno(), BLOCK)
        except BlockingIOError:
            return
        if not block:
            self._selector.unregister(pipe)
            return
        kept = self._kept[pipe]
        kept += block
        if len(kept) > 2 * most:
            del kept[:-most]
