"""The report on a theme or style file that passed its checks: what is in it."""

from __future__ import annotations

from typing import Any

from symcause.errors import UsageError
from symcause.renderings.codec.nodes import Choice, Listed, Literal, Node, Repeated, Sequence
from symcause.renderings.family_words import wordings
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    bundled_style,
    check_style,
    description_of,
    style_named,
    theme_named,
)
from symcause.renderings.themes.style import Style
from symcause.renderings.themes.theme import Theme


def checked(kind: str | None, file: str) -> dict[str, object]:
    """What is in a theme or style file. Raises ProblemError, with the place, for one that fails a check."""
    if kind == "theme":
        return _theme(theme_named(file))
    if kind == "style":
        style = style_named(file)
        for name in THEMES:
            check_style(style, theme_named(name), file)
        return _style(style)
    raise UsageError("--check goes with theme or style", value=kind, remedy="symcause schema theme")


def _theme(theme: Theme) -> dict[str, object]:
    styles = {name: _phrases_of(theme, bundled_style(name)) for name in STYLES}
    return {
        "theme": theme.id,
        "title": theme.title,
        "nouns": len(theme.nouns),
        "common-sense edges": len(theme.edges),
        **{f"phrases in style {name}": number for name, number in styles.items()},
    }


def _phrases_of(theme: Theme, style: Style) -> int:
    """How many different phrases the grammars of a theme in a style have, over all families."""
    found: set[str] = set()
    for wording in wordings():
        if wording.family in style.patterns:
            _gather(description_of(theme, style, wording).root, found)
    return len(found)


def _gather(node: Node, found: set[str]) -> None:
    if isinstance(node, Literal):
        found.add(node.text)
        return
    inner: tuple[Any, ...] = ()
    if isinstance(node, Sequence):
        inner = node.parts
    elif isinstance(node, Choice):
        inner = tuple(branch for _, branch in node.branches)
    elif isinstance(node, Listed):
        inner = tuple(part for part in (node.item, node.separator, node.last) if part is not None)
    elif isinstance(node, Repeated):
        inner = (node.item,)
    for part in inner:
        _gather(part, found)


def _style(style: Style) -> dict[str, object]:
    patterns = {f: ", ".join(lines) for f, lines in style.patterns.items()}
    return {
        "style": style.id,
        "cells": style.cells,
        "separator": style.separator,
        **({"last separator": style.last} if style.last is not None else {}),
        **{f"patterns of {family} problems": names for family, names in patterns.items()},
    }
