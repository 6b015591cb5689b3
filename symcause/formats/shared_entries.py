"""Shared entries: what serves the problems of every family, as names that are loaded when asked for.

A class that a package of somebody else's names, and that cannot be used, is passed over: it is named once
on standard error, and nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Literal, overload

from symcause.plugins import failure, installed, remark
from symcause.registry import FAMILIES, Family, Text, families, load

if TYPE_CHECKING:
    from symcause import capabilities as kinds
    from symcause.capabilities import Dotted

EPISODES: Dotted[kinds.EpisodeReader] = (
    "symcause.episodes.transcripts.transcript_reader:read_episode"
)
"""Who makes a problem of the lines of an episode, whatever its family."""

RENDERED: Dotted[kinds.RenderedPrompter] = "symcause.renderings.rendered_prompt:rendered_prompt"
"""Who makes the prompt of a problem in the words of a theme, whatever its family."""

GENERATORS: dict[str, Dotted[kinds.GeneratorClass]] = {
    "renderings": "symcause.renderings.renderings_generator:RenderingsGenerator"
}
"""Generators for the problems of any family."""

SCHEMAS: dict[str, Dotted[kinds.FileClass]] = {
    "theme": "symcause.renderings.themes.theme_file:ThemeDocument",
    "style": "symcause.renderings.themes.style:StyleFile",
    "told": "symcause.renderings.told_schema:Told",
    "rendering": "symcause.audits.prompt:RenderingPart",
}
"""The types of file formats that belong to no family."""

RENDERINGS = Text(
    r"(?s)\A# Task\r?\n.*?\n# Names\r?\n",
    "symcause.renderings.rendering_files:rendering_documents",
)
"""Texts of problems in the words of a theme, whatever their family."""


def generators() -> dict[str, Dotted[kinds.GeneratorClass]]:
    """Every generator of every family, by its name, then those for any family."""
    own: dict[str, Dotted[kinds.GeneratorClass]] = {}
    for family in families():  # those of the house first: nobody replaces them
        for name, dotted in family.generators.items():
            own.setdefault(name, dotted)
    return own | GENERATORS


_WITH_OPTIONS = ("questions", "scoring", "rows")
"""Parts of a declaration whose classes have options of commands as fields."""


@overload
def each(place: Literal["questions"], key: str) -> Iterator[tuple[Family, kinds.QuestionClass]]: ...
@overload
def each(
    place: Literal["generators"], key: str
) -> Iterator[tuple[Family, kinds.GeneratorClass]]: ...
@overload
def each(place: Literal["scoring"]) -> Iterator[tuple[Family, kinds.ScoringClass]]: ...
@overload
def each(place: Literal["rows"]) -> Iterator[tuple[Family, kinds.RowsClass]]: ...
@overload
def each(place: Literal["baselines"]) -> Iterator[tuple[Family, kinds.BaselinesClass]]: ...
@overload
def each(place: Literal["rendering"]) -> Iterator[tuple[Family, kinds.WordingClass]]: ...
def each(place: str, key: str | None = None) -> Iterator[tuple[Family, type]]:
    """The class that each family names at a place (of a mapping: by *key*), where there is a usable one."""
    for family in families():
        named = getattr(family, place)
        dotted: Dotted[type] | None = named if key is None else named.get(key)
        if dotted is not None and family.name in FAMILIES:
            yield family, load(dotted)
        elif dotted is not None:
            said = place if key is None else f"{place}[{key!r}]"
            for kind in _usable(family.name, said, dotted, options=place in _WITH_OPTIONS):
                yield family, kind


def _usable(name: str, place: str, dotted: Dotted[type], *, options: bool) -> Iterator[type]:
    try:
        kind: object = load(dotted)
        if not isinstance(kind, type) or (options and not is_dataclass(kind)):
            raise TypeError(f"this is no {'dataclass' if options else 'class'}")
    except (Exception, SystemExit) as error:  # whatever the package does when it is imported
        remark(
            f"the family {name} (package {installed()[name]}) declares {place} = {dotted}, which cannot "
            f"be loaded: {failure(error)}; python -m symcause.families check {name} says what is expected "
            "of it; problems of other families are not affected"
        )
    else:
        yield kind
