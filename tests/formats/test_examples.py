"""The bundled examples: made by their script, valid, and what their README says they are."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest

from benchmarks.interpreting import interpret
from symcause import load
from symcause.audits.schemas import schema_of
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.answer_files.predictions import Prediction, read_predictions
from symcause.formats.pools.problem_files import read_problems
from symcause.grammar import parse
from symcause.models.disclosure import Setting
from symcause.models.expressions import Expression
from tests.patience import PATIENCE

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PROBLEMS = (
    "ordered",
    "block-order",
    "hidden-order",
    "hidden-roots",
    "alternative",
    "unique",
    "ambiguous",
    "replay",
    "corner",
)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("examples_script", EXAMPLES / "make_examples.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)  # as if it were run
        spec.loader.exec_module(module)
    return module


def problem(name: str) -> BooleanProblem:
    found = load(EXAMPLES / f"{name}.json")
    assert isinstance(found, BooleanProblem)
    return found


def replays(found: BooleanProblem, mechanisms: Mapping[str, Expression], split: Split) -> bool:
    """Replay by walking expressions row by row: the plain definition."""
    for world in found.worlds:
        for row in world.rows if world.split is split else ():
            truth = {v: bit == "1" for v, bit in zip(found.variables, row, strict=True)}
            state = {v: truth[v] for v in truth if v in world.targets or v not in mechanisms}
            while len(state) < len(truth):
                ready = [
                    v for v in truth if v not in state and mechanisms[v].variables <= set(state)
                ]
                state |= {v: interpret(mechanisms[v], state) for v in ready}
            if state != truth:
                return False
    return True


def answer(name: str) -> dict[str, Expression]:
    document = json.loads((EXAMPLES / "answers" / f"{name}.json").read_text("utf-8"))
    document = document.get("alternative", document)
    return {v: parse(text) for v, text in document["mechanisms"].items()}


def test_the_files_are_what_the_script_makes(script: ModuleType, tmp_path: Path) -> None:
    script.main(tmp_path)
    made = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file())
    assert len(made) > 30
    for name in made:
        assert (EXAMPLES / name).read_bytes() == (tmp_path / name).read_bytes(), name


def test_every_kind_is_there() -> None:
    items = list(read_problems(EXAMPLES / "pool.jsonl"))
    assert [item.id for item in items] == list(PROBLEMS)
    settings = {problem(name).setting for name in PROBLEMS}
    assert settings == set(Setting)
    assert problem("alternative").is_alternative_task


@pytest.mark.parametrize("name", PROBLEMS)
def test_gold_replays_everything_and_the_good_answer_fits(name: str) -> None:
    found = problem(name)
    assert found.gold is not None
    assert replays(found, found.gold.mechanisms, Split.TRAIN)
    assert replays(found, found.gold.mechanisms, Split.HELDOUT)
    assert replays(found, answer(f"{name}.good"), Split.TRAIN)
    document = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    jsonschema.validate(document, schema_of("boolean"))
    good = json.loads((EXAMPLES / "answers" / f"{name}.good.json").read_text("utf-8"))
    jsonschema.validate(good, schema_of("alternative" if name == "alternative" else "answer"))


@pytest.mark.parametrize(
    ("name", "answered", "train", "heldout"),
    [
        ("ordered", "ordered.wrong", False, False),
        ("unique", "unique.wrong", False, False),
        ("ambiguous", "ambiguous.other", True, False),
        ("replay", "replay.wrong", False, True),
        ("corner", "corner.submission", True, False),
        ("alternative", "alternative.same", True, True),
    ],
)
def test_wrong_answers_are_wrong_as_told(
    name: str, answered: str, train: bool, heldout: bool
) -> None:
    found, mechanisms = problem(name), answer(answered)
    assert replays(found, mechanisms, Split.TRAIN) == train
    assert replays(found, mechanisms, Split.HELDOUT) == heldout


def test_one_model_and_twenty_three(script: ModuleType) -> None:
    unique, ambiguous = problem("unique"), problem("ambiguous")
    assert list(script.explaining(unique)) == [unique.gold_scm]
    assert len(list(script.explaining(ambiguous))) == 23


def test_no_training_row_queries_the_corners() -> None:
    found, submission = problem("corner"), answer("corner.submission")["X5"]
    assert found.gold is not None
    gold = found.gold.mechanisms["X5"]
    names = ("X3", "X4", "X6", "X7")
    patterns = [{v: bool(i >> j & 1) for j, v in enumerate(names)} for i in range(16)]
    corners = [p for p in patterns if interpret(gold, p) != interpret(submission, p)]
    assert len(corners) == 3 and dict.fromkeys(names, False) in corners
    seen = []
    for world in found.training:
        for row in world.rows if "X5" not in world.targets else ():
            state = {v: bit == "1" for v, bit in zip(found.variables, row, strict=True)}
            seen.append({v: state[v] for v in names})
    assert not [corner for corner in corners if corner in seen]
    assert all(pattern in seen for pattern in patterns if pattern not in corners)


def test_predictions_are_about_the_pool() -> None:
    rows = list(read_predictions(EXAMPLES / "predictions.jsonl"))
    assert len(rows) > 20
    for row in rows:
        assert isinstance(row, Prediction) and row.instance_id in PROBLEMS
    schema = jsonschema.Draft202012Validator(schema_of("prediction"))
    for line in (EXAMPLES / "predictions.jsonl").read_text("utf-8").splitlines():
        schema.validate(json.loads(line))


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("make_rows.py", ("rows.csv", "rows-gold.jsonl")),
        ("make_labels.py", ("labels.jsonl", "percentages.jsonl")),
    ],
)
def test_files_are_what_their_script_makes(
    tmp_path: Path, script: str, names: tuple[str, ...]
) -> None:
    subprocess.run([sys.executable, EXAMPLES / script, tmp_path], check=True, timeout=PATIENCE)
    for name in names:
        assert (tmp_path / name).read_bytes() == (EXAMPLES / name).read_bytes(), name


def test_the_episode_is_what_its_script_makes(tmp_path: Path) -> None:
    script = shutil.copy(EXAMPLES / "make_episode.py", tmp_path)
    subprocess.run([sys.executable, script], check=True, timeout=PATIENCE)
    for name in ("episode.json", "crystal.json", "episode.log.jsonl"):
        assert (tmp_path / name).read_bytes() == (EXAMPLES / name).read_bytes(), name
