"""The evidence that an agent's notes reach, step by step.

Where the problem has the whole chain, the entries of ``past_data`` are matched with its readings; else the
chain is rebuilt from the log: an entry that says so, or that appears after a planned experiment, is the
reading after that intervention.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.log import PastEntry, StepRecord
from symcause.families.linear.problem.problem import ChainState, LinearProblem, Record
from symcause.models.equations import State


@dataclass(frozen=True)
class Moment:
    """The evidence that a step's notes reach, and notes that match no reading."""

    problem: LinearProblem
    unmatched: tuple[str, ...] = ()


def evidence_of_steps(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """The problem as it stood at every step."""
    if problem.interventions:
        return _matched(problem, steps)
    return _rebuilt(problem, steps)


def _matched(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """Notes against the problem's own readings, in order; evidence once seen is not forgotten."""
    records = {_key(record.values) for record in problem.records}
    chain = [_key(state.values) for state in problem.chain]
    done = [0]
    for state in problem.chain:
        done.append(done[-1] + state.acted)
    reached, moments = 0, []
    for step in steps:
        unmatched: list[str] = []
        at = 0
        for entry in step.past_data or ():
            key = _key(entry.values)
            found = next((i for i in range(at, len(chain)) if chain[i] == key), None)
            if found is not None:
                at = found + 1
                reached = max(reached, done[at])
            elif key not in records and key not in chain:
                unmatched.append(entry.id)
        moments.append(Moment(problem.shortened(reached), tuple(unmatched)))
    return moments


def _key(values: State) -> tuple[tuple[str, Fraction], ...]:
    return tuple(sorted(values.items()))


def _rebuilt(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """Readings taken from the notes themselves, as they appear."""
    seen = {_key(r.values) for r in problem.records} | {_key(s.values) for s in problem.chain}
    pending: Manipulation | None = None
    moments: list[Moment] = []
    now = problem
    for step in steps:
        unmatched: list[str] = []
        for entry in step.past_data or ():
            if _key(entry.values) in seen:
                continue
            if set(entry.values) != set(problem.variables):
                unmatched.append(entry.id)
                continue
            seen.add(_key(entry.values))
            now = _noted(now, entry, pending)
            pending = None
        moments.append(Moment(now, tuple(unmatched)))
        pending = step.experiment or pending
    return moments


def _noted(problem: LinearProblem, entry: PastEntry, pending: Manipulation | None) -> LinearProblem:
    """One more reading: after an intervention, or of a crystal of its own."""
    step = entry.intervention or pending
    if step is None:
        name = entry.id or f"note{len(problem.records)}"
        while name in {r.id for r in problem.records}:
            name += "'"
        return replace(problem, records=(*problem.records, Record(name, entry.values)))
    if not problem.chain and problem.records:
        problem = problem.extended(ChainState(problem.records[0].values))
    return problem.extended(ChainState(entry.values, step))
