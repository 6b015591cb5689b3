"""The finite question ``next``: the experiments by what they leave of the models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.experiments.next_advice import advice, tone, unlisted
from symcause.audits.question import option
from symcause.audits.story import Grid, Right, Section, Story
from symcause.audits.verdicts import WORDS, Verdict
from symcause.bounds.audits_bounds import SHOWN_EXPERIMENTS
from symcause.families.finite.documents.question_documents import FiniteExperiment, FiniteNext
from symcause.families.finite.questions.options import InClass
from symcause.families.finite.questions.separate import MOST_TARGETS
from symcause.models.number_phrases import number_of
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from symcause.audits.experiments.experiment_document import NextExperiment
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.experiment_questions import Ranked


@dataclass(frozen=True)
class Next(InClass[FiniteNext]):
    """Every experiment on a few variables, fewest models left in the worst case first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[FiniteNext]] = FiniteNext

    most_targets: int = option(1, MOST_TARGETS, "integer", metavar="K", least=1, most=3)

    def stated(self, problem: FiniteProblem) -> dict[str, object]:
        return super().stated(problem) | {"most_targets": self.most_targets}

    def answers(self, problem: FiniteProblem) -> Iterator[FiniteNext]:
        document, space = self.frame(problem), self.opened(problem)
        count = space.count()
        if isinstance(count, Unknown):
            yield replace(document, reason=count.reason)
            return
        document = replace(document, count=count, settled=count <= 1)
        if count <= 1:
            reason = None if count else WORDS[Verdict.INCONSISTENT].headline.format(one="model")
            yield replace(document, status="exact", shrinks=False, reason=reason)
            return
        document = replace(document, contexts=len(space.contexts))
        yield document
        ranks = space.ranks(self.most_targets)
        if isinstance(ranks, Unknown):
            yield replace(document, reason=ranks.reason)
            return
        shrinks = any(rank.worst < count for rank in ranks)
        experiments = tuple(map(_experiment, ranks))
        yield replace(document, experiments=experiments, status="exact", shrinks=shrinks)

    def story(self, document: FiniteNext) -> Story:
        rows = tuple(
            (_words(one), number_of(one.worst), f"{float(one.expected or 0):.4g}")
            for one in document.experiments[:SHOWN_EXPERIMENTS]
        )
        table = Grid.of(("experiment", Right("at most"), Right("expected")), rows)
        rest = unlisted(len(document.experiments), SHOWN_EXPERIMENTS)
        shown = document
        if document.shrinks is False and document.reason is None:
            shown = replace(document, reason=_ALIKE if document.experiments else _ONE)
        return Story(
            document.problem or "",
            advice(shown, _words, "model"),
            tone=tone(document),
            facts=(("class", str(document.scope)),),
            sections=(Section("Models left", (table, *rest)),) if rows else (),
        )


_ONE = "one model is left: nothing to learn"
_ALIKE = "all models show the same under every experiment"


def _experiment(rank: Ranked) -> FiniteExperiment:
    return FiniteExperiment(
        experiment=dict(rank.experiment),
        worst=rank.worst,
        expected=float(rank.expected),
        settles=rank.settles,
        at_least=rank.worst,
        best_case=rank.best_case,
        exact=True,
        outcomes=rank.outcomes,
    )


def _words(one: NextExperiment) -> str:
    done = one.experiment.get("do")
    return intervention_text(done) if isinstance(done, dict) else str(one.experiment)
