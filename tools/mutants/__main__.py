"""``python -m tools.mutants``: draw mutants, try them, print which survive."""

from __future__ import annotations

import argparse
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tools.mutants.drawing import drawn, every
from tools.mutants.forked import Forks
from tools.mutants.judge import UNREACHED, Bounds, Judge
from tools.mutants.ledger import Run, Runs, equivalents
from tools.mutants.mutant import Mutant
from tools.mutants.operators import mutants
from tools.mutants.pins import PINS, pinned
from tools.mutants.report import survivors, table
from tools.mutants.run_marks import stop
from tools.mutants.strata import STRATA, stratum
from tools.mutants.tree_copy import PROJECT, TreeCopy
from tools.mutants.trial import SURVIVED

FORM = argparse.RawDescriptionHelpFormatter


def _parsed() -> argparse.Namespace:
    import tools.mutants

    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants", description=tools.mutants.__doc__, formatter_class=FORM
    )
    add = parser.add_argument
    add("--number", type=int, default=5, help="mutants a stratum that tests reach (%(default)s)")
    add("--seed", type=int, default=0, help="of the draw (%(default)s)")
    add("--stratum", default=",".join(STRATA), help="of a, b, c, d, e (%(default)s)")
    add("--at", metavar="FILE[:LINE]", action="append", default=[], help="every mutant there")
    add("--only", metavar="WORDS", help="mutants whose operator or changed line has this")
    add("--tests", type=int, default=Bounds.tests, help="tests a mutant at most (%(default)s)")
    add("--modules", type=int, default=Bounds.modules, help="recorded a mutant (%(default)s)")
    add("--forked", action="store_true", help="many at a time, without recording")
    add("--again", action="store_true", help="what no run has noticed, in one pytest for all")
    add("--seconds", type=int, default=Bounds.seconds, help="a mutant in forks (%(default)s)")
    add("--jobs", type=int, default=1, help="at a time, each in a copy of the tree (%(default)s)")
    add("--record", metavar="PATH", action="append", default=[], help="record these tests first")
    add("--pin", action="store_true", help="try survivors exhaustively; pin what notices them")
    add("--report", action="store_true", help="print what runs so far have shown, and run nothing")
    given = parser.parse_args()
    given.strata = [name for name in given.stratum.replace(",", " ").split() if name]
    unknown = sorted(set(given.strata) - set(STRATA))
    if unknown:
        parser.error(f"no stratum {', '.join(unknown)}: one of {', '.join(STRATA)}")
    for name in ("number", "tests", "modules", "seconds", "jobs"):
        if getattr(given, name) < 1:
            parser.error(f"--{name} {getattr(given, name)}: at least 1")
    return given


def _there(places: list[str], words: str | None) -> list[Mutant]:
    """Mutants of files or of lines."""
    found = list[Mutant]()
    for place in places:
        file, _, line = place.partition(":")
        if not (PROJECT / file).is_file():
            raise SystemExit(f"--at {place}: there is no file {file}; paths begin at the project")
        known = mutants(file, (PROJECT / file).read_bytes())
        found += [m for m in known if not line or m.lines[0] <= int(line) <= m.lines[1]]
    return [m for m in found if _has(m, words)]


def _unnoticed(runs: Runs, strata: list[str]) -> list[Mutant]:
    """Mutants that no run has noticed, as far as they are still there."""
    names = {run.name for run in runs.unnoticed() if run.stratum in strata}
    files = {run.place.rpartition(":")[0] for run in runs.unnoticed()}
    there = [file for file in sorted(files) if (PROJECT / file).is_file()]
    known = [one for file in there for one in mutants(file, (PROJECT / file).read_bytes())]
    return [one for one in known if one.name in names]


def _has(mutant: Mutant, words: str | None) -> bool:
    return not words or words in mutant.operator or words in mutant.after


