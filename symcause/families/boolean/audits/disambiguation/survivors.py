"""Survivors in disambiguation: members that the chosen worlds leave but the whole pool refutes.

Let X be the chosen worlds and C the whole pool. If the space after X is larger than after C, some
variable V has a mechanism in a member after X that is none after C. Around it a member M is completed that
keeps gold wherever it can: the other variables are placed in an acyclic order, with gold's mechanism as
soon as its inputs are placed, and changes that acyclicity does not need are taken back. The worlds that
refute M are those that refute one of its changed mechanisms, and every sufficient choice holds one of
them. Single-variable changes come out wherever V's new inputs are not downstream of V.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from symcause.families.boolean.audits.alternatives.shortcuts import descendants
from symcause.families.boolean.audits.disambiguation.refutation import Pool, ShownPatterns
from symcause.families.boolean.bounds import SURVIVING_FUNCTIONS, SURVIVING_SETS, SURVIVOR_ROUTES
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM, find_cycle
from symcause.families.boolean.space.exact.exact_space import BooleanBranch, ExactSpace
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace


@dataclass(frozen=True)
class Survivor:
    """A member other than gold, its changed variables, and the worlds of the pool that refute it."""

    model: BooleanSCM
    changed: tuple[str, ...]
    refuters: int


def survivors(
    after: ExactSpace, target: ExactSpace, gold: BooleanSCM, pool: Pool
) -> Iterator[Survivor]:
    """Some members of *after* that are not in *target*, each refuted by few worlds."""
    for branch in after.branches:
        if branch.is_empty:
            continue
        search = _Search(branch, gold, pool)
        for space in branch.endogenous:
            yield from search.around(space, _weights(target, space.variable))


def _weights(target: ExactSpace, variable: str) -> dict[int, int]:
    """How many mechanisms of each parent set the whole pool leaves (the same in every branch)."""
    for branch in target.branches:
        if variable not in branch.roots:
            return dict(branch.local(variable).weights)
    return {}


class _Search:
    """Members of one branch."""

    def __init__(self, branch: BooleanBranch, gold: BooleanSCM, pool: Pool) -> None:
        self.branch, self.gold, self.pool = branch, gold, pool
        self.same_roots = set(branch.roots) == set(gold.roots)

    def around(self, space: LocalSpace, left: dict[int, int]) -> Iterator[Survivor]:
        """Survivors in which this variable has a mechanism that the pool refutes."""
        differing = [
            group
            for group in self.branch.live(space.variable)
            if space.weights[group] > left.get(group, 0)
        ]
        for group in islice(_maximal(differing), SURVIVING_SETS):
            for function, refuters in cheapest(space, group, self.pool, self.gold):
                yield self._completed(space.variable, function, refuters)

    def _completed(self, variable: str, function: Function, refuters: int) -> Survivor:
        if self.same_roots and not set(function.parents) & descendants(self.gold, variable):
            return Survivor(self.gold.replaced(variable, function), (variable,), refuters)
        functions, costs = self._placed(variable, function)
        costs[variable] = refuters
        for other in [v for v in costs if v != variable and v in self.gold.functions]:
            back = {**functions, other: self.gold.functions[other]}
            if self._kept(other) and not find_cycle({v: f.parents for v, f in back.items()}):
                functions = back
                del costs[other]
        model = BooleanSCM(self.branch.roots, functions)
        total = 0
        for cost in costs.values():
            total |= cost
        return Survivor(model, model.changed(self.gold), total)

    def _kept(self, variable: str) -> bool:
        """True if gold's mechanism of the variable is one here."""
        own = self.gold.functions.get(variable)
        return own is not None and own in self.branch.local(variable)

    def _placed(
        self, variable: str, function: Function
    ) -> tuple[dict[str, Function], dict[str, int]]:
        """Mechanisms for all variables around the given one, and what refutes those not gold's."""
        functions: dict[str, Function] = {}
        costs: dict[str, int] = {}
        placed = set(self.branch.roots)
        waiting = [s.variable for s in self.branch.endogenous]
        wanted = {v: self.gold.functions[v] for v in waiting if self._kept(v)}
        wanted[variable] = function
        while waiting:
            name = next(
                (v for v in waiting if v in wanted and placed.issuperset(wanted[v].parents)), None
            )
            if name is None:
                name, functions_cost = self._way(waiting, variable, placed)
                wanted[name], costs[name] = functions_cost
            functions[name] = wanted[name]
            placed.add(name)
            waiting.remove(name)
        return functions, costs

    def _way(
        self, waiting: Sequence[str], variable: str, placed: set[str]
    ) -> tuple[str, tuple[Function, int]]:
        """A variable that can be placed next with another mechanism, as hard to refute as possible."""
        inside = sum(1 << i for i, v in enumerate(self.branch.variables) if v in placed)
        best: tuple[int, str, Function, int] | None = None
        for name in waiting:
            if name == variable:
                continue
            space = self.branch.local(name)
            fitting = _maximal([g for g in space.weights if not g & ~inside])
            for group in islice(fitting, SURVIVOR_ROUTES):
                function, refuters = _least(space, group, self.pool, self.gold)
                if best is None or refuters.bit_count() < best[0]:
                    best = (refuters.bit_count(), name, function, refuters)
        assert best is not None, "a live mechanism can be completed"
        return best[1], (best[2], best[3])


