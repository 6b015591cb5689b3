"""The sentences of a drawing in a state of its evidence: how many are left, and what they disagree on.

The page says the same with a script of its own (``spaceplan.js``), which has the sentences of verdicts from
the drawing; a test compares the two in every state.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.audits.verdicts import WORDS, judge
from symcause.reports.space_drawing.drawn_space import SpaceDrawing


def headline(drawing: SpaceDrawing, state: int) -> str:
    """What follows the number of members."""
    number, one, many = drawing.count(state), *drawing.noun
    if drawing.compared:
        return f"{many} are compared. They disagree on {disagreement(drawing, state)}."
    further = any(e.further and state >> k & 1 for k, e in enumerate(drawing.evidence))
    what = "the evidence and what would be seen" if further else "the evidence"
    known = drawing.gold is not None and drawing.gold in drawing.left(state)
    text = WORDS[judge(number)].drawn.format(
        one=one, many=many, evidence=what, gold=", and it is gold" if known else ""
    )
    said = disagreement(drawing, state) if number > 1 else ""
    if not said:
        return text
    who = "They disagree" if _whole(drawing, state) else "Those drawn disagree"
    return f"{text} {who} on {said}."


def disagreement(drawing: SpaceDrawing, state: int) -> str:
    """What the marks that are left disagree on, most answers first."""
    causes: list[tuple[int, int]] = []
    functions: list[tuple[int, int]] = []
    for v, made in enumerate(drawing.mechanisms):
        here = {drawing.marks[i][v] for i in drawing.left(state)}
        if len(here) > 1:
            several = len({made[m].parents for m in here}) > 1
            (causes if several else functions).append((-len(here), v))
    parts = []
    if causes:
        parts.append(f"what causes {_few(drawing, causes)}")
    if functions:
        word = "are" if len(functions) > 1 else "is"
        parts.append(f"how {_few(drawing, functions)} {word} made")
    return ", and ".join(parts)


def _few(drawing: SpaceDrawing, found: Sequence[tuple[int, int]]) -> str:
    names = [drawing.variables[v] for _, v in sorted(found)]
    return joined_names([*names[:3], f"{len(names) - 3} more"] if len(names) > 4 else names)


def joined_names(names: Sequence[str]) -> str:
    """Names in a row.

    >>> joined_names(["a", "b", "c"]), joined_names(["a"])
    ('a, b and c', 'a')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def settled(drawing: SpaceDrawing, state: int) -> tuple[str, ...]:
    """The variables about which all members agree; () where that is not known."""
    if not _whole(drawing, state):
        return ()
    left = drawing.left(state)
    held = range(len(drawing.variables))
    return tuple(
        drawing.variables[v] for v in held if len({drawing.marks[i][v] for i in left}) == 1
    )


def _whole(drawing: SpaceDrawing, state: int) -> bool:
    """Is every member of this state a mark?"""
    return len(drawing.left(state)) == drawing.count(state)


def subline(drawing: SpaceDrawing, state: int) -> str:
    """What is drawn, what of it is ruled out, what is switched off, and what is settled."""
    marks, many, sample = len(drawing.marks), drawing.noun[1], drawing.sample
    left, number = len(drawing.left(state)), drawing.count(state)
    if drawing.compared:
        sure = settled(drawing, state)
        return (
            f"{drawing.title}: they agree on {joined_names(sure)}." if sure else f"{drawing.title}."
        )
    if sample is None:
        gone = f"{marks - left:,} of them ruled out" if marks > left else "none ruled out"
        noun = drawing.noun[0] if marks == 1 else many
        text = f"{drawing.title}: {marks:,} {noun} drawn, {gone}"
    else:
        how = (
            "a uniform sample"
            if not sample.whole
            else "all that explain everything, of the others a sample"
        )
        text = (
            f"{drawing.title}: {marks:,} of {sample.total:,} {many} drawn, {how}; numbers at rows and "
            "columns count marks"
        )
        if left < number:
            text += f", and {left:,} of the {number:,} left are marks"
    off = sum(not state >> k & 1 for k in range(len(drawing.evidence)))
    if off:
        text += f"; {off} of {len(drawing.evidence)} pieces of evidence off"
    sure = settled(drawing, state) if number > 1 else ()
    return f"{text}. Settled: {joined_names(sure)}." if sure else f"{text}."


def switch_words(drawing: SpaceDrawing, state: int, piece: int) -> str:
    """What a switch would do."""
    if drawing.evidence[piece].fixed:
        return "always on"
    other = drawing.count(drawing.flipped(state, piece))
    word = "without it" if state >> piece & 1 else "with it"
    return f"{word} {'still ' if other == drawing.count(state) else ''}{other:,}"


def share_words(drawing: SpaceDrawing, state: int, question: int, answer: int) -> str:
    """How many marks with an answer are left, at a row or a column."""
    having = [i for i in range(len(drawing.marks)) if drawing.answer(question, i) == answer]
    left = len(set(having) & set(drawing.left(state)))
    return f"{left:,}" if left == len(having) else f"{left:,} of {len(having):,}"
