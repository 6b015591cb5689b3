"""Message evidence: what the messages in a linear log show, whatever the agent noted.

- The first reading of the manipulator's crystal is its first state, noted or not.
- An intervention is a reading whose count of uses is one more than before: on the variable whose menu was
  open, with the value that was sent. What the agent had planned is only a plan.
- A value that is sent and counts nothing was refused.
- The entries of ``past_data`` are memory: each is held against the reading that it stands for, and a
  difference is a remark. They are evidence only as prior records that nobody else tells of.

A step was written before the reply to it came: its evidence is what the replies before it showed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from symcause.families.linear.audits.log.evidence_history import History, Moment
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import ChainState, LinearProblem, Record
from symcause.families.linear.problem.step_records import REACTOR, PastEntry, StepRecord
from symcause.models.equations import State
from symcause.models.exact_numbers import print_number

BUDGET, OPENED, NOTHING = "budget used up", "the reactor was opened", "nothing was set"
"""Why an experiment was refused."""


def is_told(steps: Sequence[StepRecord]) -> bool:
    """Does the environment itself tell what was read?"""
    return any(step.reply.reading is not None for step in steps)


def told_evidence(problem: LinearProblem, steps: Sequence[StepRecord]) -> History:
    """The problem as the environment's messages had it at every step, and after the last one."""
    listener = _Listener(_prior(problem, steps))
    moments = [listener.turn(step) for step in steps]
    return History(tuple(moments), listener.problem, tuple(listener.refused))


def _prior(problem: LinearProblem, steps: Sequence[StepRecord]) -> LinearProblem:
    """The problem before the first message: with records, and without what the messages will tell again."""
    readings = [step.reply.reading for step in steps if step.reply.reading is not None]
    acted = any(step.reply.uses for step in steps)
    if problem.acts and not acted:
        return problem
    records = list(problem.records)
    if problem.acts and problem.hidden is None:  # another crystal's: a reading alone still counts
        records += [
            Record(f"chain{i}", state.values)
            for i, state in enumerate(problem.chain)
            if state.values not in readings and state.values not in [r.values for r in records]
        ]
    if not records:
        records = list(_noted_before(problem, steps, readings))
    return replace(problem, records=tuple(records), chain=())


def _noted_before(
    problem: LinearProblem, steps: Sequence[StepRecord], readings: Sequence[State]
) -> Iterator[Record]:
    """What the agent had noted before it sent a value, readings of the manipulator and guesses aside."""
    noted: dict[str, State] = {}
    for step in steps:
        sent, planned = _sent(step), step.experiment
        for i, entry in enumerate(step.past_data or ()):
            if sent is None or planned is None or entry.values.get(planned.variable) != sent:
                noted[entry.id or f"note{i}"] = entry.values
        if sent is not None:
            break
    whole = set(problem.variables) - set(problem.unobserved)
    for name, values in noted.items():
        if set(values) == whole and values not in readings:
            yield Record(name, values)


def _sent(step: StepRecord) -> Fraction | None:
    """The value that a step sent: as the environment heard it, else as the step has it."""
    if step.reply.sent is not None or step.reply.heard:
        return step.reply.sent
    return step.submitted.value if step.value is None and step.submitted else step.value


