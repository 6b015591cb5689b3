"""The question protocol: what a family answers about one problem, with options as fields.

A subclass is a frozen dataclass. Its fields are the options of the command and of the Python function of
the same name; :func:`option` says what a command line shows of them. The answer is a stream of growing
documents: each holds what is known by then, the last is the answer, so that whoever stops the work keeps
what there is. Modules that define questions are light: what does the work is imported when it is done.

>>> from symcause.registry import family, load
>>> Count = load(family("boolean").questions["count"])
>>> [name for name in options(Count) if name.startswith("max_")]
['max_parents', 'max_ast', 'max_depth']
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypedDict, TypeVar, Unpack

from msgspec import Struct

from symcause.audits.documents import Document
from symcause.audits.story import Story
from symcause.errors import LimitError, SymcauseError, UsageError, closest, did_you_mean
from symcause.formats.shared_entries import each
from symcause.formats.storage.byte_streams import require_file
from symcause.registry import FAMILIES, Family, answering, family_of, load

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from symcause.formats.problems import Problem

P = TypeVar("P")
D = TypeVar("D", bound=Document)
T = TypeVar("T")

_OPTION = "option"


class Option(Struct, frozen=True):
    """What a command line says of an option."""

    help: str
    kind: str = "text"
    """text, names, integer, number, flag, choice, bound, many, file, files, folder, contents; python is
    for what no command has"""
    metavar: str | None = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # other than the field's own name
    hidden: bool = False  # given as an argument, not as an option
    alone: str | None = None  # the value of an option that stands without one
    words: str | None = None  # a dotted function that gives the words a shell may complete
    check: str | None = None  # a dotted function that raises for values no problem makes right

    def wanted(self, value: object) -> str | None:
        """What the option takes, if it does not take this value; None is always taken."""
        number = isinstance(value, int) and not isinstance(value, bool)
        if value is None:
            return None
        if self.kind == "choice" and value not in self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind == "bound" and not (number or value == "none"):
            return "a number, or the word none"
        if self.kind == "integer" and not number:
            return "a whole number"
        if self.kind == "number" and isinstance(value, bool | str):
            return "a number"
        if self.kind == "flag" and not isinstance(value, bool):
            return "True or False"
        plain = not isinstance(value, str) and isinstance(value, Iterable)
        if self.kind == "many" and not plain:
            return "a list"
        if self.kind == "contents" and not plain and value not in self.choices:
            return "in Python, what a file would say: a list or a mapping"
        if self.kind in ("integer", "bound") and isinstance(value, int):
            if self.least is not None and value < self.least:
                return f"at least {self.least}"
            if self.most is not None and value > self.most:
                return f"at most {self.most}"
        return None


class OptionFacts(TypedDict, total=False):
    """What may be said of an option beside its help and its kind: fields of :class:`Option`."""

    metavar: str | None
    least: int | None
    most: int | None
    choices: tuple[str, ...]
    flags: tuple[str, ...]
    hidden: bool
    alone: str | None
    words: str | None
    check: str | None


def option(default: T, help: str, kind: str = "text", **facts: Unpack[OptionFacts]) -> T:
    """A field of a question that is an option."""
    made: T = field(default=default, metadata={_OPTION: Option(help, kind, **facts)})
    return made


_KNOWN: dict[type[DataclassInstance], Mapping[str, Option]] = {}


def options(question: type[DataclassInstance]) -> Mapping[str, Option]:
    """The options of a question (or generator), by the names of its fields."""
    if question not in _KNOWN:
        own = {f.name: f.metadata[_OPTION] for f in fields(question) if _OPTION in f.metadata}
        _KNOWN[question] = MappingProxyType(own)
    return _KNOWN[question]


def added(question: Question[P, D], base: type[Question[P, D]]) -> dict[str, object]:
    """The options that a family adds to a question which all share, with their values."""
    shared = {found.name for found in fields(base)}
    return {f.name: getattr(question, f.name) for f in fields(question) if f.name not in shared}


def flag_of(question: type[DataclassInstance], name: str) -> str:
    """How the command line spells an option."""
    declared = options(question).get(name)
    return declared.flags[0] if declared is not None and declared.flags else _flag(name)


def default_of(question: type[DataclassInstance], name: str) -> object:
    """The default of an option."""
    found: Field[Any] = next(f for f in fields(question) if f.name == name)
    return None if found.default is MISSING else found.default


@dataclass(frozen=True)
class Question(ABC, Generic[P, D]):
    """One question to one family; subclasses add options as fields."""

    name: ClassVar[str]
    document: ClassVar[type[Document]]
    between: ClassVar[str] = ""  # what stands between texts that are to be taken as they are

    def refuse_options(self) -> None:
        """Complain about options that do not go together, whatever the problem."""

    @abstractmethod
    def frame(self, problem: P) -> D:
        """The document about which nothing is known yet; refuses options that do not apply."""

    @abstractmethod
    def answers(self, problem: P) -> Iterator[D]:
        """Growing documents; the last is the answer. May raise LimitError: the last one then stands."""

    def light(self, problem: P) -> bool:
        """Is the work so short, and in Python alone, that without limits it needs no child process?"""
        return False

    @abstractmethod
    def story(self, document: D) -> Story:
        """The document for people."""

    def text(self, document: D) -> str | None:
        """Plain text for people where a story would be too much; None: render the story."""
        return None


def question(name: str, problem: object, **given: object) -> Question[Problem, Document]:
    """The question of this name to the family of a problem, with these options."""
    return bound(name, family_of(problem), given)


def bound(
    name: str,
    family: Family,
    given: Mapping[str, object],
    extra: Mapping[str, object] | None = None,
) -> Question[Problem, Document]:
    """The question with its options; one that the family does not know is refused.

    Of *extra* options the family gets those that it knows.
    """
    if name not in family.questions:
        raise _refusal(name, family)
    kind = load(family.questions[name])
    known = _names(kind)
    for key in given:
        if key not in known:
            raise _unknown(name, key, family, known)
    refuse_values(kind, given)
    more = {key: value for key, value in (extra or {}).items() if key in known}
    return kind(**given, **more)


def _names(kind: type[DataclassInstance]) -> frozenset[str]:
    """The options of a question, shown or not."""
    return frozenset(one.name for one in fields(kind))


def _refusal(question: str, asked: Family) -> UsageError:
    """What to say to a question that a family does not answer."""
    able = answering(question)
    if not able:
        return UsageError(f"no family answers {question!r}")
    own = {name for name in asked.questions if answering(name) == [asked]}
    if (near := closest(question, own)) is not None:
        return UsageError(
            f"{question} does not apply to {asked.title}",
            remedy=f"the family {asked.name} declares a question {near!r}, which nobody asks",
        )
    lacking = "" if asked.name in FAMILIES else f"; the family {asked.name} declares no {question}"
    return UsageError(
        f"{question} does not apply to {asked.title}",
        remedy=f"it applies to {', '.join(f.title for f in able)}{lacking}",
    )


def refuse_values(kind: type[DataclassInstance], given: Mapping[str, object]) -> None:
    """Complain about values that the options of a question (or of anything with options) do not take."""
    if (error := _wrong(kind, given)) is not None:
        raise error


def _wrong(kind: type[DataclassInstance], given: Mapping[str, object]) -> UsageError | None:
    for key, declared in options(kind).items() if given else ():
        if (remedy := declared.wanted(given.get(key))) is not None:
            return UsageError(f"{_flag(key)} does not take this", value=given[key], remedy=remedy)
    return None


def refuse_mistakes(name: str, given: Mapping[str, object]) -> None:
    """Complain about options that are wrong for every problem: a name nobody knows, a text nobody reads.

    Said once, before any work and output. A family that takes them all as they are keeps this silent.
    """
    errors: list[SymcauseError] = []
    for _, kind in each("questions", name) if given else ():
        if not set(given) <= _names(kind) or _wrong(kind, given) is not None:
            continue  # another family's words
        try:
            _checked(kind, given)
            kind(**given).refuse_options()
        except SymcauseError as error:
            errors.append(error)
            continue
        return
    if errors:
        raise errors[0]


def _checked(kind: type[DataclassInstance], given: Mapping[str, object]) -> None:
    """Ask the checks of the options that are given."""
    for key, declared in options(kind).items():
        value = given.get(key)
        if declared.kind == "file" and isinstance(value, str) and value:
            require_file(value)
        if declared.check is None or value is None:
            continue
        try:
            refuse: Callable[[object], object] = load(declared.check)
            refuse(value)
        except SymcauseError as error:
            place = error.complaint.place or flag_of(kind, key)
            raise error if error.complaint.file else error.placed(place) from None


def _unknown(name: str, key: str, family: Family, known: frozenset[str]) -> UsageError:
    kinds = {f.title: kind for f, kind in each("questions", name)}
    able = {title: kind for title, kind in kinds.items() if key in {x.name for x in fields(kind)}}
    if not able:
        return UsageError(f"{name} has no option {_flag(key)}", remedy=did_you_mean(key, known))
    flag = flag_of(next(iter(able.values())), key)
    return UsageError(
        f"{flag} does not apply to {family.title}", remedy=f"it applies to {', '.join(able)}"
    )


def _flag(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def ask(
    name: str, problem: Problem, emit: Callable[[Document], None] | None = None, **given: object
) -> Document:
    """The answer to a question, here and now; *emit* sees the documents as they grow."""
    return answered(question(name, problem, **given), problem, emit)


def answered(asked: Question[P, D], problem: P, emit: Callable[[D], None] | None = None) -> D:
    """The last document of a question; a bound that is met is the reason in it."""
    last = asked.frame(problem)
    try:
        for last in asked.answers(problem):
            if emit is not None:
                emit(last)
    except LimitError as error:
        last = last.halted(str(error))
    return last
