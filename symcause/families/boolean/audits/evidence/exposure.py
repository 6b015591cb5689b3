"""Exposure in the evidence: how often each variable is scored, and how new held-out worlds are."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.boolean.documents.audit_document import ExposedPart, ExposurePart
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem


def exposure_report(problem: BooleanProblem) -> ExposurePart:
    """Count scored worlds and cells per variable and compare the held-out targets with training."""
    modes: dict[str, int] = {}
    for world in problem.training:
        modes[str(world.mode)] = modes.get(str(world.mode), 0) + 1
    known = {w.signature(problem.variables) for w in problem.training}
    return ExposurePart(
        variables={name: _exposed(problem, name) for name in problem.variables},
        modes=dict(sorted(modes.items())),
        heldout_novelty={w.id: float(novelty(w, problem.training)) for w in problem.heldout},
        repeated_signatures=tuple(
            w.id for w in problem.heldout if w.signature(problem.variables) in known
        ),
    )


def _exposed(problem: BooleanProblem, name: str) -> ExposedPart:
    """A disclosed root is never scored, nor is what was not observed."""
    free = [w for w in problem.training if name not in w.targets]
    at = problem.variables.index(name)
    cells = [len(w.rows) - (w.holes[at].bit_count() if w.holes else 0) for w in free]
    root = problem.disclosure.roots is not None and name in problem.disclosure.roots
    return ExposedPart(
        scored_worlds=0 if root else sum(map(bool, cells)),
        scored_cells=0 if root else sum(cells),
        target_worlds=len(problem.training) - len(free),
    )


def novelty(world: World, training: tuple[World, ...]) -> Fraction:
    """1 − the largest Jaccard overlap of the world's targets with a training world's."""
    return 1 - max(
        (_jaccard(set(world.targets), set(w.targets)) for w in training), default=Fraction(0)
    )


def _jaccard(a: set[str], b: set[str]) -> Fraction:
    return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)
