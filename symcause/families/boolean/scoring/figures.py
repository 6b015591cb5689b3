"""The few numbers that a summary keeps of an answer, NaN where there is none.

Most are read off the answer's document. Three come from the version space (``in_class``, ``unique`` and
``other_explanations`` of the document, see :mod:`scoring.explanations`); the relation to the
source of a known alternative depends on problem and model.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import nan

from symcause.families.boolean.scoring.funnel import Stage
from symcause.families.boolean.scoring.structure import AST_SLACKS

_STAGES = {str(stage): rank for rank, stage in enumerate(Stage)}
_FLAT = (
    "strict_json",
    "valid",
    "train_exact",
    "train_world_exact",
    "heldout_exact",
    "heldout_world_exact",
    "parent_f1",
    "parent_shd",
    "exact_parent_map",
    "local_match",
    "root_exact",
    "alternative_success",
    "experiment_valid",
    "pair_separates",
    "optimality",
    "witness_valid",
    "joint_success",
)
_DETAILS = (
    "parent_recall",
    "parent_exact",
    "full_local_match",
    "total_ast",
    "gold_ast",
    "root_precision",
    "root_recall",
    "reference_parent_f1",
    "reference_exact_parent_map",
    "reference_local_match",
)
_DERIVED = ("stage", "root_wrong", "task_success", "one_edit", "same_parent_edit", "other_edit")
_SLACKS = tuple(f"acc_gold_plus_{slack}" for slack in AST_SLACKS)
_EXPLANATIONS = ("in_class", "unique_explanation")
SOURCES = ("known_pair", "other_source", "own_source", "open_ended")
"""What an Alternative-SCM problem was made from: an alternative that is known, that another system or
the evaluated one found, or nothing."""

METRICS = (*_FLAT, *_DETAILS, *_DERIVED, *_SLACKS, *_EXPLANATIONS, *SOURCES)
"""The names of the numbers, in their order."""


def figures(document: Mapping[str, object], relation: tuple[bool, ...]) -> list[float]:
    """The numbers of an answer's document; *relation* is that of :data:`SOURCES`."""
    details = document.get("details")
    details = details if isinstance(details, Mapping) else {}
    row = [_float(document.get(name)) for name in _FLAT]
    row += [_float(details.get(name)) for name in _DETAILS]
    root, train = _float(document.get("root_exact")), _float(document.get("train_exact"))
    row += [_STAGES.get(str(document.get("stage")), 0), 1 - root, root * train]
    row += _edits(document, details)
    small = details.get("acc_gold_plus")
    if isinstance(small, Mapping):
        row += [float(bool(small.get(str(slack)))) for slack in AST_SLACKS]
    else:
        row += [nan] * len(AST_SLACKS)
    return [*row, *_explanations(document), *map(float, relation)]


def no_answer(*, heldout: bool, gold: bool) -> dict[str, object]:
    """The document of an answer that was not given: not valid."""
    document: dict[str, object] = dict.fromkeys(
        ("strict_json", "valid", "train_exact", "train_world_exact", "joint_success"), False
    )
    document |= {"stage": str(Stage.EXTRACTED_JSON), "in_class": None}
    if heldout:
        document |= {"heldout_exact": False, "heldout_world_exact": 0.0}
    if gold:
        document |= {"root_exact": False, "details": {"acc_gold_plus": {}}}
    return document


def other_explanations(document: Mapping[str, object]) -> int | None:
    """The exact number in a document, which files have in hexadecimal where it is very long."""
    number = document.get("other_explanations")
    spelled = document.get("other_explanations_hex")
    if isinstance(spelled, str):
        return int(spelled, 16)
    return number if isinstance(number, int) else None


def _explanations(document: Mapping[str, object]) -> tuple[float, float]:
    """In the class, and the unique explanation; an answer outside the class is not that either."""
    if "in_class" not in document:
        return nan, nan
    inside, unique = document["in_class"], document.get("unique")
    if not inside:
        return 0.0, 0.0
    return 1.0, _float(unique)


def _edits(document: Mapping[str, object], details: Mapping[str, object]) -> list[float]:
    """Whether the alternative changes one mechanism, and then whether it keeps its parents."""
    changed = details.get("changed")
    if not document.get("alternative_success") or not isinstance(changed, list):
        return [nan, nan, nan]
    one, same = len(changed) == 1, bool(details.get("reference_exact_parent_map"))
    return [float(one), float(one and same), float(one and not same)]


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else nan
