"""No leak: with free names nothing of gold is in a text, by any simple rule."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt

from symcause.formats.problems import read_document
from symcause.renderings.rendered_text import Rendering, Source, rendered
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.themes.library import style_named, theme_named
from symcause.renderings.told_document import nature
from tests.renderings.cases import DOCUMENTS, random_boolean

THEMES = ("farm", "lab", "neutral")


def test_simple_rules_do_not_find_the_causes() -> None:
    rng = random.Random(11)
    shares: dict[tuple[str, str], list[float]] = {}
    for _ in range(200):
        source = Source(read_document(random_boolean(rng, 6)))
        gold = source.wording.gold_edges(source.problem)
        assert gold
        for name in THEMES:
            theme = theme_named(name)
            made = rendered(source, theme, style_named("story"), source.names(theme, "free", 0))
            for rule, key in _rules(made, theme.has_sense).items():
                first = [_first(key, made.names.nouns[a], made.names.nouns[b]) for a, b in gold]
                shares.setdefault((rule, name), []).append(sum(first) / len(first))
    for rule, found in shares.items():
        mean = sum(found) / len(found)
        spread = sqrt(sum((x - mean) ** 2 for x in found) / (len(found) - 1) / len(found))
        assert abs(mean - 0.5) <= 2.81 * spread, (rule, mean, spread)  # 99.5 %: several rules


def _rules(made: Rendering, sense: bool) -> dict[str, Callable[[str], object]]:
    body = made.text.split("# What is seen")[1].split("# Answer")[0]
    theme = made.theme
    found: dict[str, Callable[[str], object]] = {
        "first mentioned": made.order.index,
        "more often": lambda noun: -body.count(theme.by_id[noun].name),
        "alphabet": nature,
        "name length": lambda noun: len(theme.by_id[noun].name),
    }
    if sense:
        graph = SenseGraph(theme.edges)
        found["depth"] = lambda noun: len(graph.above(noun))
    return found


def _first(key: Callable[[str], object], cause: str, effect: str) -> float:
    a, b = key(cause), key(effect)
    return 0.5 if a == b else float(a < b)  # type: ignore[operator]


def test_gold_held_out_worlds_and_ids_change_no_byte() -> None:
    document = {"id": "one", **DOCUMENTS["hidden"]}
    other = {
        **document,
        "id": "another",
        "gold": {"mechanisms": {"X2": "Y", "X10": "X1", "Y": "(not X1)"}},
        "worlds": [
            {**world, "id": f"other-{world['id']}"}
            for world in DOCUMENTS["hidden"]["worlds"]
            if world["split"] == "train"
        ],
        "metadata": {"seed": 1},
    }
    texts = []
    for stated in (document, other, {k: v for k, v in document.items() if k != "gold"}):
        source = Source(read_document(stated))
        theme = theme_named("city")
        texts.append(
            [
                rendered(source, theme, style_named(s), source.names(theme, "free", 3), 3).text
                for s in ("table", "list", "story")
            ]
        )
    assert texts[0] == texts[1] == texts[2]


def test_variables_are_mentioned_equally_often_in_all_clauses() -> None:
    rng = random.Random(2)
    for _ in range(10):
        source = Source(read_document(random_boolean(rng, 5)))
        counts = set()
        for name in ("farm", "city"):
            theme = theme_named(name)
            for style in ("report", "story", "dialogue"):
                made = rendered(source, theme, style_named(style), source.names(theme, "free", 0))
                body = made.text.split("# What is seen")[1].split("# Answer")[0]
                nouns = made.names.nouns
                counts.add(
                    tuple(body.count(theme.by_id[nouns[v]].name) for v in source.told["variables"])
                )
        assert len(counts) == 1
