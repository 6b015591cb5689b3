"""Evidence about a variable's parent sets for linear certificates, found by elimination.

All sets are gone through, larger ones first, and each that nothing settles yet gets some evidence: a
point in general position where no effect is forced to zero; else the reason why there is none. A reason
is made as strong as it can be: candidates are added to the set as long as it stays inconsistent, or as
long as the effect stays forced to zero, so that one combination of rows refutes many sets.
Combinations solve the transposed system; the solution taken uses at most as many rows as there are columns,
hence certificates are small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, lcm

from symcause.families.linear.certify.sign_evidence import against, signed_point
from symcause.families.linear.verifier.integer_members import Pivots
from symcause.families.linear.verifier.parents import ParentEvidence, subsets
from symcause.families.linear.verifier.verifier_rows import LocalSystem
from symcause.kernel.linear_sums import Combination, Vector
from symcause.solvers.linear.rational_algebra import Affine, reduce_rows, solve, solve_reduced

ZERO, ONE = Fraction(0), Fraction(1)


def refuted(evidence: ParentEvidence, parents: int) -> bool:
    """Does some refutation of the evidence apply to the set?"""
    return any(not parents & ~larger for larger, _ in evidence.inconsistent) or any(
        parents >> parent & 1 and not parents & ~larger for larger, parent, _ in evidence.zero
    )


def combination(
    local: LocalSystem, parents: int, row: Sequence[Fraction], right: Fraction | None = None
) -> Combination | None:
    """Rows that combine to *row* on the columns of a set (and to *right*, if given), or None."""
    wanted = [[a[c] for a in local.system.rows] for c in local.columns(parents)]
    values = list(row)
    if right is not None:
        wanted.append(list(local.system.right))
        values.append(right)
    if not any(values):
        return ()
    space = solve(wanted, values) if local.system.rows else None
    if space is None:
        return None
    return tuple((i, factor) for i, factor in enumerate(space.point) if factor)


def parent_evidence(local: LocalSystem, most: int | None, *, integer: bool) -> ParentEvidence:
    """Evidence about every parent set of a variable within the bound."""
    search = _Search(local, integer)
    for parents in sorted(subsets(local.candidates, most), key=int.bit_count, reverse=True):
        if not local.required & ~parents and not refuted(search.evidence, parents):
            search.settle(parents)
    return search.evidence


class _Search:
    """What is settled so far."""

    def __init__(self, local: LocalSystem, integer: bool) -> None:
        self._local, self._integer = local, integer
        pairs = zip(local.system.rows, local.system.right, strict=True)
        self._reduced = reduce_rows([(*row, right) for row, right in pairs])
        self._spaces: dict[int, Affine | None] = {}
        self._feasible: list[tuple[int, Vector]] = []
        self._inconsistent: list[tuple[int, Combination]] = []
        self._zero: list[tuple[int, int, Combination]] = []
        self._counted: list[tuple[int, Pivots]] = []
        self._signed: list[tuple[int, Combination]] = []

    @property
    def evidence(self) -> ParentEvidence:
        return ParentEvidence(
            self._local.variable,
            tuple(self._feasible),
            tuple(self._inconsistent),
            tuple(self._zero),
            tuple(self._counted),
            tuple(self._signed),
        )

    def settle(self, parents: int) -> None:
        """Find out about one set."""
        space = self._space(parents)
        if space is None:
            self._contradict(self._grown(parents, lambda larger: self._space(larger) is None))
            return
        for parent in self._local.candidates:
            if parents >> parent & 1 and self._forced(parents, parent):
                self._pin(parents, parent)
                return
        if self._integer:
            self._counted.append((parents, self._pivots(parents)))
        elif any(self._local.signs_of(parents)):
            self._sign(space, parents)
        else:
            self._feasible.append((parents, _generic(space, parents.bit_count())))

    def _sign(self, space: Affine, parents: int) -> None:
        """A solution with the known signs, or rows that no such solution can satisfy."""
        signs = self._local.signs_of(parents)
        point = signed_point(space, signs)
        if point is not None:
            self._feasible.append((parents, point))
            return
        rows = combination(self._local, parents, against(space, signs))
        assert rows is not None
        self._signed.append((parents, rows))

    def _space(self, parents: int) -> Affine | None:
        """All solutions on the columns of a set."""
        if parents not in self._spaces:
            columns = self._local.columns(parents)
            rows = [tuple(row[c] for c in (*columns, -1)) for row in self._reduced]
            self._spaces[parents] = solve_reduced(reduce_rows(rows), len(columns))
        return self._spaces[parents]

    def _forced(self, parents: int, parent: int) -> bool:
        """Is the effect of a parent zero in all solutions?"""
        space, at = self._space(parents), _place(parents, parent)
        return space is not None and space.pinned(at) and not space.point[at]

    def _grown(self, parents: int, holds: Callable[[int], bool]) -> int:
        """A largest set around *parents* of which the same holds."""
        for candidate in self._local.candidates:
            larger = parents | 1 << candidate
            if larger != parents and holds(larger):
                parents = larger
        return parents

    def _contradict(self, parents: int) -> None:
        nothing = [ZERO] * len(self._local.columns(parents))
        rows = combination(self._local, parents, nothing, ONE)
        assert rows is not None
        scale = Fraction(lcm(*(f.denominator for _, f in rows)))  # any multiple contradicts as well
        shared = gcd(*(int(f * scale) for _, f in rows))
        self._inconsistent.append((parents, tuple((i, f * scale / shared) for i, f in rows)))

    def _pin(self, parents: int, parent: int) -> None:
        larger = self._grown(parents, lambda wider: self._forced(wider, parent))
        unit = [ZERO] * len(self._local.columns(larger))
        unit[_place(larger, parent)] = ONE
        rows = combination(self._local, larger, unit, ZERO)
        assert rows is not None
        self._zero.append((larger, parent, rows))

    def _pivots(self, parents: int) -> Pivots:
        """The columns that follow from the others."""
        columns = self._local.columns(parents)
        reduced = reduce_rows([[row[c] for c in columns] for row in self._reduced])
        pivots: list[tuple[int, Combination]] = []
        for row in reduced:
            rows = combination(self._local, parents, row)
            assert rows is not None
            pivots.append((next(i for i, entry in enumerate(row) if entry), rows))
        return tuple(pivots)


def _place(parents: int, parent: int) -> int:
    """The column of a parent's effect among those of the set."""
    return (parents & ((1 << parent) - 1)).bit_count()


def _generic(space: Affine, mains: int) -> Vector:
    """A solution without a zero effect: on the curve point + s·d₁ + s²·d₂ + … only few s are bad."""
    step = 0
    while True:
        point = list(space.point)
        for power, direction in enumerate(space.directions, 1):
            for i, slope in enumerate(direction):
                point[i] += slope * step**power
        if all(point[:mains]):
            return tuple(point)
        step = -step if step > 0 else 1 - step
