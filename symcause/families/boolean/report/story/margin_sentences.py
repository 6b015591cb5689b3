"""Margin sentences of a Boolean story: how many cells, and which, would have to be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.audits.verdicts import Verdict
from symcause.families.boolean.bounds import NAMED_CELLS, NAMED_LEVELS
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.documents.cell_disturbance import CellPart, FilledPart, LevelPart
from symcause.models.number_phrases import plural, whole


def margin_remarks(d: BooleanAudit, verdict: Verdict) -> Iterator[str]:
    """What would have to be wrong for another verdict; nothing where the margin says nothing new."""
    if verdict is Verdict.INCONSISTENT and d.best is not None:
        yield _closest(d.best)
    margin = d.margin
    if margin is None:
        return
    if margin.of == "gold" and margin.value is not None and margin.value < 0:
        yield _better(d, -margin.value)
    if verdict is not Verdict.UNIQUE or margin.value is None or margin.value <= 0:
        return
    cells = margin.cells or ()
    if len(cells) > margin.value:  # the model itself disturbs some
        said = f"the next model disturbs {plural(len(cells), 'cell')}, {margin.value} more than this one"
    else:
        cell = f"{plural(margin.value, 'cell')} {'is' if margin.value == 1 else 'are'}"
        said = f"another model fits only if at least {cell} wrong"
    yield f"{said}: {cell_words(cells)}"


def _better(d: BooleanAudit, fewer: int) -> str:
    """Gold is not best: how much better another model is."""
    text = f"{plural(fewer, 'cell')} fewer"
    if d.best is not None:
        text = f"{plural(d.best.errors, 'cell') if d.best.errors else 'none'}, {text}"
    return f"gold does not come closest: another model disturbs {text}"


def explained_words(d: BooleanAudit, reference: str | None) -> str:
    """How well the alternatives explain the evidence, beside the model that they are compared with."""
    whom = reference or "the member they are compared with"
    most = max((alternative.disturbed for alternative in d.alternatives), default=0)
    own = d.gold.disturbed if reference is not None and d.gold is not None else None
    if not d.scope.noisy or (most == 0 and not own):
        return f"Each of these models explains every training row, as {whom} does."
    fewest = min((part.disturbed for part in d.alternatives), default=0)
    cells = (
        plural(most, "training cell") if fewest == most else f"{fewest} to {most} training cells"
    )
    text = "" if own is None else f"; gold disturbs {whole(own) if own else 'none'}"
    return f"Each of these models disturbs {cells}{text}."


def spectrum_words(d: BooleanAudit) -> str | None:
    """How many of several models disturb how many cells; None where all disturb none."""
    levels = [level for level in d.spectrum or () if level.count]
    if not d.scope.noisy or d.counts_behaviours or not levels:
        return None
    said = [
        f"{whole(level.count or 0)} with {whole(level.errors) if level.errors else 'none'}"
        for level in levels[:NAMED_LEVELS]
    ]
    more = sum(level.count or 0 for level in levels[NAMED_LEVELS:])
    rest = [f"{whole(more)} with more"] if more else []
    return f"models by disturbed cells: {', '.join([*said, *rest])}"


def unobserved_words(d: BooleanAudit) -> str | None:
    """What the evidence says about cells that nobody observed; None where there are none."""
    part = d.unobserved
    if part is None:
        return None
    cells = f"{plural(part.cells, 'training cell')} not observed"
    if part.entailed is None:
        return f"{cells}; whether models agree on them is not known"
    if not part.entailed:
        return f"{cells}; the models agree on none of them"
    return f"{cells}; the same in every model: {value_words(part.entailed)}"


def _closest(best: LevelPart) -> str:
    missed = plural(best.errors, "cell")
    if best.count is None:
        return f"the models that come closest miss {missed}"
    if best.count == 1:
        return f"one model comes closest: it misses {missed}"
    return f"{plural(best.count, 'model')} come closest: each misses {missed}"


def value_words(cells: Sequence[FilledPart]) -> str:
    """Cells with their values."""
    values = [
        f"{cell.variable} = {cell.value} in {cell.world} (row {cell.row + 1})"
        for cell in cells[:NAMED_CELLS]
    ]
    more = len(cells) - NAMED_CELLS
    return "; ".join(values) + (f" and {whole(more)} more" if more > 0 else "")


def cell_words(cells: Sequence[CellPart]) -> str:
    """Cells by variable and world; rows count from 1, as wherever people read them."""
    rows: dict[tuple[str, str], list[str]] = {}
    for cell in cells[:NAMED_CELLS]:
        rows.setdefault((cell.variable, cell.world), []).append(str(cell.row + 1))
    named = [
        f"{variable} in {world} (row{'s' * (len(row) > 1)} {', '.join(row)})"
        for (variable, world), row in rows.items()
    ]
    more = len(cells) - NAMED_CELLS
    return "; ".join(named) + (f" and {whole(more)} more" if more > 0 else "")
