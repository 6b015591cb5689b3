"""Family words: what the texts of a family are made of, how told documents become scripts, and back.

A *script* is a text without words: which facts are told, and line by line what was done and seen, in the
order in which the nouns are mentioned. :mod:`symcause.renderings.texts` puts it into words. Every family
that can be rendered has a wording, named by ``rendering`` in its declaration.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, cast

from symcause.errors import UsageError
from symcause.formats.shared_entries import each
from symcause.renderings.codec.nodes import Node
from symcause.renderings.sense.sense_graph import SenseGraph

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from symcause.formats.problems import Problem

    P = TypeVar("P", bound=Problem, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P")

ToldDocument = dict[str, Any]
"""Everything that a solver is told, ready for canonical JSON."""

Order = tuple[str, ...]
"""The nouns as they are mentioned."""


class Verb(NamedTuple):
    """Something that is done to a noun: its phrase, and how bits and pairs write it.

    In ``throughout mud=1`` *before* is ``throughout`` and *after* is ``1``; None after ``=``: a number. A
    verb without *after* at all has the name alone.
    """

    phrase: str
    before: str
    after: str | None = ""

    @property
    def bare(self) -> bool:
        """Is it written as a name alone?"""
        return self.after == ""


class Deed(NamedTuple):
    """A verb with its noun, and a value if it has one."""

    verb: str
    noun: str
    value: str | None = None


class Line(NamedTuple):
    """A line of evidence: what was done, what was seen of the nouns in the order of their mention."""

    kind: str
    deeds: tuple[Deed, ...] | None = None
    seen: tuple[str, ...] | str | None = None


class Fact(NamedTuple):
    """A sentence about what is known, by its key in the frame, and what fills its slots."""

    key: str
    values: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Script:
    """What a text says, without words."""

    task: str
    order: Order
    facts: tuple[Fact, ...]
    lines: tuple[Line, ...]
    asked: tuple[str, ...] | str | None = None


class _Named(Protocol):
    """A problem whose variables are what its answers name."""

    @property
    def variables(self) -> tuple[str, ...]: ...


class Wording(ABC, Generic[P]):
    """What a family fills in; one instance serves all problems of the family."""

    family: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]]  # keys of the frame
    glossary: ClassVar[str]  # "states" or "quantity"
    cells: ClassVar[Mapping[str, str]]  # what may be seen -> its phrase; "=" is a number
    verbs: ClassVar[tuple[Verb, ...]]
    lines: ClassVar[Mapping[str, tuple[str, ...]]]  # kinds of lines -> slots of their patterns
    worded: ClassVar[bool] = False  # are values words of the theme, or numbers?
    like: ClassVar[str | None] = (
        None  # whose patterns of lines it has where a style has none for it
    )
    prompt: ClassVar[Mapping[str, Any]] = {}  # options of the prompt whose instruction a text gets
    asks: ClassVar[bool] = False  # may there be one more line that is asked about?

    @abstractmethod
    def facts(self) -> Mapping[str, tuple[Node, ...]]:
        """The sentences about what is known: what fills their slots, in the order of the slots."""

    @abstractmethod
    def told(self, problem: P) -> ToldDocument:
        """Everything that a solver is told. Raises UsageError where there are no words for it."""

    def words(self, told: ToldDocument) -> tuple[str, ...]:
        """The values that get words of the theme, as variables get nouns."""
        return ()

    @abstractmethod
    def document(self, told: ToldDocument) -> dict[str, Any]:
        """The problem document, without gold, of which all this is told; its id is the caller's."""

    @abstractmethod
    def renamed(self, document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        """A problem document in other names, gold included."""

    @abstractmethod
    def script(self, told: ToldDocument, order: Order) -> Script:
        """What the text of a told document says."""

    @abstractmethod
    def read(self, script: Script) -> ToldDocument:
        """The told document of what was read. Raises ProblemError where it makes no sense."""

    @abstractmethod
    def form(self, told: ToldDocument, order: Order) -> tuple[str, Mapping[str, str]]:
        """The answer form: its key in the frame, and what fills its slots."""

    @abstractmethod
    def answer(self, document: object, names: Mapping[str, str]) -> Any:
        """An answer in other names, whatever it holds: it is judged by others."""

    @abstractmethod
    def sense_answer(self, problem: P, sense: SenseGraph) -> dict[str, Any] | None:
        """What common sense alone answers to a problem in the names of nouns; None: nothing."""

    @abstractmethod
    def answered_edges(self, problem: P, response: str) -> set[tuple[str, str]] | None:
        """The direct causes that an answer states; None if it states none."""

    def true_edges(self, problem: P) -> set[tuple[str, str]] | None:
        """What the edges of an answer are compared with; None without gold."""
        gold = self.gold_edges(problem)
        return None if gold is None else set(gold)

    def sense_edges(self, problem: P, sense: SenseGraph) -> set[tuple[str, str]]:
        """What common sense holds for the direct causes among the variables of a problem."""
        return {
            (cause, effect) for cause, effect, _ in sense.among(cast("_Named", problem).variables)
        }

    def may_abstain(self, told: ToldDocument) -> bool:
        """Can a text offer to abstain?"""
        return True

    @abstractmethod
    def gold_edges(self, problem: P) -> tuple[tuple[str, str], ...] | None:
        """The true direct causes, None without gold."""


def wordings() -> Iterator[Wording]:
    """The wordings of all families that can be rendered."""
    return (kind() for _, kind in each("rendering"))


def wording_of(family: str) -> Wording:
    """The wording of a family. Raises UsageError if it has none."""
    found = {wording.family: wording for wording in wordings()}
    if family not in found:
        known = ", ".join(sorted(found))
        raise UsageError(f"{family} problems have no renderings", remedy=f"these have: {known}")
    return found[family]
