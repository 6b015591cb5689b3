"""The check story of a textgraph report: how much of gold an answer has, where it goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import UnsetType

from symcause.audits.story import Grid, Line, Right, Section, Story, Tone
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.documents.score_parts import JudgePart
from symcause.families.textgraph.report.edge_sections import edge_sections, rate
from symcause.models.number_phrases import plural


def check_story(d: TextGraphCheck) -> Story:
    """The report of ``symcause check``."""
    tone = Tone.UNKNOWN if d.right is None else Tone.GOOD if d.right else Tone.BAD
    return Story(
        str(d.problem),
        _sentence(d),
        {True: "right", False: "not right", None: "unknown"}[d.right],
        tone,
        facts=tuple(_facts(d)),
        notes=tuple(_notes(d)),
        sections=(
            *_scores(d),
            *_errors(d),
            *_judge(d.judge),
            *edge_sections(d.missing, d.reversed, d.paths, d.extra),
        ),
        steps=() if d.right or not d.parsed else (_ALIGN,),
    )


_RELEASED = {
    "left out": "the released scorer leaves this answer out of its means",
    "crash": "the released scorer stops at this answer",
    None: "what the released scorer does with this answer is not known",
}
_ALIGN = "see how well the answer could score under other names: symcause align PROBLEM ANSWER --pairs all"


def _sentence(d: TextGraphCheck) -> str:
    if d.right:
        return "The answer has the edges of gold and no other."
    if not d.parsed:
        return "There is no graph in the answer."
    kept = d.predicted_edges - len(d.extra)
    gold = kept + len(d.missing)
    return (
        f"{kept} of {plural(gold, 'gold edge')} and {plural(len(d.extra), 'extra edge')}: "
        f"F1 {rate(d.f1)}."
    )


def _facts(d: TextGraphCheck) -> Iterator[tuple[str, str]]:
    yield "precision", rate(d.precision)
    yield "recall", rate(d.recall)
    yield "F1", rate(d.f1)
    yield "nodes", f"precision {rate(d.node_precision)}, recall {rate(d.node_recall)}"
    yield "distance", f"{d.shd} ({d.shd_reversal_2} with reversals twice)"
    if d.sid is not None:
        yield "SID", f"{d.sid.count} ({rate(d.sid.normalised)})"
    if d.released is not None:
        yield "released F1*", rate(d.released.f1)
    if d.shape is not None:
        yield "read as", f"{plural(d.predicted_edges, 'edge')} ({d.shape})"


def _scores(d: TextGraphCheck) -> Iterator[Section]:
    if not d.parsed:
        return
    rows = [
        ("edges", rate(d.precision), rate(d.recall), rate(d.f1)),
        ("nodes", rate(d.node_precision), rate(d.node_recall), ""),
    ]
    if d.released is not None:
        released = d.released
        rows.append(
            ("edges, released*", rate(released.precision), rate(released.recall), rate(released.f1))
        )
    twice = f" ({d.shd_reversal_2} if a reversal counts twice)"
    words = f"distance from gold: {plural(d.shd or 0, 'edge')}{twice}, {rate(d.nshd)} of the most possible"
    star = "* what the released scorer prints under these names"
    grid = Grid.of(("", Right("precision"), Right("recall"), Right("F1")), tuple(rows))
    starred = (Line(star, quiet=True),) if len(rows) > 2 else ()
    yield Section("Scores", (grid, Line(words), *starred))


def _errors(d: TextGraphCheck) -> Iterator[Section]:
    """How far the scores move if gold is wrong."""
    found = d.gold_errors
    if isinstance(found, UnsetType):
        return
    rows = (
        ("F1", *(rate(float(Fraction(end))) for end in (found.f1.low, found.f1.high))),
        ("distance", str(found.shd.low), str(found.shd.high)),
        (
            "distance, reversals twice",
            str(found.shd_reversal_2.low),
            str(found.shd_reversal_2.high),
        ),
    )
    kinds = f"up to {found.missing} missing and {found.spurious} spurious, {found.k} in all"
    title = f"Scores if gold edges are wrong: {kinds}"
    yield Section(title, (Grid.of(("", Right("least"), Right("greatest")), rows),))


def _notes(d: TextGraphCheck) -> Iterator[str]:
    if d.released_status != "scored" and d.released_reason:
        yield f"{_RELEASED[d.released_status]}: {d.released_reason}"
    if d.repeated:
        yield f"{plural(d.repeated, 'repeated edge')} counted once"
    if d.parsed and (d.aid is None or d.aid.oset is None) and d.reason and d.reason != d.early:
        yield d.reason
    if d.early:
        yield f"stopped early: {d.early}"


def _judge(part: JudgePart | None) -> Iterator[Section]:
    if part is None:
        return
    rows = (
        ("nodes", rate(part.node_precision), rate(part.node_recall), rate(part.node_f1)),
        ("edges", rate(part.edge_precision), rate(part.edge_recall), rate(part.edge_f1)),
        (
            "overall",
            rate(part.overall_precision),
            rate(part.overall_recall),
            rate(part.overall_f1),
        ),
    )
    yield Section(
        "By the judge", (Grid.of(("", Right("precision"), Right("recall"), Right("F1")), rows),)
    )
