"""Design splits for a scenario certificate: boxes halved until each bound is low enough.

The tree is only proposed here. Ends of ranges that no design has are split off as *outside*; the range that
moves the bound most for its length is halved. The kernel bounds every leaf anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.budgets import Meter, StrictMeter
from symcause.families.scenario.bounds import CERTIFIED_LEAVES
from symcause.families.scenario.models.model_components import Integer, Value
from symcause.families.scenario.optimum.design_boxes import Box, Feasible, root_boxes
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.value.work_tally import Bill
from symcause.kernel.nodes import Beyond

Node = dict[str, object]
Cells = Mapping[str, list[str]]
Values = Mapping[str, Value]
Ranges = dict[str, tuple[int, int]]
SLACK = Fraction(2, 1000)
"""How much lower the engine's bound is to be: the kernel has coarser cells."""


class Splitting:
    """The tree of one scenario below one number."""

    def __init__(
        self, problem: ScenarioProblem, below: Fraction, cells: Cells, budget: Meter
    ) -> None:
        self.problem, self.below, self.cells = problem, below - SLACK, cells
        self.valuer = Valuer(problem)
        self.bill, self.budget = Bill(self.valuer.tally, budget), budget
        self.feasible = Feasible(problem.constraints, self.valuer.tally)
        self.influence: dict[str, Fraction] = {}
        self.leaves = StrictMeter(
            CERTIFIED_LEAVES, f"more than {CERTIFIED_LEAVES} leaves", refusal=Beyond
        )

    def tree(self) -> Node:
        """The choices that make a difference first, then ranges."""
        roots = list(root_boxes(self.problem, Space.DECLARED, self.problem.final))
        return self._chosen(roots, list(roots[0].values) if roots else [])

    def _chosen(self, roots: list[Box], names: list[str]) -> Node:
        """Split off every value that some root has of its own."""
        for name in names:
            held = list(dict.fromkeys(root.values[name] for root in roots))
            if len(held) > 1:
                value = next(v for v in held if v != roots[0].values[name])
                own = [root for root in roots if root.values[name] == value]
                rest = [root for root in roots if root.values[name] != value]
                first, second = self._chosen(own, names), self._chosen(rest, names)
                return {"variable": name, "at": value, "first": first, "second": second}
        return self._ranged(roots[0].values, self._whole())

    def _whole(self) -> Ranges:
        domains = self.problem.design.items()
        return {n: (d.least, d.most) for n, d in domains if isinstance(d, Integer) and d.most}

    def _ranged(self, values: Values, there: Ranges) -> Node:
        """A box with these ranges: what no design has is cut away first."""
        tight = self.feasible.tightened(Box(values, there))
        if tight is None:
            return {"outside": True}
        for name, (low, high) in there.items():
            first, last = tight.ranges[name]
            assert last is not None
            if last < high:
                inner = self._ranged(values, {**there, name: (low, last)})
                return _node(name, last, inner, {"outside": True})
            if first > low:
                inner = self._ranged(values, {**there, name: (first, high)})
                return _node(name, first - 1, {"outside": True}, inner)
        return self._halved(values, there)

    def _halved(self, values: Values, there: Ranges) -> Node:
        if self._bound(values, there) < self.below:
            self.leaves.spend()
            return {"cells": dict(self.cells)}
        open_ = [name for name, (low, high) in there.items() if low < high]
        if not open_:
            raise Beyond("a design is not bounded below the number asked for")
        if not self.influence:
            self._measure(values, there, open_)
        name = max(open_, key=lambda n: (self.influence[n] * (there[n][1] - there[n][0]), n))
        low, high = there[name]
        middle = (low + high) // 2
        first = self._ranged(values, {**there, name: (low, middle)})
        second = self._ranged(values, {**there, name: (middle + 1, high)})
        return _node(name, middle, first, second)

    def _bound(self, values: Values, there: Ranges) -> Fraction:
        if self.bill.over:
            raise Beyond(f"no tree of designs: {self.budget.shortage.reason}")
        return self.valuer.bounds([Box(values, there).sides()])[0].high

    def _measure(self, values: Values, there: Ranges, names: list[str]) -> None:
        """How much each range can move the bound, tried once by its halves."""
        for name in names:
            low, high = there[name]
            middle = (low + high) // 2
            halves = ((low, middle), (middle + 1, high))
            first, second = (self._bound(values, {**there, name: half}) for half in halves)
            self.influence[name] = (abs(first - second) + Fraction(1, 10**6)) / (high - low)


def _node(name: str, at: int, first: Node, second: Node) -> Node:
    return {"variable": name, "at": at, "first": first, "second": second}
