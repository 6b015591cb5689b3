"""``symcause convert rows.csv``: tables of rows become problems, or one line says why not."""

from __future__ import annotations

import csv
import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.tables.table_options import tables_of
from symcause.cli.main import main
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.pools.problem_writer import write_problem
from symcause.formats.tables.row_detection import doubt, is_row_folder, is_row_table
from tests.boolean.brute import random_scm

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BOOLEAN = sorted(
    path
    for path in EXAMPLES.glob("*.json")
    if json.loads(path.read_text("utf-8")).get("format") in ("symcause.boolean/1",)
)


class Output:
    """Exit code, standard output and standard error of one call."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        with pytest.raises(SystemExit) as stop:
            main([*map(str, arguments)])
        self.code = stop.value.code
        self.out, self.err = capsys.readouterr()


def written(path: Path, rows: list[dict[str, Any]], separator: str = ",") -> Path:
    """A file of rows, as a spreadsheet would write it."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, delimiter=separator, restval="")
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(stream.getvalue(), "utf-8")
    return path


def rows_of(document: dict[str, Any], *, columns: bool = False) -> list[dict[str, Any]]:
    """The rows of a Boolean document; *columns*: what was set in columns of their own."""
    rows = []
    for world in document["worlds"]:
        for number, bits in enumerate(world["rows"]):
            cells = dict(zip(document["variables"], bits, strict=True))
            row: dict[str, Any] = {**cells, "world": world["id"], "split": world["split"]}
            held = world["mode"] == "constant"
            if columns and held:
                row |= {f"do({name})": cells[name] for name in world["targets"]}
            else:
                settings = (f"{t}={cells[t]}" if held else t for t in world["targets"])
                row["do"] = (" " if number % 2 else ", ").join(settings)
            rows.append(row | ({"unit": world["units"][number]} if world.get("units") else {}))
    return rows


def told(document: dict[str, Any]) -> list[object]:
    """The options that say what a document says beside its rows."""
    found: list[object] = ["--variables", ",".join(document["variables"])]
    for key in ("roots", "order", "latent", "operators"):
        found += [f"--{key}", ",".join(document[key])] if document.get(key) else []
    if document.get("blocks"):
        found += ["--blocks", " | ".join(",".join(block) for block in document["blocks"])]
    for key in ("root_count", "max_parents", "errors"):
        found += [f"--{key.replace('_', '-')}", document[key]] if key in document else []
    return found


def in_rows(path: Path) -> bool:
    """Rows say nothing of constants and references."""
    found = json.loads(path.read_text("utf-8"))
    return not any(found.get(key) for key in ("constants", "reference", "task"))


