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
    """How many tests a mutant is tried with at most, and how many modules are recorded for it.

    In forks: *seconds* of a processor after which one that is not noticed is tried on no further module.
    """

    tests: int = 80
    modules: int = 8
    seconds: int = 90


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
        asked = self._asked(mutant)
        earlier = self.runs.get(mutant.name)
        if earlier is not None and (
            earlier.asked == asked or (earlier.by and self._same(earlier.asked, asked))
        ):
            return earlier
        trial = self._judged(mutant, tree)
        run = self._made(mutant, stratum, seed, trial, self._asked(mutant))
        self.runs.add(run)
        return run

    def tests(self, mutant: Mutant) -> list[str]:
        """Tests that are known to reach a mutant, nearest first."""
        return self._ordered(mutant)

    def _judged(self, mutant: Mutant, tree: TreeCopy) -> Trial:
        """Module after module, nearest first: those further away are not even loaded if one notices."""
        left, shown = self.bounds.tests, Trial(UNREACHED, 0)
        for place, module in enumerate(self.nearness.order(mutant.file)):
            if not self._recorded(module, tree, place < self.bounds.modules):
                continue
            part = self._cases(self.reach.of(mutant, [module]))[:left]
            if part:
                left -= len(part)
                trial = tried(mutant, part, tree, sum(map(self.reach.seconds, part)))
                if trial.outcome != SURVIVED:
                    return trial
                shown = Trial(SURVIVED, self.bounds.tests - left)
            if left <= 0:
                break
        return shown

    def _recorded(self, module: str, tree: TreeCopy, near: bool) -> bool:
        """Is it known what a module reaches? It is recorded now if it is near."""
        with self._lock:
            if near and module not in self.reach:
                self.reach.record(module, tree)
            return module in self.reach

    def _ordered(self, mutant: Mutant) -> list[str]:
        by_module: dict[str, list[str]] = {}
        for test in self.reach.of(mutant):
            by_module.setdefault(test.partition("::")[0], []).append(test)
        near = sorted(by_module, key=lambda m: (-self.nearness.of(m, mutant.file), m))
        return [test for module in near for test in self._cases(by_module[module])]

    def _cases(self, tests: list[str]) -> list[str]:
        """Tests of a module: one case of every test before a second one, the fastest first."""
        cases = Counter[str]()
        places = list[tuple[int, float, str]]()
        for test in sorted(tests, key=lambda test: (self.reach.seconds(test), test)):
            function = test.partition("[")[0]
            places.append((cases[function], self.reach.seconds(test), test))
            cases[function] += 1
        return [test for _, _, test in sorted(places)]

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
