"""The nearest tests of changed files: changed tests themselves, then what reads a changed module.

Which tests these are follows from the tree and the names of the changed files alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from tools.mutants.nearness import Nearness
from tools.near.import_graph import ImportGraph

OF_ONE = 8
"""Test modules that are run because of one changed file."""

OF_FOLDER = 3
"""Those from one folder of tests, where a shared layer has changed: many families depend on it."""

IN_ALL = 24
"""Test modules that are run at most, besides those that changed."""

HOUSE = tuple(f"tests/house/test_{name}.py" for name in ("architecture", "names", "words"))
"""What holds for every module; seconds each."""

_FAR = 3
"""Imports behind which a test does not count as near unless its name says so."""


@dataclass(frozen=True)
class NearTest:
    """A module of tests, and the changed file because of which it is run."""

    module: str
    because: str


class NearestTests:
    """The tests of a project, asked for by what has changed."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._graph = ImportGraph(project)
        self._nearness = Nearness(project)

    def of(self, changed: Iterable[str]) -> list[NearTest]:
        """Nearest first: every changed file has its first one before any has its second."""
        files = sorted(set(changed))
        own = [file for file in files if self._is_test(file)]
        others = [file for file in files if file not in own]
        chosen = {file: NearTest(file, file) for file in own}
        for rank, file in product(range(OF_ONE), others):
            if len(chosen) - len(own) == IN_ALL:
                break
            for module in self._of_one(file)[rank : rank + 1]:
                chosen.setdefault(module, NearTest(module, file))
        if any(file.endswith(".py") for file in files):
            for module in HOUSE:
                chosen.setdefault(module, NearTest(module, "every module"))
        return list(chosen.values())

    def _is_test(self, file: str) -> bool:
        return file in self._nearness.modules

    @cache  # noqa: B019
    def _of_one(self, file: str) -> list[str]:
        """The test modules that depend on a changed one, or share its words, by how near they are."""
        if not file.endswith(".py"):  # a page, a file of data
            return [module for module in self._nearness.modules if self._names(module, file)]
        steps = self._graph.distances(file)
        reached = [m for m in self._nearness.modules if m in steps]
        if file.startswith("tests/"):
            return sorted(reached, key=lambda module: (steps[module], module))[:OF_ONE]
        order = sorted(
            reached or self._nearness.modules,
            key=lambda m: (
                -self._nearness.of(m, file) + 2.0 * min(steps.get(m, _FAR), _FAR),
                m,
            ),
        )
        return _spread(order, OF_ONE if file.startswith("symcause/families/") else OF_FOLDER)

    def _names(self, module: str, file: str) -> bool:
        """Does a test name this page, or this data file?"""
        return Path(file).name in (self._project / module).read_text("utf-8")


def _spread(order: list[str], most: int) -> list[str]:
    """The first modules of an order, so many from one folder at most."""
    chosen: list[str] = []
    taken: Counter[str] = Counter()
    for module in order:
        folder = Path(module).parts[1]
        if taken[folder] < most and len(chosen) < OF_ONE:
            taken[folder] += 1
            chosen.append(module)
    return chosen
