"""The judge of a mutant: which tests it is tried with, and what that shows."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tools.mutants.ledger import Equivalent, Run, Runs
from tools.mutants.mutant import Mutant
from tools.mutants.nearness import Nearness
from tools.mutants.reach import Reach, digest
from tools.mutants.tree_copy import TreeCopy
from tools.mutants.trial import SURVIVED, Trial, tried

EQUIVALENT, UNREACHED = "equivalent", "unreached"


@dataclass(frozen=True)
class Bounds:
    """How many tests a mutant is tried with at most, and how many modules are recorded for it."""

    tests: int = 80
    modules: int = 6


class Judge:
    """Tries mutants; several may be tried at a time, each in a copy of its own."""

    def __init__(
        self, project: Path, runs: Runs, known: tuple[Equivalent, ...], bounds: Bounds
    ) -> None:
        self.project, self.bounds, self.runs = project, bounds, runs
        self.reach = Reach(project, project / ".mutants" / "reach")
        self.nearness = Nearness(project)
        self._equivalent = known
        self._lock = threading.Lock()

    def run(self, mutant: Mutant, tree: TreeCopy, stratum: str, seed: int) -> Run:
        """The judgement of a mutant, from an earlier run if nothing has changed."""
        if any(one.is_of(mutant) for one in self._equivalent):
            return self._made(mutant, stratum, seed, Trial(EQUIVALENT, 0), "")
        tests, asked = self._ordered(mutant), self._asked(mutant)
        earlier = self.runs.get(mutant.name)
        if earlier is not None and (
            earlier.asked == asked or (earlier.by and self._same(earlier.asked, asked))
        ):
            return earlier
        trial = self._judged(mutant, tests, tree)
        run = self._made(mutant, stratum, seed, trial, self._asked(mutant))
        self.runs.add(run)
        return run

    def tests(self, mutant: Mutant) -> list[str]:
        """Tests that are known to reach a mutant, nearest first."""
        return self._ordered(mutant)

    def _judged(self, mutant: Mutant, tests: list[str], tree: TreeCopy) -> Trial:
        seen, left = set[str](), self.bounds.tests
        shown = Trial(UNREACHED, 0)
        waiting = self.nearness.order(mutant.file)[: self.bounds.modules]
        while True:
            fresh = [test for test in tests if test not in seen][:left]
            while (
                fresh
            ):  # a module at a time: those further away need not be loaded if this one notices
                module = fresh[0].partition("::")[0]
                part = [test for test in fresh if test.startswith(f"{module}::")]
                fresh = [test for test in fresh if test not in part]
                seen.update(part)
                left -= len(part)
                trial = tried(mutant, part, tree, sum(self.reach.seconds(t) for t in part))
                if trial.outcome != SURVIVED:
                    return trial
                shown = Trial(SURVIVED, len(seen))
            if left <= 0 or not self._further(waiting, tree):
                return shown
            tests = self._ordered(mutant)

    def _further(self, waiting: list[str], tree: TreeCopy) -> bool:
        """Record the next module that is not recorded yet, if there is one."""
        with self._lock:
            while waiting:
                module = waiting.pop(0)
                if module not in self.reach:
                    self.reach.record(module, tree)
                    return True
        return False

    def _ordered(self, mutant: Mutant) -> list[str]:
        """Nearest module first; in it one case of every test before a second one, the fastest first."""
        by_module: dict[str, list[str]] = {}
        for test in self.reach.of(mutant):
            by_module.setdefault(test.partition("::")[0], []).append(test)
        near = sorted(by_module, key=lambda m: (-self.nearness.of(m, mutant.file), m))
        ordered = list[str]()
        for module in near:
            cases = Counter[str]()
            places = list[tuple[int, float, str]]()
            for test in sorted(by_module[module], key=self.reach.seconds):
                function = test.partition("[")[0]
                places.append((cases[function], self.reach.seconds(test), test))
                cases[function] += 1
            ordered += [test for _, _, test in sorted(places)]
        return ordered

    def _asked(self, mutant: Mutant) -> str:
        tests = self._ordered(mutant)[: self.bounds.tests]
        modules = sorted({test.partition("::")[0] for test in tests})
        now = [digest((self.project / module).read_bytes()) for module in modules]
        module = digest((self.project / mutant.file).read_bytes())
        nearest = self.nearness.order(mutant.file)[: self.bounds.modules]
        return f"{module}/{digest(repr((tests, now, nearest)).encode())}"

    def _same(self, then: str, now: str) -> bool:
        """The mutated module has not changed: what was killed stays dead whatever tests are added."""
        return then.partition("/")[0] == now.partition("/")[0]

    def _made(self, mutant: Mutant, stratum: str, seed: int, trial: Trial, asked: str) -> Run:
        diff = mutant.diff((self.project / mutant.file).read_bytes())
        place, within, operator = mutant.place, mutant.within, mutant.operator
        found = (trial.outcome, trial.by, trial.tests)
        return Run(mutant.name, stratum, seed, place, within, operator, *found, asked, diff)
