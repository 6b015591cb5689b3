"""Bounds of formats, grammars, numbers and graphs: what is read, and how much of it."""

from __future__ import annotations

import csv
import json
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from symcause.equivalence.class_formula import class_formula
from symcause.equivalence.class_sizes import class_size
from symcause.equivalence.essential_graphs import essential_graph
from symcause.equivalence.target_outcomes import outcomes_of
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.report.page.unseen_inputs import where_they_differ
from symcause.formats.graph_notations.dagitty import read_dagitty
from symcause.formats.graph_notations.dot_language import drawing
from symcause.formats.graph_notations.gml import read_gml
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.pools.problem_files import read_problem, read_response
from symcause.formats.pools.yaml_stream import YamlStream
from symcause.formats.storage.byte_streams import opened, read_bytes
from symcause.formats.strict_json import Fault, read_strict
from symcause.formats.tables.row_files import opened_table
from symcause.grammar import parse
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.grammar.mechanisms.mechanism_sympy import to_sympy
from symcause.grammar.scenario.term_parser import parse_term
from symcause.models.dags import DAG
from symcause.models.exact_numbers import read_number
from symcause.reports.figures.stored_answers import Shares, StoredAnswer
from symcause.reports.figures.stored_figure import stored_figure
from tests.bounds.stops import refused, stops


def _file(text: str | bytes, name: str = "file") -> Path:
    """A file with this text, in a folder that goes with the process."""
    path = Path(_FOLDER.name) / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


_FOLDER = TemporaryDirectory()


# grammar
@stops("grammar.EQUATION_LENGTH", 8)
def _(size: int) -> object:
    return refused(
        lambda: parse_equation("y = x".ljust(size), ("x",), target="y"), "at most 8 characters"
    )


@stops("grammar.EQUATION_DEPTH", 3)
def _(size: int) -> object:
    text = "y = " + "(" * size + "x" + ")" * size
    return refused(lambda: parse_equation(text, ("x",), target="y"), "more than 3 brackets")


@stops("grammar.EQUATION_TERMS", 4)
def _(size: int) -> object:
    names = [f"x{i}" for i in range(size)]
    return refused(lambda: parse_equation(f"y = {' + '.join(names)}", names, target="y"), "too")


@stops("grammar.COEFFICIENT_BITS", 8)
def _(size: int) -> object:
    return refused(lambda: parse_equation(f"y = {(1 << size) - 1}*x", ("x",), target="y"), "too")


@stops("grammar.PRODUCT_TERMS", 6)
def _(size: int) -> object:
    names = [f"x{i}" for i in range(size)]
    return refused(lambda: parse_equation(f"y = 2*({' + '.join(names)})", names, target="y"), "too")


@stops("grammar.MECHANISM_LENGTH", 12)
def _(size: int) -> object:
    return refused(lambda: parse("(not X1)".ljust(size)), "at most 12")


@stops("grammar.SYMPY_DEPTH", 3, within=2)
def _(size: int) -> object:
    text = "X1"
    for _ in range(size):
        text = f"(not {text})"
    return refused(lambda: to_sympy(parse(text)), "nested more than 3 deep")


@stops("grammar.TERM_LENGTH", 12)
def _(size: int) -> object:
    return refused(lambda: parse_term("a + b".ljust(size)), "at most 12 characters")


@stops("grammar.TERM_DEPTH", 6)
def _(size: int) -> object:
    return refused(lambda: parse_term("(" * size + "a" + ")" * size), "more than 6")


# formats
@stops("formats.DAGITTY_DEPTH", 3)
def _(size: int) -> object:
    return refused(
        lambda: read_dagitty("dag { A -> " + "{ " * size + "B" + " }" * size + " }"), "too deep"
    )


@stops("formats.DOT_DEPTH", 3)
def _(size: int) -> object:
    return refused(
        lambda: drawing("digraph { A -> " + "{ " * size + "B" + " }" * size + " }"), "too deep"
    )


@stops("formats.DOT_EDGES", 4)
def _(size: int) -> object:
    edges = "; ".join(f"A -> B{i}" for i in range(size))
    return refused(lambda: drawing("digraph { " + edges + " }"), "more than 4 edges")


@stops("formats.GML_DEPTH", 4)
def _(size: int) -> object:
    nested = "a [ " * (size - 2) + "]" * (size - 2)
    text = f'graph [ directed 1 node [ id 0 label "A" {nested} ] ]'
    return refused(lambda: read_gml(text), "nested too deep")


@stops("formats.TABLE_ROWS", 3)
def _(size: int) -> object:
    path = _file("A,B\n" + "0,1\n" * size, "table.csv")

    def rows() -> list[object]:
        with opened_table(path) as table:
            return list(table.rows)

    return refused(rows, "at most 3 rows are read")


@stops("formats.CELL_LENGTH", 9)
def _(size: int) -> object:
    path, whole = _file("A,B\n0," + "1" * (size - 2), "cells.csv"), csv.field_size_limit()

    def rows() -> list[object]:
        with opened_table(path) as table:
            return list(table.rows)

    try:
        return refused(rows, "the line is too long")
    finally:  # it is one for all readers of the process
        csv.field_size_limit(whole)


@stops("formats.YAML_DEPTH", 6)
def _(size: int) -> object:
    text = f"metadata: {'[' * size}{']' * size}\n"
    return refused(lambda: _taken(text), "nested too deep")