@pytest.mark.parametrize("path", [*filter(in_rows, BOOLEAN)], ids=lambda path: path.stem)
@pytest.mark.parametrize("columns", [False, True], ids=["cell", "columns"])
def test_a_file_written_as_rows_comes_back(
    path: Path, columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = write_problem(symcause.load(path))
    table = written(tmp_path / f"{wanted['id']}.csv", rows_of(wanted, columns=columns))
    gold = tmp_path / "gold.json"
    gold.write_text(json.dumps(wanted.get("gold")), "utf-8")
    given = [*told(wanted), *(["--gold", gold] if "gold" in wanted else [])]
    done = Output(capsys, "convert", table, *given, "--quiet")
    assert (done.code, done.err) == (0, "")
    wanted.pop("metadata", None)
    assert json.loads(done.out) == wanted


def pool(rng: random.Random, size: int) -> list[tuple[BooleanSCM, dict[str, Any]]]:
    """Problems with holes and interventions, and their models."""
    found = []
    for number in range(size):
        names = ["X1", "X2", "X3", "X4"]
        model = random_scm(rng, names, 2, 2)
        worlds: list[dict[str, Any]] = []
        for i, do in enumerate(({}, {"X3": rng.randint(0, 1)})):
            drawn = {name: [rng.randint(0, 1) for _ in range(6)] for name in model.roots}
            seen = model.simulate(drawn, do)
            rows = ["".join(str(seen[name][k]) for name in names) for k in range(6)]
            rows = [
                "".join(
                    "?" if rng.random() < 0.1 and names[j] not in do else bit
                    for j, bit in enumerate(row)
                )
                for row in rows
            ]
            mode = "constant" if do else "none"
            worlds.append(
                {"id": f"w{i}", "split": "train", "mode": mode, "targets": [*do], "rows": rows}
            )
        document = {"id": f"p{number}", "variables": names, "worlds": worlds}
        found.append((model, document))
    return found


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_an_id_column_makes_a_pool(
    separator: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against the documents they were written from; problems may stand in any order of rows."""
    rng = random.Random(7)
    made = pool(rng, 12)
    rows = [{"problem": d["id"], **row} for _, d in made for row in rows_of(d)]
    heads = [row for row in rows if row["problem"] == "p0"][:1]
    rows = heads + rng.sample(rows[1:], len(rows) - 1)
    for row in rows:
        row |= {n: rng.choice(["", "NA", "nan", "?"]) for n, cell in row.items() if cell == "?"}
    table = written(tmp_path / "rows.csv", rows, separator)
    gold, out = tmp_path / "gold.jsonl", tmp_path / "pool.jsonl"
    models = [{"id": d["id"], **model.to_answer()} for model, d in made]
    gold.write_text("".join(json.dumps(model) + "\n" for model in models), "utf-8")
    options = ["--id", "problem", "--gold", gold, "--max-parents", 2, "--out", out]
    done = Output(capsys, "convert", table, *options, "--quiet")
    assert (done.code, done.err) == (0, "")
    found = {item.id: item.problem for item in read_problems(out)}
    assert set(found) == {d["id"] for _, d in made}
    for model, document in made:
        problem: Any = found[document["id"]]
        assert problem.max_parents == 2 and problem.disclosure.roots == model.roots
        for world in problem.worlds:
            wanted = next(w for w in document["worlds"] if w["id"] == world.id)
            assert sorted(world.rows) == sorted(wanted["rows"])
            assert list(world.targets) == wanted["targets"]
    frame = pytest.importorskip("pandas").read_csv(table, sep=separator, na_values=["?"])
    named = {p.id: p for p in symcause.boolean.problems(frame, roots=["X1", "X2"], max_parents=2)}
    for id, problem in found.items():
        assert named[str(id)].worlds == problem.worlds  # type: ignore[union-attr]


def test_records_and_chains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (EXAMPLES / "crystal.json", EXAMPLES / "episode.json"):
        wanted: dict[str, Any] = write_problem(symcause.load(path))
        rows: list[dict[str, Any]] = [
            {**r["values"], "part": "record", "record": r["id"]} for r in wanted["records"]
        ]
        for state in wanted["chain"]:
            done = ", ".join(f"{n}={v}" for n, v in (state.get("intervene") or {}).items())
            rows.append({**state["values"], "part": "chain", "do": done})
        table = written(tmp_path / f"{wanted['id']}.csv", rows)
        gold = tmp_path / "gold.json"
        gold.write_text(json.dumps(wanted.get("gold")), "utf-8")
        options = ["--target", wanted["target"], "--semantics", wanted["semantics"]]
        options += ["--variables", ",".join(wanted["variables"]), "--kind", wanted["family"]]
        options += ["--controllable", ",".join(wanted["controllable"])]
        options += ["--gold", str(gold)] if "gold" in wanted else []
        options += (
            ["--unobserved", ",".join(wanted["unobserved"])] if "unobserved" in wanted else []
        )
        found = json.loads(Output(capsys, "convert", table, *options).out)
        for key in ("variables", "target", "controllable", "records", "chain", "gold"):
            assert found.get(key) == wanted.get(key), key


def test_a_chain_by_its_column_of_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"a": "1", "f": "3"}, {"a": "7", "f": "14", "do_a": "7"}]
    found = Output(capsys, "convert", written(tmp_path / "c.csv", rows), "--target", "f")
    chain = json.loads(found.out)["chain"]
    assert chain[1] == {"intervene": {"a": "7"}, "values": {"a": "7", "f": "14"}}
    rows = [{"a": "1", "f": "3"}, {"a": "7", "f": "14"}, {"a": "7", "f": "x"}]
    found = Output(capsys, "convert", written(tmp_path / "r.csv", rows), "--target", "f")
    assert found.code == 2
    assert f"{tmp_path / 'r.csv'}:4: column 'f': not a number (got 'x')" in found.err


ROWS, MATRIX = "X1,X2\n0,1\n1,1\n0,0\n", "A,B\n0,1\n0,0\n"
PROBLEM = '{"format": "symcause.boolean/2"}'


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.csv": ROWS}, True),
        ({"a.csv": ROWS, "b.csv": ROWS}, True),
        ({"a.csv": MATRIX}, False),
        ({"a.csv": MATRIX, "b.csv": MATRIX}, False),
        ({"a.csv": ROWS, "b.csv": MATRIX}, True),
        ({"a.csv": MATRIX, "b.csv": ROWS}, True),
        ({"a.csv": ROWS, "b.json": PROBLEM}, False),
        ({}, False),
    ],
)
def test_what_a_folder_of_rows_is(tmp_path: Path, files: dict[str, str], told: bool) -> None:
    """Whichever file comes last: among rows a square table of zeros and ones is one of rows."""
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert is_row_folder(tmp_path) is told


def test_a_folder_of_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    for name in ("b", "a"):
        written(
            folder / f"{name}.csv", [{"X1": 0, "X2": 1}, {"X1": 1, "X2": 0}, {"X1": 1, "X2": ""}]
        )
    (folder / "notes.txt").write_text("mine", "utf-8")
    done = Output(capsys, "convert", folder, "--roots", "X1")
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == ["a", "b"]
    rows = [{"p": "x", "X1": 0, "X2": 1}, {"p": "x", "X1": 0, "X2": 1}]
    for name in ("b", "a"):
        written(folder / f"{name}.csv", rows)
    done = Output(capsys, "convert", folder, "--roots", "X1", "--id", "p")
    assert done.code == 2 and "another file has a problem of this id (got 'x')" in done.err


def test_parquet_that_nobody_can_read_is_no_table(tmp_path: Path) -> None:
    """Neither with the package that reads such files nor without it."""
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    assert not is_row_table(path)


def test_problems_of_a_folder_are_numbered_through(tmp_path: Path) -> None:
    """Over all files, and what cannot be read has a number, too."""
    problem = {"format": "symcause.boolean/1", "variables": ["X1", "X2"], "roots": ["X1"]}
    worlds = {"setting": "hidden-order", "worlds": [{"id": "w", "split": "train", "rows": ["00"]}]}
    lines = [json.dumps({**problem, **worlds, "id": name}) for name in "abcd"]
    for name, text in (
        ("1", f"{lines[0]}\n{lines[1]}"),
        ("2", "{"),
        ("3", f"{lines[2]}\n{lines[3]}"),
    ):
        (tmp_path / f"{name}.jsonl").write_text(f"{text}\n", encoding="utf-8")
    items = list(read_problems(tmp_path))
    assert [item.index for item in items] == list(range(5))
    assert [item.id for item in items if item.error is None] == list("abcd"), items


def test_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "problem": ["a", "a", "b", "b"],
            "X1": [0, 1, 0, 1],
            "X2": [1.0, None, 0.0, 0.0],
            "do": [None, "", "X2=0", None],
        }
    )
    frame.to_parquet(tmp_path / "rows.parquet")
    given = ["--id", "problem", "--roots", "X1"]
    done = Output(capsys, "convert", tmp_path / "rows.parquet", *given)
    assert [json.loads(line)["worlds"][0]["rows"] for line in done.out.splitlines()] == [
        ["01", "1?"],
        ["00"],
    ]
    done = Output(capsys, "audit", tmp_path / "rows.parquet")
    assert done.code == 2 and "symcause convert" in done.err


BAD = {
    "doubled name": ("X1,X2,X2\n0,1,1\n", "two columns have one name (got 'X2')"),
    "doubled header": (
        "X1,X2,X3\n0,1,1\n0,1,1\nX1,X2,X3\n0,0,1\n",
        "bad.csv:4: the header stands again",
    ),
    "ragged": (
        "X1,X2,X3\n0,1,1\n1,1\n0,0,1\n0,0,1\n",
        "bad.csv:3: the row has 2 cells, the header 3",
    ),
    "longer": ("X1,X2,X3\n0,1,1,1\n", "bad.csv:2: the row has 4 cells, the header 3"),
    "mixed": (
        "X1,X2,X3\n0,1,1\n1;1;1\n0,0,1\n0,0,1\n",
        "bad.csv:3: the row has 1 cell, the header 3; the header has commas, this row semicolons",
    ),
    "formula": (
        "X1,X2,X3\n0,1,=A1+B1\n0,0,1\n0,0,1\n0,0,1\n",
        "bad.csv:2: column 'X3': neither 0 nor 1 (got '=A1+B1')",
    ),
    "number": ("X1,X2\n0,1\n0,1.5\n1,1\n", "bad.csv:3: column 'X2': neither 0 nor 1 (got '1.5')"),
    "no row": ("X1,X2,X3\n", "there is no row under the header"),
    "empty": ("", "the file is empty"),
    "quote": ('X1,X2\n0,"1\n1,1\n', "bad.csv:2: a quote that this row opens is never closed"),
    "nameless": ('""\n0\n1\n', "column 1: the column has no name"),
    "unnamed": ("X1,,X3\n0,1,1\n0,1,1\n", "column 2: the column has no name"),
    "bytes": ("\0\1\2", "NUL bytes"),
    "do": (
        "X1,X2,do\n0,1,X9=1\n0,1,\n0,1,\n0,1,\n",
        "bad.csv:2: column 'do': no such variable (got 'X9')",
    ),
    "did": ("X1,X2,do\n0,1,X2=0\n0,1,\n0,1,\n0,1,\n", "bad.csv:2: column 'X2': do sets it to 0"),
    "split": (
        "X1,X2,split\n0,1,tset\n0,1,\n0,1,\n0,1,\n",
        "bad.csv:2: column 'split': no such split (got 'tset')",
    ),
    "world": (
        "world,do,X1,X2\na,,0,1\na,X1=1,1,1\nb,,0,1\n",
        "bad.csv:3: column 'world': another row of this world has another intervention or split",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_table(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, complaint = BAD[kind]
    path = tmp_path / "bad.csv"
    path.write_text(text, "utf-8")
    done = Output(capsys, "convert", path, "--roots", "X1")
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1
    assert complaint in done.err and str(path) in done.err


def test_a_bad_cell_costs_its_problem_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"p": p, "X1": 0, "X2": x} for p, x in (("a", "1"), ("b", "x"), ("c", "0"), ("b", "y"))]
    done = Output(
        capsys,
        "convert",
        written(tmp_path / "r.csv", rows),
        "--id",
        "p",
        "--roots",
        "X1",
        "--quiet",
    )
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == ["a", "c"]
    assert done.code == 2 and done.err.count("\n") == 1 and "r.csv:3: column 'X2'" in done.err


def test_options_are_refused_where_they_say_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "r.csv", [{"X1": 0, "X2": 1}] * 3)
    for given, complaint in (
        ([], "which variables are roots is not said; say --roots A,B"),
        (["--roots", "X1", "--id", "X9"], "--id: no such column (got 'X9')"),
        (["--roots", "X1", "--variables", "X1,X7"], "--variables: no such column (got 'X7')"),
        (["--target", "X2", "--roots", "X1"], "--roots does not apply to linear problems"),
        (["--target", "X7"], "--target: no such variable (got 'X7')"),
        (["--roots", "X1", "--min-effect", "1"], "--min-effect does not apply to Boolean problems"),
    ):
        done = Output(capsys, "convert", path, *given)
        assert (done.code, done.out) == (2, "") and complaint in done.err, done.err
    done = Output(capsys, "convert", EXAMPLES / "pool.jsonl", "--roots", "X1")
    assert done.code == 2 and "--roots is about a table of rows" in done.err
    gold = tmp_path / "gold.json"
    gold.write_text('{"other": {"mechanisms": {"X2": "X1"}}}', "utf-8")
    done = Output(capsys, "convert", path, "--roots", "X1", "--gold", gold)
    assert done.code == 2 and "no problem has this id (got 'other')" in done.err


def test_a_setting_with_less_disclosed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "r.csv", [{"X1": 0, "X2": 1}] * 3)
    done = Output(capsys, "convert", path, "--roots", "X1", "--setting", "hidden-roots")
    document = json.loads(done.out)
    assert document["setting"] == "hidden-roots" and document["root_count"] == 1
    done = Output(capsys, "convert", path, "--roots", "X1", "--forbid", "X1->X2", "--errors", "2")
    document = json.loads(done.out)
    assert (document["errors"], document["knowledge"]) == (2, {"forbid": ["X1->X2"]})


@pytest.mark.parametrize("command", ["audit", "count", "solve", "check", "verify"])
def test_other_commands_say_how_to_convert(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "rows.csv", [{"problem": "a", "X1": 0, "X2": 1}] * 5)
    more = [EXAMPLES / "pool.jsonl"] if command in ("check", "verify") else []
    done = Output(capsys, command, path, *more)
    assert done.code == 2
    message = "this is a table of rows, not a problem file; convert it first: "
    assert f"{message}symcause convert {path} --id problem --roots NAMES --out" in done.err


GRAPHS = {
    "named": ",A,B\nA,0,1\nB,0,0\n",
    "unsquare": ",A,B,C\nA,0,1,0\nB,0,0,0\n",
    "plain": "A,B,C\n0,1,0\n0,0,1\n0,0,0\n",
    "codes": "0,1,0\n0,0,1\n0,0,0\n",
    "marks": "causal-learn,A,B\nA,0,-1\nB,1,0\n",
    "edges": "A -> B\nB -> C, D\n",
}


@pytest.mark.parametrize("kind", GRAPHS)
def test_a_graph_is_no_table_of_rows(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(GRAPHS[kind], "utf-8")
    assert not is_row_table(path)
    said = doubt(str(path))
    assert (said is not None) == (kind == "plain")  # names above, nothing beside: it could be rows


def test_a_square_table_says_how_to_be_read_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.csv"
    path.write_text(GRAPHS["plain"], "utf-8")
    done = Output(capsys, "audit", path)
    assert done.code == 0 and f"symcause convert {path} --roots NAMES" in done.err
    assert not Output(capsys, "audit", path, "--quiet").err
    made = Output(capsys, "convert", path, "--roots", "A")
    assert json.loads(made.out)["worlds"][0]["rows"] == ["010", "001", "000"]


def test_a_table_with_a_cell_too_few_is_told_so_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.csv"
    path.write_text("A,B,C\n0,1,0\n0,0\n0,0,0\n", "utf-8")
    done = Output(capsys, "audit", path)
    assert done.code == 2 and done.err.count("\n") == 1
    assert "line 3: 2 values for 3 columns" in done.err and "symcause convert" in done.err


def test_standard_input_marks_and_index(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What Excel and pandas write: a byte order mark, carriage returns, an unnamed index, empty lines."""
    text = b"\xef\xbb\xbf,X1,X2\r\n0,0,1.0\r\n1,1,\r\n,,\r\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    done = Output(capsys, "convert", "-", "--roots", "X1")
    assert json.loads(done.out)["worlds"][0]["rows"] == ["01", "1?"]


@pytest.mark.parametrize(
    "rows",
    [20_000, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (100_000, 1_000_000))],
)
def test_a_long_table_is_read_as_a_stream(
    rows: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A thousand problems, whose rows stand one after the other's."""
    path, out = tmp_path / "long.csv", tmp_path / "pool.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        stream.write("problem,X1,X2\n")
        for number in range(rows):
            stream.write(f"p{number % 1000},{number % 2},{number // 2 % 2}\n")
    options = ["--id", "problem", "--roots", "X1", "--out", out]
    assert Output(capsys, "convert", path, *options).code == 0
    sizes = [len(json.loads(line)["worlds"][0]["rows"]) for line in out.open(encoding="utf-8")]
    assert sizes == [rows // 1000] * 1000


def test_problems_are_let_go_as_soon_as_their_rows_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order in which they begin: the third waits for the second, whose last row is the last."""
    path = tmp_path / "table.csv"
    ids = ["a", "a", "b", "c", "c", "d", "b"]
    path.write_text("problem,X1,X2\n" + "".join(f"{id},0,1\n" for id in ids), "utf-8")
    read, _ = tables_of({"roots": "X1"})
    begun, taker = [], type(read).taker
    monkeypatch.setattr(
        type(read), "taker", lambda self, names: begun.append(names) or taker(self, names)
    )
    found = [(item.id, len(begun)) for item in read.items(str(path), "problem")]
    assert found == [("a", 1), ("b", 4), ("c", 4), ("d", 4)]
