"""Public rules of the shortcuts in scoring: what a rule looks at, and what it answers.

>>> Rule("the last question of its world", lambda shown: shown.last).answers is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from symcause.formats.problems import Problem

P = TypeVar("P", bound=Problem)


@dataclass(frozen=True)
class Shown:
    """The public part of a problem, and where it stands in its pool.

    *problem* has neither gold nor metadata of the generator; numbers count from 0.
    """

    problem: Any
    place: int  # among the problems of its family that have a label of this kind
    number: int | None = None  # the last whole number in its id
    ending: str = ""  # the last character of its id
    turn: int = 0  # among the problems with the same evidence
    last: bool = True  # no later problem has this evidence
    quarter: int | None = None  # of the pool, by the length of the prompt
    beside: str | None = (
        None  # the length of the prompt beside that of the sibling: shorter, longer
    )


Sign = Callable[[Shown], Hashable]
"""What a rule looks at; None: it does not apply."""


@dataclass(frozen=True)
class Rule:
    """A sign, and the label that goes with each; without *answers* they are learnt from other problems."""

    name: str
    sign: Sign
    answers: Mapping[Hashable, str] | None = None


class Shortcuts(Generic[P]):
    """What a family knows of its shortcuts: the label of a problem, and rules of its own."""

    rules: ClassVar[tuple[Rule, ...]] = ()

    def label(self, problem: P) -> str | None:
        """The right answer, of few that there may be; None where there is no such answer."""
        return None

    def evidence(self, public: P) -> Hashable:
        """What several problems of a pool may share, such as a world; by default they share nothing."""
        return public.id
