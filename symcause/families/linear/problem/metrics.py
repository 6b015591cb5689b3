"""How close a hypothesis about crystals is to the true model: edges, roots, coefficients.

All ratios are exact. Empty against empty counts 1; a ratio without denominator is 0 otherwise.

- *Edges*: precision, recall and F1 of all edges, and of the edges into the target.
- *SHD*: directed; an edge added, missing or reversed costs 1.
- *Roots*: variables without parents among the target's ancestors.
- *Coefficients* of the target's parents, base excluded: a predicted one counts if it equals the true one
  within 1e-6; precision is over all predicted ``c_…`` names, known or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.crystals import CrystalModel, EquationFamily
from symcause.models.hypotheses import Hypothesis

TOLERANCE = Fraction(1, 10**6)
"""How far a predicted coefficient may be from the true one."""

PUBLISHED_TARGET_TOLERANCE = Fraction(5)
"""How far the released environment lets a reactor setting be from the target."""

Edge = tuple[str, str]


@dataclass(frozen=True)
class Ratio:
    """Precision, recall and F1."""

    precision: Fraction
    recall: Fraction
    f1: Fraction

    @classmethod
    def of(cls, correct: int, predicted: int, true: int) -> Ratio:
        empty = Fraction(int(not predicted and not true))
        return cls(
            Fraction(correct, predicted) if predicted else empty,
            Fraction(correct, true) if true else empty,
            Fraction(2 * correct, predicted + true) if predicted + true else empty,
        )


@dataclass(frozen=True)
class CrystalMetrics:
    """A hypothesis against the true model."""

    edges: Ratio
    target_edges: Ratio
    shd: int
    roots: Ratio
    coefficients: Ratio

    def to_dict(self) -> dict[str, object]:
        """The metrics as numbers of JSON."""
        document: dict[str, object] = {}
        for name, ratio in (
            ("edge", self.edges),
            ("target_edge", self.target_edges),
            ("root", self.roots),
            ("coefficient", self.coefficients),
        ):
            document[f"{name}_precision"] = float(ratio.precision)
            document[f"{name}_recall"] = float(ratio.recall)
            document[f"{name}_f1"] = float(ratio.f1)
        return {**document, "shd": self.shd}


def compare(hypothesis: Hypothesis, model: CrystalModel, family: EquationFamily) -> CrystalMetrics:
    """All metrics of a hypothesis against the true model."""
    found, true, target = set(hypothesis.edges), set(model.edges), hypothesis.target
    return CrystalMetrics(
        overlap(found, true),
        overlap({e for e in found if e[1] == target}, {e for e in true if e[1] == target}),
        directed_shd(found, true),
        overlap(ancestral_roots(found, target), ancestral_roots(true, target)),
        coefficient_ratio(hypothesis, model, family),
    )


def overlap(found: AbstractSet[object], true: AbstractSet[object]) -> Ratio:
    return Ratio.of(len(found & true), len(found), len(true))


def directed_shd(found: AbstractSet[Edge], true: AbstractSet[Edge]) -> int:
    """Edges to add, to remove or to turn."""
    extra, missing = found - true, true - found
    turned = sum((effect, cause) in extra for cause, effect in missing)
    return len(extra) + len(missing) - turned


def ancestral_roots(edges: Iterable[Edge], target: str) -> frozenset[str]:
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


def coefficient_ratio(hypothesis: Hypothesis, model: CrystalModel, family: EquationFamily) -> Ratio:
    true = true_coefficients(model, hypothesis.target, family)
    predicted = {name: value for name, value in hypothesis.coefficients if name.startswith("c_")}
    correct = sum(
        name in true and value is not None and abs(value - true[name]) <= TOLERANCE
        for name, value in predicted.items()
    )
    return Ratio.of(correct, len(predicted), len(true))
