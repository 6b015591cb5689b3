"""Scope of a finite certificate's claim: the class that the problem declares, which the digest covers."""

from __future__ import annotations

from symcause.families.finite.models.mechanism_class import MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.kernel.verification import Scope


def scope_of(problem: FiniteProblem, _: object) -> Scope:
    """The class of an accepted certificate: it is always the problem's own."""
    declared, setting = problem.model_class, str(problem.setting)
    roots = problem.disclosure.roots or ()
    each = {name: _bounds(declared.of(name)) for name in problem.variables if name not in roots}
    several = list(each.values())
    same = all(bounds == several[0] for bounds in several)
    named = several[0] if same else {"variables": each}
    return Scope(
        {**named, "source": declared.source}, f"the problem's own class; {setting}", setting
    )


def _bounds(own: MechanismClass) -> dict[str, object]:
    grammar = own.grammar
    return {
        "max_parents": own.max_parents,
        "min_parents": own.min_parents,
        "functions": list(own.functions) or None,
        "max_size": None if grammar is None else grammar.max_size,
        "max_depth": None if grammar is None else grammar.max_depth,
    }
