"""The linear ``audit`` question: is the evidence enough, and for what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as evolve
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.of_space.query_parts import HELDOUT
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.audits.verdicts import Verdict
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.runs_part import RunPart
from symcause.families.linear.questions.options import InClass
from symcause.release_lookup import released_part

if TYPE_CHECKING:
    from symcause.families.linear.audits.log.note_evidence import FollowedRun
    from symcause.families.linear.problem.problem import LinearProblem

EVERY = 2.0
"""Seconds between what is told of a long folder."""

CLAIMS = ("verdict", "count", "target")
"""What a certificate can be about."""

_EXACT = Fraction(0)


@dataclass(frozen=True)
class Audit(InClass[LinearAudit]):
    """The whole audit, growing section by section; with a log also step by step."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[LinearAudit]] = LinearAudit

    log: str | None = option(
        None,
        "Audit an episode log step by step, or every log in a folder, with a table by model.",
        "file",
        metavar="FILE|FOLDER",
    )
    heldout: bool = option(False, HELDOUT, "flag")
    claim: str = option(
        "verdict",
        "What the certificate is about: the verdict, the count, or the reactor's target.",
        "choice",
        choices=CLAIMS,
    )
    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)
    engine: str = option("auto", "Which engine decides: auto, exact or smt.", "python", hidden=True)
    tolerance: Fraction = option(
        _EXACT, "How far the reactor's target may be off.", "python", hidden=True
    )

    def stated(self, problem: LinearProblem) -> dict[str, object]:
        from symcause.errors import UsageError
        from symcause.families.linear.audits.verdict.verdict_sentence import sentence

        if self.log == "-":
            raise UsageError("a log is read from a file, not from standard input")
        nothing = sentence(Verdict.UNKNOWN, None, self.scope(problem))
        return super().stated(problem) | {"sentence": nothing}

    def answers(self, problem: LinearProblem) -> Iterator[LinearAudit]:
        from symcause.families.linear.audits.verdict.audit_sections import audited

        asked, document = self.chosen(problem), self.frame(problem)
        if self.log is not None and Path(self.log).is_dir():
            for grown in self._tabled(asked, document, Path(self.log)):
                yield (document := grown)
            if not asked.has_evidence:
                return
        elif self.log is not None:
            asked, document = self._followed(asked, document, self.log)
            yield document
            # What is certified is the evidence of the log: what convert --log writes.
            problem = evolve(
                problem, records=asked.records, chain=asked.chain, reactor=asked.reactor
            )
        asked.require_evidence()
        space = self.space(asked, self.engine)
        for grown in audited(asked, space, document, self.tolerance):
            yield (document := grown)
        if self.heldout:
            from symcause.families.linear.audits.verdict.reactor_query import reactor_query

            yield (document := replace(document, heldout=reactor_query(asked, document)))
        if self.certificate:
            from symcause.families.linear.audits.verdict.audit_certificate import with_certificate

            yield with_certificate(document, problem, asked, space, self.claim)

    def _tabled(
        self, problem: LinearProblem, document: LinearAudit, folder: Path
    ) -> Iterator[LinearAudit]:
        """The document with one line for every log of a folder, and one for every model."""
        from symcause.families.linear.audits.verdict.verdict_sentence import told_runs

        runs: tuple[RunPart, ...] = ()
        told = process_time()
        if not problem.has_evidence:  # every log has its own, and the problem has no verdict
            document = replace(document, verdict=None, sentence=told_runs(runs))
        yield replace(document, runs=runs, by_model=())
        listed = released_part("linear", "runs_of")
        for run in listed(problem, folder, self.tolerance, self.chosen):
            runs = (*runs, run)
            if process_time() - told > EVERY:  # of many runs every document holds all so far
                told = process_time()
                yield self._counted(document, runs)
        yield self._counted(document, runs)

    @staticmethod
    def _counted(document: LinearAudit, runs: tuple[RunPart, ...]) -> LinearAudit:
        from symcause.families.linear.audits.log.run_outcomes import by_model
        from symcause.families.linear.audits.verdict.verdict_sentence import told_runs

        if document.verdict is None:
            document = replace(document, sentence=told_runs(runs))
        return replace(document, runs=runs, by_model=by_model(runs))

    def _followed(
        self, problem: LinearProblem, document: LinearAudit, log: str
    ) -> tuple[LinearProblem, LinearAudit]:
        """The evidence of a log, and the document with its steps and what each of them settled."""
        from symcause.families.linear.audits.log.trajectory import trajectory
        from symcause.families.linear.audits.verdict.open_question import of_run
        from symcause.models.exact_numbers import print_number

        run: FollowedRun = released_part("linear", "read_run")(log, problem)
        found = trajectory(run.problem, run.steps, tolerance=self.tolerance)
        return found.problem, replace(
            document,
            steps=found.steps,
            interventions=found.interventions,
            commitment=found.commitment,
            answer=None if found.answer is None else print_number(found.answer),
            truth=None if found.truth is None else print_number(found.truth),
            right=found.right,
            **of_run(found),
            lucky=found.lucky,
            decided_at=found.decided_at,
            surplus=found.surplus,
            regret=found.regret,
            regret_low=found.regret_low,
            regret_high=found.regret_high,
        )

    def story(self, document: LinearAudit) -> Story:
        from symcause.families.linear.report.story.audit_story import audit_story

        return audit_story(document)
