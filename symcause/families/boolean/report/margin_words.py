"""The margin in words: how many cells would have to be wrong, and which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.audit import BooleanAudit
from symcause.families.boolean.documents.disturbed import CellPart, LevelPart
from symcause.models.words import plural, whole

MOST_CELLS = 4
"""Cells that a line names."""


def margin_remarks(d: BooleanAudit, verdict: Verdict) -> Iterator[str]:
    """What would have to be wrong for another verdict; nothing where the margin says nothing new."""
    if verdict is Verdict.INCONSISTENT and d.best is not None:
        yield _closest(d.best)
    margin = d.margin
    if verdict is not Verdict.UNIQUE or margin is None or margin.value is None:
        return
    cells = margin.cells or ()
    if len(cells) > margin.value:  # the model itself disturbs some
        said = f"the next model disturbs {plural(len(cells), 'cell')}, {margin.value} more than this one"
    else:
        cell = plural(margin.value, "cell")
        said = f"{cell} would have to be wrong before another model fits as well"
    yield f"{said}: {cell_words(cells)}"


def _closest(best: LevelPart) -> str:
    missed = plural(best.errors, "cell")
    if best.count is None:
        return f"the models that come closest miss {missed}"
    if best.count == 1:
        return f"one model comes closest: it misses {missed}"
    return f"{plural(best.count, 'model')} come closest: each misses {missed}"


def cell_words(cells: Sequence[CellPart]) -> str:
    """Cells by variable and world; rows count from 1, as wherever people read them."""
    rows: dict[tuple[str, str], list[str]] = {}
    for cell in cells[:MOST_CELLS]:
        rows.setdefault((cell.variable, cell.world), []).append(str(cell.row + 1))
    named = [
        f"{variable} in {world} (row{'s' * (len(found) > 1)} {', '.join(found)})"
        for (variable, world), found in rows.items()
    ]
    more = len(cells) - MOST_CELLS
    return "; ".join(named) + (f" and {whole(more)} more" if more > 0 else "")
