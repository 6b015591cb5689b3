"""What the released ReplaySCM programs said about the same files: rows, faults, records."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.scorer.release_prompt import released_prompt
from symcause.families.boolean.scoring.check.checker import check
from symcause.formats.answer_files.predictions import Prediction, read_predictions
from symcause.formats.pools.problem_files import read_problems

FOLDER = Path(os.environ.get("SYMCAUSE_DATA", "."), "replayscm", "released")
pytestmark = pytest.mark.skipif(
    not os.environ.get("SYMCAUSE_DATA"), reason="SYMCAUSE_DATA is not set: no published data"
)

DOCUMENT = {
    "valid": "valid",
    "trainExact": "train_exact",
    "heldoutExact": "heldout_exact",
    "trainWorldExactAccuracy": "train_world_exact",
    "heldoutWorldExactAccuracy": "heldout_world_exact",
    "rootSetExact": "root_exact",
    "mechanismTrainExact": "train_exact",
    "altSuccess": "alternative_success",
    "experimentValid": "experiment_valid",
    "pairSeparates": "pair_separates",
    "pairDisagreementRate": "pair_disagreement_rate",
    "cellDifferenceRate": "cell_difference_rate",
    "experimentOptimality": "optimality",
    "witnessValid": "witness_valid",
    "jointSuccess": "joint_success",
    "certification": "certification",
    "goldCertification": "gold_certification",
    "falseCertainty": "false_certainty",
}
DETAILS = {
    "trainAccuracy": "train_cell_accuracy",
    "heldoutAccuracy": "heldout_cell_accuracy",
    "firstTrainMismatch": "first_train_mismatch",
    "firstHeldoutMismatch": "first_heldout_mismatch",
    "rootPrecision": "root_precision",
    "rootRecall": "root_recall",
    "altSemanticallyDistinct": "distinct",
    "bestPairwiseExperiment": "best_experiment",
    "bestPairwiseDisagreementRate": "best_disagreement_rate",
    "ast": "total_ast",
}
WITNESSES = {
    "witnessValidCount": "valid",
    "witnessTrainExactCount": "train_exact",
    "witnessDistinctCanonicalCount": "distinct_as_written",
}
RELEASED = {
    "correct": "correct",
    "failureExplanation": "message",
    "parseError": "parse_error",
    "bundle_invalid_bucket": "bucket",
    "bundle_replayable": "replayable",
}


@cache
def problems() -> dict[str, BooleanProblem]:
    found: dict[str, BooleanProblem] = {}
    for name in ("items.runtime.yaml", "items_block.runtime.yaml"):
        for item in read_problems(FOLDER / name):
            assert isinstance(item.problem, BooleanProblem), item
            found[item.problem.id] = item.problem
    return found


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def rows(kind: str = "") -> list[tuple[Prediction, dict[str, Any]]]:
    given = list(read_predictions(FOLDER / f"{kind}predictions.jsonl"))
    assert all(isinstance(row, Prediction) for row in given)
    return list(zip(given, lines(f"{kind}expected.jsonl"), strict=True))  # type: ignore[arg-type]


def said(name: str, document: dict[str, Any]) -> object:
    """Our value under the release's name; what we leave out is absent."""
    if name in RELEASED:
        return document["released"].get(RELEASED[name], "absent")
    if name in WITNESSES:
        return (document["witnesses"] or {}).get(WITNESSES[name], "absent")
    if name == "ast" and document["details"]["task"] == "identification":
        return None
    if name in DOCUMENT:
        return document.get(DOCUMENT[name], "absent")
    value = document["details"].get(DETAILS[name], "absent")
    if name.endswith("Mismatch") and isinstance(value, dict):
        return {
            "worldId": value["world"],
            "rowIndex": value["row"],
            **{key: value[key] for key in ("variable", "predicted", "expected")},
        }
    return value


def differences(prediction: Prediction, released: dict[str, Any]) -> dict[str, object]:
    problem = problems()[prediction.instance_id]
    document = check(problem, prediction.response).document().to_dict()
    found: dict[str, object] = {}
    for name, value in released.items():
        if name.startswith("heldout") and not problem.heldout:
            continue
        ours = said(name, document)
        if isinstance(value, float) and isinstance(ours, float):
            ours = value if abs(value - ours) < 1e-12 else ours
        if ours != value:
            found[name] = (ours, value)
    return found


def test_rows() -> None:
    """All 149 rows, every key that the released scorer wrote."""
    found = {
        expected["case"]: wrong
        for prediction, expected in rows()
        if (wrong := differences(prediction, expected["released"]))
    }
    assert not found


