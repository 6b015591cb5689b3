"""Speed of renderings: text, reading back and loading a theme, in processor time, and the growth with cells."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from symcause.formats.problems import read_document
from symcause.renderings.rendered_text import Source, digest_back, rendered
from symcause.renderings.texts.text_codec import read_text, write_text
from symcause.renderings.themes import library
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    description_of,
    style_named,
    theme_named,
)

pytestmark = pytest.mark.exhaustive


def _least(work: Callable[[], object], times: int = 7) -> float:
    """The least processor time of several runs, in seconds: others on this machine only add to it."""
    found = []
    for _ in range(times):
        start = process_time()
        work()
        found.append(process_time() - start)
    return min(found)


def _source(size: int, worlds: int, rows: int) -> Source:
    rng = random.Random(size)
    names = [f"X{i}" for i in range(1, size + 1)]
    listed: list[dict[str, Any]] = []
    for k in range(worlds):
        targets = rng.sample(names, rng.choice((0, 1, 2)))
        drawn = ["".join(rng.choice("01") for _ in names) for _ in range(rows)]
        mode = "assigned" if targets else "none"
        world = {"id": f"w{k}", "split": "train", "mode": mode, "targets": targets, "rows": drawn}
        listed.append(world)
    return Source(
        read_document(
            {
                "format": "symcause.boolean/1",
                "id": "fast",
                "variables": names,
                "setting": "hidden-order",
                "roots": names[:2],
                "worlds": listed,
            }
        )
    )


@pytest.mark.parametrize("style", STYLES)
def test_eight_variables_take_milliseconds(style: str) -> None:
    source, laid_out = _source(8, 12, 10), style_named(style)
    for theme in map(theme_named, ("farm", "lab", "neutral")):
        names = source.names(theme, "free", 0)
        made = rendered(source, theme, laid_out, names)
        description = description_of(theme, laid_out, source.wording)
        told = read_text(made.text, description).told
        assert _least(lambda: write_text(told, made.order, description, (), False)) <= 0.020
        back = _least(
            lambda: digest_back(
                read_text(made.text, description).told, source.wording, made.variables
            )
        )
        assert back <= 0.050


@pytest.mark.parametrize("style", STYLES)
def test_large_problems_take_four_microseconds_a_cell(style: str) -> None:
    """Text and reading back together; sixteen variables, 4,000 rows."""
    source, laid_out = _source(16, 40, 100), style_named(style)
    for theme in map(theme_named, ("farm", "lab", "neutral")):
        names = source.names(theme, "free", 0)
        spent = _least(lambda: rendered(source, theme, laid_out, names))
        assert spent / (16 * 4000) <= 4e-6


def test_a_theme_is_loaded_and_checked_at_once() -> None:
    for name in THEMES:
        text = theme_named(name).source

        def load() -> None:
            library._checked.cache_clear()
            library.theme_of(text)

        assert _least(load) <= 0.150
