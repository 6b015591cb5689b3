"""SQLite files that nobody should trust: damaged, huge, locked, with views and triggers, or none at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.families.textgraph.files.table_files import MAGIC
from symcause.families.textgraph.release import sqlite_tables as sqlite
from symcause.families.textgraph.release.results_database import (
    database_answers,
    database_evaluations,
    database_samples,
    is_database,
)
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.storage.byte_streams import Source, opened
from tests.textgraph.recite_files import LABELS, NEW, answer, database, evaluation, response

ROWS = [response(1, answer(("sun", "water")))], [evaluation(1, "fine_grained", LABELS)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(database(tmp_path / "recast_results.db", *ROWS))


def changed(path: Path, script: str) -> None:
    base = sqlite3.connect(path)
    base.executescript(script)
    base.close()


def everything(path: Path) -> int:
    """The number of rows of all three tables."""
    count = 0
    for reader in (database_samples, database_answers, database_evaluations):
        with opened(path) as source:
            count += sum(1 for _ in reader(source))
    return count


def test_a_sound_file(path: Path) -> None:
    assert everything(path) == 3 and is_database(path)
    with path.open("rb") as stream:
        assert len(list(database_samples(Source(stream, "standard input")))) == 1


VIEW = """
ALTER TABLE causal_graphs RENAME TO hidden;
CREATE VIEW causal_graphs AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
  SELECT i AS id, i AS sample_id, '[]' AS domains, '[]' AS corrected_json, '' AS input_text FROM n;
"""
COMPUTED = """
DROP TABLE causal_graphs;
CREATE TABLE causal_graphs (id INTEGER PRIMARY KEY, sample_id INTEGER, domains TEXT,
  corrected_json TEXT AS (hex(zeroblob(100000000))), input_text TEXT);
INSERT INTO causal_graphs (id, sample_id) VALUES (1, 5);
"""
VIRTUAL = "DROP TABLE causal_graphs; CREATE VIRTUAL TABLE causal_graphs USING rtree(id, a, b);"


@pytest.mark.parametrize("script", [VIEW, COMPUTED, VIRTUAL], ids=["view", "computed", "virtual"])
def test_what_is_no_plain_table_is_refused(path: Path, script: str) -> None:
    try:
        changed(path, script)
    except sqlite3.OperationalError as error:
        pytest.skip(str(error))
    with opened(path) as source, pytest.raises(ProblemError, match="view or a computed table"):
        list(database_samples(source))


def test_triggers_and_indices_do_nothing(path: Path) -> None:
    changed(
        path,
        "CREATE TRIGGER t AFTER INSERT ON causal_graphs BEGIN DELETE FROM causal_graphs; END;"
        "CREATE INDEX i ON benchmark_responses (id, sample_id, model);",
    )
    before = path.read_bytes()
    assert everything(path) == 3 and path.read_bytes() == before


def test_nothing_but_columns_may_be_asked_for(path: Path) -> None:
    with opened(path) as source, sqlite.tables(source) as found:
        for asked in (
            "SELECT hex(id) FROM causal_graphs",
            "ATTACH ':memory:' AS other",
            "DELETE FROM causal_graphs",
            "PRAGMA writable_schema = ON",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        ):
            with pytest.raises(sqlite3.DatabaseError):
                found._base.execute(asked).fetchone()


def test_no_such_tables(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    changed(other, "CREATE TABLE bookmarks (id INTEGER);")
    done = CliRunner().invoke(cli, ["score", str(other)])
    assert isinstance(done.exception, ProblemError)
    told = str(done.exception)
    assert "there is no table causal_graphs" in told and "bookmarks" in told
    changed(other, NEW.partition("CREATE TABLE benchmark_evaluations")[0])
    with opened(other) as source:
        assert list(database_evaluations(source)) == []
    with pytest.raises(ProblemError, match="no problem in it"):
        list(read_problems(other))


def test_gold_that_cannot_be_read(path: Path) -> None:
    changed(path, "INSERT INTO causal_graphs VALUES (2, 6, '[]', '[{\"source\": 1}]', '');")
    changed(path, "INSERT INTO causal_graphs VALUES (3, 7, 'no', '[', '');")
    changed(path, "INSERT INTO causal_graphs VALUES (4, 8, NULL, NULL, NULL);")
    items = list(read_problems(path))
    assert [item.error is None for item in items] == [True, False, False]
    assert "corrected_json[0].source" in str(items[1].error) and str(path) in str(items[1].error)
    changed(path, "INSERT INTO causal_graphs VALUES (5, 5, '[]', '[]', '');")
    assert "two gold graphs of one sample" in str(list(read_problems(path))[-1].error)


def test_strange_cells(path: Path) -> None:
    """Texts that are no UTF-8, blobs and numbers where texts are expected."""
    base = sqlite3.connect(path)
    for cell in (b"\xff\xfe", 7, 2.5, None):
        base.execute(
            "INSERT INTO benchmark_responses (sample_id, response_answer) VALUES (5, ?)", [cell]
        )
    base.execute(
        "UPDATE benchmark_responses SET response_answer = CAST(x'ff' AS TEXT) WHERE id = 2"
    )
    base.commit()
    base.close()
    done = CliRunner().invoke(cli, ["score", str(path), "--json", "--bootstrap", "0"])
    assert done.exit_code == 0 and done.stdout.count('"left out"') >= 4


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def magic_only(data: bytes) -> bytes:
    return MAGIC + b"and then something else " * 100


def no_root(data: bytes) -> bytes:
    return data[:100] + b"\x00" * 100 + data[200:]


def far_pages(data: bytes) -> bytes:
    return data[:28] + b"\x7f\xff\xff\xff" + data[32:]


@pytest.mark.parametrize("damage", [cut, magic_only, no_root, far_pages])
def test_damaged_files(path: Path, damage: Callable[[bytes], bytes]) -> None:
    path.write_bytes(damage(path.read_bytes()))
    try:
        assert everything(path) <= 3
    except ProblemError as error:
        assert str(path) in str(error)


def test_random_damage_is_bounded(tmp_path: Path) -> None:
    """Bytes changed anywhere: rows, or one complaint."""
    many = [response(n, "x" * 300) for n in range(1, 200)]
    data = Path(database(tmp_path / "sound.db", many, ROWS[1])).read_bytes()
    victim, rng, refused = tmp_path / "victim.db", Random(5), 0
    for _ in range(150):
        other = bytearray(data)
        for _ in range(rng.randint(1, 30)):
            other[rng.randrange(len(other))] = rng.choice([0, 1, 2, 5, 13, 255, rng.randrange(256)])
        victim.write_bytes(bytes(other))
        try:
            everything(victim)
        except SymcauseError:
            refused += 1
    assert refused


def test_a_tree_that_never_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, characters and steps beyond the size of the file are damage, whatever SQLite says."""
    with opened(path) as source, sqlite.tables(source) as found:
        found._size = 10
        with pytest.raises(ProblemError, match="more than it holds"):
            list(found.rows("benchmark_responses", ["response_answer"]))
    many = [response(n, "x") for n in range(1, 3000)]
    path.unlink()
    database(path, many)
    for name in ("_STEPS", "_STEPS_A_BYTE"):
        monkeypatch.setattr(sqlite, name, 0)
    with opened(path) as source, pytest.raises(ProblemError, match="interrupted"):
        list(database_answers(source))
    monkeypatch.undo()
    monkeypatch.setattr(sqlite, "DATABASE_ROWS", 100)
    with opened(path) as source, pytest.raises(LimitError, match="100 rows"):
        list(database_answers(source))


