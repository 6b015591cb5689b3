"""The pages about scenarios say what the package computes."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.release.game_reader import model_of
from symcause.families.scenario.release.release_histories import PUBLISHED
from symcause.families.scenario.value.valuer import Valuer
from tests.scenario.cases import PARTS, published

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = "\n".join((DOCS / name).read_text() for name in ("causalgame-suites.md", "scenarios.md"))


def test_the_table_lists_every_scenario_with_its_model_and_threshold() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    listed = [row for row in rows if row[1] in ("antenna", "zone", "base", "shift", "weather")]
    assert len(listed) == len(PUBLISHED)
    for name, row in zip(PUBLISHED, listed, strict=True):
        problem = published(name)
        assert problem.evaluate is not None
        assert row[0] == name or (row[0].startswith("… ") and name.endswith(row[0][2:]))
        assert row[1] == model_of(name)
        assert Fraction(row[2]) == problem.evaluate.threshold


@pytest.mark.parametrize("name", ["antenna_trap", "weather_noise"])
def test_defaults_are_as_printed(name: str) -> None:
    problem = published(name)
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| {name} ")]
    printed = Fraction(row.split(" | ")[3])
    assert abs(Valuer(problem).value(problem.default).middle - printed) < Fraction(1, 10_000)


def test_designs_of_the_antenna_model_are_worth_what_is_printed() -> None:
    problem = published("antenna_trap")
    rows = re.findall(
        r"^\| ((?:\W*\d+\W* ){7}.*?) ?\| (0\.\d{6}) \|$", PAGE.replace(",", " "), re.MULTILINE
    )
    assert len(rows) == 5
    for text, printed in rows:
        levels = [int(x) for x in re.findall(r"\d+", text)[:7]]
        design = {f"{p}_def": Fraction(x) for p, x in zip(PARTS, levels, strict=False)}
        more = {"equipment": True, "coating": "stealth"}
        value = Valuer(problem).value(
            problem.completed({**design, **(more if "stealth" in text else {})})
        )
        assert abs(value.middle - Fraction(printed)) < Fraction(1, 10**6)


def test_the_examples_are_read() -> None:
    found = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (claims,) = (block for block in found if "strategies" in block)
    blocks = [block for block in found if block != claims]
    document = json.loads(blocks[0])
    module = {"type": "choice", "options": ["plain", "filter"], "default": "plain"}
    shield = {"type": "integer", "min": 0, "max": 50, "default": 0}
    wide = {**document, "design": {"shield": shield, "module": module}}
    (strategy,) = read_scenario({**wide, "claims": json.loads(claims)}).claims.strategies
    assert strategy.named == {"shield": (25, None), "module": "filter"}
    assert Valuer(read_scenario(document)).value({"shield": Fraction(2)}).low == Fraction(7, 10)
    document["variables"] += [json.loads(blocks[1]), {"name": "whole", "is": "fight.hull < 100"}]
    assert read_scenario({**document, "outcome": "whole"}).outcome == "whole"


def test_the_panel_scores_as_printed(tmp_path: Path) -> None:
    (panel,) = [b for b in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) if "max_points" in b]
    (session,) = re.findall(
        r"```console\n\$ symcause score panel.json (.*?)\n(.*?)```", PAGE, re.DOTALL
    )
    path = tmp_path / "panel.json"
    path.write_text(panel)
    done = CliRunner().invoke(cli, ["score", str(path), *session[0].split()])
    assert done.exit_code == 0
    assert done.output.strip() == session[1].strip()


def test_the_table_of_results_scores_as_printed(tmp_path: Path) -> None:
    (session,) = re.findall(
        r"```console\n\$ cat results.csv\n(.*?)\$ symcause score results.csv (.*?)\n(.*?)```",
        PAGE,
        re.DOTALL,
    )
    path = tmp_path / "results.csv"
    path.write_text(session[0])
    done = CliRunner().invoke(cli, ["score", str(path), *session[1].split()])
    assert done.exit_code == 0
    assert done.output.strip() == session[2].strip()
