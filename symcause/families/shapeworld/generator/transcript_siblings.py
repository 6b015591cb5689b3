"""Transcript siblings of the ShapeWorld generator: two that look alike, one of them settled.

*Evidence*: one action differs, and everything after it is run anew. *Question*: the same transcript, asked
about another pair of shapes. No action is void, and both have as many different actions and act on as many
shapes, of those that are asked about as well: no such number tells which one is settled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from symcause.answers import Unknown
from symcause.audits.instance_generator import coined
from symcause.audits.space import EdgeStatus
from symcause.errors import LimitError
from symcause.families.shapeworld.bounds import SIBLING_TRIES
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.generator.case_recipe import Recipe
from symcause.families.shapeworld.generator.random_cases import draw
from symcause.families.shapeworld.models.dynamics import after
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.scoring.shortcut_features import LENGTH, looks
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.world_separation import Move, moves

Sides = tuple[ShapeWorldProblem, ShapeWorldProblem]
"""The settled problem, and the open one."""


def siblings(recipe: Recipe, rng: Random, latent: str) -> list[ShapeWorldProblem]:
    """A pair with certificates, ids and order by a coin."""
    for _ in range(SIBLING_TRIES):
        drawn = draw(recipe, rng, latent, shuffled=False)
        if not drawn:
            continue
        case = replace(rng.choice(drawn).case, metadata={})
        plan = _plan(case, rng)
        kind = rng.choice(("evidence", "question"))
        pair = _evidence(case, plan, rng) if kind == "evidence" else _question(case, plan, rng)
        if pair is not None:
            sides = [(True, _proven(pair[0])), (False, _proven(pair[1]))]
            return coined(latent, sides, rng, kind=kind)
    raise LimitError(f"no siblings in {SIBLING_TRIES} transcripts", remedy="ask for more shapes")


def _plan(case: ShapeWorldProblem, rng: Random) -> list[Move]:
    """Random actions, none of them void."""
    assert case.initial is not None and case.gold_relation is not None
    state, effects, found = case.mask(case.initial), case.gold_relation.effects, list[Move]()
    for _ in range(rng.randint(2, case.size + 1)):
        move = rng.choice(moves(case.size, state))
        found.append(move)
        state = after(effects, state, *move)
    return found


def _shown(case: ShapeWorldProblem, plan: list[Move]) -> ShapeWorldProblem | None:
    """The case with these actions, run in the true world; None if one of them is void."""
    assert case.initial is not None and case.gold_relation is not None
    state, effects, steps = case.mask(case.initial), case.gold_relation.effects, list[Step]()
    for action, shape in plan:
        if (action, shape) not in moves(case.size, state):
            return None
        state = after(effects, state, action, shape)
        steps.append(Step(str(action), case.shapes[shape], case.names(state)))
    return replace(case, transcript=tuple(steps))


def _is_open(case: ShapeWorldProblem) -> bool:
    return open_space(case).status(case.cause, case.effect) is EdgeStatus.OPEN


def _evidence(case: ShapeWorldProblem, plan: list[Move], rng: Random) -> Sides | None:
    first = _shown(case, plan)
    assert first is not None
    open_ = _is_open(first)
    others = list(_changed(case, plan))
    rng.shuffle(others)
    for other in others:
        if _alike(first, other) and _is_open(other) is not open_:
            return (other, first) if open_ else (first, other)
    return None


def _alike(one: ShapeWorldProblem, other: ShapeWorldProblem) -> bool:
    """Does nothing but the prompt's length differ in what one sees without reasoning?"""
    first, second = looks(one), looks(other)
    return all(first[name] == second[name] for name in first if name != LENGTH)


def _changed(case: ShapeWorldProblem, plan: list[Move]) -> Iterator[ShapeWorldProblem]:
    """The same actions but one."""
    every = {move for state in range(1 << case.size) for move in moves(case.size, state)}
    for place, before in enumerate(plan):
        for move in sorted(every - {before}, key=str):
            made = _shown(case, [*plan[:place], move, *plan[place + 1 :]])
            if made is not None:
                yield made


def _question(case: ShapeWorldProblem, plan: list[Move], rng: Random) -> Sides | None:
    shown = _shown(case, plan)
    assert shown is not None
    pairs = [(a, b) for a in case.shapes for b in case.shapes if a != b]
    rng.shuffle(pairs)
    problems: dict[bool, list[ShapeWorldProblem]] = {True: [], False: []}
    for cause, effect in pairs:
        asked = replace(shown, cause=cause, effect=effect)
        problems[_is_open(asked)].append(asked)
    both = ((one, other) for one in problems[False] for other in problems[True])
    return next((sides for sides in both if _alike(*sides)), None)


def _proven(case: ShapeWorldProblem) -> ShapeWorldProblem:
    made = certify(open_space(case))
    if isinstance(made, Unknown):
        raise LimitError(made.reason)
    return replace(case, metadata=made.entries())
