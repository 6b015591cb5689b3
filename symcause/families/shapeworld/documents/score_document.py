"""The document of a ShapeWorld ``score``: all that is said of one answer."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.documents import Part
from symcause.families.shapeworld.documents.scope_part import ClassPart


class KindsPart(Part, frozen=True, kw_only=True):
    """Numbered steps of each kind; all zero if the transcript is impossible."""

    informative: int = 0
    set_up: int = msgspec.field(name="set-up", default=0)
    wasted: int = 0
    void: int = 0


class LeftPart(Part, frozen=True, kw_only=True):
    """An intervention of a run, and the relations that fit what was seen by then."""

    action: str  # the first is the start
    relations: int | None = None  # null: too many shapes to count in passing


class ShapeWorldScore(Part, frozen=True, kw_only=True):
    """An answer, who gave it, and how it stands to the truth and to what was seen."""

    family: str
    problem: str
    model: str
    scope: ClassPart = msgspec.field(name="class")
    structure: str | None = None
    start: str | None = None  # places of the shapes that move at the start, as {0, 2}
    shapes: int | None = None  # None: a table of results does not say
    answer: str | None = None  # None: neither yes nor no
    truth: str | None = None
    right: bool | None = None  # None: the truth is not known
    verdict: str
    support: str | None = None
    lucky: bool | None = None
    pattern: str | None = None
    interventions: int = 0
    kinds: KindsPart = KindsPart()
    decided_at: int | None = None
    surplus: int | None = None
    shortest_proof: int | None = None
    excess: int | None = None
    logged: bool = True  # False: from a table of results, which holds no transcript
    failure: bool = False  # from a log of failures only: no share of right answers follows
    mark: str | None = None  # what the protocol complained about
    mark_differs: bool = False  # the log states another mark than its replies lead to
    remark: str | None = None  # what else is odd about the log
    template: str | None = None  # how much the agent was told
    contradicts_key: bool | None = None  # the transcript proves the opposite of the truth
    claimed: bool = False  # the answer says what was asked for, valid or not
    abstained: bool = False
    hedged: bool = False  # abstains beside a claim, which counts
    open: bool | None = None  # would no claim be justified? null: not known
    proved: bool | None = None  # by two worlds that an abstention names
    inferred: bool = False  # the truth is what a cleaned transcript suggests, no more
    course: tuple[LeftPart, ...] = ()  # of a transcript that ends with this answer
    start_read: str | UnsetType = (
        UNSET  # how the start was read, where that was asked for or matters
    )
    start_conflicts: bool | UnsetType = UNSET  # only from another start than a closed one
    valid: bool | UnsetType = (
        UNSET  # false: a text that the released program does not read as yes or no
    )
    reason: str | UnsetType = UNSET  # why it does not
    attempt: AttemptPart | UnsetType = UNSET  # of a baseline
