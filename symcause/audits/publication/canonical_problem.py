"""The canonical problem: a digest by which two problems are the same up to names and order.

Renaming variables, reordering rows and worlds and, where the class allows it, complementing values changes
nothing; everything else does.
"""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.registry import families, family_of, load
from symcause.solvers.canonical.canonical_order import Canonical, canonical


def canonical_problem(problem: Problem) -> Canonical:
    """The canonical form of what a problem tells; gold and held-out worlds are left out.

    Raises UsageError for a family without one, LimitError where names are too many to order.
    """
    family = family_of(problem)
    structure = None if family.structure is None else load(family.structure)(problem)
    if structure is None:
        able = ", ".join(one.title for one in families() if one.structure is not None)
        raise UsageError(f"{family.title} have no canonical form", remedy=f"{able} have one")
    return canonical(structure)


def canonical_gold(problem: Problem) -> Canonical | None:
    """The canonical form of the true model; None where the problem stores none."""
    family = family_of(problem)
    structure = None if family.gold_structure is None else load(family.gold_structure)(problem)
    return None if structure is None else canonical(structure)
