"""``symcause score`` for linear and quadratic pools: targets, hypotheses, remaining graphs.

Every answer is scored against gold and against how many graphs the evidence of its problem leaves
(``final_graphs``, counted once a problem). Means are per model and graph size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, complain
from symcause.cli.scoring_sink import Document, Sink
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answers import METRICS, score_answer, summarise
from symcause.formats.files import read_problems
from symcause.formats.predictions import BadPrediction, Prediction, read_predictions
from symcause.scoring.table import Table, integer, number, word

HEADINGS = {
    "target_exact": "Target",
    "target_within": "Target ±5",
    "edge_f1": "Edge F1",
    "target_edge_f1": "Target-edge F1",
    "root_f1": "Root F1",
    "coefficient_f1": "Coefficient F1",
    "shd": "SHD",
    "final_graphs": "Graphs left",
}


def holds_crystals(pool: str) -> bool:
    """True if the first readable problem of the pool is a linear or quadratic one."""
    if pool == "-":
        return False
    first = next((item.problem for item in read_problems(pool) if item.problem is not None), None)
    return isinstance(first, LinearProblem)


@dataclass
class CrystalRun:
    """One run; afterwards :meth:`table` holds the means."""

    pool: str
    predictions: tuple[str, ...]
    out: str | None = None
    to_stdout: bool = False
    answers: int = 0
    failed: int = 0
    _scored: dict[str, list[Document]] = field(default_factory=dict)
    _problems: dict[str, LinearProblem] = field(default_factory=dict)
    _graphs: dict[str, int | None] = field(default_factory=dict)

    def execute(self) -> int:
        """Score every prediction and return the exit code."""
        if not self.predictions:
            raise UsageError("linear pools store no answers", remedy="give a file of predictions")
        self._read_pool()
        try:
            with Sink(self.out, to_stdout=self.to_stdout, resume=False) as sink:
                for row in self._rows():
                    document = self._document(row)
                    self.answers += 1
                    sink.take(document)
        except KeyboardInterrupt:
            complain(f"interrupted after {self.answers} answers; their results are kept")
            return EXIT_INTERRUPTED
        return EXIT_MALFORMED if self.failed else 0

    def _read_pool(self) -> None:
        for item in read_problems(self.pool):
            if isinstance(item.problem, LinearProblem):
                self._problems[item.problem.id] = item.problem
            else:
                self.failed += 1
                complain(str(item.error or UsageError("not a linear problem", value=item.id)))

    def _rows(self) -> Iterator[Prediction | BadPrediction]:
        for path in self.predictions:
            yield from read_predictions(path)

    def _document(self, row: Prediction | BadPrediction) -> Document:
        if isinstance(row, BadPrediction):
            return self._failure(None, None, row.error)
        try:
            problem = self._problem(row.instance_id)
            scored = score_answer(problem, row.response).to_dict()
        except SymcauseError as error:
            return self._failure(row.instance_id, row.model, error)
        document = {**scored, "model": row.model, "final_graphs": self._graphs_left(problem)}
        self._scored.setdefault(row.model or "", []).append(document)
        return document

    def _problem(self, id: str) -> LinearProblem:
        if id not in self._problems:
            raise UsageError(
                "no problem has this id", value=id, remedy=did_you_mean(id, self._problems)
            )
        return self._problems[id]

    def _failure(self, id: str | None, model: str | None, error: SymcauseError) -> Document:
        self.failed += 1
        if not self.to_stdout:
            complain(f"answer {self.answers + 1}: {error}")
        return {"problem": id, "model": model, "error": str(error)}

    def _graphs_left(self, problem: LinearProblem) -> int | None:
        """How many graphs explain the problem's evidence; None without evidence or beyond reach."""
        if problem.id not in self._graphs:
            from symcause.families.linear.audits.audit import count_document

            try:
                graphs = count_document(problem)["graphs"]
            except SymcauseError:
                graphs = None
            self._graphs[problem.id] = graphs if isinstance(graphs, int) else None
        return self._graphs[problem.id]

    def table(self) -> Table:
        """Means per model and graph size."""
        names = [name for name in (*METRICS, "final_graphs") if name in HEADINGS]
        rows = []
        for model, documents in sorted(self._scored.items()):
            for row in summarise(documents):
                size = word("all") if row.variables is None else integer(row.variables)
                means = [number(row.means.get(name)) for name in ("valid", *names)]
                rows.append((word(model), size, integer(row.answers), *means))
        columns = ("Model", "Variables", "n", "Valid", *(HEADINGS[name] for name in names))
        note = "SHD over valid answers; everything else over all, invalid ones counting 0."
        return Table("crystals", "Linear and quadratic episodes", columns, tuple(rows), note)
