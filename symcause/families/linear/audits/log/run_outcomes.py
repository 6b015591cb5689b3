"""Outcomes of the runs in a folder of linear logs, one by one and by model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from symcause.families.linear.audits.log.hindsight import true_model
from symcause.families.linear.audits.log.trajectory import Trajectory
from symcause.families.linear.audits.verdict.open_question import of_run
from symcause.families.linear.documents.runs_part import ModelPart, RunPart
from symcause.families.linear.problem.hypothesis_metrics import compare
from symcause.families.linear.problem.raw_hypothesis import Stated
from symcause.models.exact_numbers import print_number
from symcause.models.variable_names import natural_key


def run_part(log: str, model: str, found: Trajectory, last_word: object) -> RunPart:
    """What a log comes to."""
    problem, truth, f1 = found.problem, true_model(found.problem), None
    if truth is not None:
        stated = Stated.read(last_word, problem.target)
        f1 = float(compare(stated, truth, problem.target, problem.family).edges.f1)
    told = of_run(found)
    return RunPart(
        log=log,
        model=model,
        variables=len(problem.variables),
        steps=len(found.steps),
        interventions=len(found.interventions),
        refused=len(found.refused),
        wasted=sum(part.wasted for part in found.interventions),
        graphs=found.graphs,
        answer=None if found.answer is None else print_number(found.answer),
        right=found.right,
        support=told["support"],
        abstained=told["abstained"],
        lucky=found.lucky,
        decided_at=found.decided_at,
        surplus=found.surplus,
        premature=None if found.commitment is None else found.commitment.premature,
        edge_f1=f1,
        course=tuple(found.interventions),
    )


Grouped = Callable[[RunPart], str]


def by_model(runs: Sequence[RunPart]) -> tuple[ModelPart, ...]:
    """What the runs of every model come to, models by name; a log that cannot be read is counted only."""
    return grouped(runs, lambda run: run.model)


def grouped(runs: Iterable[RunPart], group: Grouped) -> tuple[ModelPart, ...]:
    """The same for other groups, by their names."""
    found: dict[str, list[RunPart]] = {}
    for run in runs:
        found.setdefault(group(run), []).append(run)
    return tuple(_summed(name, found[name]) for name in sorted(found, key=natural_key))


def outcome(run: RunPart) -> str:
    """How a log ended."""
    if run.error is not None:
        return "not read"
    return {True: "right", False: "wrong", None: "no answer"}[run.right]


def _summed(model: str, runs: list[RunPart]) -> ModelPart:
    read = [run for run in runs if run.error is None]
    return ModelPart(
        model=model,
        logs=len(runs),
        answered=sum(run.answer is not None for run in read),
        right=sum(run.right is True for run in read),
        justified=sum(run.support == "justified" for run in read),
        refuted=sum(run.support == "refuted" for run in read),
        unsupported=sum(run.support == "unsupported" for run in read),
        lucky=sum(run.lucky is True for run in read),
        interventions=sum(run.interventions for run in read),
        wasted=sum(run.wasted for run in read),
        graphs=_mean([run.graphs for run in read]),
        edge_f1=_mean([run.edge_f1 for run in read]),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
