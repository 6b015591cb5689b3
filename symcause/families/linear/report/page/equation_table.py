"""The equation table of a checked hypothesis: its equations beside gold's, and the terms that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from symcause.audits.story import Grid
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.models.crystals import CrystalModel
from symcause.models.equations import Effect, Equation, read_sum
from symcause.models.exact_numbers import print_number


def equation_table(document: LinearCheck, gold: CrystalModel | None) -> Grid | None:
    """A row for every equation that is stated, wrong ones first; None where none is."""
    if isinstance(document.equations, UnsetType):
        return None
    if gold is None:
        return Grid(("variable", "hypothesis"), tuple(document.equations.items()))
    wrong = {
        name: "; ".join(differences(text, name, gold.equations))
        for name, text in document.equations.items()
    }
    rows = (
        (name, document.equations[name], str(gold.equations.get(name, "–")), wrong[name])
        for name in sorted(wrong, key=lambda name: not wrong[name])
    )
    return Grid.of(("variable", "hypothesis", "gold", "wrong"), rows)


def differences(text: str, name: str, gold: Mapping[str, Equation]) -> Iterator[str]:
    """The terms of an equation that are not gold's, each with what gold has."""
    right, own = gold.get(name), read_sum(text, gold)
    if right is None or own is None:
        return
    if own.base != right.base:
        yield f"base {print_number(own.base)}, gold {print_number(right.base)}"
    for parent in dict.fromkeys((*own.parents, *right.parents)):
        mine, other = own.effect(parent), right.effect(parent)
        if mine != other:
            yield f"{parent} {_spelled(mine)}, gold {_spelled(other)}"


def _spelled(effect: Effect) -> str:
    """The coefficients of a parent.

    >>> from fractions import Fraction
    >>> _spelled(Effect(Fraction(9, 10))), _spelled(Effect(Fraction(0)))
    ('× 0.9', 'no cause')
    """
    if not effect:
        return "no cause"
    square = f" and squared × {print_number(effect.square)}" if effect.square else ""
    return f"× {print_number(effect.linear)}{square}"
