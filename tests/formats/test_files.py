"""Files, pools, folders and streams: told from the content, read in bounded memory."""

from __future__ import annotations

import io
import json
import pickle
import sys
import tracemalloc
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import pytest

from symcause import load
from symcause.errors import LimitError, ProblemError, SymcauseError, UsageError
from symcause.families.boolean.release.files.release_writer import write_header, write_record
from symcause.formats.answer_files.predictions import BadPrediction, Prediction, read_predictions
from symcause.formats.pools.json_documents import json_documents
from symcause.formats.pools.problem_files import read_problems, read_response, read_text
from symcause.formats.storage import byte_streams as streams
from symcause.formats.storage.byte_streams import opened
from tests.cli.cases import EXAMPLES
from tests.formats.cases import demo, random_problem


def lines(*documents: object) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


def put(folder: Path, text: str | bytes, name: str = "pool.jsonl") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


ONE = {
    "one line": json.dumps(demo()),
    "one line with its end": json.dumps(demo()) + "\n",
    "indented": json.dumps(demo(), indent=2),
    "indented after blank lines": "\n\n  \n" + json.dumps(demo(), indent=2) + "\n\n",
    "a list of one": json.dumps([demo()]),
    "an indented list of one": "[\n" + json.dumps(demo()) + "\n]\n",
    "broken after the first bracket": "{\n\n" + json.dumps(demo())[1:],
}


@pytest.mark.parametrize("name", ONE)
def test_one_problem(name: str, tmp_path: Path) -> None:
    assert load(put(tmp_path, ONE[name], "no-suffix-needed")).id == "demo"


MANY = {
    "lines": lines(demo(id="a"), demo(id="b"), demo(id="c")),
    "lines with gaps": "\n" + lines(demo(id="a")) + "\n \n" + lines(demo(id="b"), demo(id="c")),
    "dos lines": lines(demo(id="a"), demo(id="b"), demo(id="c")).replace("\n", "\r\n"),
    "list": json.dumps([demo(id="a"), demo(id="b"), demo(id="c")]),
    "indented list": json.dumps([demo(id="a"), demo(id="b"), demo(id="c")], indent=1),
}


@pytest.mark.parametrize("name", MANY)
def test_several_problems(name: str, tmp_path: Path) -> None:
    path = put(tmp_path, MANY[name])
    items = list(read_problems(path))
    assert [(item.index, item.id) for item in items] == [(0, "a"), (1, "b"), (2, "c")]
    assert load(path, id="b").id == "b"
    with pytest.raises(UsageError, match="several problems; pick one by its id: a, b, c"):
        load(path)
    with pytest.raises(UsageError, match="no problem has this id"):
        load(path, id="z")


def test_many_ids_are_not_all_listed(tmp_path: Path) -> None:
    path = put(tmp_path, lines(*(demo(id=f"p{i}") for i in range(30))))
    with pytest.raises(UsageError) as caught:
        load(path)
    assert str(caught.value).endswith("p8, p9 …")


BAD_LINES = [
    '{"format": oops}',
    '{"a": 1, "a": 2}',
    '{"format": "symcause.boolean/1"}',
    "[1]",
    "\0",
]
# A file whose first line is no object does not look like JSON lines in the first place.
PLACED = [(i, bad) for i in range(3) for bad in BAD_LINES if i or bad.startswith("{")]


@pytest.mark.parametrize(("position", "bad"), PLACED)
def test_a_bad_line_is_reported_in_its_place(position: int, bad: str, tmp_path: Path) -> None:
    found = lines(demo(id="a"), demo(id="b")).splitlines(keepends=True)
    found.insert(position, bad + "\n")
    path = put(tmp_path, "".join(found))
    items = list(read_problems(path))
    assert [item.error is not None for item in items] == [i == position for i in range(3)]
    error = items[position].error
    assert error is not None and f"pool.jsonl:{position + 1}: " in str(error)


def test_a_bad_problem_keeps_its_id(tmp_path: Path) -> None:
    items = list(read_problems(put(tmp_path, lines(demo(id="a", setting="x"), demo(id="b")))))
    assert [item.id for item in items] == ["a", "b"]
    assert "pool.jsonl:1: setting: unknown word (got 'x')" in str(items[0].error)


