"""Unobserved cells by z3: whole truth tables and integers for the order, nothing of the SAT encoding."""

from __future__ import annotations

import random

import pytest
import z3

from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.hole_search import HoledSearch
from tests.boolean.space.test_disturbed import key
from tests.evidence.latent_cases import latent_problem

MOST = 60


class Smt:
    """The members over one root set."""

    def __init__(
        self, problem: BooleanProblem, hypotheses: HypothesisClass, roots: tuple[str, ...]
    ) -> None:
        self.problem, self.roots = problem, roots
        self.solver = z3.Solver()
        self.pool = {
            v: tuple(sorted(problem.disclosure.admissible(v)))
            for v in problem.variables
            if v not in roots
        }
        self.table = {
            v: [z3.Bool(f"{v}:{i}") for i in range(1 << len(pool))] for v, pool in self.pool.items()
        }
        place = {v: z3.Int(f"at {v}") for v in problem.variables}
        for v, pool in self.pool.items():
            depends = []
            for j, p in enumerate(pool):
                pairs = [(i, i | 1 << j) for i in range(1 << len(pool)) if not i >> j & 1]
                said = z3.Or([self.table[v][a] != self.table[v][b] for a, b in pairs])
                self.solver.add(z3.Implies(said, place[p] < place[v]))
                depends.append(said)
            if hypotheses.max_parents is not None and depends:
                self.solver.add(z3.AtMost(*depends, hypotheses.max_parents))
        self.cells: dict[tuple[int, int, str], z3.BoolRef] = {}
        self.solver.add(z3.Sum([z3.If(cell, 1, 0) for cell in self._rows()]) <= hypotheses.errors)

    def _rows(self) -> list[z3.BoolRef]:
        wrong = []
        for w, world in enumerate(self.problem.training):
            for r, row in enumerate(world.rows):
                state = {}
                for v, bit in zip(self.problem.variables, row, strict=True):
                    state[v] = z3.BoolVal(bit == "1")
                    if bit == "?":
                        state[v] = self.cells[w, r, v] = z3.Bool(f"cell {w} {r} {v}")
                for v, pool in self.pool.items():
                    if v not in world.targets:
                        wrong.append(self._output(v, [state[p] for p in pool]) != state[v])
        return wrong

    def _output(self, v: str, inputs: list[z3.BoolRef]) -> z3.BoolRef:
        said = self.table[v]
        for bit in inputs:  # the first input is the lowest bit of a pattern
            said = [z3.If(bit, said[i + 1], said[i]) for i in range(0, len(said), 2)]
        return said[0]

    def members(self) -> list[BooleanSCM]:
        """All of them, or more than anybody compares."""
        found = []
        self.solver.push()
        while len(found) <= MOST and self.solver.check() == z3.sat:
            model = self.solver.model()
            read = {
                v: [z3.is_true(model.eval(bit, model_completion=True)) for bit in bits]
                for v, bits in self.table.items()
            }
            functions = {
                v: reduce(self.pool[v], sum(bit << i for i, bit in enumerate(bits)))
                for v, bits in read.items()
            }
            found.append(BooleanSCM(self.roots, functions))
            others = [
                bit != on for v in read for bit, on in zip(self.table[v], read[v], strict=True)
            ]
            self.solver.add(z3.Or(others))
        self.solver.pop()
        return found

    def values(self) -> dict[tuple[int, int, str], set[int]]:
        """What each unobserved cell can be."""
        found = {}
        for cell, bit in self.cells.items():
            can = [self.solver.check(bit if value else z3.Not(bit)) == z3.sat for value in (0, 1)]
            found[cell] = {value for value in (0, 1) if can[value]}
        return found


def agrees(seed: int) -> bool:
    drawn = latent_problem(random.Random(seed))
    if drawn is None or not drawn[0].holed:
        return False
    problem, hypotheses = drawn
    expected: set[object] = set()
    values: dict[tuple[int, int, str], set[int]] = {}
    for roots in problem.disclosure.root_sets():
        rest = [v for v in problem.variables if v not in roots]
        if any(not set(roots) & set(problem.disclosure.admissible(v)) for v in rest):
            continue  # a constant would have nothing to mention
        if not any(
            row[problem.variables.index(v)] != "?" and v not in world.targets
            for world in problem.training
            for row in world.rows
            for v in rest
        ):
            continue
        smt = Smt(problem, hypotheses, tuple(roots))
        members = smt.members()
        if len(members) > MOST:
            return False
        expected |= {key(member) for member in members}
        if members:
            for cell, can in smt.values().items():
                values[cell] = values.get(cell, set()) | can
    search = HoledSearch(problem, hypotheses)
    assert search.entailed() == {
        cell: next(iter(can)) for cell, can in values.items() if len(can) == 1
    }
    found = [member for member in search.members() if isinstance(member, BooleanSCM)]
    assert {key(member) for member in found} == expected and len(found) == len(expected)
    return True


@pytest.mark.parametrize("block", range(2))
def test_another_solver_finds_the_same_members(block: int) -> None:
    assert sum(agrees(seed) for seed in range(10 * block, 10 * block + 10)) >= 3


@pytest.mark.exhaustive
def test_many_more() -> None:
    """Three hundred problems whose members can all be compared."""
    found, seed = 0, 4000
    while found < 300:
        found += agrees(seed)
        seed += 1
