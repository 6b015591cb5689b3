"""The scenario problem: a structural model, what may be chosen in it, and what wins.

A *unit* is one draw of the variables under a design d; the *value* of d is S(d) = P(outcome | do(D =
d)) in a stage. A stage may replace distributions. Two design spaces are kept apart: **declared**
(domains and constraints as the file says) and **accepted** (what the released server takes: whole
numbers from the least declared one on, without a cap and without constraints, and keys that no file
declares). A scenario without a released server has the declared one only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from symcause.errors import UsageError, did_you_mean
from symcause.families.scenario.models.agent_runs import Rubric
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Define,
    Design,
    Distribution,
    Domain,
    Draw,
    Integer,
    Value,
    Variable,
    default_of,
)
from symcause.families.scenario.problem.builder_claims import NOTHING_SAID, Claims
from symcause.families.scenario.problem.trial_records import Trials
from symcause.grammar.scenario.scenario_terms import Number, Term, Text, Truth
from symcause.models.notebook_hook import Shown

FIRST_STAGE = "1"


class Space(StrEnum):
    """Which designs are meant."""

    DECLARED = "declared"
    ACCEPTED = "accepted"


@dataclass(frozen=True)
class Observe:
    """The observation of runs: what a record shows, which are shown, and whether counts are disclosed."""

    records: tuple[str, ...] = ()
    select: Term | None = None
    counts: bool = True


@dataclass(frozen=True)
class Entry:
    """One design of a history, with its weight and the values that latent variables were forced to."""

    weight: Fraction
    design: Mapping[str, Value]
    force: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class History:
    """Records that the agent starts with."""

    records: int
    policy: tuple[Entry, ...]
    show: tuple[str, ...] | None = None
    cycle: bool = False
    counts: bool | None = None  # None: as for deployments


@dataclass(frozen=True)
class TrialBudget:
    """How much may be tried; None: no bound."""

    deployments: int | None = None
    units: int | None = None
    per_deployment: int | None = None
    queries: int | None = None


@dataclass(frozen=True)
class Evaluate:
    """One design, a fleet, a stage: won iff survivors / fleet >= threshold."""

    fleet: int
    threshold: Fraction
    stage: str = FIRST_STAGE


@dataclass(frozen=True)
class Server:
    """The released server of a scenario: what it takes besides, and what nobody can send.

    An option may be sent under any key, so that one option may count several times. *design* says how
    often, and *variables* are those of the model on which it acts.
    """

    fixed: Mapping[str, bool] = field(
        default_factory=dict
    )  # flags: no request has a place for them
    design: Mapping[str, Domain] = field(default_factory=dict)
    variables: Mapping[str, Variable] = field(default_factory=dict)
    unread: tuple[str, ...] = ()  # numbers of the files that the released program never finds
    known_by: Mapping[str, object] = field(default_factory=dict)  # claims that its digest is of


@dataclass(frozen=True, repr=False)
class ScenarioProblem(Shown):
    """A scenario as read; :func:`~problem.scenario_validation.check` says what is wrong."""

    brief = ("id", "design variables", "outcome", "stages more stages")

    id: str
    design: Mapping[str, Domain]
    variables: tuple[Variable, ...]
    outcome: str
    constraints: tuple[Term, ...] = ()
    stages: Mapping[str, Mapping[str, Distribution]] = field(default_factory=dict)
    observe: Observe = Observe()
    history: History | None = None
    budget: TrialBudget | None = None
    evaluate: Evaluate | None = None
    claims: Claims = NOTHING_SAID
    metadata: Mapping[str, object] = field(default_factory=dict)  # whatever its builders keep
    server: Server | None = None
    source: Mapping[str, object] | None = field(
        default=None, compare=False, repr=False
    )  # the file as it was decoded: certificates are about its bytes
    panel: Rubric | None = None  # of judges, who name no scenario: nothing else is known
    trials: Trials | None = None  # the model is hidden: what an agent has seen of it
    notes: tuple[str, ...] = ()  # what a reader of foreign files had to say

    def __hash__(self) -> int:
        return hash(self.id)  # parts of it are mappings

    @property
    def default(self) -> dict[str, Value]:
        """The design of all defaults."""
        return {name: default_of(domain) for name, domain in self.design.items()}

    def completed(self, partial: Mapping[str, Value]) -> dict[str, Value]:
        """A full design: defaults where nothing is said."""
        return {**self.default, **partial}

    def policy(self) -> list[tuple[Entry, dict[str, Value]]]:
        """The designs of the history, in full."""
        entries = () if self.history is None else self.history.policy
        return [(entry, self.completed(entry.design)) for entry in entries]

    def staged(self, stage: str) -> tuple[Variable, ...]:
        """The variables as they are in a stage."""
        if stage != FIRST_STAGE and stage not in self.stages:
            raise UsageError("no such stage", value=stage, remedy=did_you_mean(stage, self.stages))
        shift = self.stages.get(stage, {})
        return tuple(
            Draw(v.name, shift[v.name]) if isinstance(v, Draw) and v.name in shift else v
            for v in self.variables
        )

    @property
    def tells_number(self) -> bool:
        """Does the history tell how many units it had, whatever is shown of them?"""
        own = None if self.history is None else self.history.counts
        return self.observe.counts if own is None else own

    @property
    def hidden(self) -> Term | None:
        """The condition under which a unit is shown; None if all of them are."""
        select = self.observe.select
        return None if select == Truth(True) else select

    @property
    def final(self) -> str:
        """The stage of the evaluation."""
        return FIRST_STAGE if self.evaluate is None else self.evaluate.stage

    def domains(self, space: Space) -> dict[str, Domain]:
        """The domains of a space."""
        if space is Space.DECLARED:
            return dict(self.design)
        kept = {} if self.server is None else self.server.design
        return {
            name: replace(domain, least=min(domain.least, 0), most=None)
            if isinstance(domain, Integer) and name not in kept
            else domain
            for name, domain in self.design.items()
        }

    def rules(self, space: Space) -> tuple[Term, ...]:
        """The constraints of a space."""
        return self.constraints if space is Space.DECLARED else ()


def opened(problem: ScenarioProblem, space: Space) -> ScenarioProblem:
    """The scenario with the designs of a space: the server takes keys that no file declares."""
    if space is Space.DECLARED:
        return problem
    server = problem.server
    if server is None:
        raise UsageError(
            "a scenario without a released server has one space",
            value=space.value,
            remedy="leave --space out",
        )
    return replace(
        problem,
        source=None,
        design={**problem.design, **server.design},
        variables=tuple(server.variables.get(v.name, v) for v in problem.variables),
    )


def modelled(problem: ScenarioProblem) -> ScenarioProblem:
    """The scenario. Raises UsageError where there is no model to ask about."""
    if problem.panel is not None:
        raise UsageError(
            "a panel of judges names no scenario", remedy="symcause score FILE scores it"
        )
    if problem.trials is not None:
        raise UsageError(
            "the model is hidden: only what an agent saw is known",
            value=problem.id,
            remedy="give the scenario itself, and the transcript with --log",
        )
    return problem


def cut(variables: tuple[Variable, ...], force: Mapping[str, Value]) -> tuple[Variable, ...]:
    """The variables with some of them set from outside: do(V = x) cuts the causes of V."""
    return tuple(
        Define(v.name, constant(force[v.name])) if v.name in force else v for v in variables
    )


def constant(value: Value) -> Term:
    """A value as a term."""
    if isinstance(value, bool):
        return Truth(value)
    return Text(value) if isinstance(value, str) else Number(value)


def violations(problem: ScenarioProblem, design: Design, space: Space) -> list[str]:
    """Why a full design is not in a space; empty if it is."""
    from symcause.families.scenario.models.term_evaluation import evaluate
    from symcause.grammar.scenario.scenario_terms import show

    texts = []
    for name, domain in problem.domains(space).items():
        value = design[name]
        if isinstance(domain, Boolean):
            fits = isinstance(value, bool)
        elif isinstance(domain, Choice):
            fits = value in domain.options
        else:
            fits = (
                isinstance(value, Fraction)
                and value.denominator == 1
                and domain.least <= value
                and (domain.most is None or value <= domain.most)
            )
        if not fits:
            texts.append(f"{name} = {value_text(value)} is outside its range")
    if not texts:
        for rule in problem.rules(space):
            if evaluate(rule, design) is not True:
                texts.append(f"{show(rule)} does not hold")
    return texts


def value_text(value: Value) -> str:
    """A value as people and files see it."""
    from symcause.models.exact_numbers import print_number

    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else print_number(value)
