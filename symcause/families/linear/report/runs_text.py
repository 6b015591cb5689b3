"""A folder of logs, for people: a table by model, then one line a log."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.story import Grid, Section
from symcause.families.linear.documents.audit import LinearAudit
from symcause.families.linear.documents.runs import ModelPart, RunPart
from symcause.models.words import fixed, number_of, yes_no

_NONE = "–"


def runs_sections(document: LinearAudit) -> Iterator[Section]:
    """Both tables, if a folder was audited."""
    if isinstance(document.runs, UnsetType):
        return
    if not document.runs:
        yield Section("Logs", ("  the folder has no log about this problem",))
        return
    if not isinstance(document.by_model, UnsetType):
        columns = (
            *("model", "logs", "answered", "right", "justified", "refuted", "unsupported"),
            *("lucky", "interventions", "wasted", "edge F1"),
        )
        rows = tuple(_model(part) for part in document.by_model)
        yield Section("By model", (Grid(columns, rows, right=tuple(range(1, 11))),))
    columns = (
        *("log", "model", "steps", "interventions", "wasted", "graphs left"),
        *("answer", "right", "support", "decided at", "edge F1"),
    )
    rows = tuple(_run(part) for part in document.runs)
    yield Section("Logs", (Grid(columns, rows, right=(2, 3, 4, 5, 6, 9, 10)),))


def _model(part: ModelPart) -> tuple[str, ...]:
    counts = (
        *(part.logs, part.answered, part.right, part.justified, part.refuted),
        *(part.unsupported, part.lucky, part.interventions, part.wasted),
    )
    return (part.model, *map(str, counts), _score(part.edge_f1))


def _run(part: RunPart) -> tuple[str, ...]:
    if part.error is not None:
        return (part.log, part.model, *([""] * 6), part.error, "", "")
    return (
        part.log,
        part.model,
        str(part.steps),
        str(part.interventions),
        str(part.wasted),
        number_of(part.graphs, "unknown"),
        part.answer or _NONE,
        yes_no(part.right, _NONE),
        f"{part.support or _NONE}{', lucky' if part.lucky else ''}",
        _NONE if part.decided_at is None else str(part.decided_at),
        _score(part.edge_f1),
    )


def _score(value: float | None) -> str:
    return _NONE if value is None else fixed(value, 3)