def _maximal(groups: Sequence[int]) -> Iterator[int]:
    """The groups that no other one contains, largest first."""
    kept: list[int] = []
    for group in sorted(groups, key=lambda g: (-g.bit_count(), g)):
        if not any(group & ~other == 0 for other in kept):
            kept.append(group)
            yield group


def cheapest(
    space: LocalSpace, group: int, pool: Pool, gold: BooleanSCM
) -> list[tuple[Function, int]]:
    """Mechanisms over a parent set that the pool refutes, with few refuting worlds each."""
    if not space.complete or space.filtered:
        costs = _surviving_functions(space, group, pool)
        return sorted(((f, r) for f, r in costs if r), key=lambda found: found[1].bit_count())[:4]
    names = space.parents(group)
    shown, table, cost, free = _completion(space, group, pool, gold)
    if cost:
        return [(reduce(names, table), cost)]
    flips = []
    for pattern in free:
        output = bool(table >> pattern & 1)
        if refuters := shown.against(pattern, not output):
            flips.append((reduce(names, table ^ 1 << pattern), refuters))
    return flips


def _least(space: LocalSpace, group: int, pool: Pool, gold: BooleanSCM) -> tuple[Function, int]:
    """A mechanism over a parent set with few refuting worlds, perhaps none."""
    if not space.complete or space.filtered:
        return min(_surviving_functions(space, group, pool), key=lambda found: found[1].bit_count())
    _, table, cost, _ = _completion(space, group, pool, gold)
    return reduce(space.parents(group), table), cost


def _surviving_functions(space: LocalSpace, group: int, pool: Pool) -> list[tuple[Function, int]]:
    at = space.rows.variables.index(space.variable)
    functions = islice(space.functions(group), SURVIVING_FUNCTIONS)
    return [(function, pool.refuters(at, function)) for function in functions]


def _completion(
    space: LocalSpace, group: int, pool: Pool, gold: BooleanSCM
) -> tuple[ShownPatterns, int, int, list[int]]:
    """What the pool shows, a table that fits the rows with few refuters, those, and what was free."""
    names = space.parents(group)
    variables = space.rows.variables
    shown = pool.patterns(variables.index(space.variable), [variables.index(p) for p in names])
    seen, table = space.fixed(group)
    cost = 0
    free = []
    for pattern in shown.patterns:
        if seen >> pattern & 1:
            cost |= shown.against(pattern, bool(table >> pattern & 1))
        else:
            free.append(pattern)
    for pattern in free:
        zero, one = (shown.against(pattern, b) for b in (False, True))
        if ((one & ~cost).bit_count(), one.bit_count()) < (
            (zero & ~cost).bit_count(),
            zero.bit_count(),
        ):
            table |= 1 << pattern
            cost |= one
        else:
            cost |= zero
    return shown, _as_gold_where_unseen(table, seen, shown, names, gold, space.variable), cost, free


def _as_gold_where_unseen(
    table: int,
    seen: int,
    shown: ShownPatterns,
    names: Sequence[str],
    gold: BooleanSCM,
    variable: str,
) -> int:
    """Patterns that nothing shows take gold's output where gold has no other inputs."""
    own = gold.functions.get(variable)
    if own is None or not set(own.parents) <= set(names):
        return table
    open_patterns = ~(seen | sum(1 << p for p in shown.patterns))
    return table | (own.extended(names) & open_patterns)
