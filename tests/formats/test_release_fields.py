"""Files for the released tools: every field that the documentation says they read, everywhere."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from symcause.families.boolean.audits.disambiguation.evidence_levels import Level
from symcause.families.boolean.generator.instance_pipeline import Request, instances
from symcause.families.boolean.generator.presets import preset
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.worlds import Mode, Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.files.record_reader import read_record
from symcause.families.boolean.release.files.release_writer import write_header, write_record
from symcause.grammar import parse
from symcause.models.disclosure import Setting
from symcause.models.expressions import Operation, levels

DOCS = Path(__file__).resolve().parents[2] / "docs" / "replayscm-files.md"
CASES = [(setting, level) for setting in Setting for level in Level]


@cache
def generated(level: Level) -> dict[Setting, BooleanProblem]:
    request = Request(preset("hs_n6_easy_calibration"), 3, tuple(Setting), level)
    return {problem.setting: problem for problem in instances(request, 0)}


def record(problem: BooleanProblem) -> dict[str, Any]:
    (entry,) = yaml.safe_load(write_record(problem))
    assert set(entry) == {"problem"}
    found: dict[str, Any] = entry["problem"]
    return found


def described() -> str:
    text = DOCS.read_text(encoding="utf-8")
    begin = text.index("What the released loader and scorer read")
    return text[begin:].partition("\n## ")[0]


@pytest.mark.few(5)
@pytest.mark.parametrize(("setting", "level"), CASES)
def test_worlds(setting: Setting, level: Level) -> None:
    """Encoding, shared units, splits and interventions."""
    problem = generated(level)[setting]
    found = record(problem)
    assert found["problemEncoding"] == "scm-panel-binary-rows-v1"
    assert found["signature"] == {"domains": "binary", "variables": list(problem.variables)}
    shared = {world.units for world in problem.worlds}
    assert ("panelUnits" in found) == (len(shared) == 1)
    for written, world in zip(found["worlds"], problem.worlds, strict=True):
        assert written["observationMode"] == "panel_full"
        assert written["split"] == str(world.split) and written["worldId"] == world.id
        intervention = written["intervention"]
        assert intervention["type"] == "hard_do"
        assert intervention["targets"] == list(world.targets)
        assigned = world.mode is Mode.ASSIGNED
        assert intervention["mode"] == ("hard_assigned" if assigned else "hard_constant")
        constant = world.targets if world.mode is Mode.CONSTANT else ()
        assert set(intervention["assignments"]) == set(constant)
        assert _rows(written, found, problem) == list(world.rows)


def _rows(world: dict[str, Any], found: dict[str, Any], problem: BooleanProblem) -> list[str]:
    """The rows as the released loader takes them: compact with the panel's units, else verbose."""
    if "rows" in world:
        assert len(world["rows"]) == len(found["panelUnits"])
        assert "domain" not in world and "rowsVerbose" not in world
        return list(world["rows"])
    assert world["domainSize"] == len(world["domain"]) == len(world["rowsVerbose"])
    assert [row["unitId"] for row in world["rowsVerbose"]] == world["domain"]
    return [
        "".join(str(row["values"][v]) for v in problem.variables) for row in world["rowsVerbose"]
    ]


@pytest.mark.few(5)
@pytest.mark.parametrize(("setting", "level"), CASES)
def test_task_parameters(setting: Setting, level: Level) -> None:
    """Roots and endogenous variables always; the order and the number of roots where disclosed."""
    problem = generated(level)[setting]
    found = record(problem)
    task, parameters = found["task"], found["task"]["parameters"]
    gold = problem.gold_scm
    assert gold is not None
    assert sorted(parameters["rootVariables"]) == sorted(gold.roots)
    assert sorted(parameters["endogenousVariables"]) == sorted(gold.endogenous)
    assert parameters["budgetDeltas"] == [0, 10, 25]
    assert parameters["allowConstants"] is False
    assert parameters["maxPredecessorsPerMechanism"] == problem.max_parents
    hidden = setting is Setting.HIDDEN_ROOTS
    assert task["taskName"] == ("CIND_A_SCM_ROOT_UNKNOWN" if hidden else "CIND_A_SCM")
    assert parameters.get("rootCount") == (len(gold.roots) if hidden else None)
    disclosed = problem.disclosure
    kept = problem.gold and problem.gold.order  # the scorer reads it, prompts do not show it
    assert sorted(parameters["topologicalOrder"]) == sorted(problem.variables)
    assert parameters["topologicalOrder"] == list(disclosed.order or kept or ()) or not kept
    layers = disclosed.blocks and [list(block) for block in disclosed.blocks]
    assert parameters.get("topologicalLayers") == layers


