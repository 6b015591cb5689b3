"""CNF: formulas in conjunctive normal form over named variables, for SAT solvers.

A literal is a non-zero integer, negative for a negated variable, as every SAT solver reads it. A
:class:`Cnf` maps any hashable object to its variable, so encoders speak of ``("parent", "X1", "X3")``
and never of 17. Two models that agree on the named variables may still differ in auxiliary ones; the
cardinality constraints below *define* theirs in both directions, so the named part of a model extends
to exactly one full model.

At most k of n literals is the sequential counter (C. Sinz, CP 2005): ``s(i, j)`` says that at least j of
the first i literals are true.

>>> cnf = Cnf()
>>> cnf.at_most([cnf.variable(name) for name in "ab"], 1)
>>> cnf.add(cnf.variable("a"), cnf.variable("b"))
>>> print(cnf.dimacs())
p cnf 2 2
-1 -2 0
1 2 0
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

Clause = tuple[int, ...]


class Cnf:
    """A growing formula with names for its variables."""

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self.variables = 0
        self._variable_of: dict[Hashable, int] = {}

    def variable(self, name: Hashable) -> int:
        """The variable called *name*, made on first use."""
        known = self._variable_of.get(name)
        if known is None:
            known = self._variable_of[name] = self.fresh()
        return known

    def fresh(self) -> int:
        """A variable without a name."""
        self.variables += 1
        return self.variables

    @property
    def names(self) -> Iterator[tuple[Hashable, int]]:
        """(name, variable) in the order of first use."""
        return iter(self._variable_of.items())

    def add(self, *literals: int) -> None:
        """One clause: at least one of the literals."""
        self.clauses.append(literals)

    def conjunction(self, literals: Iterable[int]) -> int:
        """A literal equivalent to "all of these"."""
        parts = tuple(literals)
        if len(parts) == 1:
            return parts[0]
        whole = self.fresh()
        for part in parts:
            self.add(-whole, part)
        self.add(whole, *(-part for part in parts))
        return whole

    def disjunction(self, literals: Iterable[int]) -> int:
        """A literal equivalent to "at least one of these"."""
        return -self.conjunction(-literal for literal in literals)

    def at_most(self, literals: Sequence[int], bound: int) -> None:
        """At most *bound* of the literals are true."""
        if bound < 0:
            self.add()
        elif bound == 0:
            for literal in literals:
                self.add(-literal)
        elif bound == 1 and len(literals) <= 5:
            for i, one in enumerate(literals):
                for other in literals[:i]:
                    self.add(-other, -one)
        elif bound < len(literals):
            self._count(literals, bound)

    def at_least(self, literals: Sequence[int], bound: int) -> None:
        """At least *bound* of the literals are true."""
        self.at_most([-literal for literal in literals], len(literals) - bound)

    def exactly(self, literals: Sequence[int], bound: int) -> None:
        """Exactly *bound* of the literals are true."""
        self.at_most(literals, bound)
        self.at_least(literals, bound)

    def _count(self, literals: Sequence[int], bound: int) -> None:
        """Sequential counter; before[j] is true iff more than j of the literals so far are."""
        before: list[int] = []
        for i, literal in enumerate(literals, 1):
            if len(before) == bound:
                self.add(-before[-1], -literal)
            if i == len(literals):
                return
            after: list[int] = []
            for j in range(min(len(before) + 1, bound)):
                # More than j now: more than j before, or exactly enough before and this one.
                step = literal if j == 0 else self.conjunction((before[j - 1], literal))
                after.append(self.disjunction((before[j], step)) if j < len(before) else step)
            before = after

    def dimacs(self) -> str:
        """The formula in the DIMACS format (without a final line break)."""
        return dimacs(self.clauses, self.variables)


def dimacs(clauses: Sequence[Sequence[int]], variables: int | None = None) -> str:
    """Clauses in the DIMACS format (without a final line break)."""
    if variables is None:
        variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines)
