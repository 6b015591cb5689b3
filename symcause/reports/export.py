"""Graphs and mechanisms for other programs and for papers.

Graphs as DOT, GraphML or SVG (and every other format of :mod:`symcause.formats.graphs`), from a DAG, a
model or a problem with gold; mechanisms as an aligned LaTeX display.

>>> print(mechanisms_latex({"X3": "(xor X1 X2)"}))
\\begin{align*}
X_{3} &= X_{1} \\oplus X_{2}
\\end{align*}
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.grammar import parse, to_latex
from symcause.models.dags import DAG
from symcause.models.equations import Equation
from symcause.models.expressions import Expression, Variable
from symcause.models.numbers import print_number
from symcause.reports.graph_svg import Line, graph_svg
from symcause.reports.svg import standalone

Drawable = DAG | BooleanSCM | CrystalModel | BooleanProblem | LinearProblem

SUFFIXES = {".dot": "dot", ".gv": "dot", ".graphml": "graphml", ".svg": "svg", ".json": "json"}
"""What :func:`save_graph` writes, by the file's name."""


def graph_of(thing: Drawable) -> DAG:
    """The graph of a model, or of a problem's gold."""
    if isinstance(thing, DAG):
        return thing
    if isinstance(thing, BooleanProblem):
        if thing.gold_scm is None:
            raise UsageError("the problem has no gold: no graph to export", value=thing.id)
        return DAG.of(sorted(thing.gold_scm.edges), nodes=thing.variables)
    if isinstance(thing, LinearProblem):
        model = thing.gold_model()
        if model is None:
            raise UsageError("the problem has no gold: no graph to export", value=thing.id)
        return graph_of(model)
    return DAG.of(sorted(thing.edges), nodes=thing.variables)


def export_graph(thing: Drawable, kind: str) -> str:
    """The graph as text: ``dot``, ``graphml``, ``svg``, ``edges``, ``json`` or ``csv``."""
    from symcause.formats.graphs import write_graph

    return standalone(draw(thing)) if kind == "svg" else write_graph(graph_of(thing), kind)


def save_graph(thing: Drawable, path: str | Path) -> None:
    """Write the graph to a file; its name says in which format."""
    target = Path(path)
    kind = SUFFIXES.get(target.suffix.lower())
    if kind is None:
        raise UsageError(
            "which format?", file=str(path), remedy=f"use one of {', '.join(sorted(SUFFIXES))}"
        )
    text = export_graph(thing, kind)
    try:
        target.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=str(path)) from error


def draw(thing: Drawable) -> str:
    """The graph as a picture: causes above effects, roots rounded, a crystal's target framed twice."""
    dag = graph_of(thing)
    effects = {effect for _, effect in dag.edges}
    roots = [node for node in dag.nodes if node not in effects]
    marked: tuple[str, ...] = ()
    if isinstance(thing, BooleanSCM):
        roots = list(thing.roots)
    elif isinstance(thing, BooleanProblem) and thing.gold_scm is not None:
        roots = list(thing.gold_scm.roots)
    elif isinstance(thing, LinearProblem):
        marked = (thing.target,)
    return str(graph_svg(dag.nodes, [Line(a, b) for a, b in dag.edges], roots=roots, marked=marked))


def mechanisms_latex(mechanisms: Mapping[str, str | Expression] | Answer) -> str:
    """Mechanisms, written or parsed, as an ``align*`` display for LaTeX with amsmath."""
    items = mechanisms.mechanisms if isinstance(mechanisms, Answer) else mechanisms
    return _aligned({name: _right(side) for name, side in items.items()})


def latex_of(problem: BooleanProblem | LinearProblem) -> str:
    """Gold's mechanisms or equations as an ``align*`` display."""
    if isinstance(problem, BooleanProblem):
        if problem.gold is None:
            raise UsageError("the problem has no gold: nothing to write", value=problem.id)
        return mechanisms_latex(problem.gold)
    model = problem.gold_model()
    if model is None:
        raise UsageError("the problem has no gold: nothing to write", value=problem.id)
    return _aligned({name: equation_latex(equation) for name, equation in model.equations.items()})


def equation_latex(equation: Equation) -> str:
    r"""The right-hand side of a crystal's equation for LaTeX's mathematics mode.

    >>> from symcause.grammar.equations import parse_equation
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


def _aligned(sides: Mapping[str, str]) -> str:
    lines = [f"{to_latex(Variable(name))} &= {side}" for name, side in sides.items()]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def _right(side: str | Expression) -> str:
    if not isinstance(side, str):
        return to_latex(side)
    try:
        return to_latex(parse(side, constants=True))
    except SymcauseError:
        return r"\text{not readable}"
