"""The portable process of a foreign program, for systems without process groups.

:mod:`.foreign_program` takes it where nothing can be forked, as on Windows. When its time is up, the
program ends, and there its children with it; children of a program that has ended by itself are left to
themselves.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import IO

from symcause.bounds.processes_bounds import KEPT_ERROR_BYTES, KEPT_OUTPUT_BYTES

BLOCK = 1 << 16
"""Bytes that are read at once."""

GRACE = 0.5
"""Seconds that are waited for the last words of a group that was killed."""


@dataclass(frozen=True)
class Ended:
    """How a program ended: exit code (negative: a signal), or None where it was *late* and killed."""

    code: int | None
    output: bytes
    errors: bytes
    cpu: float | None
    memory_mb: float | None
    late: bool = False


def run_portably(command: Sequence[str], text: bytes, seconds: float | None, folder: str) -> Ended:
    """Run it in *folder* with *text* as its standard input. Raises OSError where it cannot be started."""
    process = subprocess.Popen(
        list(command),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    assert process.stdin and process.stdout and process.stderr
    output, errors = (
        _Ending(process.stdout, KEPT_OUTPUT_BYTES),
        _Ending(process.stderr, KEPT_ERROR_BYTES),
    )
    told = Thread(target=_tell, args=(process.stdin, text), daemon=True)
    threads = (output, errors, told)
    for thread in threads:
        thread.start()
    late = False
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        late = True
    finally:
        _end(process)
        for thread in threads:
            thread.join(GRACE)
    code = None if late else process.returncode
    return Ended(code, output.kept_bytes, errors.kept_bytes, None, None, late)


class _Ending(Thread):
    """Reads what is printed and keeps the end of it."""

    def __init__(self, pipe: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self._pipe, self._most, self._read = pipe, most, bytearray()

    def run(self) -> None:
        with suppress(OSError, ValueError), self._pipe:
            while block := self._pipe.read1(BLOCK):  # type: ignore[attr-defined]
                self._read += block
                if len(self._read) > 2 * self._most:
                    del self._read[: -self._most]

    @property
    def kept_bytes(self) -> bytes:
        return bytes(self._read[-self._most :])


def _tell(pipe: IO[bytes], text: bytes) -> None:
    with suppress(OSError), pipe:  # it need not read
        pipe.write(text)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        with suppress(OSError):
            subprocess.run(tree, capture_output=True, check=False)
    process.kill()
    process.wait()
