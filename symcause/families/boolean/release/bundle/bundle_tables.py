"""The bundle tables: each table of the Boolean bundle as a short declaration.

Answers come as their records (:mod:`.instance_record`) and are added up; only the rows of the tables by
instance are kept, in files. Rows are ordered as released: by text, or by count, see the entries.
"""

from __future__ import annotations

from symcause.families.boolean.release.bundle.bundle_columns import (
    Declared,
    Reading,
    among,
    count,
    known_share,
    mean,
    ratio,
    share,
    top,
    top_share,
)
from symcause.families.boolean.release.bundle.error_classes import BOTH, HELDOUT_ONLY

_RATES = (
    ("n", len),
    ("valid_rate", share("valid")),
    ("correct_rate", share("correct")),
    ("train_exact_rate", share("train_exact")),
    ("heldout_exact_rate", share("heldout_exact")),
)
_STRUCTURE = (
    *_RATES,
    ("mean_train_accuracy", mean("train_accuracy")),
    ("mean_heldout_accuracy", mean("heldout_accuracy")),
)
_WORLDS = (
    ("worlds", len),
    ("exact_rate", share("exact")),
    ("mean_accuracy", mean("accuracy")),
)
_STRESS = (
    *_WORLDS,
    ("wrong_cell_rate", ratio("wrong", "scored")),
    ("mean_target_count", mean("targets")),
    ("mean_target_min_topological_index", mean("lowest")),
    ("mean_dominant_wrong_topological_index", mean("dominant")),
    ("mode_match_share", known_share("mode_match")),
    ("mean_nearest_train_target_overlap", mean("overlap")),
)
_HELDOUT_ONLY = (
    ("n", len),
    ("heldout_only_instances", count(HELDOUT_ONLY)),
    ("heldout_only_share", share(HELDOUT_ONLY)),
)
_GAPS = (
    ("exact_share", share("gap exact")),
    ("invalid_share", share("invalid")),
    *(
        (f"a_{kind}_amplification_share", share(f"gap A_{kind}_amplification"))
        for kind in ("direct", "propagation", "mixed", "no_clear")
    ),
    ("b_local_ambiguity_share", share("gap B_local_ambiguity")),
    ("b_compensated_train_fit_share", share("gap B_compensated_train_fit")),
    ("b_fix_only_share", share("gap B_bounded_ambiguity_fix_only")),
    ("b_not_shown_ambiguous_share", share("gap B_not_shown_ambiguous_under_cap")),
)


def _structure(field: str) -> Declared:
    name = f"scm_structure_by_{field}"
    return Declared(name, "answers", ("model", field), _STRUCTURE)


def _stress(file: str, *fields: str) -> Declared:
    return Declared(
        f"scm_heldout_stress_by_{file}",
        "worlds",
        ("model", *fields),
        _STRESS,
        heldout=True,
    )


def _valid_nonexact(flag: str) -> Reading:
    return among(flag, "valid_nonexact")


