"""Class choices: which parents and which functions every variable may have, and what may be the roots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from symcause.families.finite.catalogue.class_catalogue import (
    ClassCatalogue,
    catalogue_of,
    most_parents,
)
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.mechanisms.branch_space import Roots
from symcause.mechanisms.tables.table_branches import TableChoice
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_list import TableList
from symcause.mechanisms.tables.table_space import Listing


class Caps(Struct, frozen=True):
    """Bounds over those of the class, on the parents and on the size of every mechanism."""

    parents: int | None = None
    size: int | None = None


UNCAPPED = Caps()


def evidence_of(problem: FiniteProblem) -> TableEvidence:
    """The training worlds of a problem in which everything was observed."""
    worlds = [TableWorld(_whole(world.rows), world.targets) for world in problem.training]
    return TableEvidence(problem.variables, problem.sizes, tuple(worlds))


def _whole(rows: Sequence[Sequence[int | None]]) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([cell for cell in row if cell is not None]) for row in rows])


def roots_of(problem: FiniteProblem) -> Roots | int:
    """The roots, in the order of the file, or how many there are."""
    disclosure = problem.disclosure
    if disclosure.roots is None:
        return disclosure.size_of_root_set
    return tuple([name for name in problem.variables if name in disclosure.roots])


def possible_parents(problem: FiniteProblem, variable: str) -> tuple[str, ...]:
    """The variables that may be parents of another one."""
    own, known = problem.model_class.of(variable).candidates, problem.knowledge
    return tuple(
        [
            name
            for name in problem.disclosure.admissible(variable)
            if (own is None or name in own) and (known is None or known.admits(name, variable))
        ]
    )


def choices_of(problem: FiniteProblem, caps: Caps | None = None) -> dict[str, TableChoice]:
    """What every variable may choose that may have a mechanism."""
    roots, catalogue = problem.disclosure.roots or (), catalogue_of(problem)
    return {
        name: _choice(problem, catalogue, name, caps or UNCAPPED)
        for name in problem.variables
        if name not in roots
    }


def _choice(
    problem: FiniteProblem, catalogue: ClassCatalogue, name: str, caps: Caps
) -> TableChoice:
    own, candidates = problem.model_class.of(name), possible_parents(problem, name)
    bounds = [len(candidates), own.max_parents, caps.parents]
    if own.grammar is not None:
        bounds.append(most_parents(own.grammar))
    required = () if problem.knowledge is None else problem.knowledge.required(name)
    return TableChoice(
        candidates,
        min([bound for bound in bounds if bound is not None]),
        own.min_parents,
        tuple([cause for cause in problem.variables if cause in required]),
        None if catalogue.free(name) else _listing(catalogue, name, caps.size),
    )


def _listing(catalogue: ClassCatalogue, name: str, size: int | None) -> Listing:
    @cache
    def listed(parents: tuple[str, ...]) -> TableList:
        every = catalogue.functions(name, parents)
        if size is None or every.lengths is None:
            return every
        kept = [at for at, length in enumerate(every.lengths) if length <= size]
        tables = tuple([every.tables[at] for at in kept])
        lengths = tuple([every.lengths[at] for at in kept])
        return TableList(every.sizes, every.values, tables, lengths)

    return listed
