"""``symcause convert``: what it writes, where, and with which exit code."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from symcause import load
from symcause.cli.main import main
from symcause.families.boolean.files.document import read_boolean
from symcause.formats.answer_files.predictions import read_predictions
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.pools.problem_writer import PICTURES, targets
from tests.formats.cases import demo

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


class Output:
    """Exit code, standard output and standard error of one call."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        with pytest.raises(SystemExit) as stop:
            main(["convert", *map(str, arguments)])
        self.code = stop.value.code
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def one(tmp_path: Path) -> Path:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(demo()), "utf-8")
    return path


def test_one_problem_becomes_one_document(one: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = Output(capsys, one)
    assert (done.code, done.err) == (0, "")
    assert read_boolean(json.loads(done.out)) == load(one)
    assert done.out.startswith('{\n "format": "symcause.boolean/1",\n "id": "demo",\n')


def test_several_become_lines(capsys: pytest.CaptureFixture[str]) -> None:
    done = Output(capsys, EXAMPLES / "pool.jsonl")
    assert done.code == 0
    assert done.out == (EXAMPLES / "pool.jsonl").read_text("utf-8")


@pytest.mark.parametrize("target", ["jsonl", "replayscm"])
def test_there_and_back(target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    between, back = tmp_path / "between", tmp_path / "back.jsonl"
    assert Output(capsys, EXAMPLES / "pool.jsonl", "--to", target, "--out", between).code == 0
    assert Output(capsys, between, "--to", "jsonl", "--out", back).code == 0

    def problems(path: Path) -> list[dict[str, object]]:
        found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return [{**d, "metadata": None} for d in found]

    assert problems(back) == problems(EXAMPLES / "pool.jsonl")


def test_pick_and_weaken(capsys: pytest.CaptureFixture[str]) -> None:
    done = Output(capsys, EXAMPLES / "pool.jsonl", "--id", "ordered", "--setting", "hidden-roots")
    document = json.loads(done.out)
    assert document["setting"] == "hidden-roots" and document["root_count"] == 2
    assert not {"roots", "order"} & set(document)


def test_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(demo()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert json.loads(Output(capsys, "-").out)["id"] == "demo"


def test_a_bad_item_is_left_out_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    documents = [demo(id="a"), demo(id="b", setting="x"), demo(id="c")]
    pool.write_text("".join(json.dumps(d) + "\n" for d in documents), "utf-8")
    done = Output(capsys, pool, "--out", out)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"symcause: {pool}:2: setting: unknown word (got 'x'); known: block-order, "
        "hidden-order, hidden-roots, ordered\n"
    )
    assert [item.id for item in read_problems(out)] == ["a", "c"]


def test_a_problem_that_cannot_be_written_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.yaml"
    options = ["--setting", "hidden-roots", "--to", "replayscm", "--out", out]
    done = Output(capsys, EXAMPLES / "pool.jsonl", *options)
    assert done.code == 2
    assert done.err == (
        "symcause: problem 'alternative': the release has no Alternative-SCM task with hidden "
        "roots; write it as symcause.boolean/1\n"
    )
    assert len(list(read_problems(out))) == 8


def test_the_published_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder:
        pytest.skip("SYMCAUSE_DATA does not point to the published data")
    sample = Path(folder) / "replayscm" / "sample.runtime.yaml"
    out = tmp_path / "predictions.jsonl"
    assert Output(capsys, sample, "--predictions", "--out", out).code == 0
    assert list(read_predictions(out)) == list(read_predictions(sample))


TARGETS = (*targets(), *PICTURES)

REFUSED: dict[str, tuple[list[str], str]] = {
    "no such file": (["nowhere.json"], "nowhere.json: no such file"),
    "close to a file": (["oen.json"], "oen.json: no such file; did you mean 'one.json'?"),
    "empty folder": (
        ["empty"],
        "empty: no problem files in the folder; they end in .json, .jsonl, .ndjson, .yaml, .yml",
    ),
    "no such id": (
        ["one.json", "--id", "dema"],
        "one.json: no problem has this id (got 'dema'); did you mean 'demo'?",
    ),
    "several in one document": (
        ["pool.jsonl", "--to", "boolean"],
        "several problems do not fit into one boolean document; "
        "use --to jsonl, or pick one with --id",
    ),
    "wrong family": (
        ["one.json", "--to", "linear"],
        "problem 'demo' is boolean: it cannot be written as linear; use --to boolean or --to jsonl",
    ),
    "more disclosure": (
        ["one.json", "--setting", "ordered"],
        "one.json: demo: the problem is hidden-order: it cannot be asked as ordered; "
        "a setting can only be changed towards less disclosure",
    ),
    "onto itself": (
        ["one.json", "--out", "one.json"],
        "one.json: --out would overwrite the file that is read",
    ),
    "into nowhere": (
        ["one.json", "--out", "no/where.json"],
        "no/where.json: cannot be written: no such folder",
    ),
    "predictions and a target": (
        ["one.json", "--predictions", "--to", "jsonl"],
        "--predictions writes a prediction file: no --to and no other option",
    ),
    "predictions of a problem": (
        ["one.json", "--predictions"],
        "one.json: this is a problem, not an answer; give a file of predictions",
    ),
    "unknown target": (
        ["one.json", "--to", "xml"],
        f"invalid value for '--to': 'xml' is not one of {', '.join(map(repr, TARGETS))}; "
        "see symcause convert --help",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(
    name: str, one: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(one.parent)
    Path("empty").mkdir()
    text = json.dumps(demo())
    Path("pool.jsonl").write_text(f"{text}\n{text}\n", "utf-8")
    arguments, message = REFUSED[name]
    done = Output(capsys, *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"symcause: {message}\n")
    assert one.read_text("utf-8") == text


def test_nothing_is_written_when_nothing_could_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, out = tmp_path / "bad.json", tmp_path / "out.json"
    bad.write_text(json.dumps(demo(setting="x")), "utf-8")
    assert Output(capsys, bad, "--out", out).code == 2
    assert not out.exists()
