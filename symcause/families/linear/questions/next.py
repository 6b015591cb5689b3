"""The linear ``next`` question: which property to intervene on, and what that would leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.linear.documents.next_document import LinearExperiment, LinearNext
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.linear.audits.next.intervention_rank import Candidate, NextIntervention
    from symcause.families.linear.problem.problem import LinearProblem

KNOWN = "it was set before: nothing new would be read"
ANY_VALUE = "any value that changes it shows the same"


@dataclass(frozen=True)
class Next(InClass[LinearNext]):
    """Every property with its value, best first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[LinearNext]] = LinearNext

    seed: int = option(0, "Seed for the members whose outcomes are examined (0).", "integer")

    def answers(self, problem: LinearProblem) -> Iterator[LinearNext]:
        from symcause.answers import Unknown
        from symcause.families.linear.audits.next.intervention_rank import next_intervention
        from symcause.families.linear.space.linear_space import LinearSpace

        asked, document = self.applied(problem), self.frame(problem)
        space = self.opened(problem)
        graphs = space.count()
        if isinstance(graphs, Unknown):
            yield replace(document, reason=graphs.reason)
            return
        document = replace(document, count=graphs, settled=graphs == 1)
        yield document
        if graphs <= 1:
            reason = (
                "one graph is left" if graphs else "no graph of the class explains the evidence"
            )
            reason = f"{reason}: nothing to learn"
            yield replace(document, status="exact", shrinks=False, reason=reason)
            return
        known = space if isinstance(space, LinearSpace) else None
        intervention = next_intervention(asked, seed=self.seed, space=known)
        if isinstance(intervention, Unknown):
            yield replace(document, reason=intervention.reason)
        else:
            yield _filled(document, intervention, asked)

    def story(self, document: LinearNext) -> Story:
        from symcause.families.linear.report.story.plan_story import next_story

        return next_story(document)


def _filled(document: LinearNext, found: NextIntervention, problem: LinearProblem) -> LinearNext:
    from symcause.families.linear.audits.next.intervention_outcomes import exact_set

    free = exact_set(problem) and problem.hidden is None  # a disturbance hides small effects
    return replace(
        document,
        experiments=tuple(_experiment(candidate, free) for candidate in found.candidates),
        status="exact" if found.exact else "bounded",
        shrinks=found.shrinks,
        reason=_reason(found),
    )


def _reason(found: NextIntervention) -> str | None:
    if found.shrinks is None:
        return "no outcome was found that leaves fewer graphs, and no proof that there is none"
    if not found.shrinks:
        return "no intervention tells the remaining graphs apart"
    if not found.exact:
        return "outcomes are a continuum: some worst cases are bounded, not known"
    return None


def _experiment(candidate: Candidate, any_value: bool) -> LinearExperiment:
    from symcause.models.exact_numbers import print_number

    step = candidate.intervention
    settles = True if candidate.worst == 1 else False if candidate.low > 1 else None
    return LinearExperiment(
        experiment={"intervene": {step.variable: print_number(step.value)}},
        worst=candidate.worst,
        expected=None if candidate.expected is None else float(candidate.expected),
        settles=settles,
        at_least=candidate.low,
        best_case=candidate.best_case,
        exact=candidate.exact,
        note=KNOWN if candidate.known else ANY_VALUE if any_value else UNSET,
    )
