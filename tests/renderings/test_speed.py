"""Speed of renderings: text, reading back and loading a theme, in processor time."""

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
@pytest.mark.parametrize("theme", ["farm", "lab", "neutral"])
def test_eight_variables_take_milliseconds(theme: str, style: str) -> None:
    source, chosen, laid_out = _source(8, 12, 10), theme_named(theme), style_named(style)
    made = rendered(source, chosen, laid_out, source.names(chosen, "free", 0))
    description = description_of(chosen, laid_out, source.wording)
    told = read_text(made.text, description).told

    def back() -> str:
        read = read_text(made.text, description).told
        return digest_back(read, source.wording, made.variables)

    assert _least(lambda: write_text(told, made.order, description, (), False)) <= 0.020
    assert _least(back) <= 0.050


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", ["farm", "lab", "neutral"])
def test_large_problems_take_four_microseconds_a_cell(theme: str, style: str) -> None:
    """Text and reading back together; sixteen variables, 4,000 rows."""
    source, chosen, laid_out = _source(16, 40, 100), theme_named(theme), style_named(style)
    names = source.names(chosen, "free", 0)
    assert _least(lambda: rendered(source, chosen, laid_out, names)) / (16 * 4000) <= 4e-6


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_loaded_and_checked_in_no_time(name: str) -> None:
    """For the grammars of all styles and families."""
    text = theme_named(name).source

    def load() -> None:
        library._checked.cache_clear()
        library.theme_of(text)

    assert _least(load) <= 0.150
