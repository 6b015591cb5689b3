"""The trials document ``symcause.trials/1`` in scenario files: what an agent knows.

Designs, constraints, what is shown, budget and goal as in ``symcause.scenario/1``; then the earlier units
that the agent began with and its own deployments. A transcript of an episode holds one, so that every part
of it is a problem of its family, and none tells what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.families.scenario.bounds import MAX_TRIALS
from symcause.families.scenario.files.document import (
    read_budget,
    read_constraints,
    read_domains,
    read_evaluate,
    read_observe,
    read_values,
)
from symcause.families.scenario.files.document_structs import (
    BudgetDocument,
    Datum,
    DomainDocument,
    EvaluateDocument,
    Expression,
    ObserveDocument,
    Strict,
)
from symcause.families.scenario.files.document_writer import (
    write_goal,
    write_observe,
    write_scenario,
    write_space,
    write_values,
)
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.problem.setup_validation import (
    check_design,
    check_setting,
)
from symcause.families.scenario.problem.trial_records import Record, Trial, Trials
from symcause.formats.metadata import check_id
from symcause.formats.struct_decoder import decode

FORMAT = "symcause.trials/1"


class RecordDocument(Strict, frozen=True, kw_only=True):
    """What was shown of one unit."""

    unit: int | None = None
    values: dict[str, Datum]


class TrialDocument(Strict, frozen=True, kw_only=True):
    """Units of one design, how many survived where that was told, and what was shown of them."""

    design: dict[str, Datum]
    count: int
    survived: int | None = None
    records: tuple[RecordDocument, ...] = ()


class TrialsDocument(Strict, frozen=True, kw_only=True):
    """A scenario whose model is hidden, with what was seen of it."""

    format: Literal["symcause.trials/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1})]
    design: dict[str, DomainDocument]
    constraints: tuple[Expression, ...] = ()
    outcome: str
    observe: ObserveDocument = ObserveDocument()
    budget: BudgetDocument | None = None
    evaluate: EvaluateDocument
    seed: int = 0
    history: tuple[TrialDocument, ...] = ()
    deployments: tuple[TrialDocument, ...] = ()


def read_trials(document: object, file: str | None = None) -> ScenarioProblem:
    """The scenario as far as it is known."""
    read = decode(document, TrialsDocument, file=file)
    try:
        problem = _problem(read)
        check_setting(problem)
        assert problem.trials is not None
        parts = (("history", problem.trials.history), ("deployments", problem.trials.deployments))
        for key, trials in parts:
            for i, trial in enumerate(trials):
                check_design(trial.design, problem.design, f"{key}[{i}].design")
        return problem
    except SymcauseError as error:
        raise error.at(file=file) from None


def _problem(read: TrialsDocument) -> ScenarioProblem:
    if len(read.deployments) > MAX_TRIALS:
        raise LimitError(f"an agent has at most {MAX_TRIALS} deployments", place="deployments")
    return ScenarioProblem(
        id=check_id(read.id),
        design=read_domains(read.design),
        variables=(),
        outcome=read.outcome,
        constraints=read_constraints(read.constraints),
        observe=read_observe(read.observe),
        budget=read_budget(read.budget),
        evaluate=read_evaluate(read.evaluate),
        trials=Trials(
            read.seed,
            _trials(read.history, "history"),
            _trials(read.deployments, "deployments"),
        ),
    )


def _trials(read: Sequence[TrialDocument], place: str) -> tuple[Trial, ...]:
    return tuple(read_trial(trial, f"{place}[{i}]") for i, trial in enumerate(read))


def read_trial(read: TrialDocument, place: str) -> Trial:
    """One deployment, or one design of the history."""
    if read.count < 1:
        raise ProblemError("a count is at least 1", place=f"{place}.count", value=read.count)
    if read.survived is not None and not 0 <= read.survived <= read.count:
        raise ProblemError(
            "more or fewer than there were", place=f"{place}.survived", value=read.survived
        )
    if len(read.records) > read.count:
        raise ProblemError("more records than units", place=f"{place}.records")
    return Trial(
        read_values(read.design, f"{place}.design"),
        read.count,
        read.survived,
        tuple(
            Record(read_values(record.values, f"{place}.records[{i}].values"), record.unit)
            for i, record in enumerate(read.records)
        ),
    )


def write_problem(problem: ScenarioProblem) -> dict[str, object]:
    """The document of a scenario, or of what is known of one."""
    if problem.trials is None:
        return write_scenario(problem)
    document: dict[str, object] = {"format": FORMAT, "id": problem.id, **write_space(problem)}
    document |= {"outcome": problem.outcome, "observe": write_observe(problem.observe)}
    document |= write_goal(problem)
    document["seed"] = problem.trials.seed
    if problem.trials.history:
        document["history"] = [write_trial(trial) for trial in problem.trials.history]
    if problem.trials.deployments:
        document["deployments"] = [write_trial(trial) for trial in problem.trials.deployments]
    return document


def write_trial(trial: Trial) -> dict[str, object]:
    """One deployment as plain values."""
    document: dict[str, object] = {"design": write_values(trial.design), "count": trial.count}
    if trial.survived is not None:
        document["survived"] = trial.survived
    return {**document, "records": [_record(record) for record in trial.records]}


def _record(record: Record) -> dict[str, object]:
    numbered: dict[str, object] = {} if record.unit is None else {"unit": record.unit}
    return {**numbered, "values": write_values(record.values)}
