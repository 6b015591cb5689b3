"""CausaLab hypothesis records: claimed edges, the target's equation, named coefficients.

::

    {"edges": [{"from": "density", "to": "resonanceFreq"}],
     "freq_equation": "resonanceFreq = base + c_density*density",
     "coefficients": {"base": 25, "c_density": 2}}

A coefficient is called ``c_<property>``; in the quadratic family ``c_<property>_1`` multiplies the square
and ``c_<property>_2`` the property itself. null means unknown. Exactly the target's parents appear in the
equation. Aliases of the target's name are one variable. Whether the edges are acyclic, and whether they
fit the data, is no matter of grammar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from symcause.errors import SymcauseError, did_you_mean
from symcause.families.linear.models.crystals import EquationFamily
from symcause.grammar.equations import EquationError, EquationMistake, parse_partial
from symcause.models.hypotheses import Hypothesis, PartialEquation, is_target
from symcause.models.names import natural
from symcause.models.numbers import read_number

MAX_EDGES = 10_000
"""Most edges of one record."""


class HypothesisMistake(StrEnum):
    """The name of a mistake in a record."""

    NOT_A_RECORD = "not-a-record"
    BAD_EDGE = "bad-edge"
    UNDECLARED_PROPERTY = "undeclared-property"
    BAD_COEFFICIENT_NAME = "bad-coefficient-name"
    NON_NUMERIC_COEFFICIENT = "non-numeric-coefficient"
    BAD_EQUATION = "bad-equation"
    PARENTS_DISAGREE = "parents-and-equation-disagree"


class HypothesisError(SymcauseError):
    """A record that breaks the schema; *mistake* names how."""

    mistake: HypothesisMistake

    def __init__(
        self,
        mistake: HypothesisMistake,
        message: str,
        *,
        place: str | None = None,
        value: object = None,
        remedy: str | None = None,
    ) -> None:
        self.mistake = mistake
        super().__init__(message, place=place, value=value, remedy=remedy)


def parse_hypothesis(
    record: object,
    variables: Sequence[str],
    target: str,
    family: EquationFamily = EquationFamily.LINEAR,
) -> Hypothesis:
    """The hypothesis that a decoded JSON record states (numbers decoded exactly, not as floats)."""
    if not isinstance(record, Mapping):
        raise HypothesisError(
            HypothesisMistake.NOT_A_RECORD, "a hypothesis is a JSON object", value=record
        )
    edges = _edges(record.get("edges"), variables, target)
    coefficients = _coefficients(record.get("coefficients"), variables, target, family)
    equation = _equation(record.get("freq_equation"), coefficients, variables, target, family)
    hypothesis = Hypothesis(target, edges, equation, tuple(coefficients.items()))
    _check_agreement(hypothesis)
    return hypothesis


def resolve(name: object, variables: Sequence[str], target: str, place: str) -> str:
    """The declared variable that *name* means, aliases of the target included."""
    if isinstance(name, str):
        if name in variables:
            return name
        if is_target(name, target):
            return target
    raise HypothesisError(
        HypothesisMistake.UNDECLARED_PROPERTY,
        "undeclared property",
        place=place,
        value=name,
        remedy=did_you_mean(name, variables) if isinstance(name, str) else None,
    )


def _edges(listed: object, variables: Sequence[str], target: str) -> tuple[tuple[str, str], ...]:
    if listed is None:
        return ()
    if not isinstance(listed, list | tuple) or len(listed) > MAX_EDGES:
        raise HypothesisError(
            HypothesisMistake.BAD_EDGE, "edges are a list", place="edges", value=listed
        )
    found: dict[tuple[str, str], None] = {}
    for i, edge in enumerate(listed):
        place = f"edges[{i}]"
        if isinstance(edge, Mapping) and {"from", "to"} <= set(edge):
            ends = (edge["from"], edge["to"])
        elif isinstance(edge, list | tuple) and len(edge) == 2:
            ends = (edge[0], edge[1])
        else:
            raise HypothesisError(
                HypothesisMistake.BAD_EDGE,
                'an edge is {"from": …, "to": …}',
                place=place,
                value=edge,
            )
        cause = resolve(ends[0], variables, target, f"{place}.from")
        effect = resolve(ends[1], variables, target, f"{place}.to")
        found[cause, effect] = None
    return tuple(found)


def coefficient_names(variable: str, family: EquationFamily) -> tuple[str, ...]:
    """The names of a parent's coefficients: linear, or square and linear."""
    if family is EquationFamily.LINEAR:
        return (f"c_{variable}",)
    return (f"c_{variable}_1", f"c_{variable}_2")


