"""Stream of the outcomes that members drawn uniformly show under next experiments, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Generic

from symcause.mechanisms.bounds import KEPT_COLUMNS
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Contexts, Experiment, Outcome
from symcause.mechanisms.root_branch import Branch


class Stream(Generic[S, F, M]):
    """Members drawn uniformly one after the other, and what they show under experiments."""

    def __init__(
        self,
        space: BranchSpace[S, F, M],
        contexts: Contexts[F],
        asked: Sequence[Experiment],
        seed: int,
    ) -> None:
        self._space = space
        self._rng = Random(f"members {seed}")
        self._showing = Showing(space.variables, asked, contexts)
        self._at = {experiment: i for i, experiment in enumerate(asked)}
        self._drawn: list[Outcome] = []  # wide columns of all experiments
        self._shown: list[list[Outcome]] = [[] for _ in asked]
        self._roots: dict[tuple[str, ...], list[int]] = {}
        self._places: dict[tuple[int, int], list[int]] = {}
        self._computed: dict[tuple[int, ...], int] = {}  # by variable, function, columns of parents

    def outcomes(self, experiment: Experiment, number: int) -> list[Outcome]:
        """What the first members show under an experiment, so many of them at least."""
        while len(self._drawn) < number:
            self._drawn.append(self._draw())
        at = self._at[experiment]
        outcomes = self._shown[at]
        for columns in self._drawn[len(outcomes) : number]:
            outcomes.append(self._showing.block(columns, at))
        return outcomes

    def _draw(self) -> Outcome:
        """What one more member shows under all experiments."""
        branch = self._space.drawn_branch(self._rng)
        groups, functions = branch.drawn(self._rng)
        names, known = branch.variables, self._computed
        columns = self._roots.get(branch.roots) or self._started(branch)
        columns = [*columns]
        for v in branch.ordered(groups):
            function, name = functions[names[v]], names[v]
            places = self._places.get((v, groups[v]))
            if places is None:
                places = [names.index(parent) for parent in function.parents]
                self._places[v, groups[v]] = places
            key = (v, groups[v], function.table, *[columns[p] for p in places])
            column = known.get(key)
            if column is None:
                given = dict(zip(function.parents, key[3:], strict=True))
                column = self._showing.computed(name, function, given)
                if len(known) < KEPT_COLUMNS:
                    known[key] = column
            columns[v] = column
        return tuple(columns)

    def _started(self, branch: Branch[S, F, M]) -> list[int]:
        """The wide columns of the roots of a branch, and nothing of the others."""
        found = [self._showing.root(v) if v in branch.roots else 0 for v in branch.variables]
        self._roots[branch.roots] = found
        return found


def is_shown(
    branch: Branch[S, F, M], contexts: Contexts[F], clamped: Iterable[str], outcome: Outcome
) -> bool:
    """Do the roots of a branch have the values of the contexts?"""
    names = branch.variables
    for root in branch.roots:
        if outcome[names.index(root)] != contexts.columns[root] and root not in clamped:
            return False
    return True
