"""Certificates about coins."""

from __future__ import annotations

from symcause.kernel.verification import Verification
from symcause.kernel.work import Work
from tests.house.toy_family.problem import CoinProblem


def digest(problem: CoinProblem) -> str:
    return f"coins-{problem.id}"


def certify(problem: CoinProblem) -> dict[str, object] | None:
    """That every coin was seen needs no more than the problem."""
    seen = set(problem.seen) == set(problem.coins)
    return {"problem": {"id": problem.id}} if seen else None


def verify(problem: CoinProblem, certificate: object, work: Work | None = None) -> Verification:
    """All coins were seen, or they were not."""
    seen = set(problem.seen) == set(problem.coins)
    return Verification(seen, "seen", "every coin was seen" if seen else "a coin is hidden")
