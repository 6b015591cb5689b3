"""The finite question ``disambiguate``: the fewest further worlds of gold that leave fewest models."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.question import option
from symcause.audits.story import Line, Section, Story, Tone
from symcause.errors import UsageError
from symcause.families.finite.documents.question_documents import FiniteDisambiguate, WorldPart
from symcause.families.finite.questions.options import InClass
from symcause.families.finite.questions.separate import MOST_TARGETS
from symcause.models.number_phrases import plural
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.fewest_worlds import Fewest
    from symcause.mechanisms.tables.table_models import TableModel


@dataclass(frozen=True)
class Disambiguate(InClass[FiniteDisambiguate]):
    """Candidates are observation and the experiments, on the first assignments of the roots."""

    name: ClassVar[str] = "disambiguate"
    document: ClassVar[type[FiniteDisambiguate]] = FiniteDisambiguate

    most_targets: int = option(1, MOST_TARGETS, "integer", metavar="K", least=1, most=3)
    strengthen: bool = option(
        False, "Also give the problem with the added evidence.", "python", hidden=True
    )
    recorded: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What an earlier run has strengthened, by the id of the problem."""

    def answers(self, problem: FiniteProblem) -> Iterator[FiniteDisambiguate]:
        from symcause.families.finite.space.fewest_worlds import fewest_worlds
        from symcause.families.finite.space.finite_space import FiniteSpace

        document, asked = self.frame(problem), self.applied(problem)
        gold = _member_gold(asked)
        space = self.opened(problem)
        assert isinstance(space, FiniteSpace), "problems with unobserved cells are refused"
        fewest = fewest_worlds(space, gold, self.most_targets)
        if isinstance(fewest, Unknown):
            yield replace(document, reason=fewest.reason)
            return
        document = replace(
            document,
            status="exact" if fewest.minimal else "bounded",
            worlds=_parts(asked, fewest),
            added=len(fewest.worlds),
            minimal=fewest.minimal,
            lower_bound=fewest.lower_bound,
            pool_size=fewest.pool_size,
            count_before=fewest.count_before,
            count_after=fewest.count_after,
        )
        yield self._delivered(document, problem, fewest) if self.strengthen else document

    def _delivered(
        self, document: FiniteDisambiguate, problem: FiniteProblem, fewest: Fewest
    ) -> FiniteDisambiguate:
        """With the problem that has the worlds."""
        from symcause.families.finite.files.document_writer import write_finite
        from symcause.families.finite.problem.problem import FiniteWorld

        added = tuple(
            FiniteWorld(part.id, world.rows, world.do)
            for part, world in zip(document.worlds, fewest.worlds, strict=True)
        )
        stronger = dataclasses.replace(problem, worlds=(*problem.worlds, *added))
        return replace(document, strengthened=dict(write_finite(stronger)))

    def story(self, document: FiniteDisambiguate) -> Story:
        title = document.problem or ""
        if document.count_after is None:
            return Story(title, document.reason or "unknown", tone=Tone.UNKNOWN)
        least = "" if document.minimal else f" (at least {document.lower_bound} are needed)"
        before = document.count_before or 0
        lines = tuple(
            Line(f"  {world.id}: {intervention_text(world.do)}") for world in document.worlds
        )
        return Story(
            title,
            f"{_leaves(document.added, document.count_after, before)}{least}.",
            tone=Tone.GOOD if document.count_after == 1 else Tone.SOME,
            sections=(Section("Further worlds", lines),) if lines else (),
        )


def _leaves(added: int, after: int, before: int) -> str:
    """How many models further worlds leave.

    >>> _leaves(0, 1, 1), _leaves(1, 1, 6)
    ('One model is left without any further world', '1 further world leaves 1 of 6 models')
    """
    if not added:
        left = "One model is" if after == 1 else f"{after:,} models are"
        return f"{left} left without any further world"
    verb = "leaves" if added == 1 else "leave"
    return f"{plural(added, 'further world')} {verb} {after:,} of {plural(before, 'model')}"


def _member_gold(problem: FiniteProblem) -> TableModel:
    """Gold, which must be a member; worlds are what it shows."""
    from symcause.families.finite.scoring.answer_check import gold_model
    from symcause.families.finite.scoring.class_objections import class_objections
    from symcause.families.finite.scoring.row_replay import split_replay

    judged = gold_model(problem)
    if judged is None or judged.model is None:
        raise UsageError(
            "there is no valid gold to simulate further worlds",
            value=problem.id,
            remedy="symcause next ranks experiments without it",
        )
    if problem.holed:
        raise UsageError("unobserved training cells", value=problem.id, remedy="symcause next")
    objections = class_objections(problem, judged.model)
    if objections:
        raise UsageError(f"gold is no member: {objections[0]}", value=problem.id)
    if not split_replay(problem, judged.model, problem.training).exact:
        raise UsageError("gold is no member: evidence", value=problem.id)
    return judged.model


def _parts(problem: FiniteProblem, fewest: Fewest) -> tuple[WorldPart, ...]:
    taken, number, parts = {world.id for world in problem.worlds}, 0, []
    for world in fewest.worlds:
        number += 1
        while f"train_aug_{number:02}" in taken:
            number += 1
        rows = tuple(
            tuple(one.values[at] for one, at in zip(problem.domains, row, strict=True))
            for row in world.rows
        )
        parts.append(WorldPart(id=f"train_aug_{number:02}", do=world.do, rows=rows))
    return tuple(parts)
