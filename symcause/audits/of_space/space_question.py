"""The base class of all questions to a version space.

The options, the frame, the order of the work and what a bound does to it are the same in every family and
stand in this package. What a family knows better is a hook, a method that it overrides; each has a default
that asks the registry, so that a family which has a space, reads a model from a text and prints one
answers without writing a question (``questions=of_space()`` in its declaration). Class options come from
the family's own base class, which stands second, so that a question's own options come first:

    class Solve(SolveOfSpace[LinearSolve], InClass[LinearSolve])
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, cast

from symcause.answers import Unknown
from symcause.audits.documents import Document
from symcause.audits.question import Question
from symcause.errors import SymcauseError, UsageError
from symcause.registry import family_of, load

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from symcause.audits.members import Members
    from symcause.formats.problems import Problem

    D = TypeVar("D", bound=Document)
    P = TypeVar("P", bound=Problem, default=Any)
    S = TypeVar("S", bound=Members[Any], default=Members[Any])
    M = TypeVar("M", default=Any)
    T = TypeVar("T")
else:
    from typing import TypeVar

    D, P, S, M, T = map(TypeVar, "DPSMT")

GOLD, REFERENCE = "gold", "reference"
"""Words that stand for the models which a problem may bring along."""


class OfSpace(Question[P, D], Generic[D, P, S, M]):
    """A question to the version space of a problem: of its document, problem, space and model.

    A family that names only its document, ``AuditOfSpace[SpaceAudit]``, leaves the others open.
    """

    if not TYPE_CHECKING:

        def __class_getitem__(cls, named: object) -> object:
            given = named if isinstance(named, tuple) else (named,)
            left_open = (Any,) * (len(cls.__parameters__) - len(given))
            return super().__class_getitem__((*given, *left_open))

    def stated(self, problem: P) -> Mapping[str, object]:
        """What documents of the family say of problem and class; each takes the keys that it has."""
        family = family_of(problem)
        identity = self.opened(problem).identity
        return {"family": family.name, "problem": problem.id, "identity": identity}

    def opened(self, problem: P) -> S:
        """The version space in the class asked for. Cheap: a space works when it is asked."""
        family = family_of(problem)
        if family.space is None:
            raise UsageError(f"{family.title} have no version space")
        return cast("S", load(family.space)(problem))

    def model(self, space: S, text: str, place: str) -> M:
        """The model of an answer, or of the words gold and reference. Raises UsageError without one."""
        problem = space.problem
        if text in (GOLD, REFERENCE):
            brought = brought_model(space, text)
            if brought is None:
                raise UsageError(f"the problem has no {text}", value=problem.id)
            return cast("M", brought)
        family = family_of(problem)
        if family.model is None:
            raise UsageError(f"{family.title} cannot be answered with a model", place=place)
        return cast("M", load(family.model)(problem, text))

    def shown(self, space: S, model: M) -> object:
        """A model as documents have it: its answer, as plain values where it is JSON."""
        family = family_of(space.problem)
        if family.answer is None:
            raise UsageError(
                f"{family.title} cannot be shown: the family {family.name} prints no model",
                remedy="declare answer, a function of (problem, model) that gives a text",
            )
        text = load(family.answer)(space.problem, model)
        try:
            return cast("object", json.loads(text))
        except ValueError:
            return text

    def frame(self, problem: P) -> D:
        known = self.document.__struct_fields__
        said: dict[str, Any] = {k: v for k, v in self.stated(problem).items() if k in known}
        return cast("D", self.document(**said))


def brought_model(space: Members[T], word: str = GOLD) -> T | None:
    """The model that a problem brings along; None without one.

    It may be the model itself, or what a file says of it, the value of an answer: that is read as an
    answer is. Raises UsageError where it is no model.
    """
    problem = space.problem
    brought = getattr(problem, word, None)
    if not isinstance(brought, Mapping | list | tuple | str):
        return cast("T | None", brought)
    reader, member = family_of(problem).model, space.pick()
    if reader is None or isinstance(member, Unknown) or isinstance(brought, type(member)):
        return cast("T | None", brought)
    text = brought if isinstance(brought, str) else json.dumps(brought)
    try:
        return cast("T", load(reader)(problem, text))
    except SymcauseError as error:
        raise error.at(place=word) from None


def spelled(shown: object) -> str:
    """What :meth:`OfSpace.shown` gives, in one line.

    >>> spelled([["A", "B"], ["B", "C"]]), spelled({"A": 1})
    ('A -> B, B -> C', '{"A": 1}')
    """
    if isinstance(shown, list) and shown and all(map(_is_edge, shown)):
        return ", ".join(f"{a} -> {b}" for a, b in shown)
    return shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)


def _is_edge(part: object) -> bool:
    return isinstance(part, list) and len(part) == 2 and all(isinstance(x, str) for x in part)
