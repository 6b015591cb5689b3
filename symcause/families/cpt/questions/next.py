"""The cpt ``next`` question: which probabilities identify the query once they are given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.experiments.experiment_document import NextDocument, NextExperiment
from symcause.audits.experiments.next_advice import unlisted
from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.cpt.bounds import SHOWN_NUMBERS
from symcause.families.cpt.questions.table_question import TableQuestion
from symcause.models.number_phrases import joined_names

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Next(TableQuestion[NextDocument]):
    """The fewest families of numbers that identify the query beside the given ones."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[Document]] = NextDocument

    def frame(self, problem: CptProblem) -> NextDocument:
        return NextDocument(family="cpt", problem=problem.id)

    def answers(self, problem: CptProblem) -> Iterator[NextDocument]:
        from symcause.families.cpt.audits.free_numbers import identifies, identifying
        from symcause.families.cpt.audits.table_audit import judged
        from symcause.families.cpt.models.query_values import VALUED

        opened, document = self.opened(problem), self.frame(problem)
        settled = judged(opened).settled
        known = opened.query.type not in VALUED or opened.tables is not None
        if known or identifies(opened, [family.key for family in opened.given]):
            text = "the query is identified already"
            text += ": only finer rounding settles the answer" * (settled is False and not known)
            yield replace(document, settled=settled, status="exact", shrinks=False, reason=text)
            return
        found = identifying(opened)
        listed = tuple(
            NextExperiment(experiment={"given": list(keys)}, settles=True) for keys in found
        )
        reason = None if found else "no two further families are known to identify the query"
        yield replace(
            document,
            settled=settled,
            status="exact" if found else "unknown",
            shrinks=True if found else None,
            experiments=listed,
            reason=reason,
        )

    def story(self, document: NextDocument) -> Story:
        title = document.problem or ""
        if document.settled is True:
            text = "Nothing more is needed: the numbers settle the answer."
            return Story(title, text, tone=Tone.GOOD, notes=_about(document))
        if not document.experiments:
            return Story(title, document.reason or "unknown", tone=Tone.SOME)
        given = [part.experiment["given"] for part in document.experiments]
        lines = tuple(
            Line("  " + " and ".join(keys))
            for keys in given[:SHOWN_NUMBERS]
            if isinstance(keys, list)
        )
        needed = "one of these is"
        if len(given) == 1 and isinstance(given[0], list):
            needed = f"{joined_names(given[0])} {'is' if len(given[0]) == 1 else 'are'}"
        return Story(
            title,
            f"The query is identified once {needed} given.",
            tone=Tone.GOOD,
            sections=(
                Section("Probabilities to ask for", (*lines, *unlisted(len(given), SHOWN_NUMBERS))),
            ),
        )


def _about(document: NextDocument) -> tuple[str, ...]:
    """What else is known where nothing more is needed."""
    if document.experiments:
        return ()
    return () if document.reason is None else (document.reason,)