@dataclass
class _Listener:
    """Grows the evidence, message by message."""

    problem: LinearProblem
    refused: list[str] = field(default_factory=list)
    _readings: list[State] = field(default_factory=list)
    _uses: int | None = None
    _menu: str | None = None
    _at_reactor: bool = False
    _broken: bool = False  # an intervention went by unseen: the chain cannot go on
    _compared: set[tuple[str, tuple[object, ...]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._readings = [record.values for record in self.problem.records]
        self._readings += [state.values for state in self.problem.chain]

    def turn(self, step: StepRecord) -> Moment:
        """The evidence before the reply to a step; then the reply is heard."""
        before = self.problem
        happened = list(self._hear(step))
        odd, remarks = self._compare(step)
        return Moment(before, tuple(odd), (*remarks, *happened))

    def _hear(self, step: StepRecord) -> Iterator[str]:
        """Take the reply in; what there is to remark about it."""
        reply = step.reply
        if reply.speaker is not None:
            self._at_reactor = reply.speaker == REACTOR
        sent = _sent(step)
        menu, self._menu = self._menu, reply.menu or reply.chosen or self._menu
        if reply.reading is not None and (reply.uses is None or reply.uses != self._uses):
            yield from self._read(step, reply.reading, menu)
        elif sent is not None and not self._at_reactor and self._uses is not None:
            yield self._refuse(step, menu)

    def _read(self, step: StepRecord, reading: State, menu: str | None) -> Iterator[str]:
        """One more state of the manipulator's crystal."""
        reply, known = step.reply, self._uses
        sent = _sent(step)
        uses = reply.uses if reply.uses is not None else (known or 0) + (sent is not None)
        if uses == known:
            return
        self._uses = uses
        self._readings.append(reading)
        if known is None and not uses:
            if not self.problem.acts:
                self.problem = self.problem.extended(ChainState(reading))
            return
        planned = step.experiment
        name = menu if menu is not None else planned.variable if planned is not None else None
        begun = known is not None or self.problem.hidden is None
        follows = uses == (known or 0) + 1 and begun and not self._broken
        if not follows or sent is None or name is None:
            self._broken = True
            yield from self._apart(reading, "what was done before it is not known")
            return
        if planned is not None and planned.variable != name:
            yield f"the experiment names {planned.variable}, the menu that was open {name}"
        state = ChainState(reading, Manipulation(name, sent))
        self.problem = self.problem.extended(state)

    def _apart(self, reading: State, why: str) -> Iterator[str]:
        """A reading whose past is not known: a crystal of its own, where that says something true."""
        problem = self.problem
        if problem.hidden is not None or problem.semantics.cuts or problem.bases is not None:
            yield f"a reading is no evidence: {why}"
            return
        yield f"a reading stands for itself: {why}"
        name = f"reading{len(problem.records)}"
        self.problem = replace(problem, records=(*problem.records, Record(name, reading)))

    def _refuse(self, step: StepRecord, menu: str | None) -> str:
        """A value that was sent to the manipulator and set nothing."""
        reply, sent = step.reply, _sent(step)
        assert sent is not None
        name = menu or (step.experiment.variable if step.experiment is not None else "?")
        why = OPENED if reply.closed else BUDGET if reply.locked else NOTHING
        text = f"{name} := {print_number(sent)} refused: {why}"
        self.refused.append(text)
        return text

    def _compare(self, step: StepRecord) -> tuple[list[str], list[str]]:
        """Notes against readings, each note once: those that differ, and how."""
        odd: list[str] = []
        remarks: list[str] = []
        for entry in step.past_data or ():
            key = (entry.id, tuple(sorted(entry.values.items())))
            if key in self._compared:
                continue
            self._compared.add(key)
            difference = self._difference(entry)
            if difference is not None:
                odd.append(entry.id)
                remarks.append(f"note {entry.id or '?'}: {difference}")
        return odd, remarks

    def _difference(self, entry: PastEntry) -> str | None:
        """Where a note says something else than the reading that it stands for: the nearest, the latest."""
        if any(self._same(entry, reading) for reading in self._readings):
            return None
        nearest = max(
            reversed(self._readings), key=lambda reading: _agreeing(entry, reading), default=None
        )
        if nearest is None or not _agreeing(entry, nearest):
            return "it stands for nothing that was read"
        return ", ".join(
            f"{name} noted {print_number(value)}, read {print_number(nearest[name])}"
            for name, value in entry.values.items()
            if name in nearest and nearest[name] != value
        )

    @staticmethod
    def _same(entry: PastEntry, reading: State) -> bool:
        return all(reading.get(name) == value for name, value in entry.values.items())


def _agreeing(entry: PastEntry, reading: State) -> int:
    return sum(reading.get(name) == value for name, value in entry.values.items())
