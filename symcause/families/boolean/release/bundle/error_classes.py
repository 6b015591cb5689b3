"""Error classes of the Boolean bundle: splits, cascades, root causes, amplification, gaps.

All of it follows from the records of an answer (:mod:`.replay_records`) and from what the evaluator says of
it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symcause.families.boolean.release.bundle.replay_records import (
    MechanismRecord,
    Replayed,
    WorldRecord,
)

EXACT, HELDOUT_ONLY, BOTH = (
    "train_and_heldout_exact",
    "heldout_only_error",
    "train_and_heldout_error",
)
GROWTH = 0.02
"""A wrong rate that grows by more is amplified."""


def split_bucket(valid: bool, train: bool, heldout: bool) -> str:
    if not valid:
        return "invalid"
    if train:
        return EXACT if heldout else HELDOUT_ONLY
    return "train_only_error" if heldout else BOTH


def most_frequent(values: Iterable[str]) -> str | None:
    """Of several the last by name."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value), default=None)


def parent_relation(record: MechanismRecord, *, empty: str | None = "disjoint") -> str:
    """How the parents of an answer stand to gold's; *empty*: where one side has none."""
    own, gold = set(record.parents), set(record.gold_parents)
    if own == gold:
        return "exact"
    if empty is not None and (not own or not gold):
        return empty
    if own < gold:
        return "subset"
    if own > gold:
        return "superset"
    return "overlap" if own & gold else "disjoint"


def formula_bucket(record: MechanismRecord) -> str:
    """What is the matter with one formula, the first that holds."""
    relation = parent_relation(record)
    if relation != "exact":
        return f"parent_{relation}"
    if record.expr_exact:
        return "formula_exact"
    if record.canonical_exact:
        return "canonical_surface_variant"
    if record.negated:
        return "negation_toggle"
    kind = (record.size > record.gold_size) - (record.size < record.gold_size)
    composed = ("", "_over_composed", "_under_composed")[kind]
    if record.profile == record.gold_profile:
        return f"same_profile{composed or '_recomposition'}"
    return f"operator_substitution{composed}"


@dataclass(frozen=True)
class Cascade:
    """Where an error begins, and what follows from it."""

    wrong: tuple[str, ...] = ()  # structurally: text or parents are not gold's
    roots: tuple[MechanismRecord, ...] = ()  # wrong ones without a wrong ancestor
    downstream: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()

    @classmethod
    def of(cls, mechanisms: Sequence[MechanismRecord]) -> Cascade:
        above = _ancestors(mechanisms)
        mechanisms = sorted(mechanisms, key=turn)
        wrong = [m for m in mechanisms if not m.exact]
        names = {m.name for m in wrong}
        roots = [m for m in wrong if not above[m.name] & names - {m.name}]
        first = {m.name for m in roots}
        failing = [m.name for m in mechanisms if m.wrong[1] and m.name not in names]
        return cls(
            tuple(m.name for m in wrong),
            tuple(roots),
            tuple(name for name in failing if above[name] & first),
            tuple(name for name in failing if not above[name] & first),
        )

    @property
    def bucket(self) -> str:
        if not self.roots:
            return "structurally_exact_world_failure"
        if len(self.roots) > 1:
            if self.downstream:
                return "multi_local_with_cascade"
            return f"multi_local_{'plus_unexplained' if self.unexplained else 'independent'}"
        (root,) = self.roots
        kind = "parent_mismatch"
        if root.parent_exact:
            kind = "other_structural" if root.expr_exact else "parent_exact_formula_wrong"
        reach = "cascade" if self.downstream else "localized"
        return f"one_local_{kind}_{reach}{'_plus_unexplained' if self.unexplained else ''}"


def turn(record: MechanismRecord) -> int:
    """When a mechanism is looked at: by its place, and what is computed first of all comes last."""
    return record.place or sys.maxsize


def _ancestors(mechanisms: Sequence[MechanismRecord]) -> dict[str, set[str]]:
    """In the union of both parent graphs, depth first.

    Where the union has a cycle, what is reached below another variable of it stays as short as it was found
    then. The published analysis goes through parents in no order; here it is that of their names.
    """
    parents = {m.name: sorted({*m.parents, *m.gold_parents}) for m in mechanisms}
    ancestors: dict[str, set[str]] = {}
    for first in parents:
        path = [] if first in ancestors else [first]
        waiting, own = {first: [*parents[first]]}, {first: set[str]()}
        while path:
            name = path[-1]
            if not waiting[name]:
                ancestors[path.pop()] = own[name]
                if path:
                    own[path[-1]] |= own[name]
                continue
            other = waiting[name].pop(0)
            if other not in path:
                own[name] |= {other, *ancestors.get(other, ())}
                if other not in ancestors:
                    path.append(other)
                    waiting[other], own[other] = [*parents.get(other, ())], set()
    return ancestors


