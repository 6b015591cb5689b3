"""The scenario ``play`` question: an agent plays an episode in a scenario or in one of two twins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.episodes.judgement.episode_document import PlayDocument
from symcause.episodes.play import Play as Playing
from symcause.families.scenario.questions.options import SPACE

if TYPE_CHECKING:
    from os import PathLike

    from symcause.episodes.episode import Episode
    from symcause.episodes.rules import Rules
    from symcause.families.scenario.problem.problem import ScenarioProblem


@dataclass(frozen=True)
class Play(Playing["ScenarioProblem"]):
    """An episode in one scenario, or in one of two twins."""

    space: str = option("declared", **SPACE)
    twin: str | PathLike[str] | ScenarioProblem | None = option(
        None,
        "A second scenario of the same form: the seed draws which of the two is played.",
        "file",
        metavar="OTHER",
    )

    def rules(self, problem: ScenarioProblem) -> Rules[ScenarioProblem]:
        from symcause.episodes.episode import rules_of

        return rules_of(problem, space=self.space)

    def episode(
        self, problem: ScenarioProblem, tools: Sequence[str] = ()
    ) -> Episode[ScenarioProblem]:
        return super().episode(self.drawn(problem), tools)

    def answers(self, problem: ScenarioProblem) -> Iterator[PlayDocument]:
        return super().answers(self.drawn(problem))

    def drawn(self, problem: ScenarioProblem) -> ScenarioProblem:
        """The scenario that is played; both go by the name of the first, so that a name tells nothing."""
        if self.twin is None:
            return problem
        from dataclasses import replace
        from random import Random

        from symcause.errors import UsageError
        from symcause.families.scenario.questions.second_scenario import second_scenario
        from symcause.families.scenario.verifier.twin_pair import alike

        other, name = second_scenario(self.twin)
        if not alike(problem, other):
            raise UsageError(
                "twins differ in the numbers of their tables alone", file=name, value=other.id
            )
        if Random(f"twin {self.seed}").random() < 0.5:
            return problem
        return replace(other, id=problem.id, source=None)
