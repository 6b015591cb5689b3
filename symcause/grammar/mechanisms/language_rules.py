"""Language rules of mechanisms: which operators and constants a problem allows, and bounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from symcause.models.variable_names import OPERATORS


@dataclass(frozen=True)
class Rules:
    """The operators a mechanism may use, and whether it may use constants."""

    operators: Collection[str] = OPERATORS
    constants: bool = False
