"""Structure: how close the functional parents and local functions of an answer are to gold's.

Edges are functional-parent edges, so spelling does not matter. With *t* common edges, *a* edges of
the answer and *g* of gold: precision ``t/a``, recall ``t/g``, F1 ``2t/(a+g)``; a ratio without a
denominator is 1 if both graphs are empty, else 0. SHD counts pairs of variables whose connection
differs: an edge added, missing or reversed costs 1 each. Per-variable figures are over gold's
endogenous variables; one that the answer takes for a root matches nothing.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.boolean.models.scm import BooleanSCM

AST_SLACKS = (0, 10, 25)
"""An answer counts as within gold + 0, 10, 25 AST nodes."""


@dataclass(frozen=True)
class Overlap:
    """How well a set matches a gold set."""

    precision: Fraction
    recall: Fraction
    f1: Fraction
    exact: bool


@dataclass(frozen=True)
class Structure:
    """An answer's model against another one (gold, or the reference of an Alternative-SCM task)."""

    edges: Overlap
    shd: int
    parent_exact: Fraction
    exact_parent_map: bool
    local_match: Fraction

    @property
    def full_local_match(self) -> bool:
        return self.local_match == 1


def overlap(found: AbstractSet[object], gold: AbstractSet[object]) -> Overlap:
    """Precision, recall and F1 of one set against another."""
    common = len(found & gold)
    empty = Fraction(not found and not gold)
    both = len(found) + len(gold)
    return Overlap(
        precision=Fraction(common, len(found)) if found else empty,
        recall=Fraction(common, len(gold)) if gold else empty,
        f1=Fraction(2 * common, both) if both else empty,
        exact=found == gold,
    )


def compare_structure(model: BooleanSCM, gold: BooleanSCM) -> Structure:
    """The structure metrics of *model* against *gold*."""
    same_parents = same_function = 0
    for name, function in gold.functions.items():
        other = model.functions.get(name)
        same_function += other == function
        same_parents += other is not None and other.parents == function.parents
    count = len(gold.functions)
    return Structure(
        edges=overlap(model.edges, gold.edges),
        shd=structural_hamming_distance(model.edges, gold.edges),
        parent_exact=Fraction(same_parents, count) if count else Fraction(1),
        exact_parent_map=same_parents == count and model.roots == gold.roots,
        local_match=Fraction(same_function, count) if count else Fraction(1),
    )


def structural_hamming_distance(
    edges: AbstractSet[tuple[str, str]], gold: AbstractSet[tuple[str, str]]
) -> int:
    """Pairs of variables that the two graphs connect differently."""
    return len({frozenset(edge) for edge in edges ^ gold})
