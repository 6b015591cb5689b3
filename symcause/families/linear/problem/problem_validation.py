"""Validation of a linear problem: complaints about what is not well formed, with places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from symcause.errors import ProblemError, did_you_mean
from symcause.families.linear.models.lab_rules import EquationFamily, Hidden
from symcause.families.linear.problem.magnitudes import BaseRange, Coefficients, Domain
from symcause.families.linear.problem.records import ChainState, Episode, Gold
from symcause.models.equations import State
from symcause.models.variable_names import NAME

if TYPE_CHECKING:
    from symcause.families.linear.problem.knowledge_validation import StatedEpisode

MAX_VARIABLES = 500  # variables: a problem has no more
MAX_STATES = 10_000  # readings: records and the chain together
MAX_HIDDEN_VALUES = 50  # values: of a hidden disturbance
MAX_INTEGER = 10**6  # size of a number: of an integer coefficient


def check_linear_problem(problem: StatedEpisode) -> None:
    """Raise :class:`ProblemError` for the first thing that is wrong."""
    _check_variables(problem)
    _check_coefficients(problem.coefficients)
    _check_rounding(problem)
    if problem.bases is not None:
        _check_bases(problem.bases)
    if problem.hidden is not None:
        _check_hidden(problem.hidden, problem.variables)
    if problem.max_parents is not None and problem.max_parents < 0:
        raise ProblemError(
            "max_parents is negative", place="max_parents", value=problem.max_parents
        )
    _check_evidence(problem)
    if problem.gold is not None:
        _check_gold(problem.gold, problem)
    if problem.episode is not None:
        _check_episode(problem.episode, problem.variables)
    if problem.knowledge is not None:
        from symcause.families.linear.problem.knowledge_validation import check_knowledge_of

        check_knowledge_of(problem, problem.knowledge)


def _check_variables(problem: StatedEpisode) -> None:
    variables = problem.variables
    if not 1 <= len(variables) <= MAX_VARIABLES:
        raise ProblemError(
            f"{len(variables)} variables", place="variables", remedy=f"give 1 to {MAX_VARIABLES}"
        )
    for i, name in enumerate(variables):
        if NAME.fullmatch(name) is None:
            raise ProblemError(
                "not a variable name",
                place=f"variables[{i}]",
                value=name,
                remedy="names are letters a to z, digits and _, not starting with a digit",
            )
    _no_repeats(variables, "variables")
    _known([problem.target], variables, "target", listed=False)
    _known(problem.controllable, variables, "controllable")
    _no_repeats(problem.controllable, "controllable")
    _known(problem.unobserved, variables, "unobserved")
    _no_repeats(problem.unobserved, "unobserved")
    if problem.target in problem.unobserved:
        raise ProblemError("the target is what is read", place="unobserved", value=problem.target)
    if problem.target in problem.controllable:
        raise ProblemError(
            "the target is never controllable", place="controllable", value=problem.target
        )


def _check_coefficients(coefficients: Coefficients) -> None:
    low, high = coefficients.minimum, coefficients.maximum
    if coefficients.domain is Domain.INTEGER:
        if low is None or high is None:
            raise ProblemError(
                "integer coefficients need a range",
                place="coefficients",
                remedy='write {"domain": "integer", "min": -3, "max": 3}',
            )
        if low > high or max(abs(low), abs(high)) > MAX_INTEGER:
            raise ProblemError(
                "the range of coefficients is empty or too large",
                place="coefficients",
                value=f"{low}..{high}",
                remedy=f"min at most max, both of size at most {MAX_INTEGER}",
            )
    elif low is not None or high is not None:
        raise ProblemError(
            "min and max belong to integer coefficients",
            place="coefficients",
            remedy='use "min_effect" to bound rational ones',
        )
    if coefficients.min_effect is not None and coefficients.domain is Domain.INTEGER:
        raise ProblemError(
            "integers have an effect of at least one anyway: a minimum effect bounds rational ones",
            place="coefficients.min_effect",
            value=str(coefficients.min_effect),
        )
    if coefficients.min_effect is not None and coefficients.min_effect <= 0:
        raise ProblemError(
            "a minimum effect is positive",
            place="coefficients.min_effect",
            value=str(coefficients.min_effect),
        )


def _check_rounding(problem: StatedEpisode) -> None:
    if problem.rounding < 0:
        raise ProblemError(
            "the printed unit is not negative", place="rounding", value=str(problem.rounding)
        )
    coefficients = problem.coefficients
    needs_bound = coefficients.domain is Domain.RATIONAL and coefficients.min_effect is None
    if problem.rounding > 0 and needs_bound:
        raise ProblemError(
            "rounded data cannot rule out any further parent if effects may be as small as one likes: "
            "a coefficient of 0.000001 hides in the rounding",
            place="coefficients",
            remedy='state "min_effect", use integer coefficients, or "rounding": "0" for exact data',
        )


def _check_bases(bases: BaseRange, place: str = "bases") -> None:
    if bases.minimum is not None and bases.maximum is not None and bases.minimum > bases.maximum:
        raise ProblemError("the range of bases is empty", place=place)


def _check_hidden(hidden: Hidden, variables: tuple[str, ...]) -> None:
    if not 1 <= len(hidden.values) <= MAX_HIDDEN_VALUES:
        raise ProblemError(
            f"a hidden disturbance has 1 to {MAX_HIDDEN_VALUES} values", place="hidden.values"
        )
    if len(set(hidden.values)) < len(hidden.values):
        raise ProblemError("a value stands twice", place="hidden.values")
    if hidden.weight == 0 or 0 in hidden.weights.values():
        raise ProblemError("a disturbance of weight zero is none", place="hidden.weight")
    _known(hidden.weights, variables, "hidden.weight", listed=False)
    missing = [v for v in hidden.nodes or variables if hidden.weights and v not in hidden.weights]
    if missing:
        raise ProblemError(
            "a weight is missing",
            place="hidden.weight",
            value=missing[0],
            remedy="give one number, or the weight of every variable that may be affected",
        )
    if hidden.nodes is not None:
        _known(hidden.nodes, variables, "hidden.nodes")
        _no_repeats(hidden.nodes, "hidden.nodes")


def _check_evidence(problem: StatedEpisode) -> None:
    if len(problem.records) + len(problem.chain) > MAX_STATES:
        raise ProblemError("too many readings", remedy=f"at most {MAX_STATES} are supported")
    everything = set(problem.variables) - set(problem.unobserved)
    seen: set[str] = set()
    for i, record in enumerate(problem.records):
        if record.id in seen:
            raise ProblemError("two records have one id", place=f"records[{i}].id", value=record.id)
        seen.add(record.id)
        _check_state(record.values, everything, f"records[{i}].values")
    for i, state in enumerate(problem.chain):
        _check_state(state.values, everything, f"chain[{i}].values")
        _check_act(state, problem, f"chain[{i}].intervene")
    if problem.hidden is not None and problem.chain and problem.chain[0].acted:
        raise ProblemError(
            "under a hidden disturbance the chain starts with a reading before any intervention",
            place="chain[0].intervene",
        )
    if problem.reactor is not None:
        if problem.target in problem.reactor:
            raise ProblemError(
                "the reactor's target is what is asked for",
                place=f"reactor.values.{problem.target}",
                remedy='give it as "reactor_target" of gold, if it is known',
            )
        _check_state(problem.reactor, everything - {problem.target}, "reactor.values")


def _check_act(state: ChainState, problem: StatedEpisode, place: str) -> None:
    """What was done names controllable variables, each once, and releases only what can be held."""
    named = (*(s.variable for s in (state.intervention, *state.others) if s), *state.released)
    _known(named, problem.variables, place, listed=False)
    for name in named:
        if name not in problem.controllable:
            raise ProblemError("the variable is not controllable", place=place, value=name)
        if named.count(name) > 1:
            raise ProblemError("stands twice", place=place, value=name)
    if state.released and not problem.semantics.cuts:
        raise ProblemError(
            f"nothing is released under {problem.semantics!s}: a variable is not held there",
            place=place,
            value=state.released[0],
            remedy='give a number, or state "semantics": "hold" (or "do")',
        )


def _check_state(values: State, wanted: set[str], place: str) -> None:
    for name in values:
        if name not in wanted:
            raise ProblemError(
                "unknown variable", place=place, value=name, remedy=did_you_mean(name, wanted)
            )
    for name in sorted(wanted):
        if name not in values:
            raise ProblemError(
                "a value is missing", place=place, value=name, remedy="give every variable's value"
            )


def _check_gold(gold: Gold, problem: StatedEpisode) -> None:
    _known(gold.equations, problem.variables, "gold.equations", listed=False)
    if gold.hidden_nodes is not None:
        _known(gold.hidden_nodes, problem.variables, "gold.hidden_nodes")
        _no_repeats(gold.hidden_nodes, "gold.hidden_nodes")
    for name, equation in gold.equations.items():
        place = f"gold.equations.{name}"
        _known(equation.parents, problem.variables, place, listed=False)
        if problem.family is EquationFamily.LINEAR and not equation.is_linear:
            raise ProblemError(
                "a square in a linear problem",
                place=place,
                value=str(equation),
                remedy='write "family": "quadratic"',
            )


def _check_episode(episode: Episode, variables: tuple[str, ...]) -> None:
    if episode.budget is not None and episode.budget < 0:
        raise ProblemError("the budget is negative", place="episode.budget", value=episode.budget)
    _known(episode.bases, variables, "episode.bases", listed=False)
    for name, bases in episode.bases.items():
        if isinstance(bases, BaseRange):
            _check_bases(bases, f"episode.bases.{name}")
        elif bases.deviation < 0:
            raise ProblemError("a deviation is not negative", place=f"episode.bases.{name}.std")
    presets = {f"records[{i}]": preset for i, preset in enumerate(episode.record_presets)}
    presets["manipulator"] = episode.manipulator_preset or {}
    presets["reactor"] = episode.reactor_preset or {}
    for where, preset in presets.items():
        _known(preset, variables, f"episode.presets.{where}", listed=False)


def _known(
    names: Iterable[str], variables: tuple[str, ...], place: str, *, listed: bool = True
) -> None:
    for i, name in enumerate(names):
        if name not in variables:
            raise ProblemError(
                "unknown variable",
                place=f"{place}[{i}]" if listed else place,
                value=name,
                remedy=did_you_mean(name, variables),
            )


def _no_repeats(names: tuple[str, ...], place: str) -> None:
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            raise ProblemError("stands twice", place=f"{place}[{i}]", value=name)
        seen.add(name)
