"""What pages and examples say of finite worlds: the file of the reference page, tables, examples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.finite import bounds
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.models.builtin_operators import BUILT_INS
from symcause.families.finite.models.mechanism_class import NAMED
from symcause.formats.pools.problem_files import read_problems
from tests.cli.cases import Shell

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "finite.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "finite"


def section(title: str) -> str:
    found = re.search(rf"(?s)^## {title}\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE)
    assert found is not None, title
    return found[1]


def first_cells(text: str) -> str:
    """The first cells of the tables in a text."""
    return "\n".join(line.split(" | ")[0] for line in text.splitlines() if line.startswith("| "))


def test_the_file_of_the_page_is_read_and_answered() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    problem = read_finite(json.loads(block))
    found: Any = symcause.audit(problem)
    assert (found.count, str(found.verdict), found.model_verdict) == (24, "answered", "ambiguous")
    (query,) = found.queries
    assert (query.status, query.answer) == ("settled", "off")
    solved: Any = symcause.solve(problem)
    assert solved.mechanisms["C"] == "(eq A 0)"
    told = set(json.loads(block)) - {"format", "id"}
    for key in (*told, "task"):
        assert f"`{key}`" in section("The file"), key


def test_the_page_has_every_operator() -> None:
    told = set(re.findall(r"`([a-z_]+)`", first_cells(section("The language"))))
    assert told == {*BUILT_INS, "table"}


def test_the_page_has_every_named_class() -> None:
    told = re.findall(r"^\| `([a-z]+)` \|", section("The class"), flags=re.MULTILINE)
    assert tuple(told) == NAMED


def test_the_page_has_the_limits_that_there_are() -> None:
    text = section("Limits")
    for bound in (
        bounds.LISTED_FUNCTIONS,
        bounds.CLOSURE_VECTORS,
        bounds.HOLE_CHOICES,
        bounds.QUERY_MEMBERS,
        bounds.SEPARATED_CELLS,
    ):
        assert f"{int(bound):,}" in text


@pytest.mark.parametrize(
    ("name", "verdict"), [("lock.json", "ill-posed"), ("lock-settled.json", "answered")]
)
def test_the_lock(name: str, verdict: str) -> None:
    found: Any = symcause.audit(symcause.load(EXAMPLES / name))
    assert str(found.verdict) == verdict


def test_the_detector() -> None:
    """Labels that hold if rules are disjunctions, and do not if they need not be."""
    problems = [item.problem for item in read_problems(EXAMPLES / "detector.jsonl")]
    wrong = {"disjunctive": [], "monotone": [1], "any": [1, 3], "threshold": []}
    for name, expected in wrong.items():
        audits: list[Any] = [symcause.audit(one, functions=name) for one in problems]
        assert [at for at, one in enumerate(audits) if str(one.verdict) != "answered"] == expected


def test_tables_of_words_become_problems(shell: Shell, tmp_path: Path) -> None:
    rows, kind, out = (tmp_path / name for name in ("rows.csv", "any.toml", "made.json"))
    rows.write_text(
        "A,B,L,do,split\n0,low,off,,\n1,high,on,,\n2,low,off,A=2,\n2,high,,A=2,heldout\n"
    )
    kind.write_text('format = "symcause.finite-class/1"\nfunctions = "any"\nmax_parents = 2\n')
    code, _, err = shell(
        *("convert", rows, "--class-file", kind, "--roots", "A,B"),
        *("--values", "B=low,high", "--out", out),
    )
    assert code == 0, err
    assert "guessed: the values of A: 0, 1, 2" in err
    assert "the values of B" not in err
    made = json.loads(out.read_text())
    assert made["variables"][1] == {"name": "B", "values": ["low", "high"]}
    assert [world.get("do") for world in made["worlds"]] == [None, {"A": 2}, {"A": 2}]
    assert made["worlds"][2]["rows"] == [[2, "high", None]]
    assert made["worlds"][2]["split"] == "heldout"
    assert read_finite(made).id == "rows"


@pytest.mark.parametrize(
    ("text", "more", "word"),
    [
        ("A,L,do\n0,off,Z=1\n1,on,\n", (), "no such variable"),
        ("A,L\n0,off\n1,off\n", (), "two values or more"),
        ("A,L\n0,off\n1,on\n", ("--values", "Z=0,1"), "no such variable"),
        ("A,L\n0,off\n1,on\n", ("--values", "A=0"), "variables"),
    ],
)
def test_bad_tables_of_words_are_refused(
    text: str, more: tuple[str, ...], word: str, shell: Shell, tmp_path: Path
) -> None:
    rows, kind = tmp_path / "rows.csv", tmp_path / "class.json"
    rows.write_text(text)
    kind.write_text('{"format": "symcause.finite-class/1", "functions": "any"}')
    code, _, err = shell("convert", rows, "--class-file", kind, "--roots", "A", *more)
    assert code == 2
    assert word in err
