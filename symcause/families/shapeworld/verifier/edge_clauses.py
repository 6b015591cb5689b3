"""Edge clauses of the ShapeWorld verifier: what the steps of a transcript say, whatever its start.

From a state that is not closed the released rules depend on the edges, so a member is a DAG. The unknowns
are L(x, y), "x < y", numbered as for closed starts; E(x, y), "an edge leads from x to y"; what the class
adds; and P(x, z, y), "x -> z and z < y". L is a strict partial order and the closure of E: an edge is a
pair of L, and a pair of L is an edge or has some P. So every DAG satisfies the clauses in exactly one way.
Then, for a state S before and T after:

* ``move s``: T contains S and s; for every other y outside S: L(s, y) iff y is in T;
* ``hold s``, s still: T is S;
* ``hold s``, s moves, nothing changes: E(z, s) for some z in S;
* ``hold s``, s stops: T is within S; not E(z, s) for z in S; each y that stopped with s has an edge from s
  or from another that stopped, and none from T; each y in T with an edge from one that stopped has
  another from T. (Edges have no cycle, so what stops does stop one after the other.)

Anything else is impossible: the empty clause.

>>> edge_step_clauses(3, Seen(0, 1, Action.HOLD, 0, 0b111, 0b111))
[(9, 11)]
"""

from __future__ import annotations

from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import Seen, seen
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    Formula,
    class_clauses,
    literal,
    order_clauses,
    otherwise,
    pairs,
)
from symcause.models.bit_sets import bits

MAX_EDGE_SHAPES = 12  # shapes
"""Most shapes of a world that is searched without a closed start."""


def edge(size: int, parent: int, child: int) -> int:
    """The unknown "an edge leads from parent to child"."""
    return size * (size - 1) + literal(size, parent, child)


def edge_unknowns(size: int, scope: WorldClass) -> int:
    """How many unknowns the clauses of a class have."""
    return _first_path(size, scope) - 1 + size * (size - 1) * (size - 2)


def _first_path(size: int, scope: WorldClass) -> int:
    return 2 * size * (size - 1) + (size if scope.is_rooted else 0) + 1


def edge_base_clauses(size: int, scope: WorldClass) -> list[Clause]:
    """The DAGs of a class, with their relations."""
    clauses = [*order_clauses(size), *_class_clauses(size, scope)]
    path = _first_path(size, scope)
    for x, y in pairs(size):
        below, direct = literal(size, x, y), edge(size, x, y)
        clauses.append((-direct, below))
        ways = [direct]
        for z in range(size):
            if z not in (x, y):
                first, rest = edge(size, x, z), literal(size, z, y)
                clauses += [(-path, first), (-path, rest), (path, -first, -rest)]
                ways.append(path)
                path += 1
        clauses.append((-below, *ways))
    return clauses


def _class_clauses(size: int, scope: WorldClass) -> list[Clause]:
    """What the class adds; its own unknowns follow those of the edges."""
    own = size * (size - 1)
    return [
        tuple(one if abs(one) <= own else one + own if one > 0 else one - own for one in clause)
        for clause in class_clauses(size, scope)
    ]


def edge_step_clauses(size: int, line: Seen) -> list[Clause]:
    """What one line of a transcript adds."""
    s, before, after = line.shape, line.before, line.after
    if line.action is None:
        return [] if before == after else [()]
    if line.action is Action.MOVE:
        wanted = before | 1 << s
        if after & wanted != wanted:
            return [()]
        return [
            (literal(size, s, y) if after >> y & 1 else -literal(size, s, y),)
            for y in range(size)
            if not wanted >> y & 1
        ]
    if not before >> s & 1:
        return [] if before == after else [()]
    if after == before:
        return [tuple(edge(size, z, s) for z in bits(before) if z != s)]
    if after & ~before or after >> s & 1:
        return [()]
    stopped = before & ~after
    clauses: list[Clause] = [(-edge(size, z, s),) for z in bits(before) if z != s]
    for y in bits(stopped & ~(1 << s)):
        clauses.append(tuple(edge(size, z, y) for z in bits(stopped) if z != y))
        clauses += [(-edge(size, z, y),) for z in bits(after)]
    for y in bits(after):
        kept = [edge(size, z, y) for z in bits(after) if z != y]
        clauses += [(-edge(size, z, y), *kept) for z in bits(stopped)]
    return clauses


def edge_formula(
    problem: ShapeWorldProblem, scope: WorldClass, unless: TranscriptVerdict | None = None
) -> Formula:
    """The DAGs of a class that show the problem's steps and answer otherwise than *unless*."""
    size = problem.size
    clauses = edge_base_clauses(size, scope)
    for line in seen(problem):
        clauses += edge_step_clauses(size, line)
    if unless is not None:
        clauses.append(otherwise(problem, unless))
    return Formula(edge_unknowns(size, scope), tuple(clauses))
