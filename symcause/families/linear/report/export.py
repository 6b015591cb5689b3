"""Export from linear reports: crystals as pictures and LaTeX."""

from __future__ import annotations

from fractions import Fraction

from symcause.errors import UsageError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.grammar import to_latex
from symcause.models.dags import DAG
from symcause.models.equations import Equation
from symcause.models.exact_numbers import print_number
from symcause.models.expressions import Variable
from symcause.reports.export import Picture
from symcause.reports.latex_display import aligned


def picture(thing: CrystalModel | LinearProblem) -> Picture:
    """The graph of a model, or of a problem's gold with its target framed."""
    if isinstance(thing, CrystalModel):
        return Picture(DAG.of(sorted(thing.edges), nodes=thing.variables))
    graph = picture(_gold(thing, "no graph to export")).graph
    return Picture(graph, marked=(thing.target,))


def latex_of(problem: LinearProblem) -> str:
    """Gold's equations for a paper."""
    model = _gold(problem, "nothing to write")
    return aligned({name: equation_latex(equation) for name, equation in model.equations.items()})


def _gold(problem: LinearProblem, otherwise: str) -> CrystalModel:
    model = problem.gold_model()
    if model is None:
        raise UsageError(f"the problem has no gold: {otherwise}", value=problem.id)
    return model


def equation_latex(equation: Equation) -> str:
    r"""The right-hand side of a crystal's equation for LaTeX's mathematics mode.

    >>> from symcause.grammar.equations.equation_parser import parse_equation
    >>> print(equation_latex(parse_equation("1/3 - 2*density + size^2", ["density", "size"])))
    \frac{1}{3} - 2\,\mathit{density} + \mathit{size}^{2}
    """
    terms = [(equation.base, "")]
    for parent, effect in equation.effects:
        name = to_latex(Variable(parent))
        terms += [(effect.square, f"{name}^{{2}}"), (effect.linear, name)]
    text = ""
    for value, name in terms:
        if value:
            sign = "-" if value < 0 else "+"
            text += f" {sign} {_term(abs(value), name)}" if text else _first(value, name)
    return text or "0"


def _first(value: Fraction, name: str) -> str:
    return ("-" if value < 0 else "") + _term(abs(value), name)


def _term(value: Fraction, name: str) -> str:
    number = print_number(value)
    if "/" in number:
        number = rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
    if not name:
        return number
    return name if value == 1 else rf"{number}\,{name}"
