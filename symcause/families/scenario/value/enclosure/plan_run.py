"""The run of a plan in the enclosure of scenario values: its steps, done on a table."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from symcause.families.scenario.bounds import LOOKED_UP_ROWS
from symcause.families.scenario.models.model_components import Define
from symcause.families.scenario.value.enclosure.draw_pieces import draw_continuous
from symcause.families.scenario.value.enclosure.set_columns import Numbers
from symcause.families.scenario.value.enclosure.state_table import KIND, Table
from symcause.families.scenario.value.summation_plan import Plan, Step


def run(
    table: Table, steps: tuple[Step, ...], cells: int, always: frozenset[str] = frozenset()
) -> None:
    """Go through the steps."""
    for step in steps:
        variable = step.variable
        if isinstance(variable, Define):
            table.add(variable.name, table.evaluate(variable.term))
        else:
            table.merge()
            if step.resolution is not None:
                draw_continuous(table, variable, step.resolution, cells)
            else:
                table.draw(variable.name, variable.distribution, step.chance)
        table.keep(step.keep | always)


def run_inner(
    table: Table,
    steps: tuple[Step, ...],
    cells: int,
    always: frozenset[str],
    used: tuple[object, frozenset[str]],
) -> None:
    """Go through the steps of an inner table; what was found for an equal one is found again.

    *used* are whose steps they are, and all that they mention.
    """
    always = always | {KIND}
    if len(table) > LOOKED_UP_ROWS:
        run(table, steps, cells, always)
        return
    owner, names = used
    key: Hashable = ("run", id(owner), cells, *table.contents(names))
    design = table.key

    def ran() -> Table:
        run(table, steps, cells, always)
        return table.copy()

    table.become(table.words.tally.recalled(key, owner, ran, Table.bytes))
    kind = table.columns[KIND]
    assert isinstance(kind, Numbers)
    table.key = design[np.broadcast_to(kind.low, (len(table.low),))]


def run_shared(table: Table, plan: Plan, cells: int) -> None:
    """Go through the shared steps of a plan, to its final table; equal designs have equal ones."""

    def ran() -> Table:
        run(table, plan.steps, cells)
        table.keep(plan.final)
        table.merge()
        table.told = {}
        return table.copy()

    key = ("shared", id(plan), cells, *table.contents(plan.uses))
    table.become(table.words.tally.recalled(key, plan, ran, lambda found: 2 * found.bytes()))
