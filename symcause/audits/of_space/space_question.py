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
from typing import Any, TypeVar, cast

from symcause.answers import Unknown
from symcause.audits.documents import Document
from symcause.audits.question import Question
from symcause.errors import UsageError
from symcause.registry import family_of, load

D = TypeVar("D", bound=Document)

GOLD, REFERENCE = "gold", "reference"
"""Words that stand for the models which a problem may bring along."""


class OfSpace(Question[Any, D]):
    """A question to the version space of a problem."""

    def stated(self, problem: Any) -> Mapping[str, object]:
        """What documents of the family say of problem and class; each takes the keys that it has."""
        family = family_of(problem)
        identity = self.opened(problem).identity
        return {"family": family.name, "problem": problem.id, "identity": identity}

    def opened(self, problem: Any) -> Any:
        """The version space in the class asked for. Cheap: a space works when it is asked."""
        family = family_of(problem)
        if family.space is None:
            raise UsageError(f"{family.title} have no version space")
        return load(family.space)(problem)

    def model(self, space: Any, text: str, place: str) -> Any:
        """The model of an answer, or of the words gold and reference. Raises UsageError without one."""
        problem = space.problem
        if text in (GOLD, REFERENCE):
            brought = brought_model(space, text)
            if brought is None:
                raise UsageError(f"the problem has no {text}", value=problem.id)
            return brought
        family = family_of(problem)
        if family.model is None:
            raise UsageError(f"{family.title} cannot be answered with a model", place=place)
        return load(family.model)(problem, text)

    def shown(self, space: Any, model: Any) -> Any:
        """A model as documents have it: its answer, as plain values where it is JSON."""
        family = family_of(space.problem)
        assert family.answer is not None, f"{family.title} print no model"
        text = load(family.answer)(space.problem, model)
        try:
            return json.loads(text)
        except ValueError:
            return text

    def frame(self, problem: Any) -> D:
        known = self.document.__struct_fields__
        said: dict[str, Any] = {k: v for k, v in self.stated(problem).items() if k in known}
        return cast("D", self.document(**said))


def brought_model(space: Any, word: str = GOLD) -> Any:
    """The model that a problem brings along; None without one.

    It may be the model itself, or what a file says of it, the value of an answer: that is read as an
    answer is. Raises UsageError where it is no model.
    """
    problem = space.problem
    brought = getattr(problem, word, None)
    if not isinstance(brought, Mapping | list | tuple | str):
        return brought
    reader, member = family_of(problem).model, space.pick()
    if reader is None or isinstance(member, Unknown) or isinstance(brought, type(member)):
        return brought
    return load(reader)(problem, brought if isinstance(brought, str) else json.dumps(brought))


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
