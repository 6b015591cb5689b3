"""What an agent wrote down, step by step, while it worked on an episode."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.laboratory import Manipulation
from symcause.models.equations import State
from symcause.models.hypotheses import Hypothesis


@dataclass(frozen=True)
class PastEntry:
    """A measurement as the agent noted it; the intervention before it, if the entry says so."""

    id: str
    values: State
    intervention: Manipulation | None = None


@dataclass(frozen=True)
class StepRecord:
    """One step: the evidence noted so far, the hypothesis, the experiment planned, and the one submitted.

    ``past_data`` is None where the record says nothing about it. ``error`` tells why there is no
    hypothesis although one was given, or why the record could not be read at all (``readable`` is False
    then). ``reading`` and ``reactor`` are what the environment showed after the step's action.
    """

    step: int
    past_data: tuple[PastEntry, ...] | None = None
    hypothesis: Hypothesis | None = None
    experiment: Manipulation | None = None
    prediction: Fraction | None = None
    error: str | None = None
    submitted: Manipulation | None = None
    reading: State | None = None
    reactor: State | None = None
    remarks: tuple[str, ...] = ()
    readable: bool = True
