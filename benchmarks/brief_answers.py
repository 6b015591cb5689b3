"""Answers that are there at once: a query of a network, a hypothesis, a text and what reads it back.

The least processor time of a few runs each: others on this machine only add to it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from symcause.audits.question import ask
from symcause.families.statements.generator.statement_draws import drawn as statements_drawn
from symcause.families.statements.problem.problem import CLASSES
from symcause.families.statements.space.faithful_dags import faithful
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
from tests.cpt.cases import KINDS, drawn, given_problem, numbers_of

TITLE = "Brief answers"

CHOSEN = ("farm", "lab", "neutral")
"""Themes that texts are measured in."""


def run(quick: bool) -> Iterator[str]:
    """One line each, the slowest of its cases."""
    times = 3 if quick else 7
    yield from ("| work | goal ms | now ms | |", "| --- | --- | --- | --- |")
    queries = {kind: _query(*kind, times) for kind in KINDS}
    yield _line("query of a network", 5, max(s for k, s in queries.items() if k[0] != "IV"))
    yield _line(
        "the same with an instrument", 20, max(s for k, s in queries.items() if k[0] == "IV")
    )
    taken = list(_hypotheses(30))
    yield _line("hypothesis of six variables, median", 5, median(taken))
    yield _line("hypothesis of six variables, worst", 15, max(taken))
    pairs = [_text(theme, style, times) for theme in CHOSEN for style in STYLES]
    yield _line("text of eight variables", 20, max(wrote for wrote, _ in pairs))
    yield _line("the same read back", 50, max(read for _, read in pairs))
    large = max(_large(theme, style, times) for theme in CHOSEN for style in STYLES)
    yield _line("text of 64,000 cells, written and read back", 256, large)
    yield _line("theme loaded and checked", 150, max(_theme(name, times) for name in THEMES))


def _line(what: str, goal: float, seconds: float) -> str:
    return f"| {what} | {goal:g} | {1e3 * seconds:.2g} | {'met' if 1e3 * seconds <= goal else 'missed'} |"


def _least(work: Callable[[], object], times: int) -> float:
    found = []
    for _ in range(times):
        start = process_time()
        work()
        found.append(process_time() - start)
    return min(found)


def _query(graph: str, kind: str, times: int) -> float:
    """Numbers as they are printed, and as the release stores them."""
    rng, worst = random.Random(f"{graph} {kind}"), 0.0
    for unit, rounding in ((Fraction(1, 100), "0.01"), (Fraction(1, 10**9), "1e-9")):
        given = None
        while given is None:
            given = numbers_of(drawn(rng, graph), KINDS[graph, kind], unit)
        problem = given_problem(graph, kind, given, rounding)
        ask("audit", problem)  # what is loaded once
        worst = max(worst, _least(partial(ask, "audit", problem), times))
    return worst


def _hypotheses(number: int) -> Iterator[float]:
    rng = random.Random(6)
    asked = [statements_drawn(6, CLASSES[i % 3], rng, f"p{i}") for i in range(number)]
    ask("audit", asked[0])  # what is loaded once
    for one in asked:
        faithful.cache_clear()
        yield _least(partial(ask, "audit", one), 1)


def _source(size: int, worlds: int, rows: int) -> Source:
    rng = random.Random(size)
    names = [f"X{i}" for i in range(1, size + 1)]
    listed: list[dict[str, Any]] = []
    for k in range(worlds):
        targets = rng.sample(names, rng.choice((0, 1, 2)))
        shown = ["".join(rng.choice("01") for _ in names) for _ in range(rows)]
        mode = "assigned" if targets else "none"
        world = {"id": f"w{k}", "split": "train", "mode": mode, "targets": targets, "rows": shown}
        listed.append(world)
    told = {"format": "symcause.boolean/1", "id": "fast", "variables": names}
    told |= {"setting": "hidden-order", "roots": names[:2], "worlds": listed}
    return Source(read_document(told))


def _text(theme: str, style: str, times: int) -> tuple[float, float]:
    """Eight variables: how long their text takes, and how long it takes to read it back."""
    source, chosen, laid_out = _source(8, 12, 10), theme_named(theme), style_named(style)
    made = rendered(source, chosen, laid_out, source.names(chosen, "free", 0))
    description = description_of(chosen, laid_out, source.wording)
    told = read_text(made.text, description).told

    def back() -> str:
        read = read_text(made.text, description).told
        return digest_back(read, source.wording, made.variables)

    wrote = _least(lambda: write_text(told, made.order, description, (), False), times)
    return wrote, _least(back, times)


def _large(theme: str, style: str, times: int) -> float:
    """Sixteen variables, 4,000 rows: four microseconds a cell are the goal."""
    source, chosen, laid_out = _source(16, 40, 100), theme_named(theme), style_named(style)
    names = source.names(chosen, "free", 0)
    return _least(lambda: rendered(source, chosen, laid_out, names), times)


def _theme(name: str, times: int) -> float:
    """For the grammars of all styles and families."""
    text = theme_named(name).source

    def load() -> None:
        library._checked.cache_clear()
        library.theme_of(text)

    return _least(load, times)
