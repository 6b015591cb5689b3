"""The CausaLab hypothesis record: claimed edges, the target's equation, coefficients.

::

    {"edges": [{"from": "density", "to": "resonanceFreq"}],
     "freq_equation": "resonanceFreq = base + c_density*density",
     "coefficients": {"base": 25, "c_density": 2}}

A coefficient is called ``c_<property>``; in the quadratic family ``c_<property>_1`` multiplies the square
and ``c_<property>_2`` the property itself; the other names that the released scorer knows are read too.
null means unknown. Exactly the target's parents appear in the equation. Aliases of the target's name are
one variable. Whether the edges are acyclic, and whether they fit the data, is no matter of grammar.

Whatever is wrong is said; a record with a *fatal* mistake cannot be read as a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from symcause.errors import SymcauseError, did_you_mean
from symcause.families.linear.bounds import RECORD_EDGES
from symcause.families.linear.files.coefficient_names import (
    BASE,
    NamedCoefficients,
    coefficient_names,
    named_coefficients,
)
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.grammar.equations.equation_parser import EquationError, EquationMistake, parse_partial
from symcause.models.hypotheses import Hypothesis, PartialEquation, is_target
from symcause.models.variable_names import natural


class HypothesisMistake(StrEnum):
    """The name of a mistake in a record."""

    NOT_A_RECORD = "not-a-record"
    BAD_EDGE = "bad-edge"
    UNDECLARED_PROPERTY = "undeclared-property"
    BAD_COEFFICIENT_NAME = "bad-coefficient-name"
    NON_NUMERIC_COEFFICIENT = "non-numeric-coefficient"
    BAD_EQUATION = "bad-equation"
    PARENTS_DISAGREE = "parents-and-equation-disagree"
    ZERO_COEFFICIENT = "zero-coefficient-of-a-parent"
    COEFFICIENT_WITHOUT_EDGE = "coefficient-without-edge"
    EDGE_WITHOUT_COEFFICIENT = "edge-without-coefficient"

    @property
    def fatal(self) -> bool:
        """Can a record with it not be read as a model?"""
        return self not in (
            HypothesisMistake.BAD_COEFFICIENT_NAME,
            HypothesisMistake.COEFFICIENT_WITHOUT_EDGE,
            HypothesisMistake.EDGE_WITHOUT_COEFFICIENT,
        )


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


@dataclass(frozen=True)
class Examined:
    """What a record says, None if it cannot be read as a model, and everything that is wrong with it."""

    hypothesis: Hypothesis | None
    mistakes: tuple[HypothesisError, ...] = ()

    @property
    def reason(self) -> str | None:
        """Why there is no hypothesis."""
        return next((str(error) for error in self.mistakes if error.mistake.fatal), None)

    @property
    def objections(self) -> tuple[str, ...]:
        return tuple(str(error) for error in self.mistakes)


def examine(
    record: object,
    variables: Sequence[str],
    target: str,
    family: EquationFamily = EquationFamily.LINEAR,
) -> Examined:
    """The same, with all mistakes beside it."""
    if not isinstance(record, Mapping):
        wrong = HypothesisError(
            HypothesisMistake.NOT_A_RECORD, "a hypothesis is a JSON object", value=record
        )
        return Examined(None, (wrong,))
    return _Examination(variables, target, family).of(record)


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


class _Examination:
    """Reads a record part by part; what is wrong with a part is kept beside the others."""

    def __init__(self, variables: Sequence[str], target: str, family: EquationFamily) -> None:
        self._variables, self._target, self._family = variables, target, family
        self._wrong: list[HypothesisError] = []

    def _object(
        self, mistake: HypothesisMistake, message: str, place: str | None = None, **more: str | None
    ) -> None:
        value, remedy = more.get("value"), more.get("remedy")
        self._wrong.append(
            HypothesisError(mistake, message, place=place, value=value, remedy=remedy)
        )

    def of(self, record: Mapping[str, object]) -> Examined:
        edges = tuple(dict.fromkeys(self._edges(record.get("edges"))))
        named = self._coefficients(record.get("coefficients"))
        equation = self._equation(record.get("freq_equation"), named)
        hypothesis = Hypothesis(self._target, edges, equation, tuple(named.values.items()))
        self._weigh(hypothesis, named)
        fatal = any(wrong.mistake.fatal for wrong in self._wrong)
        return Examined(None if fatal else hypothesis, tuple(self._wrong))

    def _edges(self, listed: object) -> Iterator[tuple[str, str]]:
        if listed is None:
            return
        if not isinstance(listed, list | tuple) or len(listed) > RECORD_EDGES:
            self._object(HypothesisMistake.BAD_EDGE, "edges are a list", "edges")
            return
        for i, edge in enumerate(listed):
            place = f"edges[{i}]"
            if isinstance(edge, Mapping) and {"from", "to"} <= set(edge):
                ends = (edge["from"], edge["to"])
            elif isinstance(edge, list | tuple) and len(edge) == 2:
                ends = (edge[0], edge[1])
            else:
                said = 'an edge is {"from": …, "to": …}'
                self._object(HypothesisMistake.BAD_EDGE, said, place, value=str(edge))
                continue
            try:
                cause = resolve(ends[0], self._variables, self._target, f"{place}.from")
                yield cause, resolve(ends[1], self._variables, self._target, f"{place}.to")
            except HypothesisError as error:
                self._wrong.append(error)

    def _coefficients(self, given: object) -> NamedCoefficients:
        if given is not None and not isinstance(given, Mapping):
            said = "coefficients are an object"
            self._object(HypothesisMistake.NOT_A_RECORD, said, "coefficients")
        told = given if isinstance(given, Mapping) else {}
        coefficients = named_coefficients(told, self._variables, self._target, self._family)
        for key in coefficients.odd:
            self._object(
                HypothesisMistake.NON_NUMERIC_COEFFICIENT,
                "a coefficient is a number or null",
                f"coefficients.{key}",
                value=str(told[key]),
            )
        for key in coefficients.unknown:
            self._object(
                HypothesisMistake.BAD_COEFFICIENT_NAME,
                "no coefficient of a declared property",
                f"coefficients.{key}",
                value=key,
                remedy=did_you_mean(key, [*coefficients.aliases, BASE]),
            )
        return coefficients

    def _equation(self, text: object, named: NamedCoefficients) -> PartialEquation | None:
        if text is None or text == "":
            return None
        if not isinstance(text, str):
            said = "freq_equation is a text"
            self._object(HypothesisMistake.BAD_EQUATION, said, "freq_equation", value=str(text))
            return None
        parameters = {BASE: None, **named.aliases}
        stated = _named(text, self._target)
        try:
            equation = parse_partial(
                stated, self._variables, target=self._target, parameters=parameters
            )
        except EquationError as error:
            unknown = error.mistake is EquationMistake.UNKNOWN_NAME
            kind = HypothesisMistake
            mistake = kind.UNDECLARED_PROPERTY if unknown else kind.BAD_EQUATION
            self._object(mistake, str(error), "freq_equation")
            return None
        linear = self._family is EquationFamily.LINEAR
        if linear and any(effect.square != 0 for _, effect in equation.effects):
            said = "a square in the linear family"
            self._object(HypothesisMistake.BAD_EQUATION, said, "freq_equation", value=text)
            return None
        return equation

    def _weigh(self, hypothesis: Hypothesis, named: NamedCoefficients) -> None:
        """Edges, coefficients and equation against each other."""
        parents, target = set(hypothesis.parents(self._target)), self._target
        for key, owner in named.owners.items():
            value = named.aliases.get(key, named.values.get(f"c_{owner}"))
            if owner not in parents and value:
                said = f"{key} is not 0, yet {owner} → {target} is no edge"
                self._object(HypothesisMistake.COEFFICIENT_WITHOUT_EDGE, said)
        zero = {parent for parent in parents if self._is_zero(parent, named)}
        for parent in natural(zero):
            (name, *_) = coefficient_names(parent, self._family)
            said = f"{name} is 0, yet {parent} → {target} is an edge"
            self._object(HypothesisMistake.ZERO_COEFFICIENT, said)
        if set(named.owners.values()):
            for parent in natural(parents - set(named.owners.values())):
                said = f"{parent} → {target} is an edge, yet it has no coefficient"
                self._object(HypothesisMistake.EDGE_WITHOUT_COEFFICIENT, said)
        if hypothesis.equation is None:
            return
        terms = set(hypothesis.equation.parents)
        if parents - zero != terms - zero:
            self._object(
                HypothesisMistake.PARENTS_DISAGREE,
                f"the edges give {target} the parents {_joined_names(natural(parents))}, "
                f"the equation has terms in {_joined_names(natural(terms))}",
                "freq_equation",
                remedy="exactly the parents appear in the equation, with effects that are not zero",
            )

    def _is_zero(self, parent: str, named: NamedCoefficients) -> bool:
        """Are all coefficients of a parent stated, and nothing?"""
        names = coefficient_names(parent, self._family)
        return all(named.values.get(name) == 0 for name in names)


def _named(text: str, target: str) -> str:
    """The equation with the target's own name on its left, whichever alias stands there."""
    left, sign, right = text.partition("=")
    return f"{target} = {right}" if sign and is_target(left.strip(), target) else text


def _joined_names(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "none"
