"""Instance rows of the Boolean bundle: one answer, its mechanisms and its worlds as table rows."""

from __future__ import annotations

from typing import Any

from symcause.families.boolean.release.bundle import error_classes as classes
from symcause.families.boolean.release.bundle.replay_records import (
    MechanismRecord,
    Replayed,
    WorldRecord,
)

Row = dict[str, Any]


def mechanism_row(record: MechanismRecord) -> Row:
    return {
        "name": record.name,
        "text": record.text,
        "canonical": record.canonical,
        "index": record.index,
        "parent_exact": record.parent_exact,
        "expr_exact": record.expr_exact,
        "canonical_exact": record.canonical_exact,
        "relation": classes.parent_relation(record),
        "plain_relation": classes.parent_relation(record, empty=None),
        "formula": classes.formula_bucket(record),
        "profile": record.profile,
        "profile_exact": record.profile == record.gold_profile,
        # the published means take a variable without a scored cell for one that is always wrong
        "train_accuracy": record.accuracy(0) or 0.0,
        "heldout_accuracy": record.accuracy(1) or 0.0,
        "heldout_wrong": record.wrong[1] > 0 or not record.scored[1],
    }


def world_row(record: WorldRecord) -> Row:
    return {name: getattr(record, name) for name in WorldRecord.__dataclass_fields__}


def cascade_row(
    mechanisms: tuple[MechanismRecord, ...],
    cascade: classes.Cascade,
    heldout: list[WorldRecord],
    settled: str | None,
) -> Row:
    roots = cascade.roots
    formula = [m.name for m in roots if m.parent_exact and not m.expr_exact]
    parents = [m.name for m in roots if not m.parent_exact]
    failing = [m for m in mechanisms if m.wrong[1]]
    first, wrong = (min(group, key=classes.turn, default=None) for group in (roots, failing))
    return {
        "primary_cascade_bucket": settled or cascade.bucket,
        "structural_wrong_count": len(cascade.wrong),
        "local_root_count": len(roots),
        "downstream_propagated_count": len(cascade.downstream),
        "unexplained_wrong_count": len(cascade.unexplained),
        "parent_exact_formula_wrong_root_count": len(formula),
        "parent_mismatch_root_count": len(parents),
        "heldout_wrong_mechanism_count": len(failing),
        "train_wrong_mechanism_count": sum(m.wrong[0] > 0 for m in mechanisms),
        "first_local_root": first and first.name,
        "first_local_root_topological_index": first and first.place,
        "first_heldout_wrong_variable": wrong and wrong.name,
        "first_heldout_wrong_topological_index": wrong and wrong.place,
        "dominant_wrong_heldout_mode": classes.most_frequent(w.mode for w in heldout if w.wrong),
        "local_root_vars": [m.name for m in roots],
        "downstream_propagated_vars": list(cascade.downstream),
        "unexplained_wrong_vars": list(cascade.unexplained),
        "parent_exact_formula_wrong_roots": formula,
        "parent_mismatch_roots": parents,
    }


def root_cause_row(
    replay: Replayed | None,
    mechanisms: tuple[MechanismRecord, ...],
    heldout: list[WorldRecord],
    settled: str | None,
) -> Row:
    failing = [m for m in mechanisms if m.wrong[1]]
    first = min(failing, key=lambda m: m.place, default=None)
    other = [m.name for m in mechanisms if not m.exact]
    mode, novelty = classes.mode_sensitivity(heldout), classes.novelty_sensitivity(heldout)
    return {
        "primary_root_cause": settled or classes.root_cause(mechanisms),
        "heldout_intervention_sensitive": mode not in ("balanced", "unknown"),
        "high_novelty_generalization_failure": novelty == "high_novelty_sensitive",
        "parent_correct_formula_wrong": any(
            m.parent_exact and not m.expr_exact for m in mechanisms
        ),
        "non_exact_mechanism_count": len(other),
        "parent_exact_count": sum(m.parent_exact for m in mechanisms),
        "formula_exact_count": sum(m.expr_exact for m in mechanisms),
        "canonical_formula_exact_count": sum(m.canonical_exact for m in mechanisms),
        "heldout_wrong_mechanism_count": len(failing),
        "train_wrong_mechanism_count": sum(m.wrong[0] > 0 for m in mechanisms),
        "first_wrong_variable": first and first.name,
        "first_wrong_topological_index": first and first.place,
        "first_wrong_parent_exact": first and first.parent_exact,
        "first_wrong_expr_exact": first and first.expr_exact,
        "dominant_heldout_intervention_mode": classes.most_frequent(
            w.mode for w in heldout if w.wrong
        ),
        "heldout_mode_sensitivity_bucket": mode,
        "heldout_novelty_sensitivity_bucket": novelty,
        "replay_heldout_wrong_worlds": None
        if replay is None
        else sum(w.wrong > 0 for w in heldout),
        "replay_heldout_wrong_cells": None if replay is None else sum(w.wrong for w in heldout),
        "heldout_wrong_variables": [m.name for m in failing],
        "non_exact_mechanisms": other,
    }


_WAYS = ("direct", "rollout", "propagated_only", "compensated_direct")


def amplification_row(
    train: classes.Cells, heldout: classes.Cells, replay: Replayed | None, bucket: str
) -> Row:
    if replay is None:
        return {"amplification_bucket": bucket}
    row: Row = {"train_scored_cells": train.scored, "heldout_scored_cells": heldout.scored}
    for way in _WAYS:
        row |= {f"train_{way}_wrong_cells": train.wrong[way]}
        row |= {f"heldout_{way}_wrong_cells": heldout.wrong[way]}
    before, after = train.rates(), heldout.rates()
    told = {"train": before if train.scored else {}, "heldout": after if heldout.scored else {}}
    for way in _WAYS:
        row |= {f"{split}_{way}_wrong_rate": rates.get(way) for split, rates in told.items()}
    compared = train.scored and heldout.scored
    row |= {
        f"{way}_wrong_rate_delta": after[way] - before[way] if compared else None for way in _WAYS
    }
    return {**row, "amplification_bucket": bucket}


def equivalence_row(
    roots: tuple[MechanismRecord, ...],
    repair: Row,
    simple: bool,
    replay: Replayed | None,
    bucket: str,
) -> Row:
    if replay is None:
        return {"training_equivalence_bucket": bucket}
    silent = [m.name for m in roots if classes.silent(m)]
    fitted = [m.name for m in roots if m.direct[0]]
    return {
        "training_equivalence_bucket": bucket,
        "local_root_count": len(roots),
        "local_train_equivalent_root_count": len(silent),
        "compensated_root_count": len(fitted),
        "local_root_train_equivalent_share": len(silent) / len(roots) if roots else None,
        "any_local_train_equivalent_root": bool(silent),
        "any_compensated_root": bool(fitted),
        "local_root_vars": [m.name for m in roots],
        "local_train_equivalent_root_vars": silent,
        "compensated_root_vars": fitted,
        "simple_bounded_fix": simple,
        "one_parent_fix": repair["local_functional_one_parent_repairable_under_cap"],
        "one_mechanism_fix": repair["local_functional_one_mechanism_repairable_under_cap"],
        "one_gold_mechanism_global": repair["global_one_gold_mechanism_repairable"],
        "local_functional_one_parent_target": repair["local_functional_one_parent_target"],
        "local_functional_one_mechanism_target": repair["local_functional_one_mechanism_target"],
        "global_one_gold_mechanism_target": repair["global_one_gold_mechanism_target"],
    }
