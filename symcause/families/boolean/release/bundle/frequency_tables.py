"""Frequency tables of the Boolean bundle: buckets, favourite formulas, motifs, common subset.

Shares are of the rows of a system that have a value. The released ``correct_rate`` of favourite formulas is
0.0 in every row; the column keeps that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symcause.families.boolean.release.bundle.error_classes import BOTH, HELDOUT_ONLY
from symcause.families.boolean.release.bundle.record_sums import Sums
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import Total

Rows = Iterator[tuple[object, ...]]


def _models(sums: Sums, records: str) -> list[tuple[str, Group]]:
    return sorted((str(model), group) for (model,), group in sums.of[records].by("model").items())


def _buckets(name: str) -> Callable[[Sums], Rows]:
    """System, then count falling, then bucket."""

    def rows(sums: Sums) -> Rows:
        for model, group in _models(sums, "answers"):
            found = {str(value): n for value, n in group.counts(name).items()}
            total = sum(found.values())
            for value in sorted(found, key=lambda value: (-found[value], value)):
                yield model, value, found[value], found[value] / total, total

    return rows


def _first_wrong(sums: Sums) -> Rows:
    for model, group in _models(sums, "answers"):
        counts = group.counts("first_wrong")
        total = sum(counts.values())
        for place in sorted(place for place in counts if isinstance(place, int)):
            yield model, place, counts[place], counts[place] / total


def _motifs(sums: Sums) -> Rows:
    found = [
        (model, str(motif), n)
        for model, group in _models(sums, "cycles")
        for motif, n in group.counts("motif").items()
    ]
    yield from sorted(found, key=lambda row: (-row[2], row[0], row[1]))


def _cycles(sums: Sums) -> Rows:
    for model, group in _models(sums, "cycles"):
        found = {str(motif): n for motif, n in group.counts("motif").items()}
        top = max(found, key=lambda motif: (found[motif], motif))
        numbers = (group.total("length").mean, group.total("span").mean)
        share = group.count("local") / len(group)
        yield model, len(group), *numbers, top, found[top] / len(group), share


def _falling(sums: Sums, field: str) -> list[tuple[str, str, Group, int]]:
    """(value, system, mechanisms, all of the system), count falling, then system, then value."""
    whole = {model: len(group) for model, group in _models(sums, "mechanisms")}
    groups = sums.of["mechanisms"].by(field, "model").items()
    found = [(str(value), str(model), group) for (value, model), group in groups]
    found.sort(key=lambda row: (-len(row[2]), row[1], row[0]))
    return [(value, model, group, whole[model]) for value, model, group in found]


def _formulas(sums: Sums) -> Rows:
    for value, model, group, whole in _falling(sums, "formula_canonical"):
        n = len(group)
        rates = (group.count(name) / n for name in ("train_exact", "heldout_exact"))
        exact = group.count("canonical_exact") / n
        yield value, model, n, n / whole, group.count("valid") / n, 0.0, *rates, exact


def _profiles(sums: Sums) -> Rows:
    for value, model, group, whole in _falling(sums, "profile"):
        n, accuracy = len(group), group.total("heldout_accuracy").mean
        yield model, value, n, n / whole, accuracy, group.count("profile_exact") / n


def _subset(sums: Sums) -> Rows:
    """The problems that all systems answered, if there are any."""
    models = _models(sums, "answers")
    common = set.intersection(*(set(g.units) for _, g in models)) if models else set()
    for model, group in models if common else ():
        n = sum(group.answers_of(unit) for unit in group.units if unit in common)

        def rate(name: str, group: Group = group, n: int = n) -> float:
            own = (total for unit, total in group.by_unit(name).items() if unit in common)
            return Total.joined(own).sum / n

        names = ("valid", "correct", "train_exact", "heldout_exact", HELDOUT_ONLY, BOTH)
        covered = n / len(common)
        yield "common_all_models", model, len(common), covered, n, *map(rate, names)


COUNTED: dict[str, tuple[tuple[str, ...], Callable[[Sums], Rows]]] = {
    "scm_split_buckets_by_model": (
        ("model", "split_error_bucket", "count", "share", "group_total"),
        _buckets("split"),
    ),
    "scm_invalid_buckets_by_model": (
        ("model", "invalid_bucket", "count", "share", "group_total"),
        _buckets("invalid_bucket"),
    ),
    "scm_variable_position_first_wrong": (
        ("model", "first_wrong_topological_index", "count", "share"),
        _first_wrong,
    ),
    "scm_ntopo_cycle_motif_counts": (("model", "primary_cycle_motif", "count"), _motifs),
    "scm_ntopo_cycle_motifs_by_model": (
        (
            *("model", "n", "mean_primary_cycle_length", "mean_primary_cycle_span"),
            *("top_primary_cycle_motif", "top_primary_cycle_motif_share", "local_cycle_share"),
        ),
        _cycles,
    ),
    "scm_favorite_formulas_canonical": (
        (
            *("formula_canonical", "model", "count", "share", "valid_rate", "correct_rate"),
            *("train_exact_rate", "heldout_exact_rate", "gold_match_rate"),
        ),
        _formulas,
    ),
    "scm_operator_profile_bias": (
        (
            *("model", "pred_operator_profile", "count", "share"),
            *("heldout_var_accuracy_mean", "gold_match_rate"),
        ),
        _profiles,
    ),
    "scm_subset_overview": (
        (
            *("subset", "model", "instance_count", "coverage", "n", "valid_rate", "correct_rate"),
            *("train_exact_rate", "heldout_exact_rate"),
            *("heldout_only_error_rate", "train_and_heldout_error_rate"),
        ),
        _subset,
    ),
}
"""Heads and rows by file."""
