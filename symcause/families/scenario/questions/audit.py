"""The scenario ``audit`` question: whether the threshold is sound and the traps are real."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.scenario.bounds import AUDIT_STEPS
from symcause.families.scenario.documents.question_documents import ScenarioAudit, TwinPart
from symcause.families.scenario.questions.options import (
    BUDGET,
    EFFORT,
    LEVEL,
    PRIOR,
    RIVAL,
    SECONDS,
    SPACE,
    UNITS,
    limits_of,
    opened_in,
    space_of,
)
from symcause.families.scenario.questions.rival_budget import refuse_alone, within_budget
from symcause.families.scenario.questions.second_scenario import second_scenario

if TYPE_CHECKING:
    from os import PathLike

    from symcause.families.scenario.problem.problem import ScenarioProblem
    from symcause.families.scenario.questions.second_scenario import Second

VERDICT, TWIN, BOTH, UNITS_TELL = CLAIMS = ("verdict", "twin", "both", "budget")
"""What certificates can be about; verdict and twin may stand in one file."""


MARGIN = "0.02"
"""How far baselines stay below the threshold of a twin, unless somebody says otherwise."""


@dataclass(frozen=True)
class Audit(Question["ScenarioProblem", ScenarioAudit]):
    """The whole audit of a scenario."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[ScenarioAudit]] = ScenarioAudit

    space: str = option("declared", **SPACE)
    effort: int | None = option(None, **EFFORT)
    seconds: float | None = option(None, **SECONDS)

    twin: str | PathLike[str] | ScenarioProblem | None = option(
        None,
        "Is OTHER a twin: the same history, no common winner? Without OTHER, search for a twin.",
        "file",
        metavar="[OTHER]",
        alone="",
    )
    margin: str = option(
        MARGIN,
        "How far baselines stay below the threshold of a twin (0.02).",
        metavar="NUMBER",
        check="symcause.models.exact_numbers:read_number",
    )
    claim: str | None = option(
        None,
        "What the certificate is about: the verdict, that the two are twins (with --twin OTHER), both, or "
        "how well the units of the budget tell them apart (with --budget).",
        "choice",
        choices=CLAIMS,
    )
    budget: bool = option(False, **BUDGET)
    rival: str | None = option(None, **RIVAL)
    level: str | None = option(None, **LEVEL)
    prior: str | None = option(None, **PRIOR)
    units: int | None = option(None, **UNITS)
    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)

    @property
    def about(self) -> str:
        """The subject of the certificate; unless told, what the named files can verify."""
        return self.claim or (TWIN if self.twin else VERDICT)

    def frame(self, problem: ScenarioProblem) -> ScenarioAudit:
        from symcause.families.scenario.problem.problem import modelled

        self.refuse_options()
        known = problem
        if problem.trials is None:
            known = opened_in(modelled(problem), self.space)
        return ScenarioAudit(
            family="scenario",
            problem=known.id,
            space=str(space_of(self.space)),
            stage=problem.final,
            verdict=None if problem.evaluate is None else "unknown",
            notes=problem.notes,
            fixed={} if known.server is None else dict(known.server.fixed),
        )

    def refuse_options(self) -> None:
        if self.claim in (TWIN, BOTH) and self.twin is None:
            raise UsageError(f"--claim {self.claim} needs a twin", remedy="--twin OTHER names one")
        if self.claim == UNITS_TELL and not self.budget:
            raise UsageError("--claim budget speaks of a budget", remedy="add --budget")
        if self.margin != MARGIN and self.twin != "":
            raise UsageError(
                "--margin is about a twin that is looked for",
                remedy="--twin without a file looks for one",
            )
        if self.budget and self.twin is None and self.rival is None:
            raise UsageError("--budget compares rivals", remedy="--twin OTHER or --rival names one")
        refuse_alone(self)

    def answers(self, problem: ScenarioProblem) -> Iterator[ScenarioAudit]:
        from symcause.families.scenario.audits.scenario_audit import Audit as Work

        if problem.trials is not None:  # what an agent saw: nothing can be computed from it
            from symcause.families.scenario.audits.trial_advice import told_of

            sentence = told_of(problem, space_of(self.space))
            yield replace(self.frame(problem), sentence=sentence, reason="the model is hidden")
            return
        limits, known = limits_of(self, AUDIT_STEPS), opened_in(problem, self.space)
        frame = document = self.frame(problem)
        for document in Work(known, space_of(self.space), limits, frame).run():
            yield document
        if self.twin is not None:
            document = _beside(known, document, self.twin, self.margin)
            yield document
        rivals: tuple[ScenarioProblem, ...] = ()
        if self.budget:
            document, rivals = self._within(known, document)
            yield document
        if self.certificate and self.about == UNITS_TELL:
            yield _proven_budget(document, rivals)
        elif self.certificate:
            yield _certified(known, document, self.about)

    def _within(
        self, problem: ScenarioProblem, document: ScenarioAudit
    ) -> tuple[ScenarioAudit, tuple[ScenarioProblem, ...]]:
        """The document with what the units of the budget tell of the twin or the rival."""
        from symcause.families.scenario.documents.question_documents import IdentifiablePart
        from symcause.families.scenario.files.document import read_scenario

        known = document.identifiable or IdentifiablePart(counts=problem.observe.counts)
        others = []
        if self.twin:
            others.append(second_scenario(self.twin)[0])
        elif known.twin is not None and known.twin.scenario is not None:
            others.append(read_scenario(known.twin.scenario))
        if not others and self.rival is None:
            return document, ()  # no twin was found
        part, rivals = within_budget(self, problem, others)
        return replace(document, identifiable=replace(known, budget=part)), rivals

    def story(self, document: ScenarioAudit) -> Story:
        from symcause.families.scenario.report.scenario_stories import audit_story

        return audit_story(document)

    def summary(self, documents: list[Mapping[str, object]]) -> str | None:
        verdicts = [str(d.get("verdict")) for d in documents if "verdict" in d]
        counted = {word: verdicts.count(word) for word in dict.fromkeys(sorted(verdicts))}
        return ", ".join(f"{count} {word}" for word, count in counted.items()) or None


