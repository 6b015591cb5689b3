"""The published item: every stored answer gets the verdict that is stored with it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import symcause
from symcause.api import load
from symcause.cli.main import cli
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.files.release_stream import release_documents
from symcause.formats.storage.byte_streams import opened
from tests.formats.stored_evaluations import stored_evaluations

FOLDER = os.environ.get("SYMCAUSE_DATA")
pytestmark = pytest.mark.skipif(not FOLDER, reason="SYMCAUSE_DATA is not set: no published data")
FILE = Path(FOLDER or ".") / "replayscm" / "sample.runtime.yaml"

DOCUMENT = {
    "valid": "valid",
    "altValid": "valid",
    "trainExact": "train_exact",
    "heldoutExact": "heldout_exact",
    "trainWorldExactAccuracy": "train_world_exact",
    "heldoutWorldExactAccuracy": "heldout_world_exact",
    "altSuccess": "alternative_success",
    "experimentValid": "experiment_valid",
    "pairSeparates": "pair_separates",
    "pairDisagreementRate": "pair_disagreement_rate",
    "cellDifferenceRate": "cell_difference_rate",
    "experimentOptimality": "optimality",
    "witnessValid": "witness_valid",
    "correct": "joint_success",
}
DETAILS = {
    "trainAccuracy": "train_cell_accuracy",
    "heldoutAccuracy": "heldout_cell_accuracy",
    "altSemanticallyDistinct": "distinct",
    "goldAstSize": "gold_ast",
    "bestPairwiseExperiment": "best_experiment",
}


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    with opened(FILE) as source:
        record: Any = next(release_documents(source)).value
    stored = stored_evaluations(record)
    return {m: {**r, "evaluation": stored[m]} for m, r in record["modelResults"].items()}


@pytest.fixture(scope="module")
def problem() -> BooleanProblem:
    found = load(FILE)
    assert isinstance(found, BooleanProblem)
    return found


def _compare(document: dict[str, Any], stored: dict[str, Any]) -> None:
    for theirs, ours in DOCUMENT.items():
        assert document[ours] == stored.get(theirs), theirs
    details = document["details"]
    for theirs, ours in DETAILS.items():
        assert details[ours] == stored.get(theirs), theirs
    assert details["total_ast"] == stored["candidateStats"]["astSize"]
    small = {key.removeprefix("delta_"): fits for key, fits in stored["accGoldPlus"].items()}
    assert details["acc_gold_plus"] == small
    for split, key in (("train", "firstTrainMismatch"), ("heldout", "firstHeldoutMismatch")):
        first, theirs = details[f"first_{split}_mismatch"], stored[key]
        if theirs is None:
            assert first is None
        else:
            assert first == {
                "world": theirs["worldId"],
                "row": theirs["rowIndex"],
                "variable": theirs["variable"],
                "predicted": theirs["predicted"],
                "expected": theirs["expected"],
            }


def test_there_are_nine_answers(results: dict[str, Any]) -> None:
    assert len(results) == 9


@pytest.mark.parametrize("form", ["rawResponse", "extractedAnswer"])
def test_stored_verdicts_are_reproduced(
    form: str, results: dict[str, Any], problem: BooleanProblem
) -> None:
    for result in results.values():
        answer = result[form]
        text = answer if isinstance(answer, str) else json.dumps(answer)
        _compare(symcause.score_text(problem, text), result["evaluation"])


def test_the_release_file_scores_itself(results: dict[str, Any]) -> None:
    done = CliRunner().invoke(cli, ["score", str(FILE), "--json", "--bootstrap", "0"])
    assert done.exit_code == 0
    *lines, last = map(json.loads, done.stdout.splitlines())
    assert [line["model"] for line in lines] == list(results)
    for line in lines:
        _compare(line, results[line["model"]]["evaluation"])
    assert {t["key"] for t in last["summary"]["tables"]} == {
        "funnel",
        "usage",
        "alternative",
        "sources",
        "edits",
        "depths",
    }
