"""The ReplaySCM release: every task variant, compact and verbose, streaming, and the real item."""

from __future__ import annotations

import copy
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from symcause import load
from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.worlds import Mode, Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.files.record_reader import VARIANTS, read_record
from symcause.families.boolean.release.files.release_stream import release_documents
from symcause.families.boolean.release.files.release_writer import write_header, write_record
from symcause.families.boolean.release.files.stored_answers import (
    stored_predictions,
)
from symcause.formats.answer_files.predictions import Prediction, read_predictions
from symcause.formats.pools import yaml_stream
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.pools.yaml_stream import YamlStream
from symcause.formats.storage.byte_streams import opened
from symcause.models.disclosure import Setting
from tests.formats.cases import random_problem
from tests.formats.stored_evaluations import stored_evaluations

COMPACT: dict[str, Any] = {
    "problem": {
        "instanceId": "item 1",
        "somethingElse": {"anything": [1, 2]},
        "signature": {"variables": ["X1", "X2", "X3"], "domains": "binary"},
        "panelUnits": ["u00", "u01"],
        "task": {
            "taskName": "CIND_A_SCM",
            "parameters": {
                "rootVariables": ["X2"],
                "endogenousVariables": ["X3", "X1"],
                "topologicalOrder": ["X2", "X3", "X1"],
                "allowedOperators": ["not", "and", "or", "xor", "iff"],
                "allowConstants": False,
                "maxPredecessorsPerMechanism": 2,
                "scmPromptVariant": "with_topological_order",
                "worldSplits": {"train": ["w0", "w1"], "heldout": ["w2"]},
                "knobs": {"scm_prompt_variant": "no_topological_order"},
            },
        },
        "worlds": [
            {
                "worldId": "w0",
                "split": "train",
                "intervention": {
                    "assignments": {},
                    "mode": "hard_constant",
                    "targets": [],
                    "type": "hard_do",
                },
                "rows": ["001", "110"],
            },
            {
                "worldId": "w1",
                "split": "train",
                "intervention": {
                    "assignments": {"X3": 1},
                    "mode": "hard_constant",
                    "targets": ["X3"],
                    "type": "hard_do",
                },
                "rows": ["001", "011"],
            },
            {
                "worldId": "w2",
                "split": "heldout",
                "domain": ["v0"],
                "intervention": {
                    "assignments": {},
                    "mode": "hard_assigned",
                    "targets": ["X2", "X3"],
                    "type": "hard_do",
                },
                "rows": ["001"],
            },
            {
                "worldId": "train_aug_01",
                "split": "train",
                "intervention": {"mode": "none", "targets": []},
                "rows": ["001", "001"],
            },
        ],
        "goldAnswer": {
            "scm": {
                "mechanisms": {"X1": "(not X3)", "X3": "(not X2)"},
                "rootVariables": ["X2"],
                "topologicalOrder": ["X2", "X3", "X1"],
            }
        },
    }
}


def record(**parameters: Any) -> dict[str, Any]:
    """The compact record with some parameters set anew (None: taken out)."""
    document = copy.deepcopy(COMPACT)
    found = document["problem"]["task"]["parameters"] | parameters
    kept = {key: value for key, value in found.items() if value is not None}
    document["problem"]["task"]["parameters"] = kept
    return document


def test_compact_worlds() -> None:
    problem = read_record(record())
    assert problem.id == "item 1" and problem.max_parents == 2
    assert [w.mode for w in problem.worlds] == [
        Mode.NONE,
        Mode.CONSTANT,
        Mode.ASSIGNED,
        Mode.NONE,
    ]
    assert [w.split for w in problem.worlds] == [
        Split.TRAIN,
        Split.TRAIN,
        Split.HELDOUT,
        Split.TRAIN,
    ]
    assert problem.worlds[1].targets == ("X3",)
    assert problem.worlds[0].units == ("u00", "u01") and problem.worlds[2].units == ("v0",)
    assert problem.gold is not None and problem.gold.order == ("X2", "X3", "X1")
    assert problem.reference is None