def _taken(text: str) -> list[object]:
    stream = YamlStream(BytesIO(text.encode()))
    return [stream.take(name) for name in stream.entries()]


@stops("formats.RESPONSE_BYTES", 5, within=6)
def _(size: int) -> object:
    return len(read_response(_file("x" * size))) < size  # one more shows that it is too long


@stops("formats.DOCUMENT_BYTES", 5)
def _(size: int) -> object:
    return refused(lambda: read_bytes(_file("x" * size)), "at most|large")


@stops("formats.DROPPED_BYTES", 1 << 20, beyond=(1 << 20) + (1 << 18))
def _(size: int) -> object:
    def lines() -> list[object]:
        with opened(_file("x" * (5 + size))) as source:  # five are read before it is known
            return list(source.lines(4))

    return refused(lines, "the line does not end")


@stops("formats.NAMED_IDS", 3)
def _(size: int) -> object:
    one = json.loads(Path("examples/replay.json").read_text(encoding="utf-8"))
    lines = "\n".join(json.dumps({**one, "id": f"p{i}"}) for i in range(size))
    path = _file(lines + "\n", "pool.jsonl")
    try:
        read_problem(path)
    except Exception as error:
        return str(error).endswith(" …")
    raise AssertionError("several problems are none")


# models and formats that verification reads with
@stops("formats/metadata.MAX_ID", 5)
def _(size: int) -> object:
    return refused(lambda: check_id("x" * size), "5")


@stops("formats/metadata.MAX_DEPTH", 3, within=2)
def _(size: int) -> object:
    value: object = 1
    for _ in range(size):
        value = [value]
    return refused(lambda: plain_metadata({"a": value}), "deep")


@stops("formats/strict_json.MAX_INTEGER", 5)
def _(size: int) -> object:
    return _faulty("9" * size)


@stops("formats/strict_json.MAX_DECIMAL", 5)
def _(size: int) -> object:
    return _faulty("1." + "5" * (size - 2))


@stops("formats/strict_json.MAX_VALUES", 4)
def _(size: int) -> object:
    return _faulty(json.dumps([0] * size))


def _faulty(text: str) -> bool:
    """Does the strict reader leave a text to the one that says what is wrong?"""
    try:
        read_strict(text)
    except Fault:
        return True
    return False


@stops("models/exact_numbers.MAX_DIGITS", 6)
def _(size: int) -> object:
    return refused(lambda: read_number("9" * size), "6")


@stops("models/exact_numbers.MAX_EXPONENT", 6)
def _(size: int) -> object:
    return refused(lambda: read_number(f"1e{size}"), "6")


@stops("models/dags.MAX_NODES", 3)
def _(size: int) -> object:
    return refused(lambda: DAG.of([], [f"N{i}" for i in range(size)]), "3")


@stops("models/dags.MAX_EDGES", 3)
def _(size: int) -> object:
    names = [f"N{i}" for i in range(6)]
    return refused(lambda: DAG.of([("N0", n) for n in names[1 : size + 1]], names), "3")


@stops("models/dags.MAX_NAME", 5)
def _(size: int) -> object:
    return refused(lambda: DAG.of([], ["N" * size]), "5")


# equivalence
def _path(size: int) -> DAG:
    names = [f"N{i}" for i in range(size)]
    return DAG.of(pairwise(names), names)


def _clique(size: int) -> DAG:
    names = [f"N{i}" for i in range(size)]
    return DAG.of([(a, b) for i, a in enumerate(names) for b in names[i + 1 :]], names)


@stops("equivalence.FORMULA_NODES", 4)
def _(size: int) -> object:
    return refused(lambda: class_formula(_path(size), ()), "at most 4 nodes")


@stops("equivalence.LISTED_MEMBERS", 4)
def _(size: int) -> object:
    return refused(lambda: class_size(_path(size), engine="sat"), "more than 4 members")


@stops("equivalence.COUNTED_OUTCOMES", 4)
def _(size: int) -> object:
    star = DAG.of([("N0", f"N{i}") for i in range(1, size)])  # one leaf is a cause of N0, or none
    return refused(lambda: outcomes_of(essential_graph(star), "N0"), "more than 4 outcomes")


@stops("equivalence.ROOTED_DEPTH", 2, within=4)
def _(size: int) -> object:
    return refused(lambda: class_size(_clique(size), engine="recursion"), "too large")


# reports
@stops("reports.STORED_BOXES", 3)
def _(size: int) -> object:
    items = [StoredAnswer(f"item {i}", "", "1", "0", "wrong") for i in range(size)]
    return "mote-link" not in str(stored_figure(items, range(size)).svg)


@stops("reports.STORED_LINES", 3)
def _(size: int) -> object:
    """Names so long that each has a line of its own."""
    name = "a name of almost a line ".ljust(99, "-")
    items = [StoredAnswer(f"{name}{i}", "", "1", "0", "wrong") for i in range(size)]
    return "inside middle" not in str(stored_figure(items, range(size)).svg)


@stops("reports.AXIS_INPUTS", 2)
def _(size: int) -> object:
    """Two functions of two causes that differ on some inputs: false, and true there."""
    tables = (0, (1 << size) - 1)
    return where_they_differ("C", "AB", [Function(("A", "B"), table) for table in tables]) is None


@stops("reports.STORED_SQUARES", 3)
def _(size: int) -> object:
    item = StoredAnswer("item", "", "1", "0", "wrong", shown=Shares(size, size, "DAG"))
    return str(stored_figure([item], [0]).svg).count('class="mark"') < size
