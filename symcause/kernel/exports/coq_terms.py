"""Coq terms of ``proofs/``: numbers, lists, pairs and records of a certificate.

>>> coq([(1, Values((0, 2)))]), " ".join(words([(1, Values((0, 2)))]))
('[(1, [0; 2])]', '1 1 d02')
>>> " ".join(words(Values((0, 11))))
'2 0 11'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Values:
    """Values of variables, each by its position: a row, a table, a state."""

    positions: tuple[int, ...]

    @property
    def digits(self) -> str | None:
        """A digit for each of them; None where one has two."""
        short = all(position < 10 for position in self.positions)
        return "".join(map(str, self.positions)) if short else None


@dataclass(frozen=True)
class Made:
    """A constructor of the proofs with its arguments, and the word, if any, that the reader knows."""

    name: str
    word: str
    parts: tuple[Term, ...]


Term = int | Values | Made | list["Term"] | tuple["Term", ...] | Mapping[str, "Term"]
"""What the proofs speak about: numbers, lists, pairs, records (mappings) and constructors."""


def flag(value: bool) -> Made:
    """A truth value."""
    return Made("true", "1", ()) if value else Made("false", "0", ())


def coq(term: Term) -> str:
    """A term as Coq reads it."""
    if isinstance(term, Values):
        return f"[{'; '.join(map(str, term.positions))}]"
    if isinstance(term, Made):
        whole = " ".join((term.name, *map(coq, term.parts)))
        return f"({whole})" if term.parts else whole
    if isinstance(term, list):
        return f"[{'; '.join(map(coq, term))}]"
    if isinstance(term, tuple):
        return f"({', '.join(map(coq, term))})"
    if isinstance(term, Mapping):
        return f"{{| {'; '.join(f'{key} := {coq(part)}' for key, part in term.items())} |}}"
    return str(term)


def words(term: Term) -> Iterator[str]:
    """A term as the program around the extracted checker reads it: lists begin with their length."""
    if isinstance(term, Values):
        yield from words([*term.positions]) if term.digits is None else (f"d{term.digits}",)
    elif isinstance(term, int):
        yield str(term)
    else:
        if isinstance(term, Made):
            if term.word:
                yield term.word
        elif isinstance(term, list):
            yield str(len(term))
        parts = term.parts if isinstance(term, Made) else term
        for part in parts.values() if isinstance(parts, Mapping) else parts:
            yield from words(part)
