"""Export of Boolean models for a report: the graph, and mechanisms in LaTeX.

>>> print(mechanisms_latex({"X3": "(xor X1 X2)"}))
\\begin{align*}
X_{3} &= X_{1} \\oplus X_{2}
\\end{align*}
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.grammar import parse, to_latex
from symcause.models.dags import DAG
from symcause.models.expressions import Expression
from symcause.reports.export import Picture
from symcause.reports.latex_display import aligned


def picture(thing: BooleanSCM | BooleanProblem) -> Picture:
    """The graph of a model, or of a problem's gold."""
    if isinstance(thing, BooleanSCM):
        return Picture(DAG.of(sorted(thing.edges), nodes=thing.variables), thing.roots)
    if thing.gold_scm is None:
        raise UsageError("the problem has no gold: no graph to export", value=thing.id)
    graph = DAG.of(sorted(thing.gold_scm.edges), nodes=thing.variables)
    return Picture(graph, thing.gold_scm.roots)


def mechanisms_latex(mechanisms: Mapping[str, str | Expression] | Answer) -> str:
    """Mechanisms, written or parsed, as an ``align*`` display for LaTeX with amsmath."""
    items = mechanisms.mechanisms if isinstance(mechanisms, Answer) else mechanisms
    return aligned({name: _right(side) for name, side in items.items()})


def latex_of(problem: BooleanProblem) -> str:
    """Gold's mechanisms for a paper."""
    if problem.gold is None:
        raise UsageError("the problem has no gold: nothing to write", value=problem.id)
    return mechanisms_latex(problem.gold)


def _right(side: str | Expression) -> str:
    if not isinstance(side, str):
        return to_latex(side)
    try:
        return to_latex(parse(side, constants=True))
    except SymcauseError:
        return r"\text{not readable}"
