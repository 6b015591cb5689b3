"""The document of a scenario ``score``: all that is said of one run."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.documents import Document, Part
from symcause.families.scenario.documents.question_documents import Bounds


class RubricPart(Part, frozen=True, kw_only=True):
    """The points of a run."""

    points: float
    max: float
    normalised: float
    dimensions: dict[str, float]
    mandatory: bool | None


class TriedPart(Part, frozen=True, kw_only=True):
    """Some units of one design, and how many of them survived."""

    design: dict[str, object]
    units: int
    survived: int | None = None


class BudgetPart(Part, frozen=True, kw_only=True):
    """What was tried, and where it went beyond the budget."""

    deployments: int
    units: int
    violations: tuple[str, ...] = ()
    tried: tuple[TriedPart, ...] = ()


class HeldPart(Part, frozen=True, kw_only=True):
    """A gold or distractor claim: the first turn at which it was held, and whether it was at the end."""

    id: str
    kind: str  # gold, distractor
    first: int | None = None
    held: bool = False


class RunScore(Document, frozen=True, kw_only=True):
    """The scores of one run.

    *value* and *z* are lists, one entry for every declared choice of equipment, where the record does
    not say what was sent. An answer to a prompt is a design, without a run: *valid* and *right* are what
    ``check`` says of it, and nothing survived or won, because no fleet was sent.
    """

    run: str
    model: str | None = None
    survival: float | None = None
    win: bool | None = None
    value: Bounds | tuple[Bounds, ...] | None = None
    p_win: Bounds | tuple[Bounds, ...] | None = None
    z: float | tuple[float | None, ...] | None = None  # in standard errors; null beyond any of them
    noise: bool | None = None  # within two of them
    justified: bool | None = None
    lucky: bool | None = None
    in_space: bool | None = None
    final_score: float | None = None  # of the released server; it decides nothing
    rubric: RubricPart | None = None
    claims: tuple[HeldPart, ...] = ()  # where the run says what it held
    claim_distance: tuple[int, ...] = ()
    steps_back: tuple[int, ...] = ()
    pattern: str | None = None
    budget: BudgetPart
    reason: str | None = None
    valid: bool | UnsetType = UNSET  # of a design alone, as all that follows: it could be read
    right: bool | UnsetType | None = UNSET  # in the space, and its value reaches the threshold
    design: dict[str, object] | UnsetType = UNSET
    violations: tuple[str, ...] | UnsetType = UNSET  # what of the space it breaks
    attempt: AttemptPart | UnsetType = UNSET  # of a baseline
