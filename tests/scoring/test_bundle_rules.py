"""Rules of the released analysis that its sample does not show, on files built by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symcause.families.boolean.release.bundle.error_classes import (
    mode_sensitivity,
    novelty_sensitivity,
)
from symcause.families.boolean.release.bundle.primary_cycle import primary_cycle
from symcause.families.boolean.release.bundle.replay_records import WorldRecord
from tests.formats.replayscm_cases import record
from tests.scoring.bundle_cases import GOLD, answer, bundle

WORLD = {
    "worldId": "h1",
    "split": "heldout",
    "intervention": {
        "type": "hard_do",
        "mode": "hard_constant",
        "assignments": {"X3": 1, "X4": 1},
        "targets": ["X3", "X4"],
    },
    "rows": ["0011", "1011"],
}


def test_a_variable_without_a_scored_heldout_cell_counts_as_wrong(tmp_path: Path) -> None:
    """The one held-out world sets X3; X4 is right there."""
    tables = bundle(tmp_path, record(), answer())
    by_index = {
        row["target_endogenous_index"]: row for row in tables["scm_variable_position_by_index"]
    }
    assert [by_index[i]["mean_heldout_var_accuracy"] for i in "01"] == ["1.0", "0.0"]  # X4, X3
    assert [by_index[i]["wrong_share"] for i in "01"] == ["0.0", "1.0"]
    (relation,) = tables["scm_parent_relation_breakdown"]
    assert relation["heldout_var_accuracy_mean"] == "0.5"
    assert relation["train_var_accuracy_mean"] == "1.0"
    profiles = {row["pred_operator_profile"]: row for row in tables["scm_operator_profile_bias"]}
    assert profiles["and"]["heldout_var_accuracy_mean"] == "0.0"
    assert profiles["not"]["heldout_var_accuracy_mean"] == "1.0"
    (cause,) = tables["scm_heldout_root_cause_by_instance"]  # here nothing is wrong
    assert (cause["heldout_wrong_mechanism_count"], cause["primary_root_cause"]) == ("0", "exact")


def test_a_variable_without_a_scored_training_cell(tmp_path: Path) -> None:
    document = record()
    train = document["problem"]["worlds"][0]
    train["intervention"] = {**WORLD["intervention"], "mode": "hard_assigned", "assignments": {}}  # type: ignore[dict-item]
    train["intervention"]["targets"] = ["X4"]
    (row,) = bundle(tmp_path, document, answer())["scm_parent_relation_breakdown"]
    assert (row["train_var_accuracy_mean"], row["heldout_var_accuracy_mean"]) == ("0.5", "0.5")


def test_a_world_without_a_scored_cell_is_no_world(tmp_path: Path) -> None:
    document = record()
    document["problem"]["worlds"].append(WORLD)
    tables = bundle(tmp_path, document, answer())
    assert [row["worlds"] for row in tables["scm_heldout_stress_by_mode"]] == ["1"]
    assert [row["worlds"] for row in tables["scm_world_errors_by_mode"]] == ["1", "1"]


def test_of_no_wrong_cell_there_is_no_share(tmp_path: Path) -> None:
    tables = bundle(tmp_path, record(), answer())
    for row in tables["scm_world_errors_by_mode"]:
        assert (row["under_share"], row["over_share"]) == ("", "")
    (row,) = tables["scm_heldout_stress_by_mode"]
    assert row["mean_dominant_wrong_topological_index"] == "0.0"
    (row,) = tables["scm_train_heldout_amplification_by_model"]
    assert row["mean_train_rollout_wrong_rate"] == "0.0"


def test_rates_of_no_cells_are_left_out(tmp_path: Path) -> None:
    document = record()
    document["problem"]["worlds"][1] = WORLD
    (row,) = bundle(tmp_path, document, answer(X3="X1"))[
        "scm_train_heldout_amplification_by_instance"
    ]
    assert (row["heldout_scored_cells"], row["heldout_rollout_wrong_rate"]) == ("0", "")
    assert row["train_rollout_wrong_rate"] == "0.0" and row["rollout_wrong_rate_delta"] == ""


def test_the_bundle_reads_the_released_object(tmp_path: Path) -> None:
    """A list is no answer there, though it is one of ours."""
    tables = bundle(tmp_path, record(), f"[{answer()}]", answer())
    rows = {row["model"]: row for row in tables["scm_error_taxonomy_overview"]}
    assert (rows["m0"]["valid_rate"], rows["m1"]["valid_rate"]) == ("0.0", "1.0")
    assert rows["m0"]["top_invalid_bucket"] == "missing_mechanisms_object"
    assert rows["m0"]["top_split_bucket"] == ""  # of valid answers alone


def test_places_are_those_of_the_answer(tmp_path: Path) -> None:
    """Hidden order: roots first, then as the answer computes; X4 comes before X3 here."""
    texts = {"X3": "(not X4)", "X4": "(not (and X1 X2))"}
    (row,) = bundle(tmp_path, record(), json.dumps({"mechanisms": texts}))[
        "scm_cascade_attribution_by_instance"
    ]
    assert row["first_heldout_wrong_variable"] == "X4"
    assert row["first_heldout_wrong_topological_index"] == "2"


def test_names_of_slices_families_and_difficulties(tmp_path: Path) -> None:
    document = record(scmPromptVariant="ntopo", difficulty="hard", sweepConfig=" from the task ")
    del document["subslice"]
    wrong = answer(X3="(not X4)")  # a cycle, of a family that is none there
    tables = bundle(tmp_path, document, wrong)
    (row,) = tables["scm_cascade_attribution_by_instance"]
    assert (row["family"], row["slice"]) == ("ordered", "from the task")
    assert row["difficulty"] == "unknown"
    assert tables["scm_gap_decomposition_by_instance"][0]["difficulty"] == ""
    assert tables["scm_ntopo_cycle_motifs_by_instance"] == []
    document["problemDescription"] |= {"difficulty": "easy"}
    document["problemDescription"]["extra"]["sweepConfig"] = "described"
    (row,) = bundle(tmp_path / "2", document, wrong)["scm_gap_decomposition_by_instance"]
    assert (row["slice"], row["difficulty"]) == ("described", "easy")


def test_what_the_analysis_cannot_read_is_invalid_in_its_own_tables(tmp_path: Path) -> None:
    """A valid answer that uses a later variable of its block; exact, yet not to be replayed."""
    blocks = record(
        scmPromptVariant="partial_order",
        topologicalLayers=[["X1", "X2"], ["X3", "X4"]],
    )
    texts = {"X3": "(not X4)", "X4": "(not (and X1 X2))"}
    blocks["problem"]["worlds"][1]["rows"] = ["0111", "1011"]  # X3 is set, so X4 does not follow it
    tables = bundle(tmp_path, blocks, json.dumps({"mechanisms": texts}))
    bucket = "mechanism_illegal_variable"
    (row,) = tables["scm_repairability_by_instance"]
    assert (row["valid"], row["repairability_bucket"]) == ("False", "invalid")
    assert row["invalid_bucket"] == bucket
    for part, column in (
        ("train_heldout_amplification", "amplification_bucket"),
        ("training_equivalence", "training_equivalence_bucket"),
    ):
        (row,) = tables[f"scm_{part}_by_instance"]
        assert (row["valid"], row[column]) == ("False", f"invalid:{bucket}")
    (row,) = tables["scm_gap_decomposition_by_instance"]
    assert (row["valid"], row["train_exact"]) == ("True", "True")


def test_what_only_the_analysis_reads(tmp_path: Path) -> None:
    """A full map and a key without a text: invalid to the scorer, dropped by the analysis."""
    text = json.dumps({"mechanisms": {**GOLD, "X3": "X1", "Q9": None}})
    tables = bundle(tmp_path, record(), text)
    (row,) = tables["scm_train_heldout_amplification_by_instance"]
    assert (row["valid"], row["amplification_bucket"]) == ("False", "invalid:invalid")
    assert row["invalid_bucket"] == ""
    (row,) = tables["scm_training_equivalence_by_instance"]
    assert (row["valid"], row["training_equivalence_bucket"]) == ("True", "train_nonexact")
    (row,) = tables["scm_repairability_by_instance"]
    assert row["valid"] == "True" and row["repairability_bucket"].startswith("one_parent")
    (row,) = tables["scm_gap_decomposition_by_instance"]
    assert row["gap_bucket"] == "invalid:unknown_keys"


def _world(mode: str, wrong: int, novelty: float | None = None) -> WorldRecord:
    return WorldRecord("heldout", mode, 1, 0, 10, wrong, 0, None, novelty, None, None)


def test_of_modes_that_are_as_hard_the_first_by_name() -> None:
    easy = [_world("none", 0) for _ in range(6)]
    hard = [_world(mode, 5) for mode in ("hard_constant", "hard_assigned") for _ in range(2)]
    assert mode_sensitivity([*easy, *hard]) == "hard_assigned_sensitive"


@pytest.mark.parametrize(
    ("new", "old", "bucket"),
    [
        ([5], [], "high_novelty_sensitive"),
        ([], [5], "low_novelty_sensitive"),
        ([1], [], "balanced"),
        ([5], [4], "balanced"),
    ],
)
def test_novelty_against_nothing(new: list[int], old: list[int], bucket: str) -> None:
    worlds = [_world("none", n, 0.9) for n in new] + [_world("none", n, 0.1) for n in old]
    assert novelty_sensitivity(worlds) == bucket


def test_nodes_of_a_cycle_are_listed_by_name() -> None:
    found = primary_cycle({"A": "C", "B": "A", "C": "B"}, ("C", "A", "B"))
    assert found is not None and found["primary_cycle_nodes"] == ["A", "B", "C"]