def _coefficients(
    given: object, variables: Sequence[str], target: str, family: EquationFamily
) -> dict[str, Fraction | None]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise HypothesisError(
            HypothesisMistake.NOT_A_RECORD,
            "coefficients are an object",
            place="coefficients",
            value=given,
        )
    allowed = {"base"}
    for variable in variables:
        if variable != target:
            allowed.update(coefficient_names(variable, family))
    found: dict[str, Fraction | None] = {}
    for name, value in given.items():
        place = f"coefficients.{name}"
        if name not in allowed:
            raise HypothesisError(
                HypothesisMistake.BAD_COEFFICIENT_NAME,
                "no coefficient of a declared property",
                place=place,
                value=name,
                remedy=did_you_mean(str(name), allowed),
            )
        found[name] = _number(value, place)
    return found


def _number(value: object, place: str) -> Fraction | None:
    if value is None:
        return None
    try:
        return read_number(value)
    except SymcauseError:
        raise HypothesisError(
            HypothesisMistake.NON_NUMERIC_COEFFICIENT,
            "a coefficient is a number or null",
            place=place,
            value=value,
        ) from None


def _equation(
    text: object,
    coefficients: Mapping[str, Fraction | None],
    variables: Sequence[str],
    target: str,
    family: EquationFamily,
) -> PartialEquation | None:
    if text is None or text == "":
        return None
    if not isinstance(text, str):
        raise HypothesisError(
            HypothesisMistake.BAD_EQUATION,
            "freq_equation is a text",
            place="freq_equation",
            value=text,
        )
    unknown: dict[str, Fraction | None] = {"base": None}
    for variable in variables:
        if variable != target:
            unknown.update(dict.fromkeys(coefficient_names(variable, family)))
    parameters = {**unknown, **coefficients}
    try:
        equation = parse_partial(
            _named(text, target), variables, target=target, parameters=parameters
        )
    except EquationError as error:
        unknown_name = error.mistake is EquationMistake.UNKNOWN_NAME
        raise HypothesisError(
            HypothesisMistake.UNDECLARED_PROPERTY
            if unknown_name
            else HypothesisMistake.BAD_EQUATION,
            str(error),
            place="freq_equation",
        ) from error
    if family is EquationFamily.LINEAR and any(
        effect.square != 0 for _, effect in equation.effects
    ):
        raise HypothesisError(
            HypothesisMistake.BAD_EQUATION,
            "a square in the linear family",
            place="freq_equation",
            value=text,
        )
    return equation


def _named(text: str, target: str) -> str:
    """The equation with the target's own name on its left, whichever alias stands there."""
    left, sign, right = text.partition("=")
    return f"{target} = {right}" if sign and is_target(left.strip(), target) else text


def _check_agreement(hypothesis: Hypothesis) -> None:
    if hypothesis.equation is None:
        return
    parents = natural(hypothesis.parents(hypothesis.target))
    terms = natural(hypothesis.equation.parents)
    if parents != terms:
        raise HypothesisError(
            HypothesisMistake.PARENTS_DISAGREE,
            f"the edges give {hypothesis.target} the parents {_listed(parents)}, "
            f"the equation has terms in {_listed(terms)}",
            place="freq_equation",
            remedy="exactly the parents appear in the equation, with effects that are not zero",
        )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "none"
