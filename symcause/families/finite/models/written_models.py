"""Written finite models: roots where they are named, and mechanisms as terms, in gold and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symcause.families.finite.models.terms import Term


@dataclass(frozen=True)
class Answer:
    """A model as it is written, in gold or in an answer: roots where they are named, and mechanisms."""

    mechanisms: Mapping[str, Term] = field(hash=False)
    roots: tuple[str, ...] | None = None
