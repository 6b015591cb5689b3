"""The scenario audit: a stream of ever fuller results, the quick ones first.

The verdict is said as soon as the bounds decide it; after that the optimum is narrowed until its bounds
meet or the budget for it is used up, and the rest is filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from time import process_time

import msgspec
from msgspec import UnsetType

from symcause.answers import Unknown
from symcause.budgets import OUT_OF_TIME
from symcause.families.scenario.audits.audit_sentences import (
    SENSELESS,
    WORDS,
    ScenarioVerdict,
    verdict_sentence,
)
from symcause.families.scenario.audits.baseline_designs import baselines, trial_units
from symcause.families.scenario.audits.claimed.claim_findings import claim_parts
from symcause.families.scenario.audits.data_traps import Traps, suspects
from symcause.families.scenario.audits.document_parts import (
    baseline_part,
    bounds,
    optimum_part,
    sweep_part,
    trap_part,
)
from symcause.families.scenario.audits.model_structure import equal_options, inert
from symcause.families.scenario.audits.rule_breaches import (
    doubts,
    foreign_histories,
    senseless,
    suspicious,
)
from symcause.families.scenario.audits.stage_differences import stages_part
from symcause.families.scenario.audits.threshold_status import Easy, Status, easy_designs, status
from symcause.families.scenario.audits.value_sweeps import sweeps
from symcause.families.scenario.audits.variable_levels import levels
from symcause.families.scenario.bounds import SWEEP_STEPS
from symcause.families.scenario.documents.question_documents import (
    Bounds,
    IdentifiablePart,
    PairPart,
    ScenarioAudit,
    ThresholdPart,
    WinPart,
)
from symcause.families.scenario.models.model_components import Design
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.design_list import NoDesign
from symcause.families.scenario.optimum.optimum_search import Optimum, Search
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.problem.step_budgets import Limits
from symcause.families.scenario.value.fleet_chances import least_units, picking, winning
from symcause.families.scenario.value.valuer import Valuer
from symcause.models.exact_numbers import print_number

WANTED = Fraction(19, 20)
"""The chance to pick the better design that units are counted for."""


class Audit:
    """One audit; :meth:`run` yields what is known so far."""

    def __init__(
        self, problem: ScenarioProblem, space: Space, limits: Limits, frame: ScenarioAudit
    ) -> None:
        self.problem, self.space, self.limits = problem, space, limits
        self.valuer = Valuer(problem)
        self.stage = problem.final
        self.document = frame
        self.began = process_time()
        self.wrong: str | None = None  # why the scenario is invalid

    def run(self) -> Iterator[ScenarioAudit]:
        """Growing documents."""
        default = self.valuer.value(self.problem.default)
        easy = [Easy(n, d, self.valuer.value(d)) for n, d in easy_designs(self.problem, self.space)]
        yield self._with(
            default=bounds(default),
            win=self._wins(default, easy, None),
            inert=inert(self.problem, self.stage, self.space),
            equal_options=equal_options(self.problem, self.stage),
            threshold=self._threshold(Status("unknown"), None),
            exactness=self._exactness(None),
        )
        yield self._with(
            notes=(
                *self._notes(suspicious(self.problem, self.space)),
                *foreign_histories(self.problem, self.space),
            )
        )
        self.wrong = senseless(self.document.notes)
        yield from self._traps()
        optimum: Optimum | None = None
        for narrower in self._optimum(default, easy):
            optimum = narrower
            yield self.document
        if optimum is None:
            yield self.document
            return
        yield self._with(
            identifiable=self._identifiable(optimum, default, easy),
            notes=self._notes([optimum.design]),
        )
        stages = stages_part(
            self.valuer, self.space, optimum, self.limits.budget(part=2, waiting=1)
        )
        yield self._with(stages=stages, **_stopped(stages.reason))
        for part in claim_parts(self.valuer, self.space, optimum, self.limits):
            yield self._with(claims=(*self.document.claims, part))
        listed = []
        for baseline in baselines(self.valuer, self.space):
            listed.append(baseline_part(baseline))
            yield self._with(baselines=tuple(listed), exactness=self._exactness(optimum))
        yield from self._sweeps(optimum)

    def _with(self, **facts: object) -> ScenarioAudit:
        seconds = round(process_time() - self.began, 3)
        self.document = msgspec.structs.replace(self.document, seconds=seconds, **facts)
        return self.document

    def _notes(self, tried: Sequence[Design]) -> tuple[str, ...]:
        """The notes so far, with those about rules that these designs break; one for every place."""
        notes = self.document.notes
        found = doubts(self.problem, self.space, tried)
        known = {note.partition(": ")[0] for note in notes}
        return (*notes, *(note for note in found if note.partition(": ")[0] not in known))

    def _traps(self) -> Iterator[ScenarioAudit]:
        traps = Traps(self.valuer)
        for name in suspects(self.problem):
            part = trap_part(traps.trap(name), levels(traps, name))
            yield self._with(traps={**self.document.traps, name: part})

    def _optimum(self, default: Interval, easy: list[Easy]) -> Iterator[Optimum]:
        try:
            search = Search(self.valuer, self.space)
            for optimum in search.run(self.limits.budget(waiting=1)):
                standing = self._status(optimum, easy)
                verdict = None
                if standing is not None:
                    verdict = str(
                        ScenarioVerdict.INVALID if self.wrong else ScenarioVerdict.of(standing)
                    )
                self._with(
                    optimum=optimum_part(optimum),
                    win=self._wins(default, easy, optimum.value),
                    threshold=self._threshold(standing, optimum),
                    verdict=verdict,
                    settled=None if verdict in (None, "unknown") else verdict == "sound",
                    exactness=self._exactness(optimum),
                )
                self._with(
                    sentence=self._sentence(optimum, standing), reason=self._reason(standing)
                )
                yield optimum
            if search.shortage is not None:
                reason = self._reason(standing, search.shortage)
                part = optimum_part(optimum, search.shortage)
                self._with(optimum=part, reason=reason, **_stopped(search.shortage.reason))
                yield optimum
        except NoDesign as error:
            text = WORDS[ScenarioVerdict.INVALID].sentence.format(reason=error)
            self._with(verdict="invalid", settled=False, reason=str(error), sentence=text)

    def _status(self, found: Optimum, easy: list[Easy]) -> Status | None:
        if self.problem.evaluate is None:
            return None
        threshold = self.problem.evaluate.threshold
        return status(threshold, found.best, easy, self.problem.claims.gap)

    def _threshold(self, standing: Status | None, found: Optimum | None) -> ThresholdPart | None:
        asked, claimed = self.problem.evaluate, self.problem.claims.gap
        if asked is None or standing is None:
            return None
        gap = None
        if found is not None:
            best = found.best
            gap = bounds(Interval(best.low - asked.threshold, best.high - asked.threshold))
        return ThresholdPart(
            value=Interval(asked.threshold, asked.threshold).texts()[0],
            status=standing.word,
            by=standing.by,
            gap=gap,
            claimed_gap=None
            if claimed is None
            else Bounds(low=print_number(claimed[0]), high=print_number(claimed[1])),
        )

    def _wins(self, default: Interval, easy: list[Easy], best: Interval | None) -> WinPart:
        asked = self.problem.evaluate
        if asked is None:
            return WinPart()
        policy = [design for _, design in self.problem.policy()]
        known = [e.value for e in easy if e.design in policy]
        history = max(known, key=lambda value: value.low, default=None)
        return WinPart(
            default=bounds(winning(default, asked)),
            optimum=None if best is None else bounds(winning(best, asked)),
            history=None if history is None else bounds(winning(history, asked)),
        )

    def _exactness(self, found: Optimum | None) -> str:
        if self.valuer.reasons:
            return "bounded"
        exact = self.valuer.value(self.problem.default).exact
        return "rational" if exact and (found is None or found.exact) else "interval"

    def _sweeps(self, found: Optimum) -> Iterator[ScenarioAudit]:
        for name, design in (("default", self.problem.default), ("optimum", found.design)):
            if name == "optimum" and design == self.problem.default:
                continue
            budget = self.limits.budget(most=SWEEP_STEPS, waiting=int(name == "default"))
            for sweep in sweeps(self.valuer, self.space, name, design, budget):
                if isinstance(sweep, Unknown):
                    yield self._with(**_stopped(sweep.reason))
                else:
                    yield self._with(sweeps=(*self.document.sweeps, sweep_part(sweep)))

    def _identifiable(
        self, found: Optimum, default: Interval, easy: list[Easy]
    ) -> IdentifiablePart:
        if not self.problem.observe.counts:
            return IdentifiablePart(counts=False)
        n = trial_units(self.problem)
        policy = [design for _, design in self.problem.policy()]
        rivals = [("default", self.problem.default, default)]
        rivals += [("history", e.design, e.value) for e in easy if e.design in policy]
        pairs = []
        for name, design, value in rivals:
            if design == found.design or (name == "history" and design == self.problem.default):
                continue
            p = picking(found.value, [value], n)
            low, high = p.texts()
            pairs.append(
                PairPart(
                    a="optimum",
                    b=name,
                    n=n,
                    p=float(p.middle),
                    low=low,
                    high=high,
                    least=least_units(found.value, value, WANTED),
                )
            )
        return IdentifiablePart(counts=True, pairs=tuple(pairs))

    def _reason(self, standing: Status | None, shortage: Unknown | None = None) -> str | None:
        if self.wrong is not None:
            return self.wrong
        if standing is None or standing.word != "unknown":
            return None
        if shortage == OUT_OF_TIME:
            return shortage.reason
        text = "the bounds do not decide it" + (f": {shortage.reason}" if shortage else "")
        return next(iter(self.valuer.reasons), text)

    def _sentence(self, found: Optimum, standing: Status | None) -> str:
        if self.wrong is not None and standing is not None:
            return SENSELESS.format(reason=self.wrong)
        return verdict_sentence(self.problem, self.space, found, standing)


def _stopped(reason: str | UnsetType) -> dict[str, str]:
    """What a document says where the user's own time ended a part of it."""
    return {"stopped": OUT_OF_TIME.reason} if reason == OUT_OF_TIME.reason else {}
