"""Certificates about coins: all were seen. Nothing but the problem is needed to check that."""

from __future__ import annotations

from symcause.kernel import envelope
from symcause.kernel.envelope import Envelope, read_envelope, write_envelope
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work
from tests.house.toy_family.problem import CoinProblem


def digest(problem: CoinProblem) -> str:
    return envelope.digest({"coins": list(problem.coins), "seen": dict(problem.seen)})


def certify(problem: CoinProblem) -> dict[str, object] | None:
    seen = set(problem.seen) == set(problem.coins)
    return write_envelope("coins", digest(problem), problem.id, {}) if seen else None


def _read(document: object) -> Envelope:
    return read_envelope(document, "coins", ())


def _check(problem: CoinProblem, certificate: Envelope, work: Work) -> str:
    if set(problem.seen) != set(problem.coins):
        raise Rejected("a coin is hidden")
    return "every coin was seen"


verify = Verifier(_read, lambda _: "seen", digest, _check)
