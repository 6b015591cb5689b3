"""Class objections: what a model violates in the declared class, whatever the evidence says."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.finite.catalogue.class_catalogue import catalogue_of
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.class_choices import possible_parents
from symcause.mechanisms.tables.table_models import TableModel


def class_objections(problem: FiniteProblem, model: TableModel) -> tuple[str, ...]:
    """The root set, then one objection a mechanism in the order of the file."""
    return tuple(_objections(problem, model))


def _objections(problem: FiniteProblem, model: TableModel) -> Iterator[str]:
    if not is_root_set(problem, model.roots):
        yield "roots"
    catalogue = catalogue_of(problem)
    for name in problem.variables:
        function = model.functions.get(name)
        if function is None:
            continue
        if not are_parents(problem, name, function.parents):
            yield f"{name}: parents"
        elif not catalogue.contains(name, function):
            yield f"{name}: function"


def are_parents(problem: FiniteProblem, variable: str, parents: tuple[str, ...]) -> bool:
    """May a variable have exactly these essential parents?"""
    declared, known = problem.model_class.of(variable), problem.knowledge
    most = len(parents) if declared.max_parents is None else declared.max_parents
    required = () if known is None else known.required(variable)
    return (
        declared.min_parents <= len(parents) <= most
        and set(parents) <= set(possible_parents(problem, variable))
        and set(required) <= set(parents)
    )


def root_sets(problem: FiniteProblem) -> Iterator[tuple[str, ...]]:
    """The root sets that a model may have."""
    for roots in problem.disclosure.root_sets():
        if is_root_set(problem, roots):
            yield roots


def is_root_set(problem: FiniteProblem, roots: tuple[str, ...]) -> bool:
    """Is this the disclosed root set? If none is: of the right size, nothing required, a cell scored."""
    if problem.disclosure.roots is not None:
        return set(roots) == set(problem.disclosure.roots)
    known = problem.knowledge
    if len(roots) != problem.disclosure.size_of_root_set:
        return False
    if known is not None and any(effect in roots for _, effect in known.require):
        return False
    return any(
        row[at] is not None and name not in roots and name not in world.targets
        for world in problem.training
        for row in world.rows
        for at, name in enumerate(problem.variables)
    )
