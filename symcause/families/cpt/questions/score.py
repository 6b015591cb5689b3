"""The ``score`` question about tables: answers against what is proved and against the stored gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from symcause.audits.question import option
from symcause.families.cpt.audits.heard_answer import standing
from symcause.families.cpt.audits.table_audit import Found, gold_right, judged
from symcause.families.cpt.documents.score_document import CptScore
from symcause.families.cpt.files.cladder_reader import opened
from symcause.families.cpt.models.query_values import TYPES
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.questions.table_question import MODELS, PRINTED
from symcause.scoring.answer_groups import Grouped, Sheet
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import Column, known, mean, noted, share, size, table_of
from symcause.scoring.score_table import Table, word
from symcause.scoring.scoring_protocol import Line, Scoring

SHEET = Sheet(
    flags=("claimed", "right", "justified", "published_right", "abstained"),
    units=("right", "published_right"),
)

COLUMNS: tuple[Column, ...] = (
    ("n", size),
    ("Answered", share("claimed")),
    ("Settled", known("right")),
    ("Right", mean("right")),
    ("By stored gold", mean("published_right")),
    ("Justified", mean("justified")),
)

_NOTE = (
    "Answered: share of yes and no; settled: answers to questions whose answer is proved; right: share of "
    "these that say it; by stored gold: share that the release calls right; justified: share of claims "
    "that every network supports, where that is known"
)


@dataclass(frozen=True)
class Judged:
    """A problem and what is proved about it."""

    problem: CptProblem
    found: Found


@dataclass
class CptScoring(Scoring[CptProblem, Judged]):
    """Yes, no and cannot tell."""

    document: ClassVar[type[CptScore]] = CptScore

    models: str | None = option(None, MODELS, "file", metavar="FILE")
    printed: bool = option(False, PRINTED, "flag")
    _answers: Grouped = field(default_factory=lambda: Grouped(SHEET, "model", "query"))

    def enter(self, problem: CptProblem, pool: str, file: str = "") -> None:
        self.doubts.enter(problem.id, problem.metadata, dict)

    def scorer(self, problem: CptProblem) -> Judged:
        ready = opened(problem, self.models, self.printed)
        return Judged(ready, judged(ready))

    def score(self, scorer: Judged, model: str, response: str) -> Line:
        problem = scorer.problem
        keys: dict[str, Any] = standing(problem, scorer.found, response)
        rung = problem.metadata.get("rung")
        return CptScore(
            family="cpt",
            problem=problem.id,
            model=model,
            query=problem.query.type,
            rung=rung if isinstance(rung, int) else None,
            gold_right=gold_right(problem, scorer.found.answer),
            **keys,
        ).to_dict()

    def take(self, line: Mapping[str, object], pool: str) -> None:
        self.doubts.take(line, "cpt")
        key = (str(line.get("model")), str(line.get("query")))
        self._answers.take(
            key, {name: line.get(name) for name in SHEET.flags}, str(line.get("problem"))
        )

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        whole = [
            ((word(str(m)),), group) for (m,), group in sorted(self._answers.by("model").items())
        ]
        if not whole:
            return []
        parts = sorted(
            self._answers.by("model", "query").items(),
            key=lambda item: (str(item[0][0]), _place(item[0][1])),
        )
        split = [((word(str(m)), word(str(q))), group) for (m, q), group in parts]
        return [
            noted(table_of("cpt", "Queries on tables", ("Model",), COLUMNS, whole, _NOTE)),
            noted(
                table_of("cpt-types", "By type of query", ("Model", "Query"), COLUMNS, split, _NOTE)
            ),
            *self.doubts.tables(),
        ]


def _place(kind: object) -> int:
    return TYPES.index(str(kind)) if kind in TYPES else len(TYPES)
