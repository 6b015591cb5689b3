"""Plans that disambiguate: the fewest experiments that leave one member."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.audits.documents import DisambiguateDocument, Document, Part
from symcause.audits.of_space.space_question import GOLD, M, OfSpace, P, S, spelled
from symcause.audits.story import Line, Section, Story, Tone
from symcause.errors import UsageError
from symcause.models.number_phrases import plural
from symcause.registry import family_of, load

if TYPE_CHECKING:
    from symcause.plans.fewest_experiments import FewestExperiments

G = TypeVar("G", bound="SpaceDisambiguate")


class ShownPart(Part, frozen=True, kw_only=True):
    """An experiment, and what gold shows under it."""

    experiment: dict[str, object]
    outcome: dict[str, object]


class SpaceDisambiguate(DisambiguateDocument, frozen=True, kw_only=True):
    """The experiments; *minimal* means that no fewer of the candidates do it."""

    identity: str
    experiments: tuple[ShownPart, ...] = ()
    added: int | None = None
    candidates: int | None = None  # experiments to choose from
    strengthened: dict[str, Any] | UnsetType = UNSET  # the problem with what they show


@dataclass(frozen=True)
class DisambiguateOfSpace(OfSpace[G, P, S, M]):
    """Candidates are the experiments of the space; gold says what each of them shows."""

    name: ClassVar[str] = "disambiguate"
    document: ClassVar[type[Document]] = SpaceDisambiguate
    noun: ClassVar[str] = "model"

    strengthen: bool = False  # the documents hold the strengthened problem, too
    recorded: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What an earlier run has strengthened, by the id of the problem."""

    def answers(self, problem: P) -> Iterator[G]:
        from symcause.plans.fewest_experiments import FewestExperiments

        document, space = self.frame(problem), self.opened(problem)
        if getattr(problem, GOLD, None) is None:
            raise UsageError(
                "the truth is unknown: the problem has no gold",
                value=problem.id,
                remedy="symcause next ranks experiments without it",
            )
        gold = self.model(space, GOLD, GOLD)
        if objections := space.objections(gold):
            raise UsageError(f"gold is no member: {objections[0]}", value=problem.id)
        search = FewestExperiments(space, gold)
        document = replace(document, count_before=search.left(0), candidates=len(search.candidates))
        yield document
        for fewest in search.choices():
            document = replace(
                document,
                experiments=_shown(search, fewest.chosen),
                added=fewest.chosen.bit_count(),
                minimal=fewest.optimal,
                lower_bound=fewest.lower_bound,
                count_after=search.least,
            )
            yield self._delivered(document, search, fewest.chosen)

    def _delivered(self, document: G, search: FewestExperiments[M], chosen: int) -> G:
        if not self.strengthen:
            return document
        stronger = search.space_after(chosen).problem
        writer = family_of(stronger).writer
        if writer is None:
            raise UsageError(f"{family_of(stronger).title} cannot be written")
        return replace(document, strengthened=load(writer)(stronger))

    def story(self, document: G) -> Story:
        title = document.problem or ""
        if document.count_after is None or document.added is None:
            return Story(title, document.reason or "unknown", tone=Tone.UNKNOWN)
        least = f" (at least {document.lower_bound} are needed)"
        if document.minimal:
            least = " (proven: no fewer do)" if document.added else ""
        left = plural(document.count_after, self.noun)
        of = plural(document.count_before or 0, self.noun)
        text = f"{plural(document.added, 'experiment')}{least}: {left} left of {of}"
        if document.count_after > 1:
            every = plural(document.candidates or 0, "candidate")
            text += f"; all {every} together leave no fewer"
        lines = tuple(
            Line(f"  {spelled(part.experiment)}: {spelled(part.outcome)}")
            for part in document.experiments
        )
        sections = (Section("What gold shows", lines),) if lines else ()
        tone = Tone.GOOD if document.count_after == 1 else Tone.SOME
        return Story(title, text, tone=tone, sections=sections)


def _shown(search: FewestExperiments[M], chosen: int) -> tuple[ShownPart, ...]:
    from symcause.models.bit_sets import bits

    return tuple(
        ShownPart(experiment=dict(search.candidates[at]), outcome=dict(search.seen[at]))
        for at in bits(chosen)
    )
