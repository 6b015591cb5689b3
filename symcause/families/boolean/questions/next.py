"""The Boolean question ``next``: which intervention to do next, and how many models it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.boolean.documents.question_results import BooleanExperiment, BooleanNext
from symcause.families.boolean.problem.class_rules import refuse_models
from symcause.families.boolean.problem.version_two import first_hole, refuse_holes
from symcause.families.boolean.questions.options import HOLES, InOwnClass

if TYPE_CHECKING:
    from fractions import Fraction

    from symcause.families.boolean.models.experiments import Experiment
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.mechanisms.next.experiment_ranks import Ranking
    from symcause.mechanisms.next.outcome_draws import Ranked

_LARGE = 10**300  # an average beyond this is no float


@dataclass(frozen=True)
class Next(InOwnClass[BooleanNext]):
    """Every intervention on a few variables, fewest models left in the worst case first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[BooleanNext]] = BooleanNext

    most_targets: int = option(
        1,
        "How many variables the experiment may set (1).",
        "integer",
        metavar="N",
        least=1,
        most=3,
    )
    seed: int = option(
        0,
        "Seed for sampling members, and contexts if none was observed (0).",
        "integer",
    )

    takes: ClassVar[frozenset[str]] = frozenset((HOLES,))

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        refuse_models(self.rule)
        return super().stated(problem) | {"most_targets": self.most_targets, "seed": self.seed}

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanNext]:
        from symcause.families.boolean.audits.next.experiment_contexts import contexts_of
        from symcause.families.boolean.audits.next.experiment_ranks import rankings

        document, asked = self.frame(problem), self.applied(problem)
        if asked.latent:
            refuse_holes(asked, self.name)
        document = replace(document, contexts=contexts_of(asked, self.seed).rows)
        yield document
        hypotheses = self.hypotheses(asked)
        if first_hole(asked, "train") is not None:
            from symcause.families.boolean.audits.next.holed_ranks import holed_ranking

            ranking = holed_ranking(asked, hypotheses, targets=self.most_targets, seed=self.seed)
            yield _filled(document, ranking)
            return
        for found in rankings(asked, hypotheses, targets=self.most_targets, seed=self.seed):
            yield (document := _filled(document, found))

    def story(self, document: BooleanNext) -> Story:
        from symcause.families.boolean.report.story.next_story import next_story

        return next_story(document)


def _filled(document: BooleanNext, found: Ranking[Experiment]) -> BooleanNext:
    document = replace(document, count=found.count, settled=found.count == 1)
    if found.count <= 1:
        left = "one model is left" if found.count else "no model of the class explains the evidence"
        return replace(document, status="exact", shrinks=False, reason=f"{left}: nothing to learn")
    reason = None
    if found.shrinks is False:
        reason = "all models show the same under every experiment on these contexts"
    elif not found.exact:
        reason = "there are too many outcomes: some worst cases are bounded, not known"
    return replace(
        document,
        experiments=tuple(map(_experiment, found.ranked)),
        status="exact" if found.exact else "bounded",
        shrinks=found.shrinks,
        reason=reason,
    )


def _experiment(one: Ranked[Experiment]) -> BooleanExperiment:
    return BooleanExperiment(
        experiment={"do": {name: int(bit) for name, bit in one.experiment.assignments}},
        worst=one.high,
        expected=_number(one.expected),
        settles=True if one.high == 1 else False if one.low > 1 else None,
        at_least=one.low,
        best_case=one.least,
        exact=one.exact,
        about=_number(one.about),
        outcomes=one.outcomes,
    )


def _number(average: Fraction | None) -> str | float | None:
    if average is None:
        return None
    return float(average) if average < _LARGE else str(round(average))
