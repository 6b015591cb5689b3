"""The rules of a family's episodes: what an agent is told, may do and sees.

A family fills in :class:`Rules`; everything else about episodes is the same for all. Two problems meet
here. The *truth* is the problem as its builder knows it, with gold. What is *known* is a problem of the
same family that holds no more than the agent has seen: initial evidence, then one step after the other.
Every judgement about a step is a question to the version space of what is known.

Actions, observations and answers are plain JSON values. Rules are frozen dataclasses; their fields are
options of ``symcause play``.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from symcause.answers import Unknown
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.json_text import read_json
from symcause.formats.struct_decoder import decode
from symcause.scoring.abstention_rule import SILENT, Said, openness

P = TypeVar("P")
T = TypeVar("T")

Plain = Mapping[str, object]

INFORMATIVE, SET_UP, WASTED = "informative", "set-up", "wasted"
REPEATED, VOID, INVALID = "repeated", "void", "invalid"
"""Kinds of steps: fewer members than before; none fewer, but the way to it; nothing learnt; what was done
before; an action without effect; refused."""


class Refused(SymcauseError):
    """An action that the rules do not admit, and why: nothing has changed."""


class Contradicted(UsageError):
    """Gold that does not explain the evidence it stands beside: it cannot answer for it."""


@dataclass(frozen=True)
class Offer:
    """What an agent may do: in words, and as JSON Schemas."""

    description: str
    action: Plain
    answer: Plain


@dataclass(frozen=True)
class Standing:
    """What follows from what is known: members left, and whether the question is decided."""

    members: int | None = None  # None: unknown, or the family has none
    verdict: str | None = None
    settled: bool | None = None
    entailed: tuple[str, ...] = ()  # what all members agree on, one short sentence each
    reason: str | None = None  # why something is not known
    between: tuple[int, int] | None = (
        None  # proven about a number that is unknown: at least, at most
    )


@dataclass(frozen=True)
class Best:
    """The action that leaves the fewest members in its worst case.

    *worst* is that number; where it is not known exactly, it lies between *low* and *worst*.
    """

    action: Plain | None
    worst: int | None
    low: int | None = None

    @property
    def exact(self) -> bool:
        return self.worst is not None and self.low in (None, self.worst)


@dataclass(frozen=True)
class Judged:
    """An answer against the truth and against the evidence."""

    right: bool | None
    support: str | None = None
    reason: str | None = None
    details: Plain = field(default_factory=dict)  # the family's own numbers
    worth: str | None = None  # what it is worth, in a few words, where there are no members to ask
    said: Said = SILENT
    open: bool | None = None  # would no claim be justified by what was seen?
    proved: bool | None = None  # by two alternatives that an abstention names


@dataclass(frozen=True)
class Optimum:
    """What an episode takes at least: over all truths in the worst case, and if one knew the truth."""

    worst_case: int | None = None
    shortest_proof: int | None = None


class Rules(ABC, Generic[P]):
    """A family's part in episodes. Subclasses are frozen dataclasses."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    instruments: ClassVar[tuple[str, ...]] = ()
    """What an agent may ask about what it has seen (:mod:`symcause.episodes.instruments`)."""

    hypothesis: ClassVar[str] = "has the form of an answer"

    noun: ClassVar[str] = "model"
    """What one member is called."""

    words: ClassVar[Mapping[str, str]] = {}
    """What the numbers about an answer are called, where their keys are no words; "": not told."""

    @abstractmethod
    def opening(self, truth: P, seed: int) -> P:
        """What an agent knows at the start: neither gold nor held-out evidence, nor a class read off gold.

        Raises UsageError if the problem cannot be played.
        """

    @abstractmethod
    def budget(self, truth: P) -> int:
        """How many actions there are if nobody says otherwise."""

    def outside(self, truth: P) -> bool:
        """Does the truth lie outside the class? Then members, gains and regrets mean nothing."""
        return False

    def due(self, known: P) -> bool:
        """Does the protocol force an action before the answer?"""
        return False

    @abstractmethod
    def shown(self, known: P) -> Plain:
        """The first observation: the task and the initial evidence."""

    @abstractmethod
    def offer(self, known: P) -> Offer:
        """What the agent may do now."""

    def as_action(self, action: object) -> object:
        """An action in the family's own form, where it is written as other questions write experiments."""
        return action

    @abstractmethod
    def act(self, truth: P, known: P, action: object, chance: Random) -> Plain:
        """Do an action on the true model: what is seen. Raises Refused, whatever was given."""

    @abstractmethod
    def learnt(self, known: P, action: Plain, observation: Plain) -> P:
        """What is known after a step. Raises ProblemError if it cannot be (a foreign transcript)."""

    def idle(self, before: P, action: Plain, after: P) -> str:
        """The kind of a step that left as many members as before."""
        return WASTED

    @abstractmethod
    def standing(self, known: P) -> Standing:
        """What follows from what is known."""

    @abstractmethod
    def best(self, known: P) -> Best | Unknown:
        """The best action available; an action of None: nothing can be learnt any more."""

    @abstractmethod
    def judged(self, truth: P | None, known: P, answer: object) -> Judged:
        """An answer, whatever it is; without the truth, *right* is None."""

    def heard(self, known: P, answer: object) -> Said | None:
        """Does an answer claim, or abstain? None where the question cannot be open."""
        return None

    def is_open(self, known: P) -> bool | None:
        """Would no claim be justified by what is known? None where nobody knows or nothing explains it."""
        standing = self.standing(known)
        return openness(standing.settled) if standing.members else None

    def proved(self, known: P, alternatives: object) -> bool | None:
        """Do two alternatives, replayed, show that the question is open? None if none are given."""
        return None

    def optimum(self, truth: P | None, start: P) -> Optimum:
        """How few steps settle the question, as far as that is known."""
        return Optimum()

    def effort(self, truth: P | None, start: P) -> Optimum:
        """The same for whoever says how hard a problem is: it may take longer than a judgement may."""
        return self.optimum(truth, start)

    def objections(self, known: P, hypothesis: object) -> Sequence[str] | Unknown:
        """What speaks against a hypothesis, places of what was seen first. Raises Refused if it is none."""
        raise Refused("there are no hypotheses to compare with what was seen")

    # what people at a terminal need

    def unreadable(self, known: P, answer: object) -> str | None:
        """Why an answer says nothing about the question, so that it may be given again; None if it does."""
        return None

    def mistakes(self, known: P, answer: object) -> Mapping[str, str]:
        """What cannot be read in an answer that is still being written, by the name of the part."""
        return {}

    def phrased(self, known: P, words: str) -> object:
        """The answer that somebody typed: JSON where it is some, else the words."""
        try:
            return read_json(words)
        except SymcauseError:
            return words

    def answer_example(self, known: P) -> str | None:
        """An answer as somebody may type it; None where only the schema tells."""
        return None

    def spelled(self, known: P, words: str) -> object:
        """The action that somebody typed in short. Raises Refused where only JSON is understood."""
        raise Refused("not understood", value=words, remedy="type an action as JSON, or help")

    def example(self, known: P) -> str | None:
        """An action as somebody may type it; None where only JSON is understood."""
        return None

    def told(self, observation: Plain) -> str:
        """An observation for people."""
        return json.dumps(dict(observation), ensure_ascii=False, indent=1)

    def seen(self, known: P, observation: Plain) -> str:
        """What a step showed, for somebody who does not remember the beginning."""
        return self.told(observation)

    @staticmethod
    def survivors(observation: Plain) -> tuple[int, int] | None:
        """How many of how many units survived, where an observation tells it."""
        return None

    # what the agents that come with the toolkit need

    @abstractmethod
    def admissible(self, known: P) -> Sequence[Plain]:
        """Actions that a random agent draws from, in a fixed order."""

    @abstractmethod
    def optimal(self, known: P, left: int) -> Plain | Unknown | None:
        """The next action of a plan with the fewest steps in the worst case; None: answer now.

        Unknown where the family or the size has no such plan.
        """

    @abstractmethod
    def simplest(self, known: P) -> object | Unknown:
        """The answer that the simplest member gives; the best guess where there are no members."""


def taken(action: object, kind: type[T]) -> T:
    """An action as a *kind* (a msgspec struct). Raises Refused, with the place of the mistake."""
    try:
        return decode(action, kind)
    except ProblemError as error:
        refused = Refused(error.complaint.message)
        refused.complaint = error.complaint  # its value has its quotes already
        raise refused from None
