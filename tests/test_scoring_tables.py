"""Tables in every form, with labels that try to break out of them."""

from __future__ import annotations

import csv
import io
import json

from symcause.reports.tables import FORMATS, render
from symcause.scoring.table import Cell, Table, conditional, integer, number, word

EVIL = "a|b_<i>&\\{%}\n=1"
TABLE = Table(
    "main",
    "Main results",
    ("Model", "n", "TrainExact", "X | Y"),
    (
        (word("gpt"), integer(10), number(2 / 3), conditional(0.5, 8)),
        (word(EVIL), integer(3), number(None), conditional(0.5, 5)),
    ),
    "* fewer than six cases, – none",
)


def test_the_rule_for_conditional_rates() -> None:
    assert [conditional(0.5, n).shown for n in (0, 1, 5, 6)] == ["–", "*", "*", "0.500"]
    assert [conditional(0.5, n).value for n in (0, 1, 5, 6)] == [None, None, None, 0.5]
    assert number(0.25, 1).shown == "0.2" and number(None) == Cell(None, "–")


def test_text() -> None:
    plain = Table("t", "T", TABLE.columns, TABLE.rows[:1])
    assert render([plain, plain], "text") == (
        "T\n"
        "Model   n  TrainExact  X | Y\n"
        "-----  --  ----------  -----\n"
        "gpt    10       0.667  0.500\n"
        "\n"
        "T\n"
        "Model   n  TrainExact  X | Y\n"
        "-----  --  ----------  -----\n"
        "gpt    10       0.667  0.500"
    )


def test_markdown() -> None:
    lines = render([TABLE], "markdown").splitlines()
    assert lines[2:5] == [
        "| Model | n | TrainExact | X \\| Y |",
        "| --- | ---: | ---: | ---: |",
        "| gpt | 10 | 0.667 | 0.500 |",
    ]
    assert lines[5] == "| a\\|b\\_\\<i\\>&\\\\{%} =1 | 3 | – | \\* |"


def test_csv_has_full_precision_and_no_formulas() -> None:
    risky = Table("r", "R", ("Model",), ((word("=1+1"),), (word("-x"),)))
    rows = list(csv.reader(io.StringIO(render([TABLE, risky], "csv"))))
    assert rows[1] == ["main", "gpt", "10", repr(2 / 3), "0.5"]
    assert rows[2][3:] == ["–", "*"]
    assert [row[1] for row in rows[-2:]] == ["'=1+1", "'-x"]


def test_latex_escapes() -> None:
    text = render([TABLE], "latex")
    assert r"a$\mid$b\_$<$i$>$\&\textbackslash{}\{\%\} =1 & 3 & -- & $*$ \\" in text
    assert text.count(r"\begin{tabular}{lrrr}") == 1 and r"X $\mid$ Y" in text


def test_html_escapes() -> None:
    text = render([TABLE], "html")
    assert "a|b_&lt;i&gt;&amp;" in text and "<i>" not in text


def test_json() -> None:
    (table,) = json.loads(render([TABLE], "json"))["tables"]
    assert table["rows"][0] == ["gpt", 10, 2 / 3, 0.5]
    assert table["rows"][1][2:] == [None, None] and table["shown"][1][2:] == ["–", "*"]


def test_every_form_takes_no_tables() -> None:
    for form in FORMATS:
        assert isinstance(render([], form), str)
