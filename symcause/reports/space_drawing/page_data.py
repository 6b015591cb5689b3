"""The page data of a drawing: the same document, packed for the script that draws it.

Small numbers by mark are one character each: a drawing of two thousand marks takes some fifty kilobytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.audits.verdicts import THAT_EXPLAIN
from symcause.reports.space_drawing.drawn_space import FORMAT, SpaceDrawing
from symcause.reports.views.verdict_looks import drawn

ALPHABET = "".join(chr(c) for c in range(35, 127) if chr(c) not in "\"\\<>&`$'")
"""Characters that stand for 0, 1, 2, … in the page."""


def packed(numbers: Sequence[int]) -> str | list[int]:
    """Numbers as a text, one character each; as they are where they are too large or negative.

    >>> packed((0, 1, 0)), packed((-1,))
    ('#%#', [-1])
    """
    if all(0 <= n < len(ALPHABET) for n in numbers):
        return "".join(ALPHABET[n] for n in numbers)
    return list(numbers)


def page_data(drawing: SpaceDrawing) -> dict[str, object]:
    """Plain values, as the script of a page reads them."""
    kinds = list(dict.fromkeys(drawing.refuted))
    places = {sets: i for i, sets in enumerate(kinds)}
    sample = drawing.sample
    return {
        "format": FORMAT,
        "alphabet": ALPHABET,
        "title": drawing.title,
        "noun": list(drawing.noun),
        "words": {"counts": drawn(), "mark": THAT_EXPLAIN},
        "variables": list(drawing.variables),
        "mechanisms": [
            [[list(made.parents), made.text] for made in table] for table in drawing.mechanisms
        ],
        "marks": [packed(column) for column in zip(*drawing.marks, strict=True)],
        "size": len(drawing.marks),
        "evidence": [
            {
                "name": e.name,
                "detail": e.detail,
                "fixed": e.fixed,
                "after": e.after,
                **({"further": True} if e.further else {}),
            }
            for e in drawing.evidence
        ],
        "kinds": [list(sets) for sets in kinds],
        "refuted": packed([places[sets] for sets in drawing.refuted]),
        "questions": [
            {"v": q.variable, "name": q.name, "answers": list(q.answers), "of": packed(q.of)}
            for q in drawing.questions
        ],
        "rows": drawing.rows,
        "columns": list(drawing.columns),
        "experiments": [
            {
                "name": e.name,
                "results": list(e.results),
                "of": packed(e.of),
                "when": e.when,
                "exact": e.exact,
            }
            for e in drawing.experiments
        ],
        "chosen": drawing.chosen,
        "compared": drawing.compared,
        "questioned": drawing.questioned,
        "gold": drawing.gold,
        "sample": None
        if sample is None
        else {
            "total": sample.total,
            "whole": sample.whole,
            "counts": [list(c) for c in sample.counts],
        },
    }
