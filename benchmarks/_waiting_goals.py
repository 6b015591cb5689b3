"""Goals of what people wait for: how commands start, what an intervention shows, twins told apart."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.problems import make_problem
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.space_choice import open_space

EXAMPLES = Path(__file__).parent.parent / "examples"

_START, _IMPORT, _TWINS, _PROVEN, _SHOWN = 0.12, 0.05, 1.0, 2.0, 0.02


def lines(quick: bool, line: Callable[[str, float, float], str]) -> Iterator[str]:
    """One line a goal."""
    yield line("start of count FILE", _START, command("count", str(EXAMPLES / "ambiguous.json")))
    yield line("start of --help", _START, command("--help"))
    bare = _process("-c", "pass")
    loaded = _process("-c", "import symcause") - bare
    yield line("import symcause, beside Python itself", _IMPORT, max(loaded, 0.0))
    number = 3 if quick else 15
    for n in (8, 10):
        made = [make_problem(n, 3, 4, n, 11, seed=seed) for seed in range(number)]
        what = f"what_if on an open space, n = {n}, median"
        yield line(what, _SHOWN, median(map(_shown, made)))
    yield from _twins(line)


def _shown(problem: BooleanProblem) -> float:
    space = open_space(problem)
    space.count()
    start = process_time()
    space.what_if({"X3": 1})
    return process_time() - start


def _twins(line: Callable[[str, float, float], str]) -> Iterator[str]:
    with TemporaryDirectory() as name:
        made = "generate", "scenario", "--template", "altitude", "--twin", "--seed", "3"
        command(*made, "--out", name, "--quiet", times=1)
        one, other = (str(Path(name) / f"altitude-3-0{end}.scenario.json") for end in ("", "-twin"))
        told = command("separate", one, other, "--budget")
        yield line("a pair of twins, separate --budget", _TWINS, told)
        asked = "audit", one, "--twin", other, "--budget", "--claim", "budget"
        proof = "--certificate", str(Path(name) / "proof.json")
        yield line("a pair of twins, certified", _PROVEN, command(*asked, *proof))


def command(*words: str, times: int = 5) -> float:
    """CPU seconds of the whole command, children included; its modules compiled, as they are installed."""
    return _process("-m", "symcause", *words, times=times)


def _process(*words: str, times: int = 5) -> float:
    taken = []
    with TemporaryDirectory() as folder:
        found = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(times + (times > 1)):
            before = getrusage(RUSAGE_CHILDREN)
            asked = [sys.executable, *words]
            ended = subprocess.run(asked, check=False, stdout=subprocess.DEVNULL, env=found)
            assert ended.returncode in (0, 1), f"{words} failed"  # 1: not everything is unique
            after = getrusage(RUSAGE_CHILDREN)
            user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
            taken.append(user + system)
    return median(taken[1:] or taken)  # the first compiles
