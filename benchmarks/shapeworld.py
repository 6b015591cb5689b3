"""ShapeWorld: growth with the number of shapes for verdicts, all pairs, counting and the optimum.

Transcripts are 2n random steps of a random sparse world with a fixed seed, all shapes moving at the
start. The bounds we promise: a verdict within milliseconds at 7 shapes, the status of all pairs within
a second at 20 shapes and within ten at 50.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import process_time

from symcause.answers import Unknown
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.models.causal_relations import closure
from symcause.families.shapeworld.models.dynamics import Action, after
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.space.space_choice import open_space

TITLE = "ShapeWorld (bounds: verdict in milliseconds at 7 shapes; all pairs 1 s at 20, 10 s at 50)"


def run(quick: bool) -> list[str]:
    """Questions to one member first, then those about all of them."""
    return [*_solver(quick), "", *_lists(quick), "", *_optimum(quick)]


def _transcript(size: int, steps: int, seed: int) -> ShapeWorldProblem:
    rng = Random(f"benchmark {size} {seed}")
    children = [0] * size
    for x in range(size):
        for y in range(x + 1, size):
            children[x] |= (rng.random() < 2 / size) << y
    effects, shapes = closure(children), tuple(f"s{i}" for i in range(size))
    cause, effect = rng.sample(shapes, 2)
    case = ShapeWorldProblem(f"{size}-{seed}", shapes, cause, effect, shapes)
    state, lines = (1 << size) - 1, []
    for _ in range(steps):
        action, shape = rng.choice(list(Action)), rng.randrange(size)
        state = after(effects, state, action, shape)
        lines.append(Step(str(action), shapes[shape], case.names(state)))
    return replace(case, transcript=tuple(lines))


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _spread(times: list[float]) -> str:
    return f"{statistics.median(times):.4f} | {max(times):.4f}"


def _solver(quick: bool) -> list[str]:
    rows = [
        "SAT on the relation, after 2n random steps, processor seconds (median and most):",
        "",
        "| shapes | build | most | one verdict | most | all pairs | most |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for size in (7, 20, 50) if quick else (4, 7, 10, 20, 30, 50, 70):
        build, verdict, every = [], [], []
        for seed in range(2 if quick else 5):
            problem = _transcript(size, 2 * size, seed)
            space = open_space(problem)
            build.append(_seconds(lambda space=space: space.solver.has()))
            verdict.append(_seconds(lambda s=space, p=problem: s.status(p.cause, p.effect)))
            every.append(_seconds(lambda space=space: space.edges()))
        rows.append(f"| {size} | {_spread(build)} | {_spread(verdict)} | {_spread(every)} |")
    return rows


def _lists(quick: bool) -> list[str]:
    rows = [
        "Counting relations, processor seconds:",
        "",
        "| shapes | relations before any step | lists | DAGs from the list | after n steps |",
        "| --- | --- | --- | --- | --- |",
    ]
    for size in (5, 6) if quick else (3, 4, 5, 6, 7):
        space = open_space(_transcript(size, 0, 0))
        listing = _seconds(lambda space=space: space.count())
        graphs = _seconds(lambda space=space: space.graphs())
        later = open_space(_transcript(size, size, 0))
        after_steps = _seconds(lambda space=later: space.count())
        rows.append(
            f"| {size} | {space.count()} | {listing:.3f} | {graphs:.3f} | {after_steps:.3f} |"
        )
    return rows


def _optimum(quick: bool) -> list[str]:
    rows = [
        "Optimum of a case that nobody has played yet (cause still, all others moving), in seconds:",
        "",
        "| shapes | worst case by search | both expectations |",
        "| --- | --- | --- |",
    ]
    for size in (3, 4) if quick else (3, 4, 5):
        fresh = _transcript(size, 0, 1)
        still = tuple(name for name in fresh.shapes if name != fresh.cause)
        optimum = Optimum(open_space(replace(fresh, initial=still)))
        ranking = optimum.ranking()
        assert not isinstance(ranking, Unknown)
        whole = ranking.slices.whole
        worst = _seconds(lambda o=optimum, r=ranking, w=whole: r.worst.value(w, o.state))
        expected = _seconds(lambda o=optimum: o.expected())
        rows.append(f"| {size} | {worst:.3f} | {expected:.3f} |")
    return rows
