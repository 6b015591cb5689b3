"""The align story of a text graph: the interval, its proof, and what unrelated graphs reach."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.story import Grid, Line, Right, Section, Story, Tone
from symcause.families.textgraph.bounds import SHOWN_EDGES
from symcause.families.textgraph.documents.align_document import (
    AlignDocument,
    RewiredPart,
    SpanPart,
)
from symcause.families.textgraph.report.edge_sections import edge_sections, printable_name, rate
from symcause.models.number_phrases import plural

_PAIRS = {
    "all": "all pairs of nodes",
    "exact": "equal names",
    "normalised": "names that differ in spelling only",
    "gold file": "the pairs in the gold file",
    "similarity": "similar names",
    "file": "the pairs of a file",
}


MOST = "the most that any alignment keeps"
"""What the upper end of the interval says."""


def align_story(d: AlignDocument) -> Story:
    """The report of ``symcause align``."""
    tones = {"optimal": Tone.PLAIN if by_chance(d) else Tone.GOOD, "bounded": Tone.SOME}
    return Story(
        str(d.problem),
        _sentence(d),
        d.status,
        tones.get(d.status, Tone.UNKNOWN),
        facts=tuple(_facts(d)),
        notes=tuple(_notes(d)),
        sections=(
            *_scores(d),
            *_merge(d),
            *_map(d),
            *edge_sections(d.missing, d.reversed, d.paths, d.extra),
        ),
    )


def _sentence(d: AlignDocument) -> str:
    if d.edges is None or d.f1 is None:
        return "Nothing is known about the best alignment."
    kept = plural(d.edges.high, "edge")
    if d.status != "optimal":
        kept = f"{d.edges.low} to {kept}"
    return f"The best alignment keeps {kept}: F1 {span(d.f1)}{_contrast(d)}."


def by_chance(d: AlignDocument) -> bool:
    """Do rewired answers reach the same F1, or more?"""
    rewired = d.rewired_f1
    return (
        rewired is not None and d.f1 is not None and d.f1.low <= (rewired.high or rewired.low).max
    )


def _contrast(d: AlignDocument) -> str:
    """What answers that know nothing reach; an F1 alone says nothing."""
    found = d.rewired_f1
    if found is None:
        return ""
    most = f"{rewired_span(found)} on average and up to {rate((found.high or found.low).max)}"
    if by_chance(d):
        return f", no more than chance: rewired answers reach {most}"
    return f"; rewired answers reach {most}"


def span(found: SpanPart | None) -> str:
    """One number, or the two ends of an interval."""
    if found is None:
        return "–"
    low, high = rate(found.low), rate(found.high)
    return low if low == high else f"{low} to {high}"


def _facts(d: AlignDocument) -> Iterator[tuple[str, str]]:
    if d.pairs is not None:
        yield "allowed", f"{_PAIRS.get(d.pairs.source, d.pairs.source)} ({d.pairs.count})"
    yield "precision", span(d.precision)
    yield "recall", span(d.recall)
    yield "F1", span(d.f1)
    yield from _proof(d)


def _proof(d: AlignDocument) -> Iterator[tuple[str, str]]:
    """What proves the upper end, and what a value must be compared with."""
    if d.edges is not None:
        proof = "the certificate" if d.proved_by == "certificate" else "a solver"
        yield MOST, f"{plural(d.edges.high, 'edge')}, proven by {proof}"
    rewired = d.rewired_f1
    if rewired is not None:
        yield "rewired answers", f"{rewired_span(rewired)} on average of {rewired.runs}"


def rewired_span(found: RewiredPart) -> str:
    """The mean over rewired answers: one number, or from what was found to what is possible."""
    low = rate(found.low.mean)
    high = low if found.high is None else rate(found.high.mean)
    return low if low == high else f"{low} to {high}"


def _notes(d: AlignDocument) -> Iterator[str]:
    if d.edges is not None and d.proved_by == "solver":
        yield (
            f"the certificate alone proves no more than {plural(d.edges.certified_high, 'edge')}; "
            "the rest is a solver's word"
        )
    if d.pairs is not None and d.pairs.source == "all":
        yield "with all pairs allowed even unrelated graphs reach 0.5 to 0.7: compare with rewired ones"
    if d.reason:
        yield f"stopped early: {d.reason}"


def _scores(d: AlignDocument) -> Iterator[Section]:
    if d.edges is None:
        return
    rows = tuple(
        (name, span(found))
        for name, found in (("precision", d.precision), ("recall", d.recall), ("F1", d.f1))
    )
    yield Section(
        "Scores", (Grid.of(("", Right("best")), rows), *(Line(f"{a}: {b}") for a, b in _proof(d)))
    )


def _merge(d: AlignDocument) -> Iterator[Section]:
    """What several nodes for one would gain, and which they are."""
    merge = d.merge
    if isinstance(merge, UnsetType) or d.f1 is None:
        return
    edges = (
        merge.total.high
        if merge.status == "optimal"
        else f"{merge.total.low} to {merge.total.high}"
    )
    lines = [
        f"{merge.shape}: {edges} edges covered or supported, {merge.covered} of gold and "
        f"{merge.supported} of the answer, with {plural(merge.used, 'merge')}",
        f"D rises from {span(d.f1)} (one-to-one) to {rate(merge.dice)} with "
        f"{plural(merge.used, 'merge')}; the rest is not granularity",
    ]
    if merge.used == 0:
        lines[1] = f"no merge gains anything: D is {rate(merge.dice)}, as one-to-one"
    if merge.status != "optimal":
        lines.append("the best reading was not found: the upper end counts every allowed pair")
    if merge.curve is not None and len(merge.curve) > 1:
        lines.append(f"edges by merges 0, 1, …: {', '.join(map(str, merge.curve))}")
    partners: dict[str, list[str]] = {}
    for gold, answer in merge.reading:
        partners.setdefault(gold, []).append(answer)
    origins: dict[str, list[str]] = {}
    for gold, answer in merge.reading:
        origins.setdefault(answer, []).append(gold)
    rows = [
        (printable_name(a), ", ".join(map(printable_name, b)))
        for a, b in partners.items()
        if len(b) > 1
    ]
    rows += [
        (", ".join(map(printable_name, b)), printable_name(a))
        for a, b in origins.items()
        if len(b) > 1
    ]
    grid = (Grid(("gold", "answer"), tuple(rows[:SHOWN_EDGES])),) if rows else ()
    rest = len(rows) - SHOWN_EDGES
    more = (Line(f"and {plural(rest, 'other')}", quiet=True),) if rest > 0 else ()
    yield Section("Several nodes for one", (*map(Line, lines), *grid, *more))


def _map(d: AlignDocument) -> Iterator[Section]:
    renamed = [
        (printable_name(gold), printable_name(answer))
        for gold, answer in d.map.items()
        if gold != answer
    ]
    if not d.map:
        return
    same = len(d.map) - len(renamed)
    rest = len(renamed) - SHOWN_EDGES
    more = (f"and {plural(rest, 'other')}",) if rest > 0 else ()
    blocks = (Grid(("gold", "answer"), tuple(renamed[:SHOWN_EDGES])),) if renamed else ()
    under = "all" if same == len(d.map) else str(same)
    words = f"{plural(len(d.map), 'node')} matched, {under} of them under the same name"
    yield Section("Map", (words, *blocks, *more))
