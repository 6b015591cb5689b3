"""Text tables in a recipe of suites: what renders others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symcause.errors import ProblemError, did_you_mean
from symcause.formats.structs import Struct, decode
from symcause.registry import family
from symcause.renderings.rendered_text import ALIGNMENTS
from symcause.renderings.themes.library import STYLES, THEMES
from symcause.suites.recipe.recipe import Part, Texts


class TextsTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a part that renders others."""

    renderings_of: tuple[str, ...]
    themes: tuple[str, ...]
    styles: tuple[str, ...]
    names: tuple[str, ...] = ("free",)


def texts_of(table: Mapping[str, Any], before: Sequence[Part]) -> Texts:
    """The texts that a table asks for. Raises ProblemError for what is not there to be rendered."""
    read = decode(dict(table), TextsTable)
    for key, known in (("themes", THEMES), ("styles", STYLES), ("names", ALIGNMENTS)):
        _listed(key, getattr(read, key), known)
    able = {part.name: part for part in before if part.texts is None}
    _listed("renderings_of", read.renderings_of, tuple(able))
    for name in read.renderings_of:
        for stratum in able[name].strata:
            if family(stratum.family).rendering is None:
                title = family(stratum.family).title
                raise ProblemError(f"{title} have no texts", place="renderings_of", value=name)
    return Texts(read.renderings_of, read.themes, read.styles, read.names)


def _listed(key: str, values: tuple[str, ...], known: Sequence[str]) -> None:
    if not values:
        raise ProblemError("none is named", place=key)
    for at, value in enumerate(values):
        place = f"{key}[{at}]"
        if value not in known:
            remedy = did_you_mean(value, known)
            raise ProblemError(
                "there is none of this name", place=place, value=value, remedy=remedy
            )
        if value in values[:at]:
            raise ProblemError("named twice", place=place, value=value)
