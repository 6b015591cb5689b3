"""Every table of every family: it is made, says what it shows and over what, and goes to all five forms."""

from __future__ import annotations

import ast
import html
import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.registry import families, load
from symcause.scoring.paper_list import Paper
from tests.docs.walking import ROOT
from tests.scoring.every_table import COMMANDS

SCORED = [family for family in families() if family.scoring]
MAKERS = {
    *("Table", "table_of", "of_groups", "_shown", "_table", "_each", "_grouped", "_spread_table"),
    *("_by_level", "_matrix", "_recounted", "keyed_table"),
}
"""Functions whose first argument is the key of a table."""

MATRICES = {
    "difficulty-correlations": "a cell is one correlation",
    "scenario_survival": "a cell is one published number",
    "scenario_delta": "a cell is one difference of published numbers",
    "scenario_settings": "thresholds are no rates",
}
"""Tables without a column of numbers of cases, and why."""

WITHOUT_LIST = {
    "statements": "Corr2Cause: its tables are accuracies of systems; score makes those of any system",
    "cpt": "CLadder: the same",
    "finite": "ACRE, HypoSpace and blickets: the same",
}
"""Families whose benchmark's paper is not listed table by table, and why."""

CASES = re.compile(
    r"(.* )?(n|N)$|(n|N) |Attempted|Open$|Settled$|"
    r"(cases|answers|Runs|runs|samples|Problems|Pairs|Graphs|rows|models|scenarios|judged)$"
)


