"""Tables in every form, with labels that try to break out of them."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from symcause.errors import UsageError
from symcause.families.boolean.scoring.synthesis.synthesis_table import SynthesisSummary
from symcause.families.boolean.scoring.tables.table_captions import SHOWS
from symcause.reports.table_formats import FORMATS, Setting, csv_of, render
from symcause.scoring.score_table import Cell, Table, conditional, integer, number, word

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
    plain = Table("t", "T", TABLE.columns, TABLE.rows[:1], "What it shows.")
    assert render([plain, plain], "text") == (
        "T\n"
        "Model   n  TrainExact  X | Y\n"
        "-----  --  ----------  -----\n"
        "gpt    10       0.667  0.500\n"
        "What it shows.\n"
        "\n"
        "T\n"
        "Model   n  TrainExact  X | Y\n"
        "-----  --  ----------  -----\n"
        "gpt    10       0.667  0.500\n"
        "What it shows."
    )


def test_no_table_goes_without_saying_what_it_shows() -> None:
    with pytest.raises(ValueError, match="does not say what it shows"):
        replace(TABLE, note=" ")
    for key, said in SHOWS.items():
        assert " over " in said or " of " in said or " among " in said, key


def test_markdown() -> None:
    lines = render([TABLE], "markdown").splitlines()
    assert lines[2:5] == [
        "| Model | n | TrainExact | X \\| Y |",
        "| --- | ---: | ---: | ---: |",
        "| gpt | 10 | 0.667 | 0.500 |",
    ]
    assert lines[5] == "| a\\|b\\_\\<i\\>&\\\\{%} =1 | 3 | – | \\* |"


def test_csv_has_full_precision_and_no_formulas() -> None:
    risky = Table("r", "R", ("Model",), ((word("=1+1"),), (word("-x"),)), "labels")
    rows = list(csv.reader(io.StringIO(render([TABLE, risky], "csv"))))
    assert rows[1] == ["main", "gpt", "10", repr(2 / 3), "0.5"]
    assert rows[2][3:] == ["–", "*"]
    assert [row[1] for row in rows[-2:]] == ["'=1+1", "'-x"]


def test_latex_escapes() -> None:
    text = render([TABLE], "latex")
    assert r"a$\mid$b\_$<$i$>$\&\textbackslash{}\{\%\} =1 & 3 & -- & $*$ \\" in text
    assert text.count(r"\begin{tabular}{lrrr}") == 1 and r"X $\mid$ Y" in text


def test_latex_is_set_with_rules_a_label_and_groups() -> None:
    rows = tuple((word(group), number(0.5)) for group in ("a", "a", "b", "b"))
    table = Table("main", "T", ("Setting", "x"), rows, "shares")
    text = render([table], "latex", Setting(label="tab:mine"))
    assert r"\label{tab:mine}" in text and text.count(r"\addlinespace") == 1
    assert [r in text for r in (r"\toprule", r"\midrule", r"\bottomrule", "hline")] == [1, 1, 1, 0]
    both = render([table, replace(table, key="other")], "latex", Setting(label="m} x"))
    assert r"\label{m-x-main}" in both and r"\label{m-x-other}" in both


def test_a_csv_for_programs_has_bare_numbers_and_intervals_as_columns() -> None:
    interval = Cell(0.5, "0.500 [0.400, 0.600]", 0.4, 0.6)
    rows = ((word("=a"), interval, number(None)), (word("b"), Cell(0.1, "0.100 *"), integer(2)))
    table = Table("t", "T", ("Model", "x", "y"), rows, "shares")
    assert csv_of(table) == "Model,x,x low,x high,y\n'=a,0.5,0.4,0.6,\nb,0.1,,,2\n"
    assert table.only(["y", "Model", "z"]) == replace(
        table, columns=("y", "Model"), rows=tuple((row[2], row[0]) for row in rows)
    )
    assert table.only(["z"]) is None


def test_wide_tables_fit_every_terminal_and_nothing_is_cut() -> None:
    columns = ("Setting", "Model", *(f"Rate {i} given that" for i in range(12)))
    cells = tuple(number(i / 13) for i in range(12))
    table = Table("t", "T", columns, ((word("hidden-order"), word("a-model"), *cells),), "n " * 50)
    for width in (200, 120, 80, 40, 24, 12):
        lines = render([table], "text", Setting(width)).splitlines()
        assert max(map(len, lines)) <= width
        words = " ".join(lines).split()
        assert all(words.count(cell.shown) == 1 for cell in cells)
    assert len(render([table], "text", Setting(200)).splitlines()) < 9
    assert render([table], "text").splitlines()[1].startswith("Setting       Model    Rate 0 given")


def test_the_synthesis_table_is_two_blocks_on_a_terminal_of_100_columns() -> None:
    """With the longest names, and work as large as the budgets of the bundled baselines."""
    summary = SynthesisSummary()
    attempt = {"optimum": "reached", "work": 50_000, "unit": "conflicts", "cpu": 12.345}
    line = {"problem": "p", "model": "structure-learning", "heldout_exact": True, "count": 1}
    for _ in range(100):
        summary.take({**line, "attempt": attempt}, "hidden-order")
    table = summary.table()
    assert table is not None
    lines = render([table], "text", Setting(100)).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum("structure-learning" in text for text in lines) == 2
    heads = "".join("".join(text.split()) for text in lines if "structure" not in text)
    assert all("".join(part.split()) in heads for part in ("Train", "Exact", "claimed)", "Crashed"))
    assert all(head in render([table], "text") for head in table.columns)


def test_a_table_goes_to_pandas_where_it_is_installed() -> None:
    try:
        import pandas
    except ImportError:
        with pytest.raises(UsageError, match="pandas is not installed"):
            TABLE.to_pandas()
    else:
        frame = TABLE.to_pandas()
        assert isinstance(frame, pandas.DataFrame) and frame["TrainExact"][0] == 2 / 3


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


def test_a_table_in_one_line() -> None:
    """As a prompt of Python shows it, whatever is in its cells."""
    for rows in ((), ((word("gpt"), number(0.5)),), ((word("gpt"), integer(2)),) * 3):
        told = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
        table = Table("main", "Main", ("Model", "Rate"), rows, "rates")
        assert repr(table) == f"<Table: key main; title Main; columns Model, Rate; {told}>"
