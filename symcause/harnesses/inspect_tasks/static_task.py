"""The static tasks for Inspect: one prompt, one answer, all metrics.

::

    inspect eval symcause/replay --model … -T pool=pool.jsonl -T setting=hidden-order

Without a pool the problems are generated from the seed; their evidence settles what is asked, and they
carry the certificate of that, unless another ``-T level=…`` is asked for. With ``-T
allow_abstain=true`` the prompt admits answers that abstain, with ``-T tell_class=true`` it says which
models are possible, as prompts of suites do. The problem with its gold travels in the metadata of the
sample, where no model sees it. Problems of a pool that cannot be asked or scored are left out: they are
named on standard error and in the metadata of the task.
"""

from __future__ import annotations

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

PROBLEM = "symcause_problem"
"""Where a sample keeps its problem."""

PRIMARY = "symcause_primary"
"""Where a task says which of its scores stands for the whole; it is the first one."""


@task
def replay(
    pool: str | None = None,
    setting: str | None = None,
    level: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    """Boolean structural causal models from intervention worlds (ReplaySCM), in any setting."""
    return _static(
        "replay",
        pool,
        level,
        seed,
        limit,
        setting,
        allow_abstain=allow_abstain,
        tell_class=tell_class,
    )


@task
def alternative(
    pool: str | None = None,
    setting: str | None = None,
    level: str | None = None,
    seed: int = 0,
    limit: int | None = None,
) -> Task:
    """Another model than the reference, and the experiment that tells them apart (Alternative-SCM)."""
    return _static("alternative", pool, level, seed, limit, setting)


@task
def crystals(
    pool: str | None = None,
    level: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    """Linear and quadratic crystals from records and interventions (CausaLab)."""
    return _static(
        "crystals", pool, level, seed, limit, allow_abstain=allow_abstain, tell_class=tell_class
    )


@task
def shapeworld(
    pool: str | None = None,
    level: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    """Does one shape's moving cause another's? (CausalLink)"""
    return _static(
        "shapeworld", pool, level, seed, limit, allow_abstain=allow_abstain, tell_class=tell_class
    )


@task
def statements(
    pool: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    """Does a causal hypothesis follow from statements of independence? (Corr2Cause)"""
    return _static(
        "statements", pool, None, seed, limit, allow_abstain=allow_abstain, tell_class=tell_class
    )


@task
def cpt(
    pool: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
) -> Task:
    """Causal queries on probabilities (CLadder)."""
    return _static("cpt", pool, None, seed, limit, allow_abstain=allow_abstain)


@task
def finite(
    pool: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    """Models of variables with finitely many values, in a class that the prompt tells."""
    return _static(
        "finite", pool, None, seed, limit, allow_abstain=allow_abstain, tell_class=tell_class
    )


@task
def finite_queries(
    pool: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    """Queries about such models: a value, undetermined or impossible."""
    return _static(
        "finite_queries",
        pool,
        None,
        seed,
        limit,
        allow_abstain=allow_abstain,
        tell_class=tell_class,
    )


@task
def scenario(pool: str | None = None, seed: int = 0, limit: int | None = None) -> Task:
    """Designs of equipment under budgets, where the data mislead (CausalGame)."""
    return _static("scenario", pool, None, seed, limit)


@task
def textgraph(pool: str, limit: int | None = None) -> Task:
    """The causal graph of a text (ReCITE)."""
    return _static("textgraph", pool, None, 0, limit)


def _static(
    name: str,
    pool: str | None,
    level: str | None,
    seed: int,
    limit: int | None,
    setting: str | None = None,
    *,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> Task:
    from symcause.harnesses.inspect_tasks.task_refusal import refused
    from symcause.harnesses.static_tasks import item_choice, run_name, tasks

    with refused():
        choice = item_choice(
            name,
            pool,
            setting=setting,
            level=level,
            seed=seed,
            limit=limit,
            allow_abstain=allow_abstain,
            tell_class=tell_class,
        )
    samples = [
        Sample(input=item.prompt, id=item.id, metadata={PROBLEM: item.document})
        for item in choice.kept
    ]
    called, asked = run_name(name, pool), tasks()[name][1]
    return Task(
        dataset=MemoryDataset(samples, name=called),
        solver=generate(),
        scorer=static_scorer(name),
        name=called,
        version=asked.version,
        metadata={**choice.facts, PRIMARY: asked.primary},
    )


@scorer(metrics={"*": [mean(), stderr()]})
def static_scorer(name: str) -> Scorer:
    """All metrics of the family; those that do not apply to an answer are NaN and not counted."""
    from symcause.harnesses.static_tasks import measured

    async def score(state: TaskState, target: Target) -> Score:
        response = state.output.completion
        values, reason = measured(name, state.metadata[PROBLEM], response)
        return Score(value=dict(values), answer=response, explanation=reason)

    return score
