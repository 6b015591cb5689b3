"""Ranks of the next experiments where cells were not observed: every member is listed and run.

A member explains the rows that there are with some way to fill their holes. A further world is read as a
whole, so the outcome of an experiment leaves the members that show it, each from the values that the
outcome has at its own roots: no way to fill the holes matters for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.next.experiment_contexts import (
    Contexts,
    contexts_of,
    experiments,
    shows_known_world,
)
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.bounds import LISTED_OUTCOMES
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_ranks import Ranking
from symcause.mechanisms.next.outcome_draws import Ranked, complete


def holed_ranking(
    problem: BooleanProblem, hypotheses: HypothesisClass, *, targets: int, seed: int
) -> Ranking[Experiment]:
    """The experiments, best first. Raises LimitError where there are too many members to list."""
    contexts = contexts_of(problem, seed)
    asked = experiments(problem, contexts, targets)
    members = _members(problem, hypotheses, LISTED_OUTCOMES // len(asked))
    if len(members) <= 1:
        return Ranking(len(members), ())
    root_sets = sorted({model.roots for model in members})
    new = [one for one in asked if not shows_known_world(problem, one, contexts, root_sets)]
    found = _ranked(members, new, contexts, problem.variables, several=len(root_sets) > 1)
    total = len(members)
    old = [Ranked(e, total, total, total, 1, Fraction(total)) for e in asked if e not in new]
    places = {one: i for i, one in enumerate(asked)}
    ranked = sorted([*found, *old], key=lambda one: (one.low, one.expected, places[one.experiment]))
    return Ranking(total, tuple(ranked))


def _members(
    problem: BooleanProblem, hypotheses: HypothesisClass, most: int
) -> tuple[BooleanSCM, ...]:
    models: list[BooleanSCM] = []
    for member in open_space(problem, hypotheses).members():
        if isinstance(member, Unknown):
            raise LimitError(member.reason)
        if len(models) == most:
            raise LimitError(
                f"more than {most:,} models: where cells were not observed they are run one by one"
            )
        models.append(member)
    return tuple(models)


def _ranked(
    members: Sequence[BooleanSCM],
    new: Sequence[Experiment],
    contexts: Contexts,
    variables: Sequence[str],
    *,
    several: bool,
) -> list[Ranked[Experiment]]:
    """What the outcomes of each experiment leave; with *several* root sets they share members."""
    showing = Showing(variables, new, contexts)
    outcomes: list[Counter[tuple[int, ...]]] = [Counter() for _ in new]
    for member in members:
        for counter, outcome in zip(outcomes, showing.outcomes(member), strict=True):
            counter[outcome] += 1
    if several and len(members) * sum(map(len, outcomes)) > LISTED_OUTCOMES:
        raise LimitError("there are too many outcomes to compare every model with each")
    found = []
    for experiment, counter in zip(new, outcomes, strict=True):
        shares = [(number, number) for number in counter.values()]
        if several:
            shares = [
                (number, _agreeing(members, experiment, outcome, contexts.mask, variables))
                for outcome, number in counter.items()
            ]
        found.append(complete(experiment, shares))
    return found


def _agreeing(
    members: Sequence[BooleanSCM],
    experiment: Experiment,
    outcome: Sequence[int],
    mask: int,
    variables: Sequence[str],
) -> int:
    """How many members show an outcome, given what it has at their own roots."""
    columns = dict(zip(variables, outcome, strict=True))
    set_ = {name: columns[name] for name in experiment.targets}
    return sum(
        model.run(
            {**{root: columns[root] for root in model.roots}, **set_}, experiment.targets, mask
        )
        == columns
        for model in members
    )
