"""Episode simulation of the linear generator: records, a chain of interventions, a reactor.

The protocol, so that a seed means the same everywhere. One generator, seeded by the seed and the problem's
id. In this order: bases of the records' crystals, of the manipulator's crystal, then for each intervention
a value and a disturbance, then bases of the reactor's crystal. Bases are uniform on the two-decimal grid of
their range (15 to 45 where none is stated); presets of a suite replace them. Values are integers 1..99
other than what the property reads. The manipulator's crystal is none of the records'.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from symcause.errors import UsageError, did_you_mean
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal, Laboratory, Manipulation
from symcause.families.linear.problem.problem import (
    BaseRange,
    ChainState,
    Episode,
    LinearProblem,
    NormalBases,
    Record,
)
from symcause.models.equations import State

PUBLISHED_BASES = BaseRange(Fraction(15), Fraction(45))
PUBLISHED_RECORDS = 2
_CENT = Fraction(1, 100)


def simulate(
    problem: LinearProblem,
    seed: int | str,
    *,
    records: int = PUBLISHED_RECORDS,
    targets: Sequence[str] | None = None,
) -> LinearProblem:
    """The problem with simulated evidence in place of what it had.

    Without *targets* the properties are intervened on in turn until the budget is spent (once each if no
    budget is stated).
    """
    model = problem.gold_model()
    if model is None:
        raise UsageError(
            "nothing to simulate: the problem does not state its equations", value=problem.id
        )
    true = problem.disclosed
    if true.hidden is not None and true.hidden.nodes is None:
        raise UsageError(
            "nothing to simulate: it is not known what the hidden disturbance acts on",
            value=problem.id,
            remedy='list its "nodes", or gold\'s "hidden_nodes"',
        )
    chosen = _targets(problem, targets)
    simulation = _Simulation(true, model, random.Random(f"symcause:{seed}:{problem.id}"))
    found = tuple(Record(f"r{i}", simulation.record(i)) for i in range(records))
    chain = simulation.chain(chosen)
    reactor = simulation.reactor()
    target = reactor.pop(problem.target)
    assert problem.gold is not None
    return replace(
        problem,
        id=f"{problem.id}-s{seed}",
        records=found,
        chain=chain,
        reactor=reactor,
        gold=replace(problem.gold, reactor_target=target),
        metadata={**problem.metadata, "simulated": {"seed": seed, "source": problem.id}},
    )


def _targets(problem: LinearProblem, targets: Sequence[str] | None) -> tuple[str, ...]:
    if targets is None:
        order = problem.controllable
        budget = problem.episode.budget if problem.episode is not None else None
        count = len(order) if budget is None else budget
        return tuple(order[i % len(order)] for i in range(count)) if order else ()
    for name in targets:
        if name not in problem.controllable:
            raise UsageError(
                "not a controllable variable",
                value=name,
                remedy=did_you_mean(name, problem.controllable),
            )
    return tuple(targets)


class _Simulation:
    def __init__(self, problem: LinearProblem, model: CrystalModel, rng: random.Random) -> None:
        self._problem, self._rng = problem, rng
        self._lab: Laboratory = problem.laboratory(model)
        self._episode = problem.episode or Episode()

    def _crystal(self, preset: State | None) -> Crystal:
        bases = {name: self._base(name) for name in self._problem.controllable}
        return self._lab.crystal({**bases, **(preset or {})})

    def _base(self, name: str) -> Fraction:
        stated = self._episode.bases.get(name) or self._problem.bases or PUBLISHED_BASES
        if isinstance(stated, NormalBases):
            drawn = self._rng.gauss(float(stated.mean), float(stated.deviation))
            return round(Fraction(drawn) / _CENT) * _CENT
        low = PUBLISHED_BASES.minimum if stated.minimum is None else stated.minimum
        high = PUBLISHED_BASES.maximum if stated.maximum is None else stated.maximum
        assert low is not None and high is not None
        first = -(-low // _CENT)
        return self._rng.randint(first, max(first, high // _CENT)) * _CENT

    def record(self, index: int) -> dict[str, Fraction]:
        presets = self._episode.record_presets
        return self._read(self._crystal(presets[index] if index < len(presets) else None))

    def _read(self, crystal: Crystal) -> dict[str, Fraction]:
        """What can be read of a crystal."""
        hidden = self._problem.unobserved
        return {v: x for v, x in self._lab.measure(crystal).items() if v not in hidden}

    def chain(self, targets: Sequence[str]) -> tuple[ChainState, ...]:
        crystal = self._crystal(self._episode.manipulator_preset)
        hidden = self._problem.hidden
        if hidden is not None:
            crystal = replace(crystal, hidden=hidden.initial)
        states = [ChainState(self._read(crystal))]
        for name in targets:
            value = self._rng.randint(1, 99)
            while value == states[-1].values.get(name):
                value = self._rng.randint(1, 99)
            step = Manipulation(name, Fraction(value))
            drawn = Fraction(0) if hidden is None else self._rng.choice(hidden.values)
            crystal = self._lab.intervene(crystal, step, drawn)
            states.append(ChainState(self._read(crystal), step))
        return tuple(states)

    def reactor(self) -> dict[str, Fraction]:
        return self._read(self._crystal(self._episode.reactor_preset))
