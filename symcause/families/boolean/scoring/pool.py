"""Score many answers to many problems, one at a time.

:func:`score` is the whole run for callers who have their problems and answers at hand;
:func:`score_row` is one step of it, for callers who stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from symcause.audits.documents import plain
from symcause.families.boolean.documents.score import BooleanScore, ScoreFailure
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.checking import Scorer
from symcause.families.boolean.scoring.explanations import Explanations, standing
from symcause.families.boolean.scoring.published import tables
from symcause.families.boolean.scoring.summary import Summary, member
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table


class Response(Protocol):
    """A model's answer to a problem, as prediction files have it."""

    @property
    def instance_id(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def response(self) -> str: ...


@dataclass(frozen=True)
class Scores:
    """The documents of all answers, in input order, and the summary tables."""

    documents: tuple[BooleanScore | ScoreFailure, ...]
    tables: tuple[Table, ...]

    def to_dict(self) -> dict[str, object]:
        return {
            "answers": [plain(document) for document in self.documents],
            "tables": [table.to_dict() for table in self.tables],
        }

    def table(self, key: str) -> Table | None:
        """The table of this name, if the answers have something for it."""
        return next((table for table in self.tables if table.key == key), None)


def score(
    problems: Iterable[BooleanProblem],
    responses: Iterable[Response | Mapping[str, object]],
    *,
    bootstrap: Bootstrap | None = None,
    answered_only: bool = False,
    group_by: str | None = None,
    pair_by: str = "latent",
    explanations: Mapping[str, Explanations] | None = None,
) -> Scores:
    """Score answers (prediction rows, or mappings with ``instanceId``, ``model``, ``response``).

    With *explanations*, how many models explain each problem (by id), the documents also say where
    answers stand among them, and there is a table that compares systems by it.
    """
    summary = Summary(answered_only=answered_only, explanations=explanations is not None)
    scorers: dict[str, Scorer] = {}
    for problem in problems:
        summary.add_problem(member(problem, group_by=group_by, pair_by=pair_by))
        scorers.setdefault(problem.id, Scorer(problem))
    documents = []
    for document in _documents(scorers, responses, explanations):
        summary.add(document)
        documents.append(document)
    return Scores(tuple(documents), tuple(tables(summary, bootstrap)))


def _documents(
    scorers: Mapping[str, Scorer],
    responses: Iterable[Response | Mapping[str, object]],
    explanations: Mapping[str, Explanations] | None,
) -> Iterator[BooleanScore | ScoreFailure]:
    for row in responses:
        if isinstance(row, Mapping):
            identity, model, text = (row.get(key) for key in ("instanceId", "model", "response"))
        else:
            identity, model, text = row.instance_id, row.model, row.response
        scorer = scorers.get(str(identity))
        if scorer is None:
            yield _failure(identity, model, "no problem has this id")
        elif not isinstance(text, str):
            yield _failure(identity, model, "the response is no text")
        else:
            known = None if explanations is None else explanations[scorer.problem.id]
            yield score_row(scorer, str(model), text, known)


def _failure(problem: object, model: object, error: str) -> ScoreFailure:
    return ScoreFailure(problem=str(problem), model=str(model), error=error)


def score_row(
    scorer: Scorer, model: str, text: str, known: Explanations | None = None
) -> BooleanScore:
    """One scored answer; with its standing if the explanations of the problem are known."""
    result = scorer.check(text)
    if known is None:
        return BooleanScore(model=model, **result.fields())
    place = standing(scorer.problem, result, known)
    justified = place["unique"]
    return BooleanScore(
        model=model, count=known.count, justified=justified, **place, **result.fields()
    )
