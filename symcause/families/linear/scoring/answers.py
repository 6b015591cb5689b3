"""Scores of answers to linear and quadratic episodes: the reactor's target and the hypothesis.

An answer is a text that holds ``{"hypothesis": {…}, "prediction": 115}`` (a hypothesis alone, or a whole
step record, will do). Its target is *exact* if it equals gold's, and *within tolerance* if it is at most 5
off, as the released environment has it. A hypothesis that breaks the schema scores 0 on structure.

>>> record_shape({"hypothesis": {"edges": []}, "prediction": 115})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from symcause.errors import SymcauseError, UsageError
from symcause.families.linear.files.hypothesis import parse_hypothesis
from symcause.families.linear.problem.metrics import (
    PUBLISHED_TARGET_TOLERANCE,
    CrystalMetrics,
    compare,
)
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import reactor_target
from symcause.models.hypotheses import Hypothesis
from symcause.models.numbers import read_number
from symcause.scoring.extraction import Extraction, extract

PREDICTIONS = ("prediction", "value", "reactor_target", "target", "frequency", "freq")
"""Keys under which an answer may state the reactor's target, the first one counts."""

METRICS = (
    "target_exact",
    "target_within",
    "edge_precision",
    "edge_recall",
    "edge_f1",
    "target_edge_f1",
    "root_f1",
    "coefficient_f1",
    "shd",
)
"""The columns of a summary."""


@dataclass(frozen=True)
class CrystalScore:
    """One answer, scored."""

    problem: str
    size: int
    valid: bool
    reason: str | None
    hypothesis: Hypothesis | None
    prediction: Fraction | None
    target_exact: bool
    target_within: bool
    metrics: CrystalMetrics | None

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {
            "problem": self.problem,
            "variables": self.size,
            "valid": self.valid,
            "reason": self.reason,
            "target_exact": self.target_exact,
            "target_within": self.target_within,
        }
        if self.metrics is not None:
            return document | self.metrics.to_dict()
        zeros = {name: 0.0 for name in METRICS if name.endswith(("_f1", "_precision", "_recall"))}
        return document | zeros | {"shd": None}


def record_shape(value: Mapping[str, object]) -> bool:
    """``{"hypothesis": {…}, …}``."""
    return isinstance(value.get("hypothesis"), dict)


def bare_shape(value: Mapping[str, object]) -> bool:
    """A hypothesis by itself, perhaps with a prediction beside it."""
    return "edges" in value or "freq_equation" in value


def find_answer(text: str) -> Extraction:
    """The answer object in a text: a record with a hypothesis, else a bare hypothesis."""
    found = extract(text, record_shape)
    if found.found is not None and record_shape(found.found):
        return found
    return extract(text, bare_shape)


def score_answer(
    problem: LinearProblem, text: str, tolerance: Fraction = PUBLISHED_TARGET_TOLERANCE
) -> CrystalScore:
    """Score the answer in *text* against the problem's gold."""
    model = problem.gold_model()
    if model is None:
        raise UsageError("an answer is scored against gold: the problem has none", value=problem.id)
    assert problem.gold is not None
    found = find_answer(text)
    if found.found is None:
        return _nothing(problem, found.reason or "no answer")
    answer = _exact(found.found)
    assert isinstance(answer, dict)
    prediction = _prediction(answer)
    truth = problem.gold.reactor_target
    if truth is None:
        truth = reactor_target(problem, model)
    known = prediction is not None and truth is not None
    exact = known and prediction == truth
    within = prediction is not None and truth is not None and abs(prediction - truth) <= tolerance
    record = answer.get("hypothesis", answer)
    try:
        hypothesis = parse_hypothesis(record, problem.variables, problem.target, problem.family)
    except SymcauseError as error:
        reason = str(error)
        size = len(problem.variables)
        return CrystalScore(problem.id, size, False, reason, None, prediction, exact, within, None)
    return CrystalScore(
        problem.id,
        len(problem.variables),
        True,
        None,
        hypothesis,
        prediction,
        exact,
        within,
        compare(hypothesis, model, problem.family),
    )


def _nothing(problem: LinearProblem, reason: str) -> CrystalScore:
    size = len(problem.variables)
    return CrystalScore(problem.id, size, False, reason, None, None, False, False, None)


def _exact(value: object) -> object:
    """A decoded answer with floats as the shortest decimals that mean them."""
    if isinstance(value, float):
        return Decimal(repr(value)) if value == value and abs(value) != float("inf") else None
    if isinstance(value, dict):
        return {key: _exact(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_exact(part) for part in value]
    return value


def _prediction(answer: Mapping[str, object]) -> Fraction | None:
    for key in PREDICTIONS:
        if answer.get(key) is not None and not isinstance(answer[key], dict | list):
            try:
                return read_number(answer[key])
            except SymcauseError:
                return None
    return None


@dataclass(frozen=True)
class SummaryRow:
    """Means over the answers to problems of one size (None: all sizes)."""

    variables: int | None
    answers: int
    means: Mapping[str, float | None]

    def to_dict(self) -> dict[str, object]:
        return {"variables": self.variables, "answers": self.answers, **self.means}


def summarise(documents: Iterable[Mapping[str, object]]) -> list[SummaryRow]:
    """Means of score documents per graph size, and over all of them.

    SHD is averaged over valid answers; everything else over all, invalid ones counting 0. Further numbers
    in the documents (remaining graphs, say) are averaged where present.
    """
    rows = list(documents)
    sizes = sorted({int(str(row["variables"])) for row in rows})
    groups: list[tuple[int | None, list[Mapping[str, object]]]] = [
        (size, [row for row in rows if row["variables"] == size]) for size in sizes
    ]
    if len(sizes) > 1:
        groups.append((None, rows))
    return [SummaryRow(size, len(group), _means(group)) for size, group in groups]


def _means(rows: list[Mapping[str, object]]) -> dict[str, float | None]:
    names = dict.fromkeys((*METRICS, *(k for row in rows for k in row if k.startswith("final_"))))
    means: dict[str, float | None] = {"valid": _mean([row["valid"] for row in rows])}
    for name in names:
        means[name] = _mean([row.get(name) for row in rows])
    return means


def _mean(values: list[object]) -> float | None:
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    return sum(numbers) / len(numbers) if numbers else None
