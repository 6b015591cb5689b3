"""The exact Boolean space: counts, lists, draws and inspects all SCMs that replay the worlds.

Consistency is a matter of each mechanism alone (see :mod:`~space.mechanisms.local_rows`), so it is a space
of branches (:mod:`symcause.mechanisms.branch_space`), one for each root set that the problem leaves open:
all settings but hidden-roots have one. Members come by root sets in problem order, then parent sets, then
truth tables.
"""

from __future__ import annotations

from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import MAX_ROOT_SETS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rootable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.problem_tally import problem_tally
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.mechanisms.branch_space import BranchSpace, branches_of
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.root_branch import Branch

if TYPE_CHECKING:
    from symcause.families.boolean.catalogue import Catalogue


BooleanBranch = Branch[LocalSpace, Function, BooleanSCM]


class ExactSpace(Struct, BranchSpace[LocalSpace, Function, BooleanSCM], frozen=True, dict=True):
    """All SCMs of the class that replay the training worlds, branch by branch.

    Every answer is exact. What is beyond reach raises LimitError;
    :class:`~space.boolean_space.BooleanSpace` is the space for those who want to know what can still be
    said then.
    """

    problem: BooleanProblem
    hypotheses: HypothesisClass
    evidence: Evidence
    tally: Tally

    @staticmethod
    def of(
        problem: BooleanProblem,
        hypotheses: HypothesisClass | None = None,
        evidence: Evidence | None = None,
        meter: Meter | None = None,
    ) -> ExactSpace:
        """The space of a problem; raises LimitError where the class is beyond reach.

        Pass one *evidence* to look at several classes without counting functions again. Work is charged
        to a *meter*.
        """
        hypotheses = hypotheses or problem.default_class()
        evidence = evidence or Evidence(problem)
        tally = problem_tally(problem, hypotheses, evidence, meter)
        _check_root_sets(problem)
        return ExactSpace(problem, hypotheses, evidence, tally)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the problem."""
        return self.problem.variables

    @cached_property
    def branches(self) -> tuple[BooleanBranch, ...]:
        """The members with the same roots, one root set after the other."""
        evidence, hypotheses = self.evidence, self.hypotheses
        return branches_of(
            self.problem.variables,
            tuple(self.problem.disclosure.root_sets()),
            lambda roots: evidence.admits(roots) and rootable(hypotheses, roots),
            partial(evidence.local_space, hypotheses=hypotheses),
            BooleanSCM,
        )

    @property
    def catalogue(self) -> Catalogue:
        """The writable functions of the problem's language."""
        from symcause.families.boolean.catalogue import catalogue

        return catalogue(self.problem.operators, self.problem.constants)


def _check_root_sets(problem: BooleanProblem) -> None:
    """Raise LimitError if hidden roots leave too many root sets, before any is looked at."""
    disclosure = problem.disclosure
    if disclosure.roots is None:
        sets = comb(len(problem.variables), disclosure.size_of_root_set)
        if sets > MAX_ROOT_SETS:
            raise LimitError(
                f"{sets:,} possible root sets: more than {MAX_ROOT_SETS:,} are not looked at one by one",
                remedy="disclose the roots",
            )
