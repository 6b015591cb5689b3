"""The few numbers that a summary keeps of an answer, and of how the run behind it ended."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.families.linear.documents.score import CommittedPart, LinearScore
from symcause.scoring.grouping import Row, Sheet

HEADINGS = {
    "target_exact": "Target",
    "target_within": "Target ±5",
    "root_f1": "Root F1",
    "edge_precision": "Edge P",
    "edge_recall": "Edge R",
    "edge_f1": "Edge F1",
    "shd": "SHD",
    "target_edge_f1": "Target-edge F1",
    "coefficient_f1": "Coefficient F1",
    "coefficient_f1_released": "Released coefficient F1",
    "final_graphs": "Graphs left",
    "imec": "IMEC",
}
"""The columns of the table beside model, size, number and validity."""


SUPPORTS = ("justified", "unsupported", "refuted", "unknown", "lucky")
"""What is said of the answers at the end of runs."""

RIGHT, WRONG, UNANSWERED = "right", "wrong", "no answer"
"""How a run ended."""

_FLAGS = ("valid", "target_exact", "target_within")
_NUMBERS = tuple(name for name in HEADINGS if name not in _FLAGS)
_COMMITTED = ("commit_fits", "several", "entailed")
SHEET = Sheet(
    flags=(*_FLAGS, "settled", "run", "run_right", *SUPPORTS, *_COMMITTED),
    numbers=(*_NUMBERS, "unused", "misfit", "graphs"),
    units=("target_exact",),
)


def numbers_of(score: LinearScore) -> Row:
    """What is kept of an answer; *settled*: its evidence leaves one graph."""
    row: dict[str, object] = {name: getattr(score, name) for name in (*_FLAGS, *_NUMBERS)}
    row["settled"] = None if score.final_graphs is None else score.final_graphs == 1
    if score.submitted is UNSET:
        return row
    right, support = score.target_within, score.support
    row |= {"run": True, "run_right": right, support or "unknown": True}
    return row | {"lucky": right and support == "unsupported"} | _committed(score.commitment)


def _committed(part: CommittedPart | UnsetType | None) -> dict[str, object]:
    """What is kept of how a run committed."""
    if not isinstance(part, CommittedPart):
        return {}
    several = None if part.graphs is None else part.graphs > 1
    found = {"unused": part.unused, "misfit": part.misfit, "graphs": part.graphs}
    return {**found, "commit_fits": part.fits, "several": several, "entailed": part.entailed}


def outcome(score: LinearScore) -> str | None:
    """How the run of an answer ended; None of an answer without a run, and where nobody knows."""
    if score.submitted is UNSET:
        return None
    if score.target_within:
        return RIGHT
    if score.submitted is None:
        return UNANSWERED
    return None if score.target_within is None else WRONG
