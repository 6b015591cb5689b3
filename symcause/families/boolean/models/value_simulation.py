"""Simulation of a Boolean model on plain values: single ones, lists, columns of a frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from symcause.errors import KindError, UsageError
from symcause.formats.python_rows import spread

Given = Mapping[str, Any]


class Runs(Protocol):
    """A model, as far as it is needed here."""

    @property
    def roots(self) -> tuple[str, ...]: ...

    @property
    def variables(self) -> tuple[str, ...]: ...

    def run(
        self, given: Mapping[str, int], targets: Iterable[str], mask: int
    ) -> dict[str, int]: ...


def set_values(given: Any) -> Given:
    """What is set, whichever way the experiment is written; bits of a text are numbers."""
    from symcause.audits.experiments.experiment_forms import settings

    found = given if hasattr(given, "columns") else settings(given)
    if found is None:
        raise KindError("not an experiment", value=given, remedy='set variables: {"X3": 1}')
    if hasattr(found, "columns"):
        return {str(name): found[name] for name in found.columns}
    return {
        n: int(bit) if isinstance(bit, str) and bit in ("0", "1") else bit
        for n, bit in found.items()
    }


def simulated(model: Runs, roots: Given, do: Given) -> dict[str, Any]:
    """All variables in natural order; lists where any of the values given is one."""
    told, number = spread(roots, do)
    given = {name: value for name, value in told.items() if name in model.variables}
    for name in do if hasattr(roots, "columns") else (*roots, *do):
        if name not in model.variables:
            raise UsageError("no such variable", value=name)
    for name in model.roots:
        if name not in given:
            raise UsageError(
                "no value of a root", value=name, remedy="give one value, or one per row"
            )
    rows = 1 if number is None else number
    columns = {name: _column(name, value) for name, value in given.items()}
    found = model.run(columns, do, (1 << rows) - 1)
    if number is None:
        return {name: found[name] for name in model.variables}
    return {name: [found[name] >> i & 1 for i in range(rows)] for name in model.variables}


def _column(name: str, bits: list[Any]) -> int:
    """The bits of a variable, one per row."""
    for bit in bits:
        if bit not in (0, 1):
            raise UsageError(f"{name} is neither 0 nor 1", value=bit)
    return sum(int(bit) << i for i, bit in enumerate(bits))
