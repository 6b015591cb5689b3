"""Separations of models as documents have them: the best experiment between two, and other members."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.families.finite.documents.model_part import mechanism_texts, roots_of
from symcause.families.finite.documents.separation_part import (
    AlternativePart,
    ComparedPart,
    DifferencePart,
    ExperimentPart,
    WitnessPart,
)
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.structure_scores import differing_entries
from symcause.families.finite.space.model_comparison import Compared, RootWitness, StateWitness

if TYPE_CHECKING:
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel


def compared_part(problem: FiniteProblem, compared: Compared | Unknown | None) -> ComparedPart:
    """The best experiment; nothing where it is not known."""
    if not isinstance(compared, Compared):
        return ComparedPart()
    rates = [
        None if rate is None else float(rate) for rate in (compared.disagreement, compared.cells)
    ]
    return ComparedPart(
        experiment=ExperimentPart(assignments=_said(problem, compared.setting)),
        pair_disagreement_rate=rates[0],
        cell_difference_rate=rates[1],
        separable=compared.separable,
        witness=_witness(problem, compared),
    )


def _witness(problem: FiniteProblem, compared: Compared) -> WitnessPart | None:
    domains, witness = problem.domains, compared.witness
    match witness:
        case RootWitness():
            given = _said(problem, witness.roots)
            differences = tuple(
                DifferencePart(
                    variable=domains[at].name,
                    reference=domains[at].values[first],
                    alternative=domains[at].values[second],
                )
                for at, first, second in witness.differences
            )
            return WitnessPart(root_assignment=given, differences=differences)
        case StateWitness(state, in_first):
            values = tuple(one.values[at] for one, at in zip(domains, state, strict=True))
            return WitnessPart(state=values, possible_in="reference" if in_first else "alternative")
        case None:
            return None


def _said(problem: FiniteProblem, cells: Iterable[tuple[int, int]]) -> dict[str, Value]:
    domains = problem.domains
    return {domains[at].name: domains[at].values[value] for at, value in cells}


def alternative_part(
    space: AnySpace, reference: TableModel, other: TableModel, most_targets: int = 1
) -> AlternativePart:
    """Another member: what changed, and the best experiment between the two."""
    problem = space.problem
    changed = tuple(
        v for v in problem.variables if reference.functions.get(v) != other.functions.get(v)
    )
    compared = compared_part(problem, space.compared(reference, other, most_targets))
    return AlternativePart(
        roots=roots_of(problem, other),
        mechanisms=mechanism_texts(problem, other),
        changed=changed,
        entries=sum(_entries(problem, reference, other, v) for v in changed),
        experiment=compared.experiment,
        pair_disagreement_rate=compared.pair_disagreement_rate,
        cell_difference_rate=compared.cell_difference_rate,
        separable=compared.separable,
        witness=compared.witness,
    )


def _entries(problem: FiniteProblem, first: TableModel, second: TableModel, variable: str) -> int:
    """Where two mechanisms differ: of a root everywhere."""
    functions = [model.functions.get(variable) for model in (first, second)]
    both = [function for function in functions if function is not None]
    if len(both) == 2:
        return differing_entries(problem, both[0], both[1])[0]
    return len(both[0].outputs)
