"""Names of coefficients in a CausaLab hypothesis, mapped to those of the equations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.raw_hypothesis import key_of, names_of, numeric

BASE = "base"


def coefficient_names(variable: str, family: EquationFamily) -> tuple[str, ...]:
    """The names of a parent's coefficients: linear, or square and linear."""
    if family is EquationFamily.LINEAR:
        return (f"c_{variable}",)
    return (f"c_{variable}_1", f"c_{variable}_2")


@dataclass
class NamedCoefficients:
    """What a record states: by our names, by all names that mean them, and the keys that mean nothing."""

    values: dict[str, Fraction | None] = field(default_factory=dict)
    aliases: dict[str, Fraction | None] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)  # key as written -> its variable
    unknown: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)  # keys that hold neither a number nor null


def named_coefficients(
    given: Mapping[str, object], variables: Sequence[str], target: str, family: EquationFamily
) -> NamedCoefficients:
    """The coefficients of a record, whichever of their names it uses."""
    coefficients = NamedCoefficients()
    numbers = {str(key): numeric(value) for key, value in given.items()}
    coefficients.odd = [
        key for key, value in given.items() if value is not None and numbers[key] is None
    ]
    if BASE in numbers:
        coefficients.values[BASE] = coefficients.aliases[BASE] = numbers[BASE]
    claimed = {BASE}
    for variable in variables:
        if variable == target:
            continue
        ours = coefficient_names(variable, family)
        for name, names in zip(ours, names_of(variable, family), strict=True):
            keys = list(_keys(numbers, names))
            key = key_of(numbers, names)
            value = None if key is None else numbers[key]
            for alias in (*names, *keys):
                if alias != variable:
                    coefficients.aliases[alias] = value
            if keys:
                coefficients.values[name] = value
            coefficients.owners |= dict.fromkeys(keys, variable)
            claimed |= set(keys)
    coefficients.unknown = [key for key in numbers if key not in claimed]
    return coefficients


def _keys(numbers: Mapping[str, object], names: Sequence[str]) -> Iterator[str]:
    """The keys of a record that are one of these names, however they are spelled."""
    lower = {name.lower() for name in names}
    return (key for key in numbers if key.lower() in lower)
