"""Identification tables: accuracy and false certainty of Boolean answers by gold's label."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.families.boolean.documents.check_document import BooleanScore
from symcause.scoring.answer_groups import Grouped, Row, Sheet
from symcause.scoring.group_columns import Column, count, mean, size, table_of
from symcause.scoring.score_table import Table

AMBIGUOUS = "AMBIGUOUS"
LABELS = ("UNIQUE", AMBIGUOUS, None)
"""What gold says; None: nothing."""

SHEET = Sheet(flags=("valid", "right", "certain", "wrong label"))
Told = tuple[bool, bool, bool, object]
"""Of an answer: valid, right, falsely certain; and what the space says."""

NOTHING: Told = (False, False, False, None)
"""Of an answer that was not given."""


class Identifications:
    """What is told of answers; the last one to a problem counts."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], dict[str, Told]] = {}

    def add(self, group: str, score: BooleanScore, key: str) -> None:
        certain = score.false_certainty is True
        told = (score.valid, score.right is True, certain, score.certification_true)
        self._told.setdefault((group, score.model), {})[key] = told

    def grouped(self, asked: Mapping[str, tuple[str, str | None]], *, missing: bool) -> Grouped:
        """The answers by group, system and label; with *missing*, those not given count as wrong."""
        grouped = Grouped(SHEET, "group", "model", "label")
        for (group, model), told in self._told.items():
            for label in LABELS:
                for key, own in asked.items():
                    if own == (group, label) and (missing or key in told):
                        row = _row(told.get(key, NOTHING), label)
                        grouped.take((group, model, label), row, key)
        return grouped


def _row(told: Told, label: str | None) -> Row:
    """Right is an answer to a label, falsely certain one to an ambiguous problem."""
    valid, right, certain, space = told
    row = {"valid": valid, "wrong label": isinstance(space, str) and label not in (None, space)}
    row |= {} if label is None else {"right": right}
    return row | ({"certain": certain} if label == AMBIGUOUS else {})


_COLUMNS: tuple[Column, ...] = (
    ("n", size),
    ("Valid", mean("valid")),
    ("Accuracy", mean("right")),
    ("FalseCertainty", mean("certain")),
    ("Label wrong", count("wrong label")),
)


def table(found: Grouped) -> Table:
    """Accuracy, false certainty and validity by gold's label."""
    note = (
        "Answers that say whether one model is left, by gold's label: shares of the n answers, those not "
        "given among them as wrong; Label wrong: problems whose label is not what their space says, exactly"
    )
    rows = [
        ({"Setting": str(group), "Model": str(model), "Gold": str(label or "none")}, own)
        for (group, model, label), own in found.groups.items()
    ]
    title, heads = "Identification: one model or several", ("Setting", "Model", "Gold")
    return table_of("identification", title, heads, _COLUMNS, rows, note)
