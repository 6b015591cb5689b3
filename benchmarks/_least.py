"""Several runs of one list of measurements: of every line the least is kept.

Every run is a process of its own, so that nothing is remembered from the one before; and the list is gone
through again from its beginning, so that a slow minute of the machine does not hit one line each time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence


class Timed(str):
    """A line of a table, and what the least is looked for by."""

    cost: float

    def __new__(cls, text: str, cost: float) -> Timed:
        line = super().__new__(cls, text)
        line.cost = cost
        return line


def least(runs: Sequence[Sequence[str]]) -> list[str]:
    """Of each line the one that took least; of lines without a time the first.

    >>> slow, fast = Timed("| count | 2 s |", 2), Timed("| count | 1 s |", 1)
    >>> least([["| work | now |", slow], ["| work | now |", fast]])
    ['| work | now |', '| count | 1 s |']
    """
    return [min(lines, key=_cost) for lines in zip(*runs, strict=True)]


def _cost(line: str) -> float:
    return line.cost if isinstance(line, Timed) else 0.0


def handed_over(title: str, line: str) -> str:
    """A line of a benchmark as a run in a process of its own says it."""
    return json.dumps([title, line, line.cost if isinstance(line, Timed) else None])


def taken_over(said: str) -> tuple[str, str]:
    """The title and the line of what was handed over."""
    title, line, cost = json.loads(said)
    return title, line if cost is None else Timed(line, cost)


def run_anew(names: Sequence[str], *, full: bool) -> Iterator[tuple[str, str]]:
    """The titles and lines of some benchmarks, from a new process."""
    words = [*names, "--handed-over", *(["--full"] if full else [])]
    asked = [sys.executable, "-m", "benchmarks", *words]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for said in process.stdout:
            yield taken_over(said)
    if process.returncode:
        raise SystemExit(process.returncode)
