"""Sampler of Boolean members that weighs each by its AST size, so that short models are likelier.

The weight of a model is a product over its mechanisms, so it rides on the acyclic-choice sampler: a parent
set weighs the sum of 2^(longest − size) over its fitting functions. Mechanisms longer than the catalogue
reaches weigh nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from symcause.families.boolean.bounds import SAMPLED_NODES
from symcause.families.boolean.catalogue import Catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import BooleanBranch, ExactSpace
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.solvers.acyclic.choice_sampler import Sampler, weighted_pick
from symcause.solvers.acyclic.choice_weight import count_acyclic

_Tables = dict[int, list[tuple[int, int]]]  # parent set -> (truth table, weight)


@dataclass(frozen=True)
class WeightedSpace:
    """A version space with short models likelier than long ones."""

    branches: tuple[tuple[BooleanBranch, tuple[_Tables | None, ...]], ...]

    @staticmethod
    def of(space: ExactSpace) -> WeightedSpace:
        book = space.catalogue
        return WeightedSpace(
            tuple(
                (branch, tuple(None if s is None else _tables(s, book) for s in branch.spaces))
                for branch in space.branches
            )
        )

    def draw(self, rng: random.Random) -> BooleanSCM:
        """One member. Raises ValueError if none can be sized."""
        totals = [
            (i, count_acyclic(_choices(tables))) for i, (_, tables) in enumerate(self.branches)
        ]
        branch, tables = self.branches[weighted_pick(totals, rng)]
        groups = Sampler(_choices(tables)).draw(rng)
        functions = {}
        for space, table, group in zip(branch.spaces, tables, groups, strict=True):
            if space is not None and table is not None:
                chosen = weighted_pick(table[group], rng)
                functions[space.variable] = Function(space.parents(group), chosen)
        return BooleanSCM(branch.roots, functions)


def _choices(tables: tuple[_Tables | None, ...]) -> list[dict[int, int]]:
    return [
        {0: 1} if t is None else {g: sum(w for _, w in options) for g, options in t.items()}
        for t in tables
    ]


def _tables(space: LocalSpace, book: Catalogue) -> _Tables:
    tables: _Tables = {}
    for group in space.weights:
        names = space.parents(group)
        reach = min(book.reach(len(names)), SAMPLED_NODES)
        options = [
            (table, 1 << (SAMPLED_NODES - size))
            for size, table in book.fitting_by_size(len(names), reach, *space.fixed(group))
            if space.complete or Function(names, table) in space
        ]
        if options:
            tables[group] = options
    return tables
