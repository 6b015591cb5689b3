"""The baseline protocol: what a family says of its problems so that anybody's program may answer them.

A baseline is a bundled one (a name), a Python function, or any program. All see the *public* problem of the
family, under neutral names: an id may tell what a problem is. What they claim is checked, never believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from symcause.attempts.attempt_record import Attempt, AttemptBudget, Handed

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from symcause.formats.problems import Problem

    P = TypeVar("P", bound=Problem, contravariant=True, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P", contravariant=True)


class Baselines(Protocol[P]):
    """The baselines of a family, and what others need in order to compete."""

    @property
    def names(self) -> Mapping[str, str]:
        """The bundled ones, each with what it does, in a few words."""

    def does(self, problem: P) -> bool:
        """Is it a task that baselines do?"""

    def public(self, problem: P) -> Any:
        """What a baseline may see of a problem, under neutral names."""

    def document(self, public: Any) -> dict[str, object]:
        """The public problem for a program: keys in a fixed order, defaults written out."""

    def budget(self, name: str, asked: AttemptBudget) -> AttemptBudget:
        """What a bundled baseline may take: as asked, else as it says itself."""

    def bundled(self, public: Any, name: str, seed: int, budget: AttemptBudget) -> Attempt:
        """What a bundled baseline hands in."""

    def version(self, name: str) -> str:
        """The version of the tool behind a bundled baseline."""

    def text(self, public: Any, answer: Any) -> str:
        """An answer as a text. Raises UsageError where it is none."""

    def is_answer(self, document: Mapping[str, Any]) -> bool:
        """Is a JSON object the form of an answer (right or wrong)?"""

    def checked(self, problem: P, text: str, attempt: Attempt) -> tuple[str | None, str | None]:
        """What came of a claim to be least, and of one that there is no model; None: no such claim."""


class Contestant(Protocol):
    """A baseline that may be asked about any problem of a family."""

    @property
    def name(self) -> str:
        """How rows of tables call it."""

    def hand_in(
        self,
        family: Baselines,
        public: Any,
        seed: int,
        budget: AttemptBudget,
        megabytes: int | None,
    ) -> Handed:
        """What it hands in; nothing that it does raises an error but a limit of memory."""
