"""Random problems about tables: what is settled is certified, and what is open is shown."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from symcause.audits.question import ask
from symcause.errors import SymcauseError
from symcause.families.cpt.audits.table_audit import judged
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.files.cpt_document import read_cpt
from symcause.families.cpt.verifier.kernel import verify
from tests.amounts import amount
from tests.cpt.random_problems import Drawn, has_numbers, random_problem, tables_of


@pytest.mark.parametrize("wide", [False, True], ids=["plain", "wide"])
def test_what_is_settled_is_certified(wide: bool) -> None:
    rng, seen = Random("certified"), Counter[str]()
    for _ in range(amount(20 if wide else 30, 3_000)):
        drawn = random_problem(rng, wide=wide)
        try:
            problem = read_cpt(drawn.document)
            found = ask("audit", problem, certificate=True)
        except SymcauseError as error:
            assert (
                "mediator" in str(error) or "probability 0" in str(error) or "given" in str(error)
            )
            continue
        assert isinstance(found, CptAudit)
        assert found.answer != "inconsistent", drawn  # the drawn network has the numbers
        seen[found.answer] += 1
        if found.settled:
            assert found.certificate is not None, (found.certificate_reason, drawn.document)
            assert verify(problem, found.certificate).accepted is not False  # it may take long
        if found.settled and problem.query.type in ("ate", "collider_bias"):
            assert problem.rule.answer(drawn.effect()) == found.answer, drawn
    assert min(seen["no"], seen["open"]) > 0


def _shown(drawn: Drawn) -> bool | None:
    """Do two networks show both answers about a range around 0? None: there is no such range."""
    problem = read_cpt(drawn.document)
    judgement = judged(problem).judgement
    assert judgement is not None
    span = judgement.range
    if span is None or not span.low < 0 < span.high:
        return None
    assert judgement.answer in ("open", "unknown")
    effects = []
    for member in judgement.members:
        assert has_numbers(drawn.document, member.network)
        parents, tables = tables_of(member.network)
        again = Drawn(drawn.document, problem.dag.nodes, parents, tables)
        effects.append(again.effect())
        assert effects[-1] == member.value
    assert not effects or [bool(effect) for effect in effects].count(False) == 1
    return judgement.answer == "open"


def test_whether_there_is_an_effect_is_shown_by_a_network_without_one() -> None:
    rng = Random("effects")
    drawn = (random_problem(rng, ("collider_bias",)) for _ in range(amount(40, 2_000)))
    shown = Counter(_shown(one) for one in drawn)
    assert shown[True] > shown[False], shown  # it was none before mixtures


def test_a_mixture_of_strata_has_no_effect_where_no_stratum_has_none() -> None:
    """P(V) may be whatever makes the effects in two strata cancel; tables that ignore X do not fit."""
    document = {
        "format": "symcause.cpt/1",
        "id": "strata",
        "edges": [["V", "X"], ["V", "Y"], ["X", "Y"]],
        "given": {"P(V)": "0.5", "P(Y|V,X)": [["0.2", "0.6"], ["0.7", "0.3"]]},
        "rounding": "0.1",
        "query": {"type": "collider_bias", "treatment": "X", "outcome": "Y"},
    }
    problem = read_cpt(document)
    found = judged(problem)
    assert found.answer == "open" and found.judgement is not None
    values = [member.value for member in found.judgement.members]
    assert values.count(Fraction(0)) == 1
    assert all(has_numbers(document, member.network) for member in found.judgement.members)
    made = ask("audit", problem, certificate=True)
    assert isinstance(made, CptAudit) and made.certificate is not None
    assert verify(problem, made.certificate).accepted
