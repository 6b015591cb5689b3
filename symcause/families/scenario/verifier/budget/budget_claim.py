"""The budget claim in the scenario verifier: how well so many units tell two rivals apart.

The claim is about the game as it is played, with what a player sees of a unit. It has two ends. The lower
one is what units of one design are worth, the history being known up to groups; the upper one what no
policy exceeds, by a grid of beliefs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.budget.integer_values import (
    SCALE,
    Beliefs,
    Choice,
    fitting,
    grouped,
    histories,
    least,
    terms,
    undominated,
    up,
    vectors,
)
from symcause.families.scenario.verifier.budget.rival_tables import (
    VIEWS,
    Batch,
    Tables,
    refuse_unlike,
)
from symcause.families.scenario.verifier.finite_claims import read_exact, read_full_design
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.twin_pair import tail
from symcause.kernel.envelope import read_digest
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import bits, product_steps

PAYOFFS = ("name", "win")
MOST_UNITS = 10_000  # units: that a claim may be about
MOST_POINTS = 30_000  # beliefs: of the grid of a certificate
MOST_GROUPS = 64  # groups: of the histories of a certificate


class Comparison:
    """Two rivals in a view, and what naming them or winning is worth."""

    def __init__(self, first: Finite, second: Finite, view: str, payoff: str) -> None:
        self.first, self.second, self.work = first, second, first.work
        self.tables = Tables(first, second, view)
        self.payoff = payoff
        self.batches: list[Batch] = self.tables.history()

    @property
    def informs(self) -> bool:
        """Does the history tell anything?"""
        return any(len(batch.table) > 1 and batch.records for batch in self.batches)

    def choices(self, rounded_up: bool) -> list[Choice]:
        """What there is to choose from at the end, rising for the first rival."""
        if self.payoff == "name":
            return [(0, SCALE), (SCALE, 0)]
        asked = self.first.problem.evaluate
        if asked is None:
            raise Rejected("there is nothing to win")
        wanted = ceil(asked.threshold * asked.fleet)
        known: dict[Fraction, int] = {}
        pairs = set()
        for design in self.first.designs():
            pair = []
            for side in (self.first, self.second):
                value = side.value(design)
                if value not in known:
                    known[value] = self._won(asked.fleet, wanted, value, rounded_up)
                pair.append(known[value])
            pairs.add((pair[0], pair[1]))
        return _hull(sorted(pairs))

    def _won(self, fleet: int, wanted: int, value: Fraction, rounded_up: bool) -> int:
        size = fleet * bits(value)
        steps = (fleet - wanted + 2) * (4 + size // 1_000) + product_steps(size, size)
        self.work.spend(steps, "the chances of a fleet")
        top, bottom = tail(fleet, wanted, value).as_integer_ratio()
        return up(top * SCALE, bottom) if rounded_up else top * SCALE // bottom

    def low(self, design: dict[str, Value], n: int, cuts: Sequence[Fraction]) -> Fraction:
        """At least what n units of a design are worth."""
        table = fitting(self.tables.table(design), n)
        size = terms(table, n)
        longest = max(bits(c) for chances in table for c in chances)
        self.work.spend(size * (30 + n * longest // 400), "the units of the design")
        masses = vectors(table, n, rounded_up=False)
        groups = grouped(histories(self._batches(), self.work, rounded_up=False), cuts)
        self.work.spend(len(groups) * 400 + size * 30, "the groups of histories")
        return least(groups, masses, self.choices(rounded_up=False))

    def high(self, grid: Sequence[int], n: int) -> Fraction:
        """At most what n units are worth, whatever the policy."""
        designs = self.tables.designs()
        tables = undominated([self.tables.table(design, most=True) for design in designs])
        beliefs = Beliefs(grid, self.choices(rounded_up=True))
        beliefs.raised(tables, n, self.work)
        masses = histories(self._batches(), self.work, rounded_up=True)
        self.work.spend(len(masses) * 30, "the histories")
        return beliefs.worth(masses)

    def _batches(self) -> list[Batch]:
        return [batch for batch in self.batches if len(batch.table) > 1 and batch.records]


def _hull(points: list[Choice]) -> list[Choice]:
    """The choices that are best for some belief."""
    kept: list[Choice] = []
    for point in points:
        while kept and kept[-1][1] <= point[1]:
            kept.pop()
        while len(kept) > 1 and _turns(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _turns(a: Choice, b: Choice, c: Choice) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])


def check_budget(
    first: Finite, other: ScenarioProblem, said: dict[str, Node], evidence: dict[str, Node]
) -> str:
    """What the evidence establishes about two rivals. Raises Rejected."""
    about = said["other"].fields("id", "sha256")
    if read_digest(about["sha256"]) != fingerprint(other):
        raise Rejected("the certificate is about another rival", place="claim.other.sha256")
    refuse_unlike(first.problem, other)
    view, payoff = said["view"].choice(VIEWS), said["payoff"].choice(PAYOFFS)
    n = said["units"].integer(0, MOST_UNITS)
    low, high = read_exact(said["low"]), read_exact(said["high"])
    design = read_full_design(first, evidence["single"])
    grid, cuts = _grid(evidence["grid"]), _cuts(evidence["groups"])
    both = Comparison(first, Finite(other, first.work), view, payoff)
    proven = both.low(design, n, cuts)
    if low > proven:
        raise said["low"].fail(f"the units of this design are worth less{both.tables.remark}")
    bound = min(both.high(grid, n), Fraction(1))  # what is rounded up is still a chance
    if high < bound:
        raise said["high"].fail(f"the grid does not prove so little{both.tables.remark}")
    word = "the true rival is named" if payoff == "name" else "the submitted design wins"
    chance = f"from {said['low'].value} to {said['high'].value}"
    return f"with {n:,} units, view {view}, {word} with a chance {chance}"


def _grid(node: Node) -> list[int]:
    """Beliefs that rise between 0 and 1."""
    grid: list[int] = []
    for item in node.items(MOST_POINTS):
        belief = read_exact(item) * SCALE
        if belief.denominator != 1:
            raise item.fail("a belief has at most 12 decimals")
        if not (grid[-1] if grid else 0) < belief < SCALE:
            raise item.fail("beliefs rise between 0 and 1")
        grid.append(belief.numerator)
    return grid


def _cuts(node: Node) -> list[Fraction]:
    """Ratios that rise; none where the history is not grouped."""
    if node.value is None:
        return []
    cuts: list[Fraction] = []
    for item in node.items(MOST_GROUPS - 1):
        cut = read_exact(item)
        if cut <= (cuts[-1] if cuts else 0):
            raise item.fail("cuts rise from 0")
        cuts.append(cut)
    return cuts
