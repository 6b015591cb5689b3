"""The advice of the next question in words: which experiment to do, and what it leaves.

A family says what its experiments are called, and what they leave; the advice is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable

from symcause.audits.experiments.experiment_document import (
    BoundedExperiment,
    NextDocument,
    NextExperiment,
    RankedDocument,
)
from symcause.audits.story import Line, Tone
from symcause.models.number_phrases import number_of, plural, upper

Done = Callable[[NextExperiment], str]
"""An experiment in words."""


def tone(document: NextDocument) -> Tone:
    """How good the news is."""
    if document.settled:
        return Tone.GOOD
    return Tone.UNKNOWN if document.shrinks is None else Tone.PLAIN


def advice(document: RankedDocument, done: Done, left: str) -> str:
    """What to do, and how many members (*left* is what one of them is called) would remain."""
    if not document.shrinks or not document.experiments:
        reason = document.reason or "the time was up"
        return f"{reason[:1].upper()}{reason[1:]}."
    best = document.best
    assert best is not None
    said = done(best)
    if best.settles:
        return f"{said} leaves one {left}, whatever is seen."
    said = f"{said} leaves at most {upper(best.worst)} of {number_of(document.count)} {left}s"
    if not best.exact:
        said = f"{said}; some outcome leaves {number_of(best.at_least)}"
    first = document.experiments[0]
    if first is not best:
        least = f"no outcome known so far leaves more than {number_of(first.at_least)}"
        said = f"{said}. {done(first)} may leave fewer ({least}), which is not proven"
    return f"{said}."


def worst(found: BoundedExperiment) -> str:
    """The worst case, or its bounds."""
    if found.exact:
        return number_of(found.worst)
    return f"{number_of(found.at_least)} to {upper(found.worst)}"


def unlisted(number: int, most: int) -> tuple[Line, ...]:
    """What a report says of experiments beyond those that it lists.

    >>> [line.text for line in unlisted(22, 20)], unlisted(20, 20)
    (['and 2 others'], ())
    """
    more = number - most
    return (Line(f"and {plural(more, 'other')}", quiet=True),) if more > 0 else ()
