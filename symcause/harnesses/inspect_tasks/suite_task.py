"""The suite task for Inspect: the parts of a certified suite, each with its primary number first.

::

    inspect eval symcause/suite --model … -T suite=mini -T part=induction
    inspect eval symcause/suite --model … -T suite=FOLDER

One part has its primary number and all metrics of its family. Without a part all are asked in one run, and
the scores are the primary numbers, one a part; there is no number over several. A sample has the public id
of its problem; the complete problem is in its metadata, where no model sees it.
"""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate

from symcause.harnesses.inspect_tasks.static_task import PRIMARY, PROBLEM

if TYPE_CHECKING:  # a look-up of any task loads this module
    from symcause.harnesses.suite_parts.primary_number import Number, PrimaryNumber
    from symcause.harnesses.suite_parts.suite_run import SuiteRun

FACTS = "symcause_suite"
"""Where a log says which suite it is about: name, version, fingerprint, parts, split."""

PART, UNIT, SIDE = "symcause_part", "symcause_unit", "symcause_side"
"""Where a sample says what it belongs to."""


@task
def suite(
    suite: str = "mini",
    part: str | None = None,
    split: str | None = None,
    limit: int | None = None,
) -> Task:
    """A certified suite, by the name of a bundled one or its folder; *limit*: the first of each part."""
    from symcause.harnesses.inspect_tasks.task_refusal import refused
    from symcause.harnesses.suite_parts.suite_run import suite_run

    with refused():
        run = suite_run(suite, part, split, limit)
    facts, alone = run.facts, part is not None
    named = str(facts["suite"])
    primary = {one.part.name: one.primary.key for one in run.parts}
    names = [_score_name(own, name, alone=alone) for own, (_, name) in primary.items()]
    return Task(
        dataset=MemoryDataset(_samples(run), name=f"{named}/{part}" if alone else named),
        solver=generate(),
        scorer=suite_scorer(primary, list(run.parts[0].metrics) if alone else None),
        metrics=_metrics(run, alone=alone),
        name=f"{named}_{part}" if alone else named,
        version=str(facts["version"]),
        metadata={FACTS: facts, PRIMARY: names[0] if alone else names},
    )


def _samples(run: SuiteRun) -> list[Sample]:
    return [
        Sample(
            input=item.prompt,
            id=item.id,
            metadata={
                PROBLEM: dict(item.document),
                PART: one.part.name,
                **dict(
                    zip((UNIT, SIDE), one.primary.belongs(item.own, item.metadata), strict=True)
                ),
            },
        )
        for one in run.parts
        for item in one.items
    ]


def _score_name(part: str, primary: str, *, alone: bool) -> str:
    """Of several parts, scores have the part in their names."""
    return primary if alone else f"{part}/{primary}"


def _metrics(run: SuiteRun, *, alone: bool) -> dict[str, list[Metric]]:
    """The metrics of every score, in the order in which a log has them."""
    metrics_of_parts = {
        _score_name(one.part.name, one.primary.name, alone=alone): _summaries(one.primary)
        for one in run.parts
    }
    others = run.parts[0].metrics if alone else ()
    return {**metrics_of_parts, **{name: [mean(), stderr(cluster=UNIT)] for name in others}}


def _summaries(primary: PrimaryNumber) -> list[Metric]:
    if primary.is_mean:
        return [mean(), stderr(cluster=UNIT)]
    return [primary_mean(*primary.key), primary_stderr(*primary.key)]


@metric
def primary_mean(kind: str, name: str) -> Metric:
    """A number that compares problems, over those that are whole."""

    def compute(scores: list[SampleScore]) -> float:
        return _number(kind, name, scores).value

    return compute


@metric
def primary_stderr(kind: str, name: str) -> Metric:
    """Its standard error."""

    def compute(scores: list[SampleScore]) -> float:
        return _number(kind, name, scores).stderr

    return compute


def _number(kind: str, name: str, scores: list[SampleScore]) -> Number:
    from symcause.harnesses.suite_parts.primary_number import KINDS, Worth

    known = [(one.score.as_float(), one.sample_metadata or {}) for one in scores]
    return KINDS[kind](name).number(
        Worth(value, str(own.get(UNIT)), str(own.get(SIDE))) for value, own in known
    )


@scorer(metrics=[mean(), stderr()])  # the task names those of every score
def suite_scorer(primary: dict[str, tuple[str, str]], metrics: list[str] | None = None) -> Scorer:
    """The primary number of the part of a sample, first; its *metrics* where one part is asked."""
    from symcause.harnesses.suite_parts.primary_number import KINDS
    from symcause.harnesses.suite_parts.suite_run import scored

    numbers = {part: KINDS[kind](name) for part, (kind, name) in primary.items()}
    names = {o: _score_name(o, n.name, alone=metrics is not None) for o, n in numbers.items()}

    async def score(state: TaskState, target: Target) -> Score:
        response, own = state.output.completion, state.metadata[PART]
        judged = scored(state.metadata[PROBLEM], response, numbers[own], metrics or ())
        others = dict.fromkeys(names.values(), nan)  # of other parts, which are not scored by it
        values = {**others, **judged.values} if metrics is not None else others
        values[names[own]] = judged.worth.value
        return Score(value=values, answer=response, explanation=judged.reason)

    return score
