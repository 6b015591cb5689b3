"""Texts of finite problems as a part of a suite, and the harness that asks them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symcause.cli.main import main
from symcause.harnesses.suite_parts.suite_run import SuiteRun, scored, suite_run
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite
from tests.harness.test_suite_harnesses import FILES, heard, values

RECIPE = """
format = "symcause.suite/1"
name = "test-finite-texts"
version = "1.0.0"
seed = 5
splits = { dev = 0.5, test = 0.5 }

[[part]]
name = "finite"
capability = "find the mechanism, of many values"
primary = "right"
family = "finite"
problems = 2

[[part]]
name = "texts"
capability = "the same in words"
primary = "paired difference to the neutral table"
renderings_of = ["finite"]
themes = ["neutral", "farm"]
styles = ["story", "table"]
problems = 8
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("suites")
    (place / "recipe.toml").write_text(RECIPE, "utf-8")
    make_suite(recipe_named(str(place / "recipe.toml")), place / "texts")
    return place / "texts"


def right(run: SuiteRun) -> dict[str, str]:
    """The true model of every prompt, in the names of its text."""
    return {
        one.prompt: json.dumps(one.document["gold"]) for part in run.parts for one in part.items
    }


def test_all_checks_of_the_suite_pass(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(texts)])
    assert ended.value.code == 0
    assert "3 certificates: passed (10 unique)" in capsys.readouterr().out


def test_what_is_right_is_so_in_the_names_of_the_text(texts: Path) -> None:
    for split in ("dev", "test"):
        run = suite_run(texts, part="texts", split=split)
        (part,) = run.parts
        for item in part.items:
            variables = item.document["variables"]
            assert all(one["name"] in item.prompt for one in variables)
            gold = dict(item.document["gold"]["mechanisms"])
            assert scored(item.document, right(run)[item.prompt], part.primary).worth.value == 1.0
            name = next(iter(gold))
            known = next(one["values"] for one in variables if one["name"] == name)
            other = json.dumps({"mechanisms": {**gold, name: str(known[0])}})
            assert scored(item.document, other, part.primary).worth.value == 0.0


def test_a_harness_asks_them(texts: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    log = heard(texts, right(suite_run(texts)), tmp_path)
    assert values(log)["finite/right"] == 1.0
    assert len(log.samples) == sum(len(part.items) for part in suite_run(texts).parts)
    none = heard(texts, {}, tmp_path)
    assert values(none)["finite/right"] == 0.0
