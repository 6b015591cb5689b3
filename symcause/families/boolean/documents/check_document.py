"""The documents of a Boolean ``check`` and ``score``: how far an answer came, and what it replays.

:class:`JudgedAnswer` is what one answer shows by itself; ``check`` adds where its model stands in the
version space, ``score`` who gave it (:mod:`.check_document`). Keys that a task or a setting does not have
are left out: claims belong to Alternative-SCM tasks, ``root_exact`` to hidden roots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, cast

import msgspec
from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.document_json import revived
from symcause.audits.documents import EXIT_NO, EXIT_YES, CheckDocument, ErrorDocument, Part
from symcause.families.boolean.documents.question_results import (
    AlternativePart,
    CornersPart,
    ExperimentPart,
)
from symcause.families.boolean.documents.scope_part import ClassPart


class WitnessCounts(Part, frozen=True, kw_only=True):
    """The witnesses of ``AMBIGUOUS``: *distinct* counts models, null where that is out of reach."""

    given: int
    valid: int
    train_exact: int
    distinct_as_written: int
    distinct: int | None


class Mismatch(Part, frozen=True, kw_only=True):
    """A scored cell that a model gets wrong."""

    world: str
    row: int
    variable: str
    predicted: int
    expected: int


class Edits(Part, frozen=True, kw_only=True):
    """The variables of one depth of the reference: how many, and how many of them changed in either way."""

    depth: int
    variables: int = 0
    structure: int = 0
    mechanism: int = 0

    @property
    def changed(self) -> int:
        return self.structure + self.mechanism

    def __add__(self, other: Edits) -> Edits:
        assert self.depth == other.depth
        return Edits(
            depth=self.depth,
            variables=self.variables + other.variables,
            structure=self.structure + other.structure,
            mechanism=self.mechanism + other.mechanism,
        )


class DetailsPart(Part, frozen=True, kw_only=True):
    """Metrics beyond the main ones; left out are those that the answer came not far enough for."""

    setting: str
    task: str
    train_cell_accuracy: float | None = 0.0
    """Share of scored cells that are right; null where cells were not observed."""
    heldout_cell_accuracy: float | None = None
    retention: float | None = None
    """`heldout_world_exact / train_world_exact`; in tables both means are over answers that have
    held-out worlds."""
    total_ast: int | None = None
    gold_ast: int | None = None
    within_gold_plus: dict[str, bool] | None = None
    """The AST total is within gold's plus 0, 10, 25."""
    acc_gold_plus: dict[str, bool] | None = None  # The same, and training replay is exact.
    first_train_mismatch: Mismatch | UnsetType | None = UNSET
    first_heldout_mismatch: Mismatch | UnsetType | None = UNSET
    parent_precision: float | UnsetType = UNSET
    parent_recall: float | UnsetType = UNSET
    parent_exact: float | UnsetType = UNSET
    """Share of gold's mechanisms with the same functional parents."""
    full_local_match: bool | UnsetType = UNSET
    structure_reason: str | UnsetType = UNSET  # Why a valid answer has no structure metrics.
    root_precision: float | UnsetType = UNSET
    root_recall: float | UnsetType = UNSET
    distinct: bool | UnsetType | None = UNSET
    experiment_reason: str | UnsetType | None = UNSET
    witness_reason: str | UnsetType | None = UNSET
    best_experiment: ExperimentPart | UnsetType | None = UNSET
    """If nothing separates: the first variable set to 0, with rate 0."""
    best_disagreement_rate: float | UnsetType | None = UNSET
    changed: tuple[str, ...] | UnsetType = UNSET
    edits: tuple[Edits, ...] | UnsetType = UNSET
    reference_parent_f1: float | UnsetType = UNSET
    reference_exact_parent_map: bool | UnsetType = UNSET
    reference_local_match: float | UnsetType = UNSET


