"""The main picture of an episode's view: the members or units that its steps left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log2

from symcause.episodes.judgement.episode_document import EpisodeDocument, JudgedStep
from symcause.episodes.judgement.outcome_sentences import fortune, noun_of
from symcause.episodes.judgement.step_story import action_line
from symcause.models.number_phrases import fixed, upper, whole
from symcause.registry import family, load
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.steps.space_descent import Descent, Moment, Span, descent_figure
from symcause.reports.figures.steps.step_columns import Column
from symcause.reports.figures.steps.survival_dots import Tries, survival_figure


def episode_figure(document: EpisodeDocument, most: int) -> Figure | None:
    """The curve of the first steps of an episode, or how many units survived them; None: neither."""
    if not document.steps:
        return None
    figure = descent_figure(descent_of(document, most))
    return survival_figure(tries_of(document, most)) if figure is None else figure


def tries_of(document: EpisodeDocument, most: int) -> Tries:
    """What was done, and who survived it."""
    steps = [
        (
            Column(action_line(step.action, 60), f"step {step.step}", step.refused is not None),
            survived(document, step),
        )
        for step in document.steps[:most]
    ]
    return [(Column("start", "the start"), None), *steps]


def survived(document: EpisodeDocument, step: JudgedStep) -> tuple[int, int] | None:
    """How many of how many units survived a step, where that is told."""
    rules = family(document.family).rules
    if rules is None or step.observation is None:
        return None
    pair: tuple[int, int] | None = load(rules).survivors(step.observation)
    return None if pair is None or not pair[1] else pair


def descent_of(document: EpisodeDocument, most: int) -> Descent:
    """What the curve shows."""
    unit = f"{noun_of(document)}s"
    start = _counted(document, Column("start", f"at the start {_part_text(document)} {unit}"))
    moments = (start, *(_moment(step, unit) for step in document.steps[:most]))
    return Descent(moments, unit, document.decided_at)


def _moment(step: JudgedStep, unit: str) -> Moment:
    action, facts = action_line(step.action, 60), "; ".join(_facts(step, unit))
    text = f"step {step.step}, {action}: {facts}"
    moment = _counted(step, Column(action, text, step.refused is not None))
    if step.best is None or not step.best.worst or not step.best.low:
        return moment
    return replace(moment, best=(log2(step.best.low), log2(step.best.worst)))


def _counted(part: EpisodeDocument | JudgedStep, column: Column) -> Moment:
    count = None if part.members is None else whole(part.members)
    return Moment(column, bits_between(part), count, empty=part.members == 0)


def bits_between(part: EpisodeDocument | JudgedStep) -> Span | None:
    """Bits left: exactly, between proven bounds, or nobody knows."""
    if part.members:
        return log2(part.members), log2(part.members)
    if part.members is None and isinstance(part.at_least, int) and isinstance(part.at_most, int):
        return log2(max(1, part.at_least)), log2(max(1, part.at_most))
    return None


def _part_text(part: EpisodeDocument | JudgedStep) -> str:
    if part.members is not None:
        return whole(part.members)
    if isinstance(part.at_least, int) and isinstance(part.at_most, int):
        return f"between {whole(part.at_least)} and {upper(part.at_most)}"
    return "an unknown number of"


def _facts(step: JudgedStep, unit: str) -> Iterator[str]:
    if step.refused is not None:
        yield f"refused: {step.refused}"
    yield f"{_part_text(step)} {unit} left"
    if step.gain is not None:
        yield f"gain {fixed(step.gain, 2)} bits"
    fate = fortune(step.regret_low, step.regret_high)
    if fate is not None:
        yield fate
