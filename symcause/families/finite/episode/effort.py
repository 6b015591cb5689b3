"""Effort of a finite episode: the fewest experiments of a worst-case plan and of a shortest proof.

*shortest_proof*: a smallest set of experiments under which every other member shows something else than
the truth. Both are None where no experiments tell the members apart, or where there are too many of them.
"""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.audits.of_space.worst_case_plan import steps_of_shortest
from symcause.episodes.rules import Optimum
from symcause.families.finite.bounds import EFFORT_MEMBERS
from symcause.families.finite.space.space_choice import AnySpace
from symcause.mechanisms.tables.table_models import TableModel
from symcause.solvers.sets.hitting_sets import smallest


def effort(space: AnySpace, truth: TableModel | None) -> Optimum:
    """What it takes at least to settle which model it is."""
    count = space.count()
    if not isinstance(count, int) or not 0 < count <= EFFORT_MEMBERS:
        return Optimum()
    steps = steps_of_shortest(space)
    proof = None if truth is None else _shortest_proof(space, truth)
    return Optimum(None if isinstance(steps, Unknown) else steps, proof)


def _shortest_proof(space: AnySpace, truth: TableModel) -> int | None:
    experiments = list(space.experiments())
    seen = [space.outcome(truth, experiment) for experiment in experiments]
    demands: list[int] = []
    for member in space.members():
        if isinstance(member, Unknown):
            return None
        shown = [space.outcome(member, experiment) for experiment in experiments]
        against = sum(1 << at for at, one in enumerate(shown) if one != seen[at])
        if not against and member != truth:
            return None  # it shows the same wherever one looks
        demands += [against] if against else []
    return smallest(demands).bit_count()
