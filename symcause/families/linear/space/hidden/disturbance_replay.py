"""Replay of a model of a linear space under a hidden disturbance, without a solver.

Exact data: bases are solved on clean values, so the clean chain does not depend on the disturbance, and
each intervention's disturbance can be looked for by itself. Rounded data: bases are intervals that every
reading narrows, so runs of the disturbance are searched from the first intervention on, and a run is given
up where a reading does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from symcause.budgets import StrictMeter
from symcause.families.linear.bounds import MAX_RUNS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal
from symcause.families.linear.problem.evidence_replay import (
    WrongReading,
    current_crystal,
    execute,
    mismatches_of,
)
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.equations import State

ZERO = Fraction(0)


def disturbed_mismatches(problem: LinearProblem, model: CrystalModel) -> tuple[WrongReading, ...]:
    """What speaks against a model under the best choice of affected variables; empty for a member."""
    assert problem.hidden is not None
    best: tuple[WrongReading, ...] | None = None
    against = _RoundedSearch(problem, model).against if problem.rounding else None
    for nodes in possible_nodes(problem):
        readings = against(nodes) if against else mismatches_on(problem, model, nodes)
        if not readings:
            return ()
        if best is None or len(readings) < len(best):
            best = readings
    return best or ()


def run_mismatches(
    problem: LinearProblem, model: CrystalModel, run: Sequence[Fraction], nodes: Sequence[str]
) -> tuple[WrongReading, ...]:
    """What speaks against a model together with a run of the disturbance on these variables."""
    if not problem.rounding:
        return execute(problem, model, run, nodes)
    return tuple(
        wrong
        for name, equation in model.equations.items()
        for wrong in mismatches_of(_without(problem, run, nodes, name), name, equation)
    )


def _without(
    problem: LinearProblem, run: Sequence[Fraction], nodes: Sequence[str], name: str
) -> LinearProblem:
    """The problem with the readings of one variable as they would be had it not been pushed."""
    hidden = problem.hidden
    if hidden is None or name not in nodes:
        return problem
    drawn, step, chain = (hidden.initial, *run), 0, []
    for state, held in zip(problem.chain, problem.held, strict=True):
        step += state.acted
        push = ZERO if name in held else hidden.weight_of(name) * drawn[step]
        chain.append(replace(state, values={**state.values, name: state.values[name] - push}))
    return replace(problem, chain=tuple(chain))


class _RoundedSearch:
    """Looks for a run of the disturbance that explains rounded readings."""

    def __init__(self, problem: LinearProblem, model: CrystalModel) -> None:
        self._problem, self._model = problem, model
        self._tried = StrictMeter(MAX_RUNS, f"more than {MAX_RUNS} runs of the disturbance to try")
        # What does not fit without a push must be affected.
        self._clean = {
            name: tuple(mismatches_of(problem, name, equation))
            for name, equation in model.equations.items()
        }

    def against(self, nodes: tuple[str, ...]) -> tuple[WrongReading, ...]:
        """Empty if some run on these variables explains the readings; else where the longest one ends."""
        readings = [w for name, wrong in self._clean.items() if name not in nodes for w in wrong]
        return tuple(readings) or self._extend(nodes, ())[1]

    def _extend(
        self, nodes: tuple[str, ...], run: tuple[Fraction, ...]
    ) -> tuple[int, tuple[WrongReading, ...]]:
        """How far a run that begins so gets, and what speaks against it there."""
        self._tried.spend()
        so_far = self._problem.shortened(len(run))
        wrong = [
            reading
            for name in nodes
            for reading in mismatches_of(
                _without(so_far, run, nodes, name), name, self._model.equations[name]
            )
        ]
        if wrong or len(run) == len(self._problem.acts):
            return len(run), tuple(wrong)
        assert self._problem.hidden is not None
        furthest: tuple[int, tuple[WrongReading, ...]] = (0, ())
        for value in self._problem.hidden.values:
            reached, against = self._extend(nodes, (*run, value))
            if not against:
                return reached, ()
            furthest = max(furthest, (reached, against), key=lambda found: found[0])
        return furthest


def possible_nodes(problem: LinearProblem) -> Iterator[tuple[str, ...]]:
    """The sets of variables that the disturbance may act on."""
    assert problem.hidden is not None
    if problem.hidden.nodes is not None:
        yield problem.hidden.nodes
        return
    for size in range(len(problem.variables) + 1):
        yield from combinations(problem.variables, size)


def mismatches_on(
    problem: LinearProblem, model: CrystalModel, nodes: tuple[str, ...]
) -> tuple[WrongReading, ...]:
    """The readings that no value of the disturbance explains."""
    assert problem.hidden is not None
    first = replace(problem, chain=problem.chain[:1])
    undisturbed = replace(first, hidden=None, bases=None)  # bases as read, within the range or not
    hidden = replace(problem.hidden, nodes=nodes)
    lab = replace(problem.laboratory(model), hidden=hidden)
    readings = list(execute(first, model, nodes=nodes))
    crystal = current_crystal(undisturbed, model)
    assert crystal is not None
    pushes = hidden.pushes(hidden.initial)
    bases = {
        name: base - (pushes.get(name, 0) if name in problem.controllable else 0)
        for name, base in crystal.bases.items()
    }
    readings += _out_of_range(problem, bases if problem.chain else {}, model)
    crystal = Crystal(bases, hidden=hidden.initial)
    for i, state in enumerate(problem.chain[1:], 1):
        options = [crystal]
        if state.acted:
            options = [
                lab.act(crystal, problem.done[i], state.released, value)
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
        readings += wrong[least]
        crystal = runs[least][1]
    return tuple(readings)


def _out_of_range(
    problem: LinearProblem, manipulated: State, model: CrystalModel
) -> Iterator[WrongReading]:
    """Crystals whose bases are not within the range of the class; the manipulator's are *manipulated*."""
    if problem.bases is None:
        return
    crystals = [
        (f"records[{i}]", record.values, model.bases_of(record.values))
        for i, record in enumerate(problem.records)
    ]
    if manipulated:
        crystals.append(("chain[0]", problem.chain[0].values, dict(manipulated)))
    for place, values, bases in crystals:
        for name in problem.controllable:
            nearest = problem.bases.nearest(bases[name])
            if nearest != bases[name]:
                expected = values[name] - bases[name] + nearest
                yield WrongReading(place, name, values[name], expected)
