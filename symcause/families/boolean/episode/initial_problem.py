"""The initial problem of a Boolean episode: which worlds an agent knows at the start.

*initial*: ``all`` training worlds, the ``observational`` ones, or ``none``: then one row, because a problem
without a row is none. Where the problem has no observational training world, one is made from gold with
contexts drawn from the seed, and shown: it says where experiments are seen. Gold, held-out worlds and
metadata are left out.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from symcause.episodes.rules import Contradicted
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.audits.next.experiment_contexts import (
    CONTEXTS,
    Contexts,
    model_outcome,
    rows_of,
    world_of,
)
from symcause.families.boolean.audits.pool.world_pool import usual_rows
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_errors, refuse_holes
from symcause.families.boolean.space.exclusion import Why, why_not

INITIAL = ("all", "observational", "none")


def truth_of(problem: BooleanProblem) -> BooleanSCM:
    """Gold, ready to run. Raises UsageError if there is none that runs."""
    if problem.informed:
        refuse_holes(problem, "play")
        refuse_errors(problem.errors, "play")
    if problem.is_alternative_task:
        raise UsageError(
            "an Alternative-SCM task cannot be played: it asks for another model than the reference",
            value=problem.id,
            remedy="take the reference out and give gold: then it is an ordinary problem",
        )
    if problem.gold is None:
        raise UsageError(
            "there is no gold to experiment on",
            value=problem.id,
            remedy='state the true mechanisms as "gold"; the player never sees them',
        )
    wrong = illegality(problem, problem.gold)
    if wrong is not None:
        raise UsageError(f"gold is not a model of this problem: {wrong}", value=problem.id)
    try:
        model = problem.compiled(problem.gold)
        assert model.order is not None
    except SymcauseError as error:
        raise UsageError(f"gold cannot be run: {error}", value=problem.id) from None
    return model


def opened(truth: BooleanProblem, initial: str, seed: int) -> BooleanProblem:
    """The problem as an agent gets it."""
    gold = truth_of(truth)
    if initial not in INITIAL:
        raise UsageError("no such beginning", value=initial, remedy="one of " + ", ".join(INITIAL))
    observed = tuple(w for w in truth.training if w.mode is Mode.NONE)
    worlds = truth.training if initial == "all" else observed
    if not observed:
        observed = (_made(truth, gold, seed),)
        worlds = (*worlds, *observed)
    metadata: dict[str, object] = {}
    if initial == "none":
        first = observed[0]
        metadata[CONTEXTS] = _contexts(truth, first)
        units = None if first.units is None else first.units[:1]
        worlds = (replace(first, rows=first.rows[:1], units=units),)
    known = replace(truth, worlds=worlds, gold=None, metadata=metadata)
    _check_explained(known, gold)
    return known


def _check_explained(known: BooleanProblem, gold: BooleanSCM) -> None:
    """Gold answers for what an agent does, so it must have shown what the agent begins with."""
    for one in why_not(known, known.default_class(), gold):
        if one.why is Why.ROW:
            raise Contradicted(
                f"gold does not explain the evidence ({one.place}: {one.detail}), "
                "so it cannot answer for it",
                value=known.id,
                remedy="symcause audit says more",
            )


def _made(truth: BooleanProblem, gold: BooleanSCM, seed: int) -> World:
    """An observational world of gold, its contexts drawn from the seed."""
    rng, rows = Random(f"contexts {seed}"), usual_rows(truth)
    contexts = Contexts(rows, {v: rng.getrandbits(rows) for v in truth.variables})
    nothing = Experiment(())
    outcome = model_outcome(gold, nothing, contexts, truth.variables)
    return world_of(fresh("observed", truth), nothing, rows_of(outcome, rows))


def _contexts(truth: BooleanProblem, world: World) -> list[str]:
    """The values of the roots in a world's rows."""
    roots = truth.disclosure.roots
    if roots is None:
        raise UsageError(
            "with hidden roots contexts cannot be told: an episode begins with an observed world",
            value=truth.id,
            remedy="use --initial observational",
        )
    places = [truth.variables.index(root) for root in roots]
    return ["".join(row[p] for p in places) for row in world.rows]


def fresh(name: str, problem: BooleanProblem) -> str:
    """A name that no training world has."""
    taken = {world.id for world in problem.training}
    number = 1
    text = name
    while text in taken:
        number += 1
        text = f"{name}_{number}"
    return text