class ReleasedPart(Part, frozen=True, kw_only=True):
    """What the published scorer says of the object that it finds itself, word for word.

    ``correct`` is null where the text is too large to search; ``message`` is also null where it says
    nothing.
    """

    correct: bool | None
    """Train exact; hidden roots: and the root set is right; Alternative: joint success;
    identification: right. Null: too large to search."""
    message: str | None = None  # Stops at the first faulty mechanism.
    parse_error: str | None = None
    bucket: str | UnsetType | None = UNSET  # Where the published analysis counts a plain answer.
    replayable: bool | UnsetType = UNSET  # Whether it can replay the answer.


class JudgedAnswer(CheckDocument, frozen=True, kw_only=True):
    """One answer by itself; nothing is said about other models."""

    strict_json: bool | None
    """The whole text is one JSON object on one line; decides nothing. Null for an object that was
    handed in."""
    valid: bool
    stage: str  # How far the answer came.
    train_exact: bool | None  # Every scored training cell is right.
    train_world_exact: float | None  # Share of worlds without an error.
    heldout_exact: bool | None = None  # Train exact, and every held-out world is exact.
    heldout_world_exact: float | None = None  # Share of worlds without an error.
    parent_f1: float | None = None
    """Over edges from functional parents; a ratio without a denominator is 1 if both graphs are
    empty, else 0."""
    parent_shd: int | None = None
    """Pairs of variables that are connected differently; a reversed edge costs 1."""
    exact_parent_map: bool | None = None  # All functional parents are gold's.
    local_match: float | None = None  # Share of gold's mechanisms with the same function.
    root_exact: bool | UnsetType | None = UNSET
    """Hidden roots: the root sets are equal. Null (in rates: not exact) unless the right number of
    known names is given as roots, and something as a mechanism for exactly the others."""
    alternative_success: bool | UnsetType = UNSET
    """Valid, train exact, and another function than the reference for some variable."""
    experiment_valid: bool | UnsetType | None = UNSET
    pair_separates: bool | UnsetType | None = UNSET
    pair_disagreement_rate: float | UnsetType | None = UNSET
    """Share of root assignments under which a computed variable differs."""
    cell_difference_rate: float | UnsetType | None = UNSET  # Share of differing cells.
    optimality: float | UnsetType | None = UNSET
    """The disagreement rate over that of the best experiment."""
    witness_valid: bool | UnsetType | None = UNSET
    joint_success: bool | UnsetType = UNSET  # All parts of an Alternative-SCM answer are right.
    certification: str | UnsetType | None = UNSET
    gold_certification: str | UnsetType | None = UNSET
    certification_true: str | UnsetType | None = UNSET
    """The verdict of the space in the problem's class: gold's label can be wrong."""
    false_certainty: bool | UnsetType | None = UNSET  # `UNIQUE` where gold says `AMBIGUOUS`.
    witnesses: WitnessCounts | UnsetType | None = UNSET
    remark: str | UnsetType | None = UNSET  # On a right answer whose witnesses are one model.
    released: ReleasedPart | UnsetType = UNSET
    details: DetailsPart

    @property
    def is_identification(self) -> bool:
        """Was asked whether one model is left, not which?"""
        return self.certification is not UNSET

    @property
    def is_alternative(self) -> bool:
        """Was another model than a reference asked for?"""
        return self.joint_success is not UNSET


class NearestPart(AlternativePart, frozen=True, kw_only=True):
    """The nearest other explanation, and the answer's own mechanisms beside it."""

    against: dict[str, str]


class SplitPart(Part, frozen=True, kw_only=True):
    """What is scored of a split, and how much of it is right."""

    worlds: int
    exact_worlds: int
    cells: int | None  # null where some were not observed
    right_cells: int | None


