"""What the proofs do not cover is said, and not stated: no compiler is needed for that."""

from __future__ import annotations

from typing import Any

import pytest

from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.verifier.exports.proof_statement import statement
from symcause.kernel.nodes import Rejected
from symcause.models.operators.mechanism_operators import OPERATOR
from tests.boolean.certify.forgery_table import TABLE

REFUSED = {
    "holes": "the proofs know rows that are observed and exact",
    "hole and gold": "the proofs know rows that are observed and exact",
    "errors": "the proofs know rows that are observed and exact",
    "spectrum": "the proofs know rows that are observed and exact",
    "behaviour": "the proofs tell models apart",
    "latent pairs": "the proofs tell models apart",
    "knowing": "the proofs know no background knowledge",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_proofs_do_not_cover_is_refused(name: str) -> None:
    draft = TABLE.true(name)
    with pytest.raises(UsageError, match=REFUSED[name]):
        statement(draft.problem, draft.document)


@pytest.mark.parametrize("name", ["free", "unique", "gold"])
def test_what_they_cover_is_stated(name: str) -> None:
    draft = TABLE.true(name)
    said = statement(draft.problem, draft.document)
    assert said.claim == draft.document["claim"]["name"]
    assert said.variables == draft.problem.variables


def test_another_problem_has_another_statement() -> None:
    draft = TABLE.true("unique")
    draft.put("problem", "sha256", "0" * 64)
    with pytest.raises(SymcauseError, match="about another problem") as told:
        statement(draft.problem, draft.document)
    assert isinstance(told.value, Rejected)


def test_the_language_of_texts_has_every_operator() -> None:
    draft = TABLE.true("gold")
    said = statement(draft.problem, draft.document)
    assert said.gold is not None
    language: Any = said.gold.language
    assert [made.name for made in language["ops"]] == [
        OPERATOR[word].proof for word in draft.problem.operators
    ]
