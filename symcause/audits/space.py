"""The version space protocol: all models of a class that explain the evidence.

This is the one protocol that every family with such a set speaks; ``symcause.space(problem)`` gives it.
``Unknown`` is a value: no method raises because a bound was met; a listing that a bound ends has it, with
the reason, as its last item. *Same model* is always said aloud: see ``identity``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload, runtime_checkable

from msgspec import Struct

from symcause.answers import Unknown, Unsat
from symcause.formats.data_frames import data_frame
from symcause.models.notebook_hook import Shown
from symcause.models.prose.value_line import cut

if TYPE_CHECKING:
    from random import Random

    from pandas import DataFrame

    from symcause.audits.experiments.outcome_shares import Outcomes, Plain
    from symcause.budgets import Meter
    from symcause.formats.problems import Problem

M = TypeVar("M")
Edge = tuple[str, str]

ExperimentForm = Mapping[str, Any]
"""An experiment as the documents of a family write it."""


class EdgeStatus(StrEnum):
    """In which members an edge is."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"
    HIDDEN = "hidden"  # whatever members say of it, no evidence can show it


class Edges(Mapping[Edge, EdgeStatus], Shown):
    """Every ordered pair of variables, with the members that have it as an edge."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(dict.fromkeys(name for edge in self for name in edge))

    def having(self, status: EdgeStatus | str) -> tuple[Edge, ...]:
        """The edges of this status: ``always``, ``open`` or ``never``."""
        return tuple(
            edge for edge, edge_status in self.items() if edge_status == EdgeStatus(status)
        )

    def to_pandas(self) -> DataFrame:
        """A frame with one row per pair: cause, effect, status. Raises UsageError without pandas."""
        rows = [(cause, effect, str(status)) for (cause, effect), status in self.items()]
        return data_frame(rows, ("cause", "effect", "status"))


class EdgeStatuses(Edges):
    """Edges that were all looked at."""

    def __init__(self, found: Mapping[Edge, EdgeStatus]) -> None:
        self._found = dict(found)

    def __getitem__(self, edge: Edge) -> EdgeStatus:
        return self._found[edge]

    def __iter__(self) -> Iterator[Edge]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return cut(f"EdgeStatuses({ {edge: str(status) for edge, status in self.items()} })")


class Infinite(Struct, frozen=True):
    """More members than any number, and of which kind (say, rational coefficients)."""

    what: str


class Objection(Struct, frozen=True):
    """Why a model is no member: a rule of the class, or a place of the evidence that it gets wrong."""

    message: str
    place: str | None = None

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.place}: {self.message}"


class Separation(Struct, frozen=True):
    """An experiment that tells two models apart, and the witness: what each of them shows under it."""

    experiment: Mapping[str, object]
    first: object
    second: object
    readings: tuple[Mapping[str, object], Mapping[str, object]]
    measures: Mapping[str, int | Fraction] = {}  # numbers by which a family ranks experiments
    minimal: bool | None = None  # does no shorter experiment tell the two apart? None: not said
    already: str | None = None  # what of the evidence tells them apart before any experiment

    @property
    def differing(self) -> tuple[str, ...]:
        """What the two show differently."""
        first, second = self.readings
        return tuple(name for name in first if first[name] != second.get(name))

    def __repr__(self) -> str:
        return cut(
            f"<Separation by {dict(self.experiment)}: {self.readings[0]}, {self.readings[1]}>"
        )


@runtime_checkable
class Edged(Protocol):
    """A space that tells of edges; models that are no graphs have none."""

    def edges(self) -> Edges | Unknown: ...


class VersionSpace(Protocol[M]):
    """The version space of a problem: the set of all models of the class that are consistent with it.

    :func:`symcause.space` opens one; each family has its own class with these methods.

    Examples
    --------
    >>> import symcause
    >>> space = symcause.space(symcause.example("ambiguous"))
    >>> space.count(), space.pick() in space, len(space[:3])
    (23, True, 3)
    """

    @property
    def problem(self) -> Problem:
        """The problem, in the class that was asked for."""

    @property
    def identity(self) -> str:
        """What makes two members the same: functions+roots, graph, dag, relation."""

    @property
    def meter(self) -> Meter:
        """The work that the questions to this space have taken, and may take."""

    def count(self) -> int | Infinite | Unknown:
        """How many members there are, up to the identity."""

    def members(self, after: M | None = None) -> Iterator[M | Unknown]:
        """Every member once, in a fixed order; *after* resumes a listing."""

    def pick(self) -> M | Unknown | None:
        """Some member, None if there is none."""

    def simplest(self) -> Iterator[M | Unknown]:
        """Every member once, by increasing size."""

    def objections(self, model: M) -> tuple[Objection, ...]:
        """Why the model is no member; () if it is one."""

    def represents(self, model: M) -> bool:
        """Is there a member that is the same by the identity? It need not be this very model."""

    def __contains__(self, model: object) -> bool:
        """Is the model a member?"""

    def __iter__(self) -> Iterator[M | Unknown]:
        """Every member once, as :meth:`members`."""

    def __len__(self) -> int:
        """The count. Raises TypeError where it is unknown or infinite."""

    @overload
    def __getitem__(self, at: int) -> M | Unknown: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[M | Unknown, ...]: ...

    def edges(self) -> Edges | Unknown:
        """Every ordered pair of variables: an edge in all, some or no members."""

    def open_variables(self) -> tuple[str, ...] | Unknown:
        """The variables about which members differ."""

    def others(self, than: M) -> Iterator[M | Unknown]:
        """Members that differ from a model, nearest first."""

    def separate(self, first: M, second: M | None = None) -> Separation | Unsat | Unknown:
        """An experiment that tells two models apart, or the first from some member."""

    def separations(
        self, first: M | None = None, second: M | None = None
    ) -> Iterator[Separation | Unknown]:
        """All experiments that tell two models apart, best first, each executed on both.

        Without a second model those that tell the first from some member, each once; without a first one
        those that tell any two members apart.
        """

    def draw(self, rng: Random) -> M | Unknown:
        """One member at random: uniform where the identity makes the number finite.

        Raises ValueError if there is none.
        """

    def random(self, number: int = 1, *, seed: int = 0) -> tuple[M, ...] | Unknown:
        """Members at random, each drawn from all; the same seed gives the same."""

    def to_pandas(self, limit: int | None = None) -> DataFrame:
        """A frame with one row per member, of the first *limit* or of all."""

    def experiments(self) -> Iterable[Plain]:
        """What one may do to learn more, in a fixed order; nothing where evidence cannot grow."""

    def outcome(self, model: M, experiment: Any) -> Plain:
        """What a model shows under an experiment."""

    def what_if(self, experiment: object) -> Outcomes | Unknown:
        """What the members would show under an experiment, and how many of them each."""

    def with_evidence(self, evidence: object) -> Problem:
        """The problem with further evidence of the family's own kind."""

    def reopened(self, problem: Any) -> VersionSpace[M]:
        """The space of a problem with other evidence, in this class; what stays the same is kept."""

    def given(self, evidence: object, outcome: object = None) -> VersionSpace[M]:
        """The space with more evidence: an experiment and its outcome, or the family's own kind."""
