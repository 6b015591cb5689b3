"""The document ``symcause.scenario/1``: files of scenarios as JSON.

The structs of :mod:`.document_structs` are the definition of the format. Numbers are JSON numbers or
decimal and fraction texts, read exactly; expressions are texts (or numbers) in the language of scenarios;
keys that nobody knows are refused. Writing what was read gives the same scenario back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.claim_documents import check_claims, read_claims
from symcause.families.scenario.files.document_structs import (
    BudgetDocument,
    CycleDocument,
    DomainDocument,
    EvaluateDocument,
    HistoryDocument,
    ObserveDocument,
    ScenarioDocument,
    VariableDocument,
)
from symcause.families.scenario.files.term_reader import (
    read_distribution,
    read_number_at,
    read_repeat,
    read_term,
    read_value,
)
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Define,
    Domain,
    Draw,
    Integer,
    Value,
    Variable,
)
from symcause.families.scenario.problem.problem import (
    Entry,
    Evaluate,
    History,
    Observe,
    ScenarioProblem,
    TrialBudget,
)
from symcause.families.scenario.problem.scenario_validation import check, kinds_of
from symcause.families.scenario.problem.term_types import NUMBER
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.struct_decoder import decode
from symcause.grammar.scenario.scenario_terms import Term


def read_scenario(document: object, file: str | None = None) -> ScenarioProblem:
    """The scenario that a decoded JSON document describes."""
    read = decode(document, ScenarioDocument, file=file)
    try:
        source = document if isinstance(document, dict) else None
        problem = replace(_numbered(_problem(read)), source=source)
        check(problem)
        check_claims(problem.claims, problem.design)
        return problem
    except SymcauseError as error:
        raise error.at(file=file) from None


def _numbered(problem: ScenarioProblem) -> ScenarioProblem:
    """Texts that are forced on variables with numbers are numbers."""
    history = problem.history
    if history is None or not any(
        isinstance(v, str) for e in history.policy for v in e.force.values()
    ):
        return problem
    kinds = kinds_of(problem)
    policy = tuple(
        replace(
            entry,
            force={
                name: read_number_at(value, f"history.policy[{i}].force.{name}")
                if isinstance(value, str) and kinds.get(name) == NUMBER
                else value
                for name, value in entry.force.items()
            },
        )
        for i, entry in enumerate(history.policy)
    )
    return replace(problem, history=replace(history, policy=policy))


def _problem(read: ScenarioDocument) -> ScenarioProblem:
    return ScenarioProblem(
        id=check_id(read.id),
        design=read_domains(read.design),
        constraints=read_constraints(read.constraints),
        variables=read_variables(read.variables),
        outcome=read.outcome,
        stages={
            stage: {
                name: read_distribution(drawn, f"stages.{stage}.{name}")
                for name, drawn in shift.items()
            }
            for stage, shift in read.stages.items()
        },
        observe=read_observe(read.observe),
        history=None if read.history is None else _history(read.history),
        budget=read_budget(read.budget),
        evaluate=read_evaluate(read.evaluate),
        claims=read_claims(read.claims),
        metadata=plain_metadata(read.metadata),
    )


def read_domains(read: Mapping[str, DomainDocument]) -> dict[str, Domain]:
    """The design variables."""
    return {name: _domain(domain, f"design.{name}") for name, domain in read.items()}


def read_constraints(read: Sequence[object]) -> tuple[Term, ...]:
    """What must hold of a design."""
    return tuple(read_term(rule, f"constraints[{i}]") for i, rule in enumerate(read))


def read_budget(read: BudgetDocument | None) -> TrialBudget | None:
    """How much may be tried."""
    if read is None:
        return None
    return TrialBudget(read.deployments, read.units, read.per_deployment, read.queries)


def read_evaluate(read: EvaluateDocument | None) -> Evaluate | None:
    """The fleet and its threshold."""
    if read is None:
        return None
    threshold = read_number_at(read.threshold, "evaluate.threshold")
    return Evaluate(read.fleet, threshold, read.stage)


def _domain(read: DomainDocument, place: str) -> Domain:
    default = read_value(read.default, f"{place}.default")
    if read.type == "boolean":
        if not isinstance(default, bool):
            raise ProblemError("expected true or false", place=f"{place}.default")
        return Boolean(default)
    if read.type == "choice":
        if read.options is None or not isinstance(default, str):
            raise ProblemError("a choice has options, its default is one", place=place)
        return Choice(read.options, default)
    if isinstance(default, bool | str) or default.denominator != 1:
        raise ProblemError("expected a whole number", place=f"{place}.default")
    if read.min is None or read.max is None:
        raise ProblemError("an integer has min and max", place=place, remedy="add both")
    return Integer(read.min, read.max, int(default))


def read_variables(
    read: Sequence[VariableDocument], place: str = "variables"
) -> tuple[Variable, ...]:
    """The variables of a model."""
    return tuple(_variable(v, f"{place}[{i}]") for i, v in enumerate(read))


def _variable(read: VariableDocument, place: str) -> Variable:
    said = [key for key in ("draw", "is_", "repeat") if getattr(read, key) is not None]
    if len(said) != 1:
        raise ProblemError(
            "a variable has exactly one of draw, is, repeat", place=place, value=read.name
        )
    if read.draw is not None:
        return Draw(read.name, read_distribution(read.draw, f"{place}.draw"))
    if read.repeat is not None:
        return read_repeat(read.name, read.repeat, f"{place}.repeat")
    return Define(read.name, read_term(read.is_, f"{place}.is"))


def read_observe(read: ObserveDocument) -> Observe:
    """What is shown."""
    select = None if read.select is None else read_term(read.select, "observe.select")
    return Observe(_once(read.records, "observe.records"), select, read.counts)


def _once(names: tuple[str, ...], place: str) -> tuple[str, ...]:
    """A list of names in which none stands twice."""
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ProblemError("stands twice", place=f"{place}[{at}]", value=name)
    return names


def _history(read: HistoryDocument) -> History:
    cycle = isinstance(read.policy, CycleDocument)
    entries = read.policy.cycle if isinstance(read.policy, CycleDocument) else read.policy
    place = "history.policy.cycle" if cycle else "history.policy"
    policy = tuple(
        Entry(
            read_number_at(entry.weight, f"{place}[{i}].weight"),
            read_values(entry.design, f"{place}[{i}].design"),
            read_values(entry.force, f"{place}[{i}].force"),
        )
        for i, entry in enumerate(entries)
    )
    show = None if read.show is None else _once(read.show, "history.show")
    return History(read.records, policy, show, cycle, read.counts)


def read_values(read: Mapping[str, object], place: str) -> dict[str, Value]:
    """Values by name."""
    return {name: read_value(value, f"{place}.{name}") for name, value in read.items()}
