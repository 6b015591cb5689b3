"""Mechanism answers: what is submitted to a Boolean problem, as written, with roots and claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.scm import BooleanSCM, topological_order
from symcause.models.expressions import Expression, spell
from symcause.models.variable_names import natural

if TYPE_CHECKING:
    from symcause.families.boolean.models.experiments import Experiment, Witness


@dataclass(frozen=True)
class Answer:
    """A mechanism map as written, with the root set it claims (None: the disclosed one)."""

    mechanisms: Mapping[str, Expression]
    roots: tuple[str, ...] | None = None
    order: tuple[str, ...] | None = None  # only gold may state its own order

    def __post_init__(self) -> None:
        ordered = {name: self.mechanisms[name] for name in natural(self.mechanisms)}
        object.__setattr__(self, "mechanisms", MappingProxyType(ordered))

    def __hash__(self) -> int:
        return hash((tuple(self.mechanisms.items()), self.roots, self.order))

    def __reduce__(self) -> tuple[object, ...]:
        return Answer, (dict(self.mechanisms), self.roots, self.order)

    def __str__(self) -> str:
        named = [] if self.roots is None else [f"roots: {', '.join(self.roots)}"]
        return "\n".join((*named, *(f"{v} = {spell(e)}" for v, e in self.mechanisms.items())))

    @cached_property
    def total_ast(self) -> int:
        """The AST sizes of all mechanisms together."""
        return sum(expression.size for expression in self.mechanisms.values())

    def mentioned_order(self) -> tuple[str, ...]:
        """A topological order of the graph of mentioned variables; raises on a cycle."""
        return topological_order({v: e.variables for v, e in self.mechanisms.items()})

    def compiled(self, roots: tuple[str, ...]) -> BooleanSCM:
        """The model that the answer denotes, over *roots*."""
        return BooleanSCM(roots, {v: compile_expression(e) for v, e in self.mechanisms.items()})


@dataclass(frozen=True)
class AlternativeAnswer:
    """An answer to an Alternative-SCM task: another model, an experiment and a witness.

    The claims are None where the submission leaves them out or garbles them.
    """

    alternative: Answer
    experiment: Experiment | None
    witness: Witness | None
