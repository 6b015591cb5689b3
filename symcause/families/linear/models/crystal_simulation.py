"""Simulation of a linear crystal model on plain values: single ones, lists, frame columns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from symcause.errors import KindError, SymcauseError, UsageError, did_you_mean
from symcause.formats.python_rows import as_written, spread
from symcause.models.equations import Equation, State

Given = Mapping[str, Any]


class Runs(Protocol):
    """A model, as far as it is needed here."""

    @property
    def equations(self) -> Mapping[str, Equation]: ...

    def run(
        self, bases: State, *, clamped: State | None = None, rounding: Fraction = ...
    ) -> dict[str, Fraction]: ...


def set_values(given: Any) -> Given:
    """What is set, whichever way the experiment is written."""
    from symcause.audits.experiments.experiment_forms import settings

    if hasattr(given, "columns"):
        return {str(name): given[name] for name in given.columns}
    found = settings(given)
    if found is None:
        raise KindError("not an experiment", value=given, remedy='set one: {"density": 50}')
    return found


def simulated(model: Runs, bases: Given, do: Given, rounding: Any) -> dict[str, Any]:
    """All variables; lists where any of the values given is one."""
    told, number = spread(bases, do)
    for name in do if hasattr(bases, "columns") else (*bases, *do):
        if name not in model.equations:
            raise UsageError(
                "no such variable", value=name, remedy=did_you_mean(str(name), model.equations)
            )
    exact = {
        name: [_number(name, value) for value in column]
        for name, column in told.items()
        if name in model.equations
    }
    unit = _number("rounding", rounding)
    if unit < 0:
        raise UsageError("the printed unit is not negative", place="rounding", value=rounding)
    numbers = [
        _run(model, exact, tuple(do), unit, i) for i in range(1 if number is None else number)
    ]
    if number is None:
        return numbers[0]
    return {name: [state[name] for state in numbers] for name in model.equations}


def _run(
    model: Runs,
    columns: Mapping[str, list[Fraction]],
    targets: tuple[str, ...],
    rounding: Fraction,
    row: int,
) -> dict[str, Fraction]:
    stated = {name: equation.base for name, equation in model.equations.items()}
    given = {name: column[row] for name, column in columns.items()}
    clamped = {name: given[name] for name in targets}
    return model.run({**stated, **given}, clamped=clamped, rounding=rounding)


def _number(name: str, value: object) -> Fraction:
    try:
        return as_written(value)
    except SymcauseError as error:
        raise error.at(place=name) from None
