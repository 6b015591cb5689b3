"""Records in the released form, built by hand, for the tests of what is read and written of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml
from click.testing import CliRunner, Result

from symcause.cli.main import cli
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.files.release_writer import write_header, write_record
from symcause.models.variable_names import OPERATORS

NOTE = {"seen": [1, {"deep": None}], "share": 0.25}


def record(task: str = "CIND_A_SCM", **parameters: object) -> dict[str, Any]:
    """X3 = X1 and X2, X4 = not X3; one training world that leaves gaps, one held out."""
    return {
        "problem": {
            "instanceId": "small",
            "schemaVersion": "v",
            "signature": {
                "variables": ["X1", "X2", "X3", "X4"],
                "domains": "binary",
                "observationStructure": "panel_same_units_across_worlds",
            },
            "backgroundAxioms": ["one model"],
            "worlds": [
                {
                    "worldId": "w0",
                    "split": "train",
                    "envProfile": {"X1": 0.5},
                    "intervention": {"type": "hard_do", "mode": "hard_constant", "targets": []},
                    "rows": ["0001", "1110"],
                },
                {
                    "worldId": "h0",
                    "split": "heldout",
                    "intervention": {
                        "type": "hard_do",
                        "mode": "hard_constant",
                        "assignments": {"X3": 1},
                        "targets": ["X3"],
                    },
                    "rows": ["0110", "1010"],
                },
            ],
            "task": {
                "taskName": task,
                "query": "What is it?",
                "taskVersion": 3,
                "parameters": {
                    "variables": ["X1", "X2", "X3", "X4"],
                    "rootVariables": ["X2", "X1"],
                    "endogenousVariables": ["X4", "X3"],
                    "topologicalOrder": ["X2", "X1", "X3", "X4"],
                    "allowedOperators": list(OPERATORS),
                    "allowConstants": False,
                    "scmPromptVariant": "no_topological_order",
                    "promptVariableOrder": ["X4", "X2", "X3", "X1"],
                    "generationDiagnostics": NOTE,
                    **parameters,
                },
            },
            "goldAnswer": {"scm": {"mechanisms": {"X3": "(and X1 X2)", "X4": "(not X3)"}}},
            "problemEncoding": "scm-panel-binary-rows-v1",
            "panelUnits": ["u0", "u1"],
        },
        "problemDescription": {"extra": {"pairedSourceInstanceId": "base", "more": NOTE}},
        "problemType": "CIND",
        "subslice": "s",
    }


def identification(**gold: object) -> dict[str, Any]:
    found = record("CIND_A_SCM_ID")
    found["problem"]["goldAnswer"] |= gold
    return found


def again(problem: BooleanProblem) -> dict[str, Any]:
    (found,) = yaml.safe_load(write_record(problem))
    assert isinstance(found, dict)
    return found


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


def put(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "released.yaml"
    body = yaml.safe_dump(json.loads(json.dumps(records)), sort_keys=False)
    path.write_text(write_header() + body, "utf-8")
    return path


TWO = [
    {"mechanisms": {"X3": "(and X1 X2)", "X4": "(not X3)"}},
    {"mechanisms": {"X3": "X1", "X4": "(not X3)"}},
]
