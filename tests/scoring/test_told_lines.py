"""Lines that bring their text along: the same text as the encoder writes, for every name of a system."""

from __future__ import annotations

import json
import pickle

import pytest

from benchmarks.problems import make_problem
from benchmarks.scoring import _texts
from symcause.audits.document_json import dumps
from symcause.families.boolean.documents.check_document import line_of
from symcause.families.boolean.questions.score import BooleanScoring
from symcause.families.boolean.scoring.check import repeated_answers
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.repeated_answers import RepeatedTexts
from symcause.families.boolean.scoring.check.score_row import score_row
from symcause.formats.answer_files.predictions import Extracted
from symcause.formats.answer_files.token_usage import Metered
from symcause.formats.answer_files.told_lines import ToldLine, told_text

NAMES = ("a", "b, c", 'the "best": {x}', "ünï\u2028", "tab\t", '"model": ""', "\\")


@pytest.fixture(scope="module")
def scorer() -> Scorer:
    return Scorer(make_problem(6, worlds=8, rows=8, seed=3))


def test_a_line_of_whoever_gives_an_answer_again_is_what_it_would_be_alone(scorer: Scorer) -> None:
    scoring, texts = BooleanScoring(), _texts(scorer.problem, 3)
    others = ["", "I cannot tell.", '{"mechanisms": {"X1": "a, \\"b\\": c"}}', '{"model": ""}']
    told = 0
    for text in [*texts, *others]:
        for name in NAMES:
            line = scoring.score(scorer, name, text)
            alone = line_of(score_row(Scorer(scorer.problem), name, text))
            assert line == alone and list(line) == list(alone)
            assert (told_text(line) or dumps(line)) == dumps(alone)
            told += told_text(line) is not None
            assert scoring._fresh.document(line) == score_row(Scorer(scorer.problem), name, text)
    assert told == (len(NAMES) - 2) * len([*texts, *others])  # from the third time on


def test_what_an_answer_took_stands_in_its_own_line(scorer: Scorer) -> None:
    scoring, (text,) = BooleanScoring(), _texts(scorer.problem, 1)
    for seconds in (1.0, 2.0, 3.0, 4.0):
        line = scoring.score(scorer, "m", Metered(text).with_usage({"latencyMs": seconds}))
        assert line["usage"] == {"latency_ms": seconds} and told_text(line) is None
    assert "usage" not in scoring.score(scorer, "m", text)


def test_whoever_changes_a_line_takes_its_text_from_it() -> None:
    line = ToldLine({"model": "a"})
    line.text = '{"model": "a"}'
    assert type(pickle.loads(pickle.dumps(line))) is dict
    line["model"] = "b"
    assert told_text(line) is None and told_text({"model": "b"}) is None
    assert json.loads(dumps(line))["model"] == "b"


def test_what_somebody_else_found_in_a_text_is_never_taken_for_the_text(scorer: Scorer) -> None:
    (text,) = _texts(scorer.problem, 1)
    for _ in range(4):
        assert scorer.check(text).strict_json is True
        assert scorer.check(Extracted(text)).strict_json is None


def test_few_texts_are_kept_and_each_for_its_own_problem(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeated_answers, "REPEATED_TEXTS", 3)
    monkeypatch.setattr(repeated_answers, "_results", {})
    result, texts = scorer.check("nothing"), RepeatedTexts()
    for text in [*"abcde", "x" * 5_000]:
        texts.put(text, result)
        assert texts.get(text) is None  # once is not twice
        texts.put(text, result)
    assert [text for text in "abcde" if texts.get(text)] == ["c", "d", "e"]
    assert texts.get("x" * 5_000) is None
    assert RepeatedTexts().get("e") is pickle.loads(pickle.dumps(texts)).get("e") is None
