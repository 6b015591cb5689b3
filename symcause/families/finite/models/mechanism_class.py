"""The mechanism class of finite models: functions that a variable may have, by name or by a grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.terms import Term

NAMED = ("disjunctive", "conjunctive", "threshold", "parity", "monotone", "any")
"""The classes that have a name; all but ``any`` are for variables of two values."""


@dataclass(frozen=True)
class DeclaredOperator:
    """An operator of a grammar: the built-in of its name, a meaning over parameters, or a table.

    Arguments that a table does not list have no value.
    """

    name: str
    arity: int | None  # None: one argument or more
    meaning: Term | None = None
    table: Mapping[tuple[Value, ...], Value] | None = field(default=None, hash=False)

    @property
    def built_in(self) -> bool:
        """True if the language says what it means."""
        return self.meaning is None and self.table is None


@dataclass(frozen=True)
class Grammar:
    """Expressions up to a size over the parents, constants and operators."""

    max_size: int
    max_depth: int | None = None
    constants: tuple[Value, ...] | Literal["own"] = ()
    operators: tuple[DeclaredOperator, ...] = ()  # in the order of the file

    def named(self, name: str) -> DeclaredOperator | None:
        """The operator of this name."""
        return next((one for one in self.operators if one.name == name), None)


@dataclass(frozen=True)
class MechanismClass:
    """The class of one variable: bounds on essential parents, and named classes or a grammar."""

    max_parents: int | None = None
    min_parents: int = 0
    functions: tuple[str, ...] = ()  # their union; empty iff there is a grammar
    grammar: Grammar | None = None
    candidates: tuple[str, ...] | None = None
    spoken: tuple[DeclaredOperator, ...] = ()  # of a grammar that an option has replaced

    @property
    def operators(self) -> dict[str, DeclaredOperator]:
        """The operators that written models may have beside those of the language."""
        known = self.spoken if self.grammar is None else self.grammar.operators
        return {one.name: one for one in known}


@dataclass(frozen=True)
class FiniteClass:
    """The class of a problem: what all variables share, and what some have of their own, whole."""

    shared: MechanismClass
    own: Mapping[str, MechanismClass] = field(default_factory=dict, hash=False)
    source: str = "problem"  # or the path of the class file, or "option"
    stated: Mapping[str, tuple[str, ...]] | None = field(default=None, compare=False)

    # *stated*: the keys that a file has for each variable, for all of them behind "".

    def of(self, variable: str) -> MechanismClass:
        """The class of one variable."""
        return self.own.get(variable, self.shared)

    def changed(self, change: Callable[[MechanismClass], MechanismClass]) -> FiniteClass:
        """The class with all that options change in it, for every variable."""
        own = {name: change(one) for name, one in self.own.items()}
        return FiniteClass(change(self.shared), own, "option")
