"""The profile of a class: how many models explain the evidence as the bounds of the class grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symcause.families.finite.documents.audit_document import ProfilePart
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.class_choices import Caps, possible_parents

if TYPE_CHECKING:
    from symcause.families.finite.space.space_choice import AnySpace


def profile(space: AnySpace) -> Iterator[ProfilePart]:
    """The counts by parents from 0, then by size from 1 if all classes are grammars.

    That of the most parents is taken first: its tables serve those of fewer.
    """
    problem: FiniteProblem = space.problem
    roots = problem.disclosure.roots or ()
    names = [name for name in problem.variables if name not in roots]
    most = max(_most_parents(problem, name) for name in names)
    counts = [_count(space, Caps(parents=parents)) for parents in range(most, -1, -1)]
    for parents, count in enumerate(reversed(counts)):
        yield ProfilePart(max_parents=parents, count=count)
    grammars = [problem.model_class.of(name).grammar for name in names]
    sizes = [grammar.max_size for grammar in grammars if grammar is not None]
    for size in range(1, max(sizes) + 1) if len(sizes) == len(names) else ():
        yield ProfilePart(max_size=size, count=_count(space, Caps(size=size)))


def _most_parents(problem: FiniteProblem, variable: str) -> int:
    most, possible = (
        problem.model_class.of(variable).max_parents,
        possible_parents(problem, variable),
    )
    return len(possible) if most is None else min(most, len(possible))


def _count(space: AnySpace, caps: Caps) -> int | None:
    count = space.count_capped(caps)
    return count if isinstance(count, int) else None
