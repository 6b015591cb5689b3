"""The progress display of a run on a terminal: a bar, the rate and the remaining time.

The display is refreshed by hand, when a result arrives: workers are forked, and a thread that draws would
be copied with its locks held.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from symcause.processes.pools import Backend

if TYPE_CHECKING:
    from rich.progress import Progress as Display

_SHORTEST = 0.05  # seconds between two refreshes
_PATIENCE = 1.0  # seconds without a word


def expected(path: str, chosen: str | None = None) -> int | None:
    """How many problems a path holds, where a look at it tells that; None otherwise."""
    if chosen is not None:
        return 1
    target = Path(path)
    try:
        if target.is_dir():
            counts = [expected(str(p)) for p in target.iterdir() if p.is_file()]
            return None if None in counts else sum(n for n in counts if n is not None)
        if target.suffix in (".jsonl", ".ndjson"):
            with target.open("rb") as file:
                return sum(1 for line in file if line.strip())
    except OSError:
        return None
    return 1 if target.suffix == ".json" else None


class Progress:
    """Nothing at all unless somebody watches standard error; one problem is a line once it lasts."""

    def __init__(
        self,
        paths: Sequence[str],
        chosen: str | None,
        done: int = 0,
        *,
        quiet: bool = False,
        total: int | None = None,
        on: Backend | None = None,
        what: str = "working",
    ) -> None:
        self._on = on
        self._display: Display | None = None
        self._waiting: Waiting | None = None
        self._done, self._begun, self._drawn = done, done, 0.0
        self._start = monotonic()
        if quiet or not sys.stderr.isatty():
            return
        counts = [expected(path, chosen) for path in paths]
        if total is None and counts and None not in counts:
            total = sum(n for n in counts if n is not None)
        if total == 1:
            names = (Path(path).name for path in paths)
            said = "".join(c for c in " ".join((what, *names)) if c.isprintable())
            self._waiting = Waiting(lambda: said)
            return
        self._display = _display()
        self._task = self._display.add_task("", total=total, completed=done, rate=self._staff())
        self._display.start()

    def step(self) -> None:
        """One more problem is done."""
        self._done += 1
        if self._display is None:
            return
        now = monotonic()
        rate = (self._done - self._begun) / max(now - self._start, 1e-9)
        shown = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        self._display.update(self._task, completed=self._done, rate=shown + self._staff(", "))
        if now - self._drawn >= _SHORTEST:
            self._drawn = now
            self._display.refresh()

    def tick(self) -> None:
        """Nothing has come for a while: show that the work goes on."""
        if self._waiting is not None:
            self._waiting()

    def _staff(self, before: str = "") -> str:
        """Who is at work, where that is not this machine."""
        staff = "" if self._on is None else self._on.staff
        return f"{before}{staff}" if staff else ""

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Out of the way while something is written to the same terminal."""
        if self._waiting is not None:
            self._waiting.clear()
        if self._display is None or not sys.stdout.isatty():
            yield
            return
        self._display.stop()
        yield
        self._display.start()

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._waiting is not None:
            self._waiting.clear()
        if self._display is not None:
            self._display.stop()
            self._display = None


class Waiting:
    """One line on a terminal about work that lasts: *what* is being done, and for how long."""

    def __init__(self, what: Callable[[], str], *, quiet: bool = False) -> None:
        self._what, self._start, self._shown = what, monotonic(), False
        self._drawn = self._start
        self._watched = not quiet and sys.stderr.isatty()

    def __call__(self) -> None:
        """Draw the line anew, once there is something to wait for."""
        if not self._watched:
            return
        now = monotonic()
        passed = now - self._start
        if passed < _PATIENCE or (self._shown and now - self._drawn < _SHORTEST):
            return
        self._drawn = now
        from shutil import get_terminal_size  # loaded when it is needed

        width = max(get_terminal_size().columns - 1, 20)
        text = f"{self._what()}: {passed:.0f} s"[:width]
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False


def _display() -> Display:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        MofNCompleteColumn(),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
    )
