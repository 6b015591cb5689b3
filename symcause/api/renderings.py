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
    """Give all that a solver is told of a problem, with a digest of the evidence.

    Parameters
    ----------
    problem : Problem
        The problem.

    Returns
    -------
    Told
        ``document`` and ``digest``; the digest is the same for the same evidence.

    Raises
    ------
    UsageError
        There are no words for this problem.

    See Also
    --------
    symcause.render : the text.
    symcause.canonical : a digest up to names.

    Examples
    --------
    >>> sorted(symcause.told(symcause.example("unique")).document)[:3]
    ['constants', 'family', 'max_parents']
    """
    found = Told(problem)
    _ = found.document  # whatever has no words is refused here, not where the digest is read
    return found


def theme(path: str | Path) -> Theme:
    """Read a theme by its name or from a file, and check it.

    Parameters
    ----------
    path : path
        neutral, nonsense, farm, city, lab, kitchen, harbour, or a file of your own.

    Returns
    -------
    Theme
        ``title``, ``nouns``, and ``edges`` of common sense.

    Raises
    ------
    UsageError
        There is no such theme.
    ProblemError
        The file is not a theme; the message names the place.

    See Also
    --------
    symcause.render : a problem in the words of a theme.

    Examples
    --------
    >>> kitchen = symcause.theme("kitchen")
    >>> len(kitchen.nouns), kitchen.edges[0]
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
    """Write a problem in the words of a theme and the lines of a style, and read the text back.

    Parameters
    ----------
    problem : Problem
        The problem.
    theme : path or Theme, default 'neutral'
        A theme, its name or its file.
    style : path, default 'story'
        table, list, report, story, dialogue, or a file of your own.
    names : {'free', 'agree', 'contradict'}, default 'free'
        Nouns by chance, or those whose common sense agrees with gold best, or contradicts it most.
    seed : int, default 0
        The seed of names and order.
    allow_abstain : bool, default False
        Let the task admit an answer that abstains.

    Returns
    -------
    Rendering
        ``text``, ``digest`` of the evidence, and the names in their order.

    Raises
    ------
    UsageError
        There are no words for this problem, or no theme or style has this name.

    See Also
    --------
    symcause.read_rendering : the problem that a text tells.
    symcause.render_prompt : the prompt of a family.

    Examples
    --------
    >>> problem = symcause.example("unique")
    >>> made = symcause.render(problem, "farm", "story", "agree")
    >>> made.text.splitlines()[0], made.digest == symcause.told(problem).digest
    ('# Task', True)
    """
    chosen = theme if isinstance(theme, Theme) else theme_named(str(theme))
    source = Source(problem)
    named = source.names(chosen, names, seed)
    return rendered(source, chosen, style_named(str(style)), named, seed, abstain=allow_abstain)


def read_rendering(text: str, theme: str | Path | Theme | None = None) -> ReadRendering:
    """Read back the problem that a rendered text tells.

    Parameters
    ----------
    text : str
        The text of a rendering.
    theme : path or Theme, optional
        The theme of the text; without it all bundled themes are tried.

    Returns
    -------
    ReadRendering
        ``told``, the evidence, and ``variables``, the nouns in the order of the text.

    Raises
    ------
    ProblemError
        The text is not a rendering of the theme; the message names the line.

    See Also
    --------
    symcause.render : write such a text.

    Examples
    --------
    >>> made = symcause.render(symcause.example("unique"), "city", "table")
    >>> read = symcause.read_rendering(made.text)
    >>> read.variables == made.order, read.told["family"]
    (True, 'boolean')
    """
    if theme is None:
        themes = None
    else:
        themes = [theme if isinstance(theme, Theme) else theme_named(str(theme))]
    rendering = rendering_files.read_rendering(text, themes)
    return ReadRendering(rendering.told, rendering.read.order)
