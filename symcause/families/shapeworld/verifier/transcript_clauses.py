"""Transcript clauses of the ShapeWorld verifier: what was seen, as a formula over pairs.

The unknowns are L(x, y), "x < y", one for every ordered pair; a literal is a non-zero integer. A
relation is irreflexive (no unknown for that), antisymmetric and transitive. Then, for a state S before
and T after:

* start S: not L(x, y) for x in S, y outside;
* ``move s``, s still: for every other y outside S: L(s, y) iff y is in T;
* ``hold s``, s moves, nothing changes: L(z, s) for some z in S;
* ``hold s``, s stops: no z in S has L(z, s); a y that stopped with it has L(s, y) and no cause in T;
  and for a y that still moves, L(s, y) needs some z in T with L(z, y);
* moving what moves, holding what is still: nothing changes, nothing is learnt.

Anything else that a transcript may show is impossible: the empty clause. The clauses are satisfied by
exactly the relations that show the transcript. The class ``rooted`` needs one more unknown for every
shape, "it causes all others", defined in both directions, so that a relation still extends in exactly
one way. In the class ``hidden`` the last shape stands for hidden ones
(:mod:`~symcause.families.shapeworld.problem.hidden_shape`).

>>> [literal(3, x, y) for x in range(3) for y in range(3) if x != y]
[1, 2, 3, 4, 5, 6]
>>> step_clauses(3, Seen(0, 1, Action.HOLD, 0, 0b111, 0b111))
[(3, 5)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.hidden_shape import case_in
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import Seen, seen
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.models.bit_sets import bits

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Formula:
    """Clauses over numbered unknowns."""

    unknowns: int
    clauses: tuple[Clause, ...]

    def dimacs(self) -> str:
        """The formula in the DIMACS format (without a final line break)."""
        lines = [f"p cnf {self.unknowns} {len(self.clauses)}"]
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines)


def literal(size: int, cause: int, effect: int) -> int:
    """The unknown "cause < effect"."""
    return cause * (size - 1) + effect + (effect < cause)


def pairs(size: int) -> Iterator[tuple[int, int]]:
    """All ordered pairs, in the order of their unknowns."""
    return ((x, y) for x in range(size) for y in range(size) if x != y)


def decoded(size: int, true: Sequence[bool]) -> Effects:
    """The relation that a model gives; ``true[i]`` is the value of unknown i + 1."""
    effects = [0] * size
    for (x, y), value in zip(pairs(size), true, strict=True):
        effects[x] |= value << y
    return tuple(effects)


def order_clauses(size: int) -> list[Clause]:
    """Antisymmetry and transitivity."""
    below = [[0 if x == y else literal(size, x, y) for y in range(size)] for x in range(size)]
    clauses: list[Clause] = [
        (-below[x][y], -below[y][x]) for x in range(size) for y in range(x + 1, size)
    ]
    for x, y in pairs(size):
        first = -below[x][y]
        clauses += [(first, -below[y][z], below[x][z]) for z in range(size) if z != x and z != y]
    return clauses


def class_clauses(size: int, scope: WorldClass) -> list[Clause]:
    """What the class adds; its own unknowns follow those of the pairs."""
    if scope is WorldClass.LISTED:
        return [(-literal(size, x, y),) for x, y in pairs(size) if y < x]
    if scope is WorldClass.HIDDEN:
        return _hidden_clauses(size)
    if not scope.is_rooted:
        return []
    first = size * (size - 1) + 1
    clauses: list[Clause] = [tuple(range(first, first + size))]
    for root in range(size):
        below = [literal(size, root, y) for y in range(size) if y != root]
        clauses += [(-(first + root), one) for one in below]
        clauses.append((first + root, *(-one for one in below)))
    return clauses


def _hidden_clauses(size: int) -> list[Clause]:
    """Nothing causes the last shape, and its effects have no other relation."""
    last = size - 1
    clauses: list[Clause] = [(-literal(size, x, last),) for x in range(last)]
    for y in range(last):
        driven = -literal(size, last, y)
        others = [z for z in range(last) if z != y]
        clauses += [(driven, -literal(size, z, y)) for z in others]
        clauses += [(driven, -literal(size, y, z)) for z in others]
    return clauses


def start_clauses(size: int, state: int) -> list[Clause]:
    """The start is closed."""
    still = (1 << size) - 1 & ~state
    return [(-literal(size, x, y),) for x in bits(state) for y in bits(still)]


def step_clauses(size: int, line: Seen) -> list[Clause]:
    """What one line of a transcript adds."""
    if not line.is_possible:
        return [()]
    if line.action is None or line.is_void:
        return []
    s, before, after = line.shape, line.before, line.after
    if line.action is Action.MOVE:
        others = (1 << size) - 1 & ~before & ~(1 << s)
        return [
            (literal(size, s, y) if after >> y & 1 else -literal(size, s, y),) for y in bits(others)
        ]
    causes = [z for z in bits(before) if z != s]
    if after == before:
        return [tuple(literal(size, z, s) for z in causes)]
    clauses: list[Clause] = [(-literal(size, z, s),) for z in causes]
    for y in bits(before & ~after & ~(1 << s)):
        clauses.append((literal(size, s, y),))
        clauses += [(-literal(size, z, y),) for z in bits(after)]
    for y in bits(after):
        kept = (literal(size, z, y) for z in bits(after) if z != y)
        clauses.append((-literal(size, s, y), *kept))
    return clauses


def unknowns(size: int, scope: WorldClass) -> int:
    """How many unknowns the clauses of a class have."""
    return size * (size - 1) + (size if scope.is_rooted else 0)


def base_clauses(size: int, scope: WorldClass, state: int | None) -> list[Clause]:
    """The relations of a class that can show a start."""
    started = [] if state is None else start_clauses(size, state)
    return [*order_clauses(size), *class_clauses(size, scope), *started]


def formula(
    problem: ShapeWorldProblem, scope: WorldClass, unless: TranscriptVerdict | None = None
) -> Formula:
    """The relations of a class that show the problem's transcript and answer otherwise than *unless*."""
    case = case_in(problem, scope)
    size = case.size
    state = None if case.initial is None else case.mask(case.initial)
    clauses = base_clauses(size, scope, state)
    for line in seen(case):
        clauses += step_clauses(size, line)
    if unless is not None:
        clauses.append(otherwise(case, unless))
    return Formula(unknowns(size, scope), tuple(clauses))


def otherwise(case: ShapeWorldProblem, answer: TranscriptVerdict) -> Clause:
    """What members satisfy that do not give this answer."""
    yes = literal(case.size, *case.asked)
    if not case.unseen:
        return (-yes,) if answer is TranscriptVerdict.YES else (yes,)
    driven = literal(case.size, case.shown, case.asked[1])
    return {TranscriptVerdict.YES: (-yes,), TranscriptVerdict.NO: (yes, driven)}.get(
        answer, (-driven,)
    )


def giving(case: ShapeWorldProblem, answer: TranscriptVerdict) -> list[int]:
    """The literals of all members that give this answer."""
    return [-one for one in otherwise(case, answer)]
