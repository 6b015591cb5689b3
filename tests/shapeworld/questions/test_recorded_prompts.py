"""The prompt of a problem with a transcript gives the evidence that its answer is certified on."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from symcause.cli.main import cli
from tests.shapeworld.cases import case
from tests.shapeworld.questions.test_questions import ask

TEMPLATES = ("basic", "basic_limit_step", "cot_basic_limit_step", "cot_instructed_limit_step")


def test_the_template_follows_the_problem() -> None:
    bare = case("a b", "a", "b", "a b")
    seen = case("a b", "a", "b", "a b", "hold a:")
    assert ask("prompt", bare).template == "basic"
    found = ask("prompt", seen)
    assert found.template == "recorded"
    assert "1. hold a: a is static, b is static." in found.message
    assert "next intervention" not in found.text
    assert found.text == ask("prompt", seen, template="recorded").text
    for template in TEMPLATES:
        named = ask("prompt", seen, template=template)
        assert named.template == template and "next intervention" in named.message


def test_a_dataset_of_certified_cases_publishes_their_evidence(tmp_path: Path) -> None:
    pool, folder = tmp_path / "pool.jsonl", tmp_path / "published"
    made = "generate shapeworld --shapes 3 --count 1 --seed 4 --level certified --out"
    for line in (
        [*made.split(), str(pool)],
        ["convert", str(pool), "--dataset", str(folder), "--ids", "own"],
    ):
        found = CliRunner().invoke(cli, line)
        assert found.exit_code == 0, found.output
    problems = {d["id"]: d for d in map(json.loads, pool.read_text().splitlines())}
    rows = (folder / "public" / "prompts.jsonl").read_text().splitlines()
    prompts = {row["id"]: row["prompt"] for row in map(json.loads, rows)}
    assert prompts.keys() == problems.keys() and prompts
    for id, text in prompts.items():
        steps = problems[id]["transcript"]
        assert steps and all(f"{s['action']} {s['shape']}: " in text for s in steps)
        assert text.count(" is moving") + text.count(" is static") == 3 * (1 + len(steps))
        assert '{"answer": "yes"}' in text and "next intervention" not in text
