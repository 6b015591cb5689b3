"""The result of checking one answer, as values and as documents.

:meth:`CheckResult.to_dict` has exactly the documented keys of ``symcause check --json``; what a version
space adds (``in_class``, ``unique``, ``count``) is merged by whoever has one:
``{**result.to_dict(), "in_class": …}``. :meth:`CheckResult.document` adds ``details``, every further
metric.

Fractions become floats here and nowhere earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.scoring.alternatives import Claims
from symcause.families.boolean.scoring.documents import number
from symcause.families.boolean.scoring.funnel import Judged, Stage
from symcause.families.boolean.scoring.replay import Replay
from symcause.families.boolean.scoring.structure import AST_SLACKS, Structure
from symcause.scoring.overlap import Overlap


@dataclass(frozen=True)
class CheckResult:
    """How far an answer came and what it scores; parts that do not apply are None."""

    problem: str
    setting: Setting
    strict_json: bool | None
    judged: Judged
    replay: Replay | None
    has_heldout: bool
    structure: Structure | None
    to_reference: Structure | None
    total_ast: int | None
    gold_ast: int | None
    roots: Overlap | None
    claims: Claims | None

    @property
    def valid(self) -> bool:
        return self.judged.valid

    @property
    def stage(self) -> Stage:
        return self.judged.stage

    @property
    def reason(self) -> str | None:
        return self.judged.reason

    @property
    def answer(self) -> Answer | None:
        """The mechanisms as written, if valid."""
        return self.judged.answer

    @property
    def scm(self) -> BooleanSCM | None:
        """The model, if valid."""
        return self.judged.scm

    @property
    def train_exact(self) -> bool:
        return self.replay is not None and self.replay.train_exact

    @property
    def heldout_exact(self) -> bool | None:
        if self.replay is not None:
            return self.replay.heldout_exact
        return False if self.has_heldout else None

    @property
    def train_world_exact(self) -> Fraction:
        rate = self.replay.train.world_rate if self.replay else None
        return Fraction(0) if rate is None else rate

    @property
    def heldout_world_exact(self) -> Fraction | None:
        if self.replay is not None:
            return self.replay.heldout.world_rate
        return Fraction(0) if self.has_heldout else None

    @property
    def passed(self) -> bool:
        """The verdict of ``symcause check``: all that the task asks for is right."""
        if self.claims is not None:
            return self.claims.joint_success
        return self.train_exact and self.heldout_exact is not False

    def to_dict(self) -> dict[str, object]:
        """Exactly the documented keys."""
        structure = self.structure
        document: dict[str, object] = {
            "problem": self.problem,
            "strict_json": self.strict_json,
            "valid": self.valid,
            "stage": str(self.stage),
            "reason": self.reason,
            "train_exact": self.train_exact,
            "train_world_exact": float(self.train_world_exact),
            "heldout_exact": self.heldout_exact,
            "heldout_world_exact": number(self.heldout_world_exact),
            "parent_f1": float(structure.edges.f1) if structure else None,
            "parent_shd": structure.shd if structure else None,
            "exact_parent_map": structure.exact_parent_map if structure else None,
            "local_match": float(structure.local_match) if structure else None,
        }
        if self.setting is Setting.HIDDEN_ROOTS:
            document["root_exact"] = self.roots.exact if self.roots else None
        if self.claims is not None:
            document |= _claims(self.claims)
        return document

    def document(self) -> dict[str, object]:
        """The documented keys and, under ``details``, every further metric."""
        return {**self.to_dict(), "details": self.details()}

    def details(self) -> dict[str, object]:
        """Metrics beyond the documented keys."""
        details: dict[str, object] = {
            "setting": str(self.setting),
            "task": "mechanisms" if self.claims is None else "alternative",
            "train_cell_accuracy": _rate(self.replay.train.cell_rate if self.replay else None, 0),
            "heldout_cell_accuracy": (
                number(self.replay.heldout.cell_rate)
                if self.replay
                else (0.0 if self.has_heldout else None)
            ),
            "retention": number(self.replay.retention) if self.replay else None,
        }
        details |= self._sizes()
        if self.replay is not None:
            for key, split in (("train", self.replay.train), ("heldout", self.replay.heldout)):
                details[f"first_{key}_mismatch"] = split.first.to_dict() if split.first else None
        if self.structure is not None:
            details |= {
                "parent_precision": float(self.structure.edges.precision),
                "parent_recall": float(self.structure.edges.recall),
                "parent_exact": float(self.structure.parent_exact),
                "full_local_match": self.structure.full_local_match,
            }
        if self.roots is not None:
            details |= {
                "root_precision": float(self.roots.precision),
                "root_recall": float(self.roots.recall),
            }
        if self.claims is not None:
            details |= _claim_details(self.claims, self.to_reference)
        return details

    def _sizes(self) -> dict[str, object]:
        """AST totals; small enough for gold plus a slack, alone and together with an exact replay."""
        fits: dict[str, bool] | None = None
        if self.gold_ast is not None:
            size = self.total_ast
            fits = {
                str(slack): size is not None and size <= self.gold_ast + slack
                for slack in AST_SLACKS
            }
        return {
            "total_ast": self.total_ast,
            "gold_ast": self.gold_ast,
            "within_gold_plus": fits,
            "acc_gold_plus": fits and {key: self.train_exact and ok for key, ok in fits.items()},
        }


def _claims(claims: Claims) -> dict[str, object]:
    return {
        "alternative_success": claims.alternative_success,
        "experiment_valid": claims.experiment_valid,
        "pair_separates": claims.pair_separates,
        "pair_disagreement_rate": number(claims.pair_disagreement_rate),
        "cell_difference_rate": number(claims.cell_difference_rate),
        "optimality": number(claims.optimality),
        "witness_valid": claims.witness_valid,
        "joint_success": claims.joint_success,
    }


def _claim_details(claims: Claims, to_reference: Structure | None) -> dict[str, object]:
    details: dict[str, object] = {
        "distinct": claims.distinct,
        "experiment_reason": claims.experiment_reason,
        "witness_reason": claims.witness_reason,
        "best_experiment": claims.best.to_dict() if claims.best else None,
        "changed": list(claims.changed),
        "edits": [edit.to_dict() for edit in claims.edits],
    }
    if to_reference is not None:
        details |= {
            "reference_parent_f1": float(to_reference.edges.f1),
            "reference_exact_parent_map": to_reference.exact_parent_map,
            "reference_local_match": float(to_reference.local_match),
        }
    return details


def _rate(value: Fraction | None, default: float) -> float:
    return default if value is None else float(value)
