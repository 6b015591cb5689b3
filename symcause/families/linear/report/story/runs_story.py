"""The runs story of a linear report: what a folder of logs comes to, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UnsetType, convert

from symcause.audits.story import Grid, Right, Section
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.runs_part import ModelPart, RunPart
from symcause.models.number_phrases import fixed, number_of, plural, yes_no

_NONE = "–"


def runs_sections(document: LinearAudit) -> Iterator[Section]:
    """Both tables, if a folder was audited."""
    if isinstance(document.runs, UnsetType):
        return
    if not document.runs:
        yield Section("Logs", ("  the folder has no log about this problem",))
        return
    if not isinstance(document.by_model, UnsetType):
        yield Section("By model", (_grid("model", document.by_model),))
    columns = (
        *("log", "model"),
        *map(Right, ("steps", "interventions", "wasted", "graphs left", "answer")),
        *("right", "support", Right("decided at"), Right("edge F1")),
    )
    rows = tuple(_run(part) for part in document.runs)
    yield Section("Logs", (Grid.of(columns, rows),))


_COLUMNS = (
    *("logs", "answered", "right", "justified", "refuted", "unsupported"),
    *("lucky", "interventions", "wasted", "graphs left", "edge F1"),
)


def _grid(what: str, parts: Sequence[ModelPart]) -> Grid:
    """Groups of logs, one per line."""
    rows = tuple(_model(part) for part in parts)
    return Grid.of((what, *map(Right, _COLUMNS)), rows)


class RunTotals:
    """All logs that the problems of a pool were audited with: by model, number of variables, outcome."""

    def __init__(self) -> None:
        self._runs: list[RunPart] = []

    def add(self, document: Mapping[str, object]) -> None:
        """The logs of one more problem."""
        runs = document.get("runs")
        if isinstance(runs, list):
            self._runs += [convert(run, RunPart) for run in runs]

    def text(self) -> str | None:
        """Three tables."""
        if not self._runs:
            return None
        from symcause.families.linear.audits.log.run_outcomes import by_model, grouped, outcome
        from symcause.reports.terminal_layout import heading, table, to_text

        size = grouped(self._runs, lambda run: str(run.variables or _NONE))
        grids = (
            _grid("model", by_model(self._runs)),
            _grid("variables", size),
            _grid("outcome", grouped(self._runs, outcome)),
        )
        tables = [table(grid.columns, grid.rows, right=grid.right) for grid in grids]
        return to_text([heading(plural(len(self._runs), "log")), *tables])


def _model(part: ModelPart) -> tuple[str, ...]:
    counts = (
        *(part.logs, part.answered, part.right, part.justified, part.refuted),
        *(part.unsupported, part.lucky, part.interventions, part.wasted),
    )
    return (part.model, *map(str, counts), _score(part.graphs), _score(part.edge_f1))


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
