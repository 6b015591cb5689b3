"""Options of several dag questions: background knowledge, targets, the engine that counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symcause.audits.knowledge_options import KnowledgeOptions
from symcause.audits.question import option

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem
    from symcause.models.background_knowledge import Knowledge

ENGINES = ("cliquepicking", "cliques", "recursion", "sat", "count")
"""Who can count; the names of :data:`symcause.equivalence.ENGINES`."""


@dataclass(frozen=True)
class Informed(KnowledgeOptions):
    """What is known beforehand."""

    def applied(self, problem: GraphProblem) -> GraphProblem:
        """The problem with what is known."""
        return replace(problem, knowledge=self.background(problem)[0])

    def background(self, problem: GraphProblem) -> tuple[Knowledge | None, str | None]:
        """What is known beforehand, and who says so."""
        from symcause.families.dag.problem import check_known

        return self.known(
            problem.knowledge, problem.dag.nodes, lambda known: check_known(known, problem.dag)
        )


@dataclass(frozen=True)
class TargetOptions(Informed):
    """What has been intervened on."""

    targets: tuple[str | tuple[str, ...], ...] = option(
        (),
        "One set of variables intervened on together; once per set. Quote a name with a comma.",
        "many",
        metavar="A,B",
    )

    def applied(self, problem: GraphProblem) -> GraphProblem:
        """The problem after these interventions, with what is known."""
        return super().applied(problem.after(self.targets))


@dataclass(frozen=True)
class EngineOptions(TargetOptions):
    """Who counts."""

    engine: str = option(
        ENGINES[0],
        "The engine: clique picking (the package, or our own), or a second opinion for small graphs.",
        "choice",
        choices=ENGINES,
    )
