"""Extra actions of the ShapeWorld generator that leave the possible worlds as they are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.shapeworld.problem.hidden_shape import after_true
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import last_state
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.world_separation import moves


def padded(case: ShapeWorldProblem, steps: int, rng: Random) -> ShapeWorldProblem:
    """The case with this many further actions at its end, none of them void.

    ``metadata.pad`` has both counts. Raises LimitError where every action teaches something.
    """
    before, made = _count(case), case
    for _ in range(steps):
        state = last_state(made)
        assert state is not None
        listed = moves(case.size, state)
        rng.shuffle(listed)
        for action, shape in listed:
            shown = case.names(after_true(case, state, action, shape))
            step = Step(str(action), case.shapes[shape], shown)
            longer = replace(made, transcript=(*made.transcript, step))
            if _count(longer) == before:
                made = longer
                break
        else:
            raise LimitError(f"every action teaches something about {case.id}")
    pad = {"steps": steps, "count_before": before, "count_after": _count(made)}
    return replace(made, metadata={**case.metadata, "pad": pad})


def _count(case: ShapeWorldProblem) -> int:
    count = open_space(case).count()
    if isinstance(count, Unknown):
        raise LimitError(count.reason)
    return count
