"""The cases of a conformance suite: the problems that are tried, and what a family says about them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import pytest

from symcause.answers import Unknown
from symcause.audits.space import Edged, Edges, EdgeStatuses, Separation, VersionSpace

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from symcause.formats.problems import Problem

    P = TypeVar("P", bound=Problem, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P")

Space = VersionSpace[Any]


class Case(NamedTuple, Generic[P]):
    """A problem and, if there is one, the same problem with more evidence."""

    problem: P
    more: P | None = None


@cache
def _made(kind: type[SpaceCases[P]]) -> list[Case[P]]:
    """The cases of a class, for every test of it."""
    return list(kind().cases())


class SpaceCases(ABC, Generic[P]):
    """What a family says of its spaces, so that they can be tried."""

    most_listed = 300
    """Larger spaces are not listed in full."""

    looked_at = 12
    """Members that are looked at one by one where a space is larger than that."""

    @abstractmethod
    def cases(self) -> Iterable[Case[P]]:
        """The problems."""

    @abstractmethod
    def space(self, problem: P) -> Space:
        """The version space of a problem."""

    def execute(
        self, problem: P, model: Any, experiment: Mapping[str, object]
    ) -> Mapping[str, object] | None:
        """What a model shows under an experiment, by a plain definition; None: there is none."""
        return None

    def beyond_reach(self) -> P | None:
        """A problem whose members nobody can count; None: there is none."""
        return None

    def outsiders(self, problem: P) -> Iterable[Any]:
        """Some further models, members or not."""
        return ()

    def key(self, model: Any) -> object:
        """What the identity of the space compares; a model of plain values is its JSON."""
        try:
            hash(model)
        except TypeError:
            return json.dumps(model, sort_keys=True, default=str)
        return model

    def edges_of(self, model: Any) -> Iterable[tuple[str, str]]:
        """The edges of a model, as (parent, child); asked only where the space tells of edges."""
        edges: Iterable[tuple[str, str]] | None = getattr(model, "edges", None)
        assert edges is not None, (
            f"the space tells of edges, and a {type(model).__name__} has no attribute edges: override "
            "edges_of(model) in the test, so that it gives pairs (parent, child)"
        )
        return edges

    def told_edges(self, space: Space) -> Edges:
        """What the space tells of edges; models that are no graphs have none."""
        edges = space.edges() if isinstance(space, Edged) else EdgeStatuses({})
        assert not isinstance(edges, Unknown), f"edges are unknown: {edges.reason}"
        assert isinstance(edges, Edges), "edges() gives EdgeStatuses, or is left out"
        return edges

    def about(self, model: Any, variable: str) -> object:
        """What a model says of a variable: members differ about it iff this differs.

        Its mechanism, where models have ``functions``, else its parents.
        """
        functions = getattr(model, "functions", None)
        if isinstance(functions, Mapping):
            return functions.get(variable)
        return frozenset(edge for edge in self.edges_of(model) if edge[1] == variable)

    def tried(self, space: Space) -> Iterable[Any]:
        """Some experiments: those that a space offers, and those that tell members apart."""
        yield from islice(space.experiments(), 4)
        first, *rest = self.listed(space, 4) or [None]
        for other in rest:
            separation = space.separate(first, other)
            if isinstance(separation, Separation):
                yield separation.experiment

    def leaves_more(self, space: Space) -> bool:
        """May evidence leave members that would not have shown it?"""
        return False

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            cases = _made(type(self))
            names = [f"{i}-{getattr(case.problem, 'id', '')}" for i, case in enumerate(cases)]
            if metafunc.function.__name__ == "test_more_evidence_never_enlarges":
                names = [n for n, case in zip(names, cases, strict=True) if case.more is not None]
                cases = [case for case in cases if case.more is not None]
            metafunc.parametrize("case", cases, ids=names)

    def whole(self, space: Space) -> bool:
        """Is the space small enough to be listed?"""
        count = space.count()
        return isinstance(count, int) and count <= self.most_listed

    def listed(self, space: Space, most: int | None = None) -> Sequence[Any]:
        """The first members."""
        return list(self._members(islice(space.members(), most or self.most_listed)))

    def _members(self, found: Iterator[Any]) -> Iterator[Any]:
        for member in found:
            assert not isinstance(member, Unknown), member.reason
            yield member
