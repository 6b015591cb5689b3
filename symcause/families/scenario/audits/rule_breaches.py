"""Rule breaches in scenario audits: rules of a model that some design breaks for sure.

A probability that depends on the design may leave 0 to 1 for some of them, a range may be empty, a divisor
zero. Such an event has a probability itself; where it is proven to be positive for a design, that is said.
Nothing is said where it is only possible: bounds may be too wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.scenario.bounds import BREACH_DESIGNS
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Design,
    Domain,
    Repeat,
    Value,
)
from symcause.families.scenario.models.term_evaluation import evaluate
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.problem.model_misfits import CHANCE, Misfit, staged_misfits
from symcause.families.scenario.problem.problem import (
    FIRST_STAGE,
    ScenarioProblem,
    Space,
    value_text,
    violations,
)
from symcause.families.scenario.problem.strategy_designs import claimed_designs
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.valuer import COARSE, ROUGH, Valuer
from symcause.grammar.scenario.scenario_terms import Apply, Term, names, show
from symcause.grammar.scenario.term_operators import COMPARISONS

_NEVER = 1e-9  # what rounding may leave of an event that cannot happen


def doubts(problem: ScenarioProblem, space: Space, tried: Sequence[Design]) -> tuple[str, ...]:
    """A sentence for every rule that one of the designs breaks with a positive probability."""
    valuer = Valuer(problem)
    found: dict[str, None] = {}
    for stage in dict.fromkeys((FIRST_STAGE, *problem.stages)):
        for misfit in _possible(valuer, space, stage):
            for design in tried:
                if valuer.value(design, stage, misfit.condition, cells=COARSE).low > 0:
                    found[misfit.sentence(_design_text(problem, design))] = None
                    break
    return tuple(found)


def senseless(notes: Sequence[str]) -> str | None:
    """The first note about a draw that is true with no probability; a scenario is invalid by it."""
    rules = (note for note in notes if note.partition(": ")[0].endswith(".bernoulli"))
    return next((note for note in rules if CHANCE in note), None)


def suspicious(problem: ScenarioProblem, space: Space) -> list[dict[str, Value]]:
    """Designs in which rules may break: all if they are few, else named ones and the ends of ranges."""
    every = designs(problem, space, BREACH_DESIGNS)
    if every is not None:
        return every
    found = [problem.default, *(design for _, design in problem.policy())]
    found += [design for _, design in claimed_designs(problem)]
    for name, domain in problem.domains(space).items():
        found += [problem.completed({name: end}) for end in _ends(domain)]
    return [design for design in found if not violations(problem, design, space)]


def _ends(domain: Domain) -> list[Value]:
    if isinstance(domain, Boolean):
        return [False, True]
    if isinstance(domain, Choice):
        return list(domain.options)
    return [Fraction(end) for end in (domain.least, domain.most) if end is not None]


def _possible(valuer: Valuer, space: Space, stage: str) -> Iterator[Misfit]:
    """The rules that may be broken by a design, as far as bounds for all designs at once can tell."""
    from symcause.families.scenario.value.enclosure.probability_bounds import everywhere

    problem = valuer.problem
    inside = {
        name for v in problem.variables if isinstance(v, Repeat) for name, _ in v.draws
    }  # drawn in a round of a loop: no event of a unit
    for misfit in staged_misfits(problem, stage):
        used = names(misfit.condition)
        if not used or used & inside:
            continue
        plan = valuer.plan(stage, misfit.condition)
        if isinstance(plan, Unknown):
            continue
        try:
            bound = everywhere(plan, problem.domains(space), ROUGH)
        except (Unsupported, LimitError):
            yield misfit
            continue
        if float(bound.high[0]) > _NEVER:
            yield misfit


def _design_text(problem: ScenarioProblem, design: Design) -> str:
    """A design by what differs from the default."""
    default = problem.default
    differs = [f"{n} = {value_text(v)}" for n, v in design.items() if v != default[n]]
    return ", ".join(differs) or "the default design"


def foreign_histories(problem: ScenarioProblem, space: Space) -> list[str]:
    """Notes about designs of the history that are outside the space, with what they have instead."""
    found: dict[str, None] = {}
    for _, design in problem.policy():
        for text in violations(problem, design, space):
            has = _left(problem.rules(space), design, text)
            found[f"history: a design is outside the {space} space: {text}{has}"] = None
    return list(found)


def _left(rules: Sequence[Term], design: Design, told: str) -> str:
    """What the left side of a comparison is that does not hold."""
    for rule in rules:
        if isinstance(rule, Apply) and rule.op in COMPARISONS and told.startswith(show(rule)):
            return f" (it is {value_text(evaluate(rule.args[0], design))})"
    return ""
