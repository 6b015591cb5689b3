"""Note evidence in the audit of a linear log: where nothing but notes is left.

(Where the environment does, its messages are the evidence: :mod:`~audits.log.message_evidence`.)

Where the problem has interventions of its own, the entries of ``past_data`` are matched with its readings;
once they have reached the end of its chain, outcomes of further experiments go on with it. Else the chain
is rebuilt from the log: an entry is the outcome of an experiment only if that experiment was *submitted*
before the entry appeared and (without disturbance) the property reads the value that was set. A planned
experiment is not a submitted one. An entry that is no outcome is a record, a crystal of its own;
unless it claims the outcome of an experiment that was not submitted yet: a guess is no evidence.

The manipulator's crystal is none of the records', so a rebuilt chain begins with its first outcome. If the
outcome of an experiment was never noted, the state before the next one is not known, and later outcomes are
crystals of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from symcause.families.linear.audits.log.evidence_history import History, Moment
from symcause.families.linear.audits.log.message_evidence import is_told, told_evidence
from symcause.families.linear.models.laboratory import Manipulation, Semantics, slack
from symcause.families.linear.problem.problem import ChainState, LinearProblem, Record
from symcause.families.linear.problem.step_records import PastEntry, StepRecord
from symcause.models.equations import State


class FollowedRun(Protocol):
    """What a log tells of a run: its problem, and what was done step by step."""

    @property
    def problem(self) -> LinearProblem: ...

    @property
    def steps(self) -> tuple[StepRecord, ...]: ...


def evidence_of_steps(problem: LinearProblem, steps: Sequence[StepRecord]) -> History:
    """The problem as it stood at every step: by the environment's messages, where there are any.

    The reactor is a question and no evidence: where the problem has none, the one that the environment
    showed is asked about from the beginning.
    """
    shown = next((step.reply.reactor for step in steps if step.reply.reactor is not None), None)
    if problem.reactor is None and shown is not None:
        problem = replace(problem, reactor=shown)
    if is_told(steps):
        return told_evidence(problem, steps)
    moments = _matched(problem, steps) if problem.acts else _rebuilt(problem, steps)
    return History(tuple(moments), moments[-1].problem if moments else problem)


def _matched(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """Notes against the problem's own readings, in order; evidence once seen is not forgotten."""
    records = {_key(record.values) for record in problem.records}
    chain = [_key(state.values) for state in problem.chain]
    done = [0]
    for state in problem.chain:
        done.append(done[-1] + state.acted)
    reached, moments = 0, []
    further = _Notebook(problem, records=False)
    for step in steps:
        unmatched: list[PastEntry] = []
        at = 0
        for entry in step.past_data or ():
            key = _key(entry.values)
            found = next((i for i in range(at, len(chain)) if chain[i] == key), None)
            if found is not None:
                at = found + 1
                reached = max(reached, done[at])
            elif key not in records and key not in chain:
                unmatched.append(entry)
        if reached == len(problem.acts):
            moments.append(further.turn(replace(step, past_data=tuple(unmatched))))
        else:
            further.pass_over(unmatched)
            names = tuple(entry.id for entry in unmatched)
            moments.append(Moment(problem.shortened(reached), names))
    return moments


def _key(values: State) -> tuple[tuple[str, Fraction], ...]:
    return tuple(sorted(values.items()))


def _rebuilt(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """Readings taken from the notes themselves, as they appear."""
    notebook = _Notebook(problem)
    return [notebook.turn(step) for step in steps]


class _Notebook:
    """The evidence that grows out of an agent's notes.

    *records*: whether notes may tell of crystals that nobody else knows.
    """

    def __init__(self, problem: LinearProblem, *, records: bool = True) -> None:
        self._problem, self._records = problem, records
        self._seen = {_key(r.values) for r in problem.records}
        self._seen |= {_key(s.values) for s in problem.chain}
        self._waiting: list[Manipulation] = []  # submitted, not noted yet
        self._broken = False  # an outcome is missing: the chain cannot go on

    def pass_over(self, entries: Iterable[PastEntry]) -> None:
        """Notes that came too early to be anything but guesses."""
        self._seen |= {_key(entry.values) for entry in entries}

    def turn(self, step: StepRecord) -> Moment:
        """The evidence of one step: what its notes add to what there was."""
        unmatched: list[str] = []
        remarks: list[str] = []
        for entry in step.past_data or ():
            if _key(entry.values) in self._seen:
                continue
            self._seen.add(_key(entry.values))
            why = self._enter(entry, step)
            if why is not None:
                unmatched.append(entry.id)
                remarks.append(f"note {entry.id or '?'} is no evidence: {why}")
        moment = Moment(self._problem, tuple(unmatched), tuple(remarks))
        if step.submitted is not None:
            self._waiting.append(step.submitted)
        return moment

    def _enter(self, entry: PastEntry, step: StepRecord) -> str | None:
        """Take a note as evidence, or say why it is none."""
        problem = self._problem
        if set(entry.values) != set(problem.variables) - set(problem.unobserved):
            return "a value is missing"
        # The last experiment that the note can be the outcome of: earlier ones went by unnoted.
        for i, done in reversed(list(enumerate(self._waiting))):
            if self._outcome_of(entry, done):
                self._broken = self._broken or i > 0
                del self._waiting[: i + 1]
                return self._extend(entry, done)
        planned = entry.intervention or step.submitted or step.experiment
        if planned is not None and self._claims(entry, planned):
            return f"{planned} had not been submitted when it was noted"
        if not self._records:
            return (
                "it is none of the problem's readings, and no outcome of an experiment after them"
            )
        name = entry.id or f"note{len(problem.records)}"
        while name in {r.id for r in problem.records}:
            name += "'"
        self._problem = replace(problem, records=(*problem.records, Record(name, entry.values)))
        return None

    def _outcome_of(self, entry: PastEntry, done: Manipulation) -> bool:
        """Can the note be the reading after this experiment?"""
        if entry.intervention is not None and entry.intervention != done:
            return False
        problem = self._problem
        if problem.hidden is not None or problem.semantics is Semantics.SHIFT:
            return True  # what is read may differ from what was set
        return self._claims(entry, done)

    def _claims(self, entry: PastEntry, done: Manipulation) -> bool:
        """Does the note read what was set?"""
        if entry.intervention is not None:
            return entry.intervention == done
        read = entry.values.get(done.variable, done.value)
        return abs(read - done.value) <= max(self._problem.rounding, slack(done.value))

    def _extend(self, entry: PastEntry, done: Manipulation) -> str | None:
        """One more state of the chain; a crystal of its own where the state before it is not known."""
        problem = self._problem
        if not self._broken and (problem.chain or problem.hidden is None):
            self._problem = problem.extended(ChainState(entry.values, done))
            return None
        if problem.hidden is not None or problem.semantics.cuts:
            return "what was read before it is not known"
        name = f"{entry.id or 'note'}:{len(problem.records)}"
        self._problem = replace(problem, records=(*problem.records, Record(name, entry.values)))
        return None
