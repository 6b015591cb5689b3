"""Version spaces as sets: &, -, <= and == against the lists of their members, in every family."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from types import SimpleNamespace
from typing import Any

import networkx as nx
import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.of_space.look import LookOfSpace
from symcause.audits.of_space.member_collection import Chosen, MemberCollection
from symcause.bounds.audits_bounds import LOOKED_UP_MEMBERS
from symcause.errors import KindError, UsageError
from tests.cli.cases import EXAMPLES


def boolean(name: str = "ambiguous") -> symcause.BooleanProblem:
    return symcause.load(EXAMPLES / f"{name}.json", kind=symcause.BooleanProblem)


def pairs_of_spaces() -> list[tuple[Any, Any]]:
    """Spaces of one problem with more and less evidence, in wider and narrower classes."""
    posed, whole = boolean(), boolean("unique")
    worlds = [world.id for world in whole.training]
    less = [
        whole.without(*(w for w in worlds if w not in (worlds[0], name))) for name in worlds[1:4]
    ]
    found: list[tuple[Any, Any]] = [
        (symcause.space(posed), symcause.space(posed)),
        (symcause.space(whole), symcause.space(less[0])),
        (symcause.space(less[0]), symcause.space(less[1])),
        (symcause.space(less[1]), symcause.space(less[2])),
        (symcause.space(posed), symcause.space(posed, max_parents=1)),
        (symcause.space(less[0], max_parents=1), symcause.space(less[1], max_parents=2)),
        (symcause.space(posed, errors=1), symcause.space(posed)),
        (symcause.space(posed), symcause.space(posed, require=[("X1", "X3")])),
    ]
    shapes = symcause.load(EXAMPLES / "shapes.json")
    found.append((symcause.space(shapes), symcause.space(shapes, scope="all")))
    crystal = symcause.load(EXAMPLES / "episode.json", kind=symcause.LinearProblem)
    known = symcause.space(crystal)
    found.append((known, symcause.space(crystal.without(last=1))))
    chain, fork = nx.DiGraph([("A", "B"), ("B", "C")]), nx.DiGraph([("B", "A"), ("B", "C")])
    other = nx.DiGraph([("A", "B"), ("C", "B")])
    found += [(symcause.space(chain), symcause.space(fork))]
    return [*found, (symcause.space(chain), symcause.space(other))]


@pytest.mark.parametrize("place", range(12))
def test_sets_are_those_of_the_lists(place: int) -> None:
    first, second = pairs_of_spaces()[place]
    for a, b in ((first, second), (second, first)):
        ours, theirs = list(a), list(b)
        assert len(ours) < 5_000 and len(theirs) < 5_000
        shared = [model for model in ours if b.represents(model)]
        both, rest = a & b, a - b
        assert len(both) == len(shared) and len(rest) == len(ours) - len(shared)
        assert all(b.represents(model) and a.represents(model) for model in both)
        assert list(rest) == [model for model in ours if not b.represents(model)]
        assert (a <= b) == (len(shared) == len(ours))
        assert (a == b) == (len(shared) == len(ours) == len(theirs))
        assert (b >= a) == (a <= b)
        assert all(model in rest for model in rest)
        assert not any(model in rest for model in both)
        if a == b:
            assert hash(a) == hash(b)


def test_what_two_boolean_spaces_share_is_a_space() -> None:
    """So it can be counted where it is far too large to list."""
    posed = boolean("corner")
    worlds = [world.id for world in posed.training]
    one, other = posed.without(worlds[0]), posed.without(worlds[1])
    a, b = symcause.space(one, max_parents="none"), symcause.space(other, max_parents="none")
    both = a & b
    assert both.count() == symcause.count(posed, max_parents="none").count
    sizes = [space.count() for space in (a, b)]
    assert both <= a and both <= b
    assert (a - b).count() == sizes[0] - both.count()
    assert both.edges() == symcause.space(posed, max_parents="none").edges()


def test_equal_evidence_in_other_words_is_the_same_space() -> None:
    posed = boolean()
    worlds = list(posed.worlds)
    random.Random(1).shuffle(worlds)
    shuffled = replace(posed, worlds=tuple(worlds), id="other")
    assert symcause.space(posed) == symcause.space(shuffled)
    assert symcause.space(posed) != symcause.space(boolean("unique"))
    assert symcause.space(posed) != 23 and symcause.space(posed) != "space"


def test_strangers_are_refused() -> None:
    space = symcause.space(boolean())
    shapes = symcause.space(symcause.load(EXAMPLES / "shapes.json"))
    for other, error in ((shapes, UsageError), (3, KindError), (None, KindError)):
        for operation in ("__and__", "__sub__", "__le__"):
            with pytest.raises(error):
                getattr(space, operation)(other)
    assert (space == shapes) is False


def test_members_are_looked_up_only_as_far_as_asked() -> None:
    asked: list[int] = []

    class Numbers(Chosen[int]):
        """All numbers below a bound."""

        def __init__(self, below: int, step: int = 1) -> None:
            self.below, self.step = below, step

        over = ("n",)
        identity = "number"

        def members(self, after: int | None = None) -> Any:
            yield from range(0, self.below, self.step)

        def represents(self, model: int) -> bool:
            asked.append(model)
            return 0 <= model < self.below and model % self.step == 0

        def count(self) -> int:
            return len(range(0, self.below, self.step))

        def __repr__(self) -> str:
            return "<numbers>"

    large, even = Numbers(10**9), Numbers(10**9, 2)
    assert list(islice((large & even).members(), 3)) == [0, 2, 4] and len(asked) == 5
    assert (large <= even) is False  # 1 tells it
    with pytest.raises(TypeError, match="too many to look up"):
        _ = even <= large
    assert len(asked) < 2 * LOOKED_UP_MEMBERS
    assert isinstance((even - large).count(), symcause.Unknown)


class Numbers(MemberCollection[int]):
    """All natural numbers: whoever lists them all never ends."""

    over = ()

    def members(self, after: int | None = None) -> Iterator[int | Unknown]:
        return count(0 if after is None else after + 1)

    def represents(self, model: int) -> bool:
        return model >= 0


def test_the_first_members_are_listed_without_the_others() -> None:
    numbers = Numbers()
    assert numbers[:3] == numbers[0:3] == (0, 1, 2)
    assert numbers[1:5:2] == (1, 3)
    assert numbers[0:0] == ()
    assert isinstance(numbers[:-1][0], Unknown)


def test_two_members_that_disagree_on_an_edge() -> None:
    """Where no knowledge can be stated they are looked for in the listing."""
    asked: Any = SimpleNamespace(edge=("A", "B"), holds=lambda member, *edge: edge in member)
    asked.__dataclass_fields__ = {}
    chain, fork, none = {("A", "B"), ("B", "C")}, {("A", "B")}, {("B", "C")}
    for listed, pair in (
        ([none, chain, fork], (chain, none)),
        ([chain, fork, none], (chain, none)),
        ([fork, chain], (fork, None)),
        ([none], (None, none)),
    ):
        space: Any = SimpleNamespace(members=lambda found=listed: iter(found))
        assert LookOfSpace._disagreeing(asked, space) == pair
