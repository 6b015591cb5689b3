"""Of a system's answers to a problem the last one counts, in whichever file, whatever stood before it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import cli
from symcause.cli.score_run.answer_index import AnswerFile, replaced
from symcause.formats.answer_files.predictions import Prediction

ROOT = Path(__file__).resolve().parents[2]
POOL = ROOT / "examples" / "pool.jsonl"


def scored(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    with pytest.raises(SystemExit):
        cli.main(["score", *map(str, arguments), "--json"])
    lines = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def drawn(rng: random.Random) -> list[dict[str, str]]:
    """Answers of two systems, some of them given again; right, wrong and unreadable ones."""
    problems = [json.loads(line) for line in POOL.read_text().splitlines()]
    rows = []
    for _ in range(12):
        problem = rng.choice(problems)
        gold = problem.get("gold")
        text = rng.choice(["", "no idea", json.dumps(gold), json.dumps({"mechanisms": {}})])
        name = rng.choice(["one", "two"])
        rows.append({"instanceId": problem["id"], "model": name, "response": text})
    return rows


def write(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def last_only(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    latest = {(row["instanceId"], row["model"]): row for row in rows}
    return [row for row in rows if any(row is kept for kept in latest.values())]


def tables(summary: dict[str, Any]) -> list[dict[str, Any]]:
    found = summary["summary"]["tables"]
    return [{k: v for k, v in table.items() if k != "note"} for table in found]


@pytest.mark.parametrize("seed", range(6))
def test_tables_are_those_of_the_last_answers(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = drawn(random.Random(seed))
    kept = last_only(rows)
    every, last = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", kept)
    first, second = scored(capsys, POOL, every), scored(capsys, POOL, last)
    assert tables(first) == tables(second)
    assert first["summary"]["answers"] == len(rows)  # each has its line
    assert ("do not count" in json.dumps(first)) == (len(rows) > len(kept))


def test_files_are_read_as_one_and_results_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = drawn(random.Random(7))
    more = [row for row in drawn(random.Random(8)) if row["model"] == "one"]
    files = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", more)
    one = write(tmp_path / "c.jsonl", last_only([*rows, *more]))
    whole = scored(capsys, POOL, *files)
    assert tables(whole) == tables(scored(capsys, POOL, one))
    out = tmp_path / "out.jsonl"
    scored(capsys, POOL, *files, "--out", out)
    lines = out.read_text().splitlines(keepends=True)
    assert len(lines) == len(rows) + len(more)
    for cut in (0, 5, len(lines)):
        out.write_text("".join(lines[:cut]))
        assert tables(scored(capsys, POOL, *files, "--out", out, "--resume")) == tables(whole)
        assert sorted(out.read_text().splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore:.*do(es)? not count")
@pytest.mark.filterwarnings("ignore:.*one and the same reason")
def test_python_has_the_same_rule_and_the_same_note(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import symcause

    rows, pool = drawn(random.Random(seed)), list(symcause.load_pool(POOL))
    file = write(tmp_path / "a.jsonl", rows)
    whole = scored(capsys, POOL, file)["summary"]
    assert any("the last one counts" in note for note in whole["notes"])
    for given in (rows, symcause.load_predictions(file), iter(rows)):
        found = symcause.score(pool, given)
        assert len(found.lines) == len(rows)  # each has its line
        assert list(found.notes) == whole["notes"]
        made = [{"family": "boolean", **table.to_dict()} for table in found.tables]
        assert json.loads(json.dumps(made)) == whole["tables"]
    with pytest.warns(UserWarning, match="the last one counts"):
        symcause.score(pool, rows)


@pytest.mark.parametrize(("systems", "problems"), [(3, 5), (40, 200), (2, 1000)])
def test_which_answers_are_given_again(systems: int, problems: int) -> None:
    """Systems of many answers and of few, files one after the other; beside looking each answer up."""
    rng = random.Random(systems)
    ids = [f"p{number}" for number in range(problems)]
    files = [
        [
            Prediction(rng.choice(ids), f"m{int(rng.paretovariate(1)) % systems}", "")
            for _ in range(size)
        ]
        for size in (50, 400, 0, 900)
    ]
    found, start, told = replaced(_unread(files), ids, 7), 7, 0
    every = [row for file in files for row in file]
    last = {(row.instance_id, row.model): place for place, row in enumerate(every)}
    for place, row in enumerate(every):
        again = last[row.instance_id, row.model] != place
        assert (start + place in found) == again
        told += again
    end = start + len(every)
    assert told > 10 and not any(place in found for place in (0, 6, end, end + 100))


def _unread(files: list[list[Prediction]]) -> list[AnswerFile]:
    """Files that have to be read in full."""
    return [AnswerFile(None, lambda rows=rows: iter(rows)) for rows in files]


def test_a_look_at_names_finds_what_reading_in_full_finds(tmp_path: Path) -> None:
    """Rows of every kind, malformed ones among them: a row that cannot be used replaces nothing."""
    from symcause.formats.answer_files.predictions import read_rows

    rng, ids = random.Random(5), ["a", "b", "c"]
    other: Path | None = None
    for number in range(200):
        path = tmp_path / f"{number}.jsonl"
        lines = 2 * ['{"instanceId": "a", "model": "m", "response": ""}']
        for _ in range(rng.randrange(1, 14)):
            id, model = rng.choice([*ids, "elsewhere", ""]), rng.choice(["m", "n", ""])
            row = f'"model": "{model}", "response": "x"'
            lines.append(
                rng.choice(
                    [
                        f'{{"instanceId": "{id}", {row}}}',
                        f'{{"problemId": "{id}", {row}, "problem": "a text"}}',
                        f'{{"id": "{id}", {row}, "id": "{id}"}}',
                        f'{{"instanceId": 5, "id": "{id}", {row}}}',
                        f'{{"instanceId": "{id}", {row}',
                        f'{{"instanceId": "{id}", {row}, "nodes": []}}',
                        f'{{"instanceId": "{id}", {row}, "text": 5}}',
                        "",
                    ]
                )
            )
        path.write_text("\n".join(lines) + "\n")
        other = other or path  # one is read after the other, and the last one of both counts
        both = [other, path]
        quick = replaced([AnswerFile(str(one), lambda: iter(())) for one in both], ids, 0)
        full = replaced([AnswerFile(None, lambda one=one: read_rows(one)) for one in both], ids, 0)
        every = [row for one in both for row in read_rows(one)]
        usable = [n for n, row in enumerate(every) if isinstance(row, Prediction)]
        assert [n in quick for n in usable] == [n in full for n in usable], path.read_text()
        assert len(every) not in full and len(every) not in quick
        other = path


def test_of_answers_given_again_only_the_last_is_read_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others of that system and problem only if the last cannot be used."""
    from symcause.formats.answer_files import prediction_heads as row_heads

    read: list[object] = []
    full = row_heads._row

    def noted(line: Any, key: str | None = None) -> Any:
        read.append(line)
        return full(line, key)

    monkeypatch.setattr(row_heads, "_row", noted)
    path, good = tmp_path / "a.jsonl", '{"instanceId": "a", "model": "m", "response": "x"}\n'
    other = '{"instanceId": "b", "model": "m", "response": "x"}\n'
    path.write_text(5000 * (good + other))
    found = replaced([AnswerFile(str(path), lambda: iter(()))], ["a", "b"], 0)
    assert all(place in found for place in range(9998))
    assert 9998 not in found and 9999 not in found
    assert len(read) == 2
    path.write_text(500 * (good + other) + good.replace('"x"', "5"))
    found = replaced([AnswerFile(str(path), lambda: iter(()))], ["a", "b"], 0)
    assert all(place in found for place in range(998))
    assert 998 not in found and 999 not in found
    assert len(read) == 2 + 2 + 501


