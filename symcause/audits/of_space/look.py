"""The look question to a version space: its edges and members while a problem is edited.

Edges in all, some or no members; the variables that are open; a member, the nearest other one, and the
experiment that tells the two apart. With an edge, two members that disagree on it. It grows part by part,
so that whoever looks sees the first parts while the others are worked out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

import msgspec

from symcause.answers import Unknown, Unsat
from symcause.audits.documents import Document
from symcause.audits.of_space.space_question import GOLD, M, OfSpace, P, S
from symcause.audits.question import option
from symcause.audits.space import EdgeStatus
from symcause.audits.story import Line, Section, Story
from symcause.bounds.audits_bounds import LISTED_MEMBERS
from symcause.errors import SymcauseError, UsageError
from symcause.registry import family_of, load

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

L = TypeVar("L", bound="LookDocument")


class LookDocument(Document, frozen=True, kw_only=True):
    """What is seen of a space; *unknown* has the reason for every part that is not."""

    variables: tuple[str, ...] | None = None
    edges: tuple[tuple[str, str, str], ...] | None = None  # cause, effect: always, open, never
    open: tuple[str, ...] | None = None  # variables about which members differ
    member: object = None  # gold where it is one
    is_gold: bool = False
    other: object = None  # the nearest; with an edge: one without it
    separated: bool | None = None
    experiment: dict[str, object] | None = None
    readings: tuple[object, object] | None = None
    unknown: dict[str, str] = msgspec.field(default_factory=dict)

    def explained(self, reason: str) -> Self:
        missing = (part for part in ("edges", "member", "other") if getattr(self, part) is None)
        return msgspec.structs.replace(
            self, unknown={**dict.fromkeys(missing, reason), **self.unknown}
        )


@dataclass(frozen=True)
class LookOfSpace(OfSpace[L, P, S, M]):
    """Edges, open variables, two members and what tells them apart."""

    name: ClassVar[str] = "look"
    document: ClassVar[type[Document]] = LookDocument
    noun: ClassVar[str] = "model"

    edge: tuple[str, ...] = option(
        (), "Two members that disagree on it: cause, effect.", hidden=True
    )

    def answers(self, problem: P) -> Iterator[L]:
        document, space = self.frame(problem), self.opened(problem)
        if not self.edge:
            for part in (self._edges, self._open):
                document = part(document, space)
                yield document
        pair = self._disagreeing(space) if self.edge else self._nearest(space)
        document = self._paired(document, space, pair)
        yield document
        yield self._separated(document, space, pair)

    def _edges(self, document: L, space: S) -> L:
        edges = space.edges()
        if isinstance(edges, Unknown):
            return _not_known(document, "edges", edges.reason)
        told = tuple((cause, effect, str(status)) for (cause, effect), status in edges.items())
        names = tuple(getattr(space.problem, "variables", edges.names))
        names = names if set(names) == set(edges.names) else edges.names
        return msgspec.structs.replace(document, edges=told, variables=names)

    def _open(self, document: L, space: S) -> L:
        variables = space.open_variables()
        if isinstance(variables, Unknown):
            return _not_known(document, "open", variables.reason)
        return msgspec.structs.replace(document, open=tuple(map(str, variables)))

    def _nearest(self, space: S) -> tuple[M | Unknown | None, M | Unknown | None]:
        """Gold, where it is a member, else any; and the member nearest to it."""
        first: M | Unknown | None = self.gold(space)
        if first is None or space.objections(first):
            first = space.pick()
        if first is None or isinstance(first, Unknown):
            return first, None
        return first, next(iter(space.others(first)), None)

    def _disagreeing(self, space: S) -> tuple[M | Unknown | None, M | Unknown | None]:
        """A member that has the edge, and one that has not."""
        if len(self.edge) != 2:
            raise UsageError("an edge is a cause and an effect", value=list(self.edge))
        if {"require", "forbid"} <= {field.name for field in fields(self)}:
            return self._knowing(space, "require"), self._knowing(space, "forbid")
        cause, effect = self.edge
        has: M | None = None
        lacks: M | None = None
        for member in islice(space.members(), LISTED_MEMBERS):
            if isinstance(member, Unknown):
                break
            if self.holds(member, cause, effect):
                has = has or member
            else:
                lacks = lacks or member
            if has is not None and lacks is not None:
                break
        return has, lacks

    def _knowing(self, space: S, what: str) -> M | Unknown | None:
        """Some member of the space in which the edge is required, or forbidden."""
        told: Any = (*getattr(self, what), tuple(self.edge))
        narrower = replace(self, **{what: told})
        try:
            return narrower.opened(cast("P", space.problem)).pick()
        except SymcauseError as error:  # the knowledge contradicts itself: there is no such member
            return Unknown(str(error))

    def holds(self, model: M, cause: str, effect: str) -> bool:
        """Does a model have this edge?"""
        return (cause, effect) in getattr(model, "edges", ())

    def gold(self, space: S) -> M | None:
        """The true model, None where it is not known."""
        if getattr(space.problem, GOLD, None) is None:
            return None
        return self.model(space, GOLD, GOLD)

    def _paired(
        self, document: L, space: S, pair: tuple[M | Unknown | None, M | Unknown | None]
    ) -> L:
        names = ("member", "other")
        for name, model in zip(names, pair, strict=True):
            if isinstance(model, Unknown):
                document = _not_known(document, name, model.reason)
            elif model is not None:
                said: Any = {name: self.shown(space, model)}
                document = msgspec.structs.replace(document, **said)
        gold = self.gold(space) if document.member is not None else None
        same = gold is not None and self.shown(space, gold) == document.member
        return msgspec.structs.replace(document, is_gold=same)

    def _separated(
        self, document: L, space: S, pair: tuple[M | Unknown | None, M | Unknown | None]
    ) -> L:
        if document.member is None or document.other is None:
            return document
        separation = space.separate(*pair)
        if isinstance(separation, Unknown):
            return _not_known(document, "experiment", separation.reason)
        if isinstance(separation, Unsat):
            return msgspec.structs.replace(document, separated=False)
        first, second = separation.readings
        return msgspec.structs.replace(
            document,
            separated=True,
            experiment=dict(separation.experiment),
            readings=(first, second),
        )

    def story(self, document: L) -> Story:
        edges = document.edges or ()
        number = sum(status == EdgeStatus.OPEN for *_, status in edges)
        text = f"{number} edges open" if document.edges is not None else "edges not known"
        lines = tuple(Line(f"{a} -> {b}: {status}") for a, b, status in edges)
        return Story(document.problem or "", text, sections=(Section("Edges", lines),))


def _not_known(document: L, part: str, reason: str) -> L:
    return msgspec.structs.replace(document, unknown={**document.unknown, part: reason})


def run(
    question: LookOfSpace[L, P, S, M], problem: P, experiment: Mapping[str, object], by: str
) -> Problem:
    """The problem after an experiment that a model answers: an answer's text, or the word gold."""
    space = question.opened(problem)
    model = question.model(space, by, "the model that answers")
    return space.given(experiment, space.outcome(model, experiment)).problem


def answer_text(problem: Problem, shown: object) -> str:
    """What :meth:`OfSpace.shown` gave, as the text of an answer."""
    if isinstance(shown, str):
        return shown
    answer = family_of(problem).answer
    return json.dumps(shown) if answer is None else load(answer)(problem, shown)
