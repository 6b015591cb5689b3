"""The check result of one Boolean answer, as values and as a document.

Where its model stands in the version space (``in_class``, ``unique``, ``count``) is added by whoever has
one. Fractions become floats here and nowhere earlier.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from symcause.families.boolean.documents.check_document import (
    DetailsPart,
    JudgedAnswer,
    ReleasedPart,
)
from symcause.families.boolean.documents.question_results import ExperimentPart
from symcause.families.boolean.documents.scope_part import FAMILY
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.scoring.check.funnel import Judged, Stage
from symcause.families.boolean.scoring.check.replay_scores import ScoredReplay
from symcause.families.boolean.scoring.check.structure_metrics import AST_SLACKS, Structure
from symcause.families.boolean.scoring.tasks.alternative_claims import Claims
from symcause.families.boolean.scoring.tasks.identification_answers import Identified
from symcause.models.disclosure import Setting
from symcause.scoring.abstention_rule import SILENT, Said
from symcause.scoring.overlap import Overlap

_SLACKS = tuple((str(slack), slack) for slack in AST_SLACKS)


class CheckResult(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """How far an answer came and what it scores; parts that do not apply are None."""

    problem: str
    setting: Setting
    strict_json: bool | None
    judged: Judged
    has_heldout: bool
    released: ReleasedPart
    said: Said = SILENT
    replay: ScoredReplay | None = None
    structure: Structure | None = None
    structure_reason: str | None = (
        None  # why there is none, though there is a model to compare with
    )
    to_reference: Structure | None = None
    total_ast: int | None = None
    gold_ast: int | None = None
    roots: Overlap | None = None
    claims: Claims | None = None
    identified: Identified | None = None
    within: bool | None = (
        None  # no more disturbed cells than the problem allows; None if only exact replays count
    )
    disputed: str | None = None  # the text has answers that disagree: which one this is

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
    def explains(self) -> bool:
        """Does the model explain the training worlds: exactly, or within what may be disturbed?"""
        return self.train_exact if self.within is None else self.within

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
    def passed(self) -> bool | None:
        """The verdict of ``symcause check``: all that the task asks for is right."""
        if self.said.abstained:
            return None
        if self.identified is not None:
            return self.identified.right
        if self.claims is not None:
            return self.claims.joint_success
        if self.within is not None:
            return self.within and self.heldout_world_exact in (None, 1)
        return self.train_exact and self.heldout_exact is not False

    def noting(self, disputed: str | None) -> CheckResult:
        """The same of an answer beside which the text has others."""
        return self if disputed is None else msgspec.structs.replace(self, disputed=disputed)

    def document(self) -> JudgedAnswer:
        """All metrics of the answer by itself."""
        return self._document

    @cached_property
    def rows(self) -> dict[Hashable, Any]:
        """What was made of it for whoever gives the same answer again, by what it depends on."""
        return {}

    @cached_property
    def _document(self) -> JudgedAnswer:
        return JudgedAnswer(**self.fields())

    def fields(self) -> dict[str, Any]:
        """What every document of an answer says: arguments of :class:`JudgedAnswer` and its kind.

        A plain dictionary, because hundreds of thousands are made of them.
        """
        structure, judged, said = self.structure, self.judged, self.said
        fields: dict[str, Any] = {
            "family": FAMILY,
            "problem": self.problem,
            "right": self.passed,
            "strict_json": self.strict_json,
            "valid": judged.valid,
            "stage": judged.stage.value,
            "reason": judged.reason,
            "train_exact": self.train_exact,
            "train_world_exact": number(self.train_world_exact),
            "heldout_exact": self.heldout_exact,
            "heldout_world_exact": number(self.heldout_world_exact),
            "released": self.released,
            "details": self.details(),
            "claimed": said.claims,
            "abstained": said.abstained,
            "hedged": said.hedged,
        }
        if self.disputed is not None:
            fields["disputed"] = self.disputed
        if structure is not None:
            fields["parent_f1"] = number(structure.edges.f1)
            fields["parent_shd"] = structure.shd
            fields["exact_parent_map"] = structure.exact_parent_map
            fields["local_match"] = number(structure.local_match)
        if self.setting is Setting.HIDDEN_ROOTS:
            fields["root_exact"] = self.roots.exact if self.roots else None
        if self.claims is not None:
            fields |= _claims(self.claims)
        if self.identified is not None:
            fields |= _identified(self.identified)
        return fields

    def details(self) -> DetailsPart:
        """Metrics beyond the main ones."""
        replay = self.replay
        details: dict[str, Any] = self._sizes()
        if replay is not None:
            rate = number(replay.train.cell_rate)
            details["train_cell_accuracy"] = rate if replay.train.cells is None else rate or 0.0
            details["heldout_cell_accuracy"] = number(replay.heldout.cell_rate)
            details["retention"] = number(replay.retention)
            details["first_train_mismatch"] = replay.train.first
            details["first_heldout_mismatch"] = replay.heldout.first
        elif self.has_heldout:
            details["heldout_cell_accuracy"] = 0.0
        if self.structure is not None:
            details["parent_precision"] = number(self.structure.edges.precision)
            details["parent_recall"] = number(self.structure.edges.recall)
            details["parent_exact"] = number(self.structure.parent_exact)
            details["full_local_match"] = self.structure.full_local_match
        elif self.structure_reason is not None:
            details["structure_reason"] = self.structure_reason
        if self.roots is not None:
            details["root_precision"] = float(self.roots.precision)
            details["root_recall"] = float(self.roots.recall)
        if self.claims is not None:
            details |= _claim_details(self.claims, self.to_reference)
        task = "mechanisms" if self.claims is None else "alternative"
        if self.identified is not None:
            task, details = "identification", {}
        return DetailsPart(setting=str(self.setting), task=task, **details)

    def _sizes(self) -> dict[str, Any]:
        """AST totals; small enough for gold plus a slack, alone and together with an exact replay."""
        fits: dict[str, bool] | None = None
        size, gold = self.total_ast, self.gold_ast
        if gold is not None:
            fits = {name: size is not None and size <= gold + slack for name, slack in _SLACKS}
        exact = fits if self.train_exact else fits and dict.fromkeys(fits, False)
        return {
            "total_ast": size,
            "gold_ast": gold,
            "within_gold_plus": fits,
            "acc_gold_plus": exact,
        }


def _identified(found: Identified) -> dict[str, Any]:
    """Which model an answer gives is not asked: what is said of one is null."""
    return {
        "train_exact": None,
        "train_world_exact": None,
        "heldout_exact": None,
        "heldout_world_exact": None,
        "certification": found.certification,
        "gold_certification": found.gold,
        "false_certainty": found.false_certainty,
        "witnesses": found.counts,
        "remark": found.remark,
    }


def _claims(claims: Claims) -> dict[str, Any]:
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


def _claim_details(claims: Claims, to_reference: Structure | None) -> dict[str, Any]:
    details: dict[str, Any] = {
        "distinct": claims.distinct,
        "experiment_reason": claims.experiment_reason,
        "witness_reason": claims.witness_reason,
        "best_experiment": None if claims.best is None else ExperimentPart.of(claims.best),
        "best_disagreement_rate": number(claims.best_rate),
        "changed": claims.changed,
        "edits": claims.edits,
    }
    if to_reference is not None:
        details["reference_parent_f1"] = float(to_reference.edges.f1)
        details["reference_exact_parent_map"] = to_reference.exact_parent_map
        details["reference_local_match"] = float(to_reference.local_match)
    return details


def number(value: Fraction | None) -> float | None:
    """A rate as a document has it."""
    return None if value is None else value.numerator / value.denominator  # as float does, sooner
