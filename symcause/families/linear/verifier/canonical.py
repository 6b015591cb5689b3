"""The fingerprint by which a certificate knows its problem.

The canonical form is the ``symcause.linear/1`` document without ``id`` and ``metadata``: keys sorted, no
spaces, UTF-8, numbers as exact texts. It is computed from the problem, not from a file, so it does not
depend on how (or in which format) the file was written.
"""

from __future__ import annotations

from symcause.families.linear.files.writing import write_linear
from symcause.families.linear.problem.problem import LinearProblem
from symcause.kernel import envelope

_LEFT_OUT = ("id", "metadata")


def describe(problem: LinearProblem) -> dict[str, object]:
    """The document of a problem without what says nothing about it."""
    document = write_linear(problem)
    return {key: value for key, value in document.items() if key not in _LEFT_OUT}


def fingerprint(problem: LinearProblem) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return envelope.digest(describe(problem))