def test_places_in_a_list(tmp_path: Path) -> None:
    bad = demo()
    bad["worlds"][1]["rows"] = ["001"]
    items = list(read_problems(put(tmp_path, json.dumps([demo(), bad]))))
    assert "pool.jsonl: [1].worlds[1].rows[0]: a row has 3 bits" in str(items[1].error)


def test_items_travel_to_other_processes(tmp_path: Path) -> None:
    path = put(tmp_path, lines(demo(), demo(gold={"mechanisms": {"X3": "(and", "X4": "X1"}})))
    for item in read_problems(path):
        again = ForkingPickler.loads(ForkingPickler.dumps(item))
        assert (again.id, again.problem, str(again.error)) == (
            item.id,
            item.problem,
            str(item.error),
        )


def test_folders(tmp_path: Path) -> None:
    put(tmp_path, json.dumps(demo(id="b")), "2.json")
    put(tmp_path, lines(demo(id="a"), demo(id="a2")), "1.jsonl")
    put(tmp_path, write_header() + write_record(random_problem(1)), "3.yaml")
    put(tmp_path, "oops", "4.json")
    put(tmp_path, "not looked at", "README.md")
    (tmp_path / "sub.json").mkdir()
    items = list(read_problems(tmp_path))
    assert [item.id for item in items] == ["a", "a2", "b", "random 1", None]
    assert [item.index for item in items] == [0, 1, 2, 3, 4]
    assert "4.json: neither JSON nor a YAML mapping" in str(items[4].error)
    assert load(tmp_path, id="b").id == "b"


def test_a_folder_without_problems(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="no problem files in the folder"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["probelm.json", "sub/problem.json", "a\0b"])
def test_no_such_file(name: str, tmp_path: Path) -> None:
    put(tmp_path, json.dumps(demo()), "problem.json")
    with pytest.raises(ProblemError) as caught:
        load(tmp_path / name)
    message = str(caught.value)
    assert "no such file" in message or "cannot be read" in message
    assert ("did you mean" in message) == (name == "probelm.json")


