"""The twin prompt of a scenario episode: one of two environments, and what was seen of it.

Both environments are told, in an order that says nothing about which it is; both have the same history.
What tells them apart is one experiment, that of their certificate with as many units as the budget allows:
its survivors are drawn until they are at least :data:`LEAST_ODDS` times as likely in the environment that
it is. Without an experiment the question is open: all that is shown is as likely in one as in the other,
and no design wins in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from random import Random

from symcause.audits.prompt import Told
from symcause.errors import LimitError, UsageError
from symcause.families.scenario.bounds import TWIN_DRAWS
from symcause.families.scenario.certify.twin_certificate import WORK
from symcause.families.scenario.episode.deployments import read_design
from symcause.families.scenario.episode.initial_evidence import earlier_units
from symcause.families.scenario.models.model_components import Define, Draw, Value, Variable
from symcause.families.scenario.optimum.design_boxes import settled
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, value_text
from symcause.families.scenario.problem.trial_records import Trial
from symcause.families.scenario.scoring.prompts import told_design, told_goal, told_values
from symcause.families.scenario.value.unit_sampler import chosen
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.twin_claim import most_units
from symcause.grammar.scenario.scenario_terms import show
from symcause.kernel.work import Work

SYSTEM = (
    "You design units that are sent into an environment. It is one of two, which are described; what was "
    "seen of it is all that you get. Answer with one JSON object."
)
LEAST_ODDS = 19
"""How many times as likely the result of the experiment is in one environment as in the other, at least."""

NAMES = ("A", "B")


@dataclass(frozen=True)
class Experiment:
    """Units of one design, and how many survived."""

    design: Mapping[str, Value]
    units: int
    survived: int

    def likelihood(self, value: Fraction) -> Fraction:
        """How likely this is where a unit survives with this chance, but for the number of orders."""
        return value**self.survived * (1 - value) ** (self.units - self.survived)


def told_twin(
    problem: ScenarioProblem, other: ScenarioProblem, certificate: Mapping[str, object]
) -> Told:
    """The prompt about one of two twins. Raises UsageError for what is no twin certificate."""
    if problem.stages:
        raise UsageError("the fleet of these twins has an environment of its own", value=problem.id)
    both = sorted((problem, other), key=fingerprint)
    experiment = experiment_on(problem, other, certificate)
    fixed = frozenset(settled(problem, Space.DECLARED))
    parts = [*told_design(problem, fixed), "", *_environments(*both)]
    parts += _history(both[0], _seed(*both), fixed)
    if experiment is not None:
        text = told_values(experiment.design, fixed)
        seen = f"{experiment.survived} of {experiment.units} units survived"
        parts += ["", f"An experiment in this environment: {seen}. Their design: {text}."]
    return Told(SYSTEM, "\n".join((*parts, *told_goal(problem))))


def experiment_on(
    problem: ScenarioProblem, other: ScenarioProblem, certificate: Mapping[str, object]
) -> Experiment | None:
    """The experiment of a certificate about two twins, as it ends in the first; None without one."""
    claim = certificate.get("claim")
    if not isinstance(claim, Mapping) or claim.get("name") != "twin":
        raise UsageError("no certificate about two twins", value=problem.id)
    active = claim["active"]
    if active is None:
        return None
    design = read_design(problem, active["design"], "claim.active.design")
    own, rival = (Finite(one, Work(WORK)).value(design) for one in (problem, other))
    units = most_units(problem)
    chance = Random(f"twin {fingerprint(problem)} {fingerprint(other)}")
    for _ in range(TWIN_DRAWS):
        survived = sum(chosen([own, 1 - own], chance) == 0 for _ in range(units))
        made = Experiment(design, units, survived)
        if made.likelihood(own) >= LEAST_ODDS * made.likelihood(rival):
            return made
    raise LimitError("no experiment tells these twins apart as it must", value=problem.id)


def _seed(*twins: ScenarioProblem) -> int:
    """One for both, so that their histories are the same to the letter."""
    text = " ".join(map(fingerprint, twins))
    return int.from_bytes(sha256(text.encode()).digest()[:6])


def _environments(first: ScenarioProblem, second: ScenarioProblem) -> Iterator[str]:
    """What both are, and in what they differ."""
    pairs = list(zip(first.variables, second.variables, strict=True))
    yield "The environment is A or B. What happens to a unit in both, step by step:"
    for one, other in pairs:
        yield f"- {_variable(one)}" if one == other else f"- {one.name}: see below"
    for name, own in zip(NAMES, zip(*pairs, strict=True), strict=True):
        yield f"In {name}:"
        yield from (f"- {_variable(v)}" for v, (a, b) in zip(own, pairs, strict=True) if a != b)
    yield f"A unit survives if {first.outcome} is true. No design wins in both."


def _variable(variable: Variable) -> str:
    if isinstance(variable, Define):
        return f"{variable.name} = {show(variable.term)}"
    assert isinstance(variable, Draw), "no loop is finite"
    drawn = variable.distribution
    terms = [show(term) for term in drawn.terms]
    if drawn.options:
        listed = ", ".join(f"{o} {t}" for o, t in zip(drawn.options, terms, strict=True))
        return f"{variable.name} is drawn; the chances are {listed}"
    if drawn.kind == "bernoulli":
        return f"{variable.name} is true with chance {terms[0]}"
    return f"{variable.name} is drawn: {drawn.kind}({', '.join(terms)})"


def _history(truth: ScenarioProblem, seed: int, fixed: frozenset[str]) -> Iterator[str]:
    """What was seen of the earlier units, which tells nothing about which environment it is."""
    policy = truth.policy()
    for place, trial in earlier_units(truth, seed).items():
        yield ""
        text = f"Earlier units of the design {told_values(trial.design, fixed)}"
        force = policy[place][0].force
        if force:
            kept = " and ".join(f"{name} was {value_text(v)}" for name, v in force.items())
            text = f"{text}, in all of which {kept}"
        yield f"{text}: {_shown(truth, trial)}"
        records = Counter(_record(one.values) for one in trial.records)
        yield from (f"- {number} with {record}" for record, number in sorted(records.items()))


def _shown(truth: ScenarioProblem, trial: Trial) -> str:
    """How many units there were, and of which there are records."""
    select = truth.hidden
    if select is None:
        return f"{trial.count}, with a record of each."
    which = f"those for which this holds: {show(select)}"
    if truth.tells_number:
        return f"{trial.count}, with records of {which}."
    return f"{trial.count} records of {which}. Nobody says how many units there were."


def _record(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{name} {value_text(value)}" for name, value in values.items())
