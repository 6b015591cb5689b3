"""Scenario stories of a report: audit, check and optimum for people."""

from __future__ import annotations

from fractions import Fraction

from symcause.audits.story import Block, Grid, Line, Right, Section, Story, Tone
from symcause.families.scenario.audits.audit_sentences import WORDS, ScenarioVerdict
from symcause.families.scenario.bounds import CONSIDERED_UNITS
from symcause.families.scenario.documents.question_documents import (
    Bounds,
    OptimumPart,
    ScenarioAudit,
    ScenarioCheck,
    ScenarioSolve,
    TwinPart,
)
from symcause.families.scenario.report.budget_story import budget_sections
from symcause.families.scenario.report.value_phrases import brief, number_text
from symcause.models.number_phrases import fixed, yes_no

EASY = ("default", "history", "all-maximum")
"""Designs that make a threshold trivial."""


def audit_story(document: ScenarioAudit) -> Story:
    """The audit for people."""
    facts = [("space", document.space), ("stage of the evaluation", document.stage)]
    if document.default is not None:
        facts.append(("value of the default", brief(document.default)))
    if document.optimum is not None:
        best = Bounds(low=document.optimum.low, high=document.optimum.upper)
        facts.append(("value of the best design", brief(best)))
    if document.win.optimum is not None:
        facts.append(("P(win) with the best known design", brief(document.win.optimum)))
    sections = [
        section
        for section in (
            _designs(document),
            _traps(document),
            _structure(document),
            _telling(document),
            *_within(document),
            _baselines(document),
            _claims(document),
        )
        if section.blocks
    ]
    verdict = document.verdict
    return Story(
        title=document.problem or "scenario",
        sentence=document.sentence or (document.reason or ""),
        verdict=verdict,
        tone=Tone.PLAIN if verdict is None else WORDS[ScenarioVerdict(verdict)].tone,
        facts=tuple(facts),
        notes=document.notes,
        sections=tuple(sections),
        steps=tuple(_steps(document)),
    )


def _steps(document: ScenarioAudit) -> list[str]:
    """What a builder can do about the verdict."""
    optimum, part = document.optimum, document.threshold
    if optimum is None or part is None:
        return []
    steps = []
    if part.status == "unknown":
        steps.append("narrow the bounds: symcause audit PROBLEM --effort 600000000")
    if part.status == "unreachable" and document.space == "declared":
        steps.append("see what wider ranges allow: symcause audit PROBLEM --space accepted")
    easy = [
        Fraction(b.high) for b in document.baselines if b.name in EASY and b.in_space is not False
    ]
    low, high = max(easy, default=Fraction(0)), Fraction(optimum.low)
    if part.status in ("unreachable", "trivial", "off"):
        if part.claimed_gap is not None:
            gap = [Fraction(end) for end in (part.claimed_gap.low, part.claimed_gap.high)]
            low, high = max(low, Fraction(optimum.upper) - gap[1]), high - gap[0]
        if low < high:
            steps.append(
                f"set the threshold between {fixed(low, 3)} and {fixed(high, 3)}: it can be reached there, "
                "not by default, history or all-maximum"
            )
    return steps


def _designs(document: ScenarioAudit) -> Section:
    from symcause.families.scenario.audits.audit_sentences import design_text

    blocks: list[Block] = []
    if document.optimum is not None:
        optimum = document.optimum
        blocks.append(Line(f"best known: {design_text(optimum.design)}"))
        blocks.append(Line(f"it is worth {_worth(optimum)}", quiet=True))
    part = document.threshold
    if part is not None:
        claimed = (
            ""
            if part.claimed_gap is None
            else f" (claimed {part.claimed_gap.low} to {part.claimed_gap.high})"
        )
        blocks.append(
            Line(
                f"threshold {number_text(part.value, 2)}: {part.status}; gap {brief(part.gap)}{claimed}"
            )
        )
    return Section("Optimum and threshold", tuple(blocks))


def _traps(document: ScenarioAudit) -> Section:
    rows = []
    for name, trap in document.traps.items():
        pair = "–" if trap.pair is None else f"{trap.pair[0]} → {trap.pair[1]}"
        rows.append(
            (name, trap.status, pair, brief(trap.association), brief(trap.effect), trap.data)
        )
    if not rows:
        return Section("Traps", ())
    columns = ("variable", "trap", "contrast", Right("in the data"), Right("effect"), "data")
    said = "A trap is proven where data and effect have opposite signs."
    if any(trap.data == "population" for trap in document.traps.values()):
        said += " Of the population: true, but no player can read it from what is shown."
    note = Line(said, quiet=True)
    return Section("Traps", (Grid.of(columns, tuple(rows)), note))


def _structure(document: ScenarioAudit) -> Section:
    blocks: list[Block] = []
    if document.inert:
        blocks.append(Line(f"without any effect: {', '.join(document.inert)}"))
    if document.fixed:
        sent = ", ".join(f"{name} {yes_no(value)}" for name, value in document.fixed.items())
        blocks.append(Line(f"fixed, because nobody can send them: {sent}"))
    for name, groups in (document.equal_options or {}).items():
        for group in groups:
            blocks.append(Line(f"{name}: {', '.join(group)} are the same"))
    if document.stages.unseen:
        blocks.append(
            Line(f"never seen before the evaluation: {', '.join(document.stages.unseen)}")
        )
    if document.stages.conflict is not None and document.stage != "1":
        blocks.append(
            Line(
                f"another design is best before the evaluation: {yes_no(document.stages.conflict)}"
            )
        )
    return Section("Structure", tuple(blocks))


