"""Numbers kept of each answer, from which the Boolean tables are made.

Most are read off the answer's document. Three come from the version space (``in_class``, ``unique`` and
``other_explanations`` of the document, see :mod:`~scoring.check.explanation_count`); the relation to the
source of a known alternative depends on problem and model.
"""

from __future__ import annotations

from math import nan
from operator import attrgetter

from msgspec import UNSET, UnsetType

from symcause.families.boolean.documents.check_document import BooleanScore, DetailsPart
from symcause.families.boolean.documents.scope_part import FAMILY
from symcause.families.boolean.scoring.check.funnel import Stage
from symcause.families.boolean.scoring.check.structure_metrics import AST_SLACKS
from symcause.families.boolean.scoring.tables.problem_facts import Member
from symcause.formats.answer_files.token_usage import KINDS
from symcause.scoring.answer_groups import Row, Sheet

_STAGES = {str(stage): rank for rank, stage in enumerate(Stage)}
_FLAGS = (
    "strict_json",
    "valid",
    "train_exact",
    "heldout_exact",
    "exact_parent_map",
    "root_exact",
    "alternative_success",
    "experiment_valid",
    "pair_separates",
    "witness_valid",
    "joint_success",
)
RETAINED = ("train_heldout_world", "train_heldout_exact")
"""Held-out replay of the answers that are exact on the training worlds; of others it is not known."""
_DETAILED_FLAGS = ("full_local_match", "reference_exact_parent_map")
_NUMBERS = (
    "train_world_exact",
    "heldout_world_exact",
    "parent_f1",
    "parent_shd",
    "local_match",
    "optimality",
    "disturbed",
    "gold_disturbed",
)
_DETAILED_NUMBERS = (
    "parent_recall",
    "parent_exact",
    "total_ast",
    "gold_ast",
    "root_precision",
    "root_recall",
    "reference_parent_f1",
    "reference_local_match",
)
_DERIVED = (
    *("answered", "correct", "has_heldout", "root_wrong", "task_success", "in_class"),
    *("unique_explanation", "identified", "ambiguous", "within", "right_within"),
)
_EDITS = ("one_edit", "same_parent_edit", "other_edit")
_SLACK_NAMES = tuple(str(slack) for slack in AST_SLACKS)
_SLACKS = tuple(f"acc_gold_plus_{slack}" for slack in _SLACK_NAMES)
SOURCES = ("known_pair", "other_source", "own_source", "no_source", "open_ended")
"""What an Alternative-SCM problem was made from: an alternative that is known, that only other systems or
the evaluated one too found, or nobody who is named; or nothing."""


BINS = ("bin_low", "bin_middle", "bin_high")
"""How large a share of a problem's variables had a shortcut that generation removed."""


def beyond(stage: Stage) -> str:
    """The name of the flag of answers that came further than this stage."""
    return f"beyond_{stage}"


_BEYOND = tuple(map(beyond, Stage))

SHEET = Sheet(
    flags=(*_FLAGS, *_DETAILED_FLAGS, *_DERIVED, *_EDITS, *_SLACKS, *SOURCES, *BINS, *_BEYOND),
    numbers=(*_NUMBERS, *_DETAILED_NUMBERS, *KINDS),
    units=(
        *(
            "answered",
            "correct",
            "train_exact",
            "train_world_exact",
            "heldout_world_exact",
            "heldout_exact",
            "joint_success",
        ),
        *RETAINED,
        *("valid", "identified", "ambiguous"),
        *("parent_shd", "parent_f1", "exact_parent_map", "local_match"),
    ),
    counted=("other_explanations",),
)
"""The names of the numbers."""

_FLAT, _DETAILS = (*_FLAGS, *_NUMBERS), (*_DETAILED_FLAGS, *_DETAILED_NUMBERS)
_flat, _detailed = attrgetter(*_FLAT), attrgetter(*_DETAILS)


def figures(document: BooleanScore, relation: tuple[bool, ...]) -> Row:
    """The numbers of an answer's document; *relation* is that of :data:`SOURCES`."""
    details = document.details
    row = dict(zip(_FLAT, _flat(document), strict=True))
    row |= zip(_DETAILS, _detailed(details), strict=True)
    root = _root(document)
    if document.root_exact is None and root == 0:  # no root set is properly named: it is not right
        row |= {"root_exact": False, "root_precision": 0.0, "root_recall": 0.0}
    if document.train_exact:
        row |= zip(RETAINED, (document.heldout_world_exact, document.heldout_exact), strict=True)
    row["has_heldout"] = document.heldout_world_exact is not None
    row["root_wrong"], row["task_success"] = 1 - root, root * _float(document.train_exact)
    row["correct"] = document.train_exact is True and root != 0  # as released: with the right roots
    other = details.full_local_match is False or root == 0
    row["identified"] = document.valid and document.train_exact is True and other
    row["ambiguous"] = document.count > 1 if isinstance(document.count, int) else None
    if document.gold_disturbed is not UNSET:
        row["within"] = document.within is True
        row["right_within"] = document.right is True
    row |= zip(_EDITS, _edits(document), strict=True)
    small = details.acc_gold_plus
    if small is not None:
        row |= ((f"acc_gold_plus_{slack}", small.get(slack, False)) for slack in _SLACK_NAMES)
    row["in_class"], row["unique_explanation"] = _explanations(document)
    row |= zip(SOURCES, relation, strict=True)
    rank = _STAGES.get(document.stage, 0)
    row |= ((name, rank > place) for place, name in enumerate(_BEYOND))
    row |= {} if isinstance(document.usage, UnsetType) else document.usage
    others = document.other_explanations
    row["other_explanations"] = others if document.in_class and isinstance(others, int) else None
    return row


def no_answer(problem: Member, model: str) -> BooleanScore:
    """The document of an answer that was not given: not valid."""
    gold, roots = problem.has_gold, problem.has_gold and problem.hidden_roots
    nothing = dict.fromkeys(_SLACK_NAMES, False) if gold else None
    none_named = 0.0 if roots else UNSET  # of the roots
    return BooleanScore(
        family=FAMILY,
        problem=problem.id,
        model=model,
        right=False,
        strict_json=False,
        valid=False,
        stage=str(Stage.EXTRACTED_JSON),
        train_exact=False,
        train_world_exact=0.0,
        heldout_exact=False if problem.has_heldout else None,
        heldout_world_exact=0.0 if problem.has_heldout else None,
        root_exact=False if roots else UNSET,
        joint_success=False,
        other_explanations=None,
        gold_disturbed=problem.gold_disturbed,
        details=DetailsPart(
            setting="",
            task="",
            acc_gold_plus=nothing,
            root_precision=none_named,
            root_recall=none_named,
        ),
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
