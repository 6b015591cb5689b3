"""The box tree for bounds in the scenario verifier: cuts of draws and boxes of designs.

    cells   {"emi": ["1/4", "1/2"], …}                       cuts of the continuous draws
    tree    {"variable", "at", "first", "second"}            a box in two: up to *at*, and the rest
            {"outside": true}                                 a constraint fails on the whole box
            {"cells": {…}}                                    the chance on this box, with these cuts

A whole number is cut at a number (the first part holds it), a choice or flag at one of its values.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.models.model_components import Boolean, Choice, Design, Draw
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.bounds.chance_sums import Weight
from symcause.families.scenario.verifier.bounds.event_bounds import Cells, box_of
from symcause.families.scenario.verifier.bounds.range_terms import enclosed, words
from symcause.families.scenario.verifier.bounds.value_ranges import NO, Range, Set
from symcause.families.scenario.verifier.bounds.weighted_states import Cuts
from symcause.families.scenario.verifier.finite_claims import read_exact
from symcause.grammar.scenario.scenario_terms import Name, Term
from symcause.kernel.nodes import Beyond, Node
from symcause.kernel.work import Work

MAX_LEAVES = 20_000  # leaves: of the tree of a certificate
MAX_CUTS = 1_000  # cuts: of one node of the tree
Box = dict[str, Set]


class Bounds:
    """The chances of one scenario, by the evidence of a certificate."""

    def __init__(self, problem: ScenarioProblem, evidence: dict[str, Node], work: Work) -> None:
        self.problem = problem
        self.cells = Cells(problem, work)
        self.cuts = read_cuts(problem, evidence["cells"])
        self.tree = evidence.get("tree")
        self.event: tuple[Term, ...] = (Name(problem.outcome),)
        self._rules = [enclosed(rule) for rule in problem.constraints]
        self._leaves = 0
        self._values: dict[tuple[object, ...], Weight] = {}
        self._upper: Fraction | None = None
        self.cells.sensible(whole_space(problem))

    def value(self, design: Design) -> Weight:
        """Bounds of S(design)."""
        key = tuple(design.items())
        if key not in self._values:
            self._values[key] = self.cells.chance(
                box_of(design), self.event, self.cuts, self.problem.final
            )
        return self._values[key]

    def upper(self) -> Fraction:
        """A bound of S for all designs of the space, from the leaves of the tree."""
        if self.tree is None:
            raise Beyond("there is no tree of designs", place="evidence.tree")
        if self._upper is None:
            self._upper = self._most(self.tree)
        return self._upper

    def _most(self, root: Node) -> Fraction:
        number = Fraction(0)
        waiting = [(root, whole_space(self.problem))]
        while waiting:
            node, box = waiting.pop()
            keys = dict(node.entries())
            if "variable" in keys:
                fields = node.fields("variable", "at", "first", "second")
                halves = self._halves(fields, box)
                waiting += zip((fields["second"], fields["first"]), halves[::-1], strict=True)
                continue
            self._leaves += 1
            if self._leaves > MAX_LEAVES:
                raise Beyond(f"more than {MAX_LEAVES:,} leaves", place=node.place)
            if "outside" in keys:
                if node.fields("outside")["outside"].value is not True or not self.outside(box):
                    raise node.fail("a design of this box may be in the space")
                continue
            cuts = read_cuts(self.problem, node.fields("cells")["cells"])
            number = max(number, self.bound(box, cuts))
        return number

    def bound(self, box: Box, cuts: Cuts) -> Fraction:
        """The most that a design of a box is worth."""
        return self.cells.chance(box, self.event, cuts, self.problem.final)[1]

    def outside(self, box: Box) -> bool:
        return any(words(rule(box)) == NO for rule in self._rules)

    def _halves(self, fields: dict[str, Node], box: Box) -> tuple[Box, Box]:
        name = fields["variable"].choice(tuple(box))
        own, at = box[name], fields["at"]
        if isinstance(own, Range):
            place = at.integer(int(own.low), int(own.high) - 1)
            parts: tuple[Set, Set] = (
                Range(own.low, Fraction(place)),
                Range(Fraction(place + 1), own.high),
            )
        else:
            value = at.value
            if not isinstance(value, bool | str) or value not in own or len(own) < 2:
                raise at.fail("not a value that is left in this box")
            parts = (frozenset({value}), own - {value})
        return {**box, name: parts[0]}, {**box, name: parts[1]}


def whole_space(problem: ScenarioProblem) -> Box:
    """The box of all designs."""
    box: Box = {}
    for name, domain in problem.design.items():
        if isinstance(domain, Boolean):
            box[name] = frozenset({False, True})
        elif isinstance(domain, Choice):
            box[name] = frozenset(domain.options)
        elif domain.most is None:
            raise Beyond(f"{name} has no largest number")
        else:
            box[name] = Range(Fraction(domain.least), Fraction(domain.most))
    return box


def read_cuts(problem: ScenarioProblem, node: Node) -> Cuts:
    """Cuts of draws between 0 and 1, in order."""
    drawn = {v.name: v for v in problem.variables if isinstance(v, Draw)}
    numbers: dict[str, list[Fraction]] = {}
    for name, listed in node.entries():
        if name not in drawn or drawn[name].distribution.kind != "uniform":
            raise listed.fail("no uniform draw of the scenario")
        cuts = [read_exact(cut) for cut in listed.items()]
        if len(cuts) > MAX_CUTS:
            raise Beyond(f"more than {MAX_CUTS:,} cuts", place=listed.place)
        if any(a >= b for a, b in zip((Fraction(0), *cuts), (*cuts, Fraction(1)), strict=True)):
            raise listed.fail("cuts are between 0 and 1, each above the one before")
        numbers[name] = cuts
    return numbers
