"""Training rows as a table of bits, for the joint search over parent sets that fit them.

A parent set S of V *fits* iff no two rows that differ in V agree on S: then, and only then, a function of
S agrees with all rows in which V is no target. So S fits iff it hits the difference of every conflicting
pair. :class:`ParentSearch` finds fitting sets by SAT with one selector a candidate; differences are added
only when a proposed set misses them, and are kept for all later questions about the same variable.

Sets of variables are bit masks over positions in ``problem.variables``, sets of rows over row numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symcause.answers import Sat
from symcause.families.boolean.bounds import CONFLICT_ROWS
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.solvers.sat.cnf import Cnf
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE, PysatEngine


@dataclass(frozen=True)
class Observed:
    """Every training row, by rows and by columns."""

    states: tuple[int, ...]  # row -> the variables that are 1 in it
    columns: tuple[int, ...]  # variable -> the rows in which it is 1
    free: tuple[int, ...]  # variable -> the rows in which it is no target

    @staticmethod
    def of(problem: BooleanProblem) -> Observed:
        worlds = problem.training
        rows = list(dict.fromkeys((w.targets, row) for w in worlds for row in w.rows))
        texts = [row for _, row in rows]
        columns = [int("".join(column)[::-1], 2) for column in zip(*texts, strict=True)]
        held = dict.fromkeys(problem.variables, 0)
        for i, (targets, _) in enumerate(rows):
            for name in targets:
                held[name] |= 1 << i
        everything = (1 << len(rows)) - 1
        return Observed(
            tuple(int(row[::-1], 2) for row in texts),
            tuple(columns),
            tuple(everything & ~held[name] for name in problem.variables),
        )

    def blocks(self, rows: int, parents: int) -> list[int]:
        """The rows split by their values on the parents."""
        parts = [rows] if rows else []
        for p in positions(parents):
            parts = list(_split(parts, self.columns[p]))
        return parts

    def mixed(self, variable: int, parents: int) -> list[int]:
        """The blocks of the variable's rows that hold both of its values."""
        ones, parts = self.columns[variable], [self.free[variable]]
        for p in positions(parents):
            # Blocks of one value never become mixed again, so only the others are split further.
            parts = [b for b in _split(parts, self.columns[p]) if 0 != b & ones != b]
        return [b for b in parts if 0 != b & ones != b]

    def fits(self, variable: int, parents: int) -> bool:
        """True if no two rows agree on the parents and differ in the variable."""
        return not self.mixed(variable, parents)

    def misses(self, variable: int, parents: int) -> Iterator[int]:
        """Differences of conflicting pairs that the parents do not hit, one for each mixed block."""
        ones = self.columns[variable]
        for block in self.mixed(variable, parents):
            yield self._difference(block & ones, block & ~ones) & ~(1 << variable)

    def _difference(self, first: int, second: int) -> int:
        """A small difference between a row of the first and a row of the second set."""
        others = [self.states[row] for row in lowest(second, CONFLICT_ROWS)]
        return min(
            (self.states[row] ^ other for row in lowest(first, CONFLICT_ROWS) for other in others),
            key=lambda difference: (difference.bit_count(), difference),
        )

    def agreeing(self, variable: int, parents: int, point: int) -> int:
        """The rows of the variable that equal the point on the parents and on the variable."""
        rows = self.free[variable]
        for p in positions(parents | 1 << variable):
            rows &= self.columns[p] if point >> p & 1 else ~self.columns[p]
        return rows


class ParentSearch:
    """Fitting parent sets of one variable, among its candidates and within the bound on their number."""

    def __init__(self, observed: Observed, variable: int, candidates: int, bound: int) -> None:
        self.observed = observed
        self.variable = variable
        self.candidates = candidates
        self.bound = min(bound, candidates.bit_count())
        self.differences: list[int] = []  # met so far; every fitting set hits them
        self._found: list[int] = []
        self._solver: _SelectorSolver | None = None

    def propose(self, parents: int) -> bool:
        """Remember a set if it fits the rows, the candidates and the bound."""
        usable = not parents & ~self.candidates and parents.bit_count() <= self.bound
        if usable and self.observed.fits(self.variable, parents):
            self._found.append(parents)
            return True
        return False

    def within(self, allowed: int) -> int | None:
        """A least fitting set inside *allowed*, None if there is none."""
        allowed &= self.candidates
        for parents in self._found:
            if not parents & ~allowed:
                return parents
        if not self.observed.fits(self.variable, allowed):
            return None
        chosen = allowed if allowed.bit_count() <= self.bound else self._search(allowed)
        if chosen is not None:
            chosen = self.shrink(chosen)
            self._found.append(chosen)
        return chosen

    def shrink(self, parents: int) -> int:
        """A subset that still fits and has no smaller fitting subset."""
        for p in reversed(positions(parents)):
            if self.observed.fits(self.variable, parents & ~(1 << p)):
                parents &= ~(1 << p)
        return parents

    def _search(self, allowed: int) -> int | None:
        if self._solver is None:
            self._solver = _SelectorSolver(self.candidates, self.bound)
        while True:
            chosen = self._solver.solve(allowed)
            if chosen is None:
                return None
            missed = list(self.observed.misses(self.variable, chosen))
            if not missed:
                return chosen
            self.differences += missed
            for difference in missed:
                self._solver.hit(difference)


class _SelectorSolver:
    """One selector per candidate, at most this many true, and the differences to hit so far."""

    def __init__(self, candidates: int, bound: int) -> None:
        self._cnf = Cnf()
        self._selectors = {p: self._cnf.variable(p) for p in positions(candidates)}
        self._cnf.at_most(list(self._selectors.values()), bound)
        self._engine = PysatEngine(self._cnf.clauses, INCREMENTAL_ENGINE)

    def hit(self, difference: int) -> None:
        self._engine.add(s for p, s in self._selectors.items() if difference >> p & 1)

    def solve(self, allowed: int) -> int | None:
        banned = [-s for p, s in self._selectors.items() if not allowed >> p & 1]
        if not isinstance(self._engine.solve(banned), Sat):
            return None
        return sum(1 << p for p, s in self._selectors.items() if self._engine.value(s))


def _split(blocks: list[int], column: int) -> Iterator[int]:
    for block in blocks:
        one = block & column
        if one:
            yield one
        if one != block:
            yield block ^ one


def positions(mask: int) -> list[int]:
    """The positions of the ones, ascending."""
    return list(lowest(mask, mask.bit_count()))


def lowest(mask: int, count: int) -> Iterator[int]:
    """The positions of the lowest ones, at most this many."""
    while mask and count:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
        count -= 1
