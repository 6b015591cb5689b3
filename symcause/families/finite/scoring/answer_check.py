"""The check of answers to finite problems: how far a text comes, and what is then known of it.

The object in a text is found as everywhere (:mod:`symcause.scoring.answer_extraction`). An object with
``"cannot_tell": true`` abstains, whatever else stands in it; of predictions that says *undetermined* to
every query.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symcause.answers import Unknown
from symcause.audits.members import Members
from symcause.errors import LimitError, UsageError
from symcause.families.finite.documents.model_part import total_size
from symcause.families.finite.models.compiled_answers import AnswerFault, compiled, read_answer
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.row_replay import SplitReplay, split_replay
from symcause.families.finite.scoring.structure_scores import structure_scores
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.disclosure import Setting
from symcause.scoring.abstention_rule import CANNOT_TELL, Said, pair, with_proof
from symcause.scoring.answer_extraction import (
    MODEL_KEYS,
    Extraction,
    Shape,
    extract,
    hidden_roots_shape,
    plain_shape,
)

Space = Members[TableModel]

MODEL, PREDICT = "model", "predict"
EXTRACTED, SCHEMA, VALID = "extracted_json", "schema", "valid"
"""Stages that are named here; those between them are those of faults in answers."""


@dataclass(frozen=True)
class Read:
    """What stands in a text: the object, whether it is the whole text, and what the text does."""

    strict: bool
    found: Mapping[str, object] | None
    reason: str | None
    said: Said
    disputed: str | None = None

    @property
    def stance(self) -> dict[str, Any]:
        """What documents say of any answer."""
        disputed = {} if self.disputed is None else {"disputed": self.disputed}
        return {
            "strict_json": self.strict,
            "claimed": self.said.claims,
            "hedged": self.said.hedged,
            **disputed,
        }


def read_text(problem: FiniteProblem, text: str) -> Read:
    """The object of an answer, and whether the text claims or abstains."""
    extraction = extract(text, shape_of(problem), MODEL_KEYS)
    answer, claims = extraction.found, False
    if answer is not None and answer.get(CANNOT_TELL) is not True:
        claims = isinstance(answer.get(_KEYS[problem.task]), Mapping)
    said = Said.of(text, claims=claims)
    return Read(extraction.strict, answer, _reason(extraction), said, extraction.disputed)


_KEYS = {MODEL: "mechanisms", PREDICT: "predictions"}


def shape_of(problem: FiniteProblem) -> Shape:
    """How an object looks that is an answer, or an abstention."""
    if problem.task == PREDICT:
        own: Shape = _has_predictions
    else:
        own = hidden_roots_shape if problem.setting is Setting.HIDDEN_ROOTS else plain_shape
    return lambda value: value.get(CANNOT_TELL) is True or own(value)


def _has_predictions(value: Mapping[str, object]) -> bool:
    return isinstance(value.get("predictions"), dict)


def _reason(extraction: Extraction) -> str | None:
    if extraction.found is None and extraction.reason == "no JSON object in the text":
        return "no JSON object in the answer"
    return extraction.reason


@dataclass(frozen=True)
class JudgedModel:
    """How far a model comes: the stage, the reason if it is not the last, and the model."""

    stage: str
    reason: str | None = None
    model: TableModel | None = None


def judged_model(problem: FiniteProblem, value: Mapping[str, object] | str) -> JudgedModel:
    """The model of an object, as far as it comes."""
    try:
        return JudgedModel(VALID, model=compiled(problem, read_answer(problem, value)))
    except AnswerFault as fault:
        return JudgedModel(fault.stage, fault.reason)


def gold_model(problem: FiniteProblem) -> JudgedModel | None:
    """Gold, as far as it comes; None where there is none."""
    if problem.gold is None:
        return None
    try:
        return JudgedModel(VALID, model=compiled(problem, problem.gold))
    except AnswerFault as fault:
        return JudgedModel(fault.stage, fault.reason)


class ModelCheck:
    """What all answers to one problem that asks for a model share, computed once."""

    def __init__(self, problem: FiniteProblem, space: Space) -> None:
        self.problem, self.space = problem, space

    @cached_property
    def gold(self) -> TableModel | None:
        """Gold where it is a model at all."""
        judged = gold_model(self.problem)
        return None if judged is None else judged.model

    @cached_property
    def count(self) -> int | None:
        count = self.space.count()
        return count if isinstance(count, int) else None

    @cached_property
    def several(self) -> bool:
        """Are two members known, however many there are?"""
        if self.count is not None:
            return self.count > 1
        from itertools import islice

        two = [m for m in islice(self.space.members(), 2) if not isinstance(m, Unknown)]
        return len(two) == 2

    def fields(self, text: str) -> dict[str, Any]:
        """What documents say of an answer."""
        read = read_text(self.problem, text)
        said = read.stance
        if read.found is None:
            judged = JudgedModel(EXTRACTED, read.reason)
        else:
            abstained = read.said.abstained
            judged = judged_model(self.problem, {} if abstained else read.found)
        if read.said.abstained:
            return said | self.without_model(judged) | self._abstention(read.said)
        if judged.model is None:
            return said | self.without_model(judged)
        return said | self.with_model(judged.model)

    def without_model(self, judged: JudgedModel) -> dict[str, Any]:
        """Of an answer that is no model."""
        heldout = bool(self.problem.heldout)
        return {
            "valid": False,
            "stage": judged.stage,
            "reason": judged.reason,
            "right": False,
            "train_exact": False,
            "train_world_exact": 0.0,
            "heldout_exact": False if heldout else None,
            "heldout_world_exact": 0.0 if heldout else None,
        }

    def _abstention(self, said: Said) -> dict[str, Any]:
        proved = None if said.alternatives is None else self.proves(said.alternatives)
        is_open = with_proof(None if self.count is None else self.count != 1, proved)
        if is_open is None and self.several:
            is_open = True
        return {
            "right": None,
            "abstained": True,
            "count": self.count,
            "proved": proved,
            "open": is_open,
            "support": said.support(is_open, None),
        }

    def proves(self, alternatives: object) -> bool:
        """Are these two members, and different ones?"""
        both = pair(alternatives)
        models = [judged_model(self.problem, one).model for one in both or ()]
        if len(models) != 2 or None in models or models[0] == models[1]:
            return False
        return all(self._is_member(model) for model in models if model is not None)

    def _is_member(self, model: TableModel) -> bool | None:
        try:
            return model in self.space
        except LimitError:
            return None

    def with_model(self, model: TableModel) -> dict[str, Any]:
        """Of a model that can be executed."""
        problem = self.problem
        train = split_replay(problem, model, problem.training)
        heldout = split_replay(problem, model, problem.heldout)
        right = train.exact and heldout.exact
        member = self._is_member(model) if train.exact else False
        unique = None if not member or self.count is None else self.count == 1
        if member and self.count is None and self.several:
            unique = False
        return {
            "valid": True,
            "stage": VALID,
            "reason": None,
            "right": right,
            "train_exact": train.exact,
            "train_world_exact": number(train.share),
            "heldout_exact": right if heldout.worlds else None,
            "heldout_world_exact": number(heldout.share),
            "in_class": member,
            "unique": unique,
            "justified": unique if right else False,
            "count": self.count,
            "total_size": total_size(problem, model),
            "support": _support(train, member, unique),
            "open": None if unique is None else not unique,
        } | self._structure(model)

    def _structure(self, model: TableModel) -> dict[str, Any]:
        if self.gold is None:
            return {}
        scores = structure_scores(self.problem, model, self.gold)
        return {
            "parent_f1": number(scores.parent_f1),
            "parent_shd": scores.parent_shd,
            "exact_parent_map": scores.exact_parent_map,
            "functions_right": number(scores.functions_right),
            "entries_right": number(scores.entries_right),
        }


def _support(train: SplitReplay, member: bool | None, unique: bool | None) -> str | None:
    """What speaks for a model: it is the only one, one of several, or refuted by the evidence."""
    if not train.exact:
        return "refuted"
    if member is False:
        return "unsupported"
    return None if unique is None else "justified" if unique else "unsupported"


def number(share: Any) -> float | None:
    """A share as documents have it."""
    return None if share is None else float(share)


def answer_model(problem: FiniteProblem, text: str, place: str = "answer") -> TableModel:
    """The model of an answer. Raises UsageError where it is none."""
    read = read_text(problem, text)
    if read.found is None:
        raise UsageError(f"not a valid answer: {EXTRACTED}: {read.reason}", place=place)
    judged = judged_model(problem, read.found)
    if judged.model is None:
        raise UsageError(f"not a valid answer: {judged.stage}: {judged.reason}", place=place)
    return judged.model


def answer_text(problem: FiniteProblem | None, answer: object) -> str:
    """The text of an answer: a text, an object, or a model. Raises UsageError for anything else."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, Mapping):
        return json.dumps(dict(answer), ensure_ascii=False)
    if isinstance(answer, TableModel) and problem is not None:
        from symcause.families.finite.documents.model_part import mechanism_texts, roots_of

        parts: dict[str, object] = {"mechanisms": mechanism_texts(problem, answer)}
        if problem.setting is Setting.HIDDEN_ROOTS:
            parts = {"roots": roots_of(problem, answer), **parts}
        return json.dumps(parts, ensure_ascii=False)
    raise UsageError(f"an answer is a text, an object or a model, not {type(answer).__name__}")
