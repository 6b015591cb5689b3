"""The record of an attempt: how a baseline ended, what it hands in, and what it claims of that.

>>> Attempt({"mechanisms": {"X3": "X1"}}).status, Attempt().status, Attempt(status="none").solved
('answered', 'spent', False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, get_args

from symcause.errors import UsageError, did_you_mean

Status = Literal[
    "answered", "none", "spent", "stopped", "refused", "crashed", "unreadable", "missing"
]
STATUSES: tuple[str, ...] = get_args(Status)
ANSWERED, NONE, SPENT, STOPPED = "answered", "none", "spent", "stopped"
REFUSED, CRASHED, UNREADABLE, MISSING = "refused", "crashed", "unreadable", "missing"

SAID = (NONE, SPENT, REFUSED)
"""What a baseline may say of itself where it has no answer."""

OBJECTIVES = ("ast", "edges")
"""What an answer may be claimed to have least of: size as written, functional parents."""


@dataclass(frozen=True)
class AttemptBudget:
    """The work limit of one attempt of a baseline.

    Parameters
    ----------
    work : int, optional
        Work in the baseline's own unit; without it bundled baselines keep to their own limit.
    seconds : float, optional
        Seconds of the clock on the wall.

    Raises
    ------
    UsageError
        A limit is not above 0.

    Examples
    --------
    >>> AttemptBudget(work=1_000).to_dict()
    {'work': 1000, 'seconds': None}
    """

    work: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("work", self.work), ("seconds", self.seconds)):
            if value is not None and not (isinstance(value, int | float) and value > 0):
                raise UsageError(f"no budget: {name}", value=value, remedy="give more than 0")

    def to_dict(self) -> dict[str, object]:
        return {"work": self.work, "seconds": self.seconds}


Budget = AttemptBudget
"""Its name for users, who meet no other."""


@dataclass(frozen=True)
class Attempt:
    """What a baseline hands in. Without a *status* it has answered, or, without an answer, is spent.

    *solved*: the answer is claimed to explain the evidence; *optimal*: to have the least *objective*, which
    is its *cost*, among all mechanisms of at most *max_ast* nodes, if that is given.
    """

    answer: Any = None
    solved: bool | None = None
    optimal: bool = False
    note: str | None = None
    status: str = ""
    objective: str | None = None
    cost: int | None = None
    max_ast: int | None = None
    work: int | None = None
    unit: str | None = None

    def __post_init__(self) -> None:
        status = self.status or (SPENT if self.answer is None else ANSWERED)
        if status not in STATUSES:
            remedy = did_you_mean(status, STATUSES)
            raise UsageError("no status of an attempt", value=status, remedy=remedy)
        if (status == ANSWERED) != (self.answer is not None):
            text = "an attempt has an answer exactly if its status is 'answered'"
            raise UsageError(text, value=status)
        if self.objective is not None and self.objective not in OBJECTIVES:
            remedy = f"one of {', '.join(OBJECTIVES)}"
            raise UsageError("no objective", value=self.objective, remedy=remedy)
        solved = status == ANSWERED if self.solved is None else self.solved
        object.__setattr__(self, "status", status)
        object.__setattr__(self, "solved", solved and status == ANSWERED)
        object.__setattr__(self, "optimal", self.optimal and status == ANSWERED)

    @property
    def claims(self) -> dict[str, object]:
        """What is claimed of the answer."""
        told: dict[str, object] = {
            "solved": bool(self.solved),
            "optimal": self.optimal,
            "objective": self.objective,
            "cost": self.cost,
        }
        return told if self.max_ast is None else {**told, "max_ast": self.max_ast}


@dataclass(frozen=True)
class Handed:
    """An attempt with its answer as a text, and what it took; *budget* and *megabytes* were given.

    A text is empty where there is no answer: no system could hand in less.
    """

    attempt: Attempt
    text: str = ""
    budget: AttemptBudget = AttemptBudget()
    cpu: float | None = None
    memory_mb: float | None = None
    stderr: str | None = None
    stopped: str | None = None  # "time" or "memory"
    version: str | None = None
    seed: int | None = None
    optimum: str | None = None
    none_check: str | None = None
    deterministic: bool | None = None
    repeat: int | None = None
    megabytes: int | None = None

    def to_dict(self) -> dict[str, object]:
        """The attempt as a row of answers shows it; keys that say nothing are left out."""
        own, given = self.attempt, self.budget.to_dict()
        if self.megabytes is not None:
            given["memory"] = self.megabytes
        told: dict[str, object] = {
            "status": own.status,
            "solved": own.solved,
            "optimal": own.optimal,
            "note": own.note,
            "claims": own.claims,
            "work": own.work,
            "unit": own.unit,
            "budget": given,
            "cpu": self.cpu,
            "memory_mb": self.memory_mb,
            "version": self.version,
            "digest": sha256(self.text.encode()).hexdigest()[:16],
        }
        extra = ("seed", "stopped", "stderr", "optimum", "none_check", "deterministic", "repeat")
        return told | {k: v for k in extra if (v := getattr(self, k)) is not None}


def claims_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """The claims in an attempt that was written as a mapping, as fields of :class:`Attempt`."""
    claims = told.get("claims")
    found = claims if isinstance(claims, Mapping) else told
    return {
        name: found.get(name)
        for name in ("optimal", "objective", "cost", "max_ast")
        if found.get(name) is not None
    }