def test_a_file_that_cannot_be_read() -> None:
    memory = Path("/proc/self/mem")
    if not memory.exists():
        pytest.skip("needs a file that fails when read")
    with pytest.raises(ProblemError, match="/proc/self/mem: cannot be read"):
        load(memory)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    text = lines(demo(id="a"), demo(id="b", setting="x"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    items = list(read_problems("-"))
    assert [item.id for item in items] == ["a", "b"]
    assert "standard input:2: setting" in str(items[1].error)


def test_long_lines_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = json.dumps(demo(metadata={"x": "y" * 5000})) + "\n"
    path = put(tmp_path, lines(demo(id="a")) + long + lines(demo(id="b")))
    with opened(path) as source:
        found = list(json_documents(source, limit=2000))
    assert [document.error is None for document in found] == [True, False, True]
    assert "pool.jsonl:2: the line is too long; at most 2000 bytes" in str(found[1].error)
    with opened(path) as source:
        assert isinstance(next(source.lines(3)), LimitError)


def test_a_line_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    path = put(tmp_path, '{"a": 1}\n{"b": 22}\n')
    with opened(path) as source:
        assert [isinstance(line, bytes) for line in source.lines(8)] == [True, False]


def test_one_document_is_bounded(tmp_path: Path) -> None:
    path = put(tmp_path, json.dumps(demo(), indent=1))
    with opened(path) as source, pytest.raises(LimitError, match="too large for one document"):
        list(json_documents(source, limit=100))


def test_pools_are_streamed(tmp_path: Path) -> None:
    """Reading a pool of 12 MB needs the memory of a few lines."""
    padding = {"text": "x" * 100_000}
    path = tmp_path / "pool.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i in range(120):
            file.write(json.dumps(demo(id=f"p{i}", metadata=padding)) + "\n")
    tracemalloc.start()
    count = sum(1 for _ in read_problems(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 120 and peak < 3_000_000


def test_releases_are_streamed(tmp_path: Path) -> None:
    problem = random_problem(3)
    record = write_record(problem)
    path = tmp_path / "pool.yaml"
    padding = "  filler: '" + "x" * 100_000 + "'\n"
    with path.open("w", encoding="utf-8") as file:
        file.write(write_header())
        for _ in range(120):
            file.write(record + padding)
    tracemalloc.start()
    count = sum(item.error is None for item in read_problems(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 120 and peak < 6_000_000


def test_text(tmp_path: Path) -> None:
    path = put(tmp_path, "grüße", "t.txt")
    assert read_text(path) == "grüße"
    with pytest.raises(LimitError):
        read_text(path, limit=3)
    with pytest.raises(ProblemError, match="not UTF-8"):
        read_text(put(tmp_path, b"\xff\xff", "u.txt"))


def test_answers_are_read_whatever_they_are(tmp_path: Path) -> None:
    assert read_response(put(tmp_path, b"\xef\xbb\xbf{} \xff\0", "a")) == "\ufeff{} \ufffd\0"
    assert len(read_response(put(tmp_path, b"x" * 1000, "b"), limit=10)) == 11
    assert read_response(put(tmp_path, b"", "c")) == ""


def test_predictions(tmp_path: Path) -> None:
    rows = [
        {"instanceId": "a", "model": "m", "response": "{}", "tokens": 7},
        {"instanceId": "a", "response": "x"},
        {"instanceId": 3, "model": "m", "response": ""},
        {"instanceId": "a", "model": "m"},
        {"instanceId": "a", "model": "m", "response": {"mechanisms": {}}},
        {"instanceId": "b", "model": "m", "response": "täxt\n"},
    ]
    path = put(tmp_path, lines(*rows[:3]) + "{oops\n" + lines(*rows[3:]))
    found = list(read_predictions(path))
    assert found[0] == Prediction("a", "m", "{}")
    assert found[1] == Prediction("a", "submitted-model", "x")
    assert found[-1] == Prediction("b", "m", "täxt\n")
    bad = [row for row in found if isinstance(row, BadPrediction)]
    assert found[4] == Prediction("a", "m", "")
    assert [row.index for row in bad] == [2, 3, 5]
    messages = [str(row.error).removeprefix(str(path)) for row in bad]
    assert messages[0] == ':3: instanceId: expected text (got 3); write it in quotes: "3"'
    assert messages[1].startswith(":4: line 1, column 2: not JSON: unexpected 'o'")
    assert messages[2] == ":6: response: expected text (got an object with 1 keys)"


def test_prediction_rows_survive(tmp_path: Path) -> None:
    row = Prediction("a", "m", 'text with "quotes"\nand lines')
    assert list(read_predictions(put(tmp_path, lines(row.to_dict())))) == [row]


def test_predictions_from_nowhere(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="the file is empty"):
        list(read_predictions(put(tmp_path, "")))
    with pytest.raises(SymcauseError):
        list(read_predictions(put(tmp_path, "hello")))


def test_a_long_prediction_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symcause.formats.answer_files.predictions.PREDICTION_BYTES", 1000)
    row = {"instanceId": "a", "model": "m", "response": "x"}
    path = put(tmp_path, lines(row, {**row, "response": "x" * 2000}, row))
    found = list(read_predictions(path))
    assert [isinstance(r, BadPrediction) for r in found] == [False, True, False]


def test_blank_beginnings_do_not_fill_the_memory(tmp_path: Path) -> None:
    path = put(tmp_path, b"\n" * 3_000_000 + json.dumps(demo()).encode())
    tracemalloc.start()
    assert load(path).id == "demo"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000
    assert streams.DOCUMENT_BYTES > 3_000_000


@pytest.mark.parametrize("path", [EXAMPLES, EXAMPLES / "pool.jsonl", EXAMPLES / "flood.txt"])
def test_problems_that_are_read_later_are_the_same(path: Path) -> None:
    """Here, or in another process: ids, errors and problems."""
    at_once = list(read_problems(path, question="audit"))
    later = list(read_problems(path, question="audit", lazily=True))
    for one, other in zip(at_once, later, strict=True):
        travelled = pickle.loads(pickle.dumps(other))
        for found in (other, travelled):
            assert (found.index, found.id, str(found.error)) == (one.index, one.id, str(one.error))
            assert found.problem == one.problem
