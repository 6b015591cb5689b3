"""What the first page of the workbench takes: processor seconds of a fresh ``symcause serve``.

From the start of the process until the page and every file that it loads were given, and until it has
ended; then the same with a folder of five hundred runs and, by a child, their list. The median of several
starts, the first beside its goal.
"""

from __future__ import annotations

import re
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from symcause.cli.main import cli  # noqa: E402
from tests.workbench.running import EXAMPLES, Bench, workbench  # noqa: E402

TITLE = "First page of the workbench"
GOAL = 0.5  # processor seconds of a first page
RUNS = 500
_LOADED = re.compile(rb'(?:src|href|from|import)[=\s(]*"(?:/|\./)?([\w-]+\.(?:js|css))"')


def run(quick: bool = True) -> list[str]:
    """One line for each folder."""
    starts = 3 if quick else 15
    with tempfile.TemporaryDirectory() as folder:
        many = Path(folder)
        runs_of(many)
        return [
            "| work | goal | CPU s |",
            "| --- | --- | --- |",
            _line("first page, the bundled examples", starts, _first_page, EXAMPLES, GOAL),
            _line(f"first page and list of {RUNS} runs", starts, _listed, many),
        ]


def runs_of(folder: Path) -> None:
    """A problem and five hundred runs on it."""
    problem = folder / "unique.json"
    problem.write_bytes((EXAMPLES / "unique.json").read_bytes())
    one = folder / "runs.jsonl"
    play = ["play", str(problem), "--agent", "random", "--seed", "1", "--out", str(one)]
    cli.main(play, standalone_mode=False)
    text = one.read_text(encoding="utf-8")
    one.write_text(text * RUNS, encoding="utf-8")


def _line(
    told: str,
    starts: int,
    asked: Callable[[Bench], None],
    folder: Path,
    goal: float | None = None,
) -> str:
    spent = median(_spent(asked, folder) for _ in range(starts))
    beside = "–" if goal is None else f"{goal} s, {'kept' if spent <= goal else 'missed'}"
    return f"| {told} | {beside} | {spent:.2f} |"


def _spent(asked: Callable[[Bench], None], folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with workbench(folder) as bench:
        asked(bench)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _first_page(bench: Bench) -> None:
    """The page, and what it loads."""
    waiting, seen = [""], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            status, content = bench.request(f"/{name}", method="GET")
            assert status == 200, name
            waiting += [found.decode() for found in _LOADED.findall(content)]
    assert len(seen) > 10, "a page of several files"


def _listed(bench: Bench) -> None:
    _first_page(bench)
    found = [line for line in bench.lines("runs") if "run" in line]
    assert len(found) == RUNS, len(found)
