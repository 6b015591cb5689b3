"""Kind *count*: how many members there are, by the table of the acyclic recursion.

Over one root set, members are the acyclic choices of one fitting function per endogenous variable. Only
inside a strongly connected component of the potential-parent graph (U → V if some fitting function
of V has U as a functional parent) can a cycle arise, so the number is a product over components C. Let
w_V(P) be the number of fitting functions of V whose functional parents inside C are exactly P, W_V(U)
the sum of w_V(P) over P ⊆ U, and F(S), for S ⊆ C, the number of acyclic choices of the variables in S with
parents inside S. Inclusion–exclusion over the set T of sinks gives F(∅) = 1 and

    F(S) = Σ_{∅≠T⊆S} (−1)^{|T|+1} F(S∖T) Π_{V∈T} W_V(S∖T).

The certificate holds the entries F(S) that are *reached* from ∅ by non-zero terms, and the weights w. The
kernel derives w and the components from the problem (:mod:`verifier.weights`) and checks
that every entry is the sum of the terms that its predecessors send, and that every term arrives at an
entry. By induction on |S| each entry is F(S), and a set that is no entry has F(S) = 0. Sets inside a
component are bit masks over its variables in the order given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symcause.families.boolean.verifier.members import MAX_NAMES
from symcause.families.boolean.verifier.question import MAX_ROOT_SETS, Question
from symcause.kernel.reading import Node, Rejected, show, write_exact
from symcause.families.boolean.verifier.weights import Weights, components, projected

MAX_ENTRIES = 1 << 18
"""Most entries of the table of one component."""

MAX_TERMS = 20_000_000
"""Most terms of the recursion that one verification adds up."""

Table = Mapping[int, int]


@dataclass(frozen=True)
class Component:
    """A strongly connected component: its weights per variable, and the reached entries."""

    variables: tuple[str, ...]
    weights: tuple[Table, ...]
    entries: Table

    @property
    def total(self) -> int:
        return self.entries.get((1 << len(self.variables)) - 1, 0)


@dataclass(frozen=True)
class RootSet:
    """The members over one root set; *empty* names a variable without any mechanism."""

    roots: tuple[str, ...]
    components: tuple[Component, ...] = ()
    empty: str | None = None

    @property
    def total(self) -> int:
        product = 0 if self.empty is not None else 1
        for component in self.components:
            product *= component.total
        return product


@dataclass(frozen=True)
class CountEvidence:
    """One table per component and root set."""

    root_sets: tuple[RootSet, ...]

    @property
    def total(self) -> int:
        return sum(part.total for part in self.root_sets)

    def to_dict(self) -> dict[str, object]:
        return {"kind": "count", "root_sets": [_write_root_set(part) for part in self.root_sets]}


def _write_root_set(part: RootSet) -> dict[str, object]:
    if part.empty is not None:
        return {"roots": list(part.roots), "empty": part.empty}
    components = [
        {
            "variables": list(c.variables),
            "weights": [_write_table(table) for table in c.weights],
            "entries": _write_table(c.entries),
        }
        for c in part.components
    ]
    return {"roots": list(part.roots), "components": components}


def _write_table(table: Table) -> list[list[int | str]]:
    return [[mask, write_exact(table[mask])] for mask in sorted(table)]


def read_count(node: Node) -> CountEvidence:
    items = node.fields("kind", "root_sets")["root_sets"].items(MAX_ROOT_SETS)
    return CountEvidence(tuple(_read_root_set(item) for item in items))


def _read_root_set(node: Node) -> RootSet:
    fields = node.fields("roots", optional=("components", "empty"))
    roots = fields["roots"].names(MAX_NAMES)
    if ("empty" in fields) == ("components" in fields):
        raise Rejected("either components or an empty variable", place=node.place)
    if "empty" in fields:
        return RootSet(roots, empty=fields["empty"].name())
    items = fields["components"].items(MAX_NAMES)
    return RootSet(roots, tuple(_read_component(item) for item in items))


def _read_component(node: Node) -> Component:
    fields = node.fields("variables", "weights", "entries")
    variables = fields["variables"].names(MAX_NAMES)
    full = (1 << len(variables)) - 1
    weights = tuple(_read_table(item, full) for item in fields["weights"].items(MAX_NAMES))
    return Component(variables, weights, _read_table(fields["entries"], full))


def _read_table(node: Node, full: int) -> dict[int, int]:
    table: dict[int, int] = {}
    for item in node.items(MAX_ENTRIES):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a pair of a set and a number")
        mask = pair[0].integer(0, full)
        if mask in table:
            raise pair[0].fail("this set stands twice")
        table[mask] = pair[1].exact()
    return table


def check_count(question: Question, evidence: CountEvidence) -> int:
    """The number of SCMs without regard to how they are written, or Rejected.

    That is the number of members where every function can be written; in a class with bounds on the
    writing, or operators that cannot express everything, it is an upper bound.
    """
    expected = list(question.root_sets())
    if [part.roots for part in evidence.root_sets] != expected:
        raise Rejected("not the root sets of the problem, in order", place="evidence.root_sets")
    local = Weights(question)
    terms = MAX_TERMS
    for i, part in enumerate(evidence.root_sets):
        place = f"evidence.root_sets[{i}]"
        if part.empty is not None:
            _check_empty(question, local, part, place)
            continue
        if (variable := question.unwritable(part.roots)) is not None:
            raise Rejected(f"{variable} has no admissible root to mention", place=place)
        found = components(question, local, part.roots)
        if [component.variables for component in part.components] != found:
            raise Rejected("not the strongly connected components, in order", place=place)
        for j, component in enumerate(part.components):
            below = f"{place}.components[{j}]"
            if list(component.weights) != projected(question, local, component.variables):
                raise Rejected("the weights do not follow from the rows", place=f"{below}.weights")
            terms = _check_entries(component, terms, f"{below}.entries")
    return evidence.total


def _check_empty(question: Question, local: Weights, part: RootSet, place: str) -> None:
    if part.empty not in question.endogenous(part.roots):
        raise Rejected("not an endogenous variable", place=place, value=part.empty)
    if local[part.empty] and question.unwritable(part.roots) is None:
        raise Rejected(f"{part.empty} has a mechanism that fits", place=place)


def _check_entries(component: Component, terms: int, place: str) -> int:
    """Reject unless the entries solve the recursion; returns the terms left to spend."""
    arrived: dict[int, int] = {0: 1}
    within = Within(component.weights)
    for placed, value in sorted(component.entries.items()):
        for reached, factor in sent(within, placed) if value else ():
            terms -= 1
            if terms < 0:
                raise Rejected(
                    f"more than {MAX_TERMS} terms: beyond the kernel's size", place=place
                )
            arrived[reached] = arrived.get(reached, 0) + value * factor
    for mask in sorted(arrived.keys() | component.entries.keys()):
        if mask not in component.entries:
            raise Rejected(f"the reached set {mask} is missing", place=place)
        if mask not in arrived:
            raise Rejected(f"nothing reaches the set {mask}", place=place)
        if arrived[mask] != component.entries[mask]:
            raise Rejected(f"the entry of {mask} should be {show(arrived[mask])}", place=place)
    return terms


class Within:
    """W_V(U): how many fitting functions of V have their parents, as far as in C, inside U."""

    def __init__(self, weights: Sequence[Table]) -> None:
        self._weights = weights
        self._known: dict[tuple[int, int], int] = {}
        self._support = [0] * len(weights)
        for v, table in enumerate(weights):
            for parents in table:
                self._support[v] |= parents

    def factors(self, placed: int) -> list[tuple[int, int]]:
        """(bit of V, W_V(placed)) for every V that is not placed and whose factor is not 0."""
        found: list[tuple[int, int]] = []
        for v, table in enumerate(self._weights):
            if placed >> v & 1:
                continue
            key = v, placed & self._support[v]
            if key not in self._known:
                inside = (weight for parents, weight in table.items() if not parents & ~placed)
                self._known[key] = sum(inside)
            if self._known[key]:
                found.append((1 << v, self._known[key]))
        return found


def sent(within: Within, placed: int) -> Iterator[tuple[int, int]]:
    """(S ∪ T, (−1)^{|T|+1} Π_{V∈T} W_V(S)) for S = *placed* and every T without a factor 0."""
    waiting = [(placed, -1, within.factors(placed))]
    while waiting:
        reached, product, factors = waiting.pop()
        for i, (bit, total) in enumerate(factors):
            yield reached | bit, -product * total
            waiting.append((reached | bit, -product * total, factors[i + 1 :]))