def test_a_missing_split_is_looked_up() -> None:
    document = record()
    del document["problem"]["worlds"][2]["split"]
    assert read_record(document).worlds[2].split is Split.HELDOUT


@pytest.mark.parametrize("word", VARIANTS)
def test_variants(word: str) -> None:
    layers = [["X2"], ["X3", "X1"]]
    for spelling in (word, word.upper()):
        problem = read_record(record(scmPromptVariant=spelling, topologicalLayers=layers))
        assert problem.setting is VARIANTS[word]
    assert (problem.disclosure.order is None) == (problem.setting is not Setting.ORDERED)
    if problem.setting is Setting.BLOCK_ORDER:
        assert problem.disclosure.blocks == (("X2",), ("X3", "X1"))


def test_without_a_variant_the_order_decides() -> None:
    assert read_record(record(scmPromptVariant=None)).setting is Setting.ORDERED
    bare = record(scmPromptVariant=None, topologicalOrder=None)
    assert read_record(bare).setting is Setting.HIDDEN_ORDER


@pytest.mark.parametrize("spelling", ["CIND_A_SCM_ROOT_UNKNOWN", "cind_a_scm_root_unknown"])
def test_unknown_roots(spelling: str) -> None:
    document = record(rootCount=1, rootVariables=None)
    document["problem"]["task"]["taskName"] = spelling
    problem = read_record(document)
    assert problem.setting is Setting.HIDDEN_ROOTS and problem.disclosure.root_count == 1
    assert problem.disclosure.roots is None
    assert problem.gold is not None and problem.gold.roots == ("X2",)
    counted = record()
    counted["problem"]["task"]["taskName"] = spelling
    assert read_record(counted).disclosure == problem.disclosure


def test_alternative_tasks() -> None:
    document = record()
    document["problem"]["task"]["taskName"] = "CIND_A_SCM_ALT_EXP"
    document["problem"]["goldAnswer"]["scm_alt_exp"] = {
        "referenceMechanisms": {"X1": "X2", "X3": "(not X2)"},
        "bestPairwiseExperiment": {"type": "hard_do", "assignments": {"X3": 0}},
    }
    problem = read_record(document)
    assert problem.is_alternative_task and problem.reference is not None
    assert set(problem.reference.mechanisms) == {"X1", "X3"}


def test_identification_tasks_are_read_as_induction() -> None:
    document = record()
    document["problem"]["task"]["taskName"] = "CIND_A_SCM_ID"
    problem = read_record(document)
    assert problem.setting is Setting.ORDERED and problem.metadata["task"] == "CIND_A_SCM_ID"


def test_without_gold() -> None:
    document = record()
    del document["problem"]["goldAnswer"]
    assert read_record(document).gold is None


def verbose() -> dict[str, Any]:
    """The same record as it was before compaction."""
    document = record()
    inner = document["problem"]
    names = inner["signature"]["variables"]
    inner["signature"]["domains"] = {name: [0, 1] for name in names}
    for world in inner["worlds"]:
        units = world.pop("domain", inner["panelUnits"])
        world["interventions"] = [world.pop("intervention")]
        world["extra"] = {
            "split": world.pop("split"),
            "rows": [
                {"unitId": unit, "values": dict(zip(names, map(int, row), strict=True))}
                for unit, row in zip(units, world.pop("rows"), strict=True)
            ],
        }
    del inner["panelUnits"]
    return document


def bare(problem: object) -> BooleanProblem:
    """The problem without the record that it keeps."""
    assert isinstance(problem, BooleanProblem)
    return replace(problem, metadata={})


def test_verbose_and_compact_are_the_same_problem() -> None:
    assert bare(read_record(verbose())) == bare(read_record(record()))


def test_several_interventions_act_together() -> None:
    document = verbose()
    document["problem"]["worlds"][2]["interventions"] = [
        {"mode": "hard_assigned", "targets": ["X2"]},
        {"mode": "hard_constant", "targets": ["X3"], "assignments": {"X3": 1}},
    ]
    assert bare(read_record(document)) == bare(read_record(record()))


def test_a_problem_without_its_record(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(verbose()["problem"]), "utf-8")
    assert bare(load(tmp_path / "p.json")) == bare(read_record(record()))


