"""Renderings in the Python API: problems in the words of a theme, and texts read back.

>>> import symcause
>>> symcause.theme("farm").title
'A farm in changing weather'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from symcause.renderings import rendering_files
from symcause.renderings.rendered_text import FREE, Rendering, Source, rendered
from symcause.renderings.themes.library import style_named, theme_named
from symcause.renderings.themes.theme import Theme

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


@dataclass(frozen=True)
class Told:
    """Everything that a solver is told of a problem, and by which digest it is known."""

    problem: Problem

    @cached_property
    def _source(self) -> Source:
        return Source(self.problem)

    @property
    def document(self) -> dict[str, Any]:
        """The told document ``symcause.told/1``."""
        return self._source.told

    @property
    def digest(self) -> str:
        """The SHA-256 of its canonical form."""
        return self._source.digest


class ReadRendering(NamedTuple):
    """The problem that a text tells, in the names of its nouns, and the nouns as they are mentioned."""

    told: dict[str, Any]
    variables: tuple[str, ...]


def told(problem: Problem) -> Told:
    """All that a solver is told of a problem; ``told(problem).digest`` is the same for the same evidence.

    Raises UsageError at once for a problem that there are no words for.

    >>> sorted(symcause.told(symcause.load("examples/unique.json")).document)[:3]
    ['constants', 'family', 'max_parents']
    """
    found = Told(problem)
    _ = found.document  # whatever has no words is refused here, not where the digest is read
    return found


def theme(path: str | Path) -> Theme:
    """A theme by its name or from a file, checked; errors name the place.

    >>> found = symcause.theme("kitchen")
    >>> len(found.nouns), found.edges[0]
    (16, ('gas', 'stove', '+'))
    """
    return theme_named(str(path))


def render(
    problem: Problem,
    theme: str | Path | Theme = "neutral",
    style: str | Path = "story",
    names: str = FREE,
    seed: int = 0,
    *,
    allow_abstain: bool = False,
) -> Rendering:
    """A problem in the words of a theme and the lines of a style, read back before it is given out.

    *names*: ``free`` nouns, or those whose common sense agrees with gold best (``agree``) or contradicts it
    most (``contradict``).

    >>> problem = symcause.load("examples/unique.json")
    >>> made = symcause.render(problem, "farm", "story", "agree")
    >>> made.text.splitlines()[0], made.digest == symcause.told(problem).digest
    ('# Task', True)
    """
    chosen = theme if isinstance(theme, Theme) else theme_named(str(theme))
    source = Source(problem)
    named = source.names(chosen, names, seed)
    return rendered(source, chosen, style_named(str(style)), named, seed, abstain=allow_abstain)


def read_rendering(text: str, theme: str | Path | Theme | None = None) -> ReadRendering:
    """The problem that a text tells; without a *theme* all that are bundled are tried.

    >>> made = symcause.render(symcause.load("examples/unique.json"), "city", "table")
    >>> found = symcause.read_rendering(made.text)
    >>> found.variables == made.order, found.told["family"]
    (True, 'boolean')
    """
    if theme is None:
        themes = None
    else:
        themes = [theme if isinstance(theme, Theme) else theme_named(str(theme))]
    rendering = rendering_files.read_rendering(text, themes)
    return ReadRendering(rendering.told, rendering.read.order)
