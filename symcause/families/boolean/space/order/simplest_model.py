"""The simplest model of a Boolean space: least total AST size, with a proof that none is smaller.

The size of a model is the sum of the least AST sizes of its mechanisms, so per variable and parent set
only the shortest fitting functions matter. A dynamic programme over sets of placed variables, as in
exact Bayesian-network learning (Silander and Myllymäki 2006), finds the best parent sets:

    best(U ∪ {v}) = best(U) + min { cost_v(S) : S ⊆ U }.

A parent set is useless if a proper subset costs no more, so few remain. Sets whose shortest function
is beyond the catalogue's reach enter with a lower bound; the result is optimal if it uses none.

*Tie rule*: least total AST, then fewest parents in all (or the other way round, if asked for the fewest
parents), then, for the variables in problem order, the least parent set (as a bit mask) and the least
truth table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symcause.errors import LimitError
from symcause.families.boolean.bounds import MAX_ENDOGENOUS
from symcause.families.boolean.catalogue import Catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import BooleanBranch, ExactSpace
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace

Cost = tuple[int, int]  # total AST size and total number of parents, the one that counts first
_NOTHING: Cost = (0, 0)


@dataclass(frozen=True)
class Shortest:
    """The least size within one parent set and its least truth table; None beyond reach."""

    size: int
    function: Function | None
    cost: Cost


@dataclass(frozen=True)
class Simplest:
    """A member of least total AST; *optimal* says that none is smaller."""

    model: BooleanSCM
    total_ast: int
    optimal: bool


def simplest(space: ExactSpace, *, fewest_parents: bool = False) -> Simplest | None:
    """The simplest member of the space.

    None if it is empty, or if every member has a mechanism beyond the catalogue's reach.
    """
    best: tuple[tuple[Cost, int], Simplest] | None = None
    for at, branch in enumerate(space.branches):
        if branch.is_empty:
            continue
        found = _simplest_in(branch, _Shortening(space.catalogue, fewest_parents))
        if found is None:
            continue
        parents = sum(len(f.parents) for f in found.model.functions.values())
        cost = (parents, found.total_ast) if fewest_parents else (found.total_ast, parents)
        key = (cost, at)
        if best is None or key < best[0]:
            best = (key, found)
    return None if best is None else best[1]


def _simplest_in(branch: BooleanBranch, shortening: _Shortening) -> Simplest | None:
    if len(branch.endogenous) > MAX_ENDOGENOUS:
        raise LimitError(
            f"{len(branch.endogenous)} endogenous variables are too many for the exact search",
            remedy=f"at most {MAX_ENDOGENOUS} are settled",
        )
    tables = [None if s is None else shortening.useful(s) for s in branch.spaces]
    choice = simplest_choice(tables)
    if choice is None:
        return None  # only functions beyond the catalogue fit
    chosen, optimal = choice
    functions = {
        s.variable: shortest.function
        for s, shortest in zip(branch.spaces, chosen, strict=True)
        if s is not None and shortest is not None and shortest.function is not None
    }
    total = sum(shortest.size for shortest in chosen if shortest is not None)
    return Simplest(BooleanSCM(branch.roots, functions), total, optimal)


Table = Mapping[int, Shortest] | None  # None for a root


def simplest_choice(tables: Sequence[Table]) -> tuple[list[Shortest | None], bool] | None:
    """The cheapest acyclic choice of known functions, and whether none beyond reach could be cheaper."""
    reachable = [
        None if t is None else {g: s for g, s in t.items() if s.function is not None}
        for t in tables
    ]
    least = _least(reachable)
    return None if least is None else (cheapest_choice(reachable), _least(tables) == least)


@dataclass(frozen=True)
class _Shortening:
    """Finds the shortest functions, and which parent sets are worth a look."""

    book: Catalogue
    fewest_parents: bool

    def useful(self, space: LocalSpace) -> dict[int, Shortest]:
        """The parent sets that no proper subset makes useless, with their shortest functions."""
        useful: dict[int, Shortest] = {}
        for group in sorted(space.weights, key=lambda g: (g.bit_count(), g)):
            parents = group.bit_count()
            least = min((s.cost for g, s in useful.items() if not g & ~group), default=None)
            if least is None or self._cost(parents, max(1, parents + (parents > 1))) < least:
                shortest = self.shortest_of(space, group)
                if least is None or shortest.cost < least:
                    useful[group] = shortest
        return useful

    def shortest_of(self, space: LocalSpace, group: int) -> Shortest:
        """The shortest function of a parent set; beyond reach only a lower bound of its size."""
        names = space.parents(group)
        if space.complete:
            known = self.book.least(len(names), *space.fixed(group))
        else:
            sized = ((self.book.minimal_size(f), f.table) for f in space.functions(group))
            known = min(((n, table) for n, table in sized if n is not None), default=None)
        if known is None:
            size = self.book.reach(len(names)) + 1
            return Shortest(size, None, self._cost(len(names), size))
        size, table = known
        return Shortest(size, Function(names, table), self._cost(len(names), size))

    def _cost(self, parents: int, size: int) -> Cost:
        return (parents, size) if self.fewest_parents else (size, parents)


def _least(tables: Sequence[Table]) -> Cost | None:
    """The least total cost over all acyclic choices, None if there is none."""
    level: dict[int, Cost] = {sum(1 << v for v, t in enumerate(tables) if t is None): _NOTHING}
    cheapest = _Cheapest(tables)
    for _ in range(sum(t is not None for t in tables)):
        following: dict[int, Cost] = {}
        for placed, cost in level.items():
            for v, table in enumerate(tables):
                if table is None or placed >> v & 1:
                    continue
                step = cheapest(v, placed)
                if step is not None:
                    total = (cost[0] + step[0], cost[1] + step[1])
                    key = placed | 1 << v
                    if key not in following or total < following[key]:
                        following[key] = total
        level = following
    return min(level.values(), default=None)


class _Cheapest:
    """The least cost of a variable among parent sets inside the placed variables."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._options = [
            [] if t is None else sorted((s.cost, g) for g, s in t.items()) for t in tables
        ]
        self._known: list[dict[int, Cost | None]] = [{} for _ in tables]
        self._support = [0] * len(tables)
        for v, options in enumerate(self._options):
            for _, group in options:
                self._support[v] |= group

    def __call__(self, v: int, placed: int) -> Cost | None:
        placed &= self._support[v]
        known = self._known[v]
        if placed not in known:
            fitting = (cost for cost, group in self._options[v] if not group & ~placed)
            known[placed] = next(fitting, None)
        return known[placed]


def cheapest_choice(tables: Sequence[Table]) -> list[Shortest | None]:
    """The cheapest acyclic choice that comes first by the tie rule; there must be one.

    Fixes one variable after the other, as long as the optimum stays in reach.
    """
    fixed: list[Table] = list(tables)
    target = _least(fixed)
    for v, table in enumerate(tables):
        if table is None or len(table) == 1:
            continue
        for group in sorted(table):
            fixed[v] = {group: table[group]}
            if _least(fixed) == target:
                break
    return [None if t is None else next(iter(t.values())) for t in fixed]
