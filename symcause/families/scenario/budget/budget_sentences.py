"""Budget sentences: the verdict about rivals in plain words."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from symcause.families.scenario.documents.budget_document import (
    BudgetPart,
    Ends,
    Least,
    SelectionPart,
)
from symcause.models.number_phrases import fixed


def headline(part: BudgetPart) -> str:
    """The verdict in one sentence, without a full stop."""
    units = f"{part.units:,} unit{'' if part.units == 1 else 's'}"
    shown = part.views["shown"].name or part.views["counts"].name
    if part.verdict == "prior":
        return "One rival is so likely that naming it is right often enough"
    if part.verdict == "history":
        return "The history alone is enough: no unit is needed"
    if shown is None or part.verdict == "unknown":
        return f"Whether {units} are enough is not decided"
    if part.verdict == "short":
        most = "" if shown.power.high is None else short(shown.power.high, up=True)
        return f"{units} are too few: nobody names the true rival more often than {most}"
    text = f"{units} are enough: {_range(shown.least)} would do"
    return text + saved(part.selection)


def rubric_note(part: BudgetPart, asked: str) -> str | None:
    """What a rubric that asks for something asks of players, if nobody can know it; None if one can."""
    shown, counts = part.views["shown"].name, part.views["counts"].name
    if part.verdict != "short" or shown is None or shown.power.high is None:
        return None
    parts = ceil(Fraction(shown.power.high) * 100)
    least = 10 if parts % 10 == 0 else 1
    text = (
        f"a rubric that asks for {asked} asks for what nobody can be sure of within the budget: "
        f"{parts // least} to {(100 - parts) // least} at best"
    )
    most = None if counts is None else counts.power.high
    if most is not None and Fraction(most) <= max(map(Fraction, part.prior)):
        text += ", by counts never"
    return text


def saved(selection: SelectionPart | None) -> str:
    """How many units seeing the lost would save; nothing where that is not said."""
    if selection is None or not selection.nested or selection.units is None:
        return ""
    low, _ = selection.units
    return f"; seeing the lost would save {_range(selection.units)}" if low > 0 else ""


def _range(least: Least | None) -> str:
    if least is None:
        return "more"
    low, high = least
    if high is None:
        return f"{low:,} or more"
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def units_text(least: Least | None) -> str:
    """The fewest units for a level, in a table."""
    return "–" if least is None else _range(least)


def short(text: str, up: bool) -> str:
    """A bound with four decimals that is still one."""
    number = Fraction(text)
    scaled = number * 10**4
    whole = (
        -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    )
    return fixed(Fraction(whole, 10**4), 4)


def between(found: Ends | None) -> str:
    """A number between two with four decimals, rounded outwards."""
    if found is None:
        return "–"
    if found.high is None:
        return f"at least {short(found.low, up=False)}"
    low, high = short(found.low, up=False), short(found.high, up=True)
    same = Fraction(found.high) - Fraction(found.low) <= Fraction(1, 10**5)
    if same:
        return fixed((Fraction(found.low) + Fraction(found.high)) / 2, 4)
    return f"{low} to {high}"
