"""What certificates know a scenario by: the digest of its file, without its id and its metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from hashlib import sha256

from symcause.families.scenario.problem.problem import ScenarioProblem

LEFT_OUT = ("id", "metadata")


def document_digest(document: Mapping[str, object]) -> str:
    """The digest of a decoded file: keys sorted, no spaces, UTF-8.

    >>> document_digest({"id": "a", "x": 1})[:8], document_digest({"x": 1, "id": "b"})[:8]
    ('5041bf1f', '5041bf1f')
    """
    kept = {key: value for key, value in document.items() if key not in LEFT_OUT}
    text = json.dumps(
        kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_number
    )
    return sha256(text.encode("utf-8")).hexdigest()


def _number(value: object) -> float:
    """Decimals stand for the numbers of the file."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"no value of a file: {value!r}")


def fingerprint(problem: ScenarioProblem) -> str:
    """The digest of the file of a scenario; of the file that it would be written as, if it has none."""
    if problem.source is not None:
        return document_digest(problem.source)
    from symcause.registry import family_of, load

    writer = family_of(problem).writer
    assert writer is not None
    return document_digest(load(writer)(problem))
