"""Leads that last: more and more errors are tried, up to the most that are asked for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from symcause.families.textgraph.bounds import FIRST_ERRORS
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.scoring.gold_errors.lead_margins import LeadCounts
from symcause.families.textgraph.scoring.gold_errors.pool_leads import pool_lead


@pytest.mark.parametrize(
    "most", [FIRST_ERRORS - 1, FIRST_ERRORS, FIRST_ERRORS + 2, 3 * FIRST_ERRORS]
)
def test_a_lead_that_lasts_is_cut_at_the_most_errors(most: int) -> None:
    names = [f"v{i}" for i in range(60)]
    gold = Digraph.of(list(pairwise(names)), names)
    found = pool_lead([LeadCounts.of(gold, gold, Digraph.of([], names))], most)
    assert (found.lead, found.robust_up_to, found.cut) == (1, most, True)


def test_who_is_not_ahead_is_so_without_any_error() -> None:
    gold, nothing = Digraph.of([("a", "b"), ("b", "c")]), Digraph.of([], ["a", "b", "c"])
    for first, second in ((gold, gold), (nothing, gold), (nothing, nothing)):
        found = pool_lead([LeadCounts.of(gold, first, second)], 3)
        assert found.robust_up_to is None and not found.cut and found.lead <= 0
        assert len(found.course) == 1


def test_a_lead_that_ends_at_the_most_errors_is_not_cut() -> None:
    """It is looked at each number of errors, the last one included."""
    gold, nothing = Digraph.of([("a", "b"), ("b", "c")]), Digraph.of([], ["a", "b", "c"])
    samples = [LeadCounts.of(gold, gold, nothing)]
    ends = next(most for most in range(1, 9) if not pool_lead(samples, most).cut)
    assert pool_lead(samples, ends).robust_up_to == ends - 1
    assert pool_lead(samples, ends - 1).robust_up_to == ends - 1