DECLARED: tuple[Declared, ...] = (
    Declared(
        "scm_error_taxonomy_overview",
        "answers",
        ("model",),
        (
            *_RATES,
            ("invalid_rate", share("invalid")),
            ("heldout_only_error_rate", share(HELDOUT_ONLY)),
            ("train_only_error_rate", share("train_only_error")),
            ("train_and_heldout_error_rate", share(BOTH)),
            ("top_invalid_bucket", top("invalid_bucket")),
            ("top_split_bucket", top("valid_split")),
        ),
    ),
    Declared(
        "scm_cascade_attribution_by_model",
        "answers",
        ("model",),
        (
            *_HELDOUT_ONLY,
            ("top_cascade_bucket", top("cascade")),
            ("top_cascade_bucket_share", top_share("cascade")),
            ("single_local_root_share", among("single_root", HELDOUT_ONLY)),
            ("downstream_propagation_share", among("downstream", HELDOUT_ONLY)),
            ("parent_exact_formula_wrong_root_share", among("formula_root", HELDOUT_ONLY)),
            ("unexplained_share", among("unexplained", HELDOUT_ONLY)),
        ),
    ),
    Declared(
        "scm_heldout_root_cause_by_model",
        "answers",
        ("model",),
        (
            *_HELDOUT_ONLY,
            ("top_heldout_root_cause", top("root_cause")),
            ("top_heldout_root_cause_share", top_share("root_cause")),
            (
                "intervention_sensitive_share_among_heldout_only",
                among("mode_sensitive", HELDOUT_ONLY),
            ),
            ("high_novelty_share_among_heldout_only", among("novelty_sensitive", HELDOUT_ONLY)),
            (
                "parent_correct_formula_wrong_share_among_heldout_only",
                among("formula_wrong", HELDOUT_ONLY),
            ),
        ),
    ),
    Declared(
        "scm_training_equivalence_by_model",
        "answers",
        ("model",),
        (
            *_HELDOUT_ONLY,
            ("top_training_equivalence_bucket", top("equivalence")),
            ("top_training_equivalence_share", top_share("equivalence")),
            (
                "local_ambiguity_share_among_heldout_only",
                among("gap B_local_ambiguity", HELDOUT_ONLY),
            ),
            (
                "compensated_train_fit_share_among_heldout_only",
                among("gap B_compensated_train_fit", HELDOUT_ONLY),
            ),
            ("simple_bounded_fix_share_among_heldout_only", among("simple_fix", HELDOUT_ONLY)),
            (
                "not_shown_ambiguous_under_cap_share_among_heldout_only",
                among("gap B_not_shown_ambiguous_under_cap", HELDOUT_ONLY),
            ),
        ),
    ),
    Declared(
        "scm_train_heldout_amplification_by_model",
        "answers",
        ("model",),
        (
            ("n", len),
            ("a_cases", count("a_case")),
            ("top_amplification_bucket", top("amplification")),
            ("top_amplification_share", top_share("amplification")),
            ("amplified_share_among_a_cases", among("amplified", "a_case")),
            *(
                (f"mean_{split}_{way}_wrong_rate", mean(f"{split}_{way}_wrong_rate", "a_case"))
                for way in ("rollout", "direct", "propagated_only")
                for split in ("train", "heldout")
            ),
        ),
    ),
    Declared("scm_gap_decomposition_by_model", "answers", ("model",), (("n", len), *_GAPS)),
    Declared(
        "scm_gap_decomposition_by_slice",
        "answers",
        ("slice", "model"),
        (
            ("n", len),
            ("a_amplified_share", share("gap_amplified")),
            ("b_local_ambiguity_share", share("gap B_local_ambiguity")),
            ("b_compensated_train_fit_share", share("gap B_compensated_train_fit")),
            ("b_not_shown_ambiguous_share", share("gap B_not_shown_ambiguous_under_cap")),
        ),
    ),
    Declared(
        "scm_repairability_by_model",
        "answers",
        ("model",),
        (
            ("n", len),
            ("exact_share", share("repair exact")),
            ("invalid_share", share("repair invalid")),
            *(
                (f"{name}_share_among_valid_nonexact", _valid_nonexact(name))
                for name in (
                    "local_functional_one_parent",
                    "local_functional_one_mechanism",
                    "global_one_gold_mechanism",
                    "not_one_step_repairable",
                )
            ),
        ),
    ),
    *map(
        _structure,
        (
            *("gold_ast_bin", "candidate_ast_bin", "ast_gap_bin"),
            *("gold_operator_profile", "candidate_operator_profile"),
        ),
    ),
    Declared(
        "scm_world_errors_by_mode",
        "worlds",
        ("model", "split", "intervention_mode"),
        (
            *_WORLDS,
            ("mean_wrong_cells", mean("wrong")),
            ("wrong_cell_rate", ratio("wrong", "scored")),
            ("under_share", ratio("under", "wrong")),
            ("over_share", ratio("over", "wrong")),
        ),
    ),
    Declared(
        "scm_world_errors_by_novelty",
        "worlds",
        ("model", "split", "novelty_bin"),
        (
            *_WORLDS,
            ("wrong_cell_rate", ratio("wrong", "scored")),
            ("mean_target_count", mean("targets")),
        ),
        heldout=True,
    ),
    _stress("mode", "intervention_mode"),
    _stress("target_count", "target_count_bin"),
    _stress("novelty_mode", "novelty_bin", "intervention_mode"),
    _stress("target_position", "target_position_bin"),
    Declared(
        "scm_parent_formula_taxonomy_by_model",
        "mechanisms",
        ("model",),
        (
            ("n", len),
            ("parent_exact_rate", share("parent_exact")),
            ("expr_exact_rate", share("expr_exact")),
            ("canonical_exact_rate", share("canonical_exact")),
            ("parent_exact_formula_wrong_n", count("formula_wrong")),
            ("top_parent_exact_formula_bucket", top("formula")),
            ("top_parent_exact_formula_bucket_share", top_share("formula")),
            *(
                (f"{kind}_parent_rate", share(f"parents {kind}"))
                for kind in ("subset", "superset", "overlap", "disjoint")
            ),
        ),
    ),
    Declared(
        "scm_parent_relation_breakdown",
        "mechanisms",
        ("model", "parent_relation"),
        (
            ("n", len),
            ("train_var_accuracy_mean", mean("train_accuracy")),
            ("heldout_var_accuracy_mean", mean("heldout_accuracy")),
            ("parent_exact_rate", share("parent_exact")),
        ),
    ),
    Declared(
        "scm_variable_position_by_index",
        "mechanisms",
        ("model", "index"),
        (
            ("n", len),
            ("parent_exact_rate", share("parent_exact")),
            ("expr_exact_rate", share("expr_exact")),
            ("mean_train_var_accuracy", mean("train_accuracy")),
            ("mean_heldout_var_accuracy", mean("heldout_accuracy")),
            ("wrong_share", share("heldout_wrong")),
        ),
        ("model", "target_endogenous_index"),
    ),
)
"""The tables that are groups by fields; those with shares of a whole are in :mod:`.frequency_tables`."""