class BooleanCheck(JudgedAnswer, frozen=True, kw_only=True):
    """An answer and where its model stands among all that explain the training worlds.

    ``unique`` is null outside the class, and where another model is what the task asks for.
    """

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    roots: tuple[str, ...] | None = None  # as far as the answer was read
    mechanisms: dict[str, str] | None = None  # of a valid answer, as it writes them
    violations: tuple[str, ...] | None = (
        None  # of background knowledge, each beginning with the edge
    )
    replayed: dict[str, SplitPart] = msgspec.field(default_factory=dict)
    experiment: ExperimentPart | UnsetType | None = UNSET
    count_reason: str | UnsetType | None = UNSET
    nearest_alternative: NearestPart | UnsetType | None = UNSET  # The nearest other explanation.
    gold_corners: dict[str, CornersPart] | UnsetType | None = UNSET
    """By variable: the input patterns at which gold differs."""
    # gold, or the reference of an Alternative-SCM task, and what tells it from the answer; null: the same
    beside: AlternativePart | UnsetType | None = UNSET
    # of an abstention: would the held-out worlds, seen, leave as many models?
    heldout_entailed: bool | UnsetType | None = UNSET
    # of an abstention: "A->B" to always, open or never in the models that explain the worlds
    edges_left: dict[str, str] | UnsetType = UNSET
    identity: str | UnsetType = UNSET  # where models that behave alike are the same
    disturbed: int | None = None
    """Training cells that the answer's mechanisms get wrong on the row's own values; null if
    invalid."""
    within: bool | None = None  # No more than the class allows.

    @property
    def disturbs_too_many(self) -> bool:
        """Are cells allowed to be disturbed, and fewer than the answer disturbs?"""
        return not self.train_exact and self.within is False and self.scope.noisy

    def explained(self, reason: str) -> Self:
        waiting = self.abstained or (self.valid and self.in_class is None)
        if waiting and self.count is None:
            return msgspec.structs.replace(self, count_reason=reason)
        return super().explained(reason)

    @property
    def early(self) -> str | None:
        text = super().early
        return text if text is None or self.reason else self.count_reason or text

    def required(self, *, unique: bool, justified: bool) -> int:
        """Beside an Alternative-SCM answer stands the reference, beside an outsider every member."""
        refuted = self.is_alternative or self.in_class is False
        if self.code == EXIT_YES and refuted and (unique or justified):
            return EXIT_NO
        return super().required(unique=unique, justified=justified)


class BooleanScore(JudgedAnswer, frozen=True, kw_only=True):
    """An answer and who gave it.

    With ``--version-space`` it says where the model stands among the explanations of the problem.
    """

    model: str
    other_explanations: int | UnsetType | None = UNSET
    # where the problem allows disturbed cells: those of the answer (null if invalid) and of gold
    disturbed: int | UnsetType | None = UNSET
    within: bool | UnsetType | None = UNSET
    gold_disturbed: int | UnsetType | None = UNSET
    attempt: AttemptPart | UnsetType = UNSET
    usage: dict[str, float] | UnsetType = UNSET  # time and tokens, where the answer comes with them
    bundle: dict[str, object] | UnsetType = (
        UNSET  # with --bundle: the records of the published analysis
    )


class ScoreFailure(ErrorDocument, frozen=True, kw_only=True):
    """An answer that cannot be scored."""

    model: str | None = None


_SPACE = ("in_class", "unique", "justified", "count")
_UNASKED = dict.fromkeys(_SPACE)


def line_of(score: BooleanScore | ScoreFailure) -> dict[str, object]:
    """The line of a scored answer, as plain values; what needs a version space is there if one was asked.

    Quicker than :meth:`to_dict`; integers stay as they are.
    """
    line = cast("dict[str, object]", msgspec.to_builtins(score))
    if isinstance(score, BooleanScore) and score.other_explanations is UNSET:
        for key in _SPACE:
            del line[key]
    return line


def score_of(line: Mapping[str, object]) -> BooleanScore | ScoreFailure:
    """The scored answer that a line holds. Raises UsageError if it is none."""
    if "error" in line:
        return revived(line, ScoreFailure)
    return revived({**_UNASKED, **line}, BooleanScore)