def test_a_release_as_json(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps({"metadata": {}, "problems": [record()]}), "utf-8")
    assert load(tmp_path / "p.json") == read_record(record())


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_reads_back(seed: int, tmp_path: Path) -> None:
    problem = random_problem(seed)
    path = tmp_path / "r.yaml"
    path.write_text(write_header() + write_record(problem), "utf-8")
    again = load(path)
    assert isinstance(again, BooleanProblem)
    assert replace(again, metadata={}) == replace(problem, metadata={})


def test_alternative_tasks_with_hidden_roots_cannot_be_written() -> None:
    base = read_record(record()).in_setting(Setting.HIDDEN_ROOTS)
    with pytest.raises(UsageError, match="no Alternative-SCM task with hidden roots"):
        write_record(replace(base, reference=base.gold))


def release(entries: list[dict[str, Any]]) -> str:
    head = {"metadata": {"runtimeSchemaVersion": "cind-a-scm-runtime-v2"}}
    return yaml.safe_dump(head) + yaml.safe_dump({"problems": entries}, sort_keys=False)


def test_a_bad_problem_does_not_stop_the_stream(tmp_path: Path) -> None:
    bad = record()
    bad["problem"]["instanceId"] = "bad"
    bad["problem"]["worlds"][0]["rows"][0] = "00"
    path = tmp_path / "r.yaml"
    path.write_text(release([record(), bad, record()]), "utf-8")
    items = list(read_problems(path))
    assert [item.id for item in items] == ["item 1", "bad", "item 1"]
    assert [item.error is None for item in items] == [True, False, True]
    assert "problems[1].problem.worlds[0].rows[0]: a row has 2 bits" in str(items[1].error)


def test_a_broken_tail_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(release([record()]) + "- {[\n", "utf-8")
    items = list(read_problems(path))
    assert [item.error is None for item in items] == [True, False]


def test_unquoted_rows(tmp_path: Path) -> None:
    """YAML 1.1 would read 0011 as an octal number and 110 as a hundred and ten."""
    path = tmp_path / "r.yaml"
    path.write_text(release([record()]).replace("'", ""), "utf-8")
    assert bare(load(path)) == bare(read_record(record()))


def test_results_are_not_built_for_problems(tmp_path: Path) -> None:
    document = record() | {"modelResults": {"m": {"rawResponse": "x"}}}
    path = tmp_path / "r.yaml"
    path.write_text(release([document]), "utf-8")
    with opened(path) as source:
        (found,) = release_documents(source, problems_only=True)
    assert isinstance(found.value, dict) and found.value["modelResults"] is None


def test_stored_results_become_predictions(tmp_path: Path) -> None:
    results = {
        "talker": {"rawResponse": "Sure: {}", "evaluation": {"valid": False, "rate": 0.5}},
        "solver": {"rawResponse": None, "extractedAnswer": {"mechanisms": {"X1": "X2"}}},
        "silent": {"rawResponse": None, "parseError": "timeout"},
        "odd": "nothing",
    }
    document = record() | {"modelResults": results}
    expected = [
        Prediction("item 1", "talker", "Sure: {}"),
        Prediction("item 1", "solver", '{"mechanisms": {"X1": "X2"}}'),
        Prediction("item 1", "silent", ""),
    ]
    assert stored_predictions(document) == expected
    assert stored_evaluations(document) == {"talker": {"valid": False, "rate": 0.5}}
    path = tmp_path / "r.yaml"
    path.write_text(release([document, record()]), "utf-8")
    assert list(read_predictions(path)) == expected


HOSTILE = {
    "alias": (b"a: &x [1]\nb: *x\n", "YAML aliases are refused"),
    "tag": (b"a: !!python/name:os.system x\n", "YAML tags are refused"),
    "binary tag": (b"a: !!binary aGk=\n", "YAML tags are refused"),
    "deep": (b"a: " + b"[" * 900, "nested too deep"),
    "deeper": (b"a: " + b"[" * 100_000, "nested too deep"),
    "key twice": (b"a: {b: 1, b: 2}\n", "a.b: the key stands twice"),
    "no text key": (b"a: {[1]: 2}\n", "a key that is no text"),
    "two documents": (b"a: 1\n---\nb: 1\n", "more than one YAML document"),
    "control": (b"a: \x01\n", "not text"),
    "latin-1": (b"a: caf\xe9 \n", "not text"),
    "syntax": (b"a: b: c\n", "line 1, column 5: neither JSON nor YAML"),
}


