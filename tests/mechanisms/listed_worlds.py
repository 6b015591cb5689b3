"""Small spaces of mechanisms with two to four values, in which everything is listed: a second opinion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from random import Random

from symcause.mechanisms.branch_space import BranchSpace, branches_of
from symcause.mechanisms.local_space import least_sets
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.next.experiment_contexts import Contexts
from symcause.mechanisms.next.further_rows import Mechanisms
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.next.table_evaluation import TableEvaluation
from symcause.mechanisms.root_branch import Branch
from symcause.mechanisms.value_lanes import Lanes

State = dict[str, int]

LARGEST = 800  # tables of one parent set


@dataclass(frozen=True)
class Listed:
    """A mechanism: its parents and its table, a number with a digit for each pattern."""

    parents: tuple[str, ...]
    table: int


@dataclass(frozen=True)
class Model:
    """Roots and mechanisms."""

    roots: tuple[str, ...]
    functions: dict[str, Listed]

    @cached_property
    def order(self) -> tuple[str, ...]:
        placed: list[str] = []
        while len(placed) < len(self.functions):
            placed += [
                v
                for v, f in self.functions.items()
                if v not in placed and set(f.parents) <= {*self.roots, *placed}
            ]
        return tuple(placed)

    def changed(self, other: Model) -> tuple[str, ...]:
        return tuple(v for v, f in self.functions.items() if other.functions.get(v) != f)


@dataclass(frozen=True)
class Setting:
    """An experiment."""

    assignments: tuple[tuple[str, int], ...]

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.assignments)


@dataclass(frozen=True)
class Worlds:
    """Variables with their values, rows that were seen (what is a target in them), a class of functions."""

    sizes: dict[str, int]
    roots: tuple[str, ...]  # none: one of the variables, whichever
    rows: tuple[tuple[State, frozenset[str]], ...]
    most: int  # parents
    listed: bool  # a class of only some functions
    after: Mapping[str, tuple[str, ...]]  # which variables may be parents

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.sizes)

    def output(self, variable: str, function: Listed, state: State) -> int:
        table, pattern, radix = function.table, 0, 1
        for parent in function.parents:
            pattern, radix = pattern + state[parent] * radix, radix * self.sizes[parent]
        for _ in range(pattern):
            table //= self.sizes[variable]
        return table % self.sizes[variable]

    def fits(self, variable: str, function: Listed) -> bool:
        """Does it agree with all rows, and is it in the class?"""
        return (not self.listed or function.table % 3 != 1) and all(
            self.output(variable, function, state) == state[variable]
            for state, targets in self.rows
            if variable not in targets
        )

    def of_parents(self, variable: str, parents: tuple[str, ...]) -> list[Listed]:
        """All functions of these parents, whether each matters or not."""
        patterns = prod(self.sizes[p] for p in parents)
        return [Listed(parents, table) for table in range(self.sizes[variable] ** patterns)]

    def matter(self, variable: str, function: Listed) -> bool:
        """Does every parent matter?"""
        states = [
            dict(zip(function.parents, values, strict=True))
            for values in product(*(range(self.sizes[p]) for p in function.parents))
        ]
        return all(
            any(
                self.output(variable, function, s) != self.output(variable, function, s | {p: v})
                for s in states
                for v in range(self.sizes[p])
            )
            for p in function.parents
        )

    def parent_sets(self, variable: str) -> Iterator[tuple[str, ...]]:
        for size in range(self.most + 1):
            yield from combinations(self.after[variable], size)

    def shown(self, model: Model, roots: State, setting: Setting) -> State:
        """One row that a model shows."""
        state = {root: roots[root] for root in model.roots} | dict(setting.assignments)
        for v in model.order:
            if v not in setting.targets:
                state[v] = self.output(v, model.functions[v], state)
        return state


class Local:
    """The mechanisms of one variable, listed."""

    def __init__(self, worlds: Worlds, variable: str) -> None:
        self.variable, self._worlds, self.complete = variable, worlds, not worlds.listed
        self._of: dict[int, list[Listed]] = {}
        for parents in worlds.parent_sets(variable):
            some = worlds.of_parents(variable, parents)
            some = [f for f in some if worlds.fits(variable, f) and worlds.matter(variable, f)]
            if some:
                self._of[self.mask(parents)] = some
        self.weights = {group: len(some) for group, some in self._of.items()}
        self.least, self.total = least_sets(self.weights), sum(self.weights.values())

    def mask(self, parents: Sequence[str]) -> int:
        return sum(1 << self._worlds.names.index(p) for p in parents)

    def parents(self, group: int) -> tuple[str, ...]:
        return tuple(v for i, v in enumerate(self._worlds.names) if group >> i & 1)

    def group(self, function: Listed) -> int:
        return self.mask(function.parents)

    def __contains__(self, function: Listed) -> bool:
        return function in self._of.get(self.group(function), ())

    def functions(self, group: int, start: int = 0) -> Iterator[Listed]:
        return (f for f in self._of[group] if f.table >= start)

    def draw(self, group: int, rng: Random) -> Listed:
        return rng.choice(self._of[group])

    def agreeing_as_well(self, group: int, fresh: Mapping[int, int]) -> int:
        lanes, names = Lanes.of(max(self._worlds.sizes.values())), self._worlds.names
        states = [
            ({v: lanes.at(state, i) for i, v in enumerate(names)}, output)
            for state, output in fresh.items()
        ]
        return sum(
            all(self._worlds.output(self.variable, f, s) == output for s, output in states)
            for f in self._of.get(group, ())
        )

    def fitting(self) -> dict[int, int]:
        """How many functions of each parent set fit, whether the parents matter or not."""
        worlds = self._worlds
        counts = {
            self.mask(p): sum(
                worlds.fits(self.variable, f) for f in worlds.of_parents(self.variable, p)
            )
            for p in worlds.parent_sets(self.variable)
        }
        return {group: number for group, number in counts.items() if number}


class Space(BranchSpace[Local, Listed, Model]):
    """All models that explain the rows."""

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self.local = {v: Local(worlds, v) for v in worlds.names if v not in worlds.roots}

    @property
    def variables(self) -> tuple[str, ...]:
        return self._worlds.names

    @cached_property
    def tally(self) -> Tally:
        roots = self._worlds.roots
        choices = [{0: 1} if v in roots else self.local[v].weights for v in self.variables]
        return Tally(choices, roots=0 if roots else 1)

    @cached_property
    def branches(self) -> tuple[Branch[Local, Listed, Model], ...]:
        root_sets = [self._worlds.roots] if self._worlds.roots else [(v,) for v in self.variables]
        return branches_of(self.variables, root_sets, lambda _: True, self.local.__getitem__, Model)


class ListedCells(Cells[Local, Listed, Model]):
    """Counts what outcomes leave of it."""

    space: Space

    def __init__(self, worlds: Worlds, contexts: Contexts[Listed]) -> None:
        self._worlds = worlds
        super().__init__(Space(worlds), contexts)

    @property
    def plain(self) -> bool:
        return True

    def opened(self, variable: str) -> Mechanisms[Listed]:
        lanes, names = self.contexts.lanes, self.variables
        local = self.space.local[variable]
        states = [
            sum(state[v] << i * lanes.width for i, v in enumerate(names))
            for state, targets in self._worlds.rows
            if variable not in targets
        ]
        return Mechanisms(
            local,
            local.fitting(),
            names.index(variable),
            states,
            self._worlds.sizes[variable],
            lanes,
        )


def random_worlds(
    rng: Random, *, listed: bool = False, hidden: bool = False, ordered: bool = False
) -> Worlds:
    """Three variables of two to four values, and a few rows that some model shows."""
    while True:
        sizes = {v: rng.choice((2, 2, 3, 4)) for v in "ABC"}
        most = rng.choice((1, 2))
        tables = [
            d ** prod(sorted(s for w, s in sizes.items() if w != v)[-most:])
            for v, d in sizes.items()
        ]
        if max(tables) > LARGEST or max(sizes.values()) == 2:
            continue
        root, *others = rng.sample(list(sizes), 3)
        after = {v: tuple(w for w in sizes if w != v) for v in sizes}
        if ordered:
            after |= {others[0]: (root,)}
        free = Worlds(sizes, (root,), (), most, listed, after)
        space = Space(free)
        model = space.draw(rng)
        rows = []
        for _ in range(rng.randint(2, 4)):
            targets = rng.sample(others, rng.randint(0, 1))
            setting = Setting(tuple((v, rng.randrange(sizes[v])) for v in targets))
            state = free.shown(model, {root: rng.randrange(sizes[root])}, setting)
            rows.append((state, frozenset({*targets})))
        return Worlds(sizes, () if hidden else (root,), tuple(rows), most, listed, after)


def random_contexts(worlds: Worlds, rng: Random, rows: int) -> tuple[Contexts[Listed], list[State]]:
    """So many contexts, and the same as rows."""
    states = [{v: rng.randrange(d) for v, d in worlds.sizes.items()} for _ in range(rows)]
    evaluation = TableEvaluation(worlds.sizes)
    width = evaluation.lanes.width
    columns = {v: sum(s[v] << r * width for r, s in enumerate(states)) for v in worlds.names}
    return Contexts(rows, columns, False, evaluation), states


def settings(worlds: Worlds) -> tuple[Setting, ...]:
    """Observation, and every experiment on one variable."""
    single = (Setting(((v, value),)) for v, d in worlds.sizes.items() for value in range(d))
    return (Setting(()), *single)
