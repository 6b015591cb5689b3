"""Lines that are counted right after they were made: counted as if they had been read back."""

from __future__ import annotations

import json
import pickle

import pytest

from benchmarks.problems import make_problem
from benchmarks.scoring import _texts
from symcause.families.boolean.bounds import KEPT_LINES
from symcause.families.boolean.documents.check_document import line_of, score_of
from symcause.families.boolean.documents.fresh_lines import FreshLines
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.score_row import score_row
from symcause.formats.pools.problem_files import read_problems
from symcause.models.disclosure import Setting
from tests.cli.cases import EXAMPLES


@pytest.mark.parametrize("setting", [Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS, Setting.ORDERED])
def test_the_document_is_what_the_line_holds(setting: Setting) -> None:
    problem = make_problem(6, worlds=8, rows=8, setting=setting, seed=3)
    made = make_problem(6, worlds=8, rows=8, seed=3)
    texts = _texts(made, 20)
    texts += [
        json.dumps({**json.loads(text), "roots": list(made.disclosure.roots or ())})
        for text in texts
    ]
    _agree(Scorer(problem), [*texts, "", "I cannot tell.", '{"mechanisms": {"X1": 1}}'])


def test_the_document_is_what_the_line_holds_for_every_kind_of_problem() -> None:
    with (EXAMPLES / "predictions.jsonl").open(encoding="utf-8") as file:
        texts = [json.loads(row)["response"] for row in file]
    for item in read_problems(EXAMPLES / "pool.jsonl", question="score"):
        assert item.problem is not None
        _agree(Scorer(item.problem), texts)


def _agree(scorer: Scorer, texts: list[str]) -> None:
    fresh = FreshLines()
    for text in texts:
        document = score_row(scorer, "m", text)
        line = fresh.line(document, {})
        assert line == line_of(document)
        assert score_of(line) == document
        assert fresh.document(line) is document
        assert fresh.document(line) == document  # known no more, and read


def test_only_the_very_line_is_known_and_few_are_kept() -> None:
    problem = make_problem(6, worlds=8, rows=8, seed=3)
    document, fresh = score_row(Scorer(problem), "m", _texts(problem, 1)[0]), FreshLines()
    line = fresh.line(document, {})
    other = {**line, "model": "another"}
    assert fresh.document(other) == score_of(other) != document
    assert fresh.line(document, {"latency_ms": 2.0})["usage"] == {"latency_ms": 2.0}
    for _ in range(3 * KEPT_LINES):
        fresh.line(document, {})
    assert len(fresh._documents) <= KEPT_LINES
    assert not pickle.loads(pickle.dumps(fresh))._documents
