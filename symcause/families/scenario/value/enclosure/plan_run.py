"""The run of a plan in the enclosure of scenario values: its steps, done on a table."""

from __future__ import annotations

from symcause.families.scenario.models.model_components import Define
from symcause.families.scenario.value.enclosure.draw_pieces import draw_continuous
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.summation_plan import Step


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
