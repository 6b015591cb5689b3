"""What is wrong with a scenario, besides the shape of its file: names, types, order, domains.

The first mistake is raised, with its place in the file; a mistake inside an expression has a caret too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.families.scenario.models.parts import (
    DISTRIBUTIONS,
    Choice,
    Define,
    Design,
    Distribution,
    Draw,
    Integer,
    Repeat,
    Value,
)
from symcause.families.scenario.problem.kinds import NUMBER, TRUTH, Kind, Known, Typer
from symcause.families.scenario.problem.problem import FIRST_STAGE, Evaluate, ScenarioProblem
from symcause.grammar.scenario_mistakes import TermError
from symcause.grammar.scenario_terms import WORDS, Number, Term, show
from symcause.models.names import NAME
from symcause.models.numbers import print_number

MAX_VARIABLES = 500
"""Most variables of a scenario."""

MAX_RANGE = 10**9
"""Largest whole number of a design, up or down."""

MAX_FLEET = 10**6
"""Most units of an evaluated fleet: the chance to win is summed over it."""


def kinds_of(problem: ScenarioProblem) -> dict[str, Kind]:
    """The type of every name, checked in causal order."""
    known: dict[str, Kind] = {
        name: domain.options
        if isinstance(domain, Choice)
        else NUMBER
        if isinstance(domain, Integer)
        else TRUTH
        for name, domain in problem.design.items()
    }
    everything = frozenset(v.name for v in problem.variables)
    for index, variable in enumerate(problem.variables):
        place = f"variables[{index}]"
        _new_name(variable.name, known, f"{place}.name")
        later = everything - known.keys()
        if isinstance(variable, Define):
            known[variable.name] = _kind(variable.term, known, f"{place}.is", later)
        elif isinstance(variable, Draw):
            drawn = _distribution(variable.distribution, known, f"{place}.draw", later)
            known[variable.name] = drawn
        else:
            _repeat(variable, known, f"{place}.repeat", later)
            known |= {f"{variable.name}.hits": NUMBER}
            known |= dict.fromkeys(variable.totals, NUMBER)
    return known


def check(problem: ScenarioProblem) -> None:
    """Raise the first mistake."""
    if len(problem.variables) > MAX_VARIABLES:
        raise LimitError(f"a scenario has at most {MAX_VARIABLES} variables", place="variables")
    _names(problem)
    known = kinds_of(problem)
    _constraints(problem, known)
    if known.get(problem.outcome) != TRUTH:
        raise ProblemError(
            "the outcome is a variable that is true or false",
            place="outcome",
            value=problem.outcome,
            remedy=did_you_mean(problem.outcome, (n for n, k in known.items() if k == TRUTH)),
        )
    _stages(problem, known)
    _observation(problem, known)
    _history(problem, known)
    _evaluation(problem)


def check_setting(problem: ScenarioProblem) -> None:
    """Raise the first mistake in what everybody may know: designs, constraints and the goal."""
    _names(problem)
    _constraints(problem, kinds_of(problem))
    if problem.evaluate is not None:
        _goal(problem.evaluate)


def _names(problem: ScenarioProblem) -> None:
    for name, domain in problem.design.items():
        _new_name(name, {}, f"design.{name}")
        _domain(domain, f"design.{name}")


def _constraints(problem: ScenarioProblem, known: Known) -> None:
    designs = {name: known[name] for name in problem.design}
    for index, rule in enumerate(problem.constraints):
        _expect(rule, TRUTH, designs, f"constraints[{index}]")


def _new_name(name: str, known: Mapping[str, Kind], place: str) -> None:
    if NAME.fullmatch(name) is None or name in WORDS:
        raise ProblemError("not a name of a variable", place=place, value=name)
    if name in known:
        raise ProblemError("the name stands twice", place=place, value=name)


def _domain(domain: object, place: str) -> None:
    if isinstance(domain, Integer):
        for end in (domain.least, domain.most):
            if end is not None and abs(end) > MAX_RANGE:
                raise LimitError(f"ranges end within {MAX_RANGE:,} of zero", place=place, value=end)
        if domain.most is not None and domain.most < domain.least:
            raise ProblemError("the range is empty", place=place, value=f"{domain.least}..")
        if domain.default < domain.least or (
            domain.most is not None and domain.default > domain.most
        ):
            raise ProblemError("outside the range", place=f"{place}.default", value=domain.default)
    elif isinstance(domain, Choice):
        if not domain.options or len(set(domain.options)) < len(domain.options):
            raise ProblemError("options are one or more, all different", place=f"{place}.options")
        if domain.default not in domain.options:
            raise ProblemError(
                "not an option",
                place=f"{place}.default",
                value=domain.default,
                remedy=did_you_mean(domain.default, domain.options),
            )


def _kind(term: Term, known: Known, place: str, later: frozenset[str]) -> Kind:
    try:
        return Typer(show(term), known, later).kind(_fresh(term))
    except TermError as error:
        raise error.at(place=place) from None


def _expect(
    term: Term, wanted: Kind, known: Known, place: str, later: frozenset[str] = frozenset()
) -> None:
    try:
        Typer(show(term), known, later).expect(_fresh(term), wanted)
    except TermError as error:
        raise error.at(place=place) from None


def _fresh(term: Term) -> Term:
    """The same term with the places that it has in its printed text."""
    from symcause.grammar.scenario_parsing import parse_term

    return parse_term(show(term))


def _distribution(drawn: Distribution, known: Known, place: str, later: frozenset[str]) -> Kind:
    names = drawn.options or DISTRIBUTIONS[drawn.kind]
    for name, term in zip(names, drawn.terms, strict=True):
        _expect(term, NUMBER, known, f"{place}.{drawn.kind}.{name}", later)
    if drawn.options:
        shares = [term.value for term in drawn.terms if isinstance(term, Number)]
        if len(shares) == len(drawn.terms) and sum(shares) != 1:
            raise ProblemError(
                "the probabilities do not add up to 1",
                place=f"{place}.{drawn.kind}",
                value=print_number(sum(shares, Fraction(0))),
            )
        return drawn.options
    _parameters(drawn, f"{place}.{drawn.kind}")
    return TRUTH if drawn.kind == "bernoulli" else NUMBER


def _parameters(drawn: Distribution, place: str) -> None:
    """Refuse numbers that no such distribution has; expressions are clipped where they are used."""
    given = [term.value if isinstance(term, Number) else None for term in drawn.terms]
    if drawn.kind == "bernoulli":
        if given[0] is not None and not 0 <= given[0] <= 1:
            raise ProblemError("a probability is between 0 and 1", place=place, value=str(given[0]))
        return
    if drawn.kind in ("normal", "truncated") and given[1] is not None and given[1] < 0:
        raise ProblemError("a deviation below zero", place=place, value=str(given[1]))
    low, high = given[-2:]
    if drawn.kind != "normal" and low is not None and high is not None and high < low:
        raise ProblemError("the range is empty", place=place, value=f"{low}..{high}")


def _repeat(loop: Repeat, known: Known, place: str, later: frozenset[str]) -> None:
    _expect(loop.times, NUMBER, known, f"{place}.times", later)
    _expect(loop.chance, NUMBER, known, f"{place}.chance", later)
    if not loop.targets:
        raise ProblemError("a loop has one target or more", place=f"{place}.targets")
    for target, weight in loop.targets:
        if NAME.fullmatch(target) is None or target == "hits":
            raise ProblemError("not a name of a target", place=f"{place}.targets", value=target)
        _expect(weight, NUMBER, known, f"{place}.targets.{target}", later)
    inside: dict[str, Kind] = dict(known)
    for name, drawn in loop.draws:
        _new_name(name, inside, f"{place}.draws.{name}")
        inside[name] = _distribution(drawn, inside, f"{place}.draws.{name}", later)
    _expect(loop.amount, NUMBER, inside, f"{place}.amount", later)


def _stages(problem: ScenarioProblem, known: Known) -> None:
    drawn = {v.name: v for v in problem.variables if isinstance(v, Draw)}
    order = [v.name for v in problem.variables]
    for stage, shift in problem.stages.items():
        for name, distribution in shift.items():
            place = f"stages.{stage}.{name}"
            if name not in drawn:
                raise ProblemError(
                    "a stage replaces distributions of drawn variables",
                    place=place,
                    remedy=did_you_mean(name, drawn),
                )
            later = frozenset(order[order.index(name) :])
            earlier = {n: k for n, k in known.items() if n.split(".")[0] not in later}
            kind = _distribution(distribution, earlier, place, later)
            if kind != known[name]:
                raise ProblemError(
                    "the variable has other values here than in stage 1",
                    place=place,
                    remedy="give the same options, with probability 0 where they do not occur",
                )


def _observation(problem: ScenarioProblem, known: Known) -> None:
    _known(problem.observe.records, known, "observe.records")
    if problem.observe.select is not None:
        _expect(problem.observe.select, TRUTH, known, "observe.select")
    _known(problem.claims.traps, known, "claims.traps")


def _known(names: Iterable[str], known: Known, place: str) -> None:
    for index, name in enumerate(names):
        if name not in known:
            raise ProblemError(
                "unknown name",
                place=f"{place}[{index}]",
                value=name,
                remedy=did_you_mean(name, known),
            )


def _history(problem: ScenarioProblem, known: Known) -> None:
    if problem.history is None:
        return
    _known(problem.history.show or (), known, "history.show")
    for index, entry in enumerate(problem.history.policy):
        place = f"history.policy[{index}]"
        if entry.weight < 0:
            raise ProblemError("a weight below zero", place=f"{place}.weight")
        check_values(entry.design, {n: known[n] for n in problem.design}, f"{place}.design")
        inner = {v.name: known[v.name] for v in problem.variables if not isinstance(v, Repeat)}
        check_values(entry.force, inner, f"{place}.force")
    if problem.history.policy and not sum(e.weight for e in problem.history.policy):
        raise ProblemError("all weights are zero", place="history.policy")


def check_values(values: Design, known: Known, place: str) -> None:
    """Refuse unknown names and values of another type."""
    for name, value in values.items():
        if name not in known:
            raise ProblemError(
                "unknown name", place=f"{place}.{name}", remedy=did_you_mean(name, known)
            )
        if not _fits(value, known[name]):
            raise ProblemError("not a value of it", place=f"{place}.{name}", value=str(value))


def _fits(value: Value, kind: Kind) -> bool:
    if isinstance(kind, tuple):
        return value in kind
    return isinstance(value, bool) == (kind == TRUTH) and not isinstance(value, str)


def _evaluation(problem: ScenarioProblem) -> None:
    asked = problem.evaluate
    if asked is None:
        return
    _goal(asked)
    if asked.stage != FIRST_STAGE and asked.stage not in problem.stages:
        raise ProblemError(
            "no such stage",
            place="evaluate.stage",
            value=asked.stage,
            remedy=did_you_mean(asked.stage, [FIRST_STAGE, *problem.stages]),
        )


def _goal(asked: Evaluate) -> None:
    if asked.fleet < 1:
        raise ProblemError("a fleet has one unit or more", place="evaluate.fleet")
    if asked.fleet > MAX_FLEET:
        raise LimitError(f"a fleet has at most {MAX_FLEET:,} units", place="evaluate.fleet")
    if not 0 <= asked.threshold <= 1:
        raise ProblemError("a threshold is between 0 and 1", place="evaluate.threshold")
