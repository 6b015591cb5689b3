"""Small problems with latent variables, and what their models cost and show by the definitions."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

from symcause.errors import ProblemError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from symcause.models.variable_names import natural
from tests.boolean.brute import random_problem
from tests.boolean.space.test_disturbed import every_model

Shown = frozenset[tuple[int, ...]]


def latent_problem(
    rng: random.Random, number: int | None = None
) -> tuple[BooleanProblem, HypothesisClass] | None:
    """A random problem of which some cells are not shown, and of a variable or two none; None: no luck."""
    size = rng.choice((2, 3, 3, 3, 4))
    problem, _ = random_problem(rng, size, rng.choice(list(Setting)))
    free = [v for v in problem.variables if not any(v in w.targets for w in problem.worlds)]
    wanted = rng.choice((0, 1, 1, 2)) if number is None else number
    latent = tuple(rng.sample(free, min(wanted, len(free), size - 1)))
    share, worlds = rng.choice((0.0, 0.2)), []
    for world in problem.worlds:
        rows = [
            "".join(
                "?"
                if v in latent or (v not in world.targets and rng.random() < share)
                else (str(1 - int(bit)) if v not in world.targets and rng.random() < 0.05 else bit)
                for v, bit in zip(problem.variables, row, strict=True)
            )
            for row in world.rows[:3]
        ]
        units = None if world.units is None else world.units[:3]
        worlds.append(replace(world, rows=tuple(rows), units=units))
    errors = rng.choice((0, 0, 1))
    most = 1 if size == 4 else rng.choice((None, 1, 2))
    try:
        made = replace(
            problem, worlds=tuple(worlds), gold=None, latent=latent, errors=errors, max_parents=most
        )
    except ProblemError:  # no scored cell is left
        return None
    return made, HypothesisClass(max_parents=most, errors=errors)


def cost(model: BooleanSCM, problem: BooleanProblem) -> int:
    """The fewest disturbed cells over all completions; rows are completed one by one."""
    total = 0
    for world in problem.training:
        for row in world.rows:
            cells = [(0, 1) if bit == "?" else (int(bit),) for bit in row]
            total += min(
                sum(
                    bool(function(state)) != bool(state[v])
                    for v, function in model.functions.items()
                    if v not in world.targets
                )
                for values in product(*cells)
                for state in [dict(zip(problem.variables, map(bool, values), strict=True))]
            )
    return total


def leaves_a_scored_cell(problem: BooleanProblem, model: BooleanSCM) -> bool:
    return any(
        bit != "?" and v in model.functions and v not in world.targets
        for world in problem.training
        for row in world.rows
        for v, bit in zip(problem.variables, row, strict=True)
    )


def members(problem: BooleanProblem, hypotheses: HypothesisClass) -> list[BooleanSCM]:
    """All of them, by listing every model of the class."""
    return [
        model
        for model in every_model(problem, hypotheses.max_parents)
        if leaves_a_scored_cell(problem, model) and cost(model, problem) <= hypotheses.errors
    ]


def shown(model: BooleanSCM, latent: tuple[str, ...], set_to: dict[str, int]) -> Shown:
    """The states of the variables that are not latent, one run of the model after the other."""
    found = set()
    for bits in product((0, 1), repeat=len(model.roots)):
        state = {v: bool(b) for v, b in zip(model.roots, bits, strict=True)}
        state |= {v: bool(b) for v, b in set_to.items()}
        for v in model.order:
            if v not in set_to:
                state[v] = bool(model.functions[v](state))
        found.add(tuple(int(state[v]) for v in natural(state) if v not in latent))
    return frozenset(found)


def behaves(model: BooleanSCM, latent: tuple[str, ...]) -> tuple[Shown, ...]:
    """Under observation, then under every intervention on one variable."""
    readable = [v for v in natural(model.variables) if v not in latent]
    done = [{}, *({v: b} for v in readable for b in (0, 1))]
    return tuple(shown(model, latent, set_to) for set_to in done)
