"""The fingerprint of a scenario problem: a digest of its file, for certificates."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from hashlib import sha256

from symcause.families.scenario.problem.problem import ScenarioProblem

LEFT_OUT = ("id", "metadata")
SINCE = ("strategies", "sources")
"""Claims that files of version 1.0 did not have."""


def document_digest(document: Mapping[str, object]) -> str:
    """The digest of a decoded file: keys sorted, no spaces, UTF-8.

    >>> document_digest({"id": "a", "x": 1})[:8], document_digest({"x": 1, "id": "b"})[:8]
    ('5041bf1f', '5041bf1f')
    """
    kept = {key: value for key, value in document.items() if key not in LEFT_OUT}
    return sha256(_text(kept).encode("utf-8")).hexdigest()


def _text(value: object) -> str:
    """JSON in which no two numbers look the same."""
    if isinstance(value, Mapping):
        parts = (f"{_text(key)}:{_text(value[key])}" for key in sorted(value))
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_text, value)) + "]"
    if isinstance(value, Decimal):
        return _number(value)
    return json.dumps(value, ensure_ascii=False)


def _number(value: Decimal) -> str:
    """As a binary number is written that stands for this one and no other, else digit by digit.

    >>> _number(Decimal("0.10")), _number(Decimal("0.10000000000000000550"))
    ('0.1', '1000000000000000055E-19')
    """
    near = repr(float(value))
    if Decimal(near) == value:
        return near
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    written = "".join(map(str, digits))
    short = written.rstrip("0")
    return f"{'-' * sign}{short.lstrip('0')}E{exponent + len(written) - len(short)}"


def fingerprint(problem: ScenarioProblem) -> str:
    """The digest of the file of a scenario; of the file that it would be written as, if it has none."""
    if problem.source is not None:
        return document_digest(problem.source)
    from symcause.registry import family_of, load

    writer = family_of(problem).writer
    assert writer is not None
    document = load(writer)(problem)
    if problem.server is not None:
        claims = document.get("claims", {})
        assert isinstance(claims, Mapping)
        document["claims"] = _former(claims, problem.server.known_by)
    return document_digest(document)


def _former(claims: Mapping[str, object], known_by: Mapping[str, object]) -> dict[str, object]:
    """The claims by which certificates know a released game: those of version 1.0.

    Version 1.0 completed what the release calls optimal by values of its own. No certificate is about that.
    """
    kept = {key: value for key, value in claims.items() if key not in SINCE}
    return {**kept, **known_by}