class Workers:
    """Copies of the tree, one for every job, and what is done in them."""

    def __init__(self, judge: Judge, number: int, folder: Path) -> None:
        self.judge = judge
        self._free = SimpleQueue[TreeCopy]()
        for place in range(number):
            self._free.put(TreeCopy(judge.project, folder / f"tree{place}"))
        self._pool = ThreadPoolExecutor(number)

    def record(self, modules: list[str]) -> None:
        for module in modules:
            tree = self._free.get()
            if module not in self.judge.reach:
                entry = self.judge.reach.record(module, tree)
                print(f"{module}: {len(entry.passed)} tests", file=sys.stderr, flush=True)
            self._free.put(tree)

    def run(self, mutants: list[Mutant], name: str, seed: int) -> list[Run]:
        def one(mutant: Mutant) -> Run:
            tree = self._free.get()
            try:
                run = self.judge.run(mutant, tree, stratum(mutant.file) or name, seed)
            finally:
                self._free.put(tree)
            by = f" by {run.by}" if run.by else ""
            print(f"{run.outcome} {run.place} {run.operator}{by}", file=sys.stderr, flush=True)
            return run

        return list(self._pool.map(one, mutants))

    def pin(self, mutants: list[Mutant]) -> list[str]:
        tree = self._free.get()
        found = [line for mutant in mutants if (line := pinned(mutant, self.judge, tree))]
        self._free.put(tree)
        return found


def _sampled(workers: Workers, name: str, given: argparse.Namespace) -> list[tuple[Mutant, Run]]:
    """So many mutants of a stratum that tests reach, and those met on the way that none does."""
    known = [m for m in every(PROJECT, name) if _has(m, given.only)]
    order = drawn(known, given.seed, name)
    found, left = list[tuple[Mutant, Run]](), int(given.number)
    while left and (some := list(islice(order, left))):
        runs = workers.run(some, name, given.seed)
        found += zip(some, runs, strict=True)
        left -= sum(run.outcome != UNREACHED for run in runs)
    return found


def _forked(given: argparse.Namespace, runs: Runs, folder: Path) -> int:
    """All that are drawn, many at a time."""

    def told(run: Run) -> None:
        by = f" by {run.by}" if run.by else ""
        print(f"{run.outcome} {run.place} {run.operator}{by}", file=sys.stderr, flush=True)

    bounds = Bounds(given.tests, given.modules, given.seconds)
    forks = Forks(PROJECT, runs, equivalents(), bounds, given.seed, told)
    wanted = _there(given.at, given.only)
    if given.again:
        wanted += [m for m in _unnoticed(runs, given.strata) if _has(m, given.only)]
    for name in () if given.at or given.again else given.strata:
        known = [m for m in every(PROJECT, name) if _has(m, given.only)]
        wanted += islice(drawn(known, given.seed, name), given.number)
    shown = forks.run(wanted, given.jobs, folder, together=given.again)
    print(f"seed {given.seed}")
    _print(shown)
    return int(any(run.outcome == SURVIVED for run in shown))


def _print(shown: list[Run]) -> None:
    print(table(shown))
    for outcome in (SURVIVED, UNREACHED):
        if text := survivors(shown, outcome):
            print(f"\n{outcome}:\n{text}")


def main() -> int:
    given = _parsed()
    runs = Runs(PROJECT / ".mutants" / "runs.jsonl")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if given.report:
        print(table(runs))
        print(survivors(runs))
        return 0
    judge = Judge(PROJECT, runs, equivalents(), Bounds(given.tests, given.modules))
    with TemporaryDirectory(prefix="mutants") as folder:
        if given.forked or given.again:
            return _forked(given, runs, Path(folder))
        workers = Workers(judge, given.jobs, Path(folder))
        if given.record:
            chosen = tuple(given.record)
            workers.record([m for m in judge.nearness.modules if m.startswith(chosen)])
            return 0
        if given.at:
            some = _there(given.at, given.only)
            found = list(zip(some, workers.run(some, "–", given.seed), strict=True))
        else:
            found = [pair for name in given.strata for pair in _sampled(workers, name, given)]
        living = [mutant for mutant, run in found if run.outcome == SURVIVED]
        pins = workers.pin(living) if given.pin else []
    print(
        f"seed {given.seed}; {len(judge.reach)} of {len(judge.nearness.modules)} modules recorded"
    )
    _print([run for _, run in found])
    if given.pin:
        print("\n".join((f"\n{len(pins)} cases for {PINS}:", *pins)))
    return int(bool(living))


if __name__ == "__main__":
    sys.exit(main())
