"""What the proofs say of Boolean certificates."""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.exports.proof_statement import statement
from symcause.kernel.exports.theorem_file import Statement
from symcause.kernel.nodes import Rejected


def covered(problem: BooleanProblem, document: object) -> bool:
    """False if the proofs do not speak of such certificates, which is said and never passed over."""
    try:
        statement(problem, document)
    except UsageError:
        return False
    except Rejected:
        pass
    return True


def stated(problem: BooleanProblem, document: object) -> Statement | None:
    """What the document states, in numbers; None if it cannot be read or is not covered."""
    try:
        return statement(problem, document)
    except (Rejected, UsageError):
        return None
