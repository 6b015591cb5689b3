"""Record sums of the Boolean bundle: records added up by answer, by mechanism and by world."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from symcause.families.boolean.release.bundle.error_classes import BOTH, EXACT, HELDOUT_ONLY
from symcause.scoring.answer_groups import Grouped, Sheet

Row = dict[str, Any]

MAP_AST, GAP = (20, 28, 36, 44, 56), (-12, -4, 0, 5, 13)
TARGETS, NOVELTY, POSITION = (1.5, 2.5, 3.5), (0.2, 0.4, 0.6, 0.8), (2, 4, 6, 8)

_GAPS = (
    *("exact", "A_direct_amplification", "A_propagation_amplification", "A_mixed_amplification"),
    *("A_no_clear_amplification", "A_train_only_error", "B_local_ambiguity"),
    *("B_compensated_train_fit", "B_bounded_ambiguity_fix_only", "B_not_shown_ambiguous_under_cap"),
)
_RATES = tuple(
    f"{split}_{way}_wrong_rate"
    for split in ("train", "heldout")
    for way in ("direct", "rollout", "propagated_only")
)
ANSWERS = Sheet(
    flags=(
        *("valid", "correct", "train_exact", "heldout_exact"),
        *("invalid", "train_only_error", EXACT, HELDOUT_ONLY, BOTH),
        *("single_root", "downstream", "formula_root", "unexplained"),
        *("mode_sensitive", "novelty_sensitive", "formula_wrong", "simple_fix"),
        *("a_case", "amplified"),
        *(f"gap {name}" for name in _GAPS),
        *("gap_amplified", "valid_nonexact", "repair exact", "repair invalid"),
        *("local_functional_one_parent", "local_functional_one_mechanism"),
        *("global_one_gold_mechanism", "not_one_step_repairable"),
    ),
    numbers=("train_accuracy", "heldout_accuracy", *_RATES),
    units=("valid", "correct", "train_exact", "heldout_exact", HELDOUT_ONLY, BOTH),
    counted=(
        *("split", "invalid_bucket", "cascade", "root_cause", "equivalence", "amplification"),
        *("valid_split", "first_wrong"),
    ),
)
MECHANISMS = Sheet(
    flags=(
        *("parent_exact", "expr_exact", "canonical_exact", "profile_exact", "heldout_wrong"),
        *("formula_wrong", "valid", "train_exact", "heldout_exact"),
        *(f"parents {kind}" for kind in ("subset", "superset", "overlap", "disjoint")),
    ),
    numbers=("train_accuracy", "heldout_accuracy"),
    counted=("formula", "canonical", "profile"),
)
WORLDS = Sheet(
    flags=("heldout", "exact", "mode_match"),
    numbers=(
        *("accuracy", "wrong", "scored", "under", "over", "targets"),
        *("lowest", "dominant", "overlap"),
    ),
)
CYCLES = Sheet(flags=("local",), numbers=("length", "span"), counted=("motif",))


def binned(value: float | None, edges: Sequence[float]) -> str:
    """The bin of a number, its lower edge inside.

    >>> binned(20, MAP_AST), binned(3, GAP), binned(0.1, NOVELTY), binned(None, GAP), binned(8, POSITION)
    ('[20,28)', '[0,5)', '<0.2', 'missing', '>=8')
    """
    if value is None:
        return "missing"
    if value < edges[0]:
        return f"<{edges[0]:g}"
    if value >= edges[-1]:
        return f">={edges[-1]:g}"
    low = max(edge for edge in edges if edge <= value)
    high = min(edge for edge in edges if edge > value)
    return f"[{low:g},{high:g})"


class Sums:
    """What all tables but those by instance are made of."""

    def __init__(self) -> None:
        bins = ("gold_ast_bin", "candidate_ast_bin", "ast_gap_bin")
        profiles = ("gold_operator_profile", "candidate_operator_profile")
        self.of = {
            "answers": Grouped(ANSWERS, "slice", "model", *bins, *profiles),
            "mechanisms": Grouped(
                MECHANISMS, "model", "parent_relation", "index", "formula_canonical", "profile"
            ),
            "worlds": Grouped(
                WORLDS,
                *("model", "split", "intervention_mode", "novelty_bin"),
                *("target_count_bin", "target_position_bin"),
            ),
            "cycles": Grouped(CYCLES, "model"),
        }

    def take(self, record: Row) -> None:
        """Count the records of an answer."""
        head, facts = record["head"], record["facts"]
        gold, own = facts["gold_ast"], facts["candidate_ast"]
        key: tuple[Hashable, ...] = (
            *(head["slice"], head["model"]),
            *(binned(gold, MAP_AST), binned(own, MAP_AST)),
            binned(None if own is None else own - gold, GAP),
            *(facts["gold_operator_profile"], facts["candidate_operator_profile"]),
        )
        self.of["answers"].take(key, _answer(record), head["instance_id"])
        for row in record["mechanisms"]:
            named = (row["plain_relation"], row["index"], row["canonical"], row["profile"])
            self.of["mechanisms"].take(
                (head["model"], *named), _mechanism(row, head), head["instance_id"]
            )
        for row in record["worlds"]:
            bins = (
                binned(row["novelty"], NOVELTY),
                binned(row["targets"], TARGETS),
                binned(row["lowest"], POSITION),
            )
            kind = (head["model"], row["split"], row["mode"], *bins)
            self.of["worlds"].take(kind, _world(row), head["instance_id"])
        if record["cycle"] is not None:
            cycle = {
                "local": record["cycle"]["primary_cycle_locality"] == "adjacent_or_local",
                "length": record["cycle"]["primary_cycle_length"],
                "span": record["cycle"]["primary_cycle_span"],
                "motif": record["cycle"]["primary_cycle_motif"],
            }
            self.of["cycles"].take((head["model"],), cycle, head["instance_id"])


def _answer(record: Row) -> Row:
    head, rows = record["head"], record["rows"]
    cascade, cause, repair = rows["cascade"], rows["root_cause"], rows["repairability"]
    split, bucket = head["split_error_bucket"], rows["gap"]["gap_bucket"]
    only, fixed = split == HELDOUT_ONLY, repair["repairability_bucket"]
    amplified = rows["amplification"]["amplification_bucket"]
    again = split == BOTH and rows["amplification"]["valid"]  # wrong in training, and read
    grown = amplified.endswith("amplification") and not amplified.startswith("no_clear")
    return {
        **{name: head[name] for name in ("valid", "correct", "train_exact", "heldout_exact")},
        split: True,
        "split": split,
        "valid_split": split if head["valid"] else None,
        "invalid_bucket": None if head["valid"] else head["invalid_bucket"],
        "single_root": cascade["local_root_count"] == 1,
        "downstream": cascade["downstream_propagated_count"] > 0,
        "formula_root": cascade["parent_exact_formula_wrong_root_count"] > 0,
        "unexplained": cascade["unexplained_wrong_count"] > 0,
        "cascade": cascade["primary_cascade_bucket"] if only else None,
        "mode_sensitive": cause["heldout_intervention_sensitive"],
        "novelty_sensitive": cause["high_novelty_generalization_failure"],
        "formula_wrong": cause["parent_correct_formula_wrong"],
        "root_cause": cause["primary_root_cause"] if only else None,
        "first_wrong": cascade["first_heldout_wrong_topological_index"] if only else None,
        "simple_fix": rows["equivalence"].get("simple_bounded_fix"),
        "equivalence": rows["equivalence"]["training_equivalence_bucket"] if only else None,
        "a_case": again,
        "amplification": amplified if again else None,
        "amplified": again and grown,
        f"gap {bucket}": True,
        "gap_amplified": bucket.startswith("A_") and not bucket.startswith("A_no_clear"),
        "valid_nonexact": fixed not in ("exact", "invalid"),
        f"repair {fixed}": True,
        "local_functional_one_parent": repair["local_functional_one_parent_repairable_under_cap"],
        "local_functional_one_mechanism": repair[
            "local_functional_one_mechanism_repairable_under_cap"
        ],
        "global_one_gold_mechanism": repair["global_one_gold_mechanism_repairable"],
        "not_one_step_repairable": fixed == "not_one_step_repairable_under_cap",
        **{name: record["facts"][name] for name in ("train_accuracy", "heldout_accuracy")},
        **{name: rows["amplification"].get(name) or 0.0 for name in _RATES},
    }


def _mechanism(row: Row, head: Row) -> Row:
    wrong = row["parent_exact"] and not row["expr_exact"]
    return {
        **row,
        **{name: head[name] for name in ("valid", "train_exact", "heldout_exact")},
        f"parents {row['relation']}": True,
        "formula_wrong": wrong,
        "formula": row["formula"] if wrong else None,
    }


def _world(row: Row) -> Row:
    return {
        **row,
        "heldout": row["split"] == "heldout",
        "exact": not row["wrong"],
        "accuracy": (row["scored"] - row["wrong"]) / row["scored"],
        "over": row["wrong"] - row["under"],
    }
