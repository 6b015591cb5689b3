"""Canonical forms from the Python API: what a problem, or its gold, is up to names and order."""

from __future__ import annotations

from symcause.audits.publication.canonical_problem import canonical_gold, canonical_problem
from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.isomorphism.canonical_order import Canonical


def canonical(problem: Problem, *, gold: bool = False) -> Canonical:
    """Give the canonical form of a problem, or of its gold: what is left if names do not matter.

    Two problems have the same ``form`` (and ``digest``) iff they are equal up to renaming variables,
    reordering rows and worlds and, where the class allows it, complementing values.

    Parameters
    ----------
    problem : Problem
        The problem.
    gold : bool, default False
        The form of the reference answer instead.

    Returns
    -------
    Canonical
        ``form``, ``digest``, and ``order``: the names as the form numbers them.

    Raises
    ------
    UsageError
        *gold* is asked for, and the problem stores none.
    LimitError
        There are too many names to order.

    See Also
    --------
    symcause.told : a digest of the evidence that depends on names.

    Examples
    --------
    >>> one = symcause.boolean.problem(["00", "11"], variables=["A", "B"], roots=["A"])
    >>> other = symcause.boolean.problem(["11", "00"], variables=["Q", "P"], roots=["Q"])
    >>> symcause.canonical(one).digest == symcause.canonical(other).digest
    True
    """
    if not gold:
        return canonical_problem(problem)
    form = canonical_gold(problem)
    if form is None:
        raise UsageError("no gold that could be compared", value=problem.id)
    return form
