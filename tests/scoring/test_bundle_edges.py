"""Tables of the released analysis where variables, worlds, problems or texts are not as usual."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.families.boolean.release.bundle.error_classes import mode_sensitivity
from symcause.families.boolean.release.bundle.replay_records import WorldRecord
from tests.formats.replayscm_cases import record
from tests.scoring.bundle_cases import GOLD, answer, bundle, bundle_of, held, world

TURNED = json.dumps({"mechanisms": {"X3": "(not X4)", "X4": "(not (and X1 X2))"}})
"""Train exact, with gold's arrow from X3 to X4 turned round."""

CYCLIC = answer(X3="(not X4)")


def with_worlds(*worlds: dict[str, Any], **parameters: object) -> dict[str, Any]:
    found = record(**parameters)
    found["problem"]["worlds"] = list(worlds)
    return found


def test_a_variable_without_any_scored_cell_has_no_repair(tmp_path: Path) -> None:
    """X4 is set in every world; X3 is no function of anything."""
    rows = ("0001", "0010")
    document = with_worlds(
        world("w0", "train", ["X4"], *rows), world("h0", "heldout", ["X4"], *rows)
    )
    tables = bundle(tmp_path, document, answer(X3="X1"))
    (row,) = tables["scm_repairability_by_instance"]
    assert row["repairability_bucket"] == "not_one_step_repairable_under_cap"
    (row,) = tables["scm_repairability_by_model"]
    assert row["not_one_step_repairable_share_among_valid_nonexact"] == "1.0"
    assert row["local_functional_one_mechanism_share_among_valid_nonexact"] == "0.0"
    (row,) = tables["scm_training_equivalence_by_instance"]
    assert (row["simple_bounded_fix"], row["one_mechanism_fix"]) == ("False", "False")


@pytest.mark.parametrize("worlds", [[], [held(["X3", "X4"], "0011", "1011")]])
def test_without_heldout_cells_nothing_is_exact(tmp_path: Path, worlds: list[Any]) -> None:
    """Not even gold's own mechanism makes an answer exact on both splits."""
    document = with_worlds(world("w0", "train", [], "0001", "1110"), *worlds)
    tables = bundle(tmp_path, document, answer(X3="X1"), answer())
    for row in tables["scm_repairability_by_instance"]:
        assert row["global_one_gold_mechanism_repairable"] == "False"
        assert row["repairability_bucket"] != "exact"
    for row in tables["scm_split_buckets_by_model"]:
        assert row["split_error_bucket"] == "heldout_only_error"


def test_where_both_parent_graphs_make_a_cycle(tmp_path: Path) -> None:
    """X4 comes first in the file, and X3 is reached below it: of the two, X3 has none above."""
    tables = bundle(tmp_path, record(), TURNED)
    (row,) = tables["scm_cascade_attribution_by_instance"]
    assert row["primary_cascade_bucket"] == "one_local_parent_mismatch_localized"
    assert (row["local_root_vars"], row["first_local_root"]) == ('["X3"]', "X3")
    assert (row["structural_wrong_count"], row["parent_mismatch_root_count"]) == ("2", "1")
    (row,) = tables["scm_cascade_attribution_by_model"]
    assert row["single_local_root_share"] == "1.0"
    (row,) = tables["scm_training_equivalence_by_instance"]
    assert (row["local_root_count"], row["local_train_equivalent_root_vars"]) == ("1", '["X3"]')
    (row,) = tables["scm_gap_decomposition_by_instance"]
    assert row["gap_bucket"] == "B_local_ambiguity"


def test_what_is_computed_first_of_all_is_looked_at_last(tmp_path: Path) -> None:
    """The place 0 counts as none in cascades, though not in root causes."""
    document = with_worlds(
        world("w0", "train", [], "0011", "1010"),
        world("h0", "heldout", ["X2"], "0111", "1110"),
        scmPromptVariant="with_topological_order",
        topologicalOrder=["X3", "X1", "X2", "X4"],
        allowConstants=True,
    )
    document["problem"]["goldAnswer"]["scm"]["mechanisms"] = {"X3": "1", "X4": "(not X1)"}
    tables = bundle(tmp_path, document, answer(X3="0", X4="X1"))
    (row,) = tables["scm_cascade_attribution_by_instance"]
    assert row["local_root_vars"] == '["X4","X3"]'
    assert (row["first_local_root"], row["first_local_root_topological_index"]) == ("X4", "3")
    assert row["first_heldout_wrong_variable"] == "X4"
    (row,) = tables["scm_heldout_root_cause_by_instance"]
    assert (row["first_wrong_variable"], row["first_wrong_topological_index"]) == ("X3", "0")


