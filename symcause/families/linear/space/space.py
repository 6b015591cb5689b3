"""The version space of a linear problem without disturbance: local spaces joined by acyclicity.

Consistency is local (see :mod:`~space.rows`), so a member is an acyclic choice of one
parent set a variable, each with a member of its local space. Tables of the local spaces over all parent
sets go into the acyclic-choice core: weights 0/1 count graphs, numbers of integer coefficient vectors
count models. *Same graph*: same edges. *Same model*: same edges and coefficients (bases are not counted).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from symcause.answers import Unknown
from symcause.errors import LimitError, UsageError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import Domain
from symcause.families.linear.problem.replay import execute, mismatches
from symcause.families.linear.space.local import EquationWitness
from symcause.families.linear.space.tables import ParentTables
from symcause.models.equations import Equation
from symcause.solvers.acyclic import count_acyclic, enumerate_acyclic, exists_acyclic

Graph = tuple[tuple[str, str], ...]
"""(cause, effect) pairs in the order of the problem's variables."""


class EdgeStatus(StrEnum):
    """In which members an edge is."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"


class KernelDisagreement(AssertionError):
    """An engine's member that the solver-free kernel does not confirm: a defect, never an answer."""


class LinearSpace(ParentTables):
    """All models of the problem's class that explain its evidence."""

    def graphs(self) -> int | Unknown:
        """How many graphs have a member."""
        return self.choices if isinstance(self.choices, Unknown) else _counted(self.choices)

    def models(self) -> int | Unknown | None:
        """How many models there are; None where the class has no such number (rationals)."""
        if self.problem.coefficients.domain is not Domain.INTEGER:
            return None
        if self.engine == "smt":
            return Unknown("the SMT engine decides, it does not count coefficient vectors")
        return self.weights if isinstance(self.weights, Unknown) else _counted(self.weights)

    def empty(self) -> bool | Unknown:
        return (
            self.choices if isinstance(self.choices, Unknown) else not exists_acyclic(self.choices)
        )

    def edges(self) -> dict[tuple[str, str], EdgeStatus] | Unknown:
        """Every ordered pair: in all, some or no members."""
        choices = self.choices
        if isinstance(choices, Unknown):
            return choices
        names = self.problem.variables
        status: dict[tuple[str, str], EdgeStatus] = {}
        for cause in names:
            for effect in names:
                if cause != effect:
                    status[cause, effect] = self._edge(choices, cause, effect)
        return status

    def _edge(self, choices: Sequence[dict[int, int]], cause: str, effect: str) -> EdgeStatus:
        bit, at = 1 << self.index[cause], self.index[effect]
        with_it = {m: 1 for m in choices[at] if m & bit}
        without = {m: 1 for m in choices[at] if not m & bit}
        if not with_it or not exists_acyclic(_replaced(choices, at, with_it)):
            return EdgeStatus.NEVER
        if not without or not exists_acyclic(_replaced(choices, at, without)):
            return EdgeStatus.ALWAYS
        return EdgeStatus.OPEN

    def compatible(self, variable: str, mask: int) -> bool:
        """True if some member gives *variable* exactly the parents in *mask*."""
        if isinstance(self.choices, Unknown):
            raise UsageError(self.choices.reason)
        at = self.index[variable]
        return mask in self.choices[at] and exists_acyclic(_replaced(self.choices, at, {mask: 1}))

    def compatible_with(self, graph: Graph) -> bool:
        """True if some member has exactly these edges."""
        if isinstance(self.choices, Unknown):
            raise UsageError(self.choices.reason)
        chosen = [
            {mask: 1} if mask in table else {}
            for mask, table in zip(self.masks_of(graph), self.choices, strict=True)
        ]
        return exists_acyclic(chosen)

    def enumerate_masks(self) -> Iterator[tuple[int, ...]]:
        """The graphs as one parent mask a variable, lazily, in a fixed order."""
        if isinstance(self.choices, Unknown):
            raise UsageError(self.choices.reason)
        return enumerate_acyclic(self.choices)

    def enumerate_graphs(self) -> Iterator[Graph]:
        """The graphs as edges."""
        return (self.graph_of(masks) for masks in self.enumerate_masks())

    def graph_of(self, masks: Sequence[int]) -> Graph:
        names = self.problem.variables
        return tuple(
            (cause, effect)
            for i, cause in enumerate(names)
            for effect, mask in zip(names, masks, strict=True)
            if mask >> i & 1
        )

    def masks_of(self, graph: Graph) -> tuple[int, ...]:
        masks = [0] * len(self.problem.variables)
        for cause, effect in graph:
            masks[self.index[effect]] |= 1 << self.index[cause]
        return tuple(masks)

    def local_mask(self, variable: str, mask: int) -> int:
        """A mask over all variables as one over the candidates of *variable*."""
        candidates = self.problem.candidates(variable)
        return sum(1 << i for i, name in enumerate(candidates) if mask >> self.index[name] & 1)

    def global_mask(self, variable: str, mask: int) -> int:
        candidates = self.problem.candidates(variable)
        return sum(1 << self.index[p] for i, p in enumerate(candidates) if mask >> i & 1)

    def member(
        self, masks: Sequence[int], given: dict[str, EquationWitness] | None = None
    ) -> CrystalModel | Unknown:
        """A member with this graph; *given* fixes the equations of some variables."""
        equations: dict[str, Equation] = {}
        for name, mask, local in zip(self.problem.variables, masks, self.locals, strict=True):
            witness = (given or {}).get(name) or local.witness(self.local_mask(name, mask))
            if isinstance(witness, Unknown):
                return witness
            if witness is None:
                raise UsageError("no member has this graph")
            effects = local.evidence.effects(witness.coefficients)
            equations[name] = Equation.of(witness.base, effects)
        return self.confirmed(CrystalModel.of(equations))

    def some_member(self) -> CrystalModel | Unknown | None:
        """The member with the first graph of the enumeration, None if there is none."""
        if isinstance(self.choices, Unknown):
            return self.choices
        masks = next(enumerate_acyclic(self.choices), None)
        return None if masks is None else self.member(masks)

    def confirmed(self, model: CrystalModel) -> CrystalModel:
        """The model, after the kernel has executed it."""
        wrong = mismatches(self.problem, model)
        if not wrong and self.problem.rounding == 0:
            wrong = execute(self.problem, model)
        if wrong:
            raise KernelDisagreement(f"the kernel rejects a member: {wrong[0]}")
        return model


def _counted(choices: Sequence[dict[int, int]]) -> int | Unknown:
    try:
        return count_acyclic(choices)
    except LimitError as error:
        return Unknown(str(error))


def _replaced(
    choices: Sequence[dict[int, int]], at: int, options: dict[int, int]
) -> list[dict[int, int]]:
    return [options if i == at else table for i, table in enumerate(choices)]
