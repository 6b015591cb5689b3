"""``generate siblings``: the settled sibling of an ambiguous problem, by the fewest worlds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.cli.main import main
from symcause.formats.problems import read_document

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["generate", *arguments])
    return int(ended.value.code or 0)


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four ambiguous problems, and one that is settled."""
    folder = tmp_path_factory.mktemp("pool")
    made, level = folder / "made.jsonl", ("--preset", "hs_n6_easy_calibration", "--level")
    assert (
        _run("boolean", "--count", "3", "--seed", "4", *level, "original", "--out", str(made)) == 0
    )
    lines = [json.loads(line) for line in made.read_text().splitlines()]
    weak = [_weakened(document) for document in lines]
    file = folder / "pool.jsonl"
    unique = json.loads((EXAMPLES / "unique.json").read_text())
    ambiguous = json.loads((EXAMPLES / "ambiguous.json").read_text())
    file.write_text("".join(f"{json.dumps(one)}\n" for one in (*weak, ambiguous, unique)))
    return file


def _weakened(document: dict[str, Any]) -> dict[str, Any]:
    """Without metadata, and without as many training worlds as it takes to be ambiguous."""
    training = [world for world in document["worlds"] if world["split"] == "train"]
    made = {key: value for key, value in document.items() if key != "metadata"}
    while symcause.count(read_document(made)).count == 1:
        gone = training.pop()
        made["worlds"] = [world for world in made["worlds"] if world is not gone]
    return made


def test_pairs_of_a_pool(pool: Path, tmp_path: Path) -> None:
    out = tmp_path / "pairs.jsonl"
    assert _run("siblings", str(pool), "--out", str(out), "--quiet") == 0
    sources = {problem.id: problem for problem in symcause.load_pool(pool)}
    pairs: dict[str, dict[bool, Any]] = {}
    for line in out.read_text().splitlines():
        document = json.loads(line)
        about = document["metadata"]["sibling"]
        pairs.setdefault(about["pair"], {})[about["settled"]] = read_document(document)
    assert set(pairs) == set(sources)
    for name, sides in pairs.items():
        source, settled, opened = sources[name], sides[True], sides[False]
        before, counts = (
            symcause.count(source).count,
            [symcause.count(s).count for s in (settled, opened)],
        )
        assert counts[0] == 1 and counts[1] is not None and counts[1] > 1
        if before == 1:
            assert len(settled.training) == len(source.training)
        else:
            fewest = symcause.disambiguate(source)
            more = len(settled.training) - len(source.training)
            assert fewest.minimal and fewest.added is not None and fewest.added <= more
            assert counts[1] == before
        for side in (settled, opened):
            assert symcause.verify(side, side.metadata["certificate"]).as_stated
            assert [w.id for w in side.training] == [
                f"train_{i:02d}" for i in range(len(side.training))
            ]
            assert "aug" not in symcause.render_prompt(side).text
        shapes = [
            [(w.mode, len(w.rows), tuple(sorted(w.targets))) for w in side.training]
            for side in (settled, opened)
        ]
        assert shapes[0] == shapes[1]
        lengths = sorted(len(symcause.render_prompt(side).text) for side in (settled, opened))
        assert lengths[1] <= 1.1 * lengths[0]
        assert {w.id for w in opened.heldout} == {w.id for w in source.heldout}


def test_the_same_bytes_however_it_is_run(pool: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert _run("siblings", str(pool), "--out", str(first), "--quiet") == 0
    second.write_bytes(b"".join(first.read_bytes().splitlines(keepends=True)[:3]))
    options = ("--jobs", "2", "--resume", "--quiet")
    assert _run("siblings", str(pool), "--out", str(second), *options) == 0
    assert first.read_bytes() == second.read_bytes()
    assert _run("siblings", str(pool), "--seed", "5", "--out", str(second), *options) == 2


def test_json(pool: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("siblings", str(EXAMPLES / "ambiguous.json"), "--json", "--quiet") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(line["verdict"] for line in lines) == ["ambiguous", "unique"]
    assert {line["latent"] for line in lines} == {"ambiguous"}
    assert all(line["certificate"]["claim"]["name"] == line["verdict"] for line in lines)


def test_what_has_no_siblings_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = tmp_path / "bare.json"
    document = json.loads((EXAMPLES / "ambiguous.json").read_text())
    bare.write_text(json.dumps({key: v for key, v in document.items() if key != "gold"}))
    for path, word in ((EXAMPLES / "world.json", "Boolean"), (bare, "gold")):
        assert _run("siblings", str(path), "--quiet") == 2
        out, error = capsys.readouterr()
        assert (out, error.count("\n")) == ("", 1)
        assert word in error
    assert _run("siblings", str(EXAMPLES / "alternative.json"), "--quiet") == 2
    assert _run("siblings", str(tmp_path / "no-such-file"), "--quiet") == 2


def test_problems_that_allow_errors_are_taken_as_exact_if_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names an option that there is."""
    document = json.loads((EXAMPLES / "unique.json").read_text("utf-8"))
    document |= {"format": "symcause.boolean/2", "errors": 1}
    file, out = tmp_path / "p.json", tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(document), "utf-8")
    assert _run("siblings", str(file), "--out", str(out), "--quiet") == 2
    assert "say --errors 0" in capsys.readouterr().err
    assert _run("siblings", str(file), "--errors", "0", "--out", str(out), "--quiet") == 0
    made = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(made) == 2 and all("errors" not in one for one in made)
