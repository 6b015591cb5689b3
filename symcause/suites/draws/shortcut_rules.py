"""The shortcuts of a suite's families: rules that look at no evidence, and how often each is right.

They are counted by :mod:`symcause.scoring.shortcuts`, where that is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from symcause.formats.problems import Problem

_COUNTS = "symcause.scoring.shortcuts"


class Shortcut(Protocol):
    """How often a rule is right, with its exact interval, and the best constant answer."""

    @property
    def family(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def labels(self) -> int: ...
    @property
    def problems(self) -> int: ...
    @property
    def right(self) -> int: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def constant(self) -> float: ...


def shortcuts_of(problems: Sequence[Problem]) -> tuple[Shortcut, ...] | None:
    """The rules that apply to these problems; None where nothing counts them."""
    if find_spec(_COUNTS) is None:
        return None
    accuracies: tuple[Shortcut, ...] = import_module(_COUNTS).shortcut_accuracies(problems)
    return accuracies
