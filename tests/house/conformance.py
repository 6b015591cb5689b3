"""What every version space must do, whatever its members are: tests to inherit.

A family's test subclasses :class:`VersionSpaceConformance`, names its cases and how a space is opened, and
gets every test for every case::

    class TestDags(VersionSpaceConformance):
        def cases(self):
            return [Case(problem, stronger), Case(other)]

        def space(self, problem):
            return open_space(problem)
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from symcause.answers import Unknown, Unsat
from symcause.audits.space import EdgeStatus, Separation, VersionSpace
from symcause.models.number_phrases import LARGE

Space = VersionSpace[Any]


class Case(NamedTuple):
    """A problem and, if there is one, the same problem with more evidence."""

    problem: Any
    more: Any = None


def plain(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What is shown, so that equal things are equal: in the order of names."""
    return {name: shown[name] for name in sorted(shown)}


@cache
def _made(kind: type[VersionSpaceConformance]) -> list[Case]:
    """The cases of a class, for every test of it."""
    return list(kind().cases())


class VersionSpaceConformance(ABC):
    """The tests; subclasses say what is tested."""

    most_listed = 300
    """Larger spaces are not listed in full."""

    looked_at = 12
    """Members that are looked at one by one where a space is larger than that."""

    @abstractmethod
    def cases(self) -> Iterable[Case]:
        """The problems."""

    @abstractmethod
    def space(self, problem: Any) -> Space:
        """The version space of a problem."""

    def execute(
        self, problem: Any, model: Any, experiment: Mapping[str, object]
    ) -> Mapping[str, object] | None:
        """What a model shows under an experiment, by a plain definition; None: there is none."""
        return None

    def beyond_reach(self) -> Any:
        """A problem whose members nobody can count; None: there is none."""
        return None

    def outsiders(self, problem: Any) -> Iterable[Any]:
        """Some further models, members or not."""
        return ()

    def key(self, model: Any) -> object:
        """What the identity of the space compares."""
        return model

    def edges_of(self, model: Any) -> Iterable[tuple[str, str]]:
        """The edges of a model, as (parent, child)."""
        edges: Iterable[tuple[str, str]] = model.edges
        return edges

    def about(self, model: Any, variable: str) -> object:
        """What a model says of a variable: members differ about it iff this differs."""
        return frozenset(edge for edge in self.edges_of(model) if edge[1] == variable)

    def tried(self, space: Any) -> Iterable[Any]:
        """Some experiments: those that a space offers, and those that tell members apart."""
        yield from islice(space.experiments(), 4)
        first, *rest = self.listed(space, 4) or [None]
        for other in rest:
            found = space.separate(first, other)
            if isinstance(found, Separation):
                yield found.experiment

    def leaves_more(self, space: Any) -> bool:
        """May evidence leave members that would not have shown it?"""
        return False

    # What pytest calls.

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            cases = _made(type(self))
            names = [f"{i}-{getattr(case.problem, 'id', '')}" for i, case in enumerate(cases)]
            if metafunc.function.__name__ == "test_more_evidence_never_enlarges":
                names = [n for n, case in zip(names, cases, strict=True) if case.more is not None]
                cases = [case for case in cases if case.more is not None]
            metafunc.parametrize("case", cases, ids=names)

    def test_the_count_is_the_length_of_the_listing(self, case: Case) -> None:
        space = self.space(case.problem)
        count = space.count()
        assert not isinstance(count, int) or count >= 0
        if not isinstance(count, int) or count > self.most_listed:
            assert len(self.listed(space, 3)) == 3
            return
        found = list(space.members())
        assert len(found) == len({self.key(member) for member in found}) == count

    def test_a_space_is_a_collection(self, case: Case) -> None:
        space = self.space(case.problem)
        listed = list(map(self.key, islice(iter(space), self.looked_at)))
        assert listed == list(map(self.key, islice(space.members(), self.looked_at)))
        assert bool(space) == bool(listed)
        count = space.count()
        if isinstance(count, int) and count <= sys.maxsize:
            assert len(space) == count
        elif not isinstance(count, int):
            with pytest.raises(TypeError, match="number of members"):
                len(space)

    def test_a_space_is_sliced(self, case: Case) -> None:
        space = self.space(case.problem)
        listed = list(map(self.key, islice(space.members(), self.looked_at)))
        assert [self.key(m) for m in space[: self.looked_at]] == listed
        assert [self.key(m) for m in space[1 : self.looked_at : 2]] == listed[1::2]
        for at in {0, len(listed) - 1} if listed else ():
            assert self.key(space[at]) == listed[at]
        if not self.whole(space):
            return
        listed = list(map(self.key, space.members()))
        assert [self.key(m) for m in space[:]] == listed
        assert [self.key(m) for m in space[::-1]] == listed[::-1]
        assert not listed or self.key(space[-1]) == listed[-1]
        with pytest.raises(IndexError, match=f"there are {len(listed)} members"):
            space[len(listed)]

    def test_a_listing_is_the_same_every_time(self, case: Case) -> None:
        first, second = (self.listed(self.space(case.problem)) for _ in range(2))
        assert list(map(self.key, first)) == list(map(self.key, second))

    def test_a_listing_can_be_resumed(self, case: Case) -> None:
        space = self.space(case.problem)
        found = list(map(self.key, self.listed(space)))
        for at in {0, len(found) // 2, len(found) - 1} if found else ():
            member = self.listed(space)[at]
            rest = islice(space.members(after=member), len(found) - at - 1)
            assert list(map(self.key, rest)) == found[at + 1 :]

    def test_members_are_members(self, case: Case) -> None:
        space = self.space(case.problem)
        for member in self.listed(space, self.looked_at):
            assert space.objections(member) == ()
            assert member in space

    def test_the_pick_is_a_member(self, case: Case) -> None:
        space = self.space(case.problem)
        picked = space.pick()
        if picked is None:
            assert self.listed(space) == []
        else:
            assert not isinstance(picked, Unknown)
            assert picked in space

    def test_membership_agrees_with_objections(self, case: Case) -> None:
        space = self.space(case.problem)
        strangers = list(self.outsiders(case.problem))
        if case.more is not None:
            strangers += self.listed(self.space(case.more), self.looked_at)
        for model in (*self.listed(space, self.looked_at), *strangers):
            assert (model in space) == (space.objections(model) == ())
        assert object() not in space

    def test_the_simplest_come_first_and_are_all(self, case: Case) -> None:
        space = self.space(case.problem)
        if not self.whole(space):
            return
        found = list(space.simplest())
        if found and isinstance(found[-1], Unknown):  # beyond what can be sized
            found.pop()
        else:
            assert {self.key(m) for m in found} == {self.key(m) for m in self.listed(space)}
        assert len({self.key(member) for member in found}) == len(found)
        sizes = [self.size(member) for member in found]
        assert None in sizes or sizes == sorted(sizes)

    def size(self, model: Any) -> int | None:
        """By what the simplest come first; None: the order is the space's own."""
        return None

    def test_members_are_represented(self, case: Case) -> None:
        space = self.space(case.problem)
        assert space.problem.id == case.problem.id
        assert all(space.represents(member) for member in self.listed(space, self.looked_at))

    def test_draws_are_members(self, case: Case) -> None:
        space, rng = self.space(case.problem), Random(1)
        if space.pick() is None:
            with pytest.raises(ValueError):
                space.draw(rng)
            return
        drawn = [space.draw(rng) for _ in range(self.looked_at)]
        assert all(isinstance(model, Unknown) or model in space for model in drawn)
        again = [space.draw(rng) for rng in [Random(1)] for _ in range(self.looked_at)]
        assert list(map(self.key, drawn)) == list(map(self.key, again))

    def test_random_members_depend_on_the_seed_alone(self, case: Case) -> None:
        space = self.space(case.problem)
        if space.pick() is None:
            with pytest.raises(ValueError):
                space.random()
            return
        drawn = space.random(self.looked_at, seed=3)
        if isinstance(drawn, Unknown):
            return
        assert len(drawn) == self.looked_at and all(model in space for model in drawn)
        again = self.space(case.problem).random(self.looked_at, seed=3)
        assert not isinstance(again, Unknown)
        assert list(map(self.key, drawn)) == list(map(self.key, again))

    def test_members_and_edges_are_frames(self, case: Case) -> None:
        pytest.importorskip("pandas")
        space = self.space(case.problem)
        number = len(self.listed(space, self.looked_at))
        frame = space.to_pandas(limit=self.looked_at)
        assert len(frame) == number
        rows = [tuple(row) for row in frame.itertuples(index=False)]
        assert not rows or len(set(map(str, rows))) == number
        if self.whole(space):
            assert len(space.to_pandas()) == space.count()
        edges = space.edges()
        assert not isinstance(edges, Unknown)
        table = edges.to_pandas()
        assert list(table.columns) == ["cause", "effect", "status"]
        told = {(row.cause, row.effect): row.status for row in table.itertuples()}
        assert told == {edge: str(status) for edge, status in edges.items()}

    def test_open_variables_are_those_about_which_members_differ(self, case: Case) -> None:
        space = self.space(case.problem)
        edges, listed = space.edges(), self.listed(space)
        found = space.open_variables()
        assert not isinstance(edges, Unknown) and not isinstance(found, Unknown)
        said = {v: {self.about(member, v) for member in listed} for v in edges.names}
        differing = {v for v, kinds in said.items() if len(kinds) > 1}
        assert differing <= set(found)
        if self.whole(space):
            assert differing == set(found)

    def test_what_if_counts_what_members_show(self, case: Case) -> None:
        space = self.space(case.problem)
        if not self.whole(space):
            return
        listed = self.listed(space)
        for experiment in self.tried(space) if listed else ():
            found = space.what_if(experiment)
            if isinstance(found, Unknown):
                assert found.reason
                continue
            shown = [self.execute(case.problem, member, experiment) for member in listed]
            shown = [
                space.outcome(member, experiment) if seen is None else seen
                for member, seen in zip(listed, shown, strict=True)
            ]
            assert {str(plain(one.shown)): one.members for one in found} == {
                str(plain(seen)): sum(plain(other) == plain(seen) for other in shown)
                for seen in shown
            }
            assert found.total == len(listed) and sum(one.share for one in found) == 1
            self.check_given(space, experiment, found, listed, shown)

    def check_given(
        self, space: Any, experiment: Any, found: Any, listed: Sequence[Any], shown: list[Any]
    ) -> None:
        """What is learnt leaves the members that show it."""
        for one in found[:3]:
            after = space.given(experiment, one.shown)
            left = {self.key(member) for member in self.listed(after)}
            showing = {
                self.key(member)
                for member, seen in zip(listed, shown, strict=True)
                if plain(seen) == plain(one.shown)
            }
            assert showing <= left <= {self.key(member) for member in listed}
            if not self.leaves_more(space):
                assert left == showing
                assert after.count() == one.members

    def test_a_space_has_a_card(self, case: Case) -> None:
        space = self.space(case.problem)
        card = space._repr_html_()  # type: ignore[attr-defined]
        count = space.count()
        assert isinstance(card, str) and case.problem.id in card
        assert not isinstance(count, int) or count >= LARGE or f"{count:,}" in card

    def test_others_are_other_members(self, case: Case) -> None:
        space = self.space(case.problem)
        listed = self.listed(space)
        for model in (*listed[:2], *listed[-1:]):
            others = list(map(self.key, islice(space.others(model), self.most_listed)))
            assert self.key(model) not in others
            assert len(set(others)) == len(others)
            if self.whole(space):
                assert set(others) == {self.key(other) for other in listed} - {self.key(model)}
            for other in islice(space.others(model), 3):
                assert other in space

    def test_separations_are_executed(self, case: Case) -> None:
        space = self.space(case.problem)
        listed = self.listed(space, self.looked_at)
        for model in listed[:3]:
            assert not isinstance(space.separate(model, model), Separation)
            pairs = [space.separate(model, other) for other in listed]
            for found in pairs:
                self.check_separation(case.problem, found)
            found = space.separate(model)
            self.check_separation(case.problem, found)
            if isinstance(found, Separation):
                assert self.key(found.first) == self.key(model)
                assert found.second in space
            elif isinstance(found, Unsat):
                assert not any(isinstance(pair, Separation) for pair in pairs)

    def check_separation(self, problem: Any, found: Separation | Unsat | Unknown) -> None:
        """The two readings differ and are what the models show."""
        if not isinstance(found, Separation):
            assert isinstance(found, Unsat | Unknown)
            return
        assert found.readings[0] != found.readings[1]
        for model, reading in zip((found.first, found.second), found.readings, strict=True):
            shown = self.execute(problem, model, found.experiment)
            assert shown is None or dict(shown) == dict(reading)

    def test_edges_agree_with_the_listing(self, case: Case) -> None:
        space = self.space(case.problem)
        edges = space.edges()
        assert not isinstance(edges, Unknown)
        names = {name for pair in edges for name in pair}
        assert set(edges) == {(a, b) for a in names for b in names if a != b}
        listed = [set(self.edges_of(member)) for member in self.listed(space)]
        for edge, status in edges.items():
            holding = [edge in found for found in listed]
            if status is EdgeStatus.NEVER:
                assert not any(holding)
            elif status is EdgeStatus.ALWAYS:
                assert all(holding)
                assert holding
            elif self.whole(space):
                assert any(holding)
                assert not all(holding)

    def test_more_evidence_never_enlarges(self, case: Case) -> None:
        assert case.more is not None
        before, after = self.space(case.problem), self.space(case.more)
        small, large = after.count(), before.count()
        if isinstance(small, int) and isinstance(large, int):
            assert small <= large
        assert all(member in before for member in self.listed(after, self.looked_at))

    def test_unknown_is_a_value(self) -> None:
        problem = self.beyond_reach()
        if problem is None:
            pytest.skip("nothing is beyond reach")
        space = self.space(problem)
        assert isinstance(space.count(), Unknown)
        assert isinstance(space.edges(), Unknown | Mapping)
        space.draw(Random(1))
        assert list(islice(space.members(), 3)), "a listing that a bound ends says so"
        picked = space.pick()
        if picked is not None and not isinstance(picked, Unknown):
            assert picked in space
            list(islice(space.others(picked), 2))
            self.check_separation(problem, space.separate(picked))
            self.check_separation(problem, space.separate(picked, picked))

    # What the tests share.

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
