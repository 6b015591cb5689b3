"""The canonical problem: a digest by which two problems are the same up to names and order.

Renaming variables, reordering rows and worlds and, where the class allows it, complementing values changes
nothing; everything else does.
"""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.isomorphism.canonical_order import Canonical, canonical
from symcause.registry import families, family_of, load


def canonical_problem(problem: Problem) -> Canonical:
    """The canonical form of what a problem tells; gold and held-out worlds are left out.

    Raises UsageError for a family without one, LimitError where names are too many to order.
    """
    form = _canonical(problem, gold=False)
    if form is None:
        able = ", ".join(one.title for one in families() if one.structure is not None)
        title = family_of(problem).title
        raise UsageError(f"{title} have no canonical form", remedy=f"{able} have one")
    return form


def canonical_gold(problem: Problem) -> Canonical | None:
    """The canonical form of the true model; None where the problem stores none."""
    return _canonical(problem, gold=True)


def _canonical(problem: Problem, gold: bool) -> Canonical | None:
    family = family_of(problem)
    part = None if family.structure is None else load(family.structure)(problem, gold=gold)
    return None if part is None else canonical(part)