def built(data: bytes) -> dict[str, object]:
    stream = YamlStream(io.BytesIO(data))
    return {key: stream.take(key) for key in stream.entries()}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_yaml(name: str) -> None:
    data, message = HOSTILE[name]
    with pytest.raises(SymcauseError) as caught:
        built(data)
    assert message in str(caught.value)


def test_yaml_scalars() -> None:
    found = built(
        b"a: 0011\nb: 1.5\nc: on\nd: !!str 12\ne: '7'\nf:\ng: 110\nh: No\ni: true\nj: ~\n"
    )
    texts = {key: str(value) for key, value in found.items()}
    assert texts == {
        "a": "0011",
        "b": "1.5",
        "c": "on",
        "d": "12",
        "e": "7",
        "f": "None",
        "g": "110",
        "h": "No",
        "i": "True",
        "j": "None",
    }
    assert found["g"] == 110 and found["i"] is True


def test_one_entry_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_stream, "YAML_ENTRY_BYTES", 1 << 16)
    with pytest.raises(LimitError, match="one entry of the file is too large"):
        built(b"a: " + b"x" * (1 << 20) + b"\n")
    small = b"- " + b"x" * 1000 + b"\n"
    stream = YamlStream(io.BytesIO(b"a:\n" + small * 500))
    assert [sum(1 for _ in stream.items(key)) for key in stream.entries()] == [500]


def sample() -> Path:
    folder = os.environ.get("SYMCAUSE_DATA")
    path = Path(folder or "") / "replayscm" / "sample.runtime.yaml"
    if not folder or not path.exists():
        pytest.skip("SYMCAUSE_DATA does not point to the published data")
    return path


def test_the_published_item() -> None:
    problem = load(sample())
    assert isinstance(problem, BooleanProblem)
    assert problem.setting is Setting.ORDERED and problem.is_alternative_task
    assert problem.max_parents == 4 and not problem.constants
    assert problem.disclosure.order == ("X4", "X8", "X2", "X1", "X6", "X7", "X3", "X5")
    assert len(problem.training) == 9 and problem.training[-1].id == "train_aug_01"
    assert len(problem.heldout) == 8 and {len(w.rows) for w in problem.worlds} == {11}
    assert problem.gold_scm != problem.reference_scm
    for model in (problem.gold_scm, problem.reference_scm):
        assert model is not None
        for world in problem.training:
            columns = world.by_name(problem.variables)
            assert model.run(columns, world.targets, world.mask) == columns


def test_the_published_item_survives_both_formats(tmp_path: Path) -> None:
    problem = load(sample())
    assert isinstance(problem, BooleanProblem)
    assert read_boolean(write_boolean(problem)) == problem
    (tmp_path / "r.yaml").write_text(write_header() + write_record(problem), "utf-8")
    again = load(tmp_path / "r.yaml")
    assert isinstance(again, BooleanProblem)
    assert replace(again, metadata={}) == replace(problem, metadata={})


def test_the_published_answers() -> None:
    rows = list(read_predictions(sample()))
    assert len(rows) == 9 and all(isinstance(row, Prediction) for row in rows)
    with opened(sample()) as source:
        (found,) = release_documents(source)
    evaluations = stored_evaluations(found.value)
    assert len(evaluations) == 9
    assert sum(bool(e.get("jointSuccess")) for e in evaluations.values()) == 6


def test_streaming_agrees_with_a_plain_loader() -> None:
    with sample().open(encoding="utf-8") as file:
        whole = yaml.safe_load(file)
    with opened(sample()) as source:
        (found,) = release_documents(source)
    assert read_record(found.value) == read_record(whole["problems"][0])
