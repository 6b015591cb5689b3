"""The next experiment, for people."""

from __future__ import annotations

from symcause.audits.story import Grid, Section, Story, Tone
from symcause.families.boolean.documents.next import BooleanExperiment, BooleanNext
from symcause.models.words import UNDEFINED, number_of, whole

_SHOWN = 20  # experiments in a report


def next_story(document: BooleanNext) -> Story:
    """What to do, and how many models each experiment would leave."""
    rows = tuple(
        (
            intervention(found.experiment["do"]),
            _worst(found),
            _average(found),
            number_of(found.best_case),
        )
        for found in document.experiments[:_SHOWN]
    )
    table = Grid(("experiment", "worst case", "expected", "best case"), rows, right=(1, 2, 3))
    return Story(
        f"{document.problem} · {document.setting}",
        _advice(document),
        tone=_tone(document),
        facts=(
            ("models now", number_of(document.count, "unknown")),
            ("contexts", number_of(document.contexts)),
            ("class", str(document.scope)),
        ),
        notes=(document.reason,) if document.shrinks and document.reason else (),
        sections=(Section("Models left by an experiment", (table,)),) if rows else (),
    )


def _tone(document: BooleanNext) -> Tone:
    if document.settled:
        return Tone.GOOD
    return Tone.UNKNOWN if document.shrinks is None else Tone.PLAIN


def _advice(document: BooleanNext) -> str:
    if not document.shrinks or not document.experiments:
        reason = document.reason or "the time was up"
        return f"{reason[:1].upper()}{reason[1:]}."
    best = document.experiments[0]
    done = intervention(best.experiment["do"])
    if best.settles:
        return f"{done} leaves one model, whatever is seen."
    now = number_of(document.count)
    if best.exact:
        return f"{done} leaves at most {number_of(best.worst)} of {now} models."
    return (
        f"{done} leaves at most {number_of(best.worst)} of {now} models; "
        f"some outcome leaves {number_of(best.at_least)}."
    )


def _worst(found: BooleanExperiment) -> str:
    if found.exact:
        return number_of(found.worst)
    return f"{number_of(found.at_least)} to {number_of(found.worst)}"


def _average(found: BooleanExperiment) -> str:
    value, mark = (found.expected, "") if found.expected is not None else (found.about, "about ")
    if value is None:
        return UNDEFINED
    if isinstance(value, str):
        return mark + whole(int(value))
    return f"{mark}{value:,.6g}" if value < 1e6 else f"{mark}{value:.3g}"


def intervention(assigned: object) -> str:
    """An experiment as reports write it."""
    assert isinstance(assigned, dict)
    return ", ".join(f"{name} := {bit}" for name, bit in assigned.items()) or "no intervention"
