"""Misfits in the model of a scenario problem: probabilities beyond 0 to 1, empty ranges.

A *misfit* is a rule with the condition under which a variable breaks it. Where the condition speaks of
constants alone the scenario is refused; where it depends on designs or draws it is an event, and whoever
values events can tell whether it happens.

>>> from symcause.families.scenario.models.model_components import Distribution
>>> from symcause.grammar.scenario.term_parser import parse_term
>>> from symcause.grammar.scenario.scenario_terms import show
>>> [found] = misfits(Draw("x", Distribution("bernoulli", (parse_term("s/4"),))), "variables[0]")
>>> found.place, show(found.condition)
('variables[0].draw.bernoulli', 's / 4 < 0 or s / 4 > 1')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from symcause.errors import ProblemError, shorten
from symcause.families.scenario.models.model_components import (
    Define,
    Distribution,
    Draw,
    Repeat,
    Value,
    Variable,
)
from symcause.families.scenario.models.term_evaluation import Inexact, Undefined, evaluate
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem, value_text
from symcause.grammar.scenario.scenario_terms import (
    Apply,
    Case,
    Name,
    Number,
    Term,
    Text,
    names,
    show,
)

CHANCE = "a probability is between 0 and 1"
_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))
_NOTHING = "there is no value then"


@dataclass(frozen=True)
class Misfit:
    """A rule that a variable breaks where the condition holds, and what is done then."""

    place: str
    rule: str
    about: tuple[Term, ...]  # what breaks it; two ends of a range
    condition: Term
    then: str = _NOTHING

    def sentence(self, where: str) -> str:
        """The misfit as a sentence; *where* names the design."""
        got = shorten(self.breach(), 60)
        return f"{self.place}: {self.rule} (got {got} with {where}); {self.then}"

    def breach(self, known: Mapping[str, Value] | None = None) -> str:
        """What breaks the rule; as values where all names are *known*."""
        if known is None:
            return "..".join(map(show, self.about))
        return "..".join(value_text(evaluate(term, known)) for term in self.about)


def misfits(variable: Variable, place: str) -> Iterator[Misfit]:
    """The rules that a variable may break; *place* is where it stands in its file."""
    if isinstance(variable, Draw):
        yield from drawn_misfits(variable.distribution, f"{place}.draw")
    elif isinstance(variable, Repeat):
        yield from _loop_misfits(variable, f"{place}.repeat")
    else:
        yield from _divisors(variable.term, f"{place}.is")


def _loop_misfits(loop: Repeat, place: str) -> Iterator[Misfit]:
    yield _probability(loop.chance, f"{place}.chance")
    for target, weight in loop.targets:
        yield _weight(weight, f"{place}.targets.{target}")
        yield from _divisors(weight, f"{place}.targets.{target}")
    for name, drawn in loop.draws:
        yield from drawn_misfits(drawn, f"{place}.draws.{name}")
    for key in ("times", "chance", "amount"):
        yield from _divisors(getattr(loop, key), f"{place}.{key}")


def drawn_misfits(drawn: Distribution, place: str) -> Iterator[Misfit]:
    """The rules that the parameters of a distribution may break."""
    place, given = f"{place}.{drawn.kind}", drawn.terms
    for term in given:
        yield from _divisors(term, place)
    if drawn.kind == "bernoulli":
        yield _probability(given[0], place)
    elif drawn.kind == "categorical":
        for option, term in zip(drawn.options, given, strict=True):
            yield _weight(term, f"{place}.{option}")
        total = reduce(lambda left, right: Apply("+", (left, right)), given)
        rule, then = "the probabilities do not add up to 1", "they are divided by their sum"
        yield Misfit(place, rule, (total,), Apply("!=", (total, _ONE)), then)
    elif drawn.kind == "integer":
        above = Apply("neg", (Apply("floor", (Apply("neg", given[:1]),)),))
        yield _empty(above, Apply("floor", given[1:]), place)
    elif drawn.kind == "uniform":
        yield _empty(given[0], given[1], place)
    else:
        mean, sd = given[:2]
        yield Misfit(place, "a deviation below zero", (sd,), Apply("<", (sd, _ZERO)))
        if drawn.kind == "truncated":
            low, high = given[2:]
            yield _empty(low, high, place)
            outside = _either(Apply("<", (mean, low)), Apply(">", (mean, high)))
            condition = _both((Apply("==", (sd, _ZERO)), outside))
            yield Misfit(place, "the draw never lies within its ends", (mean,), condition)


def check_constants(problem: ScenarioProblem) -> None:
    """Raise the first misfit that is there whatever the design and the draws."""
    known = _constants(problem.variables)
    for stage in (FIRST_STAGE, *problem.stages):
        for misfit in staged_misfits(problem, stage):
            if names(misfit.condition) <= known.keys():
                _refuse(misfit, known)


def staged_misfits(problem: ScenarioProblem, stage: str) -> Iterator[Misfit]:
    """The misfits of all variables as they are in a stage."""
    shift = problem.stages.get(stage, {})
    for index, variable in enumerate(problem.staged(stage)):
        if variable.name in shift:
            yield from drawn_misfits(shift[variable.name], f"stages.{stage}.{variable.name}")
        else:
            yield from misfits(variable, f"variables[{index}]")


def _refuse(found: Misfit, known: dict[str, Value]) -> None:
    try:
        if evaluate(found.condition, known) is not True:
            return
        value = found.breach(known)
    except Undefined as error:
        raise ProblemError(str(error), place=found.place, value=found.breach()) from None
    except Inexact:
        return
    raise ProblemError(found.rule, place=found.place, value=value)


def _constants(variables: Iterable[Variable]) -> dict[str, Value]:
    """The variables that are the same in every unit of every design."""
    constants: dict[str, Value] = {}
    for variable in variables:
        if isinstance(variable, Define) and names(variable.term) <= constants.keys():
            try:
                constants[variable.name] = evaluate(variable.term, constants)
            except Inexact:
                continue
    return constants


def _probability(term: Term, place: str) -> Misfit:
    outside = _either(Apply("<", (term, _ZERO)), Apply(">", (term, _ONE)))
    return Misfit(place, CHANCE, (term,), outside, "it is cut off at 0 and 1")


def _weight(term: Term, place: str) -> Misfit:
    below = Apply("<", (term, _ZERO))
    return Misfit(place, "a weight below zero", (term,), below, "it counts as zero")


def _empty(low: Term, high: Term, place: str) -> Misfit:
    return Misfit(place, "the range is empty", (low, high), Apply("<", (high, low)))


def _either(left: Term, right: Term) -> Term:
    return Apply("or", (left, right))


def _both(terms: tuple[Term, ...]) -> Term:
    return reduce(lambda left, right: Apply("and", (left, right)), terms)


def _divisors(term: Term, place: str) -> Iterator[Misfit]:
    for bottom, condition in _divisions(term, ()):
        yield Misfit(place, "division by zero", (bottom,), condition)


def _divisions(term: Term, path: tuple[Term, ...]) -> Iterator[tuple[Term, Term]]:
    """Every divisor in a term, with the condition under which it counts and is zero."""
    if isinstance(term, Case):
        for option, arm in term.arms:
            same = Apply("==", (Name(term.subject), Text(option)))
            yield from _divisions(arm, (*path, same))
        if term.otherwise is not None:
            other = tuple(
                Apply("!=", (Name(term.subject), Text(option))) for option, _ in term.arms
            )
            yield from _divisions(term.otherwise, (*path, *other))
    elif isinstance(term, Apply):
        if term.op == "if":
            test, yes, no = term.args
            yield from _divisions(test, path)
            yield from _divisions(yes, (*path, test))
            yield from _divisions(no, (*path, Apply("not", (test,))))
            return
        if term.op == "/" and not (isinstance(term.args[1], Number) and term.args[1].value):
            yield term.args[1], _both((*path, Apply("==", (term.args[1], _ZERO))))
        for index, arg in enumerate(term.args):
            before = term.args[:index] if term.op in ("and", "or") else ()
            reached = before if term.op == "and" else tuple(Apply("not", (a,)) for a in before)
            yield from _divisions(arg, (*path, *reached))