def test_names_of_rows() -> None:
    for prediction, expected in rows():
        assert prediction.instance_id == expected["instanceId"], expected["case"]
        assert prediction.model == expected["model"], expected["case"]


def test_faults() -> None:
    """Two faults in one answer: the released message and where the analysis counts it."""
    found = {
        (expected["case"], expected["instanceId"]): wrong
        for prediction, expected in rows("faults.")
        if (wrong := differences(prediction, expected["released"]))
    }
    assert not found


def test_roots_are_unknown_only_where_the_release_says_nothing() -> None:
    for prediction, expected in rows():
        if prediction.instance_id != "dev_hidden-roots":
            continue
        document = check(problems()["dev_hidden-roots"], prediction.response).document().to_dict()
        assert document["root_exact"] == expected["released"].get("rootSetExact"), expected["case"]


STAGES = {
    "first illegal, last unparsable": "parse",
    "first unparsable, last illegal": "parse",
    "first illegal, last null": "schema",
    "first empty, last illegal": "parse",
    "unknown and missing key": "keys",
    "unknown key + unparsable": "keys",
    "one mech: illegal then unclosed": "parse",
    "one mech: self": "legal",
    "cycle + illegal later": "legal",
    "cycle": "acyclic",
    "double + unknown + wrong number": "keys",
    "roots no list + mech no object": "schema",
}


def test_stages_ask_the_whole_answer() -> None:
    for prediction, expected in rows("faults."):
        if expected["case"] in STAGES:
            result = check(problems()[prediction.instance_id], prediction.response)
            assert result.stage == STAGES[expected["case"]], expected["case"]
            assert result.reason


def records(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)["problems"]
    return found


FILES = ("items.runtime.yaml", "items_block.runtime.yaml", "bundle/results.runtime.yaml")


@pytest.mark.parametrize("name", [*FILES, "../sample.runtime.yaml"])
@pytest.mark.parametrize("through", ["replayscm", "json"])
def test_round_trips_keep_every_key(name: str, through: str, tmp_path: Path) -> None:
    """Only the answers of systems stay behind: they are no part of a problem."""
    source, target = str(FOLDER / name), str(tmp_path / "again.yaml")
    if through == "json":
        middle = str(tmp_path / "middle.jsonl")
        done = CliRunner().invoke(cli, ["convert", source, "--out", middle])
        assert done.exit_code == 0, done.output
        source = middle
    done = CliRunner().invoke(cli, ["convert", source, "--to", "replayscm", "--out", target])
    assert done.exit_code == 0, done.output
    expected = [{**record, "modelResults": {}} for record in records(FOLDER / name)]
    assert records(Path(target)) == expected


def test_score_reads_the_files(tmp_path: Path) -> None:
    pool, predictions = str(FOLDER / "items.runtime.yaml"), str(FOLDER / "predictions.jsonl")
    done = CliRunner().invoke(cli, ["score", pool, predictions, "--json"])
    assert done.exit_code == 0, done.output[-2000:]
    stored = FOLDER / "bundle" / "results.runtime.yaml"
    done = CliRunner().invoke(cli, ["score", str(stored), str(stored), "--json"])
    assert done.exit_code == 0, done.output[-2000:]
    expected = json.loads((FOLDER / "bundle/released/evaluator_by_model.json").read_text("utf-8"))
    by_model: dict[str, list[dict[str, Any]]] = {}
    for row in map(json.loads, done.stdout.splitlines()):
        if "model" in row:
            by_model.setdefault(row["model"], []).append(row)
    assert set(by_model) == set(expected["by_model"])
    for model, total in expected["by_model"].items():
        given = by_model[model]
        assert len(given) == total["total"]
        assert sum(row["released"]["correct"] for row in given) == total["correct"]
        exact = [row["train_exact"] for row in given if row["valid"]]
        assert sum(exact) / len(exact) == pytest.approx(total["trainExactRate"])


def test_prompts() -> None:
    """Byte for byte; the command prints the same text."""
    samples = sorted((FOLDER / "prompts").glob("*.txt"))
    assert len(samples) == 10
    for sample in samples:
        found = released_prompt(problems()[sample.stem])
        assert found.encode() == sample.read_bytes(), sample.stem
    pool = str(FOLDER / "items_block.runtime.yaml")
    asked = ["prompt", pool, "--id", "dev_block", "--template", "released", "--json"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    expected = (FOLDER / "prompts" / "dev_block.txt").read_text("utf-8")
    texts = (document["instruction"], document["message"], document["prompt"])
    assert texts == ("", expected, expected)
