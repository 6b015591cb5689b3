"""The linear ``convert`` question: a problem rewritten, with simulated or logged evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.convert import Convert as Converting
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.linear.questions.options import ClassOptions
from symcause.release_lookup import released_part

if TYPE_CHECKING:
    from symcause.families.linear.audits.log.note_evidence import FollowedRun
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Convert(ClassOptions, Converting["LinearProblem"]):
    """In another class; with simulated evidence, or that of a log."""

    simulate: bool = option(
        False, "Make evidence for configurations: records, chain, reactor.", "flag"
    )
    seed: int = option(0, "With --heldout or --simulate: the seed (0).", "integer", metavar="N")
    records: int | None = option(
        None, "With --simulate: records (2).", "integer", metavar="R", least=0, most=10_000
    )
    targets: str | None = option(
        None,
        "With --simulate: the interventions in order (default: in turn, within the budget).",
        metavar="A,B,A",
    )

    log: str | None = option(
        None,
        "Write the problem with the evidence of an episode log.",
        "file",
        metavar="FILE",
    )

    def converted(self, problem: LinearProblem) -> LinearProblem:
        """The problem in the class asked for, with simulated evidence in place of what it had if so."""
        from symcause.families.linear.generator.episode_simulation import (
            PUBLISHED_RECORDS,
            simulate,
        )

        problem = self.chosen(problem)
        if self.log is not None:
            if self.simulate:
                raise UsageError("--log has its own evidence: no --simulate")
            problem = self._logged(problem, self.log)
        if not self.simulate:
            if (self.records, self.targets) != (None, None):
                raise UsageError("--records and --targets go with --simulate")
            return problem
        records = PUBLISHED_RECORDS if self.records is None else self.records
        named = None if self.targets is None else self.targets.split(",") if self.targets else []
        return simulate(problem, self.seed, records=records, targets=named)

    @staticmethod
    def _logged(problem: LinearProblem, log: str) -> LinearProblem:
        """The problem with what was read in a log: what ``audit --log`` is about."""
        from symcause.families.linear.audits.log.note_evidence import evidence_of_steps

        run: FollowedRun = released_part("linear", "read_run")(log, problem)
        return evidence_of_steps(run.problem, run.steps).final
