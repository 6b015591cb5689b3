"""The few numbers that a summary keeps of an answer, NaN where there is none.

Most are read off the answer's document. Three come from the version space (``in_class``, ``unique`` and
``other_explanations`` of the document, see :mod:`scoring.explanations`); the relation to the
source of a known alternative depends on problem and model.
"""

from __future__ import annotations

from math import nan
from operator import attrgetter

from msgspec import UNSET, UnsetType

from symcause.families.boolean.documents.check import DetailsPart
from symcause.families.boolean.documents.scope import FAMILY
from symcause.families.boolean.documents.score import BooleanScore
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
_SLACK_NAMES = tuple(str(slack) for slack in AST_SLACKS)
_SLACKS = tuple(f"acc_gold_plus_{slack}" for slack in _SLACK_NAMES)
_EXPLANATIONS = ("in_class", "unique_explanation")
SOURCES = ("known_pair", "other_source", "own_source", "open_ended")
"""What an Alternative-SCM problem was made from: an alternative that is known, that another system or
the evaluated one found, or nothing."""

METRICS = (*_FLAT, *_DETAILS, *_DERIVED, *_SLACKS, *_EXPLANATIONS, *SOURCES)
"""The names of the numbers, in their order."""

_flat, _detailed = attrgetter(*_FLAT), attrgetter(*_DETAILS)


def figures(document: BooleanScore, relation: tuple[bool, ...]) -> list[float]:
    """The numbers of an answer's document; *relation* is that of :data:`SOURCES`."""
    details = document.details
    row = [_float(value) for value in _flat(document)]
    row += [_float(value) for value in _detailed(details)]
    root, train = _root(document), _float(document.train_exact)
    if document.root_exact is None and root == 0:  # no root set is properly named: it is not right
        for name in ("root_exact", "root_precision", "root_recall"):
            row[METRICS.index(name)] = 0.0
    row += [_STAGES.get(document.stage, 0), 1 - root, root * train]
    row += _edits(document)
    small = details.acc_gold_plus
    if small is None:
        row += [nan] * len(AST_SLACKS)
    else:
        row += [float(small.get(slack, False)) for slack in _SLACK_NAMES]
    return [*row, *_explanations(document), *map(float, relation)]


def no_answer(
    problem: str, model: str, *, heldout: bool, gold: bool, hidden_roots: bool
) -> BooleanScore:
    """The document of an answer that was not given: not valid."""
    nothing = dict.fromkeys(_SLACK_NAMES, False) if gold else None
    return BooleanScore(
        family=FAMILY,
        problem=problem,
        model=model,
        right=False,
        strict_json=False,
        valid=False,
        stage=str(Stage.EXTRACTED_JSON),
        train_exact=False,
        train_world_exact=0.0,
        heldout_exact=False if heldout else None,
        heldout_world_exact=0.0 if heldout else None,
        root_exact=False if gold and hidden_roots else UNSET,
        joint_success=False,
        other_explanations=None,
        details=DetailsPart(setting="", task="", acc_gold_plus=nothing),
    )


def _explanations(document: BooleanScore) -> tuple[float, float]:
    """In the class, and the unique explanation; an answer outside the class is not that either."""
    if document.other_explanations is UNSET:
        return nan, nan
    if not document.in_class:
        return 0.0, 0.0
    return 1.0, _float(document.unique)


def _edits(document: BooleanScore) -> list[float]:
    """Whether the alternative changes one mechanism, and then whether it keeps its parents."""
    changed = document.details.changed
    if document.alternative_success is not True or isinstance(changed, UnsetType):
        return [nan, nan, nan]
    one, same = len(changed) == 1, document.details.reference_exact_parent_map is True
    return [float(one), float(one and same), float(one and not same)]


def _root(document: BooleanScore) -> float:
    """Whether the root set is right: an answer that names none properly is not, where there is a gold."""
    unnamed = document.root_exact is None and document.details.gold_ast is not None
    return 0.0 if unnamed else _float(document.root_exact)


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else nan
