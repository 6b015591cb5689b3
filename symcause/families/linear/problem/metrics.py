"""How close a hypothesis about crystals is to the true model: edges, roots, coefficients.

All ratios are exact (:mod:`symcause.scoring.overlap`).

- *Edges*: precision, recall and F1 of all edges, and of the edges into the target.
- *SHD*: directed; an edge added, missing or reversed costs 1.
- *Roots*: variables without parents among the target's ancestors.
- *Coefficients* of the target's parents, base excluded: a predicted one counts if it equals the true one
  within 1e-6; precision is over all predicted ``c_…`` names, known or not. In the quadratic family names
  are ``c_<property>_1`` and ``c_<property>_2``; the released scorer looks for ``c_<property>`` alone, so
  that answers in the prompt's own notation score about 0: its number stands beside ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.crystals import CrystalModel, EquationFamily
from symcause.models.hypotheses import Hypothesis
from symcause.scoring.overlap import Overlap, hamming_distance, overlap

TOLERANCE = Fraction(1, 10**6)
"""How far a predicted coefficient may be from the true one."""

PUBLISHED_TARGET_TOLERANCE = Fraction(5)
"""A reactor setting that is so far from the target, or further, is wrong in the released environment."""


def is_near(answer: Fraction, truth: Fraction, tolerance: Fraction) -> bool:
    """Is an answer right: exactly, or less than *tolerance* away?"""
    return answer == truth or abs(answer - truth) < tolerance


@dataclass(frozen=True)
class CrystalMetrics:
    """A hypothesis against the true model."""

    edges: Overlap
    target_edges: Overlap
    shd: int
    roots: Overlap
    coefficients: Overlap
    coefficients_released: Overlap


def compare(hypothesis: Hypothesis, model: CrystalModel, family: EquationFamily) -> CrystalMetrics:
    """All metrics of a hypothesis against the true model."""
    found, true, target = set(hypothesis.edges), set(model.edges), hypothesis.target
    return CrystalMetrics(
        overlap(found, true),
        overlap({e for e in found if e[1] == target}, {e for e in true if e[1] == target}),
        hamming_distance(found, true),
        overlap(ancestral_roots(found, target), ancestral_roots(true, target)),
        coefficient_ratio(hypothesis, true_coefficients(model, target, family)),
        coefficient_ratio(hypothesis, true_coefficients(model, target, EquationFamily.LINEAR)),
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


def true_coefficients(
    model: CrystalModel, target: str, family: EquationFamily
) -> dict[str, Fraction]:
    """The coefficients of the target's parents, by their names in hypotheses."""
    found: dict[str, Fraction] = {}
    for parent, effect in model.equations[target].effects:
        if family is EquationFamily.LINEAR:
            found[f"c_{parent}"] = effect.linear
        else:
            found[f"c_{parent}_1"], found[f"c_{parent}_2"] = effect.square, effect.linear
    return found


def coefficient_ratio(hypothesis: Hypothesis, true: Mapping[str, Fraction]) -> Overlap:
    """Predicted coefficients against the true ones, by name."""
    predicted = {name: value for name, value in hypothesis.coefficients if name.startswith("c_")}
    correct = sum(
        name in true and value is not None and abs(value - true[name]) <= TOLERANCE
        for name, value in predicted.items()
    )
    return Overlap.of(correct, len(predicted), len(true))
