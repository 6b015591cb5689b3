"""Conformance of a space as a listing: what is counted, listed, sliced, drawn and looked up agrees."""

from __future__ import annotations

import sys
from itertools import islice
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.testing.conformance_cases import Case, P, SpaceCases


class ListingConformance(SpaceCases[P]):
    """Tests of members, one after the other."""

    def test_the_count_is_the_length_of_the_listing(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        count = space.count()
        assert not isinstance(count, int) or count >= 0
        if not isinstance(count, int) or count > self.most_listed:
            assert len(self.listed(space, 3)) == 3
            return
        members = list(space.members())
        assert len(members) == len({self.key(member) for member in members}) == count

    def test_a_space_is_a_collection(self, case: Case[P]) -> None:
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

    def test_a_space_is_sliced(self, case: Case[P]) -> None:
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

    def test_a_listing_is_the_same_every_time(self, case: Case[P]) -> None:
        first, second = (self.listed(self.space(case.problem)) for _ in range(2))
        assert list(map(self.key, first)) == list(map(self.key, second))

    def test_a_listing_can_be_resumed(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        found = list(map(self.key, self.listed(space)))
        for at in {0, len(found) // 2, len(found) - 1} if found else ():
            member = self.listed(space)[at]
            rest = islice(space.members(after=member), len(found) - at - 1)
            assert list(map(self.key, rest)) == found[at + 1 :]

    def test_members_are_members(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        for member in self.listed(space, self.looked_at):
            assert space.objections(member) == ()
            assert member in space

    def test_the_pick_is_a_member(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        picked = space.pick()
        if picked is None:
            assert self.listed(space) == []
        else:
            assert not isinstance(picked, Unknown)
            assert picked in space

    def test_membership_agrees_with_objections(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        strangers = list(self.outsiders(case.problem))
        if case.more is not None:
            strangers += self.listed(self.space(case.more), self.looked_at)
        for model in (*self.listed(space, self.looked_at), *strangers):
            assert (model in space) == (space.objections(model) == ())
        assert object() not in space

    def test_the_simplest_come_first_and_are_all(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        if not self.whole(space):
            return
        found = list(space.simplest())
        if found and isinstance(found[-1], Unknown):  # beyond what can be sized
            found.pop()
        else:
            assert {self.key(m) for m in found} == {self.key(m) for m in self.listed(space)}
        assert len({self.key(member) for member in found}) == len(found)
        sizes = [size for member in found if (size := self.size(member)) is not None]
        assert len(sizes) < len(found) or sizes == sorted(sizes)

    def size(self, model: Any) -> int | None:
        """By what the simplest come first; None: the order is the space's own."""
        return None

    def test_members_are_represented(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        assert space.problem.id == case.problem.id
        assert all(space.represents(member) for member in self.listed(space, self.looked_at))

    def test_draws_are_members(self, case: Case[P]) -> None:
        space, rng = self.space(case.problem), Random(1)
        if space.pick() is None:
            with pytest.raises(ValueError):
                space.draw(rng)
            return
        drawn = [space.draw(rng) for _ in range(self.looked_at)]
        assert all(isinstance(model, Unknown) or model in space for model in drawn)
        again = [space.draw(rng) for rng in [Random(1)] for _ in range(self.looked_at)]
        assert list(map(self.key, drawn)) == list(map(self.key, again))

    def test_random_members_depend_on_the_seed_alone(self, case: Case[P]) -> None:
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
