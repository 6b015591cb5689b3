"""What people read about noisy and partly observed worlds says what the documents say, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.question import ask, question
from symcause.cli.main import main
from symcause.reports.terminal_story import story_text
from tests.evidence.facts import FACTS, XOR, document
from tests.evidence.test_errors import F05, F06

F06_GOLD = {**F06, "gold": {"roots": ["A"], "mechanisms": {"B": "A"}}}
LATENT = document(
    "f16",
    "AHB",
    ["0?0", "1?1"],
    setting="ordered",
    roots=["A"],
    order=["A", "H", "B"],
    latent=["H"],
    max_parents=1,
)


def told(name: str, filed: dict[str, Any], **given: object) -> tuple[Any, str]:
    """The document, and what a terminal says of it."""
    problem = symcause.problem(filed)
    asked, found = question(name, problem, **given), ask(name, problem, **given)
    return found, asked.text(found) or story_text(asked.story(found))


def said(**mechanisms: str) -> str:
    return json.dumps({"mechanisms": mechanisms})


def test_the_least_of_noisy_worlds_is_least_in_disturbed_cells() -> None:
    """B constant disturbs one cell; the shorter B = A disturbs two."""
    found, text = told("solve", F06_GOLD)
    assert (found.disturbed, found.total_ast) == (1, 3)
    assert "with 1 disturbed cell, and none has fewer" in text
    assert "total AST 3 (the least with so few disturbed cells)" in text
    _, plain = told("solve", FACTS["f04"])
    assert "with" not in plain.splitlines()[1] and "(the least possible)" in plain


def test_gold_that_is_not_best_is_named() -> None:
    found, text = told("audit", F06_GOLD)
    assert found.margin.value == -1 and found.best.errors == 1
    assert "gold does not come closest: another model disturbs 1 cell, 1 cell fewer" in text
    counts = [level.count for level in found.spectrum]
    assert counts == [0, 1, 2] and "models by disturbed cells: 1 with 1, 2 with 2" in text


def test_gold_beyond_the_errors_may_be_let_in() -> None:
    found, text = told("audit", {**F06_GOLD, "errors": 1})
    assert found.verdict == "invalid"
    assert "allow 2 disturbed cells, as many as gold disturbs" in text and "--errors 2" in text


def test_alternatives_say_what_they_disturb() -> None:
    found, text = told("alternatives", F06_GOLD, limit=1)
    first = found.alternatives[0]
    assert first.disturbed == 1 and found.total == 2
    assert "; the one with the fewest disturbed cells:" in text.splitlines()[1]
    assert f"disturbs 1 training cell: B in w0 (row {first.cells[0].row + 1})" in text


def test_unobserved_cells_that_follow_are_told() -> None:
    found, text = told("audit", FACTS["f11"])
    assert found.unobserved.cells == 1
    assert "1 training cell not observed; the same in every model: B = 1 in w0 (row 5)" in text
    open_ = {**FACTS["f11"], "worlds": [{"id": "w", "split": "train", "rows": ["0?1", "110"]}]}
    found, text = told("audit", open_)
    assert found.verdict == "ambiguous" and found.gold is not None
    assert "disambiguate" not in text, "it takes no unobserved cells"
    assert "symcause alternatives PROBLEM" in text


def test_models_that_behave_alike_are_not_called_the_only_one() -> None:
    """Six models, one behaviour."""
    found, text = told("check", LATENT, answer=said(H="A", B="H"))
    assert found.unique and found.identity == "behaviour"
    assert "the only model, up to behaviour, that explains" in text
    against = {"against": said(H="A", B="H")}
    found, text = told("alternatives", LATENT, **against)
    assert found.total == 0 and "No other model, up to behaviour, explains" in text
    found, text = told("alternatives", LATENT, identity="functions+roots", **against)
    assert found.total == 5 and "5 other models explain" in text


def test_too_many_disturbed_cells_are_what_is_wrong() -> None:
    found, text = told("check", F05, answer=said(B="C", C="A"))
    assert (found.disturbed, found.within) == (3, False)
    assert text.startswith("f05: valid, but disturbs 3 training cells, more than the 2 that may be")
    _, text = told("check", F05, answer=said(B="A", C="B"))
    assert "training, run from the roots: 1 of 2 worlds exact" in text


def test_an_abstention_about_nothing_says_so() -> None:
    found, text = told("check", FACTS["f02"], answer='{"cannot_tell": true}')
    assert found.count == 0 and found.support is None
    assert "nothing in the class explains the evidence" in text and "not known" not in text
    _, text = told("next", {**FACTS["f22"], "gold": XOR})
    assert "No model of the class explains the evidence" in text


@pytest.mark.parametrize(
    ("command", "filed", "place"),
    [("next", F05, "errors"), ("play", FACTS["f11"], "worlds[0].rows[4]")],
)
def test_what_is_refused_names_the_file(
    command: str,
    filed: dict[str, Any],
    place: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(filed))
    with pytest.raises(SystemExit) as ended:
        main([command, str(path)])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"symcause: {path}: {place}: {command} ")
