"""The forgery table of scenarios: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from typing import Any

from symcause.families.scenario.verifier.kernel import verify
from symcause.kernel.verification import Verification
from symcause.kernel.work import Work
from tests.forgery import Forgery, Table
from tests.scenario.certify import bound_forgeries as bounded
from tests.scenario.certify import finite_forgeries as finite


def _verified(
    problem: Any, document: Any, work: Work | None, other: Any = None, source: Any = None
) -> Verification:
    """The second scenario's document is for the forger alone."""
    return verify(problem, document, work, other)


FORGERIES = tuple(
    Forgery(f"{truth}: {name}", truth, change, said, beyond)
    for kind in (finite, bounded)
    for rows, beyond in ((kind.ROWS, False), (kind.BEYOND, True))
    for truth, listed in rows.items()
    for name, change, said in listed
)

TABLE = Table(_verified, {**finite.TRUTHS, **bounded.TRUTHS}, FORGERIES)
