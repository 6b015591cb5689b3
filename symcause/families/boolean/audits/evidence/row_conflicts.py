"""Row conflicts: two training rows that differ in one variable and in nothing that could cause it.

Whatever its mechanism is, it gives one value for equal inputs: so no model explains both rows, unless the
variable is a root. Nothing is said where variables are latent or the roots are hidden, nor of rows in which
an input was not observed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from symcause.errors import SymcauseError
from symcause.families.boolean.bounds import CONFLICT_CELLS, REROOTED_VARIABLES
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem


def training_cells(problem: BooleanProblem) -> int:
    """The cells of training rows that an intervention did not set."""
    size = len(problem.variables)
    return sum(len(world.rows) * (size - len(world.targets)) for world in problem.training)


class Place(NamedTuple):
    """A training row: the number of its world, and its own."""

    world: int
    row: int


class Conflict(NamedTuple):
    """The variable, and the first two rows that nothing but it tells apart."""

    variable: str
    first: Place
    second: Place


def row_conflicts(problem: BooleanProblem, errors: int = 0) -> tuple[Conflict, ...] | None:
    """The first conflict of every variable that has one; None where nothing can be said.

    So it is where so many cells may be wrong (*errors*), too.
    """
    roots = problem.disclosure.roots
    cells = len(problem.variables) * sum(len(world.rows) for world in problem.training)
    if errors or roots is None or problem.latent or cells > CONFLICT_CELLS:
        return None
    conflicts = (_conflict(problem, name) for name in problem.disclosure.endogenous(roots))
    return tuple(conflict for conflict in conflicts if conflict is not None)


def _conflict(problem: BooleanProblem, name: str) -> Conflict | None:
    where = {variable: i for i, variable in enumerate(problem.variables)}
    inputs = [where[v] for v in problem.disclosure.admissible(name)]
    seen: dict[str, tuple[str, Place]] = {}
    for w, world in enumerate(problem.training):
        for r, row in enumerate(world.rows) if name not in world.targets else ():
            key, value = "".join([row[i] for i in inputs]), row[where[name]]
            if "?" in key or value == "?":
                continue
            before, first = seen.setdefault(key, (value, Place(w, r)))
            if before != value:
                return Conflict(name, first, Place(w, r))
    return None


def other_roots(
    problem: BooleanProblem, hypotheses: HypothesisClass, conflicts: tuple[Conflict, ...]
) -> tuple[tuple[str, ...], ...]:
    """Variables that, were they roots too, leave a model for rows that none explains; each set suffices.

    Those in conflict must be roots; where that does not do, one more is tried, whichever. Of a problem with
    gold, which knows its roots, and of a large one nothing is said.
    """
    roots, needed = problem.disclosure.roots, tuple(conflict.variable for conflict in conflicts)
    if problem.gold is not None or roots is None or problem.latent:
        return ()
    if len(problem.variables) > REROOTED_VARIABLES:
        return ()
    if needed and explained(problem, hypotheses, (*roots, *needed)):
        return (needed,)
    rest = [v for v in problem.disclosure.endogenous(roots) if v not in needed]
    alike = {_stem(root) for root in roots}
    rest.sort(key=lambda name: _stem(name) not in alike)  # named as the roots are
    tried = ((*needed, name) for name in rest)
    found = [more for more in tried if explained(problem, hypotheses, (*roots, *more))]
    own = [more for more in found if _stem(more[-1]) in alike]
    return tuple(own or found)


def _stem(name: str) -> str:
    """A name without its number."""
    return name.rstrip("0123456789")


def explained(
    problem: BooleanProblem, hypotheses: HypothesisClass, roots: tuple[str, ...] | None = None
) -> bool:
    """Does a model explain the rows, where these are the roots (else those of the problem)?"""
    from symcause.families.boolean.space.decision import decide
    from symcause.families.boolean.space.space_choice import open_space

    own = problem.disclosure.roots if roots is None else roots
    if own is None:
        return True  # whoever knows no roots finds them
    chosen = tuple(name for name in problem.variables if name in own)
    try:
        disclosure = replace(problem.disclosure, roots=chosen)
        tried = replace(problem, disclosure=disclosure, reference=None)
        return bool(decide(open_space(tried, hypotheses)).at_least)
    except SymcauseError:
        return False
