"""Run the benchmarks: ``python -m benchmarks [--full] [--write] [--times K] [NAME …]``.

Each module has a TITLE and ``run(quick) -> list[str]``; modules are found by looking. Times are CPU
seconds of this machine; the ratios are what travels. With ``--write`` what is printed takes its place in
``docs/benchmarks.md``, and pictures theirs: ``python -m benchmarks goals growth peers --full --write``.
With ``--times K`` goals are measured K times and the least of each is printed. Below every table stands how
long a plain loop took at its fastest and slowest meanwhile, so that machines can be compared.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import resource
import sys
from collections.abc import Iterator
from types import ModuleType

import benchmarks
from benchmarks._least import handed_over, least, run_anew
from benchmarks._pace import Pace, pace_sentence
from benchmarks._writing import PAGE, write

IMAGES = PAGE.parent / "images"

SEVERAL = ("goals",)
"""Benchmarks whose lines have one time each, so that they can be measured several times."""

_LOOP = "the loop"  # what a run in a process of its own says of its pace


def main() -> None:
    names = sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name[0] != "_")
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"benchmarks to run (all): {', '.join(names)}")
    parser.add_argument("--full", action="store_true", help="larger samples; takes much longer")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md as well")
    parser.add_argument(
        "--times", type=int, default=1, help="measure goals so often, keep the least"
    )
    parser.add_argument("--handed-over", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    several = chosen.times > 1
    if several and not set(chosen.names) <= set(SEVERAL):
        parser.error(f"--times is for {', '.join(SEVERAL)}: lines of others have several numbers")
    asked = chosen.names or (SEVERAL if several else names)
    modules = [importlib.import_module(f"benchmarks.{name}") for name in asked]
    titled = [module for module in modules if hasattr(module, "TITLE")]
    if chosen.handed_over:
        _hand_over(titled, full=chosen.full)
        return
    if several:
        tables, pace = _least_of(chosen.times, list(asked), full=chosen.full)
        for title, lines in tables.items():
            print(f"\n## {title}", *lines, pace, sep="\n", flush=True)
            if chosen.write:
                write(title, [*lines, "", pace])
    else:
        for module in titled:
            _shown(module, full=chosen.full, written=chosen.write)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1 if sys.platform == "darwin" else 1024
    )
    print(f"\npeak memory of the driver: {peak / (1024 if sys.platform == 'darwin' else 1):.0f} MB")


def _shown(module: ModuleType, *, full: bool, written: bool) -> None:
    """One benchmark, line by line as it is measured."""
    print(f"\n## {module.TITLE}", flush=True)
    lines, pace = [], Pace()
    for line in _measured(module, pace, full=full):
        print(line, flush=True)
        lines.append(line)
    said = pace_sentence(pace.taken)
    print(f"\n{said}", flush=True)
    if written:
        write(module.TITLE, [*lines, "", said])
        if hasattr(module, "pictures"):
            module.write(IMAGES, quick=not full)


def _measured(module: ModuleType, pace: Pace, *, full: bool) -> Iterator[str]:
    """The lines of a benchmark; the pace is looked at between them."""
    pace.look(now=True)
    for line in module.run(quick=not full):
        yield line
        pace.look()
    pace.look(now=True)


def _hand_over(modules: list[ModuleType], *, full: bool) -> None:
    """Everything as lines for the process that asked."""
    pace = Pace()
    for module in modules:
        for line in _measured(module, pace, full=full):
            print(handed_over(module.TITLE, line), flush=True)
    for taken in pace.taken:
        print(handed_over(_LOOP, str(taken)), flush=True)


def _least_of(times: int, names: list[str], *, full: bool) -> tuple[dict[str, list[str]], str]:
    """The tables with the least of several runs, and the sentence about the pace of all of them."""
    runs: list[dict[str, list[str]]] = []
    paces: list[float] = []
    for number in range(1, times + 1):
        tables: dict[str, list[str]] = {}
        for title, line in run_anew(names, full=full):
            if title == _LOOP:
                paces.append(float(line))
                continue
            tables.setdefault(title, []).append(line)
            print(f"run {number} of {times}: {line}", file=sys.stderr, flush=True)
        runs.append(tables)
    found = {title: least([tables[title] for tables in runs]) for title in runs[0]}
    return found, pace_sentence(paces)


if __name__ == "__main__":
    main()
