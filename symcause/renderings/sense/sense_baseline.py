"""The sense baseline ``common-sense``: what everybody knows about the nouns, and no look at the evidence.

It answers renderings in themes that have common sense; other problems it passes over. How near an answer
is to common sense and to gold says whether a system that was misled followed the words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from symcause.errors import SymcauseError
from symcause.registry import family_of
from symcause.renderings.family_words import wording_of
from symcause.renderings.rendering_metadata import rendering_of
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.scoring.overlap import hamming_distance

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

NAME = "common-sense"
ABOUT = "what common sense says about the nouns of a rendering, without the evidence"


def sense_of(problem: Problem, themes: Sequence[str] = ()) -> SenseGraph | None:
    """The common sense about the variables of a rendered problem; None where there is none.

    *themes* are folders with themes of one's own.
    """
    if rendering_of(problem) is None:
        return None
    from symcause.renderings.rendered_problem import words_of  # loaded when it is needed

    try:
        theme, _ = words_of(problem, themes)
    except SymcauseError:
        return None
    return SenseGraph(theme.edges) if theme.has_sense else None


def sense_text(problem: Problem, themes: Sequence[str] = ()) -> str | None:
    """The answer of the baseline; None: it does not do such a problem."""
    sense = sense_of(problem, themes)
    if sense is None:
        return None
    answer = wording_of(family_of(problem).name).sense_answer(problem, sense)
    return None if answer is None else json.dumps(answer)


def sense_distances(
    problem: Problem, response: str, themes: Sequence[str] = ()
) -> dict[str, int] | None:
    """How far the edges of an answer are from gold and from common sense, where the two contradict.

    None where common sense does not contradict gold on purpose, or where the answer states no edges.
    """
    about = rendering_of(problem)
    if about is None or about.get("alignment") != "contradict":
        return None
    sense = sense_of(problem, themes)
    wording = wording_of(family_of(problem).name)
    true = wording.true_edges(problem)
    if sense is None or true is None:
        return None
    answered = wording.answered_edges(problem, response)
    if answered is None:
        return None
    expected = wording.sense_edges(problem, sense)
    return {
        "gold": hamming_distance(answered, true),
        "sense": hamming_distance(answered, expected),
    }


def compared_with_sense(
    line: dict[str, object], problem: Problem, response: str, themes: Sequence[str] = ()
) -> dict[str, object]:
    """The line of a score; of an answer to a rendering also how near it is to gold and to common sense."""
    if rendering_of(problem) is None:
        return line
    found = sense_distances(problem, response, themes)
    return line if found is None else {**line, "sense": found}
