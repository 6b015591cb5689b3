"""The linear problem: records, a chain of interventions, a reactor, a class of models.

A *record* is one crystal as it was found. The *chain* is the manipulator's crystal: its first reading and
its reading after each intervention; its bases persist. The *reactor* is a crystal whose target is hidden.
All share graph, coefficients and the bases of variables that nobody controls (the target's among them).

The *class* says which models count: rational coefficients (with or without a minimum effect) or integers
of a range; a target that may cause others, or a sink; a range for the bases, or none; at most this many
parents. It is part of the problem, because a verdict without its class means nothing.

A variable may be *unobserved*: it acts and may be intervened on, but no reading shows it. Then nothing can
be said about the models that explain the readings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symcause.errors import ProblemError
from symcause.families.linear.models.lab_rules import (
    CENT,
    EquationFamily,
    Hidden,
    Manipulation,
    Semantics,
    is_fine,
)
from symcause.families.linear.problem.magnitudes import BaseRange, Coefficients, Domain, NormalBases
from symcause.families.linear.problem.problem_validation import check_linear_problem
from symcause.families.linear.problem.records import ChainState, Episode, Gold, Record
from symcause.models.equations import Equation, State
from symcause.models.exact_numbers import round_to
from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.models.laboratory import Laboratory
    from symcause.models.background_knowledge import Knowledge

__all__ = [
    "BaseRange",
    "ChainState",
    "Coefficients",
    "Domain",
    "Episode",
    "Gold",
    "LinearProblem",
    "NormalBases",
    "Record",
]

GOLD, ASSUMED = "gold", "assumed"
"""Who stated a part of the class that is not told: the true equations, or nobody."""


@dataclass(frozen=True, repr=False)
class LinearProblem(Shown):
    """A linear or quadratic problem: measurements, and the class of models.

    :func:`symcause.linear.problem` makes one from rows and says what the arguments mean.

    Examples
    --------
    >>> import symcause
    >>> symcause.example("crystal").target
    'freq'
    """

    brief = ("id", "family", "variables", "records", "interventions")

    id: str
    variables: tuple[str, ...]
    target: str
    controllable: tuple[str, ...]
    family: EquationFamily = EquationFamily.LINEAR
    semantics: Semantics = Semantics.SET
    rounding: Fraction = Fraction(0)
    coefficients: Coefficients = field(default_factory=Coefficients)
    records: tuple[Record, ...] = ()
    chain: tuple[ChainState, ...] = ()
    reactor: State | None = None
    gold: Gold | None = None
    target_may_cause: bool = False
    bases: BaseRange | None = None
    hidden: Hidden | None = None
    max_parents: int | None = None
    episode: Episode | None = None
    unobserved: tuple[str, ...] = ()
    knowledge: Knowledge | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_linear_problem(self)

    def __hash__(self) -> int:
        return hash(self.id)  # parts of it are mappings

    @property
    def interventions(self) -> tuple[Manipulation, ...]:
        """Everything that was set, in order; several targets at once are several."""
        return tuple(
            Manipulation(name, value)
            for state in self.chain
            for name, value in state.settings.items()
        )

    @property
    def acts(self) -> tuple[ChainState, ...]:
        """The states before which something was done."""
        return tuple(state for state in self.chain if state.acted)

    @cached_property
    def done(self) -> tuple[dict[str, Fraction], ...]:
        """For every state of the chain, the values that were really set (:mod:`~models.laboratory`).

        Of a value with more than two decimals the reading tells what became of it; where a disturbance
        moves the reading, it is the value rounded.
        """
        return tuple(
            {name: self._set(name, value, state) for name, value in state.settings.items()}
            for state in self.chain
        )

    def _set(self, name: str, value: Fraction, state: ChainState) -> Fraction:
        read = state.values.get(name)
        if not is_fine(value) or read is None or self.semantics is Semantics.SHIFT:
            return value
        if self.hidden is not None and not self.semantics.cuts:
            return value if is_fine(read) else round_to(value, CENT)
        return read if abs(read - value) <= CENT else value

    @cached_property
    def held(self) -> tuple[State, ...]:
        """For every state of the chain, the variables that are cut from their parents, and their values."""
        now: State = {}
        states: list[State] = []
        for state, done in zip(self.chain, self.done, strict=True):
            if state.acted and self.semantics is Semantics.DO:
                now = done
            elif state.acted and self.semantics is Semantics.HOLD:
                kept = {name: v for name, v in now.items() if name not in state.released}
                now = {**kept, **done}
            states.append(now)
        return tuple(states)

    @property
    def has_evidence(self) -> bool:
        """Is anything shown, a record or a state of the chain?"""
        return bool(self.records or self.chain)

    @property
    def disturbed(self) -> bool:
        """True if some reading may carry a hidden disturbance."""
        if self.hidden is None:
            return False
        return bool(self.acts) or bool(self.chain and self.hidden.initial)

    @property
    def obstacle(self) -> str | None:
        """Why nothing can be said about the models that explain the evidence, if so."""
        if self.unobserved:
            return f"{self.unobserved[0]} is never read"
        known = self.knowledge
        if self.disturbed and known and (known.require or known.signs):
            return "required edges and signs are not decided where a hidden disturbance acted"
        if self.hidden is None or self.rounding or self.semantics is not Semantics.SET:
            return None
        steps = (step for step in self.interventions if (2 * step.value / CENT).denominator == 1)
        tie = next((step for step in steps if is_fine(step.value)), None)
        return None if tie is None else f"which of two values {tie} became, the disturbance hides"

    @property
    def unforeseeable(self) -> str | None:
        """Why no model says what the next intervention would show, if so.

        ``do`` releases what was cut before: a variable that was cut in every reading then shows a base
        that nobody has seen.
        """
        if self.semantics is not Semantics.DO or not self.held:
            return None
        name = next((v for v in self.held[0] if all(v in held for held in self.held)), None)
        return None if name is None else f"{name} was cut in every reading: its base is not known"

    @property
    def class_untold(self) -> bool:
        """Was a part of the class read off the true equations, or assumed in its place?

        Then it is no part of what is told.
        """
        return self.metadata.get("class_source") in (GOLD, ASSUMED)

    def require_evidence(self) -> None:
        """Raise if there is nothing to explain yet."""
        if not self.has_evidence:
            raise ProblemError(
                "no evidence yet: the problem has neither records nor a chain",
                value=self.id,
                remedy="make some with symcause convert FILE --simulate --seed N, or take that of a log "
                "with symcause convert FILE --log LOG",
            )

    def candidates(self, variable: str) -> tuple[str, ...]:
        """The variables that the class admits as parents of *variable*."""
        return tuple(
            name
            for name in self.variables
            if name != variable
            and (name != self.target or self.target_may_cause)
            and (self.knowledge is None or self.knowledge.admits(name, variable))
        )

    def laboratory(self, model: CrystalModel) -> Laboratory:
        """The rules of this problem around a model."""
        from symcause.families.linear.models.laboratory import Laboratory

        return Laboratory(model, self.semantics, self.rounding, self.hidden)

    def gold_model(self) -> CrystalModel | None:
        """The true model, if gold is given. Raises if its equations form a cycle."""
        if self.gold is None:
            return None
        from symcause.families.linear.models.crystals import CrystalModel

        known = self.gold.equations
        return CrystalModel.of({name: known.get(name, Equation()) for name in self.variables})

    @property
    def optional_terms(self) -> bool:
        """May each of the two terms of a parent be absent?"""
        return self.family is EquationFamily.QUADRATIC and self.coefficients.without_zero

    @property
    def disclosed(self) -> LinearProblem:
        """The problem with the variables that a hidden disturbance acts on, as far as gold knows them."""
        hidden, gold = self.hidden, self.gold
        if hidden is None or hidden.nodes is not None or gold is None or gold.hidden_nodes is None:
            return self
        return replace(self, hidden=replace(hidden, nodes=gold.hidden_nodes))

    def shortened(self, interventions: int) -> LinearProblem:
        """The problem as it stood after this many interventions (targets set at once are one)."""
        from symcause.families.linear.problem.python_readings import after

        return self._changed(chain=after(self.chain, interventions))

    def extended(self, state: ChainState) -> LinearProblem:
        """The problem with one more reading of the manipulator's crystal."""
        return self._changed(chain=(*self.chain, state))

    def with_record(self, values: Mapping[str, object], *, id: str | None = None) -> LinearProblem:
        """The problem with one more record; without an id it is called r0, r1, …"""
        from symcause.families.linear.problem.python_readings import further_record

        return self._changed(records=(*self.records, further_record(values, id, self.records)))

    def with_step(self, values: Mapping[str, object], *, do: object = None) -> LinearProblem:
        """The problem with one more reading of the chain, after *do*: ``density=77``, or a mapping."""
        from symcause.audits.experiments.experiment_forms import settings
        from symcause.families.linear.problem.python_readings import state

        told = None if do is None or isinstance(do, str) else settings(do)
        return self.extended(state(values, do if told is None else told))

    def without(self, *records: str, last: int = 0) -> LinearProblem:
        """The problem without these records and without the *last* readings of its chain."""
        from symcause.families.linear.problem.python_readings import remaining, shortened

        kept = remaining(self.records, records)
        return self._changed(records=kept, chain=shortened(self.chain, last))

    def _changed(self, **parts: Any) -> LinearProblem:
        """Another problem: what the metadata claim of this one need not be true of it."""
        from symcause.formats.pools.metadata_claims import without_claims

        return replace(self, **parts, metadata=without_claims(self.metadata))
