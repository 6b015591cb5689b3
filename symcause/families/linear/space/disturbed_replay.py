"""Membership of a complete model under a hidden disturbance, without a solver.

Bases are solved on clean values, so the clean chain does not depend on the disturbance, and each
intervention's disturbance can be looked for by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import WrongReading, current_crystal, execute


def disturbed_mismatches(problem: LinearProblem, model: CrystalModel) -> tuple[WrongReading, ...]:
    """What speaks against a model under the best choice of affected variables; empty for a member."""
    assert problem.hidden is not None
    best: tuple[WrongReading, ...] | None = None
    for nodes in _node_sets(problem):
        found = _against(problem, model, nodes)
        if not found:
            return ()
        if best is None or len(found) < len(best):
            best = found
    return best or ()


def _node_sets(problem: LinearProblem) -> Iterator[tuple[str, ...]]:
    assert problem.hidden is not None
    if problem.hidden.nodes is not None:
        yield problem.hidden.nodes
        return
    for size in range(len(problem.variables) + 1):
        yield from combinations(problem.variables, size)


def _against(
    problem: LinearProblem, model: CrystalModel, nodes: tuple[str, ...]
) -> tuple[WrongReading, ...]:
    """The readings that no value of the disturbance explains."""
    assert problem.hidden is not None
    first = replace(problem, chain=problem.chain[:1])
    undisturbed = replace(first, hidden=None)
    hidden = replace(problem.hidden, nodes=nodes)
    lab = replace(problem.laboratory(model), hidden=hidden)
    found = list(execute(first, model, nodes=nodes))
    crystal = current_crystal(undisturbed, model)
    assert crystal is not None
    pushes = hidden.pushes(hidden.initial)
    bases = {
        name: base - (pushes.get(name, 0) if name in problem.controllable else 0)
        for name, base in crystal.bases.items()
    }
    crystal = Crystal(bases, hidden=hidden.initial)
    for i, state in enumerate(problem.chain[1:], 1):
        options = [crystal]
        if state.acted:
            options = [
                lab.act(crystal, state.settings, state.released, value)
                for value in problem.hidden.values
            ]
        runs = [(lab.measure(option), option) for option in options]
        wrong = [
            [
                WrongReading(f"chain[{i}]", v, state.values[v], x)
                for v, x in run.items()
                if x != state.values[v]
            ]
            for run, _ in runs
        ]
        least = min(range(len(runs)), key=lambda k: len(wrong[k]))
        found += wrong[least]
        crystal = runs[least][1]
    return tuple(found)