def root_cause(mechanisms: Sequence[MechanismRecord]) -> str:
    """Why held-out worlds fail."""
    wrong = sum(not m.exact for m in mechanisms)
    if not wrong:
        return "structurally_exact_but_world_wrong"
    if wrong > 1:
        return "multi_mechanism_wrong"
    failing = sum(m.wrong[1] > 0 for m in mechanisms)
    return f"single_mechanism_{'localized' if failing <= 1 else 'cascading'}"


def mode_sensitivity(worlds: Sequence[WorldRecord]) -> str:
    """Is one mode of intervention much harder than all together? Of held-out worlds."""
    if not worlds:
        return "unknown"
    modes = dict.fromkeys(w.mode for w in worlds)
    rates = {mode: [w.rate for w in worlds if w.mode == mode] for mode in modes}
    overall = sum(rate for own in rates.values() for rate in own) / len(worlds)
    means = {mode: sum(own) / len(own) for mode, own in rates.items()}
    top = min(means, key=lambda mode: (-means[mode], mode))
    hard = overall > 0 and means[top] >= 1.4 * overall and len(rates[top]) >= 2
    return f"{top}_sensitive" if hard else "balanced"


def novelty_sensitivity(worlds: Sequence[WorldRecord]) -> str:
    """Do novel held-out worlds fail more, or fewer, than others?"""
    new = [w.rate for w in worlds if w.novelty is not None and w.novelty >= 0.5]
    old = [w.rate for w in worlds if w.novelty is not None and w.novelty < 0.5]
    if not new and not old:
        return "unknown"
    high, low = (sum(rates) / len(rates) if rates else 0.0 for rates in (new, old))
    if high >= low + 0.15:
        return "high_novelty_sensitive"
    return "low_novelty_sensitive" if low >= high + 0.15 else "balanced"


@dataclass(frozen=True)
class Cells:
    """The cells of one split: scored, and wrong in which way."""

    scored: int
    direct: int
    rollout: int
    both: int

    @classmethod
    def of(cls, mechanisms: Sequence[MechanismRecord], split: int) -> Cells:
        return cls(
            sum(m.scored[split] for m in mechanisms),
            sum(m.direct[split] for m in mechanisms),
            sum(m.wrong[split] for m in mechanisms),
            sum(m.both[split] for m in mechanisms),
        )

    @property
    def wrong(self) -> dict[str, int]:
        """By the names of the table's columns."""
        return {
            "direct": self.direct,
            "rollout": self.rollout,
            "propagated_only": self.rollout - self.both,
            "compensated_direct": self.direct - self.both,
        }

    def rates(self) -> dict[str, float]:
        return {k: n / self.scored if self.scored else 0.0 for k, n in self.wrong.items()}


def amplification(split: str, train: dict[str, float], heldout: dict[str, float]) -> str:
    """Which part of the errors grows from training to held-out worlds, where both have some."""
    if split == EXACT:
        return "exact"
    if split == "invalid":  # though the analysis reads it
        return "invalid:invalid"
    if split != BOTH:
        return split
    grows = {name: heldout[name] - train[name] > GROWTH for name in train}
    if not grows["rollout"]:
        return "no_clear_amplification"
    direct, propagated = grows["direct"], grows["propagated_only"]
    if direct and propagated:
        return "mixed_amplification"
    if direct or propagated:
        return "direct_amplification" if direct else "propagation_amplification"
    return "no_clear_amplification"


def equivalence(split: str, roots: Sequence[MechanismRecord], simple: bool) -> str:
    """Why a train-exact answer fails on held-out worlds."""
    if split == EXACT:
        return "exact"
    if split != HELDOUT_ONLY:
        return "train_nonexact"
    tail = "_with_simple_fix" if simple else ""
    if any(silent(root) for root in roots):
        return f"train_exact_local_ambiguity{tail}"
    if any(root.direct[0] for root in roots):
        return f"train_exact_compensated_fit{tail}"
    ending = "bounded_ambiguity_fix_only" if simple else "not_shown_ambiguous_under_cap"
    return f"train_exact_{ending}"


def silent(root: MechanismRecord) -> bool:
    """Does training not tell a local root from gold, cell by cell?"""
    return root.scored[0] > 0 and not root.direct[0]


_GAPS = {
    "train_exact_local_ambiguity": "B_local_ambiguity",
    "train_exact_compensated_fit": "B_compensated_train_fit",
    "train_exact_bounded_ambiguity_fix_only": "B_bounded_ambiguity_fix_only",
    "train_exact_not_shown_ambiguous_under_cap": "B_not_shown_ambiguous_under_cap",
}


def gap(split: str, amplified: str, equivalent: str) -> str:
    """A: training is wrong already; B: it is not."""
    if split == EXACT:
        return "exact"
    if split == HELDOUT_ONLY:
        return _GAPS.get(
            equivalent.removesuffix("_with_simple_fix"), "B_not_shown_ambiguous_under_cap"
        )
    if split == "train_only_error":
        return "A_train_only_error"
    return f"A_{amplified}" if amplified.endswith("amplification") else "A_no_clear_amplification"


def heldout(found: Replayed | None) -> list[WorldRecord]:
    return [] if found is None else [w for w in found.worlds if w.split == "heldout"]
