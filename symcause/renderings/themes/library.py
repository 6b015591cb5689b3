"""The library of themes and styles: those that are bundled by name, the user's own by file.

A theme is checked when it is loaded, for all bundled styles and all families at once; a style is checked
with the theme in use.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from symcause.bounds.renderings_bounds import THEME_BYTES
from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.storage.byte_streams import read_bytes
from symcause.renderings.codec.determinism import Clash, place_of
from symcause.renderings.family_words import Wording, wording_of, wordings
from symcause.renderings.texts.description import Description
from symcause.renderings.texts.frame import BUNDLED
from symcause.renderings.themes.style import Style, parse_style
from symcause.renderings.themes.theme import Theme
from symcause.renderings.themes.theme_checks import check_theme
from symcause.renderings.themes.theme_file import parse_theme

THEMES = ("neutral", "nonsense", "farm", "city", "lab", "harbour", "kitchen")
STYLES = ("table", "list", "report", "story", "dialogue")
"""What is bundled."""


def theme_named(name: str) -> Theme:
    """The bundled theme of this name, or that of a file. Raises ProblemError for one that fails a check."""
    if name in THEMES:
        return _checked((BUNDLED / "themes" / f"{name}.toml").read_bytes(), None)
    return _checked(_source(name, "theme", THEMES), name)


def style_named(name: str) -> Style:
    """The bundled style of this name, or that of a file."""
    if name in STYLES:
        return bundled_style(name)
    return _parsed(_source(name, "style", STYLES), name)


def _source(name: str, kind: str, known: tuple[str, ...]) -> bytes:
    if not Path(name).suffix and not Path(name).exists():
        raise UsageError(f"no such {kind}", value=name, remedy=did_you_mean(name, known))
    return read_bytes(name, THEME_BYTES)


@cache
def bundled_style(name: str) -> Style:
    """A bundled style."""
    return parse_style((BUNDLED / "styles" / f"{name}.toml").read_bytes())


@lru_cache(maxsize=64)
def _parsed(source: bytes, file: str | None) -> Style:
    return parse_style(source, file)


@lru_cache(maxsize=64)
def _checked(source: bytes, file: str | None) -> Theme:
    theme = parse_theme(source, file)
    try:
        check_theme(theme)
        for style in map(bundled_style, STYLES):
            for wording in wordings():
                _check(Description(theme, style, wording))
    except SymcauseError as error:
        raise error.at(file=file) from None
    return theme


def theme_of(source: bytes, file: str | None = None) -> Theme:
    """The theme with this source, checked."""
    return _checked(source, file)


def check_style(style: Style, theme: Theme, file: str | None = None) -> None:
    """Raise unless the texts of a style in a theme are deterministic, in every family that it has."""
    for family in style.patterns:
        try:
            _check(Description(theme, style, wording_of(family)))
        except SymcauseError as error:
            raise error.at(file=file) from None


def _check(description: Description) -> None:
    """The check of the condition, with the place of the theme or style that breaks it."""
    try:
        description.check()
    except Clash as clash:
        own = [place for t in clash.terminals if (place := place_of(t))]
        told = clash.complaint
        where = f"style {description.style.id}, {description.wording.family} problems"
        raise ProblemError(
            f"{told.message} ({where})", place=own[0] if own else None, remedy=told.remedy
        ) from None


@lru_cache(maxsize=256)
def _described(theme: Theme, style: Style, family: str) -> Description:
    made = Description(theme, style, wording_of(family))
    if style is not bundled_style(style.id) if style.id in STYLES else True:
        _check(made)
    return made


def description_of(theme: Theme, style: Style, wording: Wording | str) -> Description:
    """The description of the texts of a theme, a style and a family, checked and kept."""
    return _described(theme, style, wording if isinstance(wording, str) else wording.family)
