"""The range proof of the verifier: bounds for a query from given numbers that identify it.

Each method checks the graph that it needs, takes the boxes of the numbers that it uses, and evaluates a
formula at corners. What it gives are bounds of all members, from outside, and whether an end may be
attained.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from symcause.families.cpt.problem.problem import Box, CptProblem
from symcause.families.cpt.verifier.network_replay import read_fraction
from symcause.families.cpt.verifier.query_replay import causes, joined
from symcause.families.cpt.verifier.separation_proof import check_blocked
from symcause.kernel.nodes import MAX_NAME, Node, Rejected
from symcause.kernel.work import Work

Bounds = tuple[Fraction, Fraction, tuple[bool, bool]]
"""Low, high, and which of them may be attained."""

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
CLOSED = (True, True)

ARROWS: Mapping[str, frozenset[str]] = {
    "confounding": frozenset(("UX", "UY", "XY")),
    "mediation": frozenset(("XM", "XY", "MY")),
    "frontdoor": frozenset(("UX", "XM", "UY", "MY")),
    "diamondcut": frozenset(("UM", "UX", "XY", "MY")),
    "arrowhead": frozenset(("XM", "WM", "XY", "WY", "MY")),
    "collision": frozenset(("XC", "YC")),
    "instrument": frozenset(("UX", "ZX", "UY", "XY")),
}


class Proof:
    """A problem, its boxes, and what a certificate brings as evidence."""

    def __init__(self, problem: CptProblem, evidence: Mapping[str, Node], work: Work) -> None:
        self.problem, self.evidence, self.work = problem, evidence, work
        self._boxes: dict[object, Box] = {}
        for term, number in problem.terms():
            box = problem.box(number)
            self._boxes[term.key] = box
            if len(term.event) == 1 and term.event[0][1] == 0:
                one = frozenset({(term.event[0][0], 1)}), frozenset(term.given)
                self._boxes.setdefault(one, (1 - box[1], 1 - box[0]))

    def table(self, name: str, *conditions: str) -> list[Box]:
        """The boxes of P(name = 1 | conditions), the first condition outermost."""
        return [
            self.box({name: 1}, dict(zip(conditions, values, strict=True)))
            for values in product((0, 1), repeat=len(conditions))
        ]

    def box(self, event: Mapping[str, int], given: Mapping[str, int] | None = None) -> Box:
        """The box of a given number. Raises Rejected if it is not given."""
        key = frozenset(event.items()), frozenset((given or {}).items())
        if key not in self._boxes:
            raise Rejected("the proof uses a number that is not given", value=str(event))
        return self._boxes[key]

    def roles(self, shape: str) -> dict[str, str]:
        """Who plays which part, if the arrows of the graph are those of the shape."""
        if "roles" not in self.evidence:
            raise Rejected("the key 'roles' is missing", place="evidence")
        parts = sorted({part for arrow in ARROWS[shape] for part in arrow})
        roles = {k: n.text(MAX_NAME) for k, n in self.evidence["roles"].fields(*parts).items()}
        edges = {(roles[arrow[0]], roles[arrow[1]]) for arrow in ARROWS[shape]}
        asked = (self.problem.query.treatment, self.problem.query.outcome)
        if edges != set(self.problem.dag.edges) or (roles["X"], roles["Y"]) != asked:
            raise self.evidence["roles"].fail(f"the graph has not the shape {shape}")
        return roles

    def corners(self, boxes: Sequence[Box], value: Callable[..., Fraction]) -> Bounds:
        """The ends of a function that is linear in each number alone."""
        choices = [tuple(dict.fromkeys(box)) for box in boxes]
        count = 1
        for choice in choices:
            count *= len(choice)
        self.work.spend(300 * count, "the corners")
        values = [value(*point) for point in product(*choices)]
        return min(values), max(values), CLOSED

    def multipliers(self, size: int) -> list[list[Fraction]]:
        """Two vectors of multipliers, for the lower and the upper bound."""
        if "duals" not in self.evidence:
            raise Rejected("the key 'duals' is missing", place="evidence")
        multipliers = [
            [read_fraction(x) for x in part.items(size)] for part in self.evidence["duals"].items(2)
        ]
        if [len(part) for part in multipliers] != [size, size]:
            raise self.evidence["duals"].fail(f"not two vectors of {size}")
        return multipliers


def contrast(proof: Proof) -> Bounds:
    """P(Y | X = 1) − P(Y | X = 0), where that is the query."""
    problem = proof.problem
    query = problem.query
    x, y = query.treatment, query.outcome
    if query.type != "correlation":
        direct = query.type == "nie" and (x, y) in problem.dag.edges
        if query.type not in ("ate", "ett", "nie", "collider_bias") or direct:
            raise Rejected("this query is no difference of conditional probabilities")
        if "closed" not in proof.evidence:
            raise Rejected("the key 'closed' is missing", place="evidence")
        check_blocked(problem, (), proof.evidence["closed"])
    zero, one = proof.table(y, x)
    if not joined(problem, x, y):
        return ZERO, ZERO, CLOSED
    return one[0] - zero[1], one[1] - zero[0], CLOSED


def mixture(proof: Proof) -> Bounds:
    """P(Y) from P(v) and P(Y | v)."""
    problem = proof.problem
    if problem.query.type != "marginal":
        raise Rejected("this query is no probability")
    y = problem.query.outcome
    if "by" not in proof.evidence:
        low, high = proof.box({y: 1})
        return low - HALF, high - HALF, CLOSED
    v = proof.evidence["by"].text(MAX_NAME)
    share, (zero, one) = proof.box({v: 1}), proof.table(y, v)
    if v in problem.dag.nodes and not joined(problem, v, y):
        return max(zero[0], one[0]) - HALF, min(zero[1], one[1]) - HALF, CLOSED
    return proof.corners((share, zero, one), lambda p, a, b: p * b + (1 - p) * a - HALF)


def ratio(proof: Proof) -> Bounds:
    """P(Y=1, X=1) / P(X=1) − P(Y=1, X=0) / P(X=0): it falls with P(X=1)."""
    query = proof.problem.query
    x, y = query.treatment, query.outcome
    if query.type != "correlation":
        raise Rejected("this query is no correlation")
    if not joined(proof.problem, x, y):
        return ZERO, ZERO, CLOSED
    share, zero, one = proof.box({x: 1}), proof.box({y: 1, x: 0}), proof.box({y: 1, x: 1})
    low, high = max(share[0], one[0]), min(share[1], 1 - zero[0])
    if not 0 < low <= high < 1:
        raise Rejected("the share of the treatment may be 0 or 1")
    least = one[0] / high - min(ONE, zero[1] / (1 - high))
    return least, min(ONE, one[1] / low) - zero[0] / (1 - low), CLOSED


def adjusted(proof: Proof) -> Bounds:
    """``ate`` over the strata of U, which blocks all back doors in both shapes."""
    shape = "diamondcut" if len(proof.problem.dag.edges) == 4 else "confounding"
    _asked(proof, "ate", "collider_bias")
    u, x, y = (proof.roles(shape)[part] for part in "UXY")
    boxes = [*proof.table(u), *proof.table(y, u, x)]
    return proof.corners(boxes, lambda r, a, b, c, d: (1 - r) * (b - a) + r * (d - c))


def front(proof: Proof) -> Bounds:
    """``ate`` and ``nie`` by the front door."""
    _asked(proof, "ate", "collider_bias", "nie")
    x, m, y = (proof.roles("frontdoor")[part] for part in "XMY")
    boxes = [*proof.table(x), *proof.table(m, x), *proof.table(y, x, m)]
    return proof.corners(
        boxes, lambda p, m0, m1, a, b, c, d: (m1 - m0) * ((1 - p) * (b - a) + p * (d - c))
    )


def front_treated(proof: Proof) -> Bounds:
    """``ett`` by the front door."""
    _asked(proof, "ett")
    x, m, y = (proof.roles("frontdoor")[part] for part in "XMY")
    boxes = [*proof.table(m, x), *proof.table(y, x, m)]
    return proof.corners(boxes, lambda m0, m1, a, b, c, d: (m1 - m0) * (d - c))


def cut_treated(proof: Proof) -> Bounds:
    """``ett`` in a cut diamond."""
    _asked(proof, "ett")
    x, m, y = (proof.roles("diamondcut")[part] for part in "XMY")
    boxes = [*proof.table(m, x), *proof.table(y, x, m)]
    return proof.corners(boxes, lambda m0, m1, a, b, c, d: (1 - m1) * (c - a) + m1 * (d - b))


def mediated(proof: Proof) -> Bounds:
    """Effects in a mediation."""
    x, m, y = (proof.roles("mediation")[part] for part in "XMY")
    boxes = [*proof.table(m, x), *proof.table(y, x, m)]
    values: Mapping[str, Callable[..., Fraction]] = {
        "nde": lambda m0, m1, a, b, c, d: (1 - m0) * (c - a) + m0 * (d - b),
        "nie": lambda m0, m1, a, b, c, d: (m1 - m0) * (b - a),
        "total": lambda m0, m1, a, b, c, d: (1 - m1) * c + m1 * d - (1 - m0) * a - m0 * b,
    }

    _asked(proof, "nde", "nie", "ate", "ett", "collider_bias")
    return proof.corners(boxes, values.get(proof.problem.query.type, values["total"]))


def no_effect(proof: Proof) -> Bounds:
    """The treatment is no cause of the outcome, no direct one, or independent of it: as the query needs."""
    _asked(proof, "ate", "ett", "collider_bias", "nde", "correlation")
    x, y, kind = (getattr(proof.problem.query, part) for part in ("treatment", "outcome", "type"))
    if kind == "nde":
        if (x, y) in proof.problem.dag.edges:
            raise Rejected("the treatment is a direct cause of the outcome")
    elif kind == "correlation":
        if joined(proof.problem, x, y):
            raise Rejected("the graph joins treatment and outcome")
    elif causes(proof.problem, x, y):
        raise Rejected("the treatment is a cause of the outcome")
    return ZERO, ZERO, CLOSED


def _asked(proof: Proof, *types: str) -> None:
    if proof.problem.query.type not in types:
        raise Rejected(f"this method is about {', '.join(types)}")
