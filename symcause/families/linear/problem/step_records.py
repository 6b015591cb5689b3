"""Step records of a log about a linear problem: notes, hypothesis, experiment, reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.lab_rules import Manipulation
from symcause.models.equations import State
from symcause.models.hypotheses import Hypothesis

MANIPULATOR, REACTOR = "property manipulator", "crystal reactor"
"""Who speaks in a laboratory."""


@dataclass(frozen=True)
class PastEntry:
    """A measurement as the agent noted it; the intervention before it, if the entry says so."""

    id: str
    values: State
    intervention: Manipulation | None = None


@dataclass(frozen=True)
class Reply:
    """What the environment said to an action.

    ``reading`` is the manipulator's crystal after ``uses`` of the interventions ``allowed``; ``menu`` the
    variable whose value it asks for, ``chosen`` the one that the agent just asked to adjust, ``sent`` the
    number that the agent sent, if it repeats what it ``heard``. Of the reactor: its crystal, and the
    ``setting`` that it took.
    """

    reading: State | None = None
    uses: int | None = None
    allowed: int | None = None
    menu: str | None = None
    chosen: str | None = None
    sent: Fraction | None = None
    locked: bool = False
    closed: bool = False  # the reactor was opened: nothing more is adjusted
    reactor: State | None = None
    setting: Fraction | None = None
    speaker: str | None = None
    heard: bool = False


@dataclass(frozen=True)
class StepRecord:
    """One step: the evidence noted so far, the hypothesis, the experiment planned, and the one submitted.

    ``past_data`` is None where the record says nothing about it. ``stated`` is the hypothesis as it was
    written, ``hypothesis`` what it says if that can be read as a model; ``error`` tells why not, or why the
    record could not be read at all (``readable`` is False then). ``value`` is the number that the action
    sends. ``reply`` is what the environment said to the step's action.
    """

    step: int
    past_data: tuple[PastEntry, ...] | None = None
    hypothesis: Hypothesis | None = None
    experiment: Manipulation | None = None
    prediction: Fraction | None = None
    error: str | None = None
    submitted: Manipulation | None = None
    value: Fraction | None = None
    reply: Reply = Reply()
    stated: Mapping[str, object] | None = None
    objections: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    readable: bool = True
    abstains: bool = False  # it says that nobody can tell
    alternatives: object = None  # two answers that show it, if it names some
