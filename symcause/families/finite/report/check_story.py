"""The check story of a finite answer: whether it is right, and what speaks for it."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Grid, Line, Section, Story, Tone
from symcause.families.finite.documents.check_document import FiniteCheck
from symcause.models.number_phrases import number_of, percent, plural, yes_no


def check_story(document: FiniteCheck) -> Story:
    """The report of ``symcause check``."""
    tones = {True: Tone.GOOD, False: Tone.BAD, None: Tone.UNKNOWN}
    return Story(
        document.problem or "",
        _sentence(document),
        tone=tones[document.right],
        facts=check_facts(document),
        notes=(document.disputed,) if isinstance(document.disputed, str) else (),
        sections=tuple(_sections(document)),
    )


def _sentence(document: FiniteCheck) -> str:
    if not document.valid:
        return f"No valid answer: {document.stage}: {document.reason}."
    if document.predictions is not None:
        right = sum(part.right is True for part in document.predictions)
        return f"{right} of {len(document.predictions)} predictions are what follows."
    if document.right:
        if document.unique:
            return "The answer is right: the only model of the class that explains the worlds."
        if document.count is None or not document.in_class:
            return "The answer is right: it explains the worlds."
        return f"The answer is right: one of {document.count:,} models that explain the worlds."
    missed = "held-out" if document.train_exact else "training"
    return f"The answer is wrong: it does not explain the {missed} worlds."


def check_facts(document: FiniteCheck) -> tuple[tuple[str, str], ...]:
    """The figures beside the sentence."""
    return tuple(_facts(document))


def _facts(document: FiniteCheck) -> Iterator[tuple[str, str]]:
    yield "setting", document.setting
    if document.in_class is not None:
        yield "in the class", yes_no(document.in_class)
    if document.count is not None and not document.abstained:
        yield "models that explain the worlds", number_of(document.count)
    if document.train_world_exact is not None and document.valid:
        yield "exact training worlds", percent(document.train_world_exact)
    if document.heldout_world_exact is not None and document.valid:
        yield "exact held-out worlds", percent(document.heldout_world_exact)
    if document.functions_right is not None:
        yield "functions of gold", percent(document.functions_right)
    if isinstance(document.gold_accuracy, float):
        yield "by stored labels", percent(document.gold_accuracy)
    if document.total_size is not None:
        yield "size", str(document.total_size)


def _sections(document: FiniteCheck) -> Iterator[Section]:
    if document.predictions:
        heads = ("query", "said", "what follows", "stored", "support")
        rows = tuple(
            (part.id, str(part.said), _said(part.derived), _said(part.gold), _said(part.support))
            for part in document.predictions
        )
        yield Section("Predictions", (Grid(heads, rows),))
    if document.parent_shd:
        yield Section("Against gold", (Line(f"  {_differ(document.parent_shd)}"),))


def _differ(edges: int) -> str:
    """
    >>> _differ(1), _differ(3)
    ('1 edge differs', '3 edges differ')
    """
    return f"{plural(edges, 'edge')} {'differs' if edges == 1 else 'differ'}"


def _said(value: object) -> str:
    return "–" if value is None else str(value)