@lru_cache(maxsize=1)
def declared() -> dict[str, set[str]]:
    """The keys of the tables in the source, by family; those of all families under no name."""
    found: dict[str, set[str]] = {}
    source = ROOT / "symcause"
    homes = {f.name: source / "families" / f.name / "scoring" for f in SCORED}
    for name, home in {**homes, "": source / "scoring"}.items():
        release = home.parent / "release"
        files = {*home.rglob("*.py"), *release.rglob("*.py")} - {*release.rglob("bundle/*.py")}
        files -= {*home.glob("shortcuts/*.py")}  # audit prints those
        for file in sorted(files):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _called(node) in MAKERS:
                    key = node.args[0]
                    if isinstance(key, ast.JoinedStr):  # a key with the name of a file
                        key = key.values[0]
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        found.setdefault(name, set()).add(key.value)
    return found


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def scored(*arguments: object) -> str:
    done = CliRunner().invoke(cli, ["score", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def made(family: str, folder: Path) -> dict[str, dict[str, Any]]:
    """The tables of the commands of a family, by key, each held against all its forms."""
    found: dict[str, dict[str, Any]] = {}
    for number, command in enumerate(COMMANDS[family](folder)):
        page, csv = folder / f"{number}.html", folder / f"tables-{number}"
        tables = json.loads(scored(*command, "--json").splitlines()[-1])["summary"]["tables"]
        latex = scored(*command, "--format", "latex", "--html", page, "--tables", csv)
        text = scored(*command, "--format", "text")
        strict_latex(latex, len(tables))
        whole = html.unescape(page.read_text(encoding="utf-8"))
        for table in tables:
            note, title = table["note"], table["title"]
            assert title in text and note in text
            assert note in whole, f"not on the page: {note}"
            heads, *rows = (csv / f"{table['key']}.csv").read_text("utf-8").splitlines()
            assert heads.startswith(table["columns"][0]) and len(rows) == len(table["rows"])
            assert table["rows"] and len(table["shown"]) == len(table["rows"])
            found.setdefault(table["key"], table)
    return found


@pytest.mark.parametrize("family", [family.name for family in SCORED])
def test_every_table_is_made_in_every_form(family: str, tmp_path: Path) -> None:
    tables, shared = made(family, tmp_path), declared()[""]
    own = declared()[family]
    assert len(own) >= 4
    missing = own - {key if key in own else _stem(key, own) for key in tables}
    assert not missing, f"no made-up file makes {sorted(missing)}"
    assert {key for key in tables if _stem(key, own) not in own} <= shared
    if family == "boolean":
        assert shared <= set(tables)  # claims and abstentions, siblings
    for key, table in tables.items():
        note = table["note"]
        assert note[0].isupper() and len(note.split()) >= 8, (key, note)
        rates = any(isinstance(value, float) for row in table["rows"] for value in row)
        if rates and _stem(key, own) not in MATRICES:
            counts = [
                head
                for i, head in enumerate(table["columns"])
                if CASES.match(head) and all(isinstance(row[i], int) for row in table["rows"])
            ]
            assert counts, f"{key} does not say over how many cases: {table['columns']}"


def _stem(key: str, keys: set[str]) -> str:
    """The key of a table, without the name of the file that it is about."""
    return max((k for k in keys if key == k or key.startswith(f"{k}_")), key=len, default=key)


@pytest.mark.parametrize("family", [family.name for family in SCORED])
def test_what_can_be_made_names_its_tables(family: str) -> None:
    paper: Paper | None = load(next(f for f in SCORED if f.name == family).scoring or "").paper()
    if paper is None:
        assert family in WITHOUT_LIST
        return
    assert family not in WITHOUT_LIST
    keys = declared()[family]
    for entry in paper.entries:
        if entry.state == "yes" and not entry.how.startswith("picture"):
            named = [
                key for key in keys if re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", entry.how)
            ]
            assert named, f"{entry.number}: {entry.how}"
        if entry.state != "yes":
            assert len(entry.how.split(":", 1)[1].split()) >= 3, f"{entry.number}: why?"


SIGNS = r"(?<!\\)(?:\\\\)*"


def strict_latex(text: str, tables: int) -> None:
    """What pdfTeX with booktabs would stumble over."""
    assert text.isascii(), sorted({c for c in text if not c.isascii()})
    found = re.findall(r"\\begin\{table\}(.*?)\\end\{table\}", text, flags=re.DOTALL)
    assert len(found) == tables
    labels = re.findall(r"\\label\{([^{}\s]+)\}", text)
    assert len(labels) == len(set(labels)) == tables
    for body in found:
        assert re.search(r"\\caption\{.", body)
        spec = re.search(
            r"\\begin\{tabular\}\{([lr]+)\}\n(.*?)\\end\{tabular\}", body, flags=re.DOTALL
        )
        assert spec is not None
        rules = [r"\toprule", r"\midrule", r"\bottomrule", r"\addlinespace"]
        rows = [line for line in spec[2].strip().splitlines() if line not in rules]
        assert [line for line in spec[2].splitlines() if line in rules[:3]] == rules[:3]
        for row in rows:
            assert row.endswith(r" \\"), row
            assert not row.startswith(("[", "*")), row
            assert len(re.findall(r"(?<!\\)&", row)) == len(spec[1]) - 1, row
            plain_signs(row.removesuffix(r" \\"))
        caption = re.search(r"\\caption\{(.*)\}\n", body)
        assert caption is not None
        plain_signs(caption[1])


def plain_signs(text: str) -> None:
    """Special characters are escaped, groups and formulas are closed."""
    bare = re.sub(r"\\[&%$#_{}]", "", text)
    bare = re.sub(r"\\text\w+\{\}", "", bare)
    assert bare.count("$") % 2 == 0, text
    bare = re.sub(r"\$[^$]*\$", "", bare)
    assert not re.search(r"[%#_^~\\<>|\"]", bare.replace('"', "")), text
    depth = 0
    for c in bare:
        depth += (c == "{") - (c == "}")
        assert depth >= 0, text
    assert depth == 0, text


@pytest.mark.parametrize(
    "text", ["a_b", "50 %", "a{b", "a}b{", "x^2", "$x", "a~b", "#1", r"\foo", "a<b"]
)
def test_the_check_of_latex_can_fail(text: str) -> None:
    with pytest.raises(AssertionError):
        plain_signs(text)


def test_a_row_with_a_cell_too_many_is_seen() -> None:
    table = "\n".join(
        [
            *(r"\begin{table}", r"\caption{x}", r"\label{a}", r"\begin{tabular}{lr}", r"\toprule"),
            *(r"a & b \\", r"\midrule", "{}", r"\bottomrule", r"\end{tabular}", r"\end{table}"),
        ]
    )
    strict_latex(table.replace("{}", r"x\& & 1 \\"), 1)
    for row in (r"x & 1 & 2 \\", r"x \\", "x & 1", r"[x] & 1 \\", "é & 1 \\\\"):
        with pytest.raises(AssertionError):
            strict_latex(table.replace("{}", row), 1)
