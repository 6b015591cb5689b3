"""The suite verdict of the checks: what each counted, and what it complains about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from symcause.audits.documents import EXIT_NO, EXIT_UNKNOWN, EXIT_YES
from symcause.errors import Complaint
from symcause.suites.bounds import COMPLAINTS

NAMES = {
    1: "files and digests",
    2: "public part made again",
    3: "certificates",
    4: "nothing leaked",
    5: "no duplicates",
    6: "siblings and twins",
    7: "balance and shortcuts",
    8: "ids follow from the key",
}
"""The checks, in their order."""


class Outcome(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"  # a bound was met
    LEFT_OUT = "not made"


@dataclass(frozen=True)
class CheckResult:
    """One check: what is wrong, what nobody could tell, what was counted."""

    number: int
    complaints: Sequence[Complaint] = ()
    doubts: Sequence[Complaint] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    skipped: str | None = None  # why it was not made

    @property
    def name(self) -> str:
        return NAMES[self.number]

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        if self.complaints:
            return Outcome.FAILED
        if self.skipped is not None:
            return Outcome.LEFT_OUT
        return Outcome.UNKNOWN if self.doubts else Outcome.PASSED

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {
            "check": self.number,
            "name": self.name,
            "outcome": str(self.outcome),
            "counts": dict(self.counts),
            "complaints": [one._asdict() for one in self.complaints[:COMPLAINTS]],
            "complaints_in_all": len(self.complaints),
            "doubts": [one._asdict() for one in self.doubts[:COMPLAINTS]],
        }
        return document if self.skipped is None else {**document, "reason": self.skipped}

    def lines(self) -> Iterable[str]:
        """The check for people."""
        counted = ", ".join(f"{number} {what}" for what, number in self.counts.items())
        reason = f": {self.skipped}" if self.skipped is not None else ""
        yield f"{self.number} {self.name}: {self.outcome}{reason}{f' ({counted})' * bool(counted)}"
        for complaint in (*self.complaints[:COMPLAINTS], *self.doubts[:COMPLAINTS]):
            yield f"  {complaint}"
        if (more := len(self.complaints) - COMPLAINTS) > 0:
            yield f"  and {more:,} more"


@dataclass(frozen=True)
class SuiteVerdict:
    """All checks of a folder."""

    folder: str
    name: str
    version: str
    public_digest: str
    checks: tuple[CheckResult, ...]

    @property
    def accepted(self) -> bool | None:
        """Is the suite what it says? None where a bound was met."""
        outcomes = {check.outcome for check in self.checks}
        if Outcome.FAILED in outcomes:
            return False
        return None if Outcome.UNKNOWN in outcomes else True

    @property
    def code(self) -> int:
        """The exit code that it stands for."""
        return {True: EXIT_YES, False: EXIT_NO, None: EXIT_UNKNOWN}[self.accepted]

    def to_dict(self) -> dict[str, object]:
        """What ``--json`` prints."""
        return {
            "family": None,
            "suite": self.name,
            "version": self.version,
            "public_digest": self.public_digest,
            "accepted": self.accepted,
            "checks": [check.to_dict() for check in self.checks],
        }

    def lines(self) -> Iterable[str]:
        """The verdict for people."""
        for check in self.checks:
            yield from check.lines()
        words = {True: "accepted", False: "rejected", None: "unknown"}[self.accepted]
        yield f"{self.name} {self.version}: {words}; public part {self.public_digest}"
