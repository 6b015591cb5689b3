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
