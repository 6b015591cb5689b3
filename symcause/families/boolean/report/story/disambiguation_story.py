"""The disambiguation story: further Boolean worlds with their rows, and what stays open."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.story import Grid, Right, Section, Story, Tone
from symcause.families.boolean.documents.disambiguation_document import (
    ApartPart,
    BooleanDisambiguate,
    WorldPart,
)
from symcause.families.boolean.report.story.alternatives_story import pattern_words
from symcause.models.number_phrases import joined_names, plural, whole

_MODES = {"constant": "set to one value", "assigned": "set row by row"}
"""What a world's intervention gives the variables that it sets."""


def disambiguation_story(d: BooleanDisambiguate) -> Story:
    """The report of ``symcause disambiguate``."""
    stopped: tuple[str, ...] = () if d.early is None else (f"stopped: {d.early}",)
    if d.count_after is None:
        stopped = stopped or tuple(filter(None, [d.reason]))
        title, text = (
            f"{d.problem} · {d.setting}",
            "How many models further worlds leave is not known.",
        )
        return Story(title, text, tone=Tone.UNKNOWN, facts=_facts(d), notes=stopped)
    return Story(
        f"{d.problem} · {d.setting}",
        _sentence(d),
        tone=Tone.GOOD if d.count_after == 1 else Tone.SOME,
        facts=_facts(d),
        notes=(*_claim(d), *stopped),
        sections=tuple(_sections(d)),
    )


def _within(d: BooleanDisambiguate) -> str:
    """Which models are counted: more than fit best, where cells may be disturbed."""
    errors = d.scope.errors
    return f" with at most {plural(errors, 'disturbed cell')}" if errors else ""


def _facts(d: BooleanDisambiguate) -> tuple[tuple[str, str], ...]:
    asked = () if d.margin is None else (("margin", f"at least {d.margin}"),)
    return (("setting", d.setting), ("class", str(d.scope)), ("level", d.level), *asked)


def _sections(d: BooleanDisambiguate) -> Iterator[Section]:
    if not isinstance(d.cells, UnsetType) and d.cells:
        shown = tuple((c.world, str(c.row), c.variable, str(c.value)) for c in d.cells)
        grid = Grid.of(("world", Right("row"), "variable", Right("as gold has it")), shown)
        yield Section("Cells to read", (grid,))
    for world in d.worlds:
        done = _MODES.get(world.mode, world.mode)
        text = f"{joined_names(world.targets)} {done}" if world.targets else "no intervention"
        yield Section(f"{world.id}: {text}", (_rows(d, world),))
    if d.remaining:
        lines = (line for entry in d.remaining for line in _open(entry))
        yield Section("What stays open with all candidates", tuple(lines))
    if d.example is not None:
        changes = "; ".join(f"{v} = {text}" for v, text in d.example.mechanisms.items())
        yield Section("", (f"  another model that is left: {changes}",))


def _rows(d: BooleanDisambiguate, world: WorldPart) -> Grid:
    """The rows under the names of their variables: bits alone say nothing."""
    names = d.variables or tuple(f"column {i}" for i, _ in enumerate(world.rows[0], 1))
    return Grid.of(map(Right, names), map(tuple, world.rows))


def _open(entry: ApartPart) -> Iterator[str]:
    yield f"  {entry.variable}: {whole(entry.mechanisms)} mechanisms; {entry.reason}"
    for pattern in entry.patterns:
        yield f"    {pattern_words(pattern.inputs, pattern.pattern)}"
    if entry.more_patterns:
        yield f"    and {plural(entry.more_patterns, 'more pattern')}"


def _sentence(d: BooleanDisambiguate) -> str:
    """How many worlds leave how many models."""
    assert d.count_after is not None
    left, noun = plural(d.count_after, "model") + _within(d), _noun(d)
    if d.added:
        worlds, verb = plural(d.added, noun), "leaves" if d.added == 1 else "leave"
        if d.count_before is None:
            return f"{worlds} {verb} {left}; how many there are without {_them(d)} is not known."
        of = f"{whole(d.count_after)} of {plural(d.count_before, 'model')}"
        return f"{worlds} {verb} {of}{_within(d)}."
    if d.count_after == 1:
        return f"One model is left{_within(d)}: no {noun} is needed."
    rest = "candidate world" if noun == "further world" else noun
    return f"No {rest} leaves fewer than {left}."


def _them(d: BooleanDisambiguate) -> str:
    return "it" if d.added == 1 else "them"


def _noun(d: BooleanDisambiguate) -> str:
    return "further world" if isinstance(d.cells, UnsetType) else "hidden cell"


def _claim(d: BooleanDisambiguate) -> Iterator[str]:
    """How good that is."""
    if d.level != "certified":
        yield f"by the recipe {d.level}"
    elif d.added:
        pool = f"chosen from {plural(d.pool_size or 0, 'candidate')}"
        few = "no fewer of them would do" if d.minimal else f"at least {d.lower_bound} are needed"
        yield pool if d.added == 1 and d.minimal else f"{pool}; {few}"
