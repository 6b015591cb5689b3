"""The verifier of certificates that every coin was seen; it needs nothing but the problem."""

from __future__ import annotations

from symcause.kernel import envelope
from symcause.kernel.envelope import Envelope, read_envelope, write_envelope
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work
from symcause.testing.coins.problem import CoinProblem


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
