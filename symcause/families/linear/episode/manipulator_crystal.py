"""The manipulator's crystal in a linear episode: its state now, and its next reading.

The crystal is followed from the readings that the episode began with: under the true model they tell its
bases. Every action since is done again; disturbances leave no trace in a crystal, so those of the past need
not be known. Rounded readings tell a base up to half a unit; bases are drawn on the grid of the unit, so
the point of the grid is the base.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from symcause.episodes.rules import Refused
from symcause.families.linear.bounds import SHOWN_READING
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import ZERO, Crystal
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.models.exact_numbers import round_to


def reading_after(
    truth: LinearProblem, known: LinearProblem, begun: int, act: ChainState, chance: Random
) -> dict[str, Fraction]:
    """What is read after an action; *begun* is the length of the chain at the start of the episode."""
    truth, model = truth.disclosed, truth.gold_model()
    assert model is not None
    lab = truth.laboratory(model)
    crystal = _start(truth, known, begun, model)
    for state, done in list(zip(known.chain, known.done, strict=True))[begun:]:
        if state.acted:
            crystal = lab.act(crystal, done, state.released)
    drawn = ZERO if truth.hidden is None else chance.choice(truth.hidden.values)
    reads = lab.measure(lab.act(crystal, lab.settled(act.settings), act.released, drawn))
    for name, value in reads.items():
        if max(abs(value.numerator), value.denominator) > SHOWN_READING:
            raise Refused(
                "no instrument shows what would be read",
                place="intervene",
                value=name,
                remedy="set smaller values",
            )
    return reads


def _start(truth: LinearProblem, known: LinearProblem, begun: int, model: CrystalModel) -> Crystal:
    """The crystal as it was when the episode began."""
    first = replace(known, chain=known.chain[:begun], hidden=None)
    if truth.hidden is None:
        crystal = current_crystal(first, model)
        assert crystal is not None
        return crystal if begun > 1 else _on_grid(first, crystal)
    pushes = truth.hidden.pushes(truth.hidden.initial)
    bases = model.bases_of(first.chain[0].values)
    free = {name: bases[name] - pushes.get(name, ZERO) for name in truth.controllable}
    own = {name: equation.base for name, equation in model.equations.items()}
    crystal = _on_grid(first, Crystal({**own, **free}))
    lab = truth.laboratory(model)
    for state, done in zip(first.chain, known.done, strict=False):
        if state.acted:
            crystal = lab.act(crystal, done, state.released)
    return crystal


def _on_grid(problem: LinearProblem, crystal: Crystal) -> Crystal:
    """The crystal with bases that are multiples of the printed unit, as far as their range has some."""
    bases: dict[str, Fraction] = dict(crystal.bases)
    for name in problem.controllable:
        near = round_to(bases[name], problem.rounding)
        if _in_range(problem, near):
            bases[name] = near
    return replace(crystal, bases=bases)


def _in_range(problem: LinearProblem, base: Fraction) -> bool:
    if problem.bases is None:
        return True
    low, high = problem.bases.minimum, problem.bases.maximum
    return (low is None or base >= low) and (high is None or base <= high)