@pytest.mark.few(5)
@pytest.mark.parametrize(("setting", "level"), CASES)
def test_gold(setting: Setting, level: Level) -> None:
    """Splits, structure and the statistics that sizes are compared by."""
    problem = generated(level)[setting]
    answer = record(problem)["goldAnswer"]
    for split in Split:
        ids = [world.id for world in problem.worlds if world.split is split]
        assert answer["worldSplits"][str(split)] == ids
    scm, gold = answer["scm"], problem.gold
    assert gold is not None and problem.gold_scm is not None
    assert sorted(scm["rootVariables"]) == sorted(problem.gold_scm.roots)
    order = scm["topologicalOrder"]
    assert sorted(order) == sorted(problem.variables)
    assert scm["endogenousVariables"] == [v for v in order if v not in scm["rootVariables"]]
    total = 0
    for name, text in scm["mechanisms"].items():
        expression = parse(text)
        assert expression == gold.mechanisms[name]
        parents = compile_expression(expression).parents
        assert tuple(scm["parentsByVar"][name]) == parents
        assert all(order.index(p) < order.index(name) for p in parents)
        parts = [part for level in levels(expression) for part in level]
        operators = Counter(part.operator for part in parts if isinstance(part, Operation))
        statistics = scm["mechanismStatsByVar"][name]
        assert statistics["astSize"] == len(parts)
        assert statistics["maxDepth"] == expression.depth
        assert statistics["operatorCounts"] == dict(operators)
        total += len(parts)
    assert scm["totalAst"] == total == gold.total_ast > 0


@pytest.mark.parametrize("setting", [s for s in Setting if s is not Setting.HIDDEN_ROOTS])
def test_alternative_items(setting: Setting) -> None:
    request = Request(preset("hs_n7_anchor_plus"), 3, (setting,), alternative=True)
    (problem,) = instances(request, 0)
    found = record(problem)
    assert found["task"]["taskName"] == "CIND_A_SCM_ALT_EXP"
    stored = found["goldAnswer"]["scm_alt_exp"]
    assert problem.reference is not None
    assert {v: parse(text) for v, text in stored["referenceMechanisms"].items()} == dict(
        problem.reference.mechanisms
    )
    assert stored["referenceRole"] == problem.metadata["alternative"]["reference_role"]  # type: ignore[index]


@pytest.mark.few(5)
@pytest.mark.parametrize(("setting", "level"), CASES)
def test_every_key_of_the_description_is_written_and_read_back(
    setting: Setting, level: Level
) -> None:
    problem = generated(level)[setting]
    found = record(problem)
    back = read_record({"problem": found})
    assert (back.disclosure, back.worlds) == (problem.disclosure, problem.worlds)
    assert back.gold is not None and problem.gold is not None
    assert back.gold.mechanisms == problem.gold.mechanisms
    assert (back.gold.order, back.gold_scm) == (problem.gold.order, problem.gold_scm)
    keys = set(_keys(found)) | {"reference"}
    # Where a key belongs to some files only: other units, a disclosed order, another task.
    elsewhere = {"domain", "domainSize", "rowsVerbose", "panelUnits", "rootCount"}
    elsewhere |= {"topologicalOrder", "scm_alt_exp", "referenceMechanisms", "referenceRole"}
    for cell in re.findall(r"^\| (.+?) \|", described(), re.MULTILINE)[2:]:
        for key in re.findall(r"`([\w.]+)", cell):
            for part in key.split("."):
                assert part in keys | elsewhere, part


def _keys(value: object) -> list[str]:
    if isinstance(value, dict):
        return [*map(str, value), *(key for part in value.values() for key in _keys(part))]
    return [key for part in value for key in _keys(part)] if isinstance(value, list) else []


def test_the_header_names_version_and_encoding() -> None:
    header = yaml.safe_load(write_header() + "  []\n")
    assert header["metadata"]["runtimeSchemaVersion"] == "cind-a-scm-runtime-v2"
    assert header["metadata"]["problemEncoding"] == "scm-panel-binary-rows-v1"
