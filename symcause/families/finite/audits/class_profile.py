"""The profile of a class: how many models explain the evidence as the bounds of the class grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symcause.answers import Unknown
from symcause.families.finite.documents.audit_document import ProfilePart
from symcause.families.finite.models.mechanism_class import MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.class_objections import possible_parents
from symcause.families.finite.space.space_choice import open_space


def profile(problem: FiniteProblem) -> Iterator[ProfilePart]:
    """The counts by parents from 0, then by size from 1 if all classes are grammars."""
    roots = problem.disclosure.roots or ()
    names = [name for name in problem.variables if name not in roots]
    for parents in range(max(_most_parents(problem, name) for name in names) + 1):
        yield ProfilePart(max_parents=parents, count=_count(problem, max_parents=parents))
    grammars = [problem.model_class.of(name).grammar for name in names]
    sizes = [grammar.max_size for grammar in grammars if grammar is not None]
    for size in range(1, max(sizes) + 1) if len(sizes) == len(names) else ():
        yield ProfilePart(max_size=size, count=_count(problem, max_size=size))


def _most_parents(problem: FiniteProblem, variable: str) -> int:
    most, possible = problem.model_class.of(variable).max_parents, possible_parents(problem, variable)
    return len(possible) if most is None else min(most, len(possible))


def _count(
    problem: FiniteProblem, *, max_parents: int | None = None, max_size: int | None = None
) -> int | None:
    narrow = problem.model_class.changed(lambda one: narrowed(one, max_parents, max_size))
    count = open_space(replace(problem, model_class=narrow)).count()
    return None if isinstance(count, Unknown) else count


def narrowed(
    declared: MechanismClass, max_parents: int | None, max_size: int | None
) -> MechanismClass:
    """The class with no more parents, and no larger expressions, than before and than said."""
    grammar, most = declared.grammar, declared.max_parents
    if max_parents is not None:
        most = max_parents if most is None else min(most, max_parents)
    if max_size is not None and grammar is not None:
        grammar = replace(grammar, max_size=min(grammar.max_size, max_size))
    return replace(declared, max_parents=most, grammar=grammar)
