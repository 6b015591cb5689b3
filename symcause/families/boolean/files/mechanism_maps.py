"""Mechanism maps in Boolean files: gold and reference models in the language of their problem.

A map must be complete and must parse; unknown names are refused. Whether the model is *legal* in the
problem's setting, acyclic and right about the rows is not asked here: that is for the audit to say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from symcause.errors import ProblemError, did_you_mean
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.problem_validation import no_repeats
from symcause.formats.strict_json import below
from symcause.models.expressions import Expression
from symcause.models.mechanism_scanner import scan

_SHORT = 1_000  # characters: no other bound is needed up to here


def read_model(
    problem: BooleanProblem,
    mechanisms: Mapping[str, str],
    *,
    place: str,
    key: str = "mechanisms",
    roots: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
) -> Answer:
    """The model at *place* (``gold`` or ``reference``) of a problem that is otherwise complete.

    *key* is where its mechanisms stand under that place.
    """
    where = below(place, key)
    if roots is None:
        chosen = _implied_roots(problem, mechanisms, where)
    else:
        chosen = _stated_roots(problem, roots, below(place, "roots"))
    _check_keys(problem, mechanisms, chosen, where)
    if order is not None:
        _check_order(problem, order, below(place, "order"))
    parsed = {v: _parsed(problem, text, below(where, v)) for v, text in mechanisms.items()}
    return Answer(
        parsed,
        None if roots is None else tuple(roots),
        None if order is None else tuple(order),
    )


def _implied_roots(problem: BooleanProblem, mechanisms: Collection[str], place: str) -> set[str]:
    if problem.disclosure.roots is not None:
        return set(problem.disclosure.roots)
    roots = {v for v in problem.variables if v not in mechanisms}
    _check_count(problem, len(roots), place)
    return roots


def _stated_roots(problem: BooleanProblem, roots: Sequence[str], place: str) -> set[str]:
    _known(problem, roots, place)
    no_repeats(roots, place)
    disclosed = problem.disclosure.roots
    if disclosed is not None and set(roots) != set(disclosed):
        raise ProblemError(
            "not the roots that the problem discloses",
            place=place,
            value=", ".join(roots),
            remedy=f"disclosed: {', '.join(disclosed)}",
        )
    _check_count(problem, len(set(roots)), place)
    return set(roots)


def _check_count(problem: BooleanProblem, count: int, place: str) -> None:
    expected = problem.disclosure.size_of_root_set
    if count != expected:
        raise ProblemError(
            f"a model with {count} roots in a problem that discloses {expected}",
            place=place,
            remedy="give mechanisms for exactly the other variables",
        )


def _check_keys(
    problem: BooleanProblem, mechanisms: Collection[str], roots: set[str], place: str
) -> None:
    _known(problem, mechanisms, place)
    for name in mechanisms:
        if name in roots:
            raise ProblemError(
                f"{name} is a root: it has no mechanism", place=place, remedy=f"remove {name}"
            )
    for name in problem.variables:
        if name not in mechanisms and name not in roots:
            raise ProblemError(f"no mechanism for {name}", place=place, remedy=f"add {name}")


def _check_order(problem: BooleanProblem, order: Sequence[str], place: str) -> None:
    _known(problem, order, place)
    if len(order) != len(set(order)) or len(order) != len(problem.variables):
        raise ProblemError("an order holds every variable once", place=place)


def _known(problem: BooleanProblem, names: Collection[str], place: str) -> None:
    for name in names:
        if name not in problem.variables:
            raise ProblemError(
                "unknown variable",
                place=place,
                value=name,
                remedy=did_you_mean(name, problem.variables),
            )


def _parsed(problem: BooleanProblem, text: str, place: str) -> Expression:
    """A text of plain characters is scanned at once; all others, and every mistake, take the long way."""
    if text.isascii() and text.isprintable() and len(text) <= _SHORT:
        expression = scan(text.strip(), problem.operators, constants=problem.constants)
        if expression is not None and expression.variables <= set(problem.variables):
            return expression
    from symcause.grammar import MechanismError, parse

    try:
        return parse(
            text,
            operators=problem.operators,
            constants=problem.constants,
            allowed=problem.variables,
        )
    except MechanismError as error:
        raise error.at(place=place) from None
