"""The summary of scored answers to finite problems: models by what they replay, predictions by support."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.audits.of_space.query_parts import IMPOSSIBLE, UNDETERMINED
from symcause.families.finite.documents.check_document import FiniteScore
from symcause.families.finite.scoring.answer_check import MODEL
from symcause.scoring.abstention_rule import JUSTIFIED, PREMATURE, REFUTED, UNSUPPORTED
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric, flags, shares
from symcause.scoring.group_columns import Column, Labels, count, ends, mean, table_of
from symcause.scoring.score_table import Table

KINDS = (JUSTIFIED, UNSUPPORTED, REFUTED)
PREDICTED = (*KINDS, PREMATURE)

METRICS: tuple[Metric, ...] = (
    *flags(right="Right", valid="Valid", train="Train exact", member="In class"),
    *shares(functions="Functions right", f1="Parent F1", accuracy="Predictions right"),
)
"""Right, whatever was asked for; how close a model is; the share of right predictions."""

ANSWERS = Sheet(
    flags=("answer", "right", "valid", "train", "heldout", "member", "unique", *KINDS, "abstained"),
    numbers=("functions", "entries", "f1"),
    units=("right",),
)
INVALID = "invalid"
PREDICTIONS = Sheet(
    flags=("answer", "right", "label", "gold wrong", *PREDICTED, INVALID), units=("right",)
)


def compared(score: FiniteScore) -> Row:
    """The numbers of an answer in which systems are compared."""
    row: dict[str, object] = {"right": score.right is True, "valid": score.valid}
    if score.task != MODEL:
        return row | {"accuracy": score.accuracy if isinstance(score.accuracy, float) else 0.0}
    row |= {"train": score.train_exact is True, "member": score.in_class is True}
    if score.functions_right is not None:
        row |= {"functions": score.functions_right, "f1": score.parent_f1}
    return row


class FiniteSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self._models = Grouped(ANSWERS, "model", "setting")
        self._predictions = Grouped(PREDICTIONS, "model", "follows")

    def take(self, score: FiniteScore) -> None:
        """Count one answer."""
        if score.task == MODEL:
            self._models.take((score.model, score.setting), _row(score), score.problem)
        if score.predictions is None and isinstance(score.queries, int):
            wrong: dict[str, object] = {"answer": True, "right": False, INVALID: True}
            for at in range(score.queries):
                said = wrong | ({"label": False} if at < score.labels else {})
                self._predictions.take((score.model, INVALID), said, score.problem)
        for part in score.predictions or ():
            row: dict[str, object] = {"answer": True, "right": part.right}
            row |= {"label": part.matches_gold}
            row |= {"gold wrong": part.gold is not None and part.gold != part.derived}
            if part.support is not None:
                row[part.support] = True
            follows = _follows(part.derived)
            self._predictions.take((score.model, follows), row, score.problem)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        """Models by system and setting; predictions by system and by what follows."""
        systems, settings = _by(self._models, "model"), _by(self._models, "model", "setting")
        predictions, tables = _by(self._predictions, "model"), list[Table]()
        if systems:
            columns = _models(bootstrap)
            tables.append(table_of("finite", "Models", ("model",), columns, systems, _NOTE))
            if len(settings) > len(systems):
                heads, title = ("model", "setting"), "Models by setting"
                tables.append(table_of("by_setting", title, heads, columns, settings, _NOTE))
        if predictions:
            columns, title = _predictions(bootstrap), "Predictions"
            tables.append(
                table_of("predictions", title, ("model",), columns, predictions, _PREDICTED)
            )
            kinds = _by(self._predictions, "model", "follows")
            if len(kinds) > len(predictions):
                heads, title = ("model", "follows"), "Predictions by what follows"
                tables.append(
                    table_of("predictions_by_status", title, heads, columns, kinds, _PREDICTED)
                )
        return tables

    def systems(self) -> list[tuple[str, Group]]:
        """The models of each system."""
        return _systems(self._models)

    def predictors(self) -> list[tuple[str, Group]]:
        """The predictions of each system."""
        return _systems(self._predictions)


def _systems(answers: Grouped) -> list[tuple[str, Group]]:
    return [(str(own["model"]), group) for own, group in _by(answers, "model")]


def _row(score: FiniteScore) -> dict[str, object]:
    row: dict[str, object] = {
        "answer": True,
        "right": score.right is True,
        "valid": score.valid,
        "train": score.train_exact is True,
        "heldout": score.heldout_exact,
        "member": score.in_class is True,
        "unique": score.unique,
        "abstained": score.abstained,
        "functions": score.functions_right,
        "entries": score.entries_right,
        "f1": score.parent_f1,
    }
    if score.support in KINDS and not score.abstained:
        row[str(score.support)] = True
    return row


def _follows(derived: object) -> str:
    """What the evidence says of a query: one value, several, none, or nobody knows."""
    if derived is None:
        return "unknown"
    return str(derived) if derived in (UNDETERMINED, IMPOSSIBLE) else "one value"


def _by(answers: Grouped, *fields: str) -> Sequence[tuple[Labels, Group]]:
    pairs = sorted(answers.by(*fields).items(), key=lambda item: str(item[0]))
    return [(dict(zip(fields, map(str, names), strict=True)), group) for names, group in pairs]


_NOTE = (
    "Right: valid, and exact on training and held-out worlds; held-out, functions, entries and F1: of "
    "valid answers where there is something to compare with; abstained: answers that say nobody can tell"
)
_PREDICTED = (
    "Right: what follows from the evidence in the declared class; by label: what is stored; label wrong: "
    "queries whose stored answer is not what follows; invalid: queries of answers that cannot be read; the "
    "others say what the evidence says of a prediction"
)


def _models(bootstrap: Bootstrap) -> tuple[Column, ...]:
    return (
        ("cases", count("answer")),
        ("right", mean("right")),
        *ends("right", bootstrap),
        ("valid", mean("valid")),
        ("train exact", mean("train")),
        ("held-out exact", mean("heldout")),
        ("in class", mean("member")),
        ("functions", mean("functions")),
        ("entries", mean("entries")),
        ("parent F1", mean("f1")),
        *((name, count(name)) for name in KINDS),
        ("abstained", count("abstained")),
    )


def _predictions(bootstrap: Bootstrap) -> tuple[Column, ...]:
    return (
        ("answers", count("answer")),
        ("right", mean("right")),
        *ends("right", bootstrap),
        ("by label", mean("label")),
        ("label wrong", count("gold wrong")),
        *((name, count(name)) for name in (*PREDICTED, INVALID)),
    )
