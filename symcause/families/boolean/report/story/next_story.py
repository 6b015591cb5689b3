"""The story of ``symcause next`` for Boolean problems: what to do, and what each choice leaves."""

from __future__ import annotations

from symcause.audits.experiments.experiment_document import NextExperiment
from symcause.audits.experiments.next_advice import advice, tone, unlisted, worst
from symcause.audits.story import Grid, Right, Section, Story
from symcause.families.boolean.bounds import SHOWN_EXPERIMENTS
from symcause.families.boolean.documents.question_results import BooleanExperiment, BooleanNext
from symcause.models.number_phrases import UNDEFINED, mean, number_of, whole
from symcause.models.prose.intervention_text import intervention_text


def next_story(document: BooleanNext) -> Story:
    """What to do, and how many models each experiment would leave."""
    rows = tuple(
        (
            _done(experiment),
            worst(experiment),
            _average(experiment),
            number_of(experiment.best_case),
        )
        for experiment in document.experiments[:SHOWN_EXPERIMENTS]
    )
    table = Grid.of(
        ("experiment", Right("worst case"), Right("expected"), Right("best case")), rows
    )
    rest = unlisted(len(document.experiments), SHOWN_EXPERIMENTS)
    return Story(
        f"{document.problem} · {document.setting}",
        advice(document, _done, "model"),
        tone=tone(document),
        facts=(
            ("models now", number_of(document.count, "unknown")),
            ("contexts", number_of(document.contexts)),
            ("class", str(document.scope)),
        ),
        notes=(document.reason,) if document.shrinks and document.reason else (),
        sections=(Section("Models left by an experiment", (table, *rest)),) if rows else (),
    )


def _average(found: BooleanExperiment) -> str:
    value, mark = (found.expected, "") if found.expected is not None else (found.about, "about ")
    if value is None:
        return UNDEFINED
    if isinstance(value, str):
        return mark + whole(int(value))
    return mark + mean(value)


def _done(found: NextExperiment) -> str:
    done = found.experiment["do"]
    assert isinstance(done, dict)
    return intervention_text(done)
