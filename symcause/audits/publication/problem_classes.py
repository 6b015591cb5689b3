"""Problem classes for publication and audits: which problems are the same one up to names, gold included.

Two problems with one evidence and other true models are two: a player may find out more, and held-out
worlds differ. Closely compared are only those that cannot be told apart at a glance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from symcause.audits.publication.canonical_problem import canonical_gold, canonical_problem
from symcause.bounds.audits_bounds import COMPARED_PROBLEMS
from symcause.errors import LimitError
from symcause.formats.problems import Problem
from symcause.isomorphism.rough_form import rough_form
from symcause.registry import family_of, load


class ProblemClasses:
    """Takes in problems one by one; of a pool of too many none are compared."""

    def __init__(self) -> None:
        self.problems = 0
        self._alike: dict[tuple[str, bytes], list[Problem]] = {}

    def add(self, problem: Problem) -> None:
        """One more problem."""
        self.problems += 1
        family = family_of(problem)
        if self.problems > COMPARED_PROBLEMS:
            self._alike.clear()
        elif family.structure is not None:
            part = load(family.structure)(problem)
            if part is not None:
                self._alike.setdefault((family.name, rough_form(part)), []).append(problem)

    def repeated(self) -> list[list[str]]:
        """The ids of each class of several problems."""
        classes: dict[tuple[str, str], list[str]] = {}
        for problems in self._alike.values():
            for problem in problems if len(problems) > 1 else ():
                try:
                    gold = canonical_gold(problem)
                    form = canonical_problem(problem).digest
                except LimitError:  # not known to be the same as another
                    continue
                key = (form, "" if gold is None else gold.digest)
                classes.setdefault(key, []).append(problem.id)
        return [ids for ids in classes.values() if len(ids) > 1]


class Joined(Protocol):
    """What counts problems as one."""

    def join(self, repeated: Sequence[Sequence[str]], problems: int, /) -> None: ...


class FamilyClasses:
    """The classes of every family of a pool, if they are *wanted*."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._families: dict[str, ProblemClasses] = {}

    def add(self, problem: Problem) -> None:
        """One more problem."""
        if self._wanted:
            self._families.setdefault(family_of(problem).name, ProblemClasses()).add(problem)

    def join(self, scorings: Mapping[str, Joined]) -> None:
        """Tell every family's part in a scoring run which of its problems are one."""
        for name, classes in self._families.items():
            scorings[name].join(classes.repeated(), classes.problems)