def _telling(document: ScenarioAudit) -> Section:
    part = document.identifiable
    if part is None:
        return Section("Telling designs apart", ())
    twin = _twin(part.twin)
    if not part.counts:
        text = "No counts are disclosed: what the shown records tell is left open."
        return Section("Telling designs apart", (Line(text), *twin))
    rows = tuple(
        (
            f"{p.a} against {p.b}",
            str(p.n),
            number_text(str(p.p)) if p.p < 0.0005 else fixed(p.p, 3),
            f"over {CONSIDERED_UNITS:,}" if p.least is None else str(p.least),
        )
        for p in part.pairs
    )
    columns = ("pair", Right("units each"), Right("P(right)"), Right("units for 0.95"))
    grid = (Grid.of(columns, rows),) if rows else ()
    return Section("Telling designs apart", (*grid, *twin))


def _within(document: ScenarioAudit) -> tuple[Section, ...]:
    """What the units of the budget tell of a twin or a rival."""
    part = None if document.identifiable is None else document.identifiable.budget
    if not part:
        return ()
    head = Section("What the budget can tell", (Line(f"{part.headline}."), *map(Line, part.notes)))
    return (head, *budget_sections(part))


def _twin(part: TwinPart | None) -> tuple[Line, ...]:
    """What there is to say of a second scenario."""
    if part is None:
        return ()
    if part.status != "proven" or part.passive is None:
        return (Line(f"no twin is proven: {part.reason or part.status}"),)
    said = (
        "a twin shows the same history and has no common winner: whoever only reads it wins at most "
        f"{number_text(part.passive)} in the worse of the two"
    )
    tried = part.active
    if tried is None:
        return (Line(said), Line("no experiment within the units tells them apart"))
    design = ", ".join(f"{name} {value}" for name, value in tried.design.items())
    return (Line(said), Line(f"{tried.n} units of {design} tell them apart (cut {tried.cut})"))


def _baselines(document: ScenarioAudit) -> Section:
    rows = tuple(
        (
            f"{b.name} (sample)" if b.sampled else b.name,
            brief(Bounds(low=b.low, high=b.high)),
            brief(b.win),
            yes_no(b.in_space, "–"),
        )
        for b in document.baselines
    )
    if not rows:
        return Section("Without insight", ())
    return Section(
        "Without insight",
        (Grid.of(("submission", Right("value"), Right("P(win)"), "in the space"), rows),),
    )


def _claims(document: ScenarioAudit) -> Section:
    rows = tuple((claim.id, claim.kind, claim.status) for claim in document.claims)
    if not rows:
        return Section("Claims", ())
    return Section("Claims", (Grid(("claim", "kind", "status"), rows),))


def _worth(found: OptimumPart) -> str:
    """What the best known design is worth, and how much more any other can be."""
    known, most = brief(Bounds(low=found.low, high=found.high)), number_text(found.upper)
    return f"{known}; no design is worth more{'' if known == most else f' than {most}'}"


def check_story(document: ScenarioCheck) -> Story:
    """A design for people."""
    word = {True: "reaches it", False: "falls short", None: "undecided"}[document.right]
    if document.reason and document.value is None and document.right is False:
        word = "invalid"
    sentence = document.reason or f"The design is worth {brief(document.value)}."
    if document.value is not None and document.threshold is not None:
        sentence = (
            f"The design is worth {brief(document.value, beside=document.threshold)}; "
            f"the threshold is {document.threshold}."
        )
    facts = [("space", document.space)]
    if document.in_space is not None:
        facts.append(("in the space", yes_no(document.in_space)))
    if document.win is not None:
        facts.append(("P(win)", brief(document.win)))
    best = document.optimum
    if best is not None and document.value is not None:
        sentence += f" The best known one is worth {_worth(best)}."
    tone = {True: Tone.GOOD, False: Tone.BAD, None: Tone.UNKNOWN}[document.right]
    return Story(
        title=document.problem or "scenario",
        sentence=sentence,
        verdict=word if document.threshold is not None else None,
        tone=tone,
        facts=tuple(facts),
        notes=document.violations + document.notes,
    )


def solve_story(document: ScenarioSolve) -> Story:
    """The optimum for people."""
    from symcause.families.scenario.audits.audit_sentences import design_text

    optimum = document.optimum
    if optimum is None:
        return Story(document.problem or "scenario", document.reason or "No design is known yet.")
    return Story(
        title=document.problem or "scenario",
        sentence=f"{design_text(optimum.design)} is worth {_worth(optimum)}.",
        verdict="optimal" if document.optimal else "bounded",
        tone=Tone.GOOD if document.optimal else Tone.SOME,
        facts=(("space", document.space), ("P(win)", brief(document.win))),
        notes=document.notes + ((document.reason,) if document.reason else ()),
    )
