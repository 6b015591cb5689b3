"""The evidence board in the drawing of a space, for reports: pieces of evidence, members, experiments.

A family whose spaces are drawn names a function (``drawing`` in its declaration) that makes a board of an
opened space, or says why there is none. Spaces with less evidence are opened in the same class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from symcause.reports.space_drawing.drawn_space import Mechanism, Member

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from symcause.audits.members import Members
    from symcause.formats.problems import Problem
    from symcause.reports.figures.model_contrast import Contrast

    S = TypeVar("S", bound=Members[Any], default=Members[Any])
else:
    from typing import TypeVar

    S = TypeVar("S")


class Piece(NamedTuple):
    """A piece of evidence: its name, a line about it, and the piece that it needs, by place."""

    name: str
    detail: str = ""
    after: int | None = None


class Trial(NamedTuple):
    """An experiment, its name for people, and whether every member says all that it would show."""

    name: str
    experiment: Any
    exact: bool = True


class Asked(NamedTuple):
    """A question, the place of the variable whose mechanism answers it, and that answer."""

    name: str
    variable: int
    answer: Callable[[Mechanism], str]


class Parting(NamedTuple):
    """The experiment that tells two models apart, and in words what each of them shows."""

    name: str
    first: str
    second: str


class EvidenceBoard(ABC, Generic[S]):
    """The board on which a family describes one of its spaces."""

    noun: ClassVar[tuple[str, str]] = ("model", "models")
    piece: ClassVar[tuple[str, str]] = ("piece of evidence", "pieces of evidence")
    joint: bool = False  # may pieces rule out together what none of them does alone?
    timeless: bool = True  # do members show the same whatever evidence is on?
    further: int = 0  # pieces, the last ones, that nobody has seen yet: an answer adds them
    questioned: bool = (
        False  # does the verdict tell the answer to a question, not how many are left?
    )

    def __init__(self, space: S) -> None:
        self.space = space

    @property
    @abstractmethod
    def variables(self) -> tuple[str, ...]:
        """The variables by which members are told."""

    @property
    @abstractmethod
    def pieces(self) -> tuple[Piece, ...]:
        """The evidence, what comes first first; a piece stands behind the one that it needs."""

    @abstractmethod
    def problem(self, on: Sequence[int]) -> Problem:
        """The problem with these pieces of evidence and no others."""

    @abstractmethod
    def told(self, member: Any) -> Member:
        """A member by its mechanisms: two members are the same if and only if these are."""

    def opened(self, on: Sequence[int]) -> S:
        """The space with these pieces of evidence, in the class of this one."""
        return self.space.reopened(self.problem(on))

    def listed(self, space: S) -> Iterator[Any]:
        """Every member once, in whatever form :meth:`told` and :meth:`outcome` take; or Unknown."""
        return space.members()

    @property
    def asked(self) -> Asked | None:
        """The yes-no question of the problem, where the mechanism of one variable answers it."""
        return None

    def inputs(self, name: str, made: Sequence[Mechanism]) -> tuple[str, Sequence[str]] | None:
        """Where functions of the same causes differ: these few inputs, and what each gives there."""
        return None

    def gold(self) -> Any:
        """The true model; None where it is not known."""
        return None

    def trials(self, space: S) -> Iterable[Trial]:
        """The trials that one may do next, given the evidence of a space."""
        return ()

    def advised(self, space: S, experiment: Mapping[str, Any]) -> Trial | None:
        """The trial of an experiment as ``next`` writes it; None where it is none that is drawn."""
        return None

    def strengthened(self, answer: Any) -> EvidenceBoard[S] | None:
        """The board with the experiments of a disambiguation and what the truth would show.

        None where what to do next depends on what is seen, or where the truth is not known.
        """
        return None

    def begun(self, answer: Any) -> Trial | None:
        """The first experiment of such an answer."""
        return None

    def spelled(self, model: Any) -> Member:
        """A model by its mechanisms, in full: two that any experiment can tell apart differ here."""
        return self.told(model)

    def parting(self, answer: Any) -> Parting | None:
        """The experiment that tells two models apart, as the answer of ``separate`` has it."""
        return None

    def contrast(self, answer: Any, models: tuple[Any, ...]) -> Contrast | None:
        """Two models where they differ: those that were compared, or gold and its nearest rival."""
        return None

    def outcome(self, space: S, member: Any, trial: Trial) -> Mapping[str, Any]:
        """The outcome of a trial on a member."""
        return space.outcome(member, trial.experiment)

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        """An outcome in words, by what is read."""
        return {name: f"{name} is {value}" for name, value in outcome.items()}
