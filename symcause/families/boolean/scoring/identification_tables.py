"""Answers to identification tasks, counted by gold's label; and their table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from symcause.families.boolean.documents.score import BooleanScore
from symcause.scoring.statistics import Total
from symcause.scoring.table import Cell, Table, integer, number, word

LABELS = ("UNIQUE", "AMBIGUOUS", None)


@dataclass
class Tally:
    """Answers of one system in one group to problems of one label (None: gold says nothing)."""

    group: str
    model: str
    label: str | None
    answers: int = 0
    valid: int = 0
    right: int = 0
    falsely_certain: int = 0
    wrong_label: int = 0  # problems whose label is not what the space says


Told = tuple[bool, bool, bool, object]
"""Of an answer: valid, right, falsely certain; and what the space says."""


class Identifications:
    """What is told of answers; the last one to a problem counts."""

    def __init__(self) -> None:
        self._scores: dict[tuple[str, str], dict[str, Told]] = {}

    def add(self, group: str, score: BooleanScore, key: str) -> None:
        certain = score.false_certainty is True
        told = (score.valid, score.right is True, certain, score.certification_true)
        self._scores.setdefault((group, score.model), {})[key] = told

    def tallies(
        self, asked: Mapping[str, tuple[str, str | None]], *, missing: bool
    ) -> Iterator[Tally]:
        """The tallies; with *missing*, problems without an answer count as answered wrongly."""
        for (group, model), scores in self._scores.items():
            own = {key: label for key, (where, label) in asked.items() if where == group}
            for label in LABELS:
                keys = [k for k, its in own.items() if its == label and (missing or k in scores)]
                if keys:
                    yield _tally(Tally(group, model, label), (scores.get(key) for key in keys))


def _tally(tally: Tally, scores: Iterable[Told | None]) -> Tally:
    for score in scores:
        tally.answers += 1
        if score is None:
            continue
        valid, right, certain, told = score
        tally.valid += valid
        tally.right += right
        tally.falsely_certain += certain
        tally.wrong_label += (
            isinstance(told, str) and tally.label is not None and told != tally.label
        )
    return tally


def table(tallies: Iterable[Tally]) -> Table:
    """Accuracy, false certainty and validity by gold's label."""
    heads = ("Setting", "Model", "Gold", "n", "Valid", "Accuracy", "FalseCertainty", "Label wrong")
    rows = tuple(
        (
            word(t.group),
            word(t.model),
            word(t.label or "none"),
            integer(t.answers),
            _share(t.valid, t),
            _share(t.right, t) if t.label else number(None),
            _share(t.falsely_certain, t) if t.label == "AMBIGUOUS" else number(None),
            integer(t.wrong_label),
        )
        for t in tallies
    )
    note = (
        "Answers that say whether one model is left, by gold's label: shares of the n answers, those not "
        "given among them as wrong; Label wrong: problems whose label is not what their space says, exactly"
    )
    return Table("identification", "Identification: one model or several", heads, rows, note=note)


def _share(part: int, tally: Tally) -> Cell:
    return number(Total(float(part), tally.answers).mean)
