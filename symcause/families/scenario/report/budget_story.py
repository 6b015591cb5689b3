"""The budget story of a scenario report: what the units can tell, for people."""

from __future__ import annotations

from symcause.audits.story import Block, Grid, Line, Right, Section, Story, Tone
from symcause.families.scenario.audits.audit_sentences import design_text
from symcause.families.scenario.budget.budget_sentences import between, units_text
from symcause.families.scenario.documents.budget_document import BudgetPart, ViewPart

TONES = {"short": Tone.BAD, "unknown": Tone.UNKNOWN}
VIEW_NAMES = {"shown": "as shown", "counts": "counts only", "all": "everything"}
POSSIBLE = {True: "beyond the budget", False: "within the budget", None: "not decided"}


def budget_story(title: str, part: BudgetPart) -> Story:
    """What can be known within the budget."""
    facts = [
        ("rivals", ", ".join(part.rivals)),
        ("units", f"{part.units:,}"),
        ("level", part.level),
    ]
    if part.perfect is not None:
        facts.append(("P(win) of somebody who knows which it is", between(part.perfect)))
    return Story(
        title=title,
        sentence=f"{part.headline}.",
        verdict=part.verdict,
        tone=TONES.get(part.verdict, Tone.GOOD),
        facts=tuple(facts),
        notes=part.notes,
        sections=budget_sections(part),
    )


def budget_sections(part: BudgetPart) -> tuple[Section, ...]:
    """The tables: naming the rival, winning, what selection hides, and criteria."""
    sections = [_naming(part), _winning(part), _selection(part), _criteria(part)]
    return tuple(section for section in sections if section.blocks)


def _naming(part: BudgetPart) -> Section:
    rows, lines = [], list[Block]()
    for name, view in part.views.items():
        known = view.name
        if known is None:
            lines.append(Line(f"{VIEW_NAMES[name]}: {view.reason}", quiet=True))
            continue
        rows.append(
            (
                VIEW_NAMES[name],
                between(known.start),
                between(known.power),
                between(known.adaptive),
                units_text(known.least),
            )
        )
    shown = part.views["shown"]
    lines += map(Line, _designs(shown))
    level = f"units for {part.level}"
    columns = (
        "what is told",
        Right("history alone"),
        Right("one design to any"),
        Right("choosing anew"),
        Right(level),
    )
    grid = (Grid.of(columns, tuple(rows)),) if rows else ()
    return Section("How often the true rival is named", (*grid, *lines))


def _designs(view: ViewPart) -> list[str]:
    lines = []
    if view.single is not None:
        lines.append(f"best single design: {design_text(view.single.design)}")
    if view.first is not None:
        sure = "" if view.first.proven else " (or one that is as good)"
        lines.append(f"best design to begin with: {design_text(view.first.design)}{sure}")
    return lines


def _winning(part: BudgetPart) -> Section:
    rows = []
    for name, view in part.views.items():
        if view.win is not None:
            ends = (view.win.start, view.win.power, view.win.adaptive, view.win.regret)
            rows.append((VIEW_NAMES[name], *map(between, ends)))
    columns = (
        "what is told",
        Right("history alone"),
        Right("one design to any"),
        Right("choosing anew"),
        Right("regret"),
    )
    grid = (Grid.of(columns, tuple(rows)),) if rows else ()
    return Section("How often the submitted design wins", grid)


def _selection(part: BudgetPart) -> Section:
    found = part.selection
    if found is None:
        return Section("What selection hides", ())
    lines = [
        f"seeing the lost adds {between(found.start)} before any unit, {between(found.power)} at the end"
    ]
    if found.share is not None:
        lines.append(f"that is {between(found.share)} of what is missing")
    if not found.nested:
        lines.append(
            "so many survivors are compared with so many units: neither tells all of the other"
        )
    return Section("What selection hides", tuple(map(Line, lines)))


def _criteria(part: BudgetPart) -> Section:
    rows = tuple(
        (own.id, ", ".join(own.statuses), POSSIBLE[own.beyond], own.most or "–")
        for own in part.criteria
    )
    if not rows:
        return Section("Criteria that tell the rivals apart", ())
    columns = ("criterion", "here, rival", "known", Right("at most"))
    return Section("Criteria that tell the rivals apart", (Grid.of(columns, rows),))
