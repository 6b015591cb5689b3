"""The fingerprint of a statements problem: a hash of its canonical form, for certificates.

The canonical form is the ``symcause.statements/1`` document without ``id``, ``gold`` and ``metadata``: a
verdict depends on none of them. Every statement is written once, in the order of the variables.
"""

from __future__ import annotations

from symcause.families.statements.models.separations import Sets
from symcause.families.statements.problem.problem import Statement, StatementsProblem
from symcause.kernel.envelope import digest
from symcause.models.bit_sets import bits

FORMAT = "symcause.statements/1"


def describe(problem: StatementsProblem) -> dict[str, object]:
    """The document of a problem without ``id``, ``gold`` and ``metadata``."""
    asked, premise = problem.hypothesis, problem.premise
    return {
        "format": FORMAT,
        "variables": list(problem.variables),
        "independent": _plain_statements(problem, premise.independent),
        "dependent": _plain_statements(problem, premise.dependent),
        "complete": problem.complete,
        "hypothesis": {"relation": asked.relation, "of": list(asked.of)},
        "reading": asked.reading,
    }


def ordered(problem: StatementsProblem, stated: Sets) -> list[Statement]:
    """Statements once each: by pair, then by the size of the condition, then in the order of variables."""
    return [
        problem.statement(pair, z)
        for pair, found in enumerate(stated)
        for z in sorted(bits(found), key=lambda z: (z.bit_count(), bits(z)))
    ]


def _plain_statements(problem: StatementsProblem, stated: Sets) -> list[list[object]]:
    return [[one.first, one.second, list(one.given)] for one in ordered(problem, stated)]


def fingerprint(problem: StatementsProblem) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return digest(describe(problem))
