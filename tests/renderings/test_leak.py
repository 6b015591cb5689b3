"""No leak: with free names nothing of gold is in a text, by any simple rule."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from symcause.formats.problems import read_document
from symcause.renderings.rendered_text import Rendering, Source, rendered
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.mention_order import rendering_ids
from symcause.renderings.themes.library import THEMES as EVERY
from symcause.renderings.themes.library import style_named, theme_named
from symcause.renderings.told_document import nature
from tests.cli.cases import Shell
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
    for named, found in shares.items():
        mean = sum(found) / len(found)
        spread = sqrt(sum((x - mean) ** 2 for x in found) / (len(found) - 1) / len(found))
        assert abs(mean - 0.5) <= 2.576 * spread, (named, mean, spread)  # 99 %


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


OTHERS: dict[str, dict[str, Any]] = {
    "hidden": {
        "gold": {"mechanisms": {"X2": "Y", "X10": "X1", "Y": "(not X1)"}},
        "worlds": [
            *(
                {**world, "id": f"other-{world['id']}"}
                for world in DOCUMENTS["hidden"]["worlds"]
                if world["split"] == "train"
            ),
            {"id": "more", "split": "heldout", "mode": "none", "targets": [], "rows": ["0000"]},
        ],
    },
    "held": {
        "gold": {"equations": {"t": "3 - 2*v", "v": "u2"}},
        "records": [{**DOCUMENTS["held"]["records"][0], "id": "another"}],
    },
    "shapes all": {"gold": {"edges": [["star", "square"]]}},
}


@pytest.mark.parametrize("name", OTHERS)
def test_gold_held_out_worlds_and_ids_change_no_byte(name: str) -> None:
    document = {"id": "one", **DOCUMENTS[name]}
    other = {**document, "id": "another", "metadata": {"seed": 1}, **OTHERS[name]}
    bare = {key: value for key, value in document.items() if key != "gold"}
    texts = []
    for stated in (document, other, bare):
        source = Source(read_document(stated))
        texts.append(
            [
                rendered(source, theme, style_named(s), source.names(theme, "free", 3), 3).text
                for theme in map(theme_named, EVERY)
                for s in ("table", "list", "story")
            ]
        )
    assert texts[0] == texts[1] == texts[2]


def test_names_that_agree_and_contradict_are_mixed_by_a_coin() -> None:
    """Which of the two comes first follows from a hash: as often one as the other, in every theme."""
    first = 0
    for i in range(400):
        ids = rendering_ids("p", f"{i:064x}", 0, "farm", "story", ("agree", "contradict"))
        assert sorted(ids.values()) == ["p__farm-story-0", "p__farm-story-1"]
        first += ids["agree"].endswith("0")
    assert abs(first - 200) <= 2.576 * 10  # 99 %


def test_a_class_that_was_read_off_gold_is_told_nobody(tmp_path: Path, shell: Shell) -> None:
    """Such a problem is refused; with a class of the user's own it is rendered."""
    path, own = tmp_path / "problem.json", tmp_path / "own.json"
    stated = {"id": "one", **DOCUMENTS["shifted"], "metadata": {"class_source": "gold"}}
    path.write_text(json.dumps({**stated, "rounding": "0.01"}))
    code, out, err = shell("prompt", path, "--theme", "farm")
    assert (code, out) == (2, "") and "coefficients.min_effect" in err and "read off gold" in err
    code, out, _ = shell("convert", path, "--min-effect", "0.25")
    own.write_text(out)
    code, out, err = shell("prompt", own, "--theme", "farm")
    assert code == 0 and "0.25" in out, err


def test_public_files_do_not_say_which_names_agree(tmp_path: Path, shell: Shell) -> None:
    pool, texts, folder = (tmp_path / name for name in ("pool.jsonl", "texts.jsonl", "public"))
    stated = [{"id": name, **DOCUMENTS[name]} for name in OTHERS]
    pool.write_text("".join(json.dumps(one) + "\n" for one in stated))
    made = ("--themes", "farm", "--styles", "story", "--names", "free,agree,contradict")
    assert shell("generate", "renderings", pool, *made, "--out", texts)[0] == 0
    assert shell("convert", texts, "--dataset", folder, "--quiet")[0] == 0
    _, prompts = shell.json("prompt", texts)
    public = [*(folder / "public").rglob("*.jsonl")]
    assert public
    for path in public:
        for line in path.read_text().splitlines():
            document = json.loads(line)
            about = document.get("rendering") or document["metadata"]["rendering"]
            assert not any(
                about.get(key) for key in ("alignment", "agreement", "variables", "seed")
            )
            assert "gold" not in document
    _, again = shell.json("prompt", folder / "public" / "problems.jsonl")
    assert sorted(one["message"] for one in again) == sorted(one["message"] for one in prompts)


def test_variables_are_mentioned_equally_often_in_all_clauses() -> None:
    rng = random.Random(2)
    for _ in range(10):
        source = Source(read_document(random_boolean(rng, 5)))
        counts = set()
        for name in EVERY:
            theme = theme_named(name)
            for style in ("report", "story", "dialogue"):
                made = rendered(source, theme, style_named(style), source.names(theme, "free", 0))
                body = made.text.split("# What is seen")[1].split("# Answer")[0]
                nouns = made.names.nouns
                counts.add(
                    tuple(body.count(theme.by_id[nouns[v]].name) for v in source.told["variables"])
                )
        assert len(counts) == 1
