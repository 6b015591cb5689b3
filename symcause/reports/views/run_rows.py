"""Run rows in views of reports: end, steps and a small curve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction

from symcause.audits.story import CLASSES, Tone
from symcause.bounds.reports_bounds import CURVE_STEPS
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.outcome_sentences import noun_of, outcome
from symcause.episodes.judgement.step_story import episode_story, measured
from symcause.reports.figures.steps.run_sparkline import course, tried
from symcause.reports.figures.value_gauges import Gauge
from symcause.reports.views.episode_picture import descent_of, tries_of

TONES = {**CLASSES, Tone.PLAIN: CLASSES[Tone.UNKNOWN]}
"""The class of a row that means what a story's tone does."""

KINDS = {
    CLASSES[Tone.GOOD]: "right",
    CLASSES[Tone.SOME]: "right by luck",
    CLASSES[Tone.UNKNOWN]: "not answered",
    CLASSES[Tone.BAD]: "wrong",
}
"""What the dots of runs mean."""

RUNS: Mapping[str, object] = {
    "noun": "run",
    "kinds": KINDS,
    "title": "Every run, by the number of {}",
    "within": "by luck",
    "words": {"setting": "player", "verdict": "ended", "separable": ""},
}
"""What every row of runs says."""


def run_row(document: EpisodeDocument) -> dict[str, object]:
    """The row of an episode."""
    gauge = _gauge(document)
    drawn = course(descent_of(document, CURVE_STEPS).moments) or tried(
        tries_of(document, CURVE_STEPS)
    )
    return {
        **RUNS,
        "setting": document.agent,
        "unit": f"{noun_of(document)}s left",
        "verdict": outcome(document),
        "tone": TONES[Tone.UNKNOWN if document.abstained else episode_story(document).tone],
        "counted": (document.right is True, "runs end right"),
        "curve": None if drawn is None else str(drawn),
        "gauge": None if gauge is None else asdict(gauge),
        "more": {
            "problem": document.problem,
            "support": document.support,
            "steps": document.acted,
            "settled at step": document.decided_at,
            "regret, bits": None
            if document.regret is None or not document.acted
            else round(document.regret, 2),
            **(_worth(document) if isinstance(document.worth, str) else {}),
        },
    }


def _gauge(document: EpisodeDocument) -> Gauge | None:
    """What the answer is worth against what it had to reach, where both are numbers."""
    value, goal = (document.details.get(key) for key in ("value", "threshold"))
    if not isinstance(value, Mapping) or not isinstance(goal, str):
        return None
    ends = [float(Fraction(str(value[end]))) for end in ("low", "high")]
    return Gauge(ends[0], ends[1], float(Fraction(goal)), _share(document))


def _share(document: EpisodeDocument) -> float | None:
    """The share of units that survived."""
    sent, survived = (document.details.get(key) for key in ("fleet", "survived"))
    if not isinstance(survived, int) or not isinstance(sent, int) or sent < 1:
        return None
    return survived / sent


def _worth(document: EpisodeDocument) -> dict[str, object]:
    """What is known of the answer where there are no members: its numbers, three digits each."""
    return {name: _number(text) for name, text in measured(document)}


def _number(text: str) -> object:
    """
    >>> _number("0.5583 (67/120)"), _number("100"), _number("no"), _number("0.1 to 0.3")
    (0.558, 100, 'no', '0.1 to 0.3')
    """
    first, _, more = text.partition(" (")
    try:
        value = float(first)
    except ValueError:
        return text
    return int(value) if value.is_integer() and not more else float(f"{value:.3g}")
