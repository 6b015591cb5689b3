"""The dag ``imec`` question: the interventional Markov equivalence class of a graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, ClassVar

from msgspec import UnsetType
from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Section, Story
from symcause.families.dag.bounds import SHOWN_EDGES
from symcause.families.dag.documents import (
    FAMILY,
    EssentialPart,
    ImecDocument,
    NextPart,
    as_told,
    fraction,
)
from symcause.families.dag.questions.options import EngineOptions
from symcause.families.dag.report import edges_in_words, known_in_words, targets_in_words
from symcause.models.number_phrases import log10, number_of, upper, whole

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem


@dataclass(frozen=True)
class Imec(EngineOptions, Question["GraphProblem", ImecDocument]):
    """Size, essential graph and, on request, members, samples and the best next target."""

    name: ClassVar[str] = "imec"
    document: ClassVar[type[ImecDocument]] = ImecDocument

    best: bool = option(
        False, "The best single variable to intervene on next.", "flag", flags=("--next",)
    )
    members: int | None = option(None, "List up to N members.", "integer", metavar="N", least=1)
    sample: int | None = option(None, "Draw N uniform members.", "integer", metavar="N", least=1)
    seed: int = option(0, "Seed of --sample.", "integer", metavar="N", least=0)
    essential: bool = option(False, "Show the essential graph even if it is large.", "flag")

    def frame(self, problem: GraphProblem) -> ImecDocument:
        return ImecDocument(
            family=FAMILY,
            problem=problem.id,
            nodes=len(problem.dag.nodes),
            edges=len(problem.dag.edges),
            targets=self.applied(problem).targets,
            engine=self.engine,
            knowledge=as_told(self.background(problem)[0]),
        )

    def answers(self, problem: GraphProblem) -> Iterator[ImecDocument]:
        from symcause import equivalence

        known, asked = self.frame(problem), self.applied(problem)
        if asked.knowledge:
            yield from self._informed(known, asked)
            return
        known = replace(known, contains_graph=None if asked.partly else True)
        essential = equivalence.essential_graph(asked.dag, asked.targets)
        known = replace(known, essential=EssentialPart.of(essential))
        yield known
        size = equivalence.class_size(asked.dag, asked.targets, engine=self.engine)
        known = replace(known, size=size, log10=log10(size))
        yield known
        if self.best:
            known = replace(known, next_target=NextPart.of(equivalence.next_target(essential)))
            yield known
        if self.members is not None:
            listed = islice(equivalence.members(essential), self.members)
            known = replace(known, members=tuple(member.edges for member in listed))
            yield known
        if self.sample is not None:
            drawn = islice(equivalence.samples(essential, seed=self.seed), self.sample)
            edges = tuple(member.edges for member in drawn)
            known = replace(known, samples=edges, seed=self.seed)
            yield known
        yield replace(known, status="exact")

    def _informed(self, known: ImecDocument, asked: GraphProblem) -> Iterator[ImecDocument]:
        """The same among the members that respect the knowledge."""
        from symcause.answers import Unknown
        from symcause.equivalence.restricted_classes import KnownClass
        from symcause.families.dag.questions.next import known_values
        from symcause.families.dag.space.knowledge_space import KnownSpace

        space = KnownSpace(asked, self.engine)
        if not asked.partly:
            known = replace(known, contains_graph=not space.broken(asked.dag))
        yield known
        size = space.count()
        if isinstance(size, Unknown):
            yield replace(known, reason=size.reason)
            return
        known = replace(known, size=size, log10=log10(size))
        yield known
        known = replace(known, essential=EssentialPart.of(space.mpdag))
        yield known
        respecting: KnownClass = space.respecting
        if self.best:
            target = known_values(respecting, None)
            known = replace(known, next_target=NextPart.of(target))
            yield known
        if self.members is not None:
            listed = tuple(member.edges for member in islice(respecting.members(), self.members))
            known = replace(known, members=listed)
        if self.sample is not None:
            rng = Random(self.seed)
            drawn = tuple(space.draw(rng).edges for _ in range(self.sample if size else 0))
            known = replace(known, samples=drawn, seed=self.seed)
        yield replace(known, status="exact")

    def story(self, document: ImecDocument) -> Story:
        first, targets, *lines = self._lines(document)
        return Story(
            document.problem or "",
            first,
            facts=(("targets", targets.partition(": ")[2]), ("counted by", document.engine)),
            sections=(Section("Class", tuple(lines)),) if lines else (),
        )

    def text(self, document: ImecDocument) -> str:
        return "\n".join(self._lines(document))

    def _lines(self, document: ImecDocument) -> Iterator[str]:
        """The document for people."""
        known = known_in_words(document.knowledge)
        yield f"size: {number_of(document.size, f'unknown ({document.reason})')}{known}"
        yield f"targets: {targets_in_words(document.targets)}"
        if not isinstance(document.essential, UnsetType):
            yield from _essential(document.essential, self.essential)
        if not isinstance(document.next_target, UnsetType):
            yield from _next(document.next_target)
        for kind, graphs in (("member", document.members), ("sample", document.samples)):
            if not isinstance(graphs, UnsetType):
                for position, edges in enumerate(graphs, start=1):
                    yield f"{kind} {position}: {edges_in_words(edges)}"
        if document.size is not None and document.reason:
            yield f"stopped: {document.reason}"


def _essential(graph: EssentialPart, everything: bool) -> Iterator[str]:
    directed, undirected = graph.directed, graph.undirected
    yield f"essential graph: {len(directed)} directed and {len(undirected)} undirected edges"
    if everything or len(directed) + len(undirected) <= SHOWN_EDGES:
        yield from (f"  {a} -> {b}" for a, b in directed)
        yield from (f"  {a} - {b}" for a, b in undirected)


def _next(found: NextPart) -> Iterator[str]:
    worst, expected = found.worst_case, found.expected
    if worst is None or expected is None:
        yield "next target: none needed, one member is left"
        return
    yield f"next target: {worst.variable} leaves at most {upper(worst.worst)}"
    mean = fraction(expected.expected)
    about = f"{float(mean):.6g}" if mean < 10**12 else whole(int(mean))
    yield f"next target on average: {expected.variable} leaves {about} expected"
