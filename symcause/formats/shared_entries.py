"""Shared entries: what serves the problems of every family, as names that are loaded when asked for."""

from __future__ import annotations

from symcause.registry import Text, families

EPISODES = "symcause.episodes.transcripts.transcript_reader:read_episode"
"""Who makes a problem of the lines of an episode, whatever its family."""

RENDERED = "symcause.renderings.rendered_prompt:rendered_prompt"
"""Who makes the prompt of a problem in the words of a theme, whatever its family."""

GENERATORS = {"renderings": "symcause.renderings.renderings_generator:RenderingsGenerator"}
"""Generators for the problems of any family."""

SCHEMAS = {
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


def generators() -> dict[str, str]:
    """Every generator of every family, by its name, then those for any family."""
    own = {name: dotted for family in families() for name, dotted in family.generators.items()}
    return own | GENERATORS
