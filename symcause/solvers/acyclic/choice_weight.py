"""The choice weight: the total weight of all acyclic choices over any commutative ring.

*Weights* may be of any commutative ring (:class:`~symcause.solvers.acyclic.subset_sums.Weight`): integers
count, polynomials cut off at a degree count by a further number, say of exceptions. Over another ring than
the integers, say what its *one* is.

*The recursion.* Only strongly connected components of the potential-parent graph can hold a cycle, so the
total is a product over components, with masks projected onto the component. Inside one, let F(S) be
the weight of acyclic choices of the nodes in S with parents in S, and W_v(U) the weight of the
choices of v inside U. Inclusion–exclusion over the set T of sinks (Robinson 1973) gives

    F(S) = Σ_{∅≠T⊆S} (−1)^{|T|+1} F(S∖T) Π_{v∈T} W_v(S∖T),

pushed forward from reached sets only and over nodes whose factor is not zero.

*Roots.* A root chooses nothing. Where any r nodes may be the roots, F is linear in what it starts from: it
begins with the weight 1 at every set of k roots of a component at once (:mod:`.root_sets`), and the numbers
of roots of the components add up to r, which is a product of polynomials.

>>> count_acyclic([{0: 1, 2: 1}, {0: 1, 1: 1}])  # two nodes: empty, 1→0 or 0→1, but not both
3
>>> count_acyclic([{0: 1, 2: 1}, {0: 1, 1: 1}], roots=1)  # one is a root, the other has it as parent or not
4
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic, cast

from msgspec import Struct

from symcause.bounds.solvers_bounds import (
    ARRAY_TERMS,
    RECURSION_TERMS,
    ROOT_STEPS,
    SMALL_COMPONENT,
    UNPLANNED_NODES,
)
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.cycle_components import Pieces
from symcause.solvers.acyclic.recursion_size import steps
from symcause.solvers.acyclic.root_sets import Rooting, least_roots
from symcause.solvers.acyclic.subset_sums import W, Weighted, Within, count_few

Choices = Weighted[int]
"""For every node, its parent sets with integer weights."""

_PREPARED = 4  # terms in the time that one parent set takes before the recursion begins
_NODE = 30  # and in the time that one node takes
_NO_ROOT = (0,)  # the empty set to begin with


def count_acyclic(
    choices: Choices, most: int = RECURSION_TERMS, roots: int = 0, barred: int = 0
) -> int:
    """The total weight of all acyclic choices, over the integers.

    Any set of this many nodes may be the *roots*, but none of the set *barred*.
    """
    if len(choices) <= UNPLANNED_NODES and not roots and most == RECURSION_TERMS:
        return count_few(choices)
    return weigh_acyclic(choices, 1, most, roots, barred)


def weigh_acyclic(
    choices: Weighted[W],
    one: W,
    most: int = RECURSION_TERMS,
    roots: int = 0,
    barred: int = 0,
    meter: Meter | None = None,
) -> W:
    """The total weight of all acyclic choices, over the ring that has this *one*.

    Raises LimitError before the work if it takes more steps than this, or than the *meter* has left.
    """
    plan = planned(choices, most, roots, barred).within(most)
    if meter is not None:
        meter.demand(plan.steps)
    return plan.total(one, {})


def counting_steps(
    choices: Weighted[W], most: int = RECURSION_TERMS, roots: int = 0, barred: int = 0
) -> int:
    """How many terms counting takes, found without counting; raises LimitError beyond *most*.

    It is exact up to weights that cancel, which can only make it fewer.
    """
    return planned(choices, most, roots, barred).within(most).steps


def least_steps(choices: Weighted[W]) -> int:
    """What counting takes for its preparation alone: every parent set is looked at a few times."""
    if not all(choices):
        return 0  # a node without a choice: there is nothing to count
    return steps_of(sum(map(len, choices)), len(choices))


def steps_of(sets: int, nodes: int) -> int:
    """The same for so many parent sets of so many nodes, all of which have some."""
    return _PREPARED * sets + _NODE * nodes


def too_large(part: Part[W], terms: int = 0) -> LimitError:
    """Why a plan with this part is not carried out, and the *terms* it takes at least, if that is known."""
    known = f" in at least {terms:.2g} steps" if terms else ""
    return LimitError(
        f"{len(part.component)} variables that may cause each other: too many sets to count over{known}",
        remedy="more evidence or a smaller class makes fewer",
    )


class Part(Struct, Generic[W], frozen=True):
    """One component: its nodes, their choices inside it, and the root sets to begin with.

    *steps* is the work of the recursion, or anything more than its bound if it is beyond that.
    """

    component: tuple[int, ...]
    inside: Sequence[Mapping[int, W]]
    starts: tuple[int, ...]
    steps: int

    def weight(self, one: W) -> W:
        """By arrays where integers are worth it, else by the recursion."""
        if self.steps >= ARRAY_TERMS and isinstance(one, int):
            try:
                return cast("W", self.in_levels() * one)
            except LimitError:
                pass  # the sets are too many to be kept at the same time
        return self.recursion(one)

    def in_levels(self, meter: Meter | None = None) -> int:
        """The same number over arrays; raises LimitError where there are too many terms, or sets.

        The terms are charged to a *meter* where they are not in a plan.
        """
        from symcause.solvers.acyclic.level_counts import count_in_levels  # numpy

        inside = cast("Sequence[Mapping[int, int]]", self.inside)
        return count_in_levels(self.component, inside, self.starts, meter=meter)

    def recursion(self, one: W) -> W:
        """Level by level; a level that was pushed forward is forgotten."""
        zero = one + -one
        if len(self.component) == 1:
            return one if self.starts[0] else self.inside[0].get(0, zero)
        full = mask_of(self.component)
        within = Within(self.inside, zero)
        nodes = [
            (i, 1 << v, *table)
            for (i, v), table in zip(enumerate(self.component), within.tables(), strict=True)
        ]
        totals = dict.fromkeys(self.starts, one)
        levels: list[list[int]] = [[] for _ in range(len(self.component) + 1)]
        for start in self.starts:
            levels[start.bit_count()].append(start)
        for level in levels[:-1]:
            for placed in level:
                total = totals.pop(placed)
                if not total:
                    continue
                sets, terms = [placed], [-total]
                for i, bit, support, known in nodes:
                    if placed & bit:
                        continue
                    weight = known.get(placed & support)
                    if weight is None:
                        weight = within(i, placed)
                    if weight:
                        factor = -weight
                        sets += [s | bit for s in sets]
                        terms += [term * factor for term in terms]
                for reached, term in zip(sets[1:], terms[1:], strict=True):
                    if reached in totals:
                        totals[reached] = totals[reached] + term
                    else:
                        totals[reached] = term
                        levels[reached.bit_count()].append(reached)
            level.clear()
        return totals.get(full, zero)


class Plan(Struct, Generic[W], frozen=True):
    """What there is to count: for each component its part with k roots, for every k that can occur."""

    roots: int
    components: tuple[dict[int, Part[W]], ...]
    steps: int

    def parts(self) -> Iterator[Part[W]]:
        return (part for parts in self.components for part in parts.values())

    def begun(self, most: int) -> int:
        """The steps of what is within *most*: what is beyond it is not part of the plan."""
        if self.steps <= most:
            return self.steps
        return sum(part.steps for part in self.parts() if part.steps <= most)

    def within(self, most: int) -> Plan[W]:
        """The plan itself; raises LimitError if it takes more steps than this."""
        if self.steps > most:
            raise too_large(max(self.parts(), key=lambda part: (part.steps, len(part.component))))
        return self

    def total(self, one: W, known: Mapping[tuple[tuple[int, ...], int], W]) -> W:
        """The sum over all ways to share the roots; parts that are *known* are not counted again."""
        zero = one + -one
        sums: dict[int, W] = {0: one}
        for parts in self.components:
            new: dict[int, W] = {}
            for k, part in parts.items():
                value = known.get((part.component, k))
                weight = part.weight(one) if value is None else value
                for before, total in sums.items() if weight else ():
                    if before + k <= self.roots:
                        term = total * weight
                        new[before + k] = new[before + k] + term if before + k in new else term
            sums = new
            if not sums:
                break
        return sums.get(self.roots, zero)


def planned(
    choices: Weighted[W],
    most: int = RECURSION_TERMS,
    roots: int = 0,
    barred: int = 0,
    pieces: Pieces[W] | None = None,
    looked: int | None = None,
) -> Plan[W]:
    """Components and the root sets that they can have; raises LimitError if those are too many.

    Parts beyond *most* steps in all are in the plan, and say so. The *pieces* may be known; *looked* is how
    many parent sets the choices came from.
    """
    nothing: Plan[W] = Plan(roots, ({},), 0)
    if not roots and not all(choices):
        return nothing
    total = _PREPARED * (sum(map(len, choices)) if looked is None else looked)
    total += _NODE * len(choices)
    pieces = pieces or Pieces(choices)
    found, least_of = pieces.components, pieces.least
    spent = 0
    ways: list[dict[int, tuple[int, ...]]] = [{0: _NO_ROOT}] * len(found)
    if roots:
        rootings = [
            Rooting(c, inside if known is None else known, max(most, ROOT_STEPS), barred)
            for (c, inside), known in zip(found, least_of, strict=True)
        ]
        least = least_roots(rootings, roots)
        if least is None:
            return nothing
        spare = roots - sum(least)
        ways = []
        for (component, _), rooting, fewest in zip(found, rootings, least, strict=True):
            numbers = range(fewest, min(fewest + spare, len(component)) + 1)
            ways.append({k: starts for k in numbers if (starts := rooting.starts(k))})
        spent = sum(rooting.spent for rooting in rootings)
    parts: list[dict[int, Part[W]]] = []
    hard = False
    for (component, inside), known, of_roots in zip(found, least_of, ways, strict=True):
        of_component: dict[int, Part[W]] = {}
        for k, starts in of_roots.items():
            taken = _steps(component, inside, known, starts, max(0, most - total))
            beyond = total + taken > most
            of_component[k] = Part(component, inside, starts, most + 1 if beyond else taken)
            total += 0 if beyond else taken
            hard = hard or beyond
        parts.append(of_component)
    total += spent
    return Plan(roots, tuple(parts), max(total, most + 1) if hard else total)


def _steps(
    component: Sequence[int],
    inside: Weighted[W],
    least: Sequence[Collection[int]] | None,
    starts: tuple[int, ...],
    most: int,
) -> int:
    size = len(component)
    if size == 1:
        return 0
    if size <= SMALL_COMPONENT:
        return int(3**size)
    return steps([1 << v for v in component], inside, most, starts, least)
