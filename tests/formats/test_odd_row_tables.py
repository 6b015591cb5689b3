"""Odd tables of rows: other encodings, line ends, quotes, folders without tables and damaged files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.formats.test_row_tables import Output

REFUSED = {
    "latin-1": (b"X1,Gr\xfcn\n0,1\n1,0\n", "not UTF-8: byte 0xfc"),
    "latin-1 in a row": (b"X1,X2\n0,1\n1,\xfc\n", "not UTF-8: byte 0xfc"),
    "UTF-16": ("X1,X2\n0,1\n".encode("utf-16"), "byte order mark (UTF-16)"),
    "NUL": (b"X1,X2\n0,\x001\n1,0\n", "NUL bytes"),
    "carriage returns": (b"X1,X2\r0,1\r1,0\r", "odd.csv:1: a carriage return stands inside a row"),
    "open quote": (b'X1,X2\n0,1\n"1,0\n0,0\n', "odd.csv:3: a quote that this row opens is never"),
    "text after a quote": (b'X1,X2\n"0"1,1\n', "odd.csv:2: not CSV"),
    "header again": (b"X1,X2\nX1,X2\n0,1\n", "odd.csv:2: the header stands again"),
    "huge": (b"X1,X2\n0,%s\n1,0\n" % (b"9" * 5000), "odd.csv:2: column 'X2': neither 0 nor 1"),
    "long line": (b"X1,X2\n0," + b"1" * (3 << 20), "the line is too long"),
    "one column": (b"X1\n0\n1\n", "every variable is a root"),
    "operator": (b"X1,xor\n0,1\n1,0\n", "an operator word cannot name a variable (got 'xor')"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_one_line_says_what_is_odd(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, complaint = REFUSED[kind]
    path = tmp_path / "odd.csv"
    path.write_bytes(data)
    done = Output(capsys, "convert", path, "--roots", "X1")
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1
    assert complaint in done.err and str(path) in done.err and len(done.err) < 400


@pytest.mark.parametrize("kind", ["latin-1", "latin-1 in a row", "UTF-16", "NUL", "open quote"])
def test_an_audit_of_what_nobody_reads_has_one_line(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is said about how it would be read otherwise."""
    path = tmp_path / "odd.csv"
    path.write_bytes(REFUSED[kind][0])
    done = Output(capsys, "audit", path)
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1


@pytest.mark.parametrize("options", [[], ["--roots", "X1"], ["--target", "X1"]], ids=str)
def test_a_folder_without_tables_is_refused(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.md").write_text("nothing", "utf-8")
    done = Output(capsys, "convert", tmp_path, *options)
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1
    assert "in the folder" in done.err


def test_python_keywords_are_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "words.csv"
    path.write_text("def;class\n0;true\n1.0;False\n", "utf-8")
    made = json.loads(Output(capsys, "convert", path, "--roots", "class").out)
    assert made["variables"] == ["def", "class"] and made["worlds"][0]["rows"] == ["01", "10"]
