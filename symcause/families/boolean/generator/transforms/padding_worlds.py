"""Padding worlds for a Boolean problem: further worlds that provably change nothing."""

from __future__ import annotations

import random
from dataclasses import replace

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.bounds import PADDING_TRIES
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.generator.transforms.safe_rows import refilled
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.space_choice import open_space


def padded(problem: BooleanProblem, worlds: int, rng: random.Random) -> BooleanProblem:
    """The problem with this many further worlds, of the shapes of its own, at random places.

    ``metadata.pad`` has both counts with their certificates. Raises LimitError where none is found.
    """
    gold = problem.gold_scm
    assert gold is not None, "a problem with gold"
    space = ExactSpace.of(problem)
    training = list(problem.training)
    for _ in range(worlds):
        training.insert(rng.randint(0, len(training)), _further(space, gold, rng))
    named = [replace(world, id=f"train_{i:02d}") for i, world in enumerate(training)]
    made = replace(problem, worlds=(*named, *problem.heldout))
    after = ExactSpace.of(made).count
    if after != space.count:
        raise AssertionError(f"padding changed the space of {problem.id}")
    pad: dict[str, object] = {"worlds": worlds, "count_before": space.count, "count_after": after}
    pad |= {"before": _counted(problem), "after": _counted(made)}
    return replace(made, metadata={**problem.metadata, "pad": pad})


def _further(space: ExactSpace, gold: BooleanSCM, rng: random.Random) -> World:
    """A world like one of the training worlds, with some scored variable and no held-out intervention."""
    problem = space.problem
    heldout = {world.signature(problem.variables) for world in problem.heldout}
    for _ in range(PADDING_TRIES):
        like = rng.choice(problem.training)
        made = refilled(space, gold, like, rng)
        if made is None or made.signature(problem.variables) in heldout:
            continue
        if set(problem.variables) - set(gold.roots) - set(made.targets):
            return replace(made, split=Split.TRAIN)
    raise LimitError(f"no world that changes nothing about {problem.id}")


def _counted(problem: BooleanProblem) -> dict[str, object]:
    made = certified(open_space(problem), problem, problem.gold_scm).count()
    return {"none": made.reason} if isinstance(made, Unknown) else made.to_dict()
