"""The wrong terms of a checked hypothesis with the right edges: numbers of one equation beside gold's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UnsetType

from symcause.families.linear.report.page.equation_table import differences
from symcause.models.equations import read_sum
from symcause.models.exact_numbers import print_number
from symcause.reports.figures.model_contrast import Contrast, OneModel, cells_figure

if TYPE_CHECKING:
    from symcause.families.linear.documents.check_document import LinearCheck
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.models.equations import Equation
    from symcause.reports.figures.figure import Figure


def wrong_terms(document: LinearCheck, gold: CrystalModel | None) -> Figure | None:
    """The first equation with a term that is not gold's; None where there is none, or edges differ."""
    if gold is None or document.edges is None or isinstance(document.equations, UnsetType):
        return None
    if set(document.edges) != set(gold.edges):
        return None
    for name, text in document.equations.items():
        own = read_sum(text, gold.equations)
        if own is not None and any(differences(text, name, gold.equations)):
            names = (("the hypothesis", own), ("gold", gold.equations[name]))
            first, second = (OneModel(who, _terms(one), frozenset(), {}) for who, one in names)
            where = f"{name}, term by term"
            contrast = Contrast(where, ("base", *own.parents), frozenset(), (first, second))
            return cells_figure(contrast, f"The equation of {name}")
    return None


def _terms(equation: Equation) -> dict[str, str]:
    """The number before every term."""
    numbers = {"base": print_number(equation.base)}
    for parent in equation.parents:
        effect = equation.effect(parent)
        square = f" and squared {print_number(effect.square)}" if effect.square else ""
        numbers[parent] = f"{print_number(effect.linear)}{square}"
    return numbers
