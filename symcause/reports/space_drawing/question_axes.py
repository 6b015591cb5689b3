"""The questions of a drawing as axes: what causes each variable, how it is made, and which two tell most.

The rows are the question with the largest entropy over the members that explain all evidence plus that over
all marks, after rare answers are put together; the columns tell most beyond the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log2

from symcause.bounds.reports_bounds import AXIS_ANSWERS, AXIS_INPUTS
from symcause.reports.space_drawing.drawn_space import AxisQuestion, Mechanism
from symcause.reports.space_drawing.evidence_board import Asked

_NOTHING = 1e-9  # bits that are none

Marks = Sequence[tuple[int, ...]]
Inputs = Callable[[str, Sequence[Mechanism]], tuple[str, Sequence[str]] | None]


def questions_of(
    variables: Sequence[str],
    mechanisms: Sequence[Sequence[Mechanism]],
    marks: Marks,
    core: Sequence[int],
    asked: Asked | None = None,
    inputs: Inputs | None = None,
) -> tuple[AxisQuestion, ...]:
    """Every question that has more than one answer; *core* are the marks that explain all evidence.

    What the problem itself asks comes first.
    """
    questions = []
    if asked is not None:
        answers = [asked.answer(one) for one in mechanisms[asked.variable]]
        if len(set(answers)) > 1:
            questions.append(_question(asked.variable, asked.name, answers, marks, core))
    for j, (name, made) in enumerate(zip(variables, mechanisms, strict=True)):
        causes = [one.causes for one in made]
        texts: Sequence[str] = [one.text or one.causes for one in made]
        how = f"how {name} is made"
        if inputs is not None and len(set(causes)) == 1 < len(set(texts)):
            how, texts = inputs(name, made) or (how, texts)
        if len(set(causes)) > 1:
            questions.append(_question(j, f"what causes {name}", causes, marks, core))
        if len(set(texts)) > max(1, len(set(causes))):
            questions.append(_question(j, how, texts, marks, core))
    return tuple(questions)


def _question(
    variable: int, name: str, told: Sequence[str], marks: Marks, core: Sequence[int]
) -> AxisQuestion:
    every = Counter(told[mark[variable]] for mark in marks)
    first = Counter(told[marks[i][variable]] for i in core)
    order = sorted(every, key=lambda text: (-first[text], -every[text], text))
    if len(order) <= max(AXIS_ANSWERS, 2**AXIS_INPUTS * all(map(_is_bits, order))):
        return AxisQuestion(variable, name, tuple(order), tuple(map(order.index, told)))
    kept = order[: AXIS_ANSWERS - 1]
    others = len(order) - len(kept)
    of = tuple(kept.index(text) if text in kept else len(kept) for text in told)
    return AxisQuestion(variable, name, (*kept, f"{others} other answers"), of, others)


def _is_bits(text: str) -> bool:
    """Is that what a function gives on a few inputs?"""
    return not set(text) - {"0", "1", " "}


def axes(
    questions: Sequence[AxisQuestion], marks: Marks, core: Sequence[int], first: str = ""
) -> tuple[int | None, tuple[int | None, ...]]:
    """The question of the rows, and for every question the one that goes beside it as columns.

    The question of the name *first*, where it is one of them, has the rows, and no columns beside it: it
    is the problem's own, and its answers are blocks.
    """
    if not questions:
        return None, ()
    everyone = range(len(marks))
    at = [[asked.of[mark[asked.variable]] for mark in marks] for asked in questions]

    def bits(q: int, given: int | None) -> float:
        parts = (core, everyone)
        if given is None:
            return sum(_entropy([at[q][i] for i in part]) for part in parts)
        pairs = [[(at[q][i], at[given][i]) for i in part] for part in parts]
        known = [[at[given][i] for i in part] for part in parts]
        return sum(map(_entropy, pairs)) - sum(map(_entropy, known))

    places = range(len(questions))
    rows = max(places, key=lambda q: (questions[q].name == first, bits(q, None), -q))
    beside: list[int | None] = []
    for row in places:
        others = [q for q in places if questions[q].variable != questions[row].variable]
        best = max(others, key=lambda q: (bits(q, row), -q), default=None)
        alone = questions[row].name == first or best is None or bits(best, row) <= _NOTHING
        beside.append(None if alone else best)
    return rows, tuple(beside)


def _entropy(answers: Sequence[object]) -> float:
    """In bits, to nine digits: the order of questions is the same on every machine."""
    size = len(answers)
    shares = sorted(Counter(answers).values())
    return round(-sum(n / size * log2(n / size) for n in shares), 9) if size else 0.0
