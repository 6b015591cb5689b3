"""The document of a linear ``score``: all that is said of one answer.

Metrics come from the edges and coefficients that a record has, as in the released scorer. What is wrong
with it is said beside them: ``valid`` (readable as a model, else ``reason``), ``fits``, ``objections``. Of
the answer at the end of a run it is also said whether what the run had read supports it.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.documents import Document, Part
from symcause.families.linear.documents.runs_part import RunPart


class CommittedPart(Part, frozen=True, kw_only=True):
    """What a run knew when it committed: at its answer, else at its last step.

    ``fits`` and ``misfit`` are of its last hypothesis, against the data collected before it; ``misfit`` is
    the mean absolute difference of the target's equation, null unless all of it is stated.
    """

    unused: float | None  # share of the interventions allowed; null if nobody says how many are
    fits: bool | None
    misfit: float | None
    graphs: int | None  # left over by then
    entailed: bool | None  # the reactor's target, exactly


class LinearScore(Document, frozen=True, kw_only=True):
    """The scores of one answer."""

    model: str | None = None
    variables: int
    valid: bool
    reason: str | None = None
    disputed: str | UnsetType = UNSET  # several objects look like an answer: which one is read
    fits: bool | None = None  # the evidence; null if it is no model, or if that is not known
    objections: tuple[str, ...] = ()
    target_exact: bool | None = False  # null where nobody knows the reactor's true target
    target_within: bool | None = False
    edge_precision: float = 0.0
    edge_recall: float = 0.0
    edge_f1: float = 0.0
    target_edge_precision: float = 0.0
    target_edge_recall: float = 0.0
    target_edge_f1: float = 0.0
    root_precision: float = 0.0
    root_recall: float = 0.0
    root_f1: float = 0.0
    coefficient_precision: float = 0.0
    coefficient_recall: float = 0.0
    coefficient_f1: float = 0.0
    coefficient_f1_released: float = 0.0  # as the released scorer counts
    shd: int | None = None
    shd_missing: int | None = None
    shd_extra: int | None = None
    shd_reversed: int | None = None
    final_graphs: int | None = None  # graphs that explain the evidence; null if that is not known
    submitted: str | UnsetType | None = UNSET  # of a run: the reactor's last setting
    support: str | UnsetType | None = UNSET  # justified, unsupported, refuted; premature
    imec: int | UnsetType | None = UNSET  # of a run: DAGs like gold for the properties it acted on
    commitment: CommittedPart | UnsetType | None = UNSET  # of a run
    run: RunPart | UnsetType = UNSET  # what its interventions left
    claimed: bool = False  # the answer says what was asked for, valid or not
    abstained: bool = False
    hedged: bool = False  # abstains beside a claim, which counts
    open: bool | None = None  # would no claim be justified? null: not known
    proved: bool | None = None  # by two alternatives that an abstention names
    attempt: AttemptPart | UnsetType = UNSET  # of a baseline
