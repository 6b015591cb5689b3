"""The checker of Boolean answers: how far one comes, what it replays, how close to gold it is.

A :class:`Scorer` does once what all answers to a problem share; those of the last few problems are kept.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from symcause.families.boolean.bounds import KEPT_SCORERS
from symcause.families.boolean.documents.check_document import ReleasedPart
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer, Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_holes
from symcause.families.boolean.scoring.check.abstention import answer_stance as said_in
from symcause.families.boolean.scoring.check.abstention import applies, own_member, sound_gold
from symcause.families.boolean.scoring.check.check_result import CheckResult
from symcause.families.boolean.scoring.check.funnel import (
    Funnel,
    Judged,
    Stage,
    judge_answer,
    written,
)
from symcause.families.boolean.scoring.check.hole_replay import holed_replay, within
from symcause.families.boolean.scoring.check.released_scorer import (
    released_opinion,
    released_reading,
)
from symcause.families.boolean.scoring.check.repeated_answers import Repeated, RepeatedTexts, key_of
from symcause.families.boolean.scoring.check.replay_scores import ReplayEvidence, ScoredReplay
from symcause.families.boolean.scoring.check.structure_metrics import (
    root_overlap,
    structure_beside,
)
from symcause.families.boolean.scoring.tasks.alternative_claims import Claims, claimed, judge_claims
from symcause.families.boolean.scoring.tasks.identification_answers import (
    Identified,
    certification_shape,
    identify,
)
from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by
from symcause.formats.answer_files.predictions import Extracted
from symcause.models.disclosure import Setting
from symcause.scoring.abstention_rule import Said
from symcause.scoring.answer_extraction import (
    MODEL_KEYS,
    Extraction,
    Shape,
    alternative_shape,
    extract,
    hidden_roots_shape,
    plain_shape,
)

Submission = str | Answer | AlternativeAnswer | Mapping[str, object]
"""An answer as raw model text, as a typed answer, or as a decoded JSON object."""


class Scorer:
    """Everything about a problem that scoring its answers needs, computed once."""

    def __init__(self, problem: BooleanProblem) -> None:
        self.problem = problem
        self._funnel = Funnel(problem)
        self._repeated, self._texts = Repeated(), RepeatedTexts()

    @cached_property
    def evidence(self) -> ReplayEvidence:
        return ReplayEvidence(self.problem.variables, self.problem.worlds)

    @cached_property
    def holed(self) -> bool:
        """Is a cell of either split not observed?"""
        return any(world.holes is not None for world in self.problem.worlds)

    @property
    def strict(self) -> bool:
        """Does only an exact replay explain?"""
        return not self.problem.errors and not self.holed

    @cached_property
    def sound(self) -> bool:
        """Is gold a member, as far as replay tells?"""
        return sound_gold(self.problem, own_member(self.problem))

    @cached_property
    def shape(self) -> Shape:
        if self.problem.identify:
            return certification_shape
        if self.problem.is_alternative_task:
            return alternative_shape
        return hidden_roots_shape if self.problem.setting is Setting.HIDDEN_ROOTS else plain_shape

    def check(self, submission: Submission) -> CheckResult:
        """Judge one answer."""
        if isinstance(submission, str):
            return self.kept_result(submission) or self._read(submission)
        if isinstance(submission, Answer):
            judged = judge_answer(self.problem, submission)
            return self._result(None, judged, written(submission), self._claims)
        if isinstance(submission, AlternativeAnswer):
            other = judge_answer(self.problem, submission.alternative)
            return self._result(None, other, claimed(submission), self._claims)
        value = submission if isinstance(submission, Mapping) else {}
        return self._check_object(
            None, value, said_in(self.problem, json.dumps(value, default=str), value)
        )

    def kept_result(self, text: str) -> CheckResult | None:
        """The result of a text that came before, word for word, if it is kept."""
        return None if isinstance(text, Extracted) else self._texts.get(text)

    def _read(self, text: str) -> CheckResult:
        extraction, known = extract(text, self.shape, MODEL_KEYS), not isinstance(text, Extracted)
        result = self._said(text, extraction, extraction.strict if known else None)
        if known:
            self._texts.put(text, result)
        return result

    @property
    def _claims(self) -> Said:
        return Said(claims=applies(self.problem))

    def check_first(self, texts: Sequence[str]) -> CheckResult:
        """Judge the first executable one of several candidate texts.

        If none is executable, the first whose object has the shape of an answer stands for all, else
        the first that holds an object, else the first. Replay scores never choose.
        """
        extractions = [extract(text, self.shape, MODEL_KEYS) for text in texts or [""]]
        for text, extraction in zip(texts, extractions, strict=False):
            if extraction.found is not None and self._judge(extraction.found).valid:
                part = self._released(text, extraction, self._claims)
                return self._check_extracted(extraction, extraction.strict, self._claims, part)
        promise = [0 if e.found is None else 1 + self.shape(e.found) for e in extractions]
        chosen = promise.index(max(promise))
        found = extractions[chosen]
        return self._said((texts or [""])[chosen], found, found.strict)

    def _said(self, text: str, extraction: Extraction, strict: bool | None) -> CheckResult:
        """The result of a text; one that abstains is no answer, whatever it quotes."""
        told = said_in(self.problem, text, extraction.found)
        if told.abstained and extraction.found is not None:
            extraction = Extraction(extraction.strict, {})
        part = self._released(text, extraction, told)
        return self._check_extracted(extraction, strict, told, part).noting(extraction.disputed)

    def _released(self, text: str, extraction: Extraction, told: Said) -> ReleasedPart | None:
        """What the published scorer says where it finds another object than we, or none."""
        reading = released_reading(text)
        if reading.found is None:
            return released_opinion("said_of_nothing", self.problem, reading)
        if reading.found == extraction.found:
            return None
        return self._check_object(None, reading.found, told).released

    def _check_extracted(
        self, extraction: Extraction, strict: bool | None, told: Said, part: ReleasedPart | None
    ) -> CheckResult:
        if extraction.found is None:
            judged = Judged(Stage.EXTRACTED_JSON, extraction.reason)
            if self.problem.identify:
                nothing = Identified(judged.stage, reason=judged.reason)
                return self._identified(strict, nothing, told, part)
            return self._result(strict, judged, {}, told, part)
        return self._check_object(strict, extraction.found, told, part)

    def _check_object(
        self,
        strict: bool | None,
        value: Mapping[str, object],
        told: Said,
        part: ReleasedPart | None = None,
    ) -> CheckResult:
        if self.problem.identify:
            identified = identify(self.problem, value, self._exact)
            return self._identified(strict, identified, told, part)
        if part is not None or self.problem.is_alternative_task:
            return self._result(strict, self._judge(value), value, told, part)
        key = key_of(strict, value, told)
        return self._repeated.of(key, lambda: self._result(strict, self._judge(value), value, told))

    def _replay(self, model: BooleanSCM, judged: Judged | None = None) -> ScoredReplay:
        if self.holed:
            return holed_replay(self.problem, model)
        return self.evidence.replay(model, None if judged is None else judged.order)

    def _exact(self, model: BooleanSCM) -> bool:
        replay = self._replay(model)
        return replay.train_exact if self.strict else within(self.problem, model, replay)

    def _identified(
        self, strict: bool | None, found: Identified, told: Said, part: ReleasedPart | None
    ) -> CheckResult:
        """The result of an identification task: no model is asked for, so nothing is said of one."""
        found = replace(found, gold=self.problem.certification)
        return CheckResult(
            problem=self.problem.id,
            setting=self.problem.setting,
            strict_json=strict,
            judged=Judged(found.stage, found.reason),
            has_heldout=bool(self.problem.heldout),
            released=part or released_opinion("said_of_label", self.problem, found),
            said=told,
            identified=found,
        )

    def _judge(self, value: Mapping[str, object]) -> Judged:
        if not self.problem.is_alternative_task:
            return self._funnel.judge(value)
        if not isinstance(value.get("alternative"), Mapping):
            return Judged(Stage.SCHEMA, "the object has no alternative")
        return self._funnel.judge(value["alternative"])

    def _result(
        self,
        strict: bool | None,
        judged: Judged,
        value: Mapping[str, object],
        told: Said,
        part: ReleasedPart | None = None,
    ) -> CheckResult:
        problem, model, gold = self.problem, judged.scm, self.problem.gold_scm
        replay = None if model is None else self._replay(model, judged)
        exact = replay is not None and replay.train_exact
        enough = None if self.strict else within(problem, model, replay)
        claims = Claims() if problem.is_alternative_task else None
        if claims is not None:
            refuse_holes(problem, "an alternative to a reference")
            if model is not None:
                claims = judge_claims(problem, model, exact if enough is None else enough, value)
        roots = root_overlap(problem, judged.roots)
        if part is None and claims is not None:
            part = released_opinion("said_of_pair", problem, judged, claims, value)
        elif part is None:
            right = exact and (roots is None or roots.exact)
            part = released_opinion("said_of_model", problem, judged, value, right)
        structure = structure_beside(model, gold)
        to_reference = structure_beside(model, problem.reference_scm)
        return CheckResult(
            problem=problem.id,
            setting=problem.setting,
            strict_json=strict,
            judged=judged,
            has_heldout=bool(problem.heldout),
            released=part,
            said=told,
            replay=replay,
            structure=None if isinstance(structure, str) else structure,
            structure_reason=structure if isinstance(structure, str) else None,
            to_reference=None if isinstance(to_reference, str) else to_reference,
            total_ast=judged.total_ast,
            gold_ast=problem.gold.total_ast if problem.gold else None,
            roots=roots,
            claims=claims,
            within=enough,
        )

    @cached_property
    def gold_disturbed(self) -> int | None:
        """The training cells that gold disturbs; None without a legal gold."""
        gold, model = self.problem.gold, self.problem.gold_scm
        if gold is None or model is None or illegality(self.problem, gold) is not None:
            return None
        return disturbed_by(self.problem, model)


def check(problem: BooleanProblem, answer: Submission) -> CheckResult:
    """Judge an answer: raw model text, a typed answer, or a decoded JSON object."""
    return scorer_of(problem).check(answer)


def executable(problem: BooleanProblem, text: str, *, infix: bool = False) -> Judged:
    """The model in a raw answer: of an Alternative-SCM answer the alternative, else the answer."""
    scorer = scorer_of(problem)
    extraction = extract(text, scorer.shape)
    if extraction.found is None:
        return Judged(Stage.EXTRACTED_JSON, extraction.reason)
    return scorer._funnel.judge(extraction.found.get("alternative", extraction.found), infix=infix)


_SCORERS: OrderedDict[int, Scorer] = OrderedDict()


def scorer_of(problem: BooleanProblem) -> Scorer:
    """The scorer of this very object; holding the problem keeps its identity from being reused."""
    scorer = _SCORERS.get(id(problem))
    if scorer is None:
        scorer = _SCORERS[id(problem)] = Scorer(problem)
        if len(_SCORERS) > KEPT_SCORERS:
            _SCORERS.popitem(last=False)
    return scorer
