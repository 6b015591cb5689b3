"""Opaque ids of a dataset: names that tell nothing of how a problem was made, and the way back.

The id of a generated problem has its seed and index in it, from which anybody can make gold again. In
public files it is the keyed hash of that id; the evaluator's part has both. Without a key of the
publisher's, the key is the digest of the complete problems, so that the same pool gives the same bytes:
it is as secret as these are.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from symcause.errors import UsageError
from symcause.formats.pools.problem_writer import one_line, write_problem
from symcause.formats.problems import Problem

PUBLISHED = "published"
"""Where the metadata of an evaluator's problem have the id of its public part."""

DIGITS = 16  # hexadecimal digits


def derived_key(problems: Iterable[Problem]) -> bytes:
    """The key of a pool whose publisher gives none."""
    digest = sha256()
    for problem in problems:
        digest.update(one_line(write_problem(problem)).encode())
    return digest.digest()


def opaque(id: str, key: bytes) -> str:
    """The public name of an id.

    >>> opaque("statements-1-0", b"secret")
    'p-b8cbdb76cfa4d3ef'
    """
    return f"p-{hmac.new(key, id.encode(), sha256).hexdigest()[:DIGITS]}"


def renamed(problem: Any, shown: Any, key: bytes) -> tuple[Any, Any]:
    """A problem that knows its public name, and its public part under that name."""
    name, about = opaque(problem.id, key), shown.metadata.get("rendering")
    public = dict(shown.metadata)
    if isinstance(about, Mapping) and isinstance(about.get("of"), str):
        public["rendering"] = {**about, "of": opaque(about["of"], key)}
    whole = replace(problem, metadata={**problem.metadata, PUBLISHED: {"id": name}})
    return whole, replace(shown, id=name, metadata=public)


def public_name(problem: Problem) -> str | None:
    """The id of the public part of an evaluator's problem; None where it is its own."""
    about = (getattr(problem, "metadata", None) or {}).get(PUBLISHED)
    name = about.get("id") if isinstance(about, Mapping) else None
    return name if isinstance(name, str) else None


def read_key(data: bytes, file: str) -> bytes:
    """The key in a file. Raises UsageError for one that is easily guessed."""
    if len(data.strip()) < 16:
        raise UsageError("a key has at least 16 bytes", file=file, remedy="openssl rand -hex 32")
    return data.strip()
