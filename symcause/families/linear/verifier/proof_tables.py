"""Proof tables of the linear verifier: possible parent sets, with all others refuted."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.linear.problem.magnitudes import Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.certificate_reader import Unread
from symcause.families.linear.verifier.parents import MAX_SETS, ParentChecker, read_local, subsets
from symcause.families.linear.verifier.verifier_rows import LocalSystem, local_system
from symcause.kernel.acyclic_count import some_choice
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.work import Work

Members = dict[int, list[tuple[int, ...]]]
"""The integer coefficient vectors of every counted parent set."""


@dataclass(frozen=True)
class ProvenTables:
    """What the evidence establishes: for every variable its parent sets, with their weights."""

    problem: LinearProblem
    locals: tuple[LocalSystem, ...]
    weights: tuple[dict[int, int], ...]
    members: Members | None  # of the target, in the integer class

    @property
    def choices(self) -> list[dict[int, int]]:
        """The same with weights one: graphs instead of models."""
        return [dict.fromkeys(table, 1) for table in self.weights]

    @property
    def at_target(self) -> int:
        return self.problem.variables.index(self.problem.target)

    def live(self, work: Work) -> list[int]:
        """The parent sets of the target that some member has."""
        choices, at = self.choices, self.at_target
        steps = 2 * len(choices) * (10 + sum(map(len, choices)))
        work.spend(steps * len(choices[at]), "the parent sets of the target")
        return [
            parents
            for parents in choices[at]
            if some_choice([*choices[:at], {parents: 1}, *choices[at + 1 :]])
        ]


def proven_tables(problem: LinearProblem, certificate: Unread, work: Work) -> ProvenTables:
    """The tables of all variables, every entry proven and every other set refuted."""
    locals_ = tuple(local_system(problem, name) for name in problem.variables)
    if len(certificate.variables) != len(locals_):
        raise Rejected("not one entry for every variable", place="evidence.variables")
    sets = sum(_sets(len(local.candidates), problem.max_parents) for local in locals_)
    if sets > MAX_SETS:
        raise Beyond(f"{sets} parent sets: the kernel looks at {MAX_SETS} at most")
    integer = problem.coefficients.domain is Domain.INTEGER
    weights: list[dict[int, int]] = []
    members = None
    for local, node in zip(locals_, certificate.variables, strict=True):
        evidence = read_local(node, local, work)
        if evidence.variable != local.variable:
            raise node.fail(f"the entry of {local.variable} should stand here")
        checker = ParentChecker(local, node.place, work)
        checker.refutations(evidence)
        if integer and evidence.feasible:
            raise Rejected("a witness counts no integers", place=f"{node.place}.feasible")
        if not integer and evidence.counted:
            raise Rejected("only integers are counted", place=f"{node.place}.counted")
        table = checker.witnesses(evidence)
        known = set(table)
        if integer:
            counted = checker.counts(evidence, problem.coefficients)
            known = set(counted)
            table = {parents: len(found) for parents, found in counted.items() if found}
            members = counted if local.variable == problem.target else members
        checker.covered(evidence, known, problem.max_parents)
        within = set(subsets(local.candidates, problem.max_parents))
        if not within >= known or any(local.required & ~parents for parents in known):
            raise Rejected("more parents than the class admits, or fewer", place=node.place)
        weights.append(table)
    return ProvenTables(problem, locals_, tuple(weights), members)


def _sets(candidates: int, most: int | None) -> int:
    """How many sets of candidates there are within the bound."""
    total, term = 0, 1
    for size in range(candidates + 1 if most is None else min(most, candidates) + 1):
        total += term
        term = term * (candidates - size) // (size + 1)
    return total
