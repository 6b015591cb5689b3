"""The absence proof of the verifier: that no network has the given numbers.

``condition``: a given number has a condition that another one gives no probability. ``independent``: the
graph makes two variables independent, and the conditional probabilities of one given the other cannot be
equal. ``joint``: joint probabilities do not go with the share of the treatment. ``rows``: in a collision,
P(Y | X, C) leaves no common P(Y). ``types``: multipliers that every type of response to an instrument keeps
at or below 0, while the given numbers put their sum above it. ``programme``: the same for any block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from symcause.families.cpt.verifier.network_replay import read_fraction
from symcause.families.cpt.verifier.programme_proof import no_shares
from symcause.families.cpt.verifier.query_replay import joined
from symcause.families.cpt.verifier.range_proof import ZERO, Proof
from symcause.kernel.nodes import MAX_NAME, Node, Rejected

KEYS = ("by", "of", "roles", "multipliers", "block", "condition")
"""What evidence may have beside its method."""


def _condition(proof: Proof) -> None:
    name = _part(proof, "by").text(MAX_NAME)
    low, high = proof.box({name: 1})
    if low != high or low not in (0, 1):
        raise Rejected("both values may have a probability", place="evidence.by")
    without = (name, 0 if low else 1)
    if not any(without in term.given for term, _ in proof.problem.terms()):
        raise Rejected("no given number has the condition", place="evidence.by")


def _independent(proof: Proof) -> None:
    first, second = (_part(proof, key).text(MAX_NAME) for key in ("by", "of"))
    nodes = proof.problem.dag.nodes
    if first == second or first not in nodes or second not in nodes:
        raise Rejected("not two variables", place="evidence.by")
    if joined(proof.problem, first, second):
        raise Rejected("the graph joins the two variables", place="evidence.by")
    zero, one = proof.table(second, first)
    if max(zero[0], one[0]) <= min(zero[1], one[1]):
        raise Rejected("the two probabilities may be equal", place="evidence.by")


def _joint(proof: Proof) -> None:
    x, y = proof.problem.query.treatment, proof.problem.query.outcome
    share, zero, one = proof.box({x: 1}), proof.box({y: 1, x: 0}), proof.box({y: 1, x: 1})
    if max(share[0], one[0]) <= min(share[1], 1 - zero[0]):
        raise Rejected("the joint probabilities go with the share", place="evidence.method")


def _rows(proof: Proof) -> None:
    x, y, c = (proof.roles("collision")[part] for part in "XYC")
    a, b, d, e = proof.table(y, x, c)
    low = max(min(a[0], b[0]), min(d[0], e[0]))
    if low <= min(max(a[1], b[1]), max(d[1], e[1])):
        raise Rejected("both rows may have one mixture", place="evidence.method")


def _types(proof: Proof) -> None:
    z, x, y = (proof.roles("instrument")[part] for part in "ZXY")
    numbers = [read_fraction(part) for part in _part(proof, "multipliers").items(5)]
    if len(numbers) != 5:
        raise Rejected("not five multipliers", place="evidence.multipliers")
    proof.work.spend(10_000, "the types of response")
    for x0, x1, y0, y1 in product((0, 1), repeat=4):
        row = (1, (y0, y1)[x0], (y0, y1)[x1], x0, x1)
        if sum((m * n for m, n in zip(numbers, row, strict=True)), ZERO) > 0:
            raise Rejected("a type of response has more", place="evidence.multipliers")
    total = numbers[0]
    boxes = [*proof.table(y, z), *proof.table(x, z)]
    for m, box in zip(numbers[1:], boxes, strict=True):
        total += min(m * end for end in box)
    if total <= 0:
        raise Rejected("the given numbers allow as much", place="evidence.multipliers")


def _part(proof: Proof, key: str) -> Node:
    if key not in proof.evidence:
        raise Rejected(f"the key {key!r} is missing", place="evidence")
    return proof.evidence[key]


ABSENCES: Mapping[str, Callable[[Proof], None]] = {
    "condition": _condition,
    "independent": _independent,
    "joint": _joint,
    "rows": _rows,
    "types": _types,
    "programme": no_shares,
}
"""The methods by the name that certificates call them; each raises Rejected unless it proves it."""