@pytest.mark.parametrize(
    ("given", "described", "told", "cycle"),
    [
        ({}, {"sweepConfig": "swept"}, "swept", "unknown"),
        ({}, {"subslice": " described "}, "described", " described "),
        ({"subslice": " own "}, {"subslice": "described"}, "own", " own "),
    ],
)
def test_tables_of_cycles_name_slices_by_themselves(
    tmp_path: Path, given: dict[str, str], described: dict[str, str], told: str, cycle: str
) -> None:
    document = record()
    del document["subslice"]
    document |= given
    document["problemDescription"]["extra"] |= described
    tables = bundle(tmp_path, document, CYCLIC)
    assert tables["scm_gap_decomposition_by_instance"][0]["slice"] == told
    assert tables["scm_ntopo_cycle_motifs_by_instance"][0]["slice"] == cycle


def test_without_a_problem_that_all_answered_there_is_no_subset(tmp_path: Path) -> None:
    other = record()
    other["problem"]["instanceId"] = "other"
    given = [("small", "m0", answer()), ("other", "m1", answer())]
    assert bundle_of(tmp_path / "none", [record(), other], given)["scm_subset_overview"] == []
    given.append(("small", "m1", answer(X3="X1")))
    rows = bundle_of(tmp_path / "one", [record(), other], given)["scm_subset_overview"]
    assert [(row["model"], row["instance_count"], row["n"]) for row in rows] == [
        ("m0", "1", "1"),
        ("m1", "1", "1"),
    ]
    assert [row["heldout_exact_rate"] for row in rows] == ["1.0", "1.0"]


@pytest.mark.parametrize(
    ("plans", "bin", "matches"),
    [
        ([{"worldId": "h0", "noveltyScore": 0.9, "modeMatchNearestTrain": True}], ">=0.8", "1.0"),
        ([{"worldId": "h0", "noveltyScore": 0.9, "modeMatchNearestTrain": 0}], ">=0.8", "0.0"),
        ([{"worldId": "h0", "noveltyScore": 0.9}], ">=0.8", ""),
        ({"h0": {"noveltyScore": 0.9, "modeMatchNearestTrain": True}}, "missing", ""),
    ],
)
def test_plans_of_heldout_worlds_are_a_list(
    tmp_path: Path, plans: object, bin: str, matches: str
) -> None:
    document = record(generationDiagnostics={"heldoutPlanDiagnostics": plans})
    tables = bundle(tmp_path, document, answer())
    (row,) = tables["scm_heldout_stress_by_novelty_mode"]
    assert (row["novelty_bin"], row["mode_match_share"]) == (bin, matches)


def test_texts_are_compared_as_gold_is_written(tmp_path: Path) -> None:
    """An answer loses the blanks around it, gold does not."""
    document = record()
    document["problem"]["goldAnswer"]["scm"]["mechanisms"] = {**GOLD, "X3": " (and X1 X2)"}
    tables = bundle(tmp_path, document, answer(X3=" (and X1 X2)"))
    (row,) = tables["scm_heldout_root_cause_by_instance"]
    assert (row["formula_exact_count"], row["canonical_formula_exact_count"]) == ("1", "2")
    assert row["non_exact_mechanisms"] == '["X3"]'


def test_accuracies_have_the_released_digits(tmp_path: Path) -> None:
    document = with_worlds(
        world("w0", "train", ["X4"], "0001", "1110", "0100"),
        world("h0", "heldout", ["X4"], "0001", "1110", "1000"),
    )
    document["problem"]["panelUnits"] = ["u0", "u1", "u2"]
    tables = bundle(tmp_path, document, answer(X3="X1"))
    by_mode = {row["split"]: row for row in tables["scm_world_errors_by_mode"]}
    assert by_mode["heldout"]["mean_accuracy"] == repr(2 / 3)
    profiles = {row["pred_operator_profile"]: row for row in tables["scm_operator_profile_bias"]}
    assert profiles["none"]["heldout_var_accuracy_mean"] == repr(2 / 3)


def test_rates_of_modes_are_added_mode_by_mode() -> None:
    """Doubles: the sum 1.0 of 0.4, 0.3, 0.2 and 0.1 is one of this order."""
    told = (("a", 4), ("b", 2), ("a", 3), ("b", 1))
    worlds = [
        WorldRecord("heldout", mode, 1, 0, 10, wrong, 0, None, None, None, None)
        for mode, wrong in told
    ]
    assert mode_sensitivity(worlds) == "a_sensitive"
