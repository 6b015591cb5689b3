"""Locks of files where the system has those of Windows: a byte far behind the end, and nothing moves."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from symcause.formats.storage.file_lock import released, taken_now, wait_for


class Bytes(ModuleType):
    """What Windows offers: a byte at the place where the file stands is one process's alone."""

    LK_LOCK, LK_NBLCK, LK_UNLCK = 1, 2, 0

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: dict[tuple[int, int], int] = {}
        self.waits = 0

    def locking(self, number: int, how: int, count: int) -> None:
        place = os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR)
        if how == self.LK_UNLCK:
            del self.locked[place]
        elif place not in self.locked:
            self.locked[place] = number
        elif how == self.LK_LOCK:
            self.waits += 1
            if self.waits == 2:
                del self.locked[place]  # the other has gone
            raise OSError(errno.EDEADLK, "still taken after ten tries")
        else:
            raise OSError(errno.EACCES, "taken")


def test_a_second_run_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = Bytes()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", system)
    path = tmp_path / "out.jsonl"
    path.write_bytes(b"a line\n")
    with path.open("r+b") as one, path.open("r+b") as other:
        one.seek(3)
        assert taken_now(one.fileno()) and not taken_now(other.fileno())
        assert (one.tell(), other.tell()) == (3, 0)
        released(one.fileno())
        assert taken_now(other.fileno())
        wait_for(one.fileno())
        assert system.waits == 2
    assert path.read_bytes() == b"a line\n"


def test_without_any_locks_everybody_gets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, None)
    path = tmp_path / "out.jsonl"
    with path.open("w+b") as one, path.open("r+b") as other:
        assert taken_now(one.fileno()) and taken_now(other.fileno())
        released(one.fileno())
