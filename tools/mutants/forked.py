"""Many mutants at a time: forks of one pytest a family try them (:mod:`tools.mutants.server`).

Nothing is recorded with coverage.py: which tests reach a place is asked of the nearest modules, once for
all mutants that are near to them. A mutant that is done on loading is tried in a pytest of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tools.mutants.judge import EQUIVALENT, Bounds
from tools.mutants.ledger import Equivalent, Run, Runs
from tools.mutants.mutant import Mutant
from tools.mutants.nearness import Nearness
from tools.mutants.reach import digest
from tools.mutants.run_marks import MARK, Stopped, end, mark, stopping
from tools.mutants.server import written
from tools.mutants.strata import stratum
from tools.mutants.tree_copy import PROJECT, TreeCopy
from tools.mutants.trial import tried


@dataclass(frozen=True)
class Forks:
    """Where mutants are tried, and with how much."""

    project: Path
    runs: Runs
    known: tuple[Equivalent, ...]
    bounds: Bounds
    seed: int
    told: Callable[[Run], None]

    def run(
        self, mutants: list[Mutant], jobs: int, folder: Path, *, together: bool = False
    ) -> list[Run]:
        """What is known of all of them, in their order; *together*: one pytest for all families."""
        nearness = Nearness(self.project)
        near = {one.name: nearness.order(one.file)[: self.bounds.modules] for one in mutants}
        known, left = dict[str, Run](), list[Mutant]()
        for one in mutants:
            earlier, asked = self.runs.get(one.name), self._asked(one, near[one.name])
            if any(same.is_of(one) for same in self.known):
                known[one.name] = self._made(one, EQUIVALENT, "", 0, asked)
            elif earlier is not None and self._still(earlier, asked):
                known[one.name] = earlier
            else:
                left.append(one)
        groups: dict[str, list[Mutant]] = {}
        for one in left:
            groups.setdefault("" if together else _group(one.file), []).append(one)
        free = SimpleQueue[TreeCopy]()
        for place in range(jobs):
            free.put(TreeCopy(self.project, folder / f"fork{place}"))

        def group(some: list[Mutant]) -> list[Run]:
            tree = free.get()
            try:
                return list(self._tried(some, near, tree))
            finally:
                free.put(tree)

        largest = sorted(groups.values(), key=len, reverse=True)
        with ThreadPoolExecutor(jobs) as pool:
            for runs in pool.map(group, largest):
                known |= {run.name: run for run in runs}
        return [known[one.name] for one in mutants if one.name in known]

    def _tried(
        self, some: list[Mutant], near: dict[str, list[str]], tree: TreeCopy
    ) -> Iterator[Run]:
        named = {one.name: one for one in some}
        later = list[tuple[Mutant, list[str]]]()
        for answer in _answers([(one, near[one.name]) for one in some], tree, self.bounds):
            one = named[answer["name"]]
            if answer["outcome"] == "loads":
                later.append((one, json.loads(answer["by"])))
            else:
                found = (answer["outcome"], answer["by"], answer["tests"])
                yield self._kept(one, *found, near[one.name])
        for one, tests in later:
            trial = tried(one, tests, tree, 0.1 * len(tests))
            yield self._kept(one, trial.outcome, trial.by, trial.tests, near[one.name])

    def _kept(self, one: Mutant, outcome: str, by: str, tests: int, near: list[str]) -> Run:
        run = self._made(one, outcome, by, tests, self._asked(one, near))
        self.runs.add(run)
        self.told(run)
        return run

    def _made(self, one: Mutant, outcome: str, by: str, tests: int, asked: str) -> Run:
        diff = one.diff((self.project / one.file).read_bytes())
        where = (stratum(one.file) or "–", self.seed, one.place, one.within, one.operator)
        return Run(one.name, *where, outcome, by, tests, asked, diff)

    def _asked(self, one: Mutant, near: list[str]) -> str:
        now = [digest((self.project / module).read_bytes()) for module in near]
        module = digest((self.project / one.file).read_bytes())
        return f"{module}/{digest(repr((near, now, self.bounds)).encode())}"

    def _still(self, earlier: Run, asked: str) -> bool:
        """Nothing has changed; or what was noticed is as it was."""
        same = earlier.asked.partition("/")[0] == asked.partition("/")[0]
        return earlier.asked == asked or (bool(earlier.by) and same)


def _group(file: str) -> str:
    """A family, or a layer."""
    parts = Path(file).parts
    return "/".join(parts[:3] if parts[1] == "families" else parts[:2])


def _answers(
    asked: list[tuple[Mutant, list[str]]], tree: TreeCopy, bounds: Bounds
) -> Iterator[dict[str, str]]:
    marked, (out, into) = mark(), os.pipe()
    modules = dict.fromkeys(module for _, near in asked for module in near)
    known = [(written(one), near) for one, near in asked]
    most = {"tests": bounds.tests, "seconds": bounds.seconds, "answers": into}
    with TemporaryDirectory() as temporary:
        task, table = Path(temporary, "task.json"), Path(temporary, "table")
        task.write_text(json.dumps({"mutants": known, **most}), "utf-8")
        table.touch()
        more = {"MUTANTS_TASK": str(task), "MUTANTS_TABLE": str(table), MARK: marked}
        ask = ["-p", "tools.mutants.server", "-p", "no:cacheprovider", "-p", "no:xdist"]
        proved = any("exports" in Path(one.file).parts for one, _ in asked)
        ask += ["-m", "not page and not guide" + ("" if proved else " and not proof")]
        with Path(temporary, "output").open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "pytest", "-q", *ask, *modules],
                cwd=tree.folder,
                env=tree.environment(PYTHONPATH=f"{tree.folder}{os.pathsep}{PROJECT}", **more),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[into],
                start_new_session=True,
            )
            os.close(into)
            try:
                with os.fdopen(out, encoding="utf-8") as answers:
                    yield from map(json.loads, answers)
            finally:
                end(marked)
                process.kill()
                code = process.wait()
        if stopping.is_set():
            raise Stopped
        if code not in (0, 1):
            text = Path(temporary, "output").read_text("utf-8", "replace")
            print(text[-2000:], file=sys.stderr)
