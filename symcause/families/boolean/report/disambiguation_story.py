"""Further worlds for people: each with its intervention and rows, and what stays open."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.story import Grid, Section, Story, Tone
from symcause.families.boolean.documents.disambiguate import (
    ApartPart,
    BooleanDisambiguate,
    WorldPart,
)
from symcause.families.boolean.report.alternatives_story import pattern_words
from symcause.models.words import plural, whole


def disambiguation_story(d: BooleanDisambiguate) -> Story:
    """The report of ``symcause disambiguate``."""
    stopped = () if isinstance(d.stopped, UnsetType) else (f"stopped: {d.stopped}",)
    if d.count_before is None or d.count_after is None:
        title = f"{d.problem} · {d.setting} · not settled"
        return Story(title, tone=Tone.UNKNOWN, facts=_facts(d), notes=stopped)
    models = f"{whole(d.count_before)} → {whole(d.count_after)} models{_within(d)}"
    return Story(
        f"{d.problem} · {d.setting} · {models}",
        tone=Tone.GOOD if d.count_after == 1 else Tone.SOME,
        facts=_facts(d),
        notes=(_claim(d), *stopped),
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
    for world in d.worlds:
        targets = f" on {', '.join(world.targets)}" if world.targets else ""
        yield Section(f"{world.id} · {world.mode}{targets}", (_rows(d, world),))
    if d.remaining:
        lines = (line for entry in d.remaining for line in _open(entry))
        yield Section("What stays open with all candidates", tuple(lines))
    if d.example is not None:
        changes = "; ".join(f"{v} = {text}" for v, text in d.example.mechanisms.items())
        yield Section("", (f"  another model that is left: {changes}",))


def _rows(d: BooleanDisambiguate, world: WorldPart) -> Grid:
    """The rows under the names of their variables: bits alone say nothing."""
    names = d.variables or tuple(f"column {i}" for i, _ in enumerate(world.rows[0], 1))
    return Grid(names, tuple(tuple(row) for row in world.rows), tuple(range(len(names))))


def _open(entry: ApartPart) -> Iterator[str]:
    yield f"  {entry.variable}: {whole(entry.mechanisms)} mechanisms; {entry.reason}"
    for found in entry.patterns:
        yield f"    {pattern_words(found.inputs, found.pattern)}"
    if entry.more_patterns:
        yield f"    and {entry.more_patterns} more patterns"


def _claim(d: BooleanDisambiguate) -> str:
    """How many worlds, and how good that is."""
    number = d.added
    worlds = "1 further world" if number == 1 else f"{number} further worlds"
    if d.level != "certified":
        return f"{worlds} (recipe: {d.level})"
    if not number:
        return "no further world is needed" if d.count_after == 1 else "no candidate helps"
    pool = f"of a pool of {d.pool_size}"
    if d.minimal:
        return f"{worlds} {pool}; no fewer of this pool do it"
    return f"{worlds} {pool}; at least {d.lower_bound} are needed"
