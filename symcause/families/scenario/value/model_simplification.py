"""Simplification of a scenario model for its values: known things put in, constants folded.

Two assignments that fold to the same model have the same values, whatever the rest of the design: that
is how options are proven equal. A design variable that the outcome of the folded model does not mention
(through its causes) is proven inert.

>>> from symcause.grammar.scenario.term_parser import parse_term
>>> from symcause.grammar.scenario.scenario_terms import show
>>> show(folded(parse_term("if(on, 2*3, x) + y"), {"on": True}))
'6 + y'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from symcause.families.scenario.models.model_components import (
    Define,
    Distribution,
    Draw,
    Repeat,
    Value,
    Variable,
    terms_of,
)
from symcause.families.scenario.models.term_evaluation import Inexact, evaluate
from symcause.families.scenario.problem.problem import ScenarioProblem, constant
from symcause.grammar.scenario.scenario_terms import (
    Apply,
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
    names,
)

Known = Mapping[str, Value]


def folded(term: Term, known: Known) -> Term:
    """The term with what is known put in."""
    if isinstance(term, Number | Truth | Text):
        return term
    if isinstance(term, Name):
        return constant(known[term.name]) if term.name in known else term
    if isinstance(term, Case):
        if term.subject in known:
            arms = dict(term.arms)
            chosen = arms.get(str(known[term.subject]), term.otherwise)
            return term if chosen is None else folded(chosen, known)
        inner = tuple((option, folded(arm, known)) for option, arm in term.arms)
        rest = None if term.otherwise is None else folded(term.otherwise, known)
        return Case(term.subject, inner, rest)
    args = tuple(folded(arg, known) for arg in term.args)
    if term.op == "if" and isinstance(args[0], Truth):
        return args[1] if args[0].value else args[2]
    if term.op == "if" and args[1] == args[2]:
        return args[1]
    if term.op in ("and", "or"):
        return _junction(term.op, args)
    if all(isinstance(arg, Number | Truth | Text) for arg in args):
        try:
            return constant(evaluate(Apply(term.op, args), {}))
        except Inexact:
            pass
    return Apply(term.op, args)


def _junction(op: str, args: tuple[Term, ...]) -> Term:
    deciding = {"or": True, "and": False}[op]
    if any(isinstance(arg, Truth) and arg.value is deciding for arg in args):
        return Truth(deciding)
    left = [arg for arg in args if not isinstance(arg, Truth)]
    if not left:
        return Truth(not deciding)
    return left[0] if len(left) == 1 else Apply(op, tuple(left))


def fold(problem: ScenarioProblem, stage: str, known: Known) -> tuple[Variable, ...]:
    """The variables that the outcome depends on, with what is known put in."""
    return fold_variables(problem.staged(stage), problem.outcome, known)


def fold_variables(
    variables: Iterable[Variable], outcome: str, known: Known
) -> tuple[Variable, ...]:
    """The same of any variables, such as those of an intervention."""
    values = dict(known)
    found: list[Variable] = []
    for variable in variables:
        simple = simplified(variable, values)
        if isinstance(simple, Define) and isinstance(simple.term, Number | Truth | Text):
            values[variable.name] = simple.term.value
        found.append(simple)
    return relevant(found, (outcome,))


def simplified(variable: Variable, known: Known) -> Variable:
    """The variable with what is known put in."""
    if isinstance(variable, Define):
        return Define(variable.name, folded(variable.term, known))
    if isinstance(variable, Draw):
        return Draw(variable.name, _distribution(variable.distribution, known))
    return Repeat(
        variable.name,
        folded(variable.times, known),
        folded(variable.chance, known),
        tuple((target, folded(weight, known)) for target, weight in variable.targets),
        tuple((name, _distribution(drawn, known)) for name, drawn in variable.draws),
        folded(variable.amount, known),
    )


def _distribution(drawn: Distribution, known: Known) -> Distribution:
    return Distribution(drawn.kind, tuple(folded(t, known) for t in drawn.terms), drawn.options)


def relevant(variables: Sequence[Variable], wanted: Iterable[str]) -> tuple[Variable, ...]:
    """The variables that something wanted depends on, in order."""
    needed = set(wanted)
    found = []
    for variable in reversed(variables):
        own = {variable.name}
        if isinstance(variable, Repeat):
            own |= {*variable.totals, f"{variable.name}.hits"}
        if own & needed:
            found.append(variable)
            needed |= {name for term in terms_of(variable) for name in names(term)}
    return tuple(reversed(found))


def depends_on(variables: tuple[Variable, ...]) -> frozenset[str]:
    """All names that the variables mention."""
    return frozenset(n for variable in variables for t in terms_of(variable) for n in names(t))