def test_huge_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with path.open("ab") as stream:
        stream.truncate(sqlite.DATABASE_BYTES + 4096)  # sparse
    done = CliRunner().invoke(cli, ["score", str(path)])
    assert isinstance(done.exception, LimitError) and "GB" in str(done.exception)


def test_a_cell_that_is_too_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CELL_LENGTH", 100)
    with opened(path) as source, pytest.raises(ProblemError, match="too big"):
        list(database_samples(source))


def test_a_file_that_is_being_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused while a writer holds it, and left as it is."""
    monkeypatch.setattr(sqlite, "_SECONDS", 0.1)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN EXCLUSIVE")
    writer.execute("UPDATE benchmark_responses SET response_answer = ?", ["y" * 100_000])
    with opened(path) as source, pytest.raises(ProblemError, match="make a copy"):
        list(database_samples(source))
    writer.execute("ROLLBACK")
    writer.close()
    assert everything(path) == 3


def test_a_log_of_writes_is_read(path: Path) -> None:
    """In WAL mode the newest rows stand beside the file; without any nothing is left behind."""
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("INSERT INTO benchmark_responses (sample_id, model) VALUES (5, 'late')")
    writer.commit()
    assert everything(path) == 4
    writer.close()
    assert everything(path) == 4
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_what_is_no_sqlite(tmp_path: Path) -> None:
    for name, data in (
        ("a.db", b"not a database"),
        ("b.db", b"SQLite format 4\x00"),
        ("c.db", b""),
    ):
        (tmp_path / name).write_bytes(data)
        done = CliRunner().invoke(cli, ["score", str(tmp_path / name)])
        assert isinstance(done.exception, SymcauseError), name
        assert not is_database(tmp_path / name)
    assert not is_database(tmp_path) and not is_database("-")
