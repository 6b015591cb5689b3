"""Texts that are read: what is strict about them, and which results are kept for the next time."""

from __future__ import annotations

import pytest

from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.formats.answer_files.predictions import Extracted
from tests.scoring.cases import random_problem

TEXTS = {
    '{"mechanisms": {}}': True,
    'So: {"mechanisms": {}}': False,
    '```json\n{"mechanisms": {}}\n```': False,
    "no idea": False,
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_kept_and_what_was_extracted_from_one_is_not(text: str) -> None:
    problem, _ = random_problem(2)
    scorer = Scorer(problem)
    assert scorer.kept_result(text) is None
    for _ in range(3):
        extracted = scorer.check(Extracted(text))
        assert extracted.strict_json is None
        assert scorer.kept_result(text) is None and scorer.kept_result(Extracted(text)) is None
    for _ in range(3):  # what came once need not be kept
        found = scorer.check(text)
        assert bool(found.strict_json) == TEXTS[text]
    assert scorer.kept_result(text) is found is scorer.check(text)
    assert scorer.check(Extracted(text)).strict_json is None
    assert found.stage == extracted.stage and found.valid == extracted.valid
