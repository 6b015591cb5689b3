"""Row siblings of the generator: two problems of which one row differs, and one of them leaves gold alone.

Rows are chosen one by one, each of which refutes the nearest model that is left beside gold; in the end
those go that others have made needless. The open sibling has another row of the same world in the place of
one of the rest: one that gold and some other model both show, and that no world like it has shown.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import islice
from random import Random

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.finite.bounds import GENERATED_CONTEXTS, SIBLING_ROWS
from symcause.families.finite.generator.gold_worlds import (
    gold_rows,
    other_member,
    replays,
    root_contexts,
    set_positions,
)
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.mechanisms.tables.table_models import TableModel

Place = tuple[int, int]
"""A world, and a row of it."""

Siblings = tuple[FiniteProblem, FiniteProblem, TableModel]
"""The settled problem, the open one, and a model beside gold that the open one leaves."""


def siblings(problem: FiniteProblem, gold: TableModel, rng: Random) -> Siblings | Unknown:
    """Two problems that look alike, of one that worlds settle; Unknown where none are found."""
    kept = _needed(problem, gold, rng)
    if isinstance(kept, Unknown):
        return kept
    contexts = list(islice(root_contexts(problem, gold), GENERATED_CONTEXTS))
    for place in rng.sample(kept, len(kept)):
        other = other_member(_only(problem, [one for one in kept if one != place]), gold)
        if other is None or isinstance(other, Unknown):
            continue
        at, number = place
        world = problem.worlds[at]
        alike = [i for i, one in enumerate(problem.worlds) if one.do == world.do]
        shown = {problem.worlds[i].rows[one] for i, one in kept if i in alike}
        done = set_positions(problem, world)
        every = dict.fromkeys(gold_rows(problem, gold, done, contexts))
        safe = [r for r in every if r not in shown and replays(problem, other, done, [r])]
        if safe:
            rows = (*world.rows[:number], rng.choice(safe), *world.rows[number + 1 :])
            worlds = (*problem.worlds[:at], replace(world, rows=rows), *problem.worlds[at + 1 :])
            changed = replace(problem, worlds=worlds)
            return _only(problem, kept), _only(changed, kept), other
    return Unknown("no other row leaves a second model")


def _needed(problem: FiniteProblem, gold: TableModel, rng: Random) -> list[Place] | Unknown:
    """Rows that leave gold alone, and none of which can go but the first."""
    every = [(at, row) for at, world in enumerate(problem.worlds) for row in range(len(world.rows))]
    kept, chosen = [every[0]], Meter(SIBLING_ROWS)
    while (other := other_member(_only(problem, kept), gold)) is not None:
        if isinstance(other, Unknown):
            return other
        if chosen.over:
            return Unknown(f"more than {SIBLING_ROWS} rows")
        chosen.spend()
        refuting = [place for place in every if not _replayed(problem, other, place)]
        kept.append(rng.choice(refuting))
    for place in tuple(kept[1:]):
        rest = [one for one in kept if one != place]
        if other_member(_only(problem, rest), gold) is None:
            kept = rest
    return sorted(kept)


def _replayed(problem: FiniteProblem, model: TableModel, place: Place) -> bool:
    world = problem.worlds[place[0]]
    done = set_positions(problem, world)
    row = tuple(cell for cell in world.rows[place[1]] if cell is not None)
    return replays(problem, model, done, [row])


def _only(problem: FiniteProblem, kept: Collection[Place]) -> FiniteProblem:
    """The problem with these rows alone; a world without any is left out."""
    worlds = []
    for at, world in enumerate(problem.worlds):
        rows = tuple(row for number, row in enumerate(world.rows) if (at, number) in kept)
        worlds += [replace(world, rows=rows)] if rows else []
    return replace(problem, worlds=tuple(worlds))
