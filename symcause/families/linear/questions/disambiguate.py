"""The linear ``disambiguate`` question: the shortest plan that leaves one graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.linear.documents.disambiguation_document import (
    BranchPart,
    LinearDisambiguate,
    PlanStepPart,
    PolicyPart,
)
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.linear.audits.plan.adaptive_plan import AdaptivePlan
    from symcause.families.linear.audits.plan.plan_steps import ShortestPlan
    from symcause.families.linear.problem.problem import LinearProblem

RECORD = "strengthening"
"""Where the metadata of a strengthened problem says how it came about."""


@dataclass(frozen=True)
class Disambiguate(InClass[LinearDisambiguate]):
    """For gold, or without gold for the worst case."""

    name: ClassVar[str] = "disambiguate"
    document: ClassVar[type[LinearDisambiguate]] = LinearDisambiguate

    adaptive: bool = option(
        False, "Also a plan that adapts to what is observed, up to 5 variables (linear).", "flag"
    )
    seed: int = option(0, "Seed for the members used to test plans (0).", "integer")
    strengthen: bool = option(
        False, "Also give the problem with the added evidence.", "python", hidden=True
    )

    def stated(self, problem: LinearProblem) -> dict[str, object]:
        truth = "worst-case" if problem.gold is None else "gold"
        return super().stated(problem) | {"truth": truth}

    def answers(self, problem: LinearProblem) -> Iterator[LinearDisambiguate]:
        from symcause.answers import Unknown
        from symcause.families.linear.audits.hidden.disturbance_plan import disturbed_plan
        from symcause.families.linear.audits.plan.shortest_plan import shortest_plan

        asked, document = self.applied(problem), self.frame(problem)
        planned = shortest_plan if asked.hidden is None else disturbed_plan
        plan = planned(asked, seed=self.seed)
        if isinstance(plan, Unknown):
            document = replace(document, reason=plan.reason)
        else:
            document = self._filled(document, problem, plan)
        yield document
        if self.adaptive:
            yield _adapted(document, asked, self.seed)

    def _filled(
        self, document: LinearDisambiguate, problem: LinearProblem, found: ShortestPlan
    ) -> LinearDisambiguate:
        from symcause.models.exact_numbers import print_number

        document = replace(
            document,
            plan=tuple(
                PlanStepPart(
                    intervene={step.intervention.variable: print_number(step.intervention.value)},
                    settles=step.settles,
                    left=step.left,
                )
                for step in found.steps
            ),
            minimal=found.minimal,
            lower_bound=found.lower_bound,
            count_before=found.before,
            count_after=found.after,
            tried=found.tried,
            reason=found.reason,
        )
        if not self.strengthen or found.problem is None:
            return document
        return replace(document, strengthened=_strengthened(document, problem, found))

    def story(self, document: LinearDisambiguate) -> Story:
        from symcause.families.linear.report.story.plan_story import disambiguate_story

        return disambiguate_story(document)


def _strengthened(
    document: LinearDisambiguate, problem: LinearProblem, found: ShortestPlan
) -> dict[str, object]:
    """The problem as it stands, with what gold shows after the plan, and how that came about."""
    import dataclasses

    from symcause.families.linear.files.document_writer import write_linear

    assert found.problem is not None
    stronger = write_linear(dataclasses.replace(problem, chain=found.problem.chain))
    record = {
        "plan": [step.intervene for step in document.plan],
        "minimal": document.minimal,
        "count_before": document.count_before,
        "count_after": document.count_after,
    }
    kept = {key: value for key, value in problem.metadata.items() if key != "certificate"}
    return {**stronger, "metadata": {**kept, RECORD: record}}


def _adapted(document: LinearDisambiguate, problem: LinearProblem, seed: int) -> LinearDisambiguate:
    """The document with the adaptive plan, or why there is none."""
    from symcause.answers import Unknown
    from symcause.families.linear.audits.plan.adaptive_plan import adaptive_plan

    plan = adaptive_plan(problem, seed=seed)
    if isinstance(plan, Unknown):
        return replace(document, policy_reason=plan.reason)
    return replace(document, policy=_policy(problem, plan))


def _policy(problem: LinearProblem, plan: AdaptivePlan) -> PolicyPart:
    from symcause.families.linear.audits.next.intervention_outcomes import fresh_value
    from symcause.families.linear.models.laboratory import Semantics
    from symcause.models.exact_numbers import print_number

    if plan.target is None:
        return PolicyPart(depth=plan.depth, graphs=plan.graphs)
    branches = tuple(
        BranchPart(
            reads={
                name: print_number(value)
                for name, value in zip(problem.variables, reads, strict=True)
            },
            plan=_policy(problem, branch),
        )
        for reads, branch in plan.branches
    )
    value = plan.branches[0][0][problem.variables.index(plan.target)]
    if problem.semantics is Semantics.SHIFT:  # there a property does not read what it was set to
        value = fresh_value(problem, plan.target)
    return PolicyPart(
        depth=plan.depth,
        graphs=plan.graphs,
        intervene={plan.target: print_number(value)},
        branches=branches,
    )
