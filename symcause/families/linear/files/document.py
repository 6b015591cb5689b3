"""The document ``symcause.linear/1``: files of linear problems as JSON.

The structs of :mod:`~files.document_structs` are the definition of the format. Numbers are JSON numbers or
decimal/fraction texts and are read exactly; keys that nobody knows are refused. Writing what was read
(:mod:`~files.document_writer`) gives the same problem back; a file may leave out what has a default.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.errors import ProblemError, SymcauseError
from symcause.families.linear.files.document_structs import (
    BasesDocument,
    ChainDocument,
    CoefficientsDocument,
    DrawnBasesDocument,
    EpisodeDocument,
    GoldDocument,
    HiddenDocument,
    LinearDocument,
    PresetsDocument,
)
from symcause.families.linear.models.lab_rules import (
    EquationFamily,
    Hidden,
    Manipulation,
    Semantics,
)
from symcause.families.linear.problem.problem import (
    BaseRange,
    ChainState,
    Coefficients,
    Domain,
    Episode,
    Gold,
    LinearProblem,
    NormalBases,
    Record,
)
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.strict_json import below
from symcause.formats.structs import decode
from symcause.models.equations import Equation, read_sum
from symcause.models.exact_numbers import print_number, read_number

if TYPE_CHECKING:
    from symcause.models.background_knowledge import Knowledge


def read_linear(document: object, file: str | None = None) -> LinearProblem:
    """The problem that a decoded JSON document describes."""
    read = decode(document, LinearDocument, file=file)
    try:
        return problem_of(read)
    except SymcauseError as error:
        raise error.at(file=file) from None


def problem_of(read: LinearDocument, knowledge: Knowledge | None = None) -> LinearProblem:
    """The problem of a decoded document; version 1 has no *knowledge*."""
    problem = LinearProblem(
        id=check_id(read.id),
        variables=read.variables,
        target=read.target,
        controllable=read.controllable,
        family=EquationFamily(read.family),
        semantics=Semantics(read.semantics),
        rounding=number(read.rounding, "rounding"),
        coefficients=_coefficients(read.coefficients),
        records=tuple(
            Record(record.id, _values(record.values, f"records[{i}].values"))
            for i, record in enumerate(read.records)
        ),
        chain=tuple(_state(state, f"chain[{i}]") for i, state in enumerate(read.chain)),
        reactor=None if read.reactor is None else _values(read.reactor.values, "reactor.values"),
        target_may_cause=read.target_may_cause,
        bases=None if read.bases is None else _range(read.bases, "bases"),
        hidden=None if read.hidden is None else _hidden(read.hidden),
        max_parents=read.max_parents,
        episode=None if read.episode is None else _episode(read.episode),
        unobserved=read.unobserved,
        knowledge=knowledge,
        metadata=plain_metadata(read.metadata),
    )
    if read.gold is None:
        return problem
    return replace(problem, gold=_gold(read.gold, read.variables))


def number(value: object, place: str) -> Fraction:
    """An exact number at a place."""
    try:
        return read_number(value)
    except SymcauseError as error:
        raise error.at(place=place) from None


def optional(value: object, place: str) -> Fraction | None:
    return None if value is None else number(value, place)


def _whole(value: object, place: str) -> int | None:
    exact = optional(value, place)
    if exact is None:
        return None
    if exact.denominator != 1:
        raise ProblemError("not a whole number", place=place, value=print_number(exact))
    return int(exact)


def _coefficients(read: CoefficientsDocument) -> Coefficients:
    return Coefficients(
        Domain(read.domain),
        _whole(read.min, "coefficients.min"),
        _whole(read.max, "coefficients.max"),
        optional(read.min_effect, "coefficients.min_effect"),
    )


def _values(values: Mapping[str, object], place: str) -> dict[str, Fraction]:
    return {name: number(value, below(place, name)) for name, value in values.items()}


def _state(read: ChainDocument, place: str) -> ChainState:
    values = _values(read.values, f"{place}.values")
    if read.intervene is None:
        return ChainState(values)
    if not read.intervene:
        raise ProblemError(
            "an intervention that does nothing",
            place=f"{place}.intervene",
            remedy='leave "intervene" out for one more reading under the same conditions',
        )
    steps = [
        Manipulation(name, number(value, below(f"{place}.intervene", name)))
        for name, value in read.intervene.items()
        if value is not None
    ]
    released = tuple(name for name, value in read.intervene.items() if value is None)
    return ChainState(values, steps[0] if steps else None, tuple(steps[1:]), released)


def _gold(read: GoldDocument, variables: tuple[str, ...]) -> Gold:
    equations: dict[str, Equation] = {}
    for name, text in read.equations.items():
        place = below("gold.equations", name)
        equations[name] = _equation(text, variables, name, place)
    target = optional(read.reactor_target, "gold.reactor_target")
    return Gold(equations, target, read.hidden_nodes)


def _equation(text: str, variables: Collection[str], name: str, place: str) -> Equation:
    """A plain sum is read at once; anything else, and every mistake, by the grammar."""
    equation = read_sum(text, variables)
    if equation is not None and name not in equation.parents:
        return equation
    from symcause.grammar.equations.equation_parser import EquationError, parse_equation

    try:
        return parse_equation(text, variables, target=name)
    except EquationError as error:
        raise error.at(place=place) from None


def _range(read: BasesDocument, place: str) -> BaseRange:
    return BaseRange(optional(read.min, f"{place}.min"), optional(read.max, f"{place}.max"))


def _drawn(read: DrawnBasesDocument, place: str) -> BaseRange | NormalBases:
    mean, deviation = optional(read.mean, f"{place}.mean"), optional(read.std, f"{place}.std")
    if mean is None and deviation is None:
        return _range(read, place)
    if mean is None or deviation is None or (read.min, read.max) != (None, None):
        raise ProblemError(
            "bases are drawn uniformly or normally", place=place, remedy="give mean and std alone"
        )
    return NormalBases(mean, deviation)


def _episode(read: EpisodeDocument) -> Episode:
    bases = {
        name: _drawn(drawn, below("episode.bases", name)) for name, drawn in read.bases.items()
    }
    presets, place = read.presets or PresetsDocument(), "episode.presets"
    return Episode(
        read.budget,
        bases,
        tuple(_values(v, f"{place}.records[{i}]") for i, v in enumerate(presets.records)),
        None
        if presets.manipulator is None
        else _values(presets.manipulator, f"{place}.manipulator"),
        None if presets.reactor is None else _values(presets.reactor, f"{place}.reactor"),
    )


def _hidden(read: HiddenDocument) -> Hidden:
    by_node = isinstance(read.weight, dict)
    return Hidden(
        tuple(number(value, f"hidden.values[{i}]") for i, value in enumerate(read.values)),
        Fraction(1) if by_node else number(read.weight, "hidden.weight"),
        read.nodes,
        _values(read.weight, "hidden.weight") if by_node else {},
        number(read.initial, "hidden.initial"),
    )
