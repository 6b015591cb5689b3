"""Metrics of a hypothesis about a linear problem: edges, roots, coefficients against gold.

All ratios are exact (:mod:`symcause.scoring.overlap`).

- *Edges*: precision, recall and F1 of all edges, and of the edges into the target.
- *SHD*: directed; an edge added, missing or reversed costs 1.
- *Roots*: variables without parents among the target's ancestors.
- *Coefficients* of the target's parents, base excluded: a predicted one counts if it equals the true one
  within 1e-6; precision is over the coefficients found, or over all names that begin with ``c_`` or
  ``coeff_`` if these are more. The released scorer knows no ``c_<property>_1`` and ``c_<property>_2``, so
  that answers to quadratic problems in the prompt's own notation score about 0: its number stands beside
  ours.

All of it as the release reads a record (:mod:`~problem.raw_hypothesis`): nothing is zero because it is
malformed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.lab_rules import EquationFamily
from symcause.families.linear.problem.raw_hypothesis import Stated, key_of, names_of
from symcause.scoring.overlap import Overlap, overlap

TOLERANCE = Fraction(1, 10**6)
"""How far a predicted coefficient may be from the true one."""

PUBLISHED_TARGET_TOLERANCE = Fraction(5)
"""A reactor setting that is so far from the target, or further, is wrong in the released environment."""


def is_near(answer: Fraction, truth: Fraction, tolerance: Fraction) -> bool:
    """Is an answer right: exactly, or less than *tolerance* away?"""
    return answer == truth or abs(answer - truth) < tolerance


@dataclass(frozen=True)
class CrystalMetrics:
    """A hypothesis against the true model; the distance is the sum of three numbers of edges."""

    edges: Overlap
    target_edges: Overlap
    missing: int
    extra: int
    reversed: int
    roots: Overlap
    coefficients: Overlap
    coefficients_released: Overlap

    @property
    def shd(self) -> int:
        return self.missing + self.extra + self.reversed


def compare(
    stated: Stated, model: CrystalModel, target: str, family: EquationFamily
) -> CrystalMetrics:
    """All metrics of a hypothesis against the true model."""
    edges, true = set(stated.edges), set(model.edges)
    extra, missing = edges - true, true - edges
    turned = sum((effect, cause) in extra for cause, effect in missing)
    return CrystalMetrics(
        overlap(edges, true),
        overlap({e for e in edges if e[1] == target}, {e for e in true if e[1] == target}),
        len(missing) - turned,
        len(extra) - turned,
        turned,
        overlap(ancestral_roots(edges, target), ancestral_roots(true, target)),
        coefficient_ratio(stated, model, target, family),
        coefficient_ratio(stated, model, target, EquationFamily.LINEAR),
    )


def ancestral_roots(edges: Iterable[tuple[str, str]], target: str) -> frozenset[str]:
    """The roots among the target's ancestors (of any directed graph)."""
    parents: dict[str, set[str]] = {}
    for cause, effect in edges:
        parents.setdefault(effect, set()).add(cause)
    seen: set[str] = set()
    waiting = list(parents.get(target, ()))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += parents.get(name, ())
    return frozenset(name for name in seen if not parents.get(name))


def coefficient_ratio(
    stated: Stated, model: CrystalModel, target: str, family: EquationFamily
) -> Overlap:
    """Predicted coefficients of the target's parents against the true ones, by name."""
    named, correct, true = dict(stated.coefficients), 0, 0
    keys: set[str] = set()
    for parent, effect in model.equations[target].effects:
        values: tuple[Fraction, ...] = (effect.linear,)
        if family is EquationFamily.QUADRATIC:
            values = (effect.square, effect.linear)
        for names, value in zip(names_of(parent, family), values, strict=True):
            true, key = true + 1, key_of(named, names)
            predicted = None if key is None else named[key]
            if key is not None and predicted is not None:
                keys.add(key)
                correct += abs(predicted - value) <= TOLERANCE
    return Overlap.of(correct, max(len(keys), stated.counted), true)
