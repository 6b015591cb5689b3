"""Terms of finite models: expressions of the language of mechanisms, as trees.

An atom is a name, an integer or a word; names, operators and words share one namespace, so a term says by
itself what it is. ``Table`` stands only in gold, in answers and in printed models.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from symcause.families.finite.models.finite_values import Value


@dataclass(frozen=True)
class Name:
    """A variable; in the meaning of an operator one of its parameters, ``...`` for all of them."""

    name: str


@dataclass(frozen=True)
class Constant:
    """An integer or a word."""

    value: Value


@dataclass(frozen=True)
class Operation:
    """An operator with its arguments."""

    operator: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True)
class Table:
    """Outputs, one for each combination of the parents' values, the first parent slowest."""

    parents: tuple[str, ...]
    outputs: tuple[Value, ...]


Term: TypeAlias = Name | Constant | Operation | Table


def mentioned(term: Term) -> Iterator[str]:
    """The names in a term, each as often as it stands there."""
    match term:
        case Name(name):
            yield name
        case Table(parents):
            yield from parents
        case Operation(_, arguments):
            for argument in arguments:
                yield from mentioned(argument)
        case Constant():
            pass
