"""What speaks for an answer about statements: of a claim the members, of an abstention what is open."""

from __future__ import annotations

import pytest

from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.families.statements.scoring.answer_support import judged_answer
from symcause.scoring.abstention_rule import Said
from tests.statements.cases import problem

SUPPORT = {
    HypothesisVerdict.ENTAILED: ("justified", "refuted", "premature"),
    HypothesisVerdict.IMPOSSIBLE: ("refuted", "justified", "premature"),
    HypothesisVerdict.OPEN: ("unsupported", "unsupported", "justified"),
}
"""Of yes, of no and of an abstention."""


@pytest.mark.parametrize("verdict", SUPPORT)
def test_what_speaks_for_an_answer(verdict: HypothesisVerdict) -> None:
    asked = problem(3, [])
    texts = ("yes", "no", '{"cannot_tell": true}')
    found = [judged_answer(asked, verdict, text)["support"] for text in texts]
    assert tuple(found) == SUPPORT[verdict]


@pytest.mark.parametrize("claim", ["justified", "refuted", None])
@pytest.mark.parametrize(
    ("is_open", "told"), [(True, "justified"), (False, "premature"), (None, None)]
)
def test_an_abstention_is_judged_by_what_is_open(
    is_open: bool | None, told: str | None, claim: str | None
) -> None:
    assert Said(abstains=True).support(is_open, claim) == told
    for hedged in (True, False):
        assert Said(claims=True, abstains=hedged).support(is_open, claim) == claim
    assert Said().support(is_open, claim) is None
