"""Contexts of Boolean experiments: the root values on which every next experiment is run.

A *context* gives every root a value. An experiment sets its targets to constants and is seen on all
contexts at once: one world. Contexts are the root assignments of the first observational training world
that shows them all, in order, so that one model shows one outcome. A model with other roots takes their
values from the same rows. Where no world was observed, contexts are drawn from a seed. What an episode
began with may name them in the metadata.

>>> from symcause.families.boolean.models.scm import BooleanSCM
>>> from symcause.families.boolean.models.functions import Function
>>> model = BooleanSCM(("X1",), {"X2": Function(("X1",), 0b01)})  # X2 = not X1
>>> model_outcome(model, Experiment.do(X1=1), Contexts(2, {"X1": 0b01, "X2": 0b10}), ("X1", "X2"))
(3, 0)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from random import Random

from symcause.errors import LimitError
from symcause.families.boolean.audits.pool.world_pool import usual_rows
from symcause.families.boolean.bounds import COMPARED_EXPERIMENTS
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.outcomes.bit_evaluation import BITS
from symcause.mechanisms.next import experiment_contexts

CONTEXTS = "episode_contexts"
"""The key of the metadata that names contexts: one string of bits each, in the order of the roots."""

STEP = "episode_step"
"""How the worlds of an episode's actions are named: these were seen on the contexts, whatever the roots."""


@dataclass(frozen=True)
class Contexts(experiment_contexts.Contexts[Function]):
    """This many rows, and the bit of every variable in them, should it be a root: a column each."""

    observed: bool = True
    evaluation: experiment_contexts.Evaluation[Function] = BITS


def contexts_of(problem: BooleanProblem, seed: int = 0) -> Contexts:
    """The contexts of a problem's experiments."""
    names = problem.variables
    named = _named(problem)
    if named is not None:
        return named
    for world in problem.training:
        if world.mode is Mode.NONE and (columns := _roots_shown(world, problem)) is not None:
            return Contexts(len(world.rows), columns, observed=world.holes is None)
    rng, rows = Random(f"contexts {seed}"), usual_rows(problem)
    return Contexts(rows, {v: rng.getrandbits(rows) for v in names}, observed=False)


def _roots_shown(world: World, problem: BooleanProblem) -> dict[str, int] | None:
    """The columns of a world; where cells are hidden those of what may be a root, None if not all."""
    if world.holes is None:
        return world.by_name(problem.variables)
    places = [problem.variables.index(v) for v in problem.disclosure.roots or problem.variables]
    if any(world.holes[i] for i in places):
        return None
    return {
        problem.variables[i]: sum((row[i] == "1") << r for r, row in enumerate(world.rows))
        for i in places
    }


def _named(problem: BooleanProblem) -> Contexts | None:
    """The contexts that the metadata names, if they are well formed and the roots are disclosed."""
    roots, rows = problem.disclosure.roots, problem.metadata.get(CONTEXTS)
    if roots is None or not isinstance(rows, list | tuple) or not rows:
        return None
    if not all(isinstance(r, str) and len(r) == len(roots) and not r.strip("01") for r in rows):
        return None
    columns = {
        v: sum((row[i] == "1") << r for r, row in enumerate(rows)) for i, v in enumerate(roots)
    }
    return Contexts(len(rows), columns, observed=False)


def experiments(
    problem: BooleanProblem, contexts: Contexts, targets: int
) -> tuple[Experiment, ...]:
    """Every experiment on at most this many targets; mere observation only where it would be new."""
    names = problem.variables
    sizes = range(1, min(targets, len(names)) + 1)
    total = sum(comb(len(names), size) << size for size in sizes)
    if total > COMPARED_EXPERIMENTS:
        raise LimitError(
            f"{total:,} experiments: more than {COMPARED_EXPERIMENTS:,} are not compared",
            remedy="set fewer variables at once",
        )
    watched = () if contexts.observed else (Experiment(()),)
    return (*watched, *(e for size in sizes for e in _setting(names, size)))


def _setting(names: Sequence[str], size: int) -> Iterator[Experiment]:
    for chosen in combinations(names, size):
        for values in product((False, True), repeat=size):
            yield Experiment.of(zip(chosen, values, strict=True))


def model_outcome(
    model: BooleanSCM, experiment: Experiment, contexts: Contexts, variables: Sequence[str]
) -> tuple[int, ...]:
    """The outcome that a model shows: one column per variable."""
    mask = contexts.mask
    given = {root: contexts.columns[root] for root in model.roots}
    given |= {name: mask if bit else 0 for name, bit in experiment.assignments}
    columns = model.run(given, experiment.targets, mask)
    return tuple(columns[v] for v in variables)


def rows_of(outcome: Sequence[int], rows: int) -> tuple[str, ...]:
    """An outcome as the rows of a world."""
    return tuple("".join("01"[column >> r & 1] for column in outcome) for r in range(rows))


def world_of(name: str, experiment: Experiment, rows: tuple[str, ...]) -> World:
    """The training world of an outcome."""
    mode = Mode.CONSTANT if experiment.assignments else Mode.NONE
    return World(name, Split.TRAIN, mode, experiment.targets, rows)


def shows_known_world(
    problem: BooleanProblem,
    experiment: Experiment,
    contexts: Contexts,
    root_sets: Sequence[Sequence[str]],
) -> bool:
    """Would this experiment show a training world once more, whatever the truth?

    A model shows again what it showed if its roots had the values of the contexts. So the roots of all
    models must have had them; in a world that an episode made, those of the truth had.
    """
    names, asked = problem.variables, dict(experiment.assignments)
    for world in problem.training:
        if set(world.targets) != set(asked) or len(world.rows) != contexts.rows or world.holes:
            continue
        columns = world.by_name(names)
        if any(columns[v] != (contexts.mask if bit else 0) for v, bit in asked.items()):
            continue
        alike = (
            all(columns[r] == contexts.columns[r] for r in roots if r not in asked)
            for roots in root_sets
        )
        if any(alike) if world.id.startswith(STEP) else all(alike):
            return True
    return False