MARKED = [
    {"instanceId": "unique", "model": "m", "response": "no idea"},
    {"instanceId": "unique", "model": "n", "response": "no idea"},
    {"instanceId": "unique", "model": "m", "response": ""},
]


def test_every_way_of_reading_has_the_same_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file, two, standard input, and Python: the tables and the note are the same."""
    import symcause

    every = write(tmp_path / "a.jsonl", MARKED)
    whole = scored(capsys, POOL, every)
    assert whole["summary"]["notes"][0].startswith("m: 1 answer does not count")
    files = write(tmp_path / "b.jsonl", MARKED[:1]), write(tmp_path / "c.jsonl", MARKED[1:])
    assert scored(capsys, POOL, *files) == whole
    listed = tmp_path / "d.json"
    listed.write_text(json.dumps(MARKED[1:]))  # no row a line: all are read in full
    assert scored(capsys, POOL, files[0], listed) == whole
    with every.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert scored(capsys, POOL, "-") == whole
    with pytest.warns(UserWarning, match="the last one counts"):
        found = symcause.score(list(symcause.load_pool(POOL)), MARKED)
    made = [{"family": "boolean", **table.to_dict()} for table in found.tables]
    assert json.loads(json.dumps(made)) == whole["summary"]["tables"]
    assert [line.get("replaced") for line in found.lines] == [True, None, None]


def test_lines_of_answers_that_do_not_count_are_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = write(tmp_path / "a.jsonl", MARKED[:2]), tmp_path / "out.jsonl"
    scored(capsys, POOL, file, "--out", out)
    assert [json.loads(line).get("replaced") for line in out.open()] == [None, None]
    write(file, MARKED)  # one more: an earlier line gets its mark
    for _ in range(2):
        whole = scored(capsys, POOL, file, "--out", out, "--resume")
        assert [json.loads(line).get("replaced") for line in out.open()] == [True, None, None]
    assert whole == scored(capsys, POOL, file)


@pytest.mark.parametrize("family", ["cpt", "statements"])
def test_other_families_have_the_rule_and_one_reason_for_all(family: str) -> None:
    import symcause

    pool = list(symcause.generate(family, count=2, seed=1))
    rows = [{"id": problem.id, "model": "m", "response": "maybe"} for problem in pool]
    with pytest.warns(UserWarning):
        found = symcause.score(pool, [{**rows[0], "response": "yes"}, *rows])
    assert [note.partition(":")[2][:14] for note in found.notes] == [
        " 1 answer does",
        " all 2 answers",
    ]
    assert [line.get("replaced") for line in found.lines] == [True, None, None]
    assert found.lines[1]["reason"] == "neither yes nor no"
