"""Keys of a probability in cpt models, such as ``P(Y | X, V1)``: read, and spelled in one way.

A key without values is a family of numbers: P(Y = 1 | …) for each combination of its conditions. A key with
values is one number.

>>> read_key("p(Y | X, V2)").text, read_key("P(Y=1,X=0)").text
('P(Y|X,V2)', 'P(Y=1,X=0)')
>>> [term.text for term in read_key("P(Y|X)").terms]
['P(Y=1|X=0)', 'P(Y=1|X=1)']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from symcause.errors import ProblemError

_KEY = re.compile(r"[pP]\((?P<event>[^|()]+)(?:\|(?P<given>[^|()]+))?\)")
_FORMS = 'write "P(Y|X)", "P(Y=1|X=0)", "P(X)" or "P(Y=1,X=0)"'

Literal = tuple[str, int]


class Term(NamedTuple):
    """One probability: of an event, perhaps given another."""

    event: tuple[Literal, ...]
    given: tuple[Literal, ...] = ()

    @property
    def text(self) -> str:
        """The term as a key with values."""
        return f"P({_spelled(self.event)}{'|' if self.given else ''}{_spelled(self.given)})"

    @property
    def key(self) -> tuple[frozenset[Literal], frozenset[Literal]]:
        """The key by which two terms are the same, whatever their order."""
        return frozenset(self.event), frozenset(self.given)


def _spelled(literals: tuple[Literal, ...]) -> str:
    return ",".join(f"{name}={value}" for name, value in literals)


@dataclass(frozen=True)
class Key:
    """A key: a family P(v | conditions), or one term."""

    event: tuple[str, ...]
    given: tuple[str, ...]
    values: tuple[int, ...] | None

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the key."""
        return self.event + self.given

    @property
    def text(self) -> str:
        """The key as it is spelled here."""
        if self.values is not None:
            return self.terms[0].text
        given = f"|{','.join(self.given)}" if self.given else ""
        return f"P({','.join(self.event)}{given})"

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The single probabilities, the first condition outermost."""
        if self.values is not None:
            literals = tuple(zip(self.names, self.values, strict=True))
            return (Term(literals[: len(self.event)], literals[len(self.event) :]),)
        return tuple(
            Term(((self.event[0], 1),), tuple(zip(self.given, values, strict=True)))
            for values in product((0, 1), repeat=len(self.given))
        )


def read_key(text: str) -> Key:
    """The key that a text spells; blanks and the case of P do not matter."""
    match = _KEY.fullmatch("".join(text.split()))
    if match is None:
        raise ProblemError("not the key of a probability", value=text, remedy=_FORMS)
    event, given = (tuple((match[part] or "").split(",")) for part in ("event", "given"))
    given = () if match["given"] is None else given
    literals = [part.partition("=") for part in (*event, *given)]
    names = tuple(name for name, _, _ in literals)
    if not all(names):
        raise ProblemError(
            "a name is missing in the key of a probability", value=text, remedy=_FORMS
        )
    if len(set(names)) < len(names):
        raise ProblemError("a variable stands twice in the key of a probability", value=text)
    stated = [value for _, _, value in literals]
    valued = [bool(sign) for _, sign, _ in literals]
    if not any(valued):
        if len(event) > 1:
            raise ProblemError("a joint probability needs values", value=text, remedy=_FORMS)
        return Key(names[: len(event)], names[len(event) :], None)
    if any(value not in ("0", "1") for value in stated):  # "" where a name stands alone
        raise ProblemError(
            "values are 0 and 1, for all variables of the key or none", value=text, remedy=_FORMS
        )
    return Key(names[: len(event)], names[len(event) :], tuple(map(int, stated)))
