"""Placed values of finite files: parts of a document with their places, and what is wrong with them.

>>> Placed({"a": [1, "x"]}, "class").part("a").items("")[1].wrong("is odd", "change it").complaint.place
'class.a[1]'
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from symcause.errors import ProblemError, did_you_mean, shorten
from symcause.families.finite.models.finite_values import FiniteVariable
from symcause.formats.strict_json import below


def json_text(value: object) -> str:
    """A value as a message shows it: as JSON has it, a text in quotes."""
    if isinstance(value, str):
        return shorten(value)
    try:
        return shorten(_Raw(json.dumps(value, default=str)))
    except (TypeError, ValueError, RecursionError):
        return f"a {type(value).__name__}"


class _Raw:
    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Placed:
    """A value of a document, and where it stands."""

    value: object
    place: str = ""

    def wrong(self, message: str, remedy: str | None = None) -> ProblemError:
        """The error that names this place."""
        return ProblemError(message, place=self.place or None, remedy=remedy)

    def refused(self, message: str, remedy: str | None = None) -> ProblemError:
        """The error that names this place and begins with the value."""
        return self.wrong(f"{json_text(self.value)} {message}", remedy)

    def at(self, key: str | int, value: object) -> Placed:
        """Another value, placed below this one."""
        return Placed(value, below(self.place, key))

    def part(self, key: str) -> Placed:
        """The part of an object behind a key; null where there is none."""
        assert isinstance(self.value, Mapping)
        return self.at(key, self.value.get(key))

    def mapping(
        self, known: Collection[str] | None = None, needed: Sequence[str] = ()
    ) -> list[str]:
        """The keys of an object, all of them *known*, all *needed* ones there."""
        if not isinstance(self.value, Mapping):
            raise self.refused("is no object", "write {...}")
        for key in self.value:
            if known is not None and key not in known:
                name = str(key)
                raise self.at(name, None).wrong(
                    f"unknown key {shorten(name)}", did_you_mean(name, known)
                )
        for key in needed:
            if key not in self.value:
                raise self.wrong(f"the key {key!r} is missing", "add it")
        return [str(key) for key in self.value]

    def has(self, key: str) -> bool:
        """Is there such a key, and something behind it?"""
        return isinstance(self.value, Mapping) and self.value.get(key) is not None

    def says(self, key: str) -> bool:
        """Is there such a key? Only a bound may be null, which is to say that there is none."""
        return self.has(key) or (
            key == "max_parents" and isinstance(self.value, Mapping) and key in self.value
        )

    def items(self, what: str) -> list[Placed]:
        """The parts of a list."""
        if not isinstance(self.value, list | tuple):
            raise self.refused("is no list", f"write [...]{what and ' with '}{what}")
        return [self.at(at, value) for at, value in enumerate(self.value)]

    def text(self, what: str) -> str:
        """The value, if it is a text."""
        if not isinstance(self.value, str):
            raise self.refused(f"is no {what}", "write a text in quotes")
        return self.value

    def integer(self, least: int, most: int | None, what: str) -> int:
        """The value, if it is an integer in these bounds."""
        value = self.value
        if type(value) is int and value >= least and (most is None or value <= most):
            return value
        bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
        raise self.refused(f"is no {what}", f"write an integer {bounds}")

    def word(self, known: Sequence[str], what: str) -> str:
        """The value, if it is one of these words."""
        if isinstance(self.value, str) and self.value in known:
            return self.value
        near = did_you_mean(self.value, known) if isinstance(self.value, str) else None
        raise self.refused(f"is no {what}", near or f"write {' or '.join(known)}")

    def name(self, domains: Mapping[str, object]) -> str:
        """The value, if it is a variable."""
        if isinstance(self.value, str) and self.value in domains:
            return self.value
        remedy = did_you_mean(self.value, domains) if isinstance(self.value, str) else None
        raise self.wrong(
            f"unknown variable {json_text(self.value)}", remedy or variables_remedy(domains)
        )

    def names(self, domains: Mapping[str, object]) -> tuple[str, ...]:
        """The names of a list of different variables."""
        names: list[str] = []
        for item in self.items("names of variables"):
            if item.name(domains) in names:
                raise item.refused("stands twice", "remove one")
            names.append(item.name(domains))
        return tuple(names)

    def position(self, variable: FiniteVariable) -> int:
        """The position of the value, if it is one of the variable."""
        position = variable.position(self.value)
        if position is None:
            remedy = plain_value(self.value) or f"its values are {values_of(variable)}"
            raise self.refused(f"is no value of {variable.name}", remedy)
        return position


def plain_value(value: object) -> str | None:
    """How a value would be written that was written as something else."""
    if isinstance(value, bool):
        return "write 0 or 1 instead of false or true"
    if isinstance(value, Decimal | float):
        return "write an integer without a point"
    if isinstance(value, str) and value.lstrip("-").isdigit():
        return "write an integer without quotes"
    return None


def variables_remedy(domains: Mapping[str, object]) -> str:
    """The variables in a remedy."""
    return f"variables are {shorten(_Raw(', '.join(domains)))}"


def values_of(variable: FiniteVariable) -> str:
    """The values of a variable in a message."""
    return ", ".join(map(str, variable.values))
