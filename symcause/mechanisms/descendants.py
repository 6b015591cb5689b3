"""Descendants of a variable: everything downstream of it in a model, itself included."""

from __future__ import annotations

from collections.abc import Collection

from symcause.mechanisms.local_space import Mechanism, MechanismModel


def descendants(
    model: MechanismModel[Mechanism], variable: str, cut: Collection[str] = ()
) -> set[str]:
    """The variable and what depends on it, where nothing enters the variables that are *cut*."""
    found, size = {variable}, 0
    while len(found) > size:
        size = len(found)
        for v, function in model.functions.items():
            if v not in cut and not found.isdisjoint(function.parents):
                found.add(v)
    return found