def _certified(problem: ScenarioProblem, document: ScenarioAudit, claim: str) -> ScenarioAudit:
    """The document with the certificate of a claim, or of both, or with the reason why there is none."""
    from symcause.audits.certificate_acceptance import proven
    from symcause.families.scenario.certify.scenario_certificate import certificate

    if claim == VERDICT:
        return proven(document, certificate(problem, document))
    part = None if document.identifiable is None else document.identifiable.twin
    assert part is not None, "a twin was asked for"
    if part.certificate is None:
        text = "no twin is proven" if part.reason is None else part.reason
        return replace(document, certificate_reason=text)
    if claim == TWIN:
        return replace(
            document, certificate=part.certificate, certificate_note=part.certificate_note
        )
    audit = proven(document, certificate(problem, document))
    if audit.certificate is None:
        return audit
    notes = [note for note in (audit.certificate_note, part.certificate_note) if note]
    return replace(
        audit,
        certificate_also=part.certificate,
        certificate_note="; ".join(dict.fromkeys(notes)) if notes else UNSET,
    )


def _beside(
    problem: ScenarioProblem, document: ScenarioAudit, twin: Second, margin: str
) -> ScenarioAudit:
    """The document with what there is to say of a second scenario; one is looked for if none is named."""
    from symcause.families.scenario.documents.question_documents import IdentifiablePart

    part = _against(problem, twin) if twin else _sought(problem, margin)
    known = document.identifiable or IdentifiablePart(counts=problem.observe.counts)
    return replace(document, identifiable=replace(known, twin=part))


def _against(problem: ScenarioProblem, twin: Second) -> TwinPart:
    from symcause.families.scenario.certify.twin_certificate import twin_part

    return twin_part(problem, *second_scenario(twin))


def _proven_budget(document: ScenarioAudit, rivals: tuple[ScenarioProblem, ...]) -> ScenarioAudit:
    """The document with the certificate of what the units tell, or with the reason why there is none."""
    from symcause.audits.certificate_acceptance import proven
    from symcause.families.scenario.certify.budget_certificate import budget_certificate

    part = None if document.identifiable is None else document.identifiable.budget
    if not part:
        return replace(document, certificate_reason="no twin is proven")
    return proven(document, budget_certificate(rivals, part))


def _sought(problem: ScenarioProblem, margin: str) -> TwinPart:
    from symcause.families.scenario.generator.twin_scenarios import Twin, twin_of
    from symcause.models.exact_numbers import read_number

    twin = twin_of(problem, read_number(margin))
    if not isinstance(twin, Twin):
        return twin
    return replace(twin.part, file=None, scenario=twin.document)
