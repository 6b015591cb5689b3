"""The audit story in a ShapeWorld report: the verdict, the steps to it, and every pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import UnsetType

from symcause.audits.story import Grid, Line, Right, Section, Story, Tone
from symcause.families.shapeworld.audits.verdict_sentences import WORDS
from symcause.families.shapeworld.bounds import MATRIX_SHAPES
from symcause.families.shapeworld.documents.audit_document import (
    OptimumPart,
    ShapeWorldAudit,
    StepPart,
)
from symcause.families.shapeworld.problem.verdict_kinds import Support, TranscriptVerdict
from symcause.models.number_phrases import mean, number_of, plural

KNOWN = {"always": "yes", "never": "no", "open": "?", "hidden": "×"}
"""How the matrix shows the status of a pair."""

_KNOWN = "What is known: does the shape of the row cause that of the column?"


def audit_story(d: ShapeWorldAudit) -> Story:
    """The report of ``symcause audit``."""
    verdict = TranscriptVerdict(d.verdict or TranscriptVerdict.UNKNOWN)
    return Story(
        f"{d.problem} · {d.question}",
        d.sentence,
        str(verdict),
        _tone(d, verdict),
        facts=tuple(_facts(d)),
        notes=tuple(_notes(d)),
        sections=tuple(_sections(d)),
        steps=tuple(_steps(d, verdict)),
    )


def _tone(d: ShapeWorldAudit, verdict: TranscriptVerdict) -> Tone:
    if verdict.settled and d.support == Support.REFUTED:
        return Tone.BAD
    return WORDS[verdict].tone


def _facts(d: ShapeWorldAudit) -> Iterator[tuple[str, str]]:
    """The figures beside the verdict."""
    yield "relations left", number_of(d.count, "unknown")
    if isinstance(d.driven, UnsetType):
        yield "DAGs left", number_of(d.graphs, "unknown")
    else:
        yield "driven by something hidden", _driven(d.driven)
    yield "class", f"{d.scope.name}: {d.scope.scope.name.meaning}"
    if not isinstance(d.start, UnsetType):
        yield "start", start_words(d)
    if d.answer is not None:
        yield "answer", _answer(d)
    if d.decided_at is not None:
        yield "settled", _when(d.decided_at)
    if d.surplus:
        yield "steps after that", str(d.surplus)
    if d.optimum is not None:
        yield from _optimum(d.optimum, d)


def start_words(d: ShapeWorldAudit) -> str:
    """How the start was read, and why."""
    if d.start_conflicts is True:
        return "conflicts with the log: the steps alone are judged"
    return {"any": "any: the steps alone are judged"}.get(str(d.start), "closed")


def _driven(driven: dict[str, str]) -> str:
    """Which shapes, and which perhaps.

    >>> _driven({"circle": "always", "square": "never", "star": "open"})
    'circle; perhaps star'
    """
    sure, perhaps = (
        ", ".join(name for name, status in driven.items() if status == word)
        for word in ("always", "open")
    )
    return "; ".join(filter(None, (sure, f"perhaps {perhaps}" if perhaps else ""))) or "none"


def _answer(d: ShapeWorldAudit) -> str:
    if d.answer not in ("yes", "no"):
        return f"{d.answer!r}: no answer"
    if d.contradicts_key:
        return f"{d.answer}: not judged, the log contradicts the key ({d.truth})"
    if d.support is None:
        return f"{d.answer}: not judged"
    right = {"yes": True, "no": False}
    text = f"{d.answer}: {d.support}"
    if d.lucky:
        return f"{text} (right by luck)"
    if d.truth is not None and right.get(d.answer or "") != right[d.truth]:
        return f"{text}, wrong" + (f" ({d.pattern})" if d.pattern else "")
    return text


def _optimum(part: OptimumPart, d: ShapeWorldAudit) -> Iterator[tuple[str, str]]:
    if d.settled is False:
        if part.worst_case is not None:
            yield "still needed at worst", plural(part.worst_case, "intervention")
        elif part.bound is not None:
            yield "still needed at worst", f"at most {plural(part.bound, 'intervention')}"
        if part.expected is not None:
            both = (part.expected.relations, part.expected.graphs)
            few, *many = (mean(float(Fraction(value))) for value in both if value is not None)
            yield "on average", f"{few} (by DAGs {many[0]})" if many else few
    if part.shortest_proof is not None:
        yield "shortest proof", plural(part.shortest_proof, "intervention")
    if d.excess is not None:
        yield "interventions beyond it", str(d.excess)


def _notes(d: ShapeWorldAudit) -> Iterator[str]:
    """What to know at once: the answer, where it was settled, what it takes."""
    if d.early:
        yield f"stopped early: {d.early}; what is shown was known by then"
    if d.answer is not None:
        yield f"answer {_answer(d)}" + _meaning(d)
    if d.decided_at is not None:
        after = f"; {plural(d.surplus, 'more step')} followed" if d.surplus else ""
        yield f"settled {_when(d.decided_at)}{after}"
    if d.optimum is not None:
        texts = [f"{name}: {value}" for name, value in _optimum(d.optimum, d)]
        if texts:
            yield "; ".join(texts)


def _when(decided_at: int) -> str:
    return "by the start" if decided_at == 0 else f"after step {decided_at}"


def _meaning(d: ShapeWorldAudit) -> str:
    if d.support == Support.REFUTED:
        return ": the transcript proves the opposite"
    if d.verdict == TranscriptVerdict.UNDECIDABLE:
        return ": nothing can ever show whether it is right"
    return ": worlds with either answer show this" if d.support == Support.UNSUPPORTED else ""


def _sections(d: ShapeWorldAudit) -> Iterator[Section]:
    if d.initial is not None:
        table = Grid.of(
            (Right("step"), "action", "moving then", "kind", Right("relations left"), "verdict"),
            tuple(_row(step) for step in d.steps),
        )
        start = moving_words(d.initial)
        blocks = (Line(f"  start: {start}"), table) if d.steps else (f"  {start}",)
        yield Section("Steps" if d.steps else "Start", blocks)
    if d.relations is not None and len(d.shapes) > MATRIX_SHAPES:
        left = f"  not shown here: {plural(len(d.shapes), 'shape')}; --json has them all"
        yield Section(_KNOWN, (Line(left, quiet=True),))
    elif d.relations is not None:
        yield Section(
            _KNOWN,
            (
                _matrix(d),
                Line(f"yes: in all worlds; no: in none; ?: in some{_crossed(d)}", quiet=True),
            ),
        )
    if d.certificate_file:
        yield Section("Certificate", (f"  written to {d.certificate_file}",))
    elif d.certificate_reason:
        yield Section("Certificate", (f"  none: {d.certificate_reason}",))


def _crossed(d: ShapeWorldAudit) -> str:
    """What a cross says, where there is one."""
    return "; ×: nothing can ever show it" if "hidden" in (d.relations or {}).values() else ""


def moving_words(moving: Sequence[str]) -> str:
    """What moves.

    >>> moving_words(()), moving_words(("star",)), moving_words(("circle", "star"))
    ('nothing moves', 'star moves', 'circle, star move')
    """
    return f"{', '.join(moving) or 'nothing'} move{'s' if len(moving) < 2 else ''}"


def _row(step: StepPart) -> tuple[str, ...]:
    moving = "not seen" if step.moving is None else ", ".join(step.moving) or "nothing"
    return (
        "" if step.number is None else str(step.number),
        f"{step.action} {step.shape}" if step.action else "(state shown again)",
        moving,
        step.kind or "",
        number_of(step.count, ""),
        step.verdict or "",
    )


def _matrix(d: ShapeWorldAudit) -> Grid:
    assert d.relations is not None
    rows = []
    for cause in d.shapes:
        cells = [
            "·" if cause == effect else KNOWN[d.relations[f"{cause}->{effect}"]]
            for effect in d.shapes
        ]
        rows.append((cause, *cells))
    return Grid(("", *d.shapes), tuple(rows))


def _steps(d: ShapeWorldAudit, verdict: TranscriptVerdict) -> Iterator[str]:
    """What to do next."""
    if verdict is TranscriptVerdict.OPEN:
        if d.next is not None:
            yield f"best next: {d.next}"
        if d.initial is not None and d.start != "any":
            yield "see the whole policy: symcause disambiguate PROBLEM"
    elif verdict.settled and not d.certificate_file:
        yield "keep the proof: symcause audit PROBLEM --certificate FILE"
        yield "have it re-checked: symcause verify PROBLEM FILE"
    elif verdict is TranscriptVerdict.INCONSISTENT and d.start != "any":
        yield "judge the steps alone: symcause audit PROBLEM --start any"
    elif verdict is TranscriptVerdict.OUTSIDE:
        yield "judge in the class all: symcause audit PROBLEM --class all"
    elif verdict is TranscriptVerdict.INVALID:
        yield "the log is not of this world: remove gold to judge what was seen alone"
