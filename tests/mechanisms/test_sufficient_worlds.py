"""The smallest set of worlds with the same space, for any number of values, against all subsets."""

from __future__ import annotations

from itertools import combinations

from symcause.mechanisms.worlds.sufficient_worlds import SomeWorlds, Worlds, sufficient_worlds
from symcause.models.bit_sets import mask_of
from tests.amounts import amount
from tests.mechanisms.listed_tables import Case, random_case


class Subsets(SomeWorlds):
    """Subsets of the worlds of a pool, and the members that each leaves."""

    def __init__(self, case: Case) -> None:
        super().__init__(len(case.worlds))
        self.case = case

    def counted(self, chosen: Worlds) -> int:
        return self.case.left(mask_of(chosen))


def test_no_smaller_set_has_the_same_space() -> None:
    searched = 0
    for seed in range(amount(20, 200)):
        case = random_case(seed)
        every = range(len(case.worlds))
        least = case.left(case.pool.everything)
        found = sufficient_worlds(Subsets(case), most_counts=1_000)
        assert case.left(mask_of(found.worlds)) == least and found.optimal
        sizes = (
            k for k in every for some in combinations(every, k) if case.left(mask_of(some)) == least
        )
        assert len(found.worlds) == next(sizes, len(every)), seed
        without = (case.left(case.pool.everything ^ 1 << w) for w in every)
        assert found.gains == tuple(left - least for left in without)
        searched += any(not found.gains[w] for w in found.worlds)
    assert searched > 3


def test_a_search_that_is_cut_short_gives_a_bound() -> None:
    cut = 0
    for seed in range(20):
        case = random_case(seed)
        found, best = (sufficient_worlds(Subsets(case), most_counts=most) for most in (1, 1_000))
        assert case.left(mask_of(found.worlds)) == case.left(case.pool.everything)
        assert found.lower_bound <= len(best.worlds) <= len(found.worlds)
        cut += not found.optimal
    assert cut
