"""The player's sight of a scenario: what is seen of a unit, defined once.

Laws (``budget``), verifier and episodes mean this and nothing else:

* a number of a record is seen with :data:`PLACES` decimals, a half to the even neighbour; truth values and
  options are seen as they are;
* where the units are told, each of them is seen: its record if the file selects it, else that it is
  missing;
* where they are not told, nobody learns how many were missing: what is seen is the next unit that is
  selected, however rare it is, so that its law is that of a record *given that it is shown*; the design of
  a unit of the history is part of it;
* if no unit is ever selected, nothing is seen, and that is seen: it tells such a scenario from others.

>>> seen(Fraction(20000001, 10**7)), seen(Fraction(5, 10**7)), seen("north")
(Fraction(2, 1), Fraction(0, 1), 'north')
>>> given_shown({"a": Fraction(1, 10**5), "b": Fraction(3, 10**5)})
{'a': Fraction(1, 4), 'b': Fraction(3, 4)}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from symcause.families.scenario.models.model_components import Value

PLACES = 6
"""Decimals of a number in a record."""

Key = TypeVar("Key")


def seen(value: Value) -> Value:
    """A value as a record shows it."""
    if isinstance(value, bool | str):
        return value
    return Fraction(round(value * 10**PLACES), 10**PLACES)


def seen_record(values: Mapping[str, Value], names: Iterable[str]) -> dict[str, Value]:
    """What is shown of a unit that is selected."""
    return {name: seen(values[name]) for name in names}


def given_shown(selected: Mapping[Key, Fraction]) -> dict[Key, Fraction]:
    """The law of the next selected unit, from the chances of selected ones; empty if there are none."""
    whole = sum(selected.values(), Fraction(0))
    return {key: chance / whole for key, chance in selected.items() if chance}
