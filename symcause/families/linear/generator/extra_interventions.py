"""Extra interventions from the linear generator that change neither graphs nor reactor range."""

from __future__ import annotations

import random
from dataclasses import replace

from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.errors import LimitError
from symcause.families.linear.audits.log.situation import Situation, Situations
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind, certified
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.problem.problem import LinearProblem


def padded(problem: LinearProblem, steps: int, rng: random.Random) -> LinearProblem:
    """The problem with this many further interventions, at the end of its chain.

    ``metadata.pad`` has both counts with their certificates. Raises LimitError where every further
    intervention teaches something.
    """
    known = Situations()
    made, before = problem, known.of(problem)
    for _ in range(steps):
        names = list(problem.controllable)
        rng.shuffle(names)
        further = (_with(problem, made, name) for name in names)
        kept = next((one for one in further if known.of(one).same_as(before)), None)
        if kept is None:
            raise LimitError(f"every further intervention teaches something about {problem.id}")
        made = kept
    pad: dict[str, object] = {"steps": steps, "count_before": before.graphs}
    pad["count_after"] = known.of(made).graphs
    pad |= {"before": _counted(problem, before), "after": _counted(made, known.of(made))}
    return replace(made, metadata={**problem.metadata, "pad": pad})


def _with(problem: LinearProblem, made: LinearProblem, name: str) -> LinearProblem:
    """The same crystals with one intervention more; what is asked stays."""
    stamp = problem.metadata["simulated"]
    assert isinstance(stamp, dict)
    targets = [step.variable for step in made.interventions]
    linear_problem = simulate(
        problem, stamp["seed"], records=len(problem.records), targets=[*targets, name]
    )
    assert linear_problem.chain[: len(made.chain)] == made.chain, "a seed means the same crystals"
    return replace(made, chain=linear_problem.chain)


def _counted(problem: LinearProblem, found: Situation) -> dict[str, object]:
    verdict = Verdict.AMBIGUOUS  # shown by its count
    made = certified(
        problem, problem, LinearClaimKind.COUNT, Findings(verdict, found.graphs, found.models)
    )
    return {"none": made.reason} if isinstance(made, Unknown) else made.to_dict()
