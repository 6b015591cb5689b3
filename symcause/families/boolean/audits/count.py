"""How many models of the class explain the training evidence?"""

from __future__ import annotations

from dataclasses import dataclass
from math import log10 as short_log10

from symcause.answers import Unknown
from symcause.families.boolean.audits.profile import count_in
from symcause.families.boolean.models.scm import IDENTITY
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence


@dataclass(frozen=True)
class CountReport:
    """An exact count, or the reason why there is none."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    count: int | Unknown
    engine: str = "recursion"

    def to_dict(self) -> dict[str, object]:
        known = not isinstance(self.count, Unknown)
        return {
            "problem": self.problem.id,
            "setting": str(self.problem.setting),
            "class": self.hypotheses.to_dict(),
            "identity": IDENTITY,
            "count": self.count if known else None,
            "log10": log10(self.count),
            "status": "exact" if known else "unknown",
            "reason": self.count.reason if isinstance(self.count, Unknown) else None,
            "engine": self.engine,
        }


def count(problem: BooleanProblem, hypotheses: HypothesisClass | None = None) -> CountReport:
    """Count the version space by the direct recursion."""
    hypotheses = hypotheses or problem.default_class()
    return CountReport(problem, hypotheses, count_in(Evidence(problem), hypotheses))


def log10(value: int | Unknown) -> float | None:
    """The decimal logarithm of a positive integer of any size, else None."""
    if isinstance(value, Unknown) or value <= 0:
        return None
    shift = max(value.bit_length() - 1000, 0)
    return short_log10(value >> shift) + shift * short_log10(2)
